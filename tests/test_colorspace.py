"""Colour spaces: grey, black and white, inks; in every format, as other programs see them."""

import io
import re
import shutil
import subprocess
from decimal import Decimal

import pikepdf
import pypdfium2
import pytest
from drawing import MIDDLEGAME, START, diagram, scene
from hypothesis import example, given
from hypothesis import strategies as st
from piece_files import FAIRY, write_set
from PIL import Image, ImageChops, ImageStat

from fen2img.color import Color, rgb
from fen2img.diagram import Diagram
from fen2img.errors import OptionError
from fen2img.formats import FORMATS
from fen2img.inks import inked
from fen2img.notation import read_fen
from fen2img.pieceset import bundled_names
from fen2img.press import repaint_pdf
from fen2img.render import check_applicable, render
from fen2img.scene import Frame, Glyph, Ground, Group, Half, Markup, Path, Placed, Rect, Scene
from fen2img.style import Style
from fen2img.themes import THEMES

cairo_only = pytest.mark.usefixtures("needs_cairo")
#: What sets a colour in PDF; `sh` and `Do` paint with colours of their own.
COLORING = {"g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "Do"}
GRAY, BW, CMYK = ({"color": space} for space in ("gray", "bw", "cmyk"))


def made(name, fen=MIDDLEGAME, **options):
    return render(diagram(fen), Style.of(**options), FORMATS[name])


def pixels(name, fen=MIDDLEGAME, **options):
    with Image.open(io.BytesIO(made(name, fen, **options))) as image:
        image.load()
        return image


def colors_in(svg):
    return {rgb(word) for word in re.findall(r'(?:fill|stroke)="(#[0-9a-f]+)"', svg.decode())}


def mean_difference(one, other):
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


def without_color(image):
    """The largest difference between the channels of a pixel."""
    red, green, blue = image.convert("RGB").split()
    return max(ImageChops.difference(red, other).getextrema()[1] for other in (green, blue))


def refusal(name, fen=MIDDLEGAME, **options):
    with pytest.raises(OptionError) as caught:
        made(name, fen, **options)
    return caught.value.report()


# --- scenes ----------------------------------------------------------------------------------------------------


@given(st.builds(Color, *[st.integers(0, 255)] * 3))
@example(rgb("#b58863"))
def test_the_grey_of_a_colour_is_that_of_its_pixel(color):
    assert color.grey[:3] == (Image.new("RGB", (1, 1), color[:3]).convert("L").getpixel((0, 0)),) * 3
    assert color.grey.grey == color.grey


def test_grey_keeps_what_is_transparent():
    assert rgb("#ff000080").grey == rgb("#4c4c4c80")


def every_shape(color):
    path = Path("M0 0h9v9z", color, color, 2.0, "round")
    return (Rect(0, 0, 9, 9, color), path, Group(1, 2, (path._replace(fill=None),), 3), Half((path,), (path,), 9))


def test_every_shape_turns_grey():
    red = Glyph("wK", 9, every_shape(rgb("#f00")))
    frame = Frame(
        9, 9, 9, every_shape(rgb("#0f0")), (Placed(red, 0, 0, 9),), ((0, 0),), (Ground(every_shape(rgb("#00f"))),)
    )
    drawn = inked(Scene(frame, ((0, red),), "t", "d", "f", "c"), Style.of(color="gray"), vector=True)
    assert drawn.frame.shapes == every_shape(rgb("#969696"))
    assert drawn.frame.grounds[0].shapes == every_shape(rgb("#1d1d1d"))
    assert drawn.pieces[0][1].shapes == drawn.frame.glyphs[0].glyph.shapes == every_shape(rgb("#4c4c4c"))
    assert (drawn.title, drawn.description, drawn.fen, drawn.credit) == ("t", "d", "f", "c")


def test_pieces_from_elsewhere_keep_their_colours_in_a_scene():
    markup = Markup('<path fill="#f00" d="M0 0h1v1z"/>')
    glyph = Glyph("wK", 9, (Group(0, 0, (markup,)),), shared=True)
    drawn = inked(Scene(scene().frame, ((0, glyph),), "", "", ""), Style.of(color="gray"), vector=False)
    assert drawn.pieces[0][1].shapes == glyph.shapes


def test_equal_frames_grounds_and_glyphs_turn_into_equal_ones():
    """They key the caches of tiles: what is drawn for a diagram is found again for the next."""
    options = {"theme": "brown", "coordinates": "inside", "marker": "king"}
    style = Style.of(color="gray", **options)
    plain = [scene(fen, **options) for fen in (MIDDLEGAME, START)]
    one, other = (inked(drawn, style, vector=False) for drawn in [plain[0], scene(MIDDLEGAME, **options)])
    assert one.frame is other.frame
    assert one.frame is not plain[0].frame
    assert [glyph for _, glyph in one.pieces] == [glyph for _, glyph in other.pieces]
    assert len(set(one.frame.grounds)) == len(set(plain[0].frame.grounds)) > 2
    black = inked(plain[1], style, vector=False)
    assert dict(black.pieces)[0] in [glyph for _, glyph in one.pieces]  # the rook


@pytest.mark.parametrize("space", ["rgb", "cmyk", "bw"])
def test_a_scene_that_needs_no_change_is_the_same(space):
    drawn = scene(MIDDLEGAME, theme="print")
    assert inked(drawn, Style.of(color=space, theme="print"), vector=True) is drawn


# --- what does not go together ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "space", "report"),
    [
        (
            "png",
            "cmyk",
            "error: --color cmyk does not apply to PNG\n  hint: it is for PDF, EPS, PS and TIFF",
        ),
        (
            "jpeg",
            "bw",
            "error: --color bw does not apply to JPEG\n  hint: it is for SVG, PNG, PDF, EPS, PS and TIFF",
        ),
    ],
)
def test_a_colour_space_that_a_format_does_not_have(name, space, report):
    style = Style.of(color=space, theme="print")
    with pytest.raises(OptionError) as caught:
        check_applicable(["color"], [FORMATS[name]], style)
    assert caught.value.report() == report
    check_applicable(["color"], [FORMATS[name], FORMATS["pdf"]], style)
    check_applicable([], [FORMATS[name]], style)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("space", ["rgb", "gray"])
def test_every_format_has_grey(name, space):
    check_applicable(["color"], [FORMATS[name]], Style.of(color=space))


@pytest.mark.parametrize("name", ["svg", "png", "jpeg", "webp"])
def test_a_house_style_in_inks_draws_on_screens_too(name):
    assert made(name, size=100, **CMYK) == made(name, size=100)


@pytest.mark.parametrize("name", ["svg", "png", "tiff"])
@pytest.mark.parametrize("theme", [name for name in THEMES if name != "print"])
def test_black_and_white_wants_a_theme_without_other_colours(name, theme):
    report = refusal(name, theme=theme, **BW)
    assert re.fullmatch(
        rf"error: --color bw has black and white only; with the theme {theme} there is #\w+\n"
        "  hint: --theme print is in black and white",
        report,
    )


@pytest.mark.parametrize(
    ("options", "color"),
    [
        ({"light": "#eee"}, "#eee"),
        ({"background": "#ffffff80"}, "#ffffff80"),
        ({"white": "#fff #111 #000"}, "#111"),
        ({"black": "#000 #000 #fefefe"}, "#fefefe"),
    ],
)
def test_black_and_white_wants_no_other_colours_either(options, color):
    assert f"there is {color}\n" in refusal("png", theme="print", **options, **BW)


@pytest.mark.parametrize("side", ["white", "black"])
def test_black_and_white_looks_at_both_halves_of_a_neutral_piece(side):
    drawn = Diagram(position=read_fen("8/8/8/8/8/8/8/-Q7", fairy=True).position)
    with pytest.raises(OptionError, match="there is #eee"):
        render(drawn, Style.of(theme="print", **{side: "#eee #000 #000"}, **BW), FORMATS["svg"])


def test_what_does_not_show_is_no_colour():
    assert pixels("png", size=200, theme="print", light="transparent", **BW).mode == "1"


@pytest.mark.parametrize("pieces", bundled_names())
def test_every_set_is_drawn_in_black_and_white(pieces):
    drawn = Diagram(position=read_fen(FAIRY, fairy=True).position)
    svg = render(
        drawn, Style.of(theme="print", pieces=pieces, coordinates="inside", marker="king", **BW), FORMATS["svg"]
    )
    assert colors_in(svg) == {rgb("#000"), rgb("#fff")}


@pytest.mark.parametrize("space", ["gray", "bw", "cmyk"])
def test_a_vector_format_cannot_change_pieces_from_elsewhere(space, tmp_path):
    folder = write_set(tmp_path / "wood")
    name = "pdf" if space == "cmyk" else "svg"
    assert refusal(name, theme="print", pieces=str(folder), color=space) == (
        f"error: --color {space} cannot change the colours of the pieces {folder}\n"
        "  hint: PNG takes any pieces, a vector format bundled sets and chess fonts"
    )


# --- SVG -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["brown", "high-contrast", "walnut"])
@pytest.mark.parametrize("pieces", ["book", "staunton"])
def test_svg_in_grey(theme, pieces):
    options = {"theme": theme, "pieces": pieces, "coordinates": "inside", "marker": "dot"}
    plain, grey = made("svg", **options), made("svg", **options, **GRAY)
    assert any(len({*color[:3]}) > 1 for color in colors_in(plain))
    assert colors_in(grey) == {color.grey for color in colors_in(plain)}


def told(name, **options):
    """A diagram with all kinds of marks and words."""
    marked = diagram(MIDDLEGAME).marked(
        lastmove="f6e4", highlight="Gd4", area="a1b2", circle="Re5", arrow="e5c6,Yd3h7", badge="h7=!!", label="g5=X"
    )
    words = {"title": "T", "caption": "Nf3 \u265e", "figurines": True, "white_player": "A|1"}
    return render(marked, Style.of(**words, **options), FORMATS[name])


def test_marks_and_words_turn_grey_too():
    assert all(len(set(c[:3])) == 1 for c in colors_in(told("svg", color="gray")))
    assert not all(len(set(c[:3])) == 1 for c in colors_in(told("svg")))


def test_marks_and_words_are_black_and_white_too():
    assert colors_in(told("svg", color="bw", theme="print")) == {rgb("#000"), rgb("#fff")}
    marked = diagram(MIDDLEGAME).marked(arrow="e5c6")
    with pytest.raises(OptionError, match="with the theme brown there is #f0d9b5"):
        render(marked, Style.of(color="bw"), FORMATS["svg"])


@cairo_only
@pytest.mark.parametrize("options", [GRAY, CMYK], ids=["gray", "cmyk"])
@pytest.mark.parametrize("name", ["pdf", "eps"])
def test_marks_and_words_are_nowhere_transparent(name, options):
    data = told(name, **options)
    assert data.startswith(b"%PDF" if name == "pdf" else b"%!PS")
    if name == "pdf":
        with pikepdf.open(io.BytesIO(data)) as document:
            states = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and "/ca" in o]
            assert all(float(state["/ca"]) == 1 for state in states)


def test_svg_in_black_and_white_is_that_of_the_theme():
    assert made("svg", theme="print", **BW) == made("svg", theme="print")


# --- pixels ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "bits", "kind", "mode"),
    [
        (GRAY, 8, 0, "L"),
        ({**GRAY, "background": "transparent", "margin": "9px"}, 8, 4, "LA"),
        ({**BW, "theme": "print"}, 1, 0, "1"),
        ({**BW, "theme": "print", "background": "transparent", "margin": "9px"}, 1, 0, "1"),
    ],
)
def test_png_says_what_its_pixels_are(options, bits, kind, mode):
    data = made("png", size=203, **options)
    assert data[24:26] == bytes([bits, kind])
    image = Image.open(io.BytesIO(data))
    assert (image.mode, image.size) == (mode, (203, 203))
    assert image.convert("LA").getpixel((2, 2))[1] == (0 if mode == "LA" else 255)
    assert image.convert("LA").getpixel((100, 100))[1] == 255


@pytest.mark.parametrize("name", ["png", "tiff", "jpeg", "webp"])
@pytest.mark.parametrize("theme", ["brown", "blue"])
def test_pixels_in_grey_are_the_grey_of_the_pixels(name, theme):
    grey = pixels(name, size=240, theme=theme, quality=98, **GRAY)
    assert grey.mode == ("RGB" if name == "webp" else "L")
    assert without_color(grey) <= (name == "webp")  # which keeps brightness and colour apart, and rounds
    assert mean_difference(grey, pixels("png", size=240, theme=theme, png_colors="full").convert("L")) < 1


def test_grey_of_transparent_pixels_in_jpeg_lies_on_paper():
    image = pixels("jpeg", size=240, margin="20px", background="#ff000080", **GRAY)
    assert image.mode == "L"
    assert image.getpixel((4, 4)) == pytest.approx(255 - (255 - 0x4C) * 128 / 255, abs=2)


@pytest.mark.parametrize("name", ["png", "tiff"])
def test_pieces_from_elsewhere_turn_grey_as_pixels(name, tmp_path):
    folder = str(write_set(tmp_path / "wood"))
    plain, grey = (pixels(name, size=240, pieces=folder, **options) for options in ({}, GRAY))
    assert grey.mode == "L"
    assert mean_difference(grey, plain.convert("L")) < 0.2
    sharp = pixels(name, size=240, pieces=folder, theme="print", **BW)
    assert sharp.mode == "1"


@pytest.mark.parametrize("name", ["png", "tiff"])
@pytest.mark.parametrize("pieces", ["book", "staunton"])
def test_black_and_white_is_the_nearer_of_both(name, pieces):
    options = {"size": 480, "theme": "print", "pieces": pieces}
    grey, sharp = pixels("png", **options, **GRAY), pixels(name, **options, **BW)
    assert sharp.mode == "1"
    assert sharp.convert("L").tobytes() == bytes(255 * (value >= 128) for value in grey.tobytes())
    black = sharp.convert("L").histogram()[0] / 480**2
    assert 0.1 < black < 0.4


def test_tiff_in_black_and_white_is_packed_for_the_press():
    image = pixels("tiff", width="60mm", dpi=600, theme="print", **BW)
    assert (image.mode, image.width, image.info["compression"]) == ("1", 1417, "group4")
    assert image.tag_v2[282] == image.tag_v2[283] == 600
    assert image.tag_v2[258] == (1,)


def test_tiff_in_inks_prints_grey_in_black_alone():
    for theme in ("print", "print-grey"):
        image = pixels("tiff", size=240, theme=theme, **CMYK)
        assert image.mode == "CMYK"
        *colors, black = image.split()
        assert [ink.getextrema() for ink in colors] == [(0, 0)] * 3
        assert ImageChops.invert(black).tobytes() == pixels("png", size=240, theme=theme, **GRAY).tobytes()


@pytest.mark.parametrize("theme", ["brown", "high-contrast"])
def test_tiff_in_inks_looks_the_same(theme):
    image = pixels("tiff", size=600, theme=theme, pieces="staunton", **CMYK)
    plain = pixels("png", png_colors="full", size=600, theme=theme, pieces="staunton")
    assert image.mode == "CMYK"
    assert max(high for _, high in ImageChops.difference(image.convert("RGB"), plain).getextrema()) <= 1
    assert min(ImageStat.Stat(image).extrema)[0] == 0
    assert all(min(inks[:3]) == 0 for _, inks in image.getcolors(1 << 20))


def test_tiff_in_inks_has_paper_where_nothing_is():
    image = pixels("tiff", size=240, margin="20px", background="transparent", **CMYK)
    assert image.getpixel((4, 4)) == (0, 0, 0, 0)
    assert image.getpixel((120, 120)) == (0, 63, 116, 74)  # of #b58863


# --- PDF -------------------------------------------------------------------------------------------------------


def instructions(data):
    """The operators that set colours, each with its operands."""
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
        found = [(str(i.operator), *map(Decimal, i.operands)) for i in painting(document)]
        space = str(document.pages[0].obj.Group.CS)
    return found, space


def painting(document):
    return [i for i in pikepdf.parse_content_stream(document.pages[0]) if str(i.operator) in COLORING]


@cairo_only
@pytest.mark.parametrize("theme", ["brown", "print"])
def test_pdf_in_grey_has_operators_of_grey_only(theme):
    found, space = instructions(made("pdf", theme=theme, **GRAY))
    assert space == "/DeviceGray"
    assert {operator for operator, *_ in found} == {"g", "G"}
    shades = {float(value) for _, value in found}
    wanted = {round(color.grey.red / 255, 4) for color in colors_in(made("svg", theme=theme))}
    assert shades == wanted


@cairo_only
def test_pdf_in_black_and_white_has_nothing_between():
    found, space = instructions(made("pdf", theme="print", marker="square", **BW))
    assert space == "/DeviceGray"
    assert {value for _, value in found} == {0, 1}
    assert {operator for operator, _ in found} == {"g", "G"}


@cairo_only
def test_pdf_in_inks():
    found, space = instructions(made("pdf", **CMYK))
    assert space == "/DeviceCMYK"
    assert {operator for operator, *_ in found} == {"k", "K"}
    inks = {tuple(map(float, values)) for _, *values in found}
    assert {(0, 0, 0, 0), (0, 0, 0, 1)} <= inks
    assert (0, 0.0958, 0.2458, 0.0588) in inks  # #f0d9b5, the light squares
    for cyan, magenta, yellow, black in inks:
        color = Color(*(round(255 * (1 - ink) * (1 - black)) for ink in (cyan, magenta, yellow)))
        assert color in colors_in(made("svg"))


@cairo_only
def test_pdf_without_a_colour_space_asked_for_stays_in_rgb():
    found, space = instructions(made("pdf"))
    assert space == "/DeviceRGB"
    assert {operator for operator, *_ in found} == {"rg", "RG"}


@cairo_only
@pytest.mark.parametrize(("options", "operator"), [(GRAY, ("g", Decimal("0.298"))), (CMYK, ("k", 0, 1, 1, 0))])
def test_pdf_keeps_what_is_transparent(options, operator):
    found, _ = instructions(made("pdf", background="#ff000080", **options))
    assert found[0][0] == operator[0]
    assert found[0][1:] == pytest.approx(operator[1:], abs=Decimal("0.001"))
    with pikepdf.open(io.BytesIO(made("pdf", background="#ff000080", **options))) as document:
        states = document.pages[0].obj.Resources.ExtGState
        assert any(float(state.ca) == pytest.approx(0.5, abs=0.01) for state in states.values())


def test_groups_within_a_page_are_repainted_too():
    """cairo makes such forms of groups; versions differ in when."""
    with pikepdf.new() as document:
        document.add_blank_page()
        page = document.pages[0].obj
        group = {"/S": pikepdf.Name.Transparency, "/CS": pikepdf.Name.DeviceRGB}
        form = document.make_stream(
            b"1 0 0 RG 0.5 g 0 0 9 9 re B", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form
        )
        form.Group = pikepdf.Dictionary(group)
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(x=document.make_indirect(form)))
        page.Contents = document.make_stream(b"0 0 1 rg /x Do")
        repaint_pdf(document, "cmyk")
        assert page.Contents.read_bytes() == b"1 1 0 0 k\n/x Do"
        assert form.read_bytes() == b"0 1 1 0 K\n0 0 0 0.5 k\n0 0 9 9 re\nB"
        assert form.Group.CS == "/DeviceCMYK"


@cairo_only
@pytest.mark.parametrize("options", [GRAY, {**BW, "theme": "print"}, CMYK])
@pytest.mark.parametrize("name", ["pdf", "eps", "ps", "tiff"])
def test_the_same_bytes_in_every_colour_space(name, options):
    assert made(name, width="60mm", **options) == made(name, width="60mm", **options)


def by_poppler(data, folder):
    if not shutil.which("pdftoppm"):
        pytest.skip("pdftoppm is not installed")
    (folder / "d.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-png", "-singlefile", "-r", "384", "d.pdf", "d"], cwd=folder, check=True)
    with Image.open(folder / "d.png") as image:
        return image.convert("RGB")


def by_pdfium(data):
    document = pypdfium2.PdfDocument(data)
    image = document[0].render(scale=384 / 72).to_pil().convert("RGB")
    document.close()
    return image


@cairo_only
@pytest.mark.parametrize(
    ("options", "most"),
    # Each viewer has its own idea of how inks look: a full black is one of them.
    [({**GRAY, "theme": "brown"}, 1.5), ({**BW, "theme": "print"}, 3), ({**CMYK, "theme": "brown"}, 9)],
    ids=["gray", "bw", "cmyk"],
)
def test_poppler_and_pdfium_see_the_picture(options, most, tmp_path):
    data = made("pdf", size=320, **options)
    shown = {k: v for k, v in options.items() if options["color"] == "gray" or k != "color"}
    wanted = pixels("png", size=320, **shown).convert("RGB")
    for page in (by_poppler(data, tmp_path), by_pdfium(data)):
        assert page.size == (1280, 1280)
        assert mean_difference(page.resize((320, 320), Image.Resampling.BOX), wanted) < most


# --- Ghostscript -----------------------------------------------------------------------------------------------


def ghostscript(*words, data, folder):
    if not shutil.which("gs"):
        pytest.skip("Ghostscript is not installed")
    (folder / "d").write_bytes(data)
    done = subprocess.run(
        ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", *words, "d"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


def coverage(data, folder):
    """The shares of the page that each of the four inks covers."""
    said = ghostscript("-sDEVICE=inkcov", "-sOutputFile=-", data=data, folder=folder)
    return tuple(map(float, said.split()[:4]))


@cairo_only
@pytest.mark.parametrize("theme", ["print", "print-grey"])
@pytest.mark.parametrize("name", ["pdf", "eps"])
@pytest.mark.parametrize("options", [GRAY, CMYK], ids=["gray", "cmyk"])
def test_one_ink_prints_a_diagram_for_the_press(theme, name, options, tmp_path):
    *colors, black = coverage(made(name, width="60mm", theme=theme, **options), tmp_path)
    assert colors == [0, 0, 0]
    assert black > 0


@cairo_only
def test_colours_are_printed_in_more_inks_than_one(tmp_path):
    cyan, magenta, yellow, black = coverage(made("pdf", width="60mm", **CMYK), tmp_path)
    assert cyan == 0  # brown has none
    assert magenta == yellow > 0.5 < black


# --- PostScript ------------------------------------------------------------------------------------------------


def painted(data):
    """The operators that set colours behind the prolog, with their operands."""
    body = data.partition(b"%%EndProlog")[2]
    assert not re.search(rb"\b(set(gray|rgbcolor|cmykcolor|colorspace)|cairo_image)\b", body)
    return re.findall(rb"((?:[0-9.]+\s+)+)(g|rg|k)(?=\s)", body)


@cairo_only
@pytest.mark.parametrize("name", ["eps", "ps"])
@pytest.mark.parametrize(
    ("options", "operator", "count"),
    [(GRAY, b"g", 1), ({**BW, "theme": "print"}, b"g", 1), (CMYK, b"k", 4)],
    ids=["gray", "bw", "cmyk"],
)
def test_postscript_has_operators_of_its_colour_space_only(name, options, operator, count):
    found = painted(made(name, **options))
    assert len(found) > 20
    assert {(op, len(operands.split())) for operands, op in found} == {(operator, count)}
    values = {tuple(map(float, operands.split())) for operands, _ in found}
    if options is CMYK:
        assert {(0, 0, 0, 1), (0, 0, 0, 0)} < values
    elif options is GRAY:
        assert values == {(round(color.grey.red / 255, 4),) for color in colors_in(made("svg"))}
    else:
        assert values == {(0,), (1,)}


@cairo_only
def test_postscript_in_rgb_is_untouched():
    assert {op for _, op in painted(made("eps"))} == {b"g", b"rg"}
    assert b"setcmykcolor" not in made("eps")


@cairo_only
@pytest.mark.parametrize("space", ["gray", "cmyk"])
def test_postscript_refuses_what_it_could_only_draw_as_an_image(space):
    options = {"theme": "walnut", "light": "#ff000080", "color": space}
    assert refusal("eps", **options) == (
        f"error: --color {space}: PostScript cannot hold a colour that is partly transparent\n"
        "  hint: give colours without alpha, or ask for PDF"
    )
    assert made("pdf", **options)


@cairo_only
@pytest.mark.parametrize("options", [{}, GRAY, CMYK], ids=["rgb", "gray", "cmyk"])
def test_the_picture_lies_in_the_bounding_box(options, tmp_path):
    data = made("eps", width="60mm", **options)
    box = [float(v) for v in re.search(rb"^%%HiResBoundingBox: (.*)$", data, re.MULTILINE)[1].split()]
    said = ghostscript("-sDEVICE=bbox", data=data, folder=tmp_path)
    left, bottom, right, top = map(float, re.search(r"%%HiResBoundingBox: (.*)", said)[1].split())
    assert box[2] == pytest.approx(60 / 25.4 * 72, abs=1e-4)
    assert box[0] <= left < 9  # the digits
    assert box[1] <= bottom < 9  # the letters
    pixel = 72 / 4000  # Ghostscript counts every pixel that is touched
    assert box[2] - 1 < right <= box[2] + pixel
    assert box[3] - 1 < top <= box[3] + pixel


@cairo_only
@pytest.mark.parametrize(("options", "most"), [(GRAY, 2.5), (CMYK, 11)], ids=["gray", "cmyk"])
def test_ghostscript_sees_the_picture(options, most, tmp_path):
    data = made("eps", size=320, **options)
    words = ["-sDEVICE=png16m", "-r384", "-dEPSCrop", "-sOutputFile=d.png"]
    ghostscript(*words, data=data, folder=tmp_path)
    with Image.open(tmp_path / "d.png") as page:
        assert page.size == (1280, 1280)
        wanted = pixels("png", size=320, **(GRAY if options is GRAY else {}))
        assert mean_difference(page.convert("RGB").resize((320, 320), Image.Resampling.BOX), wanted) < most
