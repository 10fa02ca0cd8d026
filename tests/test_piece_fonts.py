"""Chess fonts: which character is which piece, how they stand in their squares, their own dark squares.

The fonts are built here: a bar for each piece, as wide as its place in the list, with a hole.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from string import ascii_letters, digits

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from piece_files import FAIRY, NAMES

from fen2img.errors import OptionError, PieceSetError
from fen2img.layout import layout
from fen2img.notation import read_fen
from fen2img.pieceset import load_set, set_info
from fen2img.pieceset.font import BASE, FONT_MAPS, TOP, WIDE, FontSet, font_map
from fen2img.pieceset.installed import install
from fen2img.pieceset.model import SetInfo
from fen2img.raster import draw, draw_whole
from fen2img.style import Style
from fen2img.svg import to_svg
from fen2img.text import FINE
from fen2img.themes import BLACK, THEMES, WHITE

UNICODE = dict(zip(NAMES, map(chr, range(0x2654, 0x2660)), strict=True))
LIGHT = dict(zip(NAMES, "kqrbnplwtvmo", strict=True))
DARK = dict(zip(NAMES, "KQRBNPLWTVMO", strict=True))
EM = 1000


def box(pen, left: int, bottom: int, right: int, top: int, *, hole: bool = False) -> None:
    """A rectangle; a hole runs the other way round."""
    points = [(left, bottom), (left, top), (right, top), (right, bottom)]
    points = points[::-1] if hole else points
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()


def bar(pen, name: str) -> None:
    """The shape of a piece: 200 to 475 wide, 100 below to 700 above the line, with a hole."""
    right = 300 + 25 * NAMES.index(name)
    box(pen, 100, -100, right, 700)
    box(pen, 150, 0, right - 50, 600, hole=True)


def square(pen) -> None:
    """A dark square with two stripes."""
    box(pen, 0, -200, 1000, 0)
    box(pen, 0, 700, 1000, 800)


def shapes_of(chars: dict[str, str], dark: dict[str, str], empty: str) -> dict[str, list]:
    """What is drawn for each character."""
    shapes = {char: [lambda pen, n=name: bar(pen, n)] for name, char in chars.items()}
    shapes |= {char: [square, lambda pen, n=name: bar(pen, n)] for name, char in dark.items()}
    return shapes | ({empty: [square]} if empty else {})


def build(
    file: Path, chars: dict[str, str], dark: dict[str, str] | None = None, empty: str = "", *,
    symbol: bool = False, blank: str = "", rest: Iterable[str] = (),
) -> Path:  # fmt: skip
    """Write a font; `symbol` gives it the old encoding of symbol fonts.

    `blank` names characters without ink, `rest` others with some.
    """
    shapes = shapes_of(chars, dark or {}, empty) | {char: [square] for char in rest}
    names = {char: f"g{ord(char):04x}" for char in shapes}
    truetype = file.suffix == ".ttf"
    builder = FontBuilder(EM, isTTF=truetype)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    glyphs = {}
    for name, parts in {".notdef": [], **{names[c]: s for c, s in shapes.items() if c not in blank}}.items():
        pen = TTGlyphPen(None) if truetype else T2CharStringPen(EM, None)
        for part in parts:
            part(pen)
        glyphs[name] = pen.glyph() if truetype else pen.getCharString()
    for char in blank:
        glyphs[names[char]] = TTGlyphPen(None).glyph()
    if truetype:
        builder.setupGlyf(glyphs)
    else:
        builder.setupCFF("Test", {}, glyphs, {})
    lefts = {name: getattr(builder.font["glyf"][name], "xMin", 0) if truetype else 0 for name in glyphs}
    builder.setupHorizontalMetrics({name: (EM, left) for name, left in lefts.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    if symbol:
        for table in list(builder.font["cmap"].tables):
            table.platformID, table.platEncID = 3, 0
            table.cmap = {0xF000 + code: name for code, name in table.cmap.items()}
        del builder.font["cmap"].tables[1:]
    builder.save(file)
    return file


@pytest.fixture(scope="module")
def fonts(tmp_path_factory):
    """The fonts by name."""
    folder = tmp_path_factory.mktemp("fonts")
    return {
        "unicode": build(folder / "unicode.ttf", UNICODE),
        "cff": build(folder / "cff.otf", UNICODE),
        "merida": build(folder / "merida.ttf", LIGHT, DARK, "+"),
        "plain": build(folder / "plain.ttf", LIGHT),
        "symbol": build(folder / "symbol.ttf", LIGHT, DARK, "+", symbol=True),
        "both": build(folder / "both.ttf", UNICODE, LIGHT, "+"),
        "own": build(folder / "own.ttf", dict(zip(NAMES, "abcdefghijkl", strict=True))),
        "blank": build(folder / "blank.ttf", UNICODE, blank="\u265e"),
        "letters": build(folder / "letters.ttf", {"wK": "K", "wQ": "Q"}),
    }


def loaded(file: Path, layout: str = "auto") -> FontSet:
    found = load_set(str(file), layout)
    assert isinstance(found, FontSet)
    return found


def scene(file: Path, fen: str = FAIRY, **options: object):
    return layout(read_fen(fen, fairy=True).diagram(), Style.of(pieces=str(file), **options))


# --- maps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [("unicode", "unicode"), ("cff", "unicode"), ("merida", "merida"), ("plain", "merida"), ("symbol", "merida"),
     ("both", "unicode")],
)  # fmt: skip
def test_the_first_layout_that_fits_is_taken(fonts, name, expected):
    assert loaded(fonts[name]).layout == FONT_MAPS[expected]


@pytest.mark.parametrize("name", ["merida", "cases"])
def test_a_layout_can_be_named(fonts, name):
    assert loaded(fonts["both"], name).layout == FONT_MAPS["merida"]


def test_fonts_of_both_kinds_draw_the_same(fonts):
    theme = THEMES["brown"]
    for name in NAMES:
        one, other = (loaded(fonts[kind]).in_colors(theme)[name, False].shapes[0] for kind in ("unicode", "cff"))
        assert one._replace(shapes=()) == other._replace(shapes=())
        assert [s.fill for s in one.shapes] == [s.fill for s in other.shapes]


def test_no_layout_fits(fonts):
    with pytest.raises(PieceSetError) as caught:
        loaded(fonts["letters"])
    assert caught.value.report() == (
        f"error: {fonts['letters']}: no known layout of chess fonts fits\n  hint: --font-map FILE.toml names the"
        " characters"
    )


def test_missing_characters_are_named(fonts):
    with pytest.raises(PieceSetError) as caught:
        loaded(fonts["unicode"], "merida")
    named = ", ".join(f"{name} ({char})" for name, char in LIGHT.items())
    assert caught.value.report() == (
        f"error: {fonts['unicode']}: the font has no character for {named}\n  hint: --font-map names another layout"
    )


def test_an_empty_character_is_named(fonts):
    with pytest.raises(PieceSetError) as caught:
        scene(fonts["blank"])
    assert caught.value.report() == (
        f"error: {fonts['blank']}: the character '♞' is empty\n  hint: --font-map names another layout"
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [("merrida", "did you mean merida?"), ("x", "known: auto, unicode, merida, cases, FILE.toml")],
)
def test_a_layout_that_is_not_known(fonts, name, hint):
    with pytest.raises(PieceSetError) as caught:
        font_map(name, fonts["unicode"])
    assert caught.value.report() == f"error: unknown font map {name!r}\n  hint: {hint}"


@pytest.mark.parametrize("value", ["merrida", "", 3, None])
def test_an_option_that_is_no_layout(value):
    with pytest.raises(OptionError, match="font-map"):
        Style(font_map=value)


def table(chars: dict[str, str], name: str = "light") -> str:
    rows = "".join(f'{key} = "{char}"\n' for key, char in chars.items())
    return f"[{name}]\n{rows}"


OWN = dict(zip(NAMES, "abcdefghijkl", strict=True))


def test_a_layout_of_ones_own(fonts, tmp_path):
    file = tmp_path / "map.toml"
    file.write_text(table(OWN))
    assert loaded(fonts["own"], str(file)).layout == (OWN, {}, "")
    file = tmp_path / "dark.toml"
    file.write_text("\ufeff" + table(LIGHT) + table(DARK | {"empty": "+"}, "dark"), "utf-8")
    assert loaded(fonts["merida"], str(file)).layout == FONT_MAPS["merida"]


SIX = "one character each for wK, wQ, wR, wB, wN, wP, bK, bQ, bR, bB, bN, bP"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"{{file}} [light]: {SIX}"),
        ("light = 3", f"{{file}} [light]: {SIX}"),
        ('light = "kqrbnplwtvmo"', f"{{file}} [light]: {SIX}"),
        (table({**OWN, "wX": "x"}), f"{{file}} [light]: {SIX}"),
        (table({n: c for n, c in OWN.items() if n != "bP"}), f"{{file}} [light]: {SIX}"),
        (table({**OWN, "wQ": "xy"}), "{file} [light]: wQ = 'xy' is not one character"),
        (table({**OWN, "wQ": ""}), "{file} [light]: wQ = '' is not one character"),
        (table(OWN).replace('"c"', "3"), "{file} [light]: wR = 3 is not one character"),
        (table(OWN) + table(DARK, "dark"), f"{{file}} [dark]: {SIX}, empty"),
        (table(OWN) + "[dark]\nempty = '+'", f"{{file}} [dark]: {SIX}, empty"),
        (table(OWN) + table({**DARK, "empty": "++"}, "dark"), "{file} [dark]: empty = '++' is not one character"),
        (table(OWN) + "[darc]", "{file}: unknown table or key 'darc'\n  hint: known: [light], [dark]"),
        ("light", "{file} is no TOML: Expected '=' after a key in a key/value pair (at end of document)"),
        (b"\xff", "{file} is no TOML: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    ],
)
def test_a_layout_of_ones_own_that_is_none(fonts, tmp_path, text, message):
    file = tmp_path / "map.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(PieceSetError) as caught:
        loaded(fonts["own"], str(file))
    assert caught.value.report() == "error: " + message.format(file=file)


def test_a_layout_that_is_not_there(fonts, tmp_path):
    file = tmp_path / "map.toml"
    with pytest.raises(PieceSetError) as caught:
        loaded(fonts["own"], str(file))
    assert str(caught.value) == f"cannot read {file}: No such file or directory"


# --- files that are no fonts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"hello", b"\0\1\0\0" + b"\xff" * 60, b"OTTO", b"wOFF" + b"\0" * 60])
@pytest.mark.parametrize("suffix", [".ttf", ".OTF"])
def test_a_file_that_is_no_font(tmp_path, data, suffix):
    file = tmp_path / f"x{suffix}"
    file.write_bytes(data)
    for layout_name in ("auto", "merida"):
        with pytest.raises(PieceSetError) as caught:
            load_set(str(file), layout_name)
        assert str(caught.value) == f"{file} is no font that can be read"


@pytest.mark.parametrize("step", range(40))
def test_a_font_that_is_cut_off_or_changed_draws_or_is_refused(fonts, tmp_path, step):
    data = fonts["unicode"].read_bytes()
    at = len(data) * step // 40
    for changed in (data[:at], data[:at] + b"\xff\xff" + data[at + 2 :]):
        file = tmp_path / f"{step}-{len(changed)}.ttf"
        file.write_bytes(changed)
        try:
            found = scene(file)
        except PieceSetError as error:
            assert str(file) in str(error)  # noqa: PT017 - either is right
        else:
            assert len(found.pieces) == sum(map(bool, read_fen(FAIRY, fairy=True).position.pieces))


# --- how they stand --------------------------------------------------------------------------------------------


def placed(group, x: float, y: float) -> tuple[float, float]:
    """A point of the font, in units of the em, on the grid of the square."""
    scale = group.scale * FINE / EM
    return group.x + x * scale, group.y - y * scale


def test_all_stand_on_one_line_centred_and_of_one_scale(fonts):
    colored = loaded(fonts["unicode"]).in_colors(THEMES["brown"])
    groups = {name: colored[name, False].shapes[0] for name in NAMES}
    assert len({group.scale for group in groups.values()}) == 1
    for name, group in groups.items():
        right = 300 + 25 * NAMES.index(name)
        left_end, bottom = placed(group, 100, -100)
        right_end, top = placed(group, right, 700)
        assert (bottom, top) == (pytest.approx(BASE), pytest.approx(TOP))
        assert (left_end + right_end) / 2 == pytest.approx(50)
        assert right_end - left_end <= WIDE


def test_bodies_are_filled_and_black_ones_have_light_insides(fonts):
    found = loaded(fonts["unicode"])
    theme = THEMES["brown"]
    assert found.palette(theme) == (WHITE, BLACK)
    for name, body, ink in (("wK", WHITE.body, WHITE.outline), ("bK", BLACK.detail, BLACK.body)):
        (group,) = found.shapes(name, theme, dark=False)
        outer, hole, both = group.shapes
        assert [s.fill for s in group.shapes] == [body, body, ink]
        assert both.d == outer.d + hole.d
        assert not any(s.stroke for s in group.shapes)


def test_black_pieces_get_the_light_edge_of_a_dark_theme(fonts):
    theme = THEMES["dark"]
    (group,) = loaded(fonts["unicode"]).shapes("bK", theme, dark=False)
    assert (group.shapes[0].fill, group.shapes[0].stroke) == (None, theme.black.outline)
    (group,) = loaded(fonts["unicode"]).shapes("wK", theme, dark=False)
    assert not any(s.stroke for s in group.shapes)


# --- dark squares ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["merida", "symbol"])
def test_where_squares_are_hatched_those_of_the_font_are_drawn(fonts, name):
    found, theme = loaded(fonts[name]), THEMES["print"]
    (ground,) = found.dark_square(theme)
    assert [s.fill for s in ground.shapes] == [theme.hatch.color]
    assert placed(ground, 0, 800) == (pytest.approx(0), pytest.approx(0))
    assert placed(ground, 1000, -200) == (pytest.approx(100), pytest.approx(100))
    (on_dark,) = found.shapes("wK", theme, dark=True)
    assert on_dark[:2] == ground[:2]
    assert on_dark.scale == ground.scale
    assert on_dark.shapes[0].d.startswith(ground.shapes[0].d)
    assert found.shapes("wK", theme, dark=False) != found.shapes("wK", theme, dark=True)
    drawn = scene(fonts[name], theme="print")
    assert drawn.frame.dark[1]
    assert not drawn.frame.dark[0]


@pytest.mark.parametrize(
    ("name", "options"),
    [("merida", {"theme": "brown"}), ("merida", {"theme": "print-grey"}),
     ("merida", {"theme": "print", "dark": "#ccc"}),
     ("plain", {"theme": "print"}), ("unicode", {"theme": "print"})],
)  # fmt: skip
def test_elsewhere_they_are_not(fonts, name, options):
    found, theme = loaded(fonts[name]), Style.of(**options).colors
    assert found.dark_square(theme) == ()
    assert found.shapes("wK", theme, dark=True) == found.shapes("wK", theme, dark=False)
    assert not any(scene(fonts[name], **options).frame.dark)


def test_in_print_a_halo_keeps_the_hatching_away(fonts):
    theme = THEMES["print"]
    (group,) = loaded(fonts["unicode"]).shapes("wK", theme, dark=False)
    assert (group.shapes[0].fill, group.shapes[0].stroke) == (theme.light, theme.light)


@pytest.mark.parametrize("name", ["unicode", "merida", "cff"])
@pytest.mark.parametrize(("theme", "size"), [("brown", 97), ("print", 221), ("dark", 404)])
def test_tiles_give_the_pixels_of_the_whole(render, fonts, name, theme, size):
    options = {"theme": theme, "size": size, "coordinates": "inside"}
    draw(scene(fonts[name], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", **options), render)
    drawn = scene(fonts[name], **options)
    assert draw(drawn, render).convert("RGB").tobytes() == draw_whole(drawn, render).convert("RGB").tobytes()


def test_a_picture_needs_no_font(fonts):
    markup = to_svg(scene(fonts["merida"], theme="print"))
    assert "font" not in markup
    assert "<text" not in markup


def test_a_folder_with_one_font_and_a_set_toml_is_a_set(fonts, tmp_path):
    (tmp_path / "any.TTF").write_bytes(fonts["both"].read_bytes())
    (tmp_path / "set.toml").write_text('title = "Both"\nfont-map = "merida"\n')
    found = load_set(str(tmp_path))
    assert found.info == SetInfo(tmp_path.name, "Both")
    assert found.layout == FONT_MAPS["merida"]
    assert load_set(str(tmp_path), "unicode").layout == FONT_MAPS["unicode"]


def test_a_font_that_is_gone(tmp_path):
    with pytest.raises(PieceSetError, match=r"^cannot read the font .*gone\.ttf: "):
        FontSet(SetInfo("x"), tmp_path / "gone.ttf", FONT_MAPS["unicode"])


# --- installed -------------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where sets are installed."""
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path / "sets"))
    load_set.cache_clear()
    yield tmp_path / "sets"
    load_set.cache_clear()


@pytest.mark.parametrize(("name", "map_name"), [("unicode", "auto"), ("both", "merida"), ("cff", "unicode")])
def test_a_font_is_installed_with_its_layout(fonts, place, name, map_name):
    install(fonts[name], "own", {"title": 'My\tfont \x7f\ud800\u202e"', "author": "Ä 😀"}, font_map=map_name)
    assert sorted(f.name for f in (place / "own").iterdir()) == [f"pieces{fonts[name].suffix}", "set.toml"]
    assert set_info("own") == SetInfo("own", 'My font \\x7f\\ud800\\u202e"', "Ä 😀")
    found = load_set("own")
    assert found.layout == loaded(fonts[name], map_name).layout
    options = {"theme": "print"}
    assert to_svg(layout(read_fen(FAIRY, fairy=True).diagram(), Style.of(pieces="own", **options))) == to_svg(
        scene(fonts[name], font_map=map_name, **options)
    )


def test_a_font_with_a_layout_of_ones_own_is_not_installed(fonts, place, tmp_path):
    file = tmp_path / "map.toml"
    file.write_text(table(OWN))
    with pytest.raises(PieceSetError) as caught:
        install(fonts["own"], "own", {}, font_map=str(file))
    assert caught.value.report() == (
        "error: a set is installed with a font map by name\n  hint: unicode, merida or cases"
    )
    assert not place.exists()


def test_an_installed_set_goes_before_a_folder_of_its_name(fonts, place, tmp_path, monkeypatch):
    install(fonts["unicode"], "own", {})
    monkeypatch.chdir(tmp_path)
    Path("own").mkdir()
    assert Style.of(pieces="own").pieces == "own"
    assert isinstance(load_set("own"), FontSet)


# --- where a font's own dark squares are not drawn ---------------------------------------------------------------


def test_a_font_of_text_is_taken_only_when_it_is_said_to_be_a_chess_font(tmp_path):
    chars = [*LIGHT.values(), *(c for c in ascii_letters + digits if c not in LIGHT.values())]
    text = build(tmp_path / "text.ttf", LIGHT, rest=chars[12:])
    with pytest.raises(PieceSetError) as caught:
        loaded(text)
    assert caught.value.report() == (
        f"error: {text}: a font of text, with letters where chess fonts have pieces\n"
        "  hint: --font-map merida says that it is a chess font"
    )
    assert loaded(text, "merida").layout == FONT_MAPS["merida"]


def test_a_turned_piece_does_not_turn_the_hatching(fonts):
    found = loaded(fonts["merida"]).in_colors(THEMES["print"])
    assert found["wQ*1", True].shapes == found["wQ*1", False].shapes != found["wQ", True].shapes


@pytest.mark.parametrize("option", ["white", "black"])
def test_colours_that_are_asked_for_are_drawn_on_dark_squares_too(fonts, option):
    theme = Style.of(theme="print", **{option: "#fff #a00 #a00"}).colors
    found = loaded(fonts["merida"])
    assert found.dark_square(theme) == ()
    assert found.shapes("wQ", theme, dark=True) == found.shapes("wQ", theme, dark=False)


def test_a_font_with_an_empty_dark_character_has_no_dark_squares(tmp_path):
    found = loaded(build(tmp_path / "x.ttf", LIGHT, DARK, "+", blank="K"))
    assert found.dark_square(THEMES["print"]) == ()
    assert found.in_colors(THEMES["print"])["wK", True].shapes == found.in_colors(THEMES["print"])["wK", False].shapes
