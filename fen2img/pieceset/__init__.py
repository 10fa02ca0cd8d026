"""Piece sets: found, checked, loaded, coloured."""

from fen2img.pieceset.model import GRID, NAMES, Colored, PieceSet, SetInfo
from fen2img.pieceset.registry import bundled_names, installed_names, is_path, load_set, set_info, set_names

__all__ = [
    "GRID",
    "NAMES",
    "Colored",
    "PieceSet",
    "SetInfo",
    "bundled_names",
    "installed_names",
    "is_path",
    "load_set",
    "set_info",
    "set_names",
]
