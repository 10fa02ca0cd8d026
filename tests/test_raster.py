"""Pixels: tiles against whole renderings, no seams, the two renderers."""

import builtins
import itertools
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from drawing import EMPTY, ENDGAME, MIDDLEGAME, START, diagram, scene
from PIL import ImageChops

from fen2img.errors import OutputError
from fen2img.layout import layout
from fen2img.marks import parse_marks
from fen2img.raster import backend as backends
from fen2img.raster import draw, draw_whole, tiles
from fen2img.raster.backend import STEADY, backend, cairo, resvg
from fen2img.style import Style
from fen2img.themes import THEMES

COORDINATES = ("none", "outside", "all", "inside")
MARKERS = ("none", "square", "dot", "triangle", "king")
BACKGROUNDS = (None, "transparent", "#ff000080")
SIZES = (16, 23, 64, 101, 157, 200, 83, 119, 404, 500)
#: Every theme with every way of coordinates; the other options take turns.
LOOKS = [
    {
        "theme": theme,
        "coordinates": coordinates,
        "marker": MARKERS[i % 5],
        "orientation": ("white", "black")[i // 3 % 2],
        "background": BACKGROUNDS[i % 3],
        "size": SIZES[i * 7 % 10],
    }
    for i, (theme, coordinates) in enumerate(itertools.product(THEMES, COORDINATES))
]
#: Drawn first, so that some tiles are known and others are not.
BEFORE = ("p7/p1KQRBNP/8/kqrbnp2/8/8/8/8 b", "K7/8/PKQRBNP1/8/8/8/8/7k b")


@pytest.fixture(autouse=True)
def no_tiles():
    tiles._small_plate.cache_clear()


def differing(one, other):
    return ImageChops.difference(one.convert("RGBA"), other.convert("RGBA")).getchannel("R").getbbox() or (
        None if one.convert("RGBA").tobytes() == other.convert("RGBA").tobytes() else "another channel"
    )


def label(options):
    return "-".join(str(v) for v in options.values() if v is not None)


# --- not one pixel ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", LOOKS, ids=label)
def test_tiles_give_the_pixels_of_the_whole(render, options):
    for fen in BEFORE:
        draw(scene(fen, **options), render)
    drawn = scene(MIDDLEGAME, **options)
    assert differing(draw(drawn, render), draw_whole(drawn, render)) is None


@pytest.mark.parametrize(("theme", "size"), [("brown", 1000), ("print", 661), ("dark", 404)])
def test_tiles_give_the_pixels_of_the_whole_in_large(render, theme, size):
    drawn = scene(START, theme=theme, size=size, coordinates="inside")
    assert differing(draw(drawn, render), draw_whole(drawn, render)) is None


@pytest.mark.parametrize(
    "options", [{"width": "31mm", "dpi": 77}, {"size": 133, "dpi": 301}, {"square": 17, "dpi": 96}]
)
def test_tiles_give_the_pixels_of_the_whole_at_sizes_on_paper(render, options):
    drawn = scene(START, coordinates="all", marker="dot", **options)
    assert drawn.frame.paper
    image = draw(drawn, render)
    assert image.size == drawn.frame.pixels
    assert differing(image, draw_whole(drawn, render)) is None


@pytest.mark.parametrize("square", [4, 5, 8, 11, 16, 24, 31, 45, 46])
def test_tiles_give_the_pixels_of_the_whole_at_every_kind_of_square(render, square):
    for theme in ("grey", "print"):
        drawn = scene("rnbqk/ppppp/5/PPPPP/KQRBN", board=(5, 5), theme=theme, square=square)
        assert differing(draw(drawn, render), draw_whole(drawn, render)) is None


@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize(
    "squares",
    [{"light": "transparent"}, {"light": "#ff000080"}, {"dark": "#0000ff40"}, {"theme": "walnut", "dark": "#0000"}],
    ids=label,
)
def test_what_is_below_squares_shows_below_pieces(render, squares, background):
    drawn = scene(START, size=160, background=background, **squares)
    assert differing(draw(drawn, render), draw_whole(drawn, render)) is None
    marks = parse_marks({"circle": ["Ge4"], "highlight": ["d4"]})
    marked = layout(diagram(START).with_marks(marks, auto_check=False), Style.of(size=160, **squares))
    assert differing(draw(marked, render), draw_whole(marked, render)) is None


def test_a_picture_does_not_depend_on_those_before_it(render):
    options = {"size": 97, "theme": "print"}
    fresh = draw(scene(MIDDLEGAME, **options), render).tobytes()
    tiles._small_plate.cache_clear()
    for fen in (*BEFORE, START, ENDGAME):
        draw(scene(fen, **options), render)
    assert draw(scene(MIDDLEGAME, **options), render).tobytes() == fresh


def test_an_empty_board_needs_no_tile(render):
    drawn = scene(EMPTY, size=160)
    assert differing(draw(drawn, render), draw_whole(drawn, render)) is None


def test_a_picture_can_be_changed_without_changing_the_next(render):
    drawn = scene(ENDGAME, size=160)
    draw(drawn, render).paste((255, 0, 0), (0, 0, 160, 160))
    assert differing(draw(drawn, render), draw_whole(drawn, render)) is None


@pytest.mark.parametrize("room", [1, 3, 12])
def test_tiles_beyond_the_room_for_them_are_drawn_again(render, room, monkeypatch):
    monkeypatch.setattr(tiles, "TILE_BYTES", room * 20 * 20 * 3)
    for fen in (*BEFORE, START, MIDDLEGAME):
        drawn = scene(fen, square=20)
        assert differing(draw(drawn, render), draw_whole(drawn, render)) is None
    assert len(tiles.plate_of(scene(START, square=20).frame, render).tiles) <= 64


class Counting:
    """A renderer that counts how often it is asked; not steady."""

    def __init__(self):
        self.calls = 0

    def __call__(self, svg, width, height):
        self.calls += 1
        return resvg(svg, width, height)


def test_an_unsteady_renderer_has_drawn_everything_after_a_dozen_boards():
    render = Counting()
    ranks = ["KQRBNPkq", "rbnpKQRB", "NPkqrbnp", "QRBNPkqr"]
    fens = ["/".join(r[i:] + r[:i] for r in ranks * 2) for i in range(8)] * 2
    for fen in fens * 3:
        draw(scene(fen, square=16), render)
    assert render.calls <= 16


def test_a_steady_renderer_draws_a_glyph_once_for_each_ground(needs_cairo):
    drawn = scene("KQRBNP2/8/PNBRQK2/8/8/8/8/8", square=20, coordinates="none")
    draw(drawn, cairo)
    plate = tiles.plate_of(drawn.frame, cairo)
    assert len(plate.tiles) == 12
    draw(scene("8/KQRBNP2/8/8/8/8/8/8", square=20, coordinates="none"), cairo)
    assert len(plate.tiles) == 12
    assert frozenset({cairo}) == STEADY


def test_transparency_decides_the_mode(render):
    assert draw(scene(ENDGAME, size=100), render).mode == "RGB"
    clear = draw(scene(ENDGAME, size=101, background="transparent"), render)
    assert clear.mode == "RGBA"
    assert clear.getpixel((0, 100)) == (0, 0, 0, 0)
    assert clear.getpixel((50, 50))[3] == 255


# --- no seams --------------------------------------------------------------------------------------------------


FLAT = [name for name, theme in THEMES.items() if not theme.hatch]


@pytest.mark.parametrize("size", [16, 17, 31, 63, 97, 131, 199, 251, 333, 457, 641, 997])
def test_an_empty_board_has_only_its_flat_colours(render, size):
    theme = THEMES[FLAT[size % len(FLAT)]]
    for options in ({}, {"border": "7%", "margin": "3px", "orientation": "black"}, {"background": "transparent"}):
        drawn = scene(EMPTY, size=size, theme=theme.name, coordinates="none", **options)
        image = draw(drawn, render)
        found = {color for _, color in image.getcolors(9)}
        clear = (0, 0, 0, 0) if "background" in options else None
        allowed = {
            c if image.mode == "RGBA" else c[:3] for c in (theme.light, theme.dark, theme.frame, theme.background)
        }
        assert found <= allowed | {clear}


@pytest.mark.parametrize("size", [97, 251, 457])
def test_every_square_is_filled_to_its_edges(render, size):
    drawn = scene(EMPTY, size=size, theme="green", coordinates="none", background="transparent", margin="1px")
    image, side = draw(drawn, render).convert("RGBA"), int(drawn.frame.square)
    theme = THEMES["green"]
    for i, (x, y) in enumerate(drawn.frame.cells):
        square = image.crop((x, y, x + side, y + side))
        dark = (i % 8 + 7 - i // 8) % 2 == 0
        assert square.getcolors(1) == [(side * side, tuple(theme.dark if dark else theme.light))]


def test_hatched_squares_do_not_touch_light_ones(render):
    drawn = scene(EMPTY, size=457, theme="print", coordinates="none")
    image, side = draw(drawn, render), int(drawn.frame.square)
    for i, (x, y) in enumerate(drawn.frame.cells):
        if (i % 8 + 7 - i // 8) % 2:
            assert image.crop((x, y, x + side, y + side)).getcolors(1) == [(side * side, (255, 255, 255))]


@pytest.mark.parametrize("square", [24, 45, 60])
def test_no_pixel_of_a_piece_is_outside_its_square(render, square):
    options = {"board": (3, 3), "square": square, "theme": "print", "coordinates": "none"}
    empty = draw(scene("3/3/3", **options), render)
    for name in "KQRBNPkqrbnp":
        drawn = scene(f"3/1{name}1/3", **options)
        left, top, right, bottom = ImageChops.difference(draw_whole(drawn, render).convert("RGB"), empty).getbbox()
        x, y = drawn.frame.cells[4]
        assert x <= left < right <= x + square
        assert y <= top < bottom <= y + square


# --- the renderers ---------------------------------------------------------------------------------------------


def test_the_renderers_agree_nearly(needs_cairo):
    drawn = scene(MIDDLEGAME, size=400)
    # They shade the pixels along outlines differently, some 6 in 100; a piece that is missing makes more than 2.
    difference = ImageChops.difference(draw(drawn, cairo), draw(drawn, resvg)).convert("L")
    histogram = difference.histogram()
    assert sum(v * n for v, n in enumerate(histogram)) / (400 * 400) < 1


def test_cairo_is_preferred(needs_cairo):
    assert backend() is cairo


@pytest.fixture
def without_cairo(monkeypatch):
    """The import of cairosvg fails as it does where the library is missing."""

    def missing():
        return None

    monkeypatch.setattr(backends, "load_cairosvg", missing)


def test_resvg_steps_in_for_cairo(without_cairo):
    assert backend() is resvg
    assert draw(scene(ENDGAME, size=64)).size == (64, 64)


def test_without_any_renderer_there_is_a_plain_error(without_cairo, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(OutputError) as caught:
        draw(scene(ENDGAME, size=65))
    assert caught.value.report() == ("error: neither cairosvg nor resvg-py can be loaded\n  hint: pip install resvg-py")


@pytest.mark.parametrize("error", [ImportError, OSError])
@pytest.mark.parametrize("name", ["cairosvg", "cairosvg.surface"])
def test_a_cairosvg_that_cannot_be_loaded_counts_as_missing(error, name, monkeypatch):
    real = builtins.__import__

    def fail(asked, *rest):
        if asked == name:
            raise error(asked)
        return real(asked, *rest)

    monkeypatch.setattr(builtins, "__import__", fail)
    assert backends.load_cairosvg.__wrapped__() is None


NO_CAIRO = """
import builtins, io, sys
real = builtins.__import__
def fake(name, *rest, **named):
    if name.split(".")[0] in ("cairosvg", "cairocffi"):
        raise OSError("no library called 'cairo-2' was found")
    return real(name, *rest, **named)
builtins.__import__ = fake
import fen2img
diagram = fen2img.Diagram.from_fen("8/8/8/8/8/8/8/K6k w")
from PIL import Image
assert Image.open(io.BytesIO(diagram.png(size=97))).size == (97, 97)
assert diagram.svg(size=97).startswith("<svg")
for name in ("pdf", "eps", "ps"):
    try:
        diagram.render(name)
    except fen2img.OutputError as error:
        print(error.message)
"""


def test_without_the_cairo_library_svg_and_png_are_still_made():
    done = subprocess.run([sys.executable, "-W", "error", "-c", NO_CAIRO], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{name} needs the cairo library, which is not on this system" for name in ("PDF", "EPS", "PostScript")
    ]


def test_svg_needs_no_renderer_and_no_pillow():
    code = (
        "import sys; import fen2img; fen2img.Diagram.from_fen('8/8/8/8/8/8/8/K6k w').svg();"
        "print(*sorted({'cairosvg', 'cairocffi', 'PIL', 'resvg_py', 'rich', 'typer'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_importing_the_package_imports_none_of_the_large_libraries():
    code = (
        "import sys; import fen2img; large = {'cairosvg', 'cairocffi', 'PIL', 'resvg_py', 'rich', 'typer',"
        " 'uharfbuzz', 'defusedxml', 'isal', 'chess'}; print(*sorted(large & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_renderers_picture_is_rgba(render):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2" viewBox="0 0 4 2"><path d="M0 0h2v2h-2z"/></svg>'
    )
    image = render(svg, 8, 4)
    assert (image.mode, image.size) == ("RGBA", (8, 4))
    assert image.getpixel((0, 0)) == (0, 0, 0, 255)
    assert image.getpixel((7, 3))[3] == 0


def test_threads_draw_what_one_thread_draws():
    crowded = "QQQQkqqq/qqqqQQQQ/KKKKkkkk/kkkkKKKK/nNnNnNnN/NnNnNnNn/bBbBbBbB/pPpPrRrR b"
    scenes = [scene(fen, square=200, coordinates="none") for fen in (crowded, START, EMPTY)] * 8
    expected = [draw(s).tobytes() for s in scenes[:3]]
    tiles._small_plate.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda s: draw(s).tobytes(), scenes))
    assert made == expected * 8
