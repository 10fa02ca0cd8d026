"""A job on its way to other machines: with the files that only this one has, and what those machines must be like."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pickle import dumps, loads
from uuid import uuid4

from fen2img.batching.job import Job
from fen2img.errors import OptionError, OutputError
from fen2img.pieceset import FONT_SUFFIXES, bundled_names, is_path, load_set
from fen2img.pieceset.folder import find_pieces
from fen2img.pieceset.registry import user_folder
from fen2img.style import Style

#: Bytes of pieces and fonts that are sent at most; the largest fonts have about 30 million.
LARGEST = 64_000_000


@lru_cache(maxsize=1)
def made_by() -> tuple[str, str]:
    """The version of fen2img and who renders here: where both are the same, so are the bytes."""
    from fen2img.raster.backend import backend

    try:
        renderer = backend().__name__
    except OutputError:
        renderer = "nothing"
    return import_module("fen2img").__version__, renderer


def check_same(there: tuple[str, str], here: tuple[str, str], where: str) -> None:
    """Raises OutputError where another machine would draw other bytes."""
    if there[0] != here[0]:
        hint = f"pip install fen2img=={here[0]} there: other versions draw other bytes"
        raise OutputError(f"{where} has fen2img {there[0]}, not {here[0]}", hint=hint)
    if there[1] != here[1]:
        hint = "install the cairo library on all machines or on none: each renderer has its own edges"
        raise OutputError(f"{where} renders with {there[1]}, not {here[1]}", hint=hint)


@dataclass(frozen=True, slots=True)
class Parcel:
    """A job, pickled, and files by what they are for: `pieces`, `font_map`, `font`, each a name and its content.

    `key` is that of one run: what a worker remembers of a folder is not true for the next one.
    """

    key: str
    job: bytes
    files: Mapping[str, tuple[str, Mapping[str, bytes]]]
    made_by: tuple[str, str]

    @classmethod
    def of(cls, job: Job) -> Parcel:
        """Pack a job. Raises PieceSetError for pieces that are none, OptionError where they are too much."""
        files = {name: _read(Path(path)) for name, path in _paths(job.style).items()}
        size = sum(len(data) for _, content in files.values() for data in content.values())
        if size > LARGEST:
            what = " and ".join(files).replace("_", "-")
            raise OptionError(f"{what}: {size // 1_000_000} MB are too much to send to the workers of a cluster")
        return cls(uuid4().hex, dumps(job), files, made_by())

    def unpacked(self) -> Job:
        """The job, where it is drawn; the same object each time. Raises OutputError on a machine that is not alike."""
        with _lock:
            if self.key not in _jobs:
                check_same(made_by(), self.made_by, "a worker")
                job = loads(self.job)  # noqa: S301 - it comes from the process that asked for the work
                _jobs[self.key] = replace(job, style=replace(job.style, **self._laid_out())) if self.files else job
                while len(_jobs) > KEPT:
                    del _jobs[next(iter(_jobs))]
            return _jobs[self.key]

    def _laid_out(self) -> dict[str, str]:
        """Where the files are now. Names are kept, for some of them are shown."""
        folder = Path(tempfile.mkdtemp(prefix="fen2img-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for what, (name, content) in self.files.items():
            for inner, data in content.items():
                file = folder / what / name / inner
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        return {what: str(folder / what / name / _single(content)) for what, (name, content) in self.files.items()}


#: Jobs that were unpacked here, by their keys; so many are kept.
_jobs: dict[str, Job] = {}
_lock = threading.Lock()
KEPT = 4


def _paths(style: Style) -> dict[str, str]:
    """The options of a style that lead to files."""
    load_set(style.pieces, style.font_map, style.piece_letters)  # raises here what would be raised there
    found: dict[str, str] = {}
    if style.pieces not in bundled_names():
        found["pieces"] = style.pieces if is_path(style.pieces) else str(user_folder() / style.pieces)
    if style.font_map.endswith(".toml"):
        found["font_map"] = style.font_map
    if style.font:
        found["font"] = style.font
    return found


def _read(path: Path) -> tuple[str, dict[str, bytes]]:
    """A file, or a folder of pieces: its name and what of it is read when diagrams are drawn."""
    try:
        if not path.is_dir():
            return "", {path.name: path.read_bytes()}
        described = [path / "set.toml"] if (path / "set.toml").is_file() else []
        fonts = [file for file in path.iterdir() if file.suffix.lower() in FONT_SUFFIXES]
        lone = fonts if described and len(fonts) == 1 else []
        files = [*described, *(lone or find_pieces(path).values())]
        return path.resolve().name, {file.relative_to(path).as_posix(): file.read_bytes() for file in files}
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror or error}") from None


def _single(content: Mapping[str, bytes]) -> str:
    """The name of a file that is alone because it was asked for as a file."""
    names = list(content)
    return names[0] if len(names) == 1 else ""
