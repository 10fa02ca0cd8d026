"""Who turns SVG into pixels: cairosvg, or resvg where the cairo library is missing or would draw a piece wrong."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fen2img.errors import OutputError
from fen2img.style import CSS_DPI

if TYPE_CHECKING:
    from PIL.Image import Image

_NEITHER = "neither cairosvg nor resvg-py can be loaded"

#: SVG text, width and height in pixels -> the picture, RGB, or RGBA if any pixel of it is not opaque.
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
    """SVG to pixels by cairosvg. Raises OutputError for a picture that is beyond it."""
    cairosvg = load_cairosvg()
    try:
        tree = cairosvg.parser.Tree(bytestring=svg.encode())
        # Not svg2png(): to pack PNG and unpack it again takes longer than to draw.
        surface = cairosvg.surface.PNGSurface(tree, None, CSS_DPI, output_width=width, output_height=height).cairo
        surface.flush()
        return _colors(bytes(surface.get_data()), width, height, surface.get_stride())
    except Exception as error:  # whatever a strange piece makes it fail with
        raise beyond("cairo", error) from error


def _colors(data: bytes, width: int, height: int, stride: int) -> Image:
    """Pixels as cairo has them: four bytes, blue first, the colours times their alpha."""
    from PIL import Image

    pixels = Image.frombuffer("RGBA", (width, height), data, "raw", "BGRA", stride, 1)
    if _is_opaque(pixels):
        return pixels.convert("RGB")
    return Image.frombytes("RGBA", (width, height), data, "raw", "BGRa", stride)


def _is_opaque(pixels: Image) -> bool:
    return pixels.getchannel("A").getextrema() == (255, 255)


def beyond(renderer: str, error: BaseException) -> OutputError:
    """The error for a picture that a renderer cannot draw; its reason without bytes in disguise."""
    reason = re.sub(r"^.*: b'(.*)'$", r"\1", str(error.args[0] if error.args else "")) or type(error).__name__
    return OutputError(f"{renderer} cannot draw this picture: {reason}")


def resvg(svg: str, width: int, height: int) -> Image:
    """SVG to pixels by resvg. Raises OutputError for a picture that is beyond it."""
    import resvg_py

    try:
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height))
    except BaseException as error:  # a panic of Rust is no Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        raise beyond("resvg", error) from error
    return _decoded(png)


#: Renderers that draw a shape alike wherever it lies on whole pixels. cairo counts in fixed point; resvg in single
#: precision, so that now and then an edge there moves by a sixteenth of a pixel.
STEADY = frozenset({cairo})


def _decoded(png: bytes) -> Image:
    from PIL import Image

    pixels = Image.open(io.BytesIO(png)).convert("RGBA")
    return pixels.convert("RGB") if _is_opaque(pixels) else pixels
