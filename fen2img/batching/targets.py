"""Where a batch goes: a folder, an archive or standard output, and what lies beside it while it is unfinished."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from fen2img.batching.archives import Archive, Pack, PartFile, Stream, Tar, Zip, tar_entry, zip_entry
from fen2img.batching.checkpoint import Note, NoteFile
from fen2img.batching.locks import Lock
from fen2img.batching.remote import Bucket, Place, RemoteNote, local_path, scheme_of
from fen2img.batching.stores import UNFINISHED, Folder, HandOn, IfExists, Store, exists
from fen2img.errors import OptionError, OutputError
from fen2img.files import check_stdout, is_stream

#: The name of the checkpoint in a folder.
STATE = ".fen2img-resume.json"
STDOUT = "-"


class Target:
    """A folder, a URL that is like one, `NAME.zip`, `NAME.tar`, or `-` for a tar to standard output.

    `state` is where a checkpoint lies; None where there can be none. Raises OptionError for what is no output.
    """

    def __init__(self, out: str) -> None:
        if not out:
            raise OptionError("the name of the output is empty")
        self.out = out
        self.scheme = scheme_of(out)
        if self.scheme in ("file", "local"):
            out, self.scheme = local_path(out), ""
        path = Path(out)
        self.kind = "url" if self.scheme else "stream" if out == STDOUT else _kind(path)
        self.folder = path if self.kind == "folder" else None
        self.file = PartFile(path) if self.kind in ("zip", "tar") else None
        self.archive: Archive | None = None
        self.place: Place | None = None
        self.state: Note | None = None
        self.lock: Lock | None = None
        if self.scheme:
            self.place = _place(out)
            self.state = RemoteNote(self.place, STATE)
        elif self.kind != "stream":
            state = path / STATE if self.folder else path.with_name(path.name + ".resume.json")
            self.state = NoteFile(state)
            self.lock = Lock(state.with_name(state.name + ".lock"), out)

    @property
    def loose(self) -> bool:
        """Whether each picture is a file of its own, which the workers write."""
        return self.kind in ("folder", "url")

    @property
    def samples(self) -> bool:
        """Whether names are those of samples, where the first point parts name and kind: in tar files."""
        return self.kind in ("tar", "stream")

    @property
    def pack(self) -> Pack | None:
        """How the workers put files together for an archive."""
        return None if self.loose else zip_entry if self.kind == "zip" else tar_entry

    @property
    def empty(self) -> bool:
        """Whether there is nothing yet."""
        if self.place:
            return self.place.empty()
        if self.folder:
            with suppress(FileNotFoundError, NotADirectoryError):
                return all(path.name in (f"{STATE}.new", f"{STATE}.lock") for path in self.folder.iterdir())
            return not os.path.lexists(self.folder)
        return self.file is None or not (os.path.lexists(self.file.path) or os.path.lexists(self.file.part))

    def store(self, if_exists: IfExists, *, resumed: bool) -> Store:
        """What the workers write to."""
        if self.place:
            return Bucket(self.place.url, if_exists, resumed)
        if self.folder is None:
            return HandOn()
        return Folder(str(self.folder), if_exists, resumed, base=str(Path.cwd() / self.folder))

    def make(self) -> None:
        """Make the folder, if it is one, have it to ourselves, and see that a stream is one. Raises OutputError."""
        if self.kind == "stream":
            check_stdout("an archive")
        if self.place:
            self.place.make()
        if self.folder:
            make_folder(self.folder)
        if self.lock:
            self.lock.take()

    def begin(self, length: int = 0) -> None:
        """Make ready for files, behind what an archive has already. Raises OutputError."""
        if self.folder:
            self._clear(self.folder / UNFINISHED)
        elif self.file:
            self.file.begin(length)
            self.archive = Zip(self.file) if self.kind == "zip" else Tar(self.file, length)
        elif self.kind == "stream":
            self.archive = Tar(Stream(sys.stdout.buffer))

    def _clear(self, unfinished: Path) -> None:
        """Have a place for what is unfinished, without what a run that was killed left there."""
        try:
            if unfinished.is_symlink():
                unfinished.unlink()
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot make the folder {unfinished}: {error.strerror or error}") from None

    def tidy(self) -> None:
        """Remove the place for what is unfinished."""
        if self.place:
            self.place.tidy()
        if self.folder:
            shutil.rmtree(self.folder / UNFINISHED, ignore_errors=True)

    def release(self) -> None:
        """Let another batch write here."""
        if self.lock:
            self.lock.drop()


#: Archives that there are elsewhere: a folder of such a name is hardly meant.
_OTHER_ARCHIVES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst", ".7z", ".rar")


def _kind(path: Path) -> str:
    """Folder, zip or tar, by the name. Raises OptionError for another archive."""
    if path.name.lower().endswith(_OTHER_ARCHIVES) and not path.is_dir():
        hint = "pictures are packed already: name a .tar or .zip"
        raise OptionError(f"{path}: no such archives are written", hint=hint)
    kind = path.suffix.lower().removeprefix(".")
    return kind if kind in ("zip", "tar") and not path.is_dir() else "folder"


def _place(url: str) -> Place:
    """The place of a URL. Raises OptionError for an archive, OutputError where it cannot be reached."""
    if url.lower().rstrip("/").endswith((".zip", ".tar")):
        hint = "write it here and copy it, or name a folder there"
        raise OptionError(f"{url}: an archive grows bit by bit, and what is at a URL cannot", hint=hint)
    return Place(url)


def make_folder(folder: Path) -> None:
    """Make a folder if need be. Raises OutputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputError(f"{folder} is a file, not a folder", hint="name another folder") from None
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from None


def check_new(files: Iterable[PartFile | None], if_exists: IfExists) -> None:
    """Raises OutputError for a file that is there and must not be replaced."""
    for file in files:
        if file and if_exists != "replace" and os.path.lexists(file.path):
            raise exists(file.path)


def check_apart(target: Target, files: Mapping[str, PartFile]) -> None:
    """Raises OptionError for two outputs in one file, finished or not."""
    seen: dict[str, str] = {}
    state = target.state.path if isinstance(target.state, NoteFile) else None
    own = {"output": target.folder, "checkpoint": state}
    named = {name: file.path for name, file in files.items()}
    parts = {f"unfinished {name}": file.part for name, file in files.items()}
    for name, path in {**own, **named, **parts}.items():
        place = _whereabouts(path) if path else ""
        if place and place in seen:
            raise OptionError(f"{path} cannot be both {seen[place]} and {name}", hint="name two files")
        seen[place] = name


def _whereabouts(path: Path) -> str:
    """Where a file will be, whichever way its name takes there; a link at the end of it is replaced."""
    try:
        return os.path.join(os.path.realpath(path.parent), path.name)  # noqa: PTH118 - it may be no path at all
    except ValueError:
        return str(path)


def check_regular(files: Iterable[PartFile | None]) -> None:
    """Raises OutputError for a folder, a device or a pipe, which no file can replace, or must not."""
    for file in files:
        if file and is_stream(file.path):
            raise OutputError(f"{file.path} is there and no file", hint="name a file")


def check_inputs(files: Iterable[PartFile | None], inputs: Iterable[str]) -> None:
    """Raises OptionError for an output that is one of the inputs."""
    for name in inputs:
        for file in files:
            for path in (file.path, file.part) if file else ():
                with suppress(OSError, ValueError):
                    if path.samefile(name):
                        raise OptionError(f"{path} is an input", hint="name another output")
