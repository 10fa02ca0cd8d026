"""Installing a set by name: checked and cleaned on the way in."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from fen2img.errors import OutputError, PieceSetError, visible
from fen2img.files import expanded
from fen2img.pieceset.font import FontSet
from fen2img.pieceset.foreign import ForeignSet
from fen2img.pieceset.model import PieceSet, SetInfo
from fen2img.pieceset.registry import NAME, bundled_names, load_set, user_folder


def install(
    path: Path,
    name: str,
    said: dict[str, str],
    *,
    font_map: str = "auto",
    force: bool = False,
    prove: Callable[[PieceSet], None] | None = None,
) -> SetInfo:
    """Copy a set, cleaned, into the user's folder, and return what is known about it.

    `said` overrides title, author, licence, about and credit; `prove` raises for a set that cannot be drawn.
    Raises PieceSetError for a set that is not one or a name
    that is taken, OutputError when it cannot be written.
    """
    if not re.fullmatch(NAME, name):
        raise PieceSetError(f"{name!r} is no name for a set", hint="small letters, digits, - and _, 40 at most")
    if name in bundled_names():
        raise PieceSetError(f"{name} is the name of a bundled set", hint="choose another --name")
    target = user_folder() / name
    if os.path.lexists(target) and not force:
        raise PieceSetError(f"a set {name} is installed already", hint="--force replaces it")
    load_set.cache_clear()  # the folder may have been mended since it was read
    pieces = load_set(str(expanded(path).resolve()), font_map)
    if prove:
        prove(pieces)
    info = replace(pieces.info, name=name, **said)
    files = _files(pieces, info, font_map)
    try:
        _write(target, files)
    except OSError as error:
        raise OutputError(f"cannot write {target}: {error.strerror or error}") from None
    load_set.cache_clear()
    return info


def remove(name: str) -> None:
    """Remove an installed set. Raises PieceSetError when there is none, OutputError when it cannot be removed."""
    target = user_folder() / name
    if not re.fullmatch(NAME, name) or not (target.is_symlink() or (target / "set.toml").is_file()):
        raise PieceSetError(f"no set {name!r} is installed", hint="fen2img pieces lists them")
    try:
        target.unlink() if target.is_symlink() else shutil.rmtree(target)  # what a link leads to is not ours
    except OSError as error:
        raise OutputError(f"cannot remove {target}: {error.strerror or error}") from None
    load_set.cache_clear()


def _files(pieces: PieceSet, info: SetInfo, font_map: str) -> dict[str, bytes]:
    """The files of the installed set."""
    lines = [f"{k} = {_quoted(getattr(info, k))}" for k in ("title", "author", "licence", "about", "credit")]
    if isinstance(pieces, FontSet):
        if font_map.endswith(".toml"):
            raise PieceSetError("a set is installed with a font map by name", hint="unicode, merida or cases")
        lines.append(f"font-map = {_quoted(font_map)}")
        files = {f"pieces{pieces.file.suffix.lower()}": pieces.file.read_bytes()}
    else:
        assert isinstance(pieces, ForeignSet)  # noqa: S101 - a path holds one or the other
        drawn = {name: picture.as_file() for name, picture in pieces.pictures.items()}
        files = {name + suffix: data for name, (suffix, data) in drawn.items()}
    return {**files, "set.toml": ("\n".join(lines) + "\n").encode()}


def _quoted(text: str) -> str:
    """Text as TOML: on one line, without characters that it cannot hold."""
    return json.dumps(visible(" ".join(text.split())), ensure_ascii=False)


def _write(target: Path, files: dict[str, bytes]) -> None:
    """A whole folder or none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".") as folder:
        fresh = Path(folder) / "set"
        fresh.mkdir()
        for name, data in files.items():
            (fresh / name).write_bytes(data)
        if os.path.lexists(target):
            target.rename(Path(folder) / "old")
        fresh.rename(target)
