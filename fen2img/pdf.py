"""Scene -> PDF, EPS, PostScript: vectors through cairosvg, with the same bytes for the same scene."""

from __future__ import annotations

import io
import re
import sys
from decimal import Decimal
from typing import Any

from fen2img.errors import OutputError, PieceSetError
from fen2img.options import MM_PER_INCH
from fen2img.press import repaint_pdf, repaint_postscript
from fen2img.raster.backend import beyond, load_cairosvg
from fen2img.scene import Scene, number
from fen2img.style import CSS_DPI
from fen2img.svg import one_line, to_svg

#: Stands where cairo would write the present moment.
_MOMENT = "2000-01-01T00:00:00Z"
_BOX = re.compile(rb"^%%BoundingBox: .*\n", re.MULTILINE)
_FLIP = re.compile(rb"^(1 0 0 -1 0 )[0-9.]+(?= cm\b)", re.MULTILINE)
_CREATED = re.compile(rb"^%%CreationDate: .*\n", re.MULTILINE)


def to_pdf(scene: Scene, space: str = "rgb") -> bytes:
    """One page as large as the picture. Raises OutputError where cairo or pikepdf is missing."""
    cairosvg = _cairosvg("PDF")
    pikepdf = _pikepdf()
    import cairocffi

    class PDFSurface(cairosvg.surface.PDFSurface):  # type: ignore[misc, name-defined]
        def _create_surface(self, width: float, height: float) -> Any:
            surface, *size = super()._create_surface(width, height)
            surface.set_metadata(cairocffi.PDF_METADATA_TITLE, one_line(scene.title))
            surface.set_metadata(cairocffi.PDF_METADATA_SUBJECT, scene.description)
            surface.set_metadata(cairocffi.PDF_METADATA_KEYWORDS, scene.fen)
            if scene.credit:
                surface.set_metadata(cairocffi.PDF_METADATA_AUTHOR, scene.credit)
            surface.set_metadata(cairocffi.PDF_METADATA_CREATE_DATE, _MOMENT)
            return surface, *size

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(_convert(PDFSurface, scene))) as document:
        page = document.pages[0]
        if scene.lang != "en":
            document.Root.Lang = scene.lang  # ISO 32000-1, section 14.9.2: what screen readers speak
        page.mediabox = page.trimbox = [0, 0, *(Decimal(number(side, 5)) for side in _points(scene))]
        repaint_pdf(document, space)
        document.save(out, deterministic_id=True)
    return out.getvalue()


def to_eps(scene: Scene, space: str = "rgb") -> bytes:
    """Encapsulated PostScript. Raises OutputError where cairo is missing."""
    return _exact(repaint_postscript(_convert(_cairosvg("EPS").surface.EPSSurface, scene), space), scene)


def to_ps(scene: Scene, space: str = "rgb") -> bytes:
    """PostScript. Raises OutputError where cairo is missing."""
    return _exact(repaint_postscript(_convert(_cairosvg("PostScript").surface.PSSurface, scene), space), scene)


def _exact(data: bytes, scene: Scene) -> bytes:
    """Without the moment of making, with what is said about the picture, and with a bounding box in fractions.

    cairo rounds its own box up to whole points, and counts down from the top of that.
    """
    width, height = (number(side, 4) for side in _points(scene))
    data = _FLIP.sub(lambda found: found[1] + height.encode(), data, count=1)
    box = f"%%HiResBoundingBox: 0 0 {width} {height}\n".encode()
    said = {"Title": _in_parentheses(scene.title), "Copyright": _in_parentheses(scene.credit)}
    notes = b"".join(f"%%{key}: ({value})\n".encode() for key, value in said.items() if value.strip("? "))
    return _BOX.sub(lambda found: notes + found[0] + box, _CREATED.sub(b"", data), count=1)


def _in_parentheses(text: str) -> str:
    """A text line of the document structuring conventions, which may have 255 characters of ASCII."""
    plain = one_line(text)[:200].encode("ascii", "replace").decode()
    return re.sub(r"([()\\])", r"\\\1", plain)


def _points(scene: Scene) -> tuple[float, float]:
    """Width and height of the picture in points; cairo's own are a little off."""
    width, height = scene.frame.width, scene.frame.height
    if scene.frame.paper:
        width, height = (mm / MM_PER_INCH * CSS_DPI for mm in scene.frame.paper)
    return width / CSS_DPI * 72, height / CSS_DPI * 72


def _convert(surface: Any, scene: Scene) -> bytes:
    if scene.needs:
        raise PieceSetError(f"{scene.needs} cannot be had in PDF, EPS and PostScript", hint="SVG and PNG can have it")
    out = io.BytesIO()
    try:
        surface.convert(bytestring=to_svg(scene).encode(), write_to=out)
    except Exception as error:  # whatever a strange piece makes it fail with
        raise beyond("cairo", error) from error
    return out.getvalue()


def _cairosvg(wish: str) -> Any:
    module = load_cairosvg()
    if module is None:
        raise OutputError(f"{wish} needs the cairo library, which is not on this system", hint=install_cairo())
    return module


def _pikepdf() -> Any:
    try:
        import pikepdf
    except ImportError:
        raise OutputError("PDF needs pikepdf, which is not installed", hint="pip install pikepdf") from None
    return pikepdf


def install_cairo(platform: str = sys.platform) -> str:
    """How cairo comes onto a system."""
    if platform == "darwin":
        return "brew install cairo"
    if platform == "win32":
        return "install the GTK runtime for Windows, which brings libcairo-2.dll; SVG and PNG work without it"
    return "apt-get install libcairo2 (Debian, Ubuntu), dnf install cairo (Fedora) or apk add cairo (Alpine)"
