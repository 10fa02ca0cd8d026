"""Piece sets: found, checked, loaded, coloured."""

from fen2img.pieceset.model import GRID, NAMES, PEN, Colored, Pen, PieceSet, SetInfo
from fen2img.pieceset.registry import (
    FONT_SUFFIXES,
    bundled_names,
    installed_names,
    is_path,
    load_set,
    set_info,
    set_names,
)

__all__ = [
    "FONT_SUFFIXES",
    "GRID",
    "NAMES",
    "PEN",
    "Colored",
    "Pen",
    "PieceSet",
    "SetInfo",
    "bundled_names",
    "installed_names",
    "is_path",
    "load_set",
    "set_info",
    "set_names",
]
