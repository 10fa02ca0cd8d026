"""fen2img: chess positions to diagrams.

>>> import fen2img
>>> fen2img.Diagram.from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").save("mate.svg", size=400)
PosixPath('mate.svg')
"""

from fen2img.api import Diagram, formats
from fen2img.config import load_style
from fen2img.errors import Fen2imgError, Finding, NotationError, OptionError, OutputError
from fen2img.notation import parse_fen, read_fen
from fen2img.position import Piece, Position, Square
from fen2img.style import Style

__version__ = "0.1.0"

__all__ = [
    "Diagram",
    "Fen2imgError",
    "Finding",
    "NotationError",
    "OptionError",
    "OutputError",
    "Piece",
    "Position",
    "Square",
    "Style",
    "formats",
    "load_style",
    "parse_fen",
    "read_fen",
]
