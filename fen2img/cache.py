"""The user's cache folder: what one start has made, the next one finds.

FEN2IMG_CACHE names another folder, or is `off`. A file is written under a temporary name and renamed, so any number of
processes may share the folder. Nothing in it is ever run, and whoever reads must take a damaged file for a missing one.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from fen2img.files import expanded

VARIABLE = "FEN2IMG_CACHE"


def folder() -> Path | None:
    """Where things are kept; None where they are not to be."""
    return _folder(os.environ.get(VARIABLE))


@lru_cache(maxsize=4)
def _folder(asked: str | None) -> Path | None:
    if asked:
        return None if asked.lower() in ("off", "0") else expanded(asked)
    return _user_folder() / "plates"


def _user_folder() -> Path:
    if sys.platform == "linux":  # what platformdirs says, too, but to load it takes a fortieth of a cold start
        asked = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(asked) if os.path.isabs(asked) else expanded("~/.cache")) / "fen2img"  # noqa: PTH117
    import platformdirs

    return Path(platformdirs.user_cache_dir("fen2img", appauthor=False))


def load(path: Path | None) -> bytes:
    """What a file holds; nothing where there is none."""
    if path is None:
        return b""
    try:
        with path.open("rb") as file:
            return file.read()
    except OSError:
        return b""


def store(path: Path, data: bytes) -> bool:
    """Keep a file, and tell whether that was possible: a folder that cannot be written to does no harm."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        return False
    return True


def age(path: Path) -> tuple[str, int, int]:
    """Name, age and length of what things are made with: others than these make other things."""
    found = path.stat()
    return path.name, found.st_mtime_ns, found.st_size


def module_age(name: str) -> tuple[str, int, int]:
    """The same for a module, without importing it."""
    spec = find_spec(name)
    return age(Path(spec.origin)) if spec and spec.origin else (name, 0, 0)
