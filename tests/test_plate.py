"""Boards in a palette: near to the true colours, and the same whatever was drawn before."""

import io
import itertools
from dataclasses import replace

import pytest
from drawing import EMPTY, MIDDLEGAME, START, diagram, in_full, indexed, scene
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from fen2img.formats import FORMATS
from fen2img.layout import layout
from fen2img.pieceset import NAMES, bundled_names
from fen2img.raster import draw, palette, plate, tiles
from fen2img.raster.backend import cairo, resvg
from fen2img.raster.parts import parts_of
from fen2img.raster.png import encode_rows
from fen2img.render import render
from fen2img.scene import Frame, Ground, Rect, Scene
from fen2img.style import Style
from fen2img.themes import THEMES

pytestmark = pytest.mark.usefixtures("needs_cairo", "anew")


@pytest.fixture
def anew():
    tiles._small_plate.cache_clear()
    plate._plate.cache_clear()


def opened(drawn):
    with Image.open(io.BytesIO(encode_rows(drawn, {}))) as image:
        image.load()
        return image


LOOKS = [
    {"theme": theme, "pieces": pieces, "size": size, "coordinates": coordinates}
    for (theme, pieces), size, coordinates in zip(
        itertools.product(THEMES, bundled_names()),
        itertools.cycle((97, 240, 361, 500)),
        itertools.cycle(("none", "outside", "inside")),
        strict=False,
    )
]


@pytest.mark.parametrize("options", LOOKS, ids=lambda o: "-".join(map(str, o.values())))
def test_no_colour_is_far_from_the_true_one(options):
    drawn = scene(MIDDLEGAME, **options)
    found = indexed(drawn, cairo)
    assert found
    off = ImageChops.difference(opened(found).convert("RGB"), draw(drawn, cairo))
    assert max(high for _, high in off.getextrema()) <= palette.REACH


@pytest.mark.parametrize("theme", THEMES)
def test_the_squares_have_exactly_their_colour(theme):
    found = opened(indexed(scene(EMPTY, size=160, theme=theme, coordinates="none"), cairo)).convert("RGB")
    look = THEMES[theme]
    assert found.getpixel((10, 10)) == look.light[:3]
    if not look.hatch:
        assert found.getpixel((30, 10)) == look.dark[:3]


@pytest.mark.parametrize("theme", ["print", "print-grey", "grey"])
def test_greys_need_no_palette_and_are_exact(theme):
    drawn = scene(MIDDLEGAME, size=300, theme=theme, background="#fff", border="0px", coordinates="none")
    found = indexed(drawn, cairo)
    assert found.palette == b""
    assert opened(found).mode == "L"
    assert ImageChops.difference(opened(found).convert("RGB"), draw(drawn, cairo)).getbbox() is None


def test_what_was_drawn_before_does_not_matter():
    fens = [MIDDLEGAME, START, "8/8/8/3qQ3/8/8/8/8"]
    alone = []
    for fen in fens:
        tiles._small_plate.cache_clear()
        plate._plate.cache_clear()
        alone.append(indexed(scene(fen, size=200), cairo))
    tiles._small_plate.cache_clear()
    plate._plate.cache_clear()
    assert [indexed(scene(fen, size=200), cairo) for fen in reversed(fens)] == alone[::-1]


@pytest.mark.parametrize("options", [{"background": "transparent"}, {"background": "#ff000080"}], ids=str)
def test_what_a_palette_cannot_hold_is_drawn_in_full(options):
    drawn = scene(MIDDLEGAME, size=200, **options)
    assert indexed(drawn, cairo) is None
    with Image.open(io.BytesIO(render(diagram(MIDDLEGAME), Style.of(size=200, **options), FORMATS["png"]))) as image:
        assert image.mode == "RGBA"


@pytest.mark.parametrize("render", [cairo, resvg])
@pytest.mark.parametrize("theme", ["brown", "print"])
def test_words_marks_and_other_renderers_have_a_palette_of_their_own(theme, render):
    marked = diagram(MIDDLEGAME).marked(arrow="e5c6,Rd3h7", lastmove="b8c6", badge="h7=!!")
    drawn = layout(marked, Style.of(theme=theme, size=240, title="T", caption="words", figurines=True))
    found = indexed(drawn, render)
    off = ImageChops.difference(opened(found).convert("RGB"), draw(drawn, render))
    assert max(high for _, high in off.getextrema()) <= palette.REACH
    assert indexed(drawn, render) == found


def test_too_many_colours():
    ramp = Image.linear_gradient("L").resize((64, 64))
    many = Image.merge("RGB", [ramp, ramp.rotate(90), Image.new("L", ramp.size)])
    assert many.getcolors(palette.MANY) is not None
    full = palette.palette_of([], [many])
    assert len(full.colors) == palette.COLORS
    assert full.numbers(many) is None
    noise = Image.effect_noise((512, 512), 90)
    wild = Image.merge("RGB", [noise, noise.rotate(90), noise.rotate(180)])
    assert wild.getcolors(palette.MANY) is None
    assert plate._alone(wild) is None
    assert plate._alone(many.convert("RGBA")) is None
    assert full.numbers(wild) is None
    assert palette.palette_of([], [wild]).grey


def test_a_frame_that_knows_no_pieces_has_no_plate():
    ground = Ground((Rect(0, 0, 40, 40, THEMES["brown"].light),))
    bare = Frame(40, 40, 40, ground.shapes, (), ((0, 0),), (ground,))
    assert plate._plate(bare, cairo, (), ()) is None
    assert indexed(Scene(bare, (), "", "", ""), cairo).rows


def test_twins_hold_the_same_numbers_but_for_a_shift():
    drawn = scene(MIDDLEGAME, size=360)
    found = plate._plate(drawn.frame, cairo, (), ())
    light, dark = found.twins.light, found.twins.dark
    for name in NAMES:
        pair = found.source.tiles_of([(ground, drawn.frame.looks[name, False]) for ground in (light, dark)])
        one, two = found.palette.twins(*pair)
        count = len(found.palette.pairs)
        assert {a - b for a, b in zip(two.tobytes(), one.tobytes(), strict=True)} == {count}
        for image, numbers in zip(pair, (one, two), strict=True):
            again = Image.new("P", image.size)
            again.putdata(numbers.tobytes())
            again.putpalette(found.palette.bytes)
            off = ImageChops.difference(again.convert("RGB"), image)
            assert max(high for _, high in off.getextrema()) <= palette.REACH


def test_a_piece_beyond_the_palette_adds_what_it_needs():
    drawn = scene(MIDDLEGAME, size=200, coordinates="none")
    few = palette.Palette(plate._plate(drawn.frame, cairo, (), ()).palette.pairs[:2], [])
    poor = plate._Plate.drawn(drawn.frame, tiles.plate_of(drawn.frame, cairo), few)
    more = poor.compose(parts_of(drawn))
    assert more.palette.startswith(few.bytes)
    assert len(more.palette) > len(few.bytes)
    off = ImageChops.difference(opened(more).convert("RGB"), draw(drawn, cairo))
    assert max(high for _, high in off.getextrema()) <= palette.REACH


def test_a_picture_beyond_all_palettes_is_drawn_alone(monkeypatch):
    drawn = scene(MIDDLEGAME, size=200)
    found = plate._plate(drawn.frame, cairo, (), ())
    monkeypatch.setattr(found, "palette", palette.Palette([], [(1, 2, 3)] * palette.COLORS))
    monkeypatch.setattr(found, "tiles", {})
    assert indexed(drawn, cairo) == plate._alone(draw(drawn, cairo))


@given(
    st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=60),
    st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=60),
)
def test_no_number_stands_for_a_far_colour(twins, others):
    row = Image.new("RGB", (len(twins), 1))
    row.putdata(twins)
    back = Image.new("RGB", (len(twins), 1))
    back.putdata(twins[::-1])
    other = Image.new("RGB", (len(others), 1))
    other.putdata(others)
    found = palette.palette_of([(row, back)], [other])
    for image, numbers in zip((row, back), found.twins(row, back) or (), strict=False):
        assert near(image, numbers, found)
    for image in (row, back, other):
        assert near(image, found.numbers(image), found)


def near(image, numbers, found):
    colors = [(n,) * 3 if found.grey else found.colors[n] for n in numbers.tobytes()]
    raw = image.tobytes()
    pixels = [raw[i : i + 3] for i in range(0, len(raw), 3)]
    return all(
        abs(a - b) <= palette.REACH
        for one, two in zip(pixels, colors, strict=True)
        for a, b in zip(one, two, strict=True)
    )


MARKED = [
    {"lastmove": "d1h5", "check": "e8"},
    {"highlight": "Ge4,d5:#ff8800,Rf7,Ya1,Bh1"},
    {"circle": "Ge4,Rd5", "cross": "e4,h1"},
    {"arrow": "h5f7,Rc4f7,Bb1c3:dashed,Ya1h8"},
    {"arrow": "h5f7:#12345680", "lastmove": "b8c6", "label": "a6=A"},
    {"area": "a1c3", "arrow": "e2e4", "badge": "e4=!"},
]
WORDED = {"title": "White mates in two", "caption": "{caption} with Nf3", "number": "{n}", "figurines": True}


SETTINGS = [
    WORDED,
    {**WORDED, "coordinates": "all", "theme": "walnut", "white_player": "A|2000"},
    {"caption": "below", "coordinates": "none"},
    {"title": "above", "coordinates": "none", "theme": "print"},
    {"title": "T", "caption": "c", "background": "#f0d9b5", "coordinates": "none"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("size", [200, 500])
def test_words_stand_above_and_below_a_board_of_tiles(options, size):
    drawn = layout(replace(diagram(MIDDLEGAME).marked(lastmove="d1h5"), number=7), Style.of(size=size, **options))
    assert parts_of(drawn).words
    whole = draw(drawn, cairo)
    assert ImageChops.difference(whole, tiles.draw_whole(drawn, cairo)).getbbox() is None
    off = ImageChops.difference(opened(indexed(drawn, cairo)).convert("RGB"), whole)
    assert max(high for _, high in off.getextrema()) <= palette.REACH


@pytest.mark.parametrize("marks", MARKED, ids=" ".join)
@pytest.mark.parametrize("options", [{}, {"theme": "print"}, {"theme": "dark", "coordinates": "inside"}], ids=str)
@pytest.mark.parametrize("size", [200, 500])
def test_no_colour_of_a_marked_board_is_far_from_the_true_one(marks, options, size):
    drawn = layout(diagram(MIDDLEGAME).marked(**marks), Style.of(size=size, **options))
    found = indexed(drawn, cairo)
    off = ImageChops.difference(opened(found).convert("RGB"), draw(drawn, cairo))
    assert max(high for _, high in off.getextrema()) <= palette.REACH


def test_marked_boards_do_not_depend_on_those_before_them():
    scenes = [
        layout(diagram(fen).marked(**marks), Style.of(size=200)) for fen in (MIDDLEGAME, START) for marks in MARKED
    ]
    alone = []
    for drawn in scenes:
        tiles._small_plate.cache_clear()
        plate._plate.cache_clear()
        alone.append(indexed(drawn, cairo))
    tiles._small_plate.cache_clear()
    plate._plate.cache_clear()
    assert [indexed(drawn, cairo) for drawn in reversed(scenes)] == alone[::-1]


@pytest.mark.parametrize("rows_of", [indexed, in_full])
@pytest.mark.parametrize("options", [{}, {"theme": "print"}, {"coordinates": "inside"}], ids=str)
def test_of_the_picture_before_nothing_is_left(monkeypatch, rows_of, options):
    boards = [START, EMPTY, MIDDLEGAME, "8/2k5/8/8/5n2/8/1K6/8", EMPTY, START]
    marked = [diagram(fen).marked(**marks) for fen in boards for marks in ({}, {"lastmove": "a8b7"}, {"arrow": "a1h8"})]
    scenes = [layout(one, Style.of(size=200, **options)) for one in (*map(diagram, boards), *marked)]
    whole = [rows_of(drawn, cairo) for drawn in scenes]
    monkeypatch.setattr(plate, "COPIED", 0)
    assert [rows_of(drawn, cairo) for drawn in scenes] == whole
    assert [rows_of(drawn, cairo) for drawn in reversed(scenes)] == whole[::-1]


@pytest.mark.parametrize("options", LOOKS, ids=lambda o: "-".join(map(str, o.values())))
def test_in_full_every_pixel_is_that_of_the_whole(options):
    drawn = scene(MIDDLEGAME, **options)
    assert ImageChops.difference(opened(in_full(drawn, cairo)), tiles.draw_whole(drawn, cairo)).getbbox() is None


@pytest.mark.parametrize("marks", MARKED, ids=" ".join)
def test_in_full_marks_are_those_of_other_formats(marks):
    drawn = layout(diagram(MIDDLEGAME).marked(**marks), Style.of(size=300, title="T"))
    found = in_full(drawn, cairo)
    assert (found is None) == (parts_of(drawn) is None)
    if found:
        assert ImageChops.difference(opened(found), draw(drawn, cairo)).getbbox() is None


def test_png_is_smaller_and_full_colours_are_to_be_had():
    small, full = (
        render(diagram(MIDDLEGAME), Style.of(size=360, png_colors=kind), FORMATS["png"]) for kind in ("palette", "full")
    )
    assert len(small) * 1.8 < len(full)
    with Image.open(io.BytesIO(full)) as image:
        assert image.mode == "RGB"
        assert ImageChops.difference(image, draw(scene(MIDDLEGAME, size=360))).getbbox() is None
    with Image.open(io.BytesIO(small)) as image:
        assert image.mode == "P"
