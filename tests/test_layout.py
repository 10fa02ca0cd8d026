"""Layout: sizes, the place of each square, coordinates, the side to move; on whole pixels and on paper."""

import math

import pytest
from drawing import EMPTY, ENDGAME, START, bounds, outlines, scene, square_at

from fen2img.color import contrast
from fen2img.errors import OptionError
from fen2img.layout import frame_of
from fen2img.position import Square
from fen2img.scene import Group, Path, Rect
from fen2img.sizes import PAPER_UNITS
from fen2img.style import Style
from fen2img.svg import to_svg
from fen2img.text import outline
from fen2img.themes import BLACK, THEMES, WHITE

COORDINATES = ("none", "outside", "all", "inside")
MARKERS = ("square", "dot", "triangle", "king")


def labels(drawn):
    """The outlined texts outside the squares: (character, left, top, right, bottom)."""
    known = {outline(c, 500).d: c for c in [*"abcdefghijklmnopqrstuvwxyz", *map(str, range(1, 27))]}
    found = []
    for shape in drawn.frame.shapes:
        if isinstance(shape, Group) and len(shape.shapes) == 1 and isinstance(shape.shapes[0], Path):
            box = bounds(shape.shapes[0].d)
            x, y, s = shape.x, shape.y, shape.scale
            found.append((known[shape.shapes[0].d], x + box[0] * s, y + box[1] * s, x + box[2] * s, y + box[3] * s))
    return found


# --- squares ---------------------------------------------------------------------------------------------------


def test_white_at_the_bottom_has_a1_at_the_lower_left():
    drawn = scene(square=20, coordinates="none")
    assert square_at(drawn, "a1") == (0, 140)
    assert square_at(drawn, "h8") == (140, 0)
    assert square_at(drawn, "e4") == (80, 80)


def test_black_at_the_bottom_has_h8_at_the_lower_left():
    drawn = scene(square=20, coordinates="none", orientation="black")
    assert square_at(drawn, "h8") == (0, 140)
    assert square_at(drawn, "a1") == (140, 0)
    assert square_at(drawn, "e4") == (60, 60)


@pytest.mark.parametrize("orientation", ["white", "black"])
def test_flip_turns_the_view_by_half_a_turn(orientation):
    plain, turned = (scene(size=200, orientation=orientation, flip=flip).frame for flip in (False, True))
    assert turned.cells == plain.cells[::-1]


@pytest.mark.parametrize(
    ("turn", "flip", "bottom"), [("w", False, "a1"), ("b", False, "h8"), ("w", True, "h8"), ("b", True, "a1")]
)
def test_auto_orientation_follows_the_side_to_move(turn, flip, bottom):
    drawn = scene(f"{EMPTY} {turn} - - 0 1", size=200, orientation="auto", flip=flip)
    assert square_at(drawn, bottom)[0] == min(x for x, _ in drawn.frame.cells)
    assert square_at(drawn, bottom)[1] == max(y for _, y in drawn.frame.cells)


def test_auto_orientation_without_a_side_to_move_shows_white():
    assert scene(EMPTY, orientation="auto").frame.cells == scene(EMPTY).frame.cells


def test_pieces_stand_where_the_fen_puts_them_whatever_the_view():
    for options in ({}, {"orientation": "black"}, {"flip": True}):
        drawn = scene(ENDGAME, square=20, **options)
        placed = {(p.x, p.y): p.glyph.name for p in drawn.placed()}
        assert placed == {square_at(drawn, n): p for n, p in (("c5", "bK"), ("f3", "wK"), ("e2", "wP"))}


def test_dark_squares_are_painted_once_and_a1_is_dark():
    drawn = scene(square=20, coordinates="none")
    dark = next(s for s in drawn.frame.shapes if isinstance(s, Path) and s.fill == THEMES["brown"].dark)
    corners = {tuple(map(int, part.split("h")[0].split())) for part in dark.d.split("M")[1:]}
    assert len(corners) == 32
    assert (0, 140) in corners
    for i, cell in enumerate(drawn.frame.cells):
        assert (cell in corners) == Square(i % 8, 7 - i // 8).dark


# --- sizes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("marker", ["none", "square"])
@pytest.mark.parametrize("size", [100, 333, 480, 1999, 8192])
def test_the_image_is_exactly_as_large_as_asked(size, coordinates, marker):
    frame = scene(f"{EMPTY} w", size=size, coordinates=coordinates, marker=marker).frame
    assert frame.pixels == (size, size)
    assert frame.square == int(frame.square)


def test_the_default_size():
    assert scene().frame.pixels == (480, 480)


@pytest.mark.parametrize(("fen", "board"), [("10/10", (10, 2)), ("2/2/2/2/2", (2, 5))])
def test_the_longer_side_of_another_board_is_as_asked(fen, board):
    drawn = scene(fen, board=board, size=400)
    assert max(drawn.frame.pixels) == 400
    assert min(drawn.frame.pixels) < 300


def test_a_square_of_a_given_side_makes_the_image_fit_round_it():
    assert scene(square=30, coordinates="none").frame.pixels == (240, 240)
    outside = scene(square=30).frame
    assert outside.square == 30
    assert outside.pixels == (257, 257)
    assert outside.cells[0] == (17, 0)
    assert scene(square=30, coordinates="all").frame.pixels == (274, 274)
    assert scene(f"{EMPTY} w", square=30, coordinates="none", marker="dot").frame.pixels == (257, 240)


def test_the_largest_square_that_fits_is_taken():
    for size in range(64, 200):
        frame = scene(size=size, coordinates="none").frame
        assert frame.square == size // 8


def test_what_is_left_over_goes_to_both_sides():
    frame = scene(size=325, coordinates="none").frame
    assert frame.square == 40
    assert frame.cells[0] == (2, 2)
    assert frame.width - 8 * 40 - 2 == 3


@pytest.mark.parametrize(
    ("options", "inner"),
    [
        ({"margin": "8px"}, 8),
        ({"margin": "25%"}, 10),
        ({"border": "3px"}, 3),
        ({"border": "10%"}, 4),
        ({"border": "3px", "margin": "8px"}, 11),
        ({"border": "0.1%"}, 1),
        ({"border": "0px"}, 0),
        ({"margin": "0.4px"}, 0),
        ({"margin": "25.4mm", "dpi": 50}, 50),
        ({"margin": "72pt"}, 96),
        ({"border": "72pt"}, 96),
        ({"theme": "walnut"}, 3),
        ({"theme": "walnut", "border": "0px"}, 0),
    ],
)
def test_border_and_margin_surround_the_board(options, inner):
    frame = scene(square=40, coordinates="none", **options).frame
    assert frame.cells[0] == (inner, inner)
    assert frame.pixels == (320 + 2 * inner, 320 + 2 * inner)


def test_the_border_is_drawn_round_the_board_in_the_colour_of_the_frame():
    frame = scene(square=40, coordinates="none", border="3px", margin="5px", theme="walnut").frame
    background, border, board = frame.shapes[:3]
    assert background == Rect(0, 0, 336, 336, THEMES["walnut"].background)
    assert border == Rect(5, 5, 326, 326, THEMES["walnut"].frame)
    assert board == Rect(8, 8, 320, 320, THEMES["walnut"].light)


def test_a_transparent_background_is_not_drawn():
    frame = scene(square=40, background="transparent").frame
    assert frame.shapes[0] == Rect(*frame.cells[0], 320, 320, THEMES["brown"].light)
    assert scene(square=40, background="#f00a").frame.shapes[0][4] == (255, 0, 0, 170)


@pytest.mark.parametrize(
    ("board", "fen", "options", "report"),
    [
        (
            (8, 8), EMPTY, {"size": 16, "margin": "8px"},
            "a board of 8 x 8 squares does not fit into 16 px x 16 px\n"
            "  hint: ask for a larger picture, or for less border and margin",
        ),
        (
            (26, 1), "26", {"size": 16},
            "a board of 26 x 1 squares does not fit into 16 px\n"
            "  hint: ask for a larger picture, or for less border and margin",
        ),
        (
            (1, 26), "/".join("1" * 26), {"size": 25},
            "a board of 1 x 26 squares does not fit into 25 px\n"
            "  hint: ask for a larger picture, or for less border and margin",
        ),
        (
            (8, 8), EMPTY, {"width": "60mm", "dpi": 4800},
            "the image would be 11339 x 11333 px; each side can have 16 to 8192 px\n  hint: choose another size or dpi",
        ),
        (
            (8, 8), EMPTY, {"square": 1024, "coordinates": "none", "margin": "1px"},
            "the image would be 8194 x 8194 px; each side can have 16 to 8192 px\n  hint: choose another size or dpi",
        ),
        (
            (1, 1), "1", {"square": 2, "coordinates": "none"},
            "the image would be 2 x 2 px; each side can have 16 to 8192 px\n  hint: choose another size or dpi",
        ),
        (
            (26, 1), "26", {"size": 64, "coordinates": "none"},
            "the image would be 64 x 2 px; each side can have 16 to 8192 px\n  hint: choose another size or dpi",
        ),
    ],
)  # fmt: skip
def test_sizes_that_cannot_be(board, fen, options, report):
    with pytest.raises(OptionError) as caught:
        scene(fen, board=board, **options)
    assert caught.value.report() == f"error: {report}"


def test_the_largest_image_is_allowed():
    assert scene(square=1024, coordinates="none").frame.pixels == (8192, 8192)


def test_equal_questions_share_a_frame():
    style = Style.of(size=300)
    assert frame_of(style, 8, 8, "white", None, False) is frame_of(Style.of(size=300), 8, 8, "white", None, False)
    assert scene(ENDGAME, size=300).frame is scene(START, size=300).frame
    assert scene(START, size=300, orientation="black").frame is not scene(START, size=300).frame


# --- on paper --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", ["60mm", "6cm", "2.5in", "170pt", "2mm", "2000mm"])
@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_width_on_paper_is_exact(width, coordinates):
    style = Style.of(width=width)
    drawn = scene(paper=True, width=width, coordinates=coordinates)
    assert drawn.frame.paper[0] == pytest.approx(style.width.mm, abs=1e-9)
    assert drawn.frame.width == pytest.approx(style.width.mm * PAPER_UNITS, abs=1e-9)


@pytest.mark.parametrize(
    "options",
    [{"margin": "5mm"}, {"border": "1mm"}, {"margin": "20%"}, {"border": "2px", "margin": "3px"}, {"marker": "king"}],
)
def test_on_paper_everything_adds_up_to_the_width(options):
    frame = scene(f"{EMPTY} w", paper=True, width="60mm", coordinates="all", **options).frame
    left, right = min(x for x, _ in frame.cells), max(x for x, _ in frame.cells) + frame.square
    margin = Style.of(**options).margin
    assert left > 0
    assert right < frame.width == 600
    if margin.unit == "mm":
        strip = 0.54 * frame.square
        assert left == pytest.approx(margin.mm * PAPER_UNITS + strip)
        assert frame.width - right == pytest.approx(left)


def test_pixels_on_paper_are_those_of_css():
    drawn = scene(paper=True, width="60mm", coordinates="none", margin="96px").frame
    assert drawn.cells[0] == pytest.approx((254, 254))


def test_paper_is_for_physical_sizes_only():
    assert scene(paper=True, size=400).frame is scene(size=400).frame


@pytest.mark.parametrize(
    ("options", "paper"), [({}, None), ({"dpi": 100}, (121.92, 121.92)), ({"width": "60mm"}, (60.028, 60.028))]
)
def test_pixels_know_their_size_on_paper_where_a_resolution_is_known(options, paper):
    assert scene(**options).frame.paper == (paper and pytest.approx(paper, abs=1e-3))


@pytest.mark.parametrize(
    ("options", "report"),
    [
        (
            {"width": "10mm", "margin": "5mm"},
            "margin and border leave no room in 10mm\n  hint: ask for less round the board",
        ),
        (
            {"width": "1mm", "coordinates": "none"},
            "the picture would be 1 x 1 mm; each side can have 2 to 2000 mm\n  hint: check the unit",
        ),
        (
            {"width": "2001mm", "coordinates": "none"},
            "the picture would be 2001 x 2001 mm; each side can have 2 to 2000 mm\n  hint: check the unit",
        ),
    ],
)
def test_sizes_on_paper_that_cannot_be(options, report):
    with pytest.raises(OptionError) as caught:
        scene(paper=True, **options)
    assert caught.value.report() == f"error: {report}"


# --- coordinates -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "files"), [({}, "abcdefgh"), ({"orientation": "black"}, "hgfedcba")])
def test_letters_stand_below_their_files_and_digits_beside_their_ranks(options, files):
    drawn = scene(square=40, **options)
    found = labels(drawn)
    letters = [label for label in found if label[0].isalpha()]
    digits = [label for label in found if label[0].isdigit()]
    assert "".join(label[0] for label in sorted(letters, key=lambda label: label[1])) == files
    ranks = "".join(label[0] for label in sorted(digits, key=lambda label: label[2]))
    assert ranks == ("87654321" if files == "abcdefgh" else "12345678")
    for char, left, top, right, bottom in letters:
        x, _ = square_at(drawn, f"{char}1")
        assert (left + right) / 2 == pytest.approx(x + 20, abs=0.02)
        assert top > 320
        assert bottom <= drawn.frame.height
    for char, left, top, right, bottom in digits:
        x, y = square_at(drawn, f"{files[0]}{char}")
        assert (top + bottom) / 2 == pytest.approx(y + 20, abs=0.3)
        assert left >= 0
        assert right < x


def test_all_letters_stand_on_one_baseline():
    found = labels(scene(square=40))
    assert len({round(bottom, 1) for char, *_, bottom in found if char in "aceh"}) <= 2
    groups = [s for s in scene(square=40).frame.shapes if isinstance(s, Group)]
    assert len({g.y for g in groups[:8]}) == 1


def test_all_four_sides_are_labelled_alike():
    found = labels(scene(square=40, coordinates="all"))
    assert len(found) == 32
    size = scene(square=40, coordinates="all").frame.width
    for char in "abcdefgh12345678":
        one, two = [label for label in found if label[0] == char]
        if char.isdigit():
            assert one[2] == two[2]
            assert one[1] + one[3] + two[1] + two[3] == pytest.approx(2 * size, abs=0.1)
        else:
            assert one[1] == two[1]
            assert one[2] > two[4]


@pytest.mark.parametrize("coordinates", ["none", "inside"])
def test_no_labels_outside(coordinates):
    drawn = scene(square=40, coordinates=coordinates)
    assert drawn.frame.pixels == (320, 320)


@pytest.mark.parametrize("orientation", ["white", "black"])
@pytest.mark.parametrize("theme", ["brown", "print"])
def test_labels_inside_stay_in_their_squares(orientation, theme):
    drawn = scene(square=40, coordinates="inside", orientation=orientation, theme=theme, border="0px")
    corner = next(g for g in drawn.frame.grounds if sum(isinstance(s, Group) for s in g.shapes) == 2)
    assert sum(any(isinstance(s, Group) for s in g.shapes) for g in drawn.frame.grounds) == 15
    assert len(corner.shapes) >= 3
    for ground in drawn.frame.grounds:
        for shape in (s for s in ground.shapes if isinstance(s, Group)):
            for path in shape.shapes:
                left, top, right, bottom = bounds(path.d)
                half = path.stroke_width / 2
                assert shape.x + (left - half) * shape.scale >= 0
                assert shape.y + (top - half) * shape.scale >= 0
                assert shape.x + (right + half) * shape.scale <= 40
                assert shape.y + (bottom + half) * shape.scale <= 40


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_labels_inside_stand_out_from_their_squares(theme):
    drawn = scene(square=40, coordinates="inside", theme=theme.name)
    for i, ground in enumerate(drawn.frame.grounds):
        for shape in (s for s in ground.shapes if isinstance(s, Group)):
            square = theme.dark if Square(i % 8, 7 - i // 8).dark else theme.light
            assert contrast(shape.shapes[-1].fill, square) > 2.2
            assert bool(shape.shapes[0].stroke) == theme.halo


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_coordinates_stand_out_from_the_background(theme):
    assert contrast(theme.ink, theme.background) > 4.5


def test_labels_inside_are_legible_on_small_boards():
    def height(square):
        ground = scene(square=square, coordinates="inside").frame.grounds[0]
        label = next(s for s in ground.shapes if isinstance(s, Group))
        return label.scale * 500

    assert height(200) == pytest.approx(50)
    assert height(26) > 0.25 * 26
    assert height(12) == pytest.approx(0.3 * 12)


def test_two_digits_fit_beside_a_tall_board():
    drawn = scene("/".join("8" * 26), board=(8, 26), square=30)
    assert {label[0] for label in labels(drawn)} == {*"abcdefgh", *map(str, range(1, 27))}
    assert all(label[1] >= 0 and label[3] < drawn.frame.cells[0][0] for label in labels(drawn) if label[0].isdigit())


# --- the side to move ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("coordinates", ["none", "all"])
@pytest.mark.parametrize("orientation", ["white", "black"])
@pytest.mark.parametrize("turn", ["w", "b"])
def test_the_marker_stands_right_of_the_board_at_the_movers_side(marker, coordinates, orientation, turn):
    drawn = scene(
        f"{EMPTY} {turn}", marker=marker, coordinates=coordinates, orientation=orientation, square=40, border="4%"
    )
    frame = drawn.frame
    right = max(x for x, _ in frame.cells) + 40
    top, bottom = min(y for _, y in frame.cells), max(y for _, y in frame.cells) + 40
    if marker == "king":
        (king,) = frame.glyphs
        assert king.glyph.name == f"{turn}K"
        box = (
            king.x + king.size * 0.1,
            king.y + king.size * 0.07,
            king.x + king.size * 0.9,
            king.y + king.size * 0.896,
        )
    else:
        assert frame.glyphs == ()
        box = list(outlines(to_svg(drawn)))[-1][1]
    assert right < box[0]
    assert box[2] <= frame.width
    if (turn == "w") == (orientation == "white"):
        assert (top + bottom) / 2 < box[1]
        assert box[3] == pytest.approx(bottom + 2, abs=0.1)
    else:
        assert box[3] < (top + bottom) / 2
        assert box[1] == pytest.approx(top - 2, abs=0.1)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("turn", ["white", "black"])
def test_the_marker_has_the_colour_of_the_mover_and_an_outline(theme, turn):
    for marker in ("square", "dot", "triangle"):
        sign = scene(f"{EMPTY} {turn[0]}", theme=theme.name, marker=marker).frame.shapes[-1]
        assert sign.fill == ((theme.white or WHITE) if turn == "white" else (theme.black or BLACK)).body
        assert contrast(sign.stroke, theme.background) >= contrast(theme.ink, theme.background)
        assert contrast(theme.ink, theme.background) > 4.5


def test_the_triangle_of_white_points_up_and_that_of_black_down():
    def points(turn):
        d = scene(f"{EMPTY} {turn}", marker="triangle", square=40).frame.shapes[-1].d
        base, tip = float(d[1:].split("h")[0].split()[1]), float(d.split("L")[1].removesuffix("z").split()[1])
        return base, tip

    assert points("w")[1] < points("w")[0]
    assert points("b")[1] > points("b")[0]


def test_no_marker_without_a_side_to_move():
    assert scene(EMPTY, marker="king").frame.glyphs == ()
    assert (
        to_svg(scene(f"{EMPTY} w", marker="square")).count("<path")
        == to_svg(scene(EMPTY, marker="square")).count("<path") + 1
    )


# --- hatching --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", [2, 3, 9, 24, 45, 100, 333])
def test_hatching_stays_inside_its_square(square):
    drawn = scene(square=square, theme="print", coordinates="none", border="0px", margin="16px")
    dark = drawn.frame.grounds[1].shapes[1]
    left, top, right, bottom = bounds(dark.d)
    assert 0 < left < right < square
    assert 0 < top < bottom < square


def test_hatching_is_physical_on_paper():
    def stripes(width):
        dark = scene(paper=True, width=width, theme="print").frame.grounds[1].shapes[1]
        return dark.d.count("M")

    pitch = THEMES["print"].hatch.pitch
    square = scene(paper=True, width="60mm", theme="print").frame.square / PAPER_UNITS
    assert stripes("60mm") == 2 * round(square / (pitch * math.sqrt(2)))
    assert stripes("120mm") == pytest.approx(2 * stripes("60mm"), abs=2)


def test_every_dark_square_is_hatched_alike():
    drawn = scene(size=399, theme="print")
    one = drawn.frame.grounds[1].shapes[1].d
    whole = next(s for s in drawn.frame.shapes if isinstance(s, Path)).d
    parts = [p.split("l", 1)[1] for p in whole.split("M")[1:]]
    assert parts == [p.split("l", 1)[1] for p in one.split("M")[1:]] * 32
