"""What holds for every layout: sizes, squares, views, and that nothing is drawn outside the picture."""

from drawing import EMPTY, bounds, outlines, scene
from hypothesis import assume, given
from hypothesis import strategies as st

from fen2img.errors import OptionError
from fen2img.options import Length
from fen2img.position import Square
from fen2img.scene import Path
from fen2img.sizes import PAPER_UNITS
from fen2img.style import MAX_PIXELS, MIN_PIXELS
from fen2img.svg import to_svg
from fen2img.themes import THEMES

FLAT = sorted(name for name, theme in THEMES.items() if not theme.hatch)
ROOM = 0.011  # what rounding to two decimals may add

boards = st.tuples(st.integers(1, 26), st.integers(1, 26))
looks = st.fixed_dictionaries(
    {
        "theme": st.sampled_from(FLAT),
        "orientation": st.sampled_from(["white", "black", "auto"]),
        "flip": st.booleans(),
        "coordinates": st.sampled_from(["none", "outside", "all", "inside"]),
        "marker": st.sampled_from(["none", "square", "dot", "triangle", "king"]),
        "border": st.none() | st.builds(Length, st.integers(0, 40) | st.floats(0, 40), st.sampled_from(["px", "%"])),
        "margin": st.builds(Length, st.integers(0, 40) | st.floats(0, 40), st.sampled_from(["px", "%", "pt"])),
    }
)
sizes = st.one_of(
    st.fixed_dictionaries({"size": st.integers(MIN_PIXELS, MAX_PIXELS) | st.integers(16, 400)}),
    st.fixed_dictionaries({"square": st.integers(2, 1024)}),
    st.fixed_dictionaries(
        {"width": st.builds(Length, st.integers(2, 300), st.just("mm")), "dpi": st.none() | st.integers(24, 1200)}
    ),
)


def _drawn(board, turn, paper, **options):
    """The scene of an empty board, unless it does not fit."""
    files, ranks = board
    fen = "/".join([str(files)] * ranks)
    try:
        return scene(f"{fen} {turn}", board=board, paper=paper, **options)
    except OptionError:
        assume(False)


@given(boards, st.sampled_from("wb"), looks, sizes)
def test_images_are_as_asked_and_squares_are_whole_pixels(board, turn, look, size):
    files, ranks = board
    frame = _drawn(board, turn, False, **look, **size).frame
    width, height = frame.pixels
    assert MIN_PIXELS <= min(width, height) <= max(width, height) <= MAX_PIXELS
    if "size" in size:
        assert (width if files >= ranks else height) == size["size"]
        assert files != ranks or width == height
    if "square" in size:
        assert frame.square == size["square"]
    if "width" in size:
        assert abs(width - size["width"].mm / 25.4 * (size["dpi"] or 300)) <= 0.5
    assert all(v == int(v) for v in (frame.square, *(v for cell in frame.cells for v in cell)))
    assert frame.square >= 1


@given(boards, st.sampled_from("wb"), looks, sizes, st.booleans())
def test_squares_lie_side_by_side_inside_the_image(board, turn, look, size, paper):
    files, ranks = board
    frame = _drawn(board, turn, paper, **look, **size).frame
    side = frame.square
    left, top = (min(cell[i] for cell in frame.cells) for i in (0, 1))
    assert len(frame.cells) == len(frame.grounds) == files * ranks
    steps = {(round((x - left) / side, 6), round((y - top) / side, 6)) for x, y in frame.cells}
    assert steps == {(x, y) for x in range(files) for y in range(ranks)}
    assert left >= 0
    assert top >= 0
    assert left + files * side <= frame.width + 1e-6
    assert top + ranks * side <= frame.height + 1e-6


@given(boards, looks, sizes)
def test_a1_is_dark_and_colours_alternate(board, look, size):
    files, ranks = board
    drawn = _drawn(board, "w", False, **look, **size)
    theme = THEMES[look["theme"]]
    shades = [ground.shapes[min(1, len(ground.shapes) - 1)].fill for ground in map(_unlabelled, drawn.frame.grounds)]
    for index, shade in enumerate(shades):
        square = Square(index % files, ranks - 1 - index // files)
        assert shade == (theme.dark if (square.file + square.rank) % 2 == 0 else theme.light)


def _unlabelled(ground):
    """A ground as if it had no label."""
    return type(ground)(tuple(shape for shape in ground.shapes if not hasattr(shape, "shapes")))


@given(boards, st.sampled_from("wb"), looks, sizes, st.booleans())
def test_flip_turns_the_board_by_180_degrees(board, turn, look, size, paper):
    plain = _drawn(board, turn, paper, **{**look, "flip": False}, **size).frame
    turned = _drawn(board, turn, paper, **{**look, "flip": True}, **size).frame
    assert turned.cells == plain.cells[::-1]
    assert (turned.width, turned.height, turned.square) == (plain.width, plain.height, plain.square)


@given(boards, st.sampled_from("wb"), looks, sizes, st.booleans())
def test_nothing_is_drawn_outside_the_picture(board, turn, look, size, paper):
    drawn = _drawn(board, turn, paper, **look, **size)
    for attributes, (left, top, right, bottom) in outlines(to_svg(drawn)):
        assert left >= -ROOM, attributes
        assert top >= -ROOM, attributes
        assert right <= drawn.frame.width + ROOM, attributes
        assert bottom <= drawn.frame.height + ROOM, attributes


@given(st.integers(2, 2000), st.sampled_from(["none", "outside", "all", "inside"]), st.integers(0, 30))
def test_paper_is_exactly_as_wide_as_asked(width, coordinates, margin):
    drawn = _drawn((8, 8), "w", True, width=Length(width, "mm"), coordinates=coordinates, margin=Length(margin, "%"))
    assert abs(drawn.frame.width - width * PAPER_UNITS) < 1e-6
    assert abs(drawn.frame.paper[0] - width) < 1e-6


@given(st.integers(2, 1000), st.none() | st.integers(24, 4800))
def test_hatching_never_leaves_its_square(square, dpi):
    dark = scene(EMPTY, square=square, theme="print", coordinates="none", dpi=dpi, border="0px", margin="16px")
    path = next(s for s in dark.frame.grounds[1].shapes if isinstance(s, Path))
    left, top, right, bottom = bounds(path.d)
    assert left > 0
    assert top > 0
    assert right < square
    assert bottom < square
