"""Who turns SVG into pixels: cairosvg, or resvg where the cairo library is missing or would draw a piece wrong."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fen2img.errors import OutputError

if TYPE_CHECKING:
    from PIL.Image import Image

_NEITHER = "neither cairosvg nor resvg-py can be loaded"

Backend = Callable[[str, int, int], "Image"]


@lru_cache(maxsize=1)
def load_cairosvg() -> Any:
    """The module cairosvg, or None where it or the cairo library cannot be loaded."""
    try:
        import cairosvg
        import cairosvg.surface
    except (ImportError, OSError):  # cairocffi raises OSError when it finds no libcairo
        return None
    return cairosvg


def backend(needs: str = "") -> Backend:
    """The renderer to use on this machine: cairo, unless a picture needs what cairo draws wrong.

    Raises OutputError when there is none.
    """
    if load_cairosvg() and not needs:
        return cairo
    try:
        import resvg_py  # noqa: F401 - looked for, not used
    except ImportError:
        which = f"resvg-py cannot be loaded, and {needs} needs it" if needs else _NEITHER
        raise OutputError(which, hint="pip install resvg-py") from None
    return resvg


def cairo(svg: str, width: int, height: int) -> Image:
    """SVG to RGBA pixels by cairosvg. Raises OutputError for a picture that is beyond it."""
    try:
        png = load_cairosvg().svg2png(bytestring=svg.encode(), output_width=width, output_height=height)
    except Exception as error:  # whatever a strange piece makes it fail with
        raise beyond("cairo", error) from error
    return _rgba(png)


def beyond(renderer: str, error: BaseException) -> OutputError:
    """The error for a picture that a renderer cannot draw; its reason without bytes in disguise."""
    reason = re.sub(r"^.*: b'(.*)'$", r"\1", str(error.args[0] if error.args else "")) or type(error).__name__
    return OutputError(f"{renderer} cannot draw this picture: {reason}")


def resvg(svg: str, width: int, height: int) -> Image:
    """SVG to RGBA pixels by resvg. Raises OutputError for a picture that is beyond it."""
    import resvg_py

    try:
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height))
    except BaseException as error:  # a panic of Rust is no Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        raise beyond("resvg", error) from error
    return _rgba(png)


#: Renderers that draw a shape alike wherever it lies on whole pixels. cairo counts in fixed point; resvg in single
#: precision, so that now and then an edge there moves by a sixteenth of a pixel.
STEADY = frozenset({cairo})


def _rgba(png: bytes) -> Image:
    from PIL import Image

    return Image.open(io.BytesIO(png)).convert("RGBA")
