"""The output formats: one row each."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from fen2img.errors import OptionError, near_match
from fen2img.memo import by_identity
from fen2img.scene import Scene
from fen2img.style import ColorSpace, Style
from fen2img.svg import one_line, to_svg

if TYPE_CHECKING:
    from PIL.Image import Image

Writer = Callable[[Scene, Style], bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """An output format: `vector` ones are laid out exactly when a size on paper is asked for.

    `spaces` are the colour spaces that it has.
    """

    name: str
    suffixes: tuple[str, ...]
    media_type: str
    vector: bool
    spaces: tuple[ColorSpace, ...]
    write: Writer

    def fitted(self, style: Style) -> Style:
        """The style, in RGB if the format does not have its colour space: a house style serves many formats."""
        return style if style.color in self.spaces else _in_rgb(style)


@by_identity
def _in_rgb(style: Style) -> Style:
    return replace(style, color="rgb")


def _svg(scene: Scene, style: Style) -> bytes:
    return to_svg(scene, reuse=style.svg_reuse).encode("utf-8")


def _pixels(scene: Scene, style: Style) -> Image:
    from fen2img.raster import draw, in_space

    return in_space(draw(scene), style.color)


def _png(scene: Scene, style: Style) -> bytes:
    from fen2img.raster.png import optimized

    data = _quick_png(scene, style)
    return optimized(data) if style.optimize else data


def _quick_png(scene: Scene, style: Style) -> bytes:
    from fen2img.raster import in_full, indexed
    from fen2img.raster.png import encode, encode_rows

    texts = {"Title": scene.title, "Description": scene.description, "FEN": scene.fen}
    if scene.credit:
        texts["Copyright"] = scene.credit
    if style.color == "rgb":
        rows = indexed(scene) if style.png_colors == "palette" else in_full(scene)
        if rows:
            return encode_rows(rows, texts, style.pixels_per_inch)
    return encode(_pixels(scene, style), texts, style.pixels_per_inch)


def _jpeg(scene: Scene, style: Style) -> bytes:
    from fen2img.raster import on_paper

    out = io.BytesIO()
    dpi = style.pixels_per_inch
    resolution = (dpi, dpi) if dpi else (0, 0)
    look = {"quality": style.quality, "subsampling": 0, "optimize": True}
    on_paper(_pixels(scene, style)).save(out, "JPEG", dpi=resolution, exif=_exif(scene), **look)
    return out.getvalue()


def _said(scene: Scene) -> dict[int, bytes]:
    """What is said about a picture, in the tags of TIFF and Exif 2.32: 270 ImageDescription, 33432 Copyright; UTF-8."""
    texts = {270: scene.description, 33432: scene.credit}
    return {tag: one_line(text).encode() for tag, text in texts.items() if text}


def _exif(scene: Scene) -> bytes:
    from PIL import Image

    exif = Image.Exif()
    exif.update(_said(scene))
    return exif.tobytes()


def _webp(scene: Scene, style: Style) -> bytes:
    out = io.BytesIO()
    _pixels(scene, style).save(out, "WEBP", quality=style.quality, method=4, exif=_exif(scene))
    return out.getvalue()


def _tiff(scene: Scene, style: Style) -> bytes:
    image, dpi = _pixels(scene, style), style.pixels_per_inch
    out = io.BytesIO()
    compression = "group4" if image.mode == "1" else "tiff_lzw"
    resolution = {"dpi": (dpi, dpi)} if dpi else {}
    image.save(out, "TIFF", compression=compression, tiffinfo=_said(scene), **resolution)
    return out.getvalue()


def _pdf(scene: Scene, style: Style) -> bytes:
    from fen2img.pdf import to_pdf

    return to_pdf(scene, style.color)


def _eps(scene: Scene, style: Style) -> bytes:
    from fen2img.pdf import to_eps

    return to_eps(scene, style.color)


def _ps(scene: Scene, style: Style) -> bytes:
    from fen2img.pdf import to_ps

    return to_ps(scene, style.color)


_PIXELS: tuple[ColorSpace, ...] = ("rgb", "gray")
_SHARP: tuple[ColorSpace, ...] = (*_PIXELS, "bw")
_PRESS: tuple[ColorSpace, ...] = (*_SHARP, "cmyk")

FORMATS = {
    f.name: f
    for f in (
        Format("svg", (".svg",), "image/svg+xml", True, _SHARP, _svg),
        Format("png", (".png",), "image/png", False, _SHARP, _png),
        Format("jpeg", (".jpg", ".jpeg"), "image/jpeg", False, _PIXELS, _jpeg),
        Format("webp", (".webp",), "image/webp", False, _PIXELS, _webp),
        Format("pdf", (".pdf",), "application/pdf", True, _PRESS, _pdf),
        Format("eps", (".eps",), "application/postscript", True, _PRESS, _eps),
        Format("ps", (".ps",), "application/postscript", True, _PRESS, _ps),
        Format("tiff", (".tif", ".tiff"), "image/tiff", False, _PRESS, _tiff),
    )
}
_BY_SUFFIX = {suffix: f for f in FORMATS.values() for suffix in f.suffixes}


def format_named(name: str) -> Format:
    """A format by its name or suffix (`jpeg`, `jpg`, `.jpg`). Raises OptionError."""
    word = name.lower()
    found = FORMATS.get(word) or _BY_SUFFIX.get("." + word.removeprefix("."))
    if not found:
        known = sorted({s.removeprefix(".") for s in _BY_SUFFIX})
        close = near_match(word.removeprefix("."), known)
        raise OptionError(f"unknown format {name!r}", hint=close or f"known: {', '.join(known)}")
    return found


def format_of(path: str | PurePath) -> Format:
    """The format that a file name asks for by its suffix. Raises OptionError."""
    suffix = PurePath(path).suffix
    if not suffix:
        raise OptionError(f"{str(path)!r} has no suffix to tell the format", hint="end it in .svg, .png, .pdf …")
    return format_named(suffix)
