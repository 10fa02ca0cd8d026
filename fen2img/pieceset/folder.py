"""A folder of piece files in any of the layouts that people have -> which file is which piece."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from fen2img.errors import PieceSetError
from fen2img.pieceset.model import NAMES
from fen2img.position import PIECE_LETTERS

SUFFIXES = (".svg", ".png")
#: No set has so many files; a folder with more is not one.
MAX_FILES = 1000

#: Hidden files, and what macOS adds to archives.
_HIDDEN = re.compile(r"(?:^|[/\\])(?:\.|__MACOSX[/\\])")

_SIDES = {"w": "w", "white": "w", "light": "w", "b": "b", "black": "b", "dark": "b"}
_PIECES = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "horse": "N", "pawn": "P"}


def find_pieces(folder: Path) -> dict[str, Path]:
    """The file of each of the twelve pieces, `wK` … `bP`.

    Knows `wK.svg` and `wk.svg` (lichess), `white/King.png`, `white_king.svg`, `Chess_klt45.svg` (Wikimedia), other
    cases and separators among them. Raises PieceSetError naming what is missing or there twice.
    """
    found: dict[str, list[Path]] = {name: [] for name in NAMES}
    for path in _files(folder):
        name = piece_name(path.relative_to(folder))
        if name:
            found[name].append(path)
    missing = [name for name, paths in found.items() if not paths]
    if len(missing) == len(found):
        raise PieceSetError(f"{folder}: no piece files", hint="files are named wK.svg … bP.svg, or white/king.png …")
    if missing:
        raise PieceSetError(f"{folder}: no file for {', '.join(missing)}")
    for name, paths in found.items():
        if len(paths) > 1:
            both = " and ".join(str(p.relative_to(folder)) for p in sorted(paths)[:2])
            raise PieceSetError(f"{folder}: both {both} are {name}")
    return {name: paths[0] for name, paths in found.items()}


def _files(folder: Path) -> Iterator[Path]:
    found = (p for p in (*folder.glob("*"), *folder.glob("*/*")) if p.suffix.lower() in SUFFIXES)
    paths = sorted(p for p in found if not _HIDDEN.search(str(p.relative_to(folder))))
    if len(paths) > MAX_FILES:
        raise PieceSetError(f"{folder}: {len(paths)} images; a piece set has twelve")
    return (p for p in paths if p.is_file())


def piece_name(path: Path) -> str | None:
    """Which piece a file in a set's folder is, by its name and that of the folder around it."""
    stem = path.stem
    if re.fullmatch("[wbWB][kqrbnpKQRBNP]", stem):
        return stem[0].lower() + stem[1].upper()
    if wikimedia := re.fullmatch(r"(?i)chess[ _-]?([kqrbnp])([ld])t?\d*", stem):
        return ("w" if wikimedia[2].lower() == "l" else "b") + wikimedia[1].upper()
    words = [w.lower() for w in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", stem)]
    around = _SIDES.get(path.parent.name.lower())
    pieces = {_PIECES[w] for w in words if w in _PIECES}
    sides = {_SIDES[w] for w in words if w in _SIDES} or ({around} if around else set())
    if len(pieces) == 1 and len(sides) == 1:
        return sides.pop() + pieces.pop()
    if len(stem) == 1 and stem.upper() in PIECE_LETTERS:
        return (around or ("w" if stem.isupper() else "b")) + stem.upper()
    return None
