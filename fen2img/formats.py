"""The output formats: one row each."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from fen2img.errors import OptionError, near_match
from fen2img.scene import Scene
from fen2img.style import Style
from fen2img.svg import one_line, to_svg

Writer = Callable[[Scene, Style], bytes]


@dataclass(frozen=True, slots=True)
class Format:
    """An output format: `vector` ones are laid out exactly when a size on paper is asked for."""

    name: str
    suffixes: tuple[str, ...]
    media_type: str
    vector: bool
    write: Writer


def _svg(scene: Scene, style: Style) -> bytes:
    return to_svg(scene, reuse=style.svg_reuse).encode("utf-8")


def _png(scene: Scene, style: Style) -> bytes:
    from fen2img.raster import draw
    from fen2img.raster.png import encode

    texts = {"Title": scene.title, "Description": scene.description, "FEN": scene.fen}
    if scene.credit:
        texts["Copyright"] = scene.credit
    return encode(draw(scene), texts, style.pixels_per_inch)


def _jpeg(scene: Scene, style: Style) -> bytes:
    from fen2img.raster import draw, on_paper

    out = io.BytesIO()
    dpi = style.pixels_per_inch
    resolution = (dpi, dpi) if dpi else (0, 0)
    look = {"quality": style.quality, "subsampling": 0, "optimize": True}
    on_paper(draw(scene)).save(out, "JPEG", dpi=resolution, exif=_exif(scene), **look)
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
    from fen2img.raster import draw

    out = io.BytesIO()
    draw(scene).save(out, "WEBP", quality=style.quality, method=4, exif=_exif(scene))
    return out.getvalue()


def _tiff(scene: Scene, style: Style) -> bytes:
    from fen2img.raster import draw

    out = io.BytesIO()
    dpi = style.pixels_per_inch
    resolution = {"dpi": (dpi, dpi)} if dpi else {}
    draw(scene).save(out, "TIFF", compression="tiff_lzw", tiffinfo=_said(scene), **resolution)
    return out.getvalue()


def _pdf(scene: Scene, style: Style) -> bytes:
    from fen2img.pdf import to_pdf

    return to_pdf(scene)


def _eps(scene: Scene, style: Style) -> bytes:
    from fen2img.pdf import to_eps

    return to_eps(scene)


def _ps(scene: Scene, style: Style) -> bytes:
    from fen2img.pdf import to_ps

    return to_ps(scene)


FORMATS = {
    f.name: f
    for f in (
        Format("svg", (".svg",), "image/svg+xml", True, _svg),
        Format("png", (".png",), "image/png", False, _png),
        Format("jpeg", (".jpg", ".jpeg"), "image/jpeg", False, _jpeg),
        Format("webp", (".webp",), "image/webp", False, _webp),
        Format("pdf", (".pdf",), "application/pdf", True, _pdf),
        Format("eps", (".eps",), "application/postscript", True, _eps),
        Format("ps", (".ps",), "application/postscript", True, _ps),
        Format("tiff", (".tif", ".tiff"), "image/tiff", False, _tiff),
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
