"""Piece sets: found, refused when they are faulty, coloured by role; and the rules for the bundled glyph files."""

import itertools
import re
import tomllib

import pytest
from defusedxml import ElementTree
from drawing import SVG, bounds, commands
from PIL import ImageChops

from fen2img.color import rgb
from fen2img.diagram import Diagram
from fen2img.errors import OptionError, PieceSetError
from fen2img.layout import KING_INK, layout
from fen2img.letters import LETTERS
from fen2img.notation import parse_fen
from fen2img.pieceset import NAMES, bundled_names, load_set, registry, set_info, set_names
from fen2img.pieceset.bundled import parse_glyph
from fen2img.pieceset.lettered import LetterSet
from fen2img.pieceset.model import PieceSet
from fen2img.raster.backend import backend, resvg
from fen2img.scene import Frame, Glyph, Path, Placed, Scene
from fen2img.style import Style
from fen2img.svg import to_svg
from fen2img.text import EM, outline
from fen2img.themes import BLACK, THEMES, WHITE

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
PATH = '<path class="body" fill="#fff" d="M0 0Z"/>'
PIECES = registry.bundled_folder()
FILES = sorted(PIECES.glob("*/*.svg"))
DRAWN = sorted({file.parent.name for file in FILES})
KINDS = [(name, letter) for name in DRAWN for letter in "KQRBNP"]
BUNDLED = bundled_names()

ATTRIBUTES = {"class", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap"}
WORDS = {
    "class": {"body", "ink", "line", "dot"},
    "fill": {"#fff", "#000", "none"},
    "stroke": {"#fff", "#000", "none"},
    "stroke-linejoin": {"miter", "round", "bevel"},
    "stroke-linecap": {"butt", "round", "square"},
}


@pytest.fixture(autouse=True)
def no_installed_sets(tmp_path, monkeypatch):
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path / "none"))


def glyph(name, piece, theme, dark=False):
    return load_set(name).in_colors(theme)[piece, dark]


def test_sets_are_found_sorted_and_complete():
    assert set_names() == BUNDLED == ("book", "letters", "line", "modern", "staunton")
    folders = {file.parent.name for file in PIECES.glob("*/set.toml")}
    assert set(set_names()) == folders | {"letters"}
    for name in folders:
        assert {f.name for f in (PIECES / name).iterdir()} == {f"{piece}.svg" for piece in NAMES} | {"set.toml"}


@pytest.mark.parametrize("name", DRAWN)
def test_a_set_says_what_it_is(name):
    info = set_info(name)
    data = tomllib.loads((PIECES / name / "set.toml").read_text("utf-8"))
    assert info.name == name
    assert (info.title, info.author, info.licence, info.about) == tuple(
        data[k] for k in ("title", "author", "licence", "about")
    )
    assert load_set(name).info == info


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_sets_may_be_printed_without_a_word(name):
    info = set_info(name)
    assert all((info.title, info.author, info.about))
    assert (info.licence, info.printable, info.credit_line) == ("CC0-1.0", "yes", "")


def test_the_sets_lie_in_the_package_when_it_is_installed(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "fen2img"
    (package / "pieces" / "some").mkdir(parents=True)
    monkeypatch.setattr(registry, "__file__", str(package / "pieceset" / "registry.py"))
    assert registry.bundled_folder.__wrapped__() == package / "pieces"


def test_the_sets_lie_beside_the_package_in_a_checkout(tmp_path, monkeypatch):
    (tmp_path / "pieces").mkdir()
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(registry, "__file__", str(tmp_path / "fen2img" / "pieceset" / "registry.py"))
    assert registry.bundled_folder.__wrapped__() == tmp_path / "pieces"


@pytest.mark.parametrize("present", [(), ("pieces",), ("pyproject.toml",)])
def test_missing_sets_are_said_to_be_missing(tmp_path, monkeypatch, present):
    for name in present:
        (tmp_path / name).mkdir()
    monkeypatch.setattr(registry, "__file__", str(tmp_path / "fen2img" / "pieceset" / "registry.py"))
    with pytest.raises(PieceSetError) as caught:
        registry.bundled_folder.__wrapped__()
    assert caught.value.report() == (
        "error: the piece sets are missing from this installation\n  hint: reinstall fen2img"
    )


def test_a_fault_of_a_set_is_one_of_an_option():
    assert issubclass(PieceSetError, OptionError)
    assert PieceSetError.exit_code == 2


def test_a_set_that_is_not_there():
    with pytest.raises(PieceSetError) as caught:
        load_set("bok")
    assert caught.value.report() == "error: there is no piece set 'bok'\n  hint: fen2img pieces lists them"


def test_a_set_need_only_draw_its_pieces():
    class Dots(PieceSet):
        def shapes(self, piece, theme, *, dark, pen):
            return (Path(f"M0 0h{int(dark) + 1}z", theme.dark),)

    dots = Dots(set_info("book"))
    colored = dots.in_colors(THEMES["print"])
    assert (dots.palette(THEMES["print"]), colored.dark_square, dots.shared) == (None, (), False)
    assert [colored["wK", dark].shapes[0].d for dark in (False, True)] == ["M0 0h1z", "M0 0h2z"]


def test_attributes_of_a_group_hold_for_its_paths_until_they_say_otherwise():
    paths = parse_glyph(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        '<g class="body" fill="#fff" stroke="#000" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="square">'
        '<path d="M1 1Z"/><g class="line" fill="none"><path stroke-width="2.6" d="M2 2Z"/></g></g>'
        '<path class="dot" d="M3 3Z"/></svg>',
        "here",
    )
    white, black = rgb("#fff"), rgb("#000")
    assert paths == (
        ("body", Path("M1 1Z", white, black, 3.2, "round", "square")),
        ("line", Path("M2 2Z", None, black, 2.6, "round", "square")),
        ("dot", Path("M3 3Z", black, None, 0.0, "miter", "butt")),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<svg", "set/wK.svg: not well-formed: unclosed token: line 1, column 0"),
        ("", "set/wK.svg: not well-formed: no element found: line 1, column 0"),
        ("<svg></svg>", 'set/wK.svg: the root is no <svg viewBox="0 0 100 100">'),
        (HEAD.replace("100 100", "100 90") + "</svg>", 'set/wK.svg: the root is no <svg viewBox="0 0 100 100">'),
        (HEAD.replace("100 100", "45 45") + "</svg>", 'set/wK.svg: the root is no <svg viewBox="0 0 100 100">'),
        (HEAD.replace("0 0 100", "1 0 100") + "</svg>", 'set/wK.svg: the root is no <svg viewBox="0 0 100 100">'),
        (HEAD.replace("svg", "path", 1) + "</path>", 'set/wK.svg: the root is no <svg viewBox="0 0 100 100">'),
        (HEAD + '<circle r="4"/></svg>', "set/wK.svg: <circle> with r is not understood"),
        (HEAD + "<script/></svg>", "set/wK.svg: <script> with nothing is not understood"),
        (HEAD + '<image href="x" width="9"/></svg>', "set/wK.svg: <image> with href, width is not understood"),
        (HEAD + '<g transform="scale(2)"/></svg>', "set/wK.svg: <g> with transform is not understood"),
        (HEAD + '<g d="M0 0"/></svg>', "set/wK.svg: <g> with d is not understood"),
        (HEAD + '<path style="fill:red" d=""/></svg>', "set/wK.svg: <path> with style, d is not understood"),
        (HEAD + '<path d="M0 0Z"/></svg>', "set/wK.svg: class '' is none of body, ink, line, dot"),
        (HEAD + '<path class="foot" d=""/></svg>', "set/wK.svg: class 'foot' is none of body, ink, line, dot"),
        (HEAD + PATH.replace("#fff", "red") + "</svg>", "set/wK.svg: colour 'red' is none of #fff, #000, none"),
        (
            HEAD + '<path class="ink" stroke="url(#a)" d=""/></svg>',
            "set/wK.svg: colour 'url(#a)' is none of #fff, #000, none",
        ),
        *(
            (
                HEAD + PATH.replace("M0 0Z", d) + "</svg>",
                "set/wK.svg: path data is written with M L H V C Q A Z and plain numbers",
            )
            for d in ("", "m0 0z", "M0,0", "M0 0S1 1 2 2", "M0 0&quot; onload=&quot;x", "M1e3 0", "M0 0\u0661")
        ),
        *(
            (
                HEAD + PATH.replace("d=", f'stroke-width="{width}" d=') + "</svg>",
                f"set/wK.svg: stroke-width {width!r} is no number with at most one decimal",
            )
            for width in ("", "x", "nan", "-1", "1e9", "2.55", "2px", "\u0663")
        ),
        (
            HEAD + PATH.replace("d=", 'stroke-linejoin="arcs" d=') + "</svg>",
            "set/wK.svg: stroke-linejoin 'arcs' is none of miter, round, bevel",
        ),
        (
            HEAD + PATH.replace("d=", 'stroke-linecap="flat" d=') + "</svg>",
            "set/wK.svg: stroke-linecap 'flat' is none of butt, round, square",
        ),
    ],
)  # fmt: skip
def test_what_a_glyph_must_not_be(text, message):
    with pytest.raises(PieceSetError) as caught:
        parse_glyph(text, "set/wK.svg")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "bomb",
    [
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + HEAD + "&a;</svg>",
        '<!DOCTYPE svg SYSTEM "http://example.org/x.dtd">' + HEAD + '<g class="&x;"/></svg>',
    ],
)
def test_entities_are_refused(bomb):
    with pytest.raises(PieceSetError, match=r"^set/wK\.svg: not well-formed: "):
        parse_glyph(bomb, "set/wK.svg")


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("name", DRAWN)
def test_colours_go_by_role(theme, name):
    for piece in NAMES:
        colors = load_set(name).palette(theme)[piece[0] == "b"]
        shapes = glyph(name, piece, theme).shapes
        raw = parse_glyph((PIECES / name / f"{piece}.svg").read_text(), "")
        for (role, source), shape in zip(raw, shapes[theme.halo :], strict=True):
            fill, stroke = {
                "body": (colors.body, colors.outline),
                "ink": (colors.outline, colors.outline),
                "line": (colors.detail, colors.detail),
                "dot": (colors.detail, colors.detail),
            }[role]
            assert shape.fill == (fill if source.fill else None)
            assert shape.stroke == (stroke if source.stroke else None)
            assert shape.d == source.d


def test_a_set_has_colours_of_its_own_until_a_theme_says_otherwise():
    assert load_set("book").palette(THEMES["brown"]) == (WHITE, BLACK)
    toned = load_set("staunton")
    white, black = toned.palette(THEMES["brown"])
    assert len({white.body, white.outline, white.detail, black.body, black.outline, black.detail}) == 6
    assert toned.palette(THEMES["print"])[1] == BLACK
    assert toned.palette(THEMES["dark"]) == (white, THEMES["dark"].black)


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("theme", ["brown", "print", "dark"])
def test_pieces_and_squares_can_be_recoloured(name, theme):
    style = Style.of(
        pieces=name, theme=theme, light="#101010", dark="#202020", white="#a00 #b00 #c00", coordinates="none",
        black="#0a0 #0b0 #0c0", border="0px", background="#030303",
    )  # fmt: skip
    markup = to_svg(layout(Diagram(position=parse_fen("kqrbnp2/KQRBNP2/8/8/8/8/8/8")), style))
    used = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+)"', markup))
    assert used <= {"#101010", "#202020", "#a00", "#b00", "#c00", "#0a0", "#0b0", "#0c0", "#030303"}
    assert {"#101010", "#202020", "#a00", "#b00", "#0a0", "#0c0"} <= used


def test_a_halo_lies_under_the_piece_and_follows_its_outline():
    theme = THEMES["print"]
    halo, *shapes = glyph("book", "wK", theme).shapes
    assert (halo.fill, halo.stroke, halo.stroke_width) == (theme.light, theme.light, pytest.approx(8.7))
    assert (halo.join, halo.cap) == ("round", "round")
    assert bounds(halo.d) == bounds("".join(s.d for s in shapes))


def test_equal_questions_get_the_same_glyph():
    theme = THEMES["brown"]
    assert load_set("book").in_colors(theme) is load_set("book").in_colors(THEMES["brown"])
    assert glyph("book", "wK", theme) is glyph("book", "wK", theme)
    assert glyph("book", "wK", theme) is not glyph("book", "wK", THEMES["blue"])
    assert glyph("book", "bQ", theme).name == "bQ"
    assert glyph("book", "bQ", theme).size == 100
    assert glyph("book", "nQ*3", theme).name == "nQ*3"


# --- letters ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LETTERS)
def test_letters_are_those_of_the_language_and_fit_their_disc(code):
    colored = load_set("letters", letters=code).in_colors(THEMES["brown"])
    for piece in NAMES:
        disc, letter = colored[piece, False].shapes
        text = LETTERS[code].letters["KQRBNP".index(piece[1])]
        assert letter.shapes[0].d == outline(text, 650).d
        left, top, right, bottom = (v * letter.scale for v in outline(text, 650)[1:5])
        assert letter.x + (left + right) / 2 == pytest.approx(50, abs=0.1)
        assert letter.y + (top + bottom) / 2 == pytest.approx(50, abs=0.1)
        assert (right - left) ** 2 + (bottom - top) ** 2 <= (2 * 39) ** 2
        assert disc.fill == (WHITE if piece[0] == "w" else BLACK).body


@pytest.mark.parametrize("theme", ["brown", "print", "dark"])
def test_letters_take_the_colours_of_a_side(theme):
    theme = THEMES[theme]
    white, black = LetterSet("en").palette(theme)
    *halo, disc, letter = glyph("letters", "wN", theme).shapes
    assert [h.fill for h in halo] == [theme.light] * theme.halo
    assert (disc.fill, disc.stroke, letter.shapes[0].fill) == (white.body, white.outline, white.outline)
    *_, disc, letter = glyph("letters", "bN", theme).shapes
    assert (disc.fill, disc.stroke, letter.shapes[0].fill) == (black.body, black.outline, black.detail)
    assert letter.scale <= 56 / EM


# --- turned and neutral pieces ---------------------------------------------------------------------------------


def picture(name, look, side=160, theme="brown"):
    piece = Placed(glyph(name, look, THEMES[theme]), 0, 0, side)
    return resvg(to_svg(Scene(Frame(side, side, side, (), (piece,), (), ()), (), "", "", "")), side, side)


def apart(one, other):
    """The mean difference of the pixels, transparency among them."""
    histogram = ImageChops.difference(one, other).histogram()
    return sum(v % 256 * n for v, n in enumerate(histogram)) / (one.width * one.height)


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("piece", ["wR", "bK"])
def test_a_piece_is_turned_clockwise_about_the_middle_of_its_square(name, piece):
    upright = picture(name, piece)
    for turns in (1, 2, 3):
        turned = picture(name, f"{piece}*{turns}")
        assert apart(turned, upright) > 3
        assert apart(turned.rotate(90 * turns), upright) < 1


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("theme", ["brown", "print"])
def test_a_neutral_piece_is_white_at_the_left_and_black_at_the_right(name, theme):
    left, right = (0, 0, 80, 160), (80, 0, 160, 160)
    for letter in "KQRBNP":
        white, black, neutral = (picture(name, side + letter, theme=theme) for side in "wbn")
        assert neutral.crop(left).tobytes() == white.crop(left).tobytes()
        # Two edges that lie over one another leave a trace of the lower one.
        assert apart(neutral.crop(right), black.crop(right)) * 10 < apart(neutral.crop(right), white.crop(right))


@pytest.mark.parametrize("name", BUNDLED)
def test_a_neutral_piece_is_turned_as_a_whole(name):
    assert apart(picture(name, "nQ*2").rotate(180), picture(name, "nQ")) < 1


# --- sets differ -----------------------------------------------------------------------------------------------


def test_no_two_sets_share_an_outline():
    seen = {}
    for file in FILES:
        for role, path in parse_glyph(file.read_text(), ""):
            if role in ("body", "ink"):
                assert seen.setdefault(path.d, file.parent.name) == file.parent.name


@pytest.mark.parametrize("letter", "KQRBNP")
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(BUNDLED, 2)))
def test_silhouettes_of_two_sets_differ(one, other, letter):
    shapes = [
        picture(name, f"w{letter}").getchannel("A").point(lambda a: 255 if a > 127 else 0) for name in (one, other)
    ]
    different = ImageChops.difference(*shapes).histogram()[255]
    smaller = min(shape.histogram()[255] for shape in shapes)
    assert different / smaller > (0.12 if letter == "N" else 0.07)


# --- the rules for the bundled files ---------------------------------------------------------------------------


def _elements(file):
    root = ElementTree.fromstring(file.read_text())
    return [(e, e.tag.removeprefix(SVG)) for e in root.iter() if e is not root]


def _ids(file):
    return f"{file.parent.name}-{file.stem}"


every_file = pytest.mark.parametrize("file", FILES, ids=_ids)


@every_file
def test_a_file_is_small_plain_ascii(file):
    data = file.read_bytes()
    assert data.isascii()
    toned = "colors" in tomllib.loads((file.parent / "set.toml").read_text("utf-8"))
    assert len(data) <= (1600 if toned else 1300)
    assert b"<!" not in data
    assert b"<?" not in data


@every_file
def test_the_root_says_nothing_but_its_grid(file):
    text = file.read_text()
    assert text.startswith(HEAD)
    assert text.rstrip().endswith("</svg>")
    assert text.count("xmlns") == 1


@every_file
def test_only_groups_and_paths_with_the_known_attributes_and_words(file):
    for element, tag in _elements(file):
        assert tag in ("g", "path")
        assert set(element.attrib) <= ATTRIBUTES | ({"d"} if tag == "path" else set())
        assert not (element.text or "").strip() + (element.tail or "").strip()
        for name, words in WORDS.items():
            assert element.get(name, next(iter(words))) in words


@every_file
def test_paths_are_absolute_with_at_most_one_decimal_on_the_grid(file):
    for element, tag in _elements(file):
        if tag == "path":
            d = element.get("d")
            assert re.fullmatch(r"(?:[MLHVCQAZ][-0-9. ]*)+", d)
            for value in re.findall(r"-?[0-9.]+", d):
                assert re.fullmatch(r"\d{1,3}(?:\.\d)?|\.\d", value)
                assert 0 <= float(value) <= 100
            assert "".join(letter for letter, _ in commands(d)).startswith("M")


@every_file
def test_no_line_is_too_thin_to_print(file):
    widths = [float(e.get("stroke-width")) for e, _ in _elements(file) if e.get("stroke-width")]
    assert min(widths, default=9) >= 2.4
    for role, path in parse_glyph(file.read_text(), file.name):
        assert not path.stroke or path.stroke_width >= 2.4, role


@pytest.mark.parametrize(("name", "letter"), KINDS)
def test_white_and_black_share_their_outlines(name, letter):
    def outline(side):
        text = (PIECES / name / f"{side}{letter}.svg").read_text()
        return [(role, path.d) for role, path in parse_glyph(text, "") if role in ("body", "ink")]

    assert outline("w")
    assert outline("w") == outline("b")


def _ink(shapes, side=400):
    """The bounds, in units of the grid, of what shapes leave on a transparent sheet three squares wide."""
    piece = Placed(Glyph("x", 100, tuple(shapes)), side, side, side)
    frame = Frame(3 * side, 3 * side, side, (), (piece,), (), ())
    alpha = backend()(to_svg(Scene(frame, (), "", "", "")), 3 * side, 3 * side).getchannel("A")
    box = alpha.point(lambda a: 255 if a > 100 else 0).getbbox()
    return [(v - side) * 100 / side for v in box]


@pytest.mark.parametrize("name", BUNDLED)
def test_ink_and_halo_stay_in_the_square(name):
    shapes = [shape for piece in NAMES for shape in glyph(name, piece, THEMES["print"]).shapes]
    left, top, right, bottom = _ink(shapes)
    assert left >= 0
    assert top >= 0
    assert right <= 100
    assert bottom <= 100


@pytest.mark.parametrize(("name", "letter"), KINDS)
def test_all_stand_on_one_baseline(name, letter):
    for side in "wb":
        raw = parse_glyph((PIECES / name / f"{side}{letter}.svg").read_text(), "")
        filled = [path._replace(stroke=None) for role, path in raw if role in ("body", "ink") and path.fill]
        assert _ink(filled)[3] == pytest.approx(88, abs=0.3)


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize("piece", ["wK", "bK"])
def test_the_ink_of_a_king_is_where_the_marker_expects_it(name, piece):
    """To a hundredth and a half of a square of the board, beside which the king is drawn at 0.56."""
    _, top, _, bottom = _ink(glyph(name, piece, THEMES["brown"]).shapes)
    assert (top / 100, bottom / 100) == pytest.approx(KING_INK, abs=0.025)
