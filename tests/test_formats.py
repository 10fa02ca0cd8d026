"""The table of formats: names, suffixes, and what each writer writes."""

import io
import shutil
import struct
from pathlib import PurePath

import pytest
from drawing import ENDGAME, MIDDLEGAME, diagram, scene
from PIL import Image, ImageChops, ImageStat

from fen2img.errors import OptionError
from fen2img.formats import FORMATS, format_named, format_of
from fen2img.layout import layout
from fen2img.pieceset.registry import bundled_folder
from fen2img.raster import draw
from fen2img.render import render
from fen2img.style import Style

STARTS = {
    "svg": b"<svg ",
    "png": b"\x89PNG\r\n\x1a\n",
    "jpeg": b"\xff\xd8\xff",
    "webp": b"RIFF",
    "pdf": b"%PDF-",
    "eps": b"%!PS-Adobe-3.0 EPSF",
    "ps": b"%!PS-Adobe-3.0",
    "tiff": b"II*\0",
}
NEED_CAIRO = ("pdf", "eps", "ps")


def made(name, fen=ENDGAME, **options):
    return render(diagram(fen), Style.of(**options), FORMATS[name])


def opened(data):
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        return image


def test_the_table():
    assert set(FORMATS) == set(STARTS)
    assert {f.name for f in FORMATS.values() if f.vector} == {"svg", "pdf", "eps", "ps"}
    for name, row in FORMATS.items():
        assert row.name == name
        assert all(suffix.startswith(".") and suffix.islower() for suffix in row.suffixes)
        assert "/" in row.media_type
    assert len({s for f in FORMATS.values() for s in f.suffixes}) == sum(len(f.suffixes) for f in FORMATS.values())


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_begins_as_it_should(name, request):
    if name in NEED_CAIRO:
        request.getfixturevalue("needs_cairo")
    assert made(name, size=65).startswith(STARTS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_diagram_is_the_same_bytes(name, request):
    if name in NEED_CAIRO:
        request.getfixturevalue("needs_cairo")
    assert made(name, MIDDLEGAME, size=101) == made(name, MIDDLEGAME, size=101)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("svg", "svg"),
        ("PNG", "png"),
        ("jpg", "jpeg"),
        ("jpeg", "jpeg"),
        (".JPG", "jpeg"),
        (".webp", "webp"),
        ("ps", "ps"),
        ("tif", "tiff"),
    ],
)
def test_a_format_by_name_or_suffix(word, name):
    assert format_named(word) is FORMATS[name]


@pytest.mark.parametrize(
    ("word", "report"),
    [
        ("pgn", "error: unknown format 'pgn'\n  hint: did you mean png or jpg?"),
        (".sgv", "error: unknown format '.sgv'\n  hint: did you mean svg?"),
        ("docx", "error: unknown format 'docx'\n  hint: known: eps, jpeg, jpg, pdf, png, ps, svg, tif, tiff, webp"),
        ("", "error: unknown format ''\n  hint: known: eps, jpeg, jpg, pdf, png, ps, svg, tif, tiff, webp"),
        ("..png", "error: unknown format '..png'\n  hint: did you mean png?"),
    ],
)
def test_an_unknown_format(word, report):
    with pytest.raises(OptionError) as caught:
        format_named(word)
    assert caught.value.report() == report


@pytest.mark.parametrize(
    ("path", "name"),
    [("a.svg", "svg"), ("b/c.JPEG", "jpeg"), ("d.e.png", "png"), (PurePath("x.pdf"), "pdf"), ("with blank.eps", "eps")],
)
def test_a_format_by_file_name(path, name):
    assert format_of(path) is FORMATS[name]


def test_a_file_name_without_a_suffix():
    with pytest.raises(OptionError) as caught:
        format_of("board")
    assert caught.value.report() == (
        "error: 'board' has no suffix to tell the format\n  hint: end it in .svg, .png, .pdf \u2026"
    )


# --- JPEG and WebP ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["jpeg", "webp"])
def test_a_photographic_format_looks_like_the_pixels(name):
    image = opened(made(name, MIDDLEGAME, size=240))
    expected = draw(scene(MIDDLEGAME, size=240))
    assert (image.format, image.mode, image.size) == (name.upper(), "RGB", (240, 240))
    assert max(ImageStat.Stat(ImageChops.difference(image, expected)).mean) < 3


@pytest.mark.parametrize("name", ["jpeg", "webp"])
def test_quality_costs_bytes(name):
    assert len(made(name, MIDDLEGAME, size=240, quality=95)) > len(made(name, MIDDLEGAME, size=240, quality=30))


@pytest.mark.parametrize(("background", "color"), [("transparent", (255, 255, 255)), ("#ff000080", (255, 127, 127))])
def test_jpeg_lays_paper_below_what_is_transparent(background, color):
    image = opened(made("jpeg", size=240, background=background, margin="20px", quality=100))
    assert image.mode == "RGB"
    assert image.getpixel((4, 4)) == pytest.approx(color, abs=2)


@pytest.mark.parametrize("name", ["webp", "tiff"])
def test_what_is_transparent_stays_so(name):
    image = opened(made(name, size=240, background="transparent", margin="20px"))
    assert image.mode == "RGBA"
    assert image.getpixel((4, 4))[3] == 0
    assert image.getpixel((120, 120))[3] == 255


def test_jpeg_knows_its_resolution():
    assert opened(made("jpeg", size=65, dpi=144)).info["dpi"] == (144, 144)
    assert opened(made("jpeg", size=65)).info["jfif_unit"] == 0


@pytest.mark.parametrize("name", ["jpeg", "webp"])
def test_what_is_said_about_a_picture_stands_in_exif(name):
    plain = opened(made(name, size=65)).getexif()
    assert dict(plain) == {270: "White: Kf3, pawn e2. Black: Kc5. White to move."}


@pytest.mark.parametrize("name", ["jpeg", "webp", "tiff"])
def test_credits_stand_in_the_tags(name, tmp_path):
    shutil.copytree(bundled_folder() / "book", tmp_path / "x")
    (tmp_path / "x" / "set.toml").write_text('credit = "Pieces by A. Ü"\n', "utf-8")
    exif = opened(made(name, size=65, credits=True, pieces=str(tmp_path / "x"))).getexif()
    assert exif[33432].encode("latin-1").decode() == "Pieces by A. Ü"


def test_what_is_said_about_a_picture_stands_in_the_comments_of_postscript(needs_cairo):
    data = FORMATS["eps"].write(layout(diagram(ENDGAME, title="A (b) \\ ü"), Style(), paper=True), Style())
    assert b"\n%%Title: (A \\(b\\) \\\\ ?)\n%%BoundingBox: " in data
    assert b"Copyright" not in data


def test_no_colour_is_thrown_away_by_subsampling():
    assert {layer[1:3] for layer in opened(made("jpeg", size=65)).layer} == {(1, 1)}


# --- TIFF ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["brown", "print"])
def test_tiff_holds_the_very_pixels(theme):
    image = opened(made("tiff", MIDDLEGAME, size=240, theme=theme))
    assert (image.format, image.mode, image.info["compression"]) == ("TIFF", "RGB", "tiff_lzw")
    assert image.tobytes() == draw(scene(MIDDLEGAME, size=240, theme=theme)).tobytes()


def test_what_is_said_about_a_picture_stands_in_the_tags_of_tiff():
    tags = opened(made("tiff", size=65)).tag_v2
    assert tags[270] == "White: Kf3, pawn e2. Black: Kc5. White to move."
    assert {282, 283, 33432}.isdisjoint(tags)


# --- on paper --------------------------------------------------------------------------------------------------


def per_metre(png):
    """The resolution in a PNG, read by hand."""
    at = png.index(b"pHYs")
    across, down, unit = struct.unpack(">IIB", png[at + 4 : at + 13])
    assert (across, unit) == (down, 1)
    return across


@pytest.mark.parametrize("dpi", [300, 600, 1200])
@pytest.mark.parametrize("width", ["60mm", "33.3mm"])
def test_pixels_on_paper_are_as_dense_and_as_many_as_asked_for(dpi, width):
    options = {"width": width, "dpi": dpi, "coordinates": "none", "theme": "print"}
    pixels = round(float(width.removesuffix("mm")) / 25.4 * dpi)
    png, tiff = made("png", **options), opened(made("tiff", **options))
    assert opened(png).width == tiff.width == pixels
    assert per_metre(png) == round(dpi / 0.0254)
    assert [tiff.tag_v2[tag] for tag in (282, 283, 296)] == [dpi, dpi, 2]


# --- SVG -------------------------------------------------------------------------------------------------------


def test_svg_reuse_is_an_option_of_svg():
    assert b"<use " in made("svg", MIDDLEGAME, svg_reuse=True)
    assert b"<use " not in made("svg", MIDDLEGAME)


def test_vector_formats_are_exact_on_paper_and_pixel_formats_whole():
    assert b'width="60mm"' in made("svg", width="60mm", coordinates="all")
    assert opened(made("png", width="60mm", coordinates="all")).width == 709
