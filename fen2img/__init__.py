"""fen2img: chess positions to diagrams.

>>> import fen2img
>>> fen2img.Diagram.from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").save("mate.svg", size=400)
PosixPath('mate.svg')
"""

from typing import TYPE_CHECKING, Any

from fen2img.api import Diagram, formats, read_diagrams
from fen2img.config import load_style
from fen2img.errors import Fen2imgError, Finding, NotationError, OptionError, OutputError
from fen2img.notation import parse_fen, read_fen
from fen2img.position import Piece, Position, Square
from fen2img.style import Style

if TYPE_CHECKING:
    from fen2img.batching.report import Report
    from fen2img.batching.run import batch, render_many

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
    "Report",
    "Square",
    "Style",
    "batch",
    "formats",
    "load_style",
    "parse_fen",
    "read_diagrams",
    "read_fen",
    "render_many",
]

#: What most programs do without, and where it is.
_LATER = {"Report": "report", "batch": "run", "render_many": "run"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"fen2img.batching.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
