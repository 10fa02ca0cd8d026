"""PDF, EPS and PostScript: exact pages, the picture of the PNG, the same bytes every time."""

import io
import re
import shutil
import subprocess
import sys
from decimal import Decimal

import pikepdf
import pytest
from drawing import ENDGAME, MIDDLEGAME, diagram, scene
from PIL import Image, ImageChops, ImageStat

from fen2img import pdf
from fen2img.diagram import Diagram
from fen2img.errors import OutputError
from fen2img.formats import FORMATS
from fen2img.layout import layout
from fen2img.notation import parse_fen
from fen2img.pdf import install_cairo, to_eps, to_pdf, to_ps
from fen2img.raster import draw_whole
from fen2img.render import render
from fen2img.style import Style

pdfium = pytest.importorskip("pypdfium2")

POINT = 25.4 / 72
cairo_only = pytest.mark.usefixtures("needs_cairo")


def page_mm(data):
    document = pdfium.PdfDocument(data)
    try:
        assert len(document) == 1
        return tuple(side * POINT for side in document.get_page_size(0))
    finally:
        document.close()


def rasterised(data, scale):
    document = pdfium.PdfDocument(data)
    page = document[0]
    bitmap = page.render(scale=scale)
    image = bitmap.to_pil().convert("RGB")
    bitmap.close()
    page.close()
    document.close()
    return image


def mean_difference(one, other):
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@cairo_only
@pytest.mark.parametrize("width", ["60mm", "33.3mm", "4cm", "2.5in", "170pt", "200mm"])
@pytest.mark.parametrize("options", [{"coordinates": "none"}, {"coordinates": "all", "border": "1mm", "margin": "2mm"}])
def test_the_page_is_as_wide_as_asked_to_a_hundredth_of_a_millimetre(width, options):
    style = Style.of(width=width, **options)
    wide, high = page_mm(render(diagram(ENDGAME), style, FORMATS["pdf"]))
    assert wide == pytest.approx(style.width.mm, abs=0.01)
    assert high == pytest.approx(wide, abs=0.01)


@cairo_only
@pytest.mark.parametrize(("options", "mm"), [({"size": 360}, 95.25), ({"size": 300, "dpi": 300}, 25.4)])
def test_the_page_of_a_picture_in_pixels(options, mm):
    assert page_mm(render(diagram(ENDGAME), Style.of(**options), FORMATS["pdf"])) == pytest.approx((mm, mm), abs=0.01)


@cairo_only
@pytest.mark.parametrize(
    ("width", "points"), [("60mm", "170.07874"), ("33.3mm", "94.3937"), ("2.5in", "180"), ("170pt", "170")]
)
def test_page_and_trimmed_page_are_the_picture_exactly(width, points):
    data = render(diagram(ENDGAME), Style.of(width=width, coordinates="none"), FORMATS["pdf"])
    with pikepdf.open(io.BytesIO(data)) as document:
        page = document.pages[0].obj
        for box in (page.MediaBox, page.TrimBox):
            assert [Decimal(side) for side in box] == [0, 0, Decimal(points), Decimal(points)]


@cairo_only
def test_the_page_is_valid(tmp_path):
    data = render(diagram(MIDDLEGAME), Style.of(width="60mm"), FORMATS["pdf"])
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
    if not shutil.which("pdfinfo"):
        pytest.skip("pdfinfo is not installed")
    (tmp_path / "d.pdf").write_bytes(data)
    done = subprocess.run(["pdfinfo", "-box", "d.pdf"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert not done.stderr
    boxes = re.findall(r"(Media|Trim)Box: +0\.00 +0\.00 +(\S+)", done.stdout)
    assert boxes == [("Media", "170.08"), ("Trim", "170.08")]


@cairo_only
def test_the_page_of_a_board_that_is_not_square():
    drawn = scene("10/10/10/10/10", board=(10, 5), width="60mm", coordinates="none", paper=True)
    assert page_mm(to_pdf(drawn)) == pytest.approx((60, 30), abs=0.01)


@cairo_only
@pytest.mark.parametrize("theme", ["brown", "print", "dark"])
def test_the_page_looks_like_the_png(theme):
    # At four times the pixels and averaged, the two shade the same outlines: less than 1 of 255 is left.
    drawn = scene(MIDDLEGAME, size=400, theme=theme)
    page = rasterised(to_pdf(drawn), 4 * 96 / 72).resize((400, 400), Image.Resampling.BOX)
    assert mean_difference(page, draw_whole(drawn).convert("RGB")) < 1.5


@cairo_only
def test_poppler_sees_the_same_page(tmp_path):
    if not shutil.which("pdftoppm"):
        pytest.skip("pdftoppm is not installed")
    drawn = scene(MIDDLEGAME, size=400)
    (tmp_path / "d.pdf").write_bytes(to_pdf(drawn))
    subprocess.run(["pdftoppm", "-png", "-singlefile", "-r", "384", "d.pdf", "d"], cwd=tmp_path, check=True)
    with Image.open(tmp_path / "d.png") as image:
        page = image.convert("RGB").resize((400, 400), Image.Resampling.BOX)
    assert mean_difference(page, draw_whole(drawn).convert("RGB")) < 1.5


@cairo_only
def test_eps_and_ps_are_read_by_ghostscript(tmp_path):
    if not shutil.which("gs"):
        pytest.skip("Ghostscript is not installed")
    drawn = scene(MIDDLEGAME, size=384)
    for name, write in (("eps", to_eps), ("ps", to_ps)):
        (tmp_path / f"d.{name}").write_bytes(write(drawn))
        args = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-r384", "-g1536x1536"]
        args += ["-dEPSCrop", f"-sOutputFile={name}.png", f"d.{name}"]
        subprocess.run(args, cwd=tmp_path, check=True)
        with Image.open(tmp_path / f"{name}.png") as image:
            page = image.convert("RGB").resize((384, 384), Image.Resampling.BOX)
        # Ghostscript does not smooth edges.
        assert mean_difference(page, draw_whole(drawn).convert("RGB")) < 2.5


@cairo_only
def test_metadata():
    data = to_pdf(layout(diagram(ENDGAME, title="M\u00fcller \u2013 B & C"), Style()))
    document = pdfium.PdfDocument(data)
    found = document.get_metadata_dict()
    document.close()
    assert found["Title"] == "M\u00fcller \u2013 B & C"
    assert found["Subject"] == "White: Kf3, pawn e2. Black: Kc5. White to move."
    assert found["Keywords"] == ENDGAME
    assert found["CreationDate"].removeprefix("D:") == "20000101000000Z"
    assert found["Producer"].startswith("cairo")


@cairo_only
@pytest.mark.parametrize("title", ["lone \ud83d", "bell \x07 null \0 end", "\U0001f40e"])
def test_odd_titles_make_no_trouble(title):
    for write in (to_pdf, to_eps, to_ps):
        assert write(layout(diagram(ENDGAME, title=title), Style()))


@cairo_only
@pytest.mark.parametrize("name", ["pdf", "eps", "ps"])
def test_the_same_scene_is_the_same_bytes(name):
    one, other = (render(diagram(MIDDLEGAME), Style.of(width="60mm"), FORMATS[name]) for _ in range(2))
    assert one == other
    plain = re.sub(rb"stream.*?endstream|/ID \[.*?\]", b"", one, flags=re.DOTALL)  # what has digits by chance
    assert not re.search(rb"CreationDate: |20[1-9][0-9]", plain)


@cairo_only
def test_the_page_holds_vectors_and_no_fonts():
    data = to_pdf(scene(MIDDLEGAME))
    document = pdfium.PdfDocument(data)
    page = document[0]
    kinds = {item.type for item in page.get_objects()}
    page.close()
    document.close()
    assert kinds <= {pdfium.raw.FPDF_PAGEOBJ_PATH, pdfium.raw.FPDF_PAGEOBJ_FORM}
    assert b"/BaseFont" not in data


@cairo_only
def test_eps_is_encapsulated_and_ps_is_not():
    drawn = scene(ENDGAME, width="60mm", paper=True, coordinates="none")
    assert to_eps(drawn).startswith(b"%!PS-Adobe-3.0 EPSF-3.0\n")
    assert b"%%BoundingBox: 0 0 171 171\n" in to_eps(drawn)
    assert to_ps(drawn).startswith(b"%!PS-Adobe-3.0\n")
    assert to_ps(drawn).rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize(("write", "wish"), [(to_pdf, "PDF"), (to_eps, "EPS"), (to_ps, "PostScript")])
def test_without_cairo_the_error_says_how_to_get_it(write, wish, monkeypatch):
    monkeypatch.setattr(pdf, "load_cairosvg", lambda: None)
    with pytest.raises(OutputError) as caught:
        write(scene(ENDGAME))
    assert caught.value.report() == (
        f"error: {wish} needs the cairo library, which is not on this system\n  hint: {install_cairo(sys.platform)}"
    )
    assert caught.value.exit_code == 3


@cairo_only
def test_without_pikepdf_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(OutputError) as caught:
        to_pdf(scene(ENDGAME))
    assert caught.value.report() == ("error: PDF needs pikepdf, which is not installed\n  hint: pip install pikepdf")
    assert to_eps(scene(ENDGAME)).startswith(b"%!PS-Adobe")


@pytest.mark.parametrize(
    ("platform", "text"),
    [
        ("linux", "apt-get install libcairo2 (Debian, Ubuntu), dnf install cairo (Fedora) or apk add cairo (Alpine)"),
        ("darwin", "brew install cairo"),
        ("win32", "install the GTK runtime for Windows, which brings libcairo-2.dll; SVG and PNG work without it"),
    ],
)
def test_how_cairo_comes_onto_a_system(platform, text):
    assert install_cairo(platform) == text


def test_a_noncharacter_in_a_title_is_no_trouble(needs_cairo):
    drawn = Diagram(position=parse_fen("8/8/8/8/8/8/8/K6k w"), title="a\ufdd0b\U0001ffffc")
    assert to_pdf(layout(drawn, Style(size=64))).startswith(b"%PDF")


@pytest.mark.parametrize("write", [to_eps, to_ps])
def test_the_bounding_box_is_exact(needs_cairo, write):
    drawn = Diagram(position=parse_fen("8/8/8/8/8/8/8/K6k w"))
    data = write(layout(drawn, Style(width="60mm", coordinates="none"), paper=True))
    assert b"%%HiResBoundingBox: 0 0 170.0787 170.0787\n" in data
    data = write(layout(drawn, Style(size=96)))
    assert b"%%HiResBoundingBox: 0 0 72 72\n" in data
