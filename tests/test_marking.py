"""Marks as shapes: where they lie, in colour and in one ink."""

import itertools
import re

import pytest
from drawing import EMPTY, MIDDLEGAME, bounds, diagram
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops
from test_piece_fonts import LIGHT, build

from fen2img.color import rgb
from fen2img.errors import GlyphError
from fen2img.layout import layout
from fen2img.marks import BRUSHES, MARKS
from fen2img.raster import draw, draw_whole
from fen2img.raster.backend import cairo
from fen2img.raster.parts import parts_of
from fen2img.scene import Group, Local, Path, Rect
from fen2img.style import Style
from fen2img.themes import Hatch, Theme

SIDE = 40
#: An example of each kind on e4.
ON_E4 = {
    "highlight": "e4", "check": "e4", "frame": "e4", "circle": "e4", "dot": "e4", "cross": "e4", "label": "e4=Wg9",
    "sequence": "e4", "badge": "e4=!?", "area": "e4e4",
}  # fmt: skip
#: Marks of single squares, in the middle and at the edges, on pieces and beside them.
EVERYWHERE = [
    {"lastmove": "d1h5", "check": "e8"},
    {"highlight": "Ge4,d5:#ff8800,Rf7,Ya1,Bh1"},
    {"frame": "Re4,a1:dashed", "circle": "Ge4,Rd5,Yh8,Ba1:dotted"},
    {"dot": "e4,h5,d4:below", "cross": "e5,h1,Ga8:below"},
    {"label": "e4=A,d5=xyz,a1=1", "sequence": "e4,h5,a8", "badge": "h5=!!,e4=??,a8=!?"},
    {"lastmove": "d1h5", "circle": "h5", "label": "e5=1", "badge": "h5=!", "highlight": "h5:above"},
]
LINED = [name for name, kind in MARKS.items() if kind.lines and name != "area"]
OCCUPIED = "8/8/8/8/4q3/8/8/8"


def whole(fen=EMPTY, options=(), **marks):
    style = Style.of(square=SIDE, coordinates="none", border="0px", **dict(options))
    return layout(diagram(fen).marked(**marks), style)


def scene(fen=EMPTY, options=(), **marks):
    """The scene with its shapes, whichever square they belong to."""
    drawn = whole(fen, options, **marks)
    return drawn._replace(under=loose(drawn.under), over=loose(drawn.over))


def loose(shapes):
    return tuple(inner for shape in shapes for inner in (shape.shapes if isinstance(shape, Local) else (shape,)))


def shapes(drawn):
    return [*drawn.under, *drawn.over]


def box(shape):
    """Bounds of a shape with its stroke; of arcs and circles only points, so never too much."""
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Group):
        boxes = [[v * shape.scale for v in box(inner)] for inner in shape.shapes]
        left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
        return shape.x + left, shape.y + top, shape.x + right, shape.y + bottom
    left, top, right, bottom = bounds(shape.d)
    half = shape.stroke_width / 2 if shape.stroke else 0
    return left - half, top - half, right + half, bottom + half


def colors(drawn):
    def paints(shape):
        if isinstance(shape, Group):
            return {color for inner in shape.shapes for color in paints(inner)}
        return {shape.fill} if isinstance(shape, Rect) else {shape.fill, shape.stroke if shape.stroke_width else None}

    return {color for shape in shapes(drawn) for color in paints(shape)} - {None}


def tip(drawn):
    """Where an arrow ends: the point of its outline that is farthest from the others' middle is one of its head."""
    return points(drawn.over[-1])


def points(path):
    return [tuple(map(float, pair.split())) for pair in re.split("[MLz]", path.d) if pair.strip()]


@pytest.mark.parametrize("theme", ["brown", "dark", "print", "print-grey"])
@pytest.mark.parametrize("fen", [EMPTY, OCCUPIED])
@pytest.mark.parametrize("kind", ON_E4)
def test_a_mark_stays_in_its_square(kind, fen, theme):
    drawn = scene(fen, {"theme": theme}, **{kind: ON_E4[kind]})
    assert shapes(drawn)
    for shape in shapes(drawn):
        left, top, right, bottom = box(shape)
        assert left >= 4 * SIDE - 0.01
        assert top >= 4 * SIDE - 0.01
        assert right <= 5 * SIDE + 0.01
        assert bottom <= 5 * SIDE + 0.01


@pytest.mark.parametrize("kind", [*ON_E4, "lastmove", "arrow"])
def test_marks_turn_with_the_board(kind):
    text = ON_E4.get(kind, "a1b1")
    turned = text.replace("e4", "d5").replace("a1b1", "h8g8")
    white, black = scene(**{kind: text}), scene(EMPTY, {"orientation": "black"}, **{kind: turned})
    assert [box(s) for s in shapes(white)] == [pytest.approx(box(s)) for s in shapes(black)]


@pytest.mark.parametrize("theme", ["print", "print-grey"])
@pytest.mark.parametrize("kind", [*ON_E4, "arrow", "lastmove"])
def test_in_one_ink_there_is_nothing_but_ink_and_paper(kind, theme):
    black, white, grey = (0, 0, 0), (255, 255, 255), (200, 200, 200)
    for letter in BRUSHES:
        drawn = scene(OCCUPIED, {"theme": theme}, **{kind: letter + ON_E4.get(kind, "e4e6")})
        assert {c[:3] for c in colors(drawn)} <= {black, white, *([grey] if theme == "print-grey" else [])}
        assert all(c.alpha == 255 for c in colors(drawn))


@pytest.mark.parametrize("theme", ["print", "print-grey", "brown"])
@pytest.mark.parametrize("kind", ["highlight", "frame", "circle", "arrow", "dot", "cross", "sequence", "area"])
def test_the_four_colours_are_told_apart(kind, theme):
    text = {"arrow": "e2e4", "area": "c3e4"}.get(kind, "e4")
    found = [shapes(scene(EMPTY, {"theme": theme}, **{kind: letter + text})) for letter in BRUSHES]
    assert len({str(f) for f in found}) == 4


def test_any_colour_looks_like_the_nearest_of_the_four_in_one_ink():
    def look(color):
        return shapes(scene(EMPTY, {"theme": "print"}, arrow=f"e2e4:{color}"))

    assert look("#00ff00") == look("lime") == look("G") == look("black")
    assert look("#ff0040") == look("maroon") == look("R")
    assert look("orange") == look("#ddcc00") == look("Y")
    assert look("#4060ff") == look("navy") == look("B")


def test_without_a_colour_a_cross_is_solid_in_one_ink():
    print_theme = {"theme": "print"}
    assert shapes(scene(EMPTY, print_theme, cross="e4")) == shapes(scene(EMPTY, print_theme, cross="Re4"))
    assert len(points_of_parts(scene(EMPTY, print_theme, cross="e4"))) == 2
    assert len(points_of_parts(scene(EMPTY, print_theme, cross="Ge4"))) > 2


def points_of_parts(drawn):
    return drawn.over[-1].d.split("M")[1:]


@pytest.mark.parametrize("theme", ["brown", "print", "dark"])
def test_a_cross_on_a_piece_of_its_colour_has_a_rim(theme):
    rim, cross = scene("8/8/8/8/4q3/8/8/8", {"theme": theme}, cross="e4:black").over
    assert rim.stroke != cross.stroke
    assert rim.stroke_width > cross.stroke_width


@pytest.mark.parametrize("kind", LINED)
def test_lines(kind):
    text = "e2e4" if kind == "arrow" else "e4"
    solid, dashed, dotted = (shapes(scene(**{kind: f"{text}:{line}"})) for line in ("solid", "dashed", "dotted"))
    parts = [group[-1].d.count("M") for group in (solid, dashed, dotted)]
    assert parts[0] < parts[1] < parts[2]
    assert shapes(scene(**{kind: text})) == solid


@pytest.mark.parametrize("kind", [k for k in ON_E4 if k != "hide"])
def test_the_layer_goes_by_the_kind_until_it_is_asked_for(kind):
    default = MARKS[kind].layer
    layers = {layer: scene(OCCUPIED, **{kind: f"{ON_E4[kind]}:{layer}"}) for layer in ("above", "below")}
    assert layers["below"].under
    assert not layers["below"].over
    assert layers["above"].over
    assert not layers["above"].under
    assert bool(scene(OCCUPIED, **{kind: ON_E4[kind]}).under) == (default == "below")


@pytest.mark.parametrize("kind", ["highlight", "check", "area"])
def test_a_filled_square_over_a_piece_lets_it_be_seen(kind):
    tint = scene(OCCUPIED, **{kind: f"{ON_E4[kind]}:#ff0000:above"}).over[0]
    assert tint.fill.alpha < 255
    assert scene(OCCUPIED, **{kind: f"{ON_E4[kind]}:#ff0000"}).under[0].fill.alpha == 255


def test_a_colour_given_exactly_is_drawn_exactly():
    assert scene(highlight="e4:#ff8800").under[0].fill == (255, 136, 0, 255)
    assert scene(highlight="Ge4").under[0].fill != BRUSHES["G"]


# --- arrows ----------------------------------------------------------------------------------------------------


def test_an_arrow_goes_from_beside_the_piece_to_the_middle():
    empty, occupied = points(scene(arrow="e2e6").over[-1]), points(scene("8/8/8/8/8/8/4Q3/8", arrow="e2e6").over[-1])
    assert (4.5 * SIDE, 2.5 * SIDE) in empty
    assert (4.5 * SIDE, 2.5 * SIDE) in occupied
    assert max(y for _, y in empty) > 6.4 * SIDE
    assert max(y for _, y in occupied) < 6.1 * SIDE


def test_a_knights_arrow_bends_unless_it_shall_be_straight():
    bent, straight = points(scene(arrow="b1c3").over[-1]), points(scene(arrow="b1c3:straight").over[-1])
    assert len(bent) == len(straight) + 2
    assert max(x for x, _ in bent) == pytest.approx(2.5 * SIDE, abs=0.01)
    assert any(abs(y - 5.5 * SIDE) < 0.1 * SIDE and abs(x - 1.5 * SIDE) < 0.1 * SIDE for x, y in bent)


def test_arrows_into_one_square_stay_apart():
    drawn = scene(arrow="a1d4,g1d4,d8d4,h4d4,d7d4,b5d4,f5d4")
    tips = []
    for path in drawn.over[1::2]:
        middle = (3.5 * SIDE, 4.5 * SIDE)
        tips.append(min(points(path), key=lambda p: (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2))
    for (x1, y1), (x2, y2) in itertools.combinations(tips, 2):
        assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 > 0.15 * SIDE


@pytest.mark.parametrize("text", ["e2e4,e4e2", "e2e4,Re2e4", "e1e8,e2e5", "a1h8,h8b2", "b1c3,c3b1", "e1e4,e2e4"])
def test_arrows_on_one_line_lie_side_by_side(text):
    one, two = (points(path) for path in scene(arrow=text).over[1::2])
    assert not {(round(x), round(y)) for x, y in one} & {(round(x), round(y)) for x, y in two}


def test_arrows_that_only_meet_keep_to_the_middle():
    first = points(scene(arrow="e2e4,e4e6").over[1])
    assert (4.5 * SIDE, 4.5 * SIDE) in first


SQUARES = st.builds("{}{}".format, st.sampled_from("abcdefgh"), st.integers(1, 8))
ARROWS = st.lists(
    st.tuples(st.sampled_from(["", *BRUSHES]), SQUARES, SQUARES, st.sampled_from(["", ":dashed", ":dotted", ":#f0f8"])),
    min_size=1, max_size=8,
).map(lambda found: [f"{b}{s}{e}{m}" for b, s, e, m in found if s != e])  # fmt: skip


@given(ARROWS, st.sampled_from(["brown", "print"]), st.booleans())
def test_any_arrows_stay_on_the_board(arrows, theme, flip):
    drawn = scene(MIDDLEGAME, {"theme": theme, "flip": flip}, arrow=arrows)
    assert len(drawn.over) == 2 * len(arrows)
    for shape in drawn.over:
        left, top, right, bottom = box(shape)
        assert min(left, top) > -0.05 * SIDE
        assert max(right, bottom) < 8.05 * SIDE


@pytest.mark.parametrize(
    "text", ["a1a8,a8a1,a2a7,a7a2", "a1a4,a2a5,a3a6,a4a7,a5a8", "a1h1,h1a1,b1g1,c1f1", "h8a1,a1h8,b2g7"]
)
def test_many_arrows_on_one_line_keep_to_the_board(text):
    for shape in scene(arrow=text).over:
        left, top, right, bottom = box(shape)
        assert min(left, top) > -0.01
        assert max(right, bottom) < 8 * SIDE + 0.01


def test_two_knights_arrows_from_one_square_part_at_once():
    knight = "8/8/8/8/8/8/8/6N1"
    one, two = (points(path) for path in scene(knight, arrow="g1f3,g1h3").over[1::2])
    assert not {(round(x), round(y)) for x, y in one} & {(round(x), round(y)) for x, y in two}
    assert points(scene(knight, arrow="g1f3").over[1]) == one


# --- signs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fen", [EMPTY, OCCUPIED])
def test_signs_on_one_square_take_a_corner_each(fen):
    drawn = scene(fen, label="e4=A", sequence="e4", badge="e4=!!")
    words = [shape for shape in drawn.over if isinstance(shape, Group)]
    assert len(words) == 3
    boxes = [box(word) for word in words]
    for one, two in itertools.combinations(boxes, 2):
        assert one[2] < two[0] or two[2] < one[0] or one[3] < two[1] or two[3] < one[1]


def test_a_label_beyond_the_font_the_whole_error():
    with pytest.raises(GlyphError) as caught:
        scene(label="e4=\u65e5")
    assert caught.value.message == "label: the font has no '\u65e5' (U+65E5 CJK UNIFIED IDEOGRAPH-65E5)"
    assert caught.value.hint == "--font PATH names one that has it"


def test_a_label_is_set_in_the_font_asked_for(tmp_path):
    font = build(tmp_path / "letters.ttf", LIGHT)
    assert shapes(scene(EMPTY, {"font": str(font)}, label="e4=k")) != shapes(scene(label="e4=k"))
    assert scene(OCCUPIED, {"font": str(font)}, label="e4=kq").over


def test_labels_in_one_ink_have_that_ink():
    look = Theme(
        name="x", about="", light=rgb("#fffff0"), dark=rgb("#fffff0"), ink=rgb("#123456"), mono=True, hatch=Hatch()
    )
    for fen in (EMPTY, OCCUPIED):
        drawn = scene(fen, {"theme": look}, label="e4=A")
        assert colors(drawn) == {rgb("#123456"), rgb("#fffff0")}


# --- together with the rest of the board -----------------------------------------------------------------------


@pytest.mark.parametrize("marks", [{"lastmove": "a1h1"}, {"area": "a1c3"}, {"check": "a8"}])
@pytest.mark.parametrize("theme", ["brown", "print"])
def test_labels_in_the_squares_stay_above_coloured_ones(theme, marks):
    style = Style.of(square=SIDE, coordinates="inside", theme=theme)
    drawn = layout(diagram(EMPTY).marked(**marks), style)
    assert drawn.under[-15:] == drawn.frame.labels
    assert layout(diagram(EMPTY).marked(arrow="a1a2"), style).under == ()


@pytest.mark.parametrize("space", ["gray", "bw"])
def test_where_there_are_only_greys_marks_are_told_apart_by_their_lines(space):
    theme = "brown" if space == "gray" else "print"
    drawn = scene(EMPTY, {"color": space, "theme": theme}, highlight="Ga1,Rb1,Yc1,Bd1", arrow="Ra2a4")
    assert drawn.over[-1].d.count("M") > 1
    assert len([shape for shape in drawn.under if isinstance(shape, Path)]) == 5


# --- pixels ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["brown", "print"])
@pytest.mark.parametrize("kind", [*ON_E4, "lastmove", "arrow"])
def test_the_raster_is_the_rendering_of_the_svg(kind, theme, render):
    drawn = whole(OCCUPIED, {"theme": theme}, **{kind: ON_E4.get(kind, "e2e4")})
    plain = draw(scene(OCCUPIED, {"theme": theme}), render)
    marked = draw(drawn, render)
    off = ImageChops.difference(marked, draw_whole(drawn, render).convert("RGB"))
    if kind == "arrow" and render is cairo:
        assert sum(off.convert("L").histogram()[24:]) <= 12  # where its edge meets one of a piece or of a line
    else:
        assert off.getbbox() is None
    changed = ImageChops.difference(plain, marked).getbbox()
    assert changed


@pytest.mark.parametrize("size", [333, 480])
@pytest.mark.parametrize("theme", ["brown", "print"])
@pytest.mark.parametrize("coordinates", ["outside", "inside"])
def test_tiles_with_marks_are_the_rendering_of_the_svg(size, theme, coordinates, needs_cairo):
    style = Style.of(size=size, theme=theme, coordinates=coordinates)
    for marks in EVERYWHERE:
        drawn = layout(diagram(MIDDLEGAME).marked(**marks), style)
        assert parts_of(drawn)
        assert ImageChops.difference(draw(drawn), draw_whole(drawn)).getbbox() is None, marks


@pytest.mark.parametrize("size", [480, 801])
@pytest.mark.parametrize("theme", ["brown", "dark"])
def test_arrows_over_large_squares_are_the_rendering_of_the_svg_but_for_rounding(size, theme, needs_cairo):
    arrows = "h5f7,Rc4f7,Bb1c3:dashed,Ya1h8,d8a5:#12345680"
    drawn = layout(diagram(MIDDLEGAME).marked(arrow=arrows, lastmove="b8c6"), Style.of(size=size, theme=theme))
    assert parts_of(drawn).overlay
    off = ImageChops.difference(draw(drawn), draw_whole(drawn))
    assert max(high for _, high in off.getextrema()) <= 2


@pytest.mark.parametrize("marks", [{"arrow": "e2e4", "badge": "e4=!"}, {"area": "a1c3"}, {"arrow": "Re2e4:below"}])
def test_what_is_laid_on_or_below_something_else_is_drawn_whole(marks, needs_cairo):
    drawn = layout(diagram(MIDDLEGAME).marked(**marks), Style.of(size=300))
    assert parts_of(drawn) is None
    assert ImageChops.difference(draw(drawn), draw_whole(drawn)).getbbox() is None


@pytest.mark.parametrize("size", [333, 480])
@pytest.mark.parametrize("theme", ["brown", "print"])
@pytest.mark.parametrize("fen", [EMPTY, OCCUPIED])
def test_a_mark_of_one_square_does_not_leave_it(size, theme, fen, needs_cairo):
    style = Style.of(size=size, theme=theme)
    plain = draw_whole(layout(diagram(fen), style))
    for kind, line, color in itertools.product(ON_E4, ("", ":dotted"), BRUSHES):
        if kind not in ("area", "highlight") and (not line or MARKS[kind].lines):
            drawn = layout(diagram(fen).marked(**{kind: f"{color}{ON_E4[kind]}{line}"}), style)
            off = ImageChops.difference(draw_whole(drawn), plain)
            (x, y), side = drawn.frame.cells[36], int(drawn.frame.square)
            off.paste(0, (int(x), int(y), int(x) + side, int(y) + side))
            assert off.getbbox() is None, (kind, line, color)


def test_shapes_are_plain():
    """Nothing but what every writer of the scene knows."""
    for kind in [*ON_E4, "lastmove", "arrow"]:
        for shape in shapes(scene(OCCUPIED, **{kind: ON_E4.get(kind, "e2e4")})):
            assert isinstance(shape, Rect | Path | Group)
