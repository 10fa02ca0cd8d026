"""Pieces in hand beside the board."""

from __future__ import annotations

import io
import itertools
from contextlib import chdir
from pathlib import Path

import pytest
from drawing import MIDDLEGAME, diagram, indexed
from PIL import Image, ImageChops

from fen2img.cli import run
from fen2img.formats import FORMATS
from fen2img.layout import layout
from fen2img.pieceset import bundled_names
from fen2img.position import Piece, Position
from fen2img.raster import draw, draw_whole, palette
from fen2img.raster.backend import cairo, resvg
from fen2img.raster.png import encode_rows
from fen2img.render import render
from fen2img.style import Style
from fen2img.themes import THEMES
from fen2img.words import in_hand

HELD = "r2q1rk1/1b2bppp/p1n1pn2/1p1pN3/3P1B2/P1NBP3/1P2QPPP/R4RK1[QNNPPPPPPPPPPPPrbbp] b - - 0 13"


def drawn(fen: str = HELD, **options: object):
    return layout(diagram(fen), Style.of(pockets=True, **options))


def test_without_the_option_nothing_changes() -> None:
    style = Style.of(size=240)
    plain = layout(diagram(HELD), style)
    assert (plain.words, plain.figures) == ((), ())
    assert plain.frame is layout(diagram(MIDDLEGAME), style).frame
    assert "hand" not in plain.description


@pytest.mark.parametrize("coordinates", ["none", "inside", "outside", "all"])
@pytest.mark.parametrize("view", ["white", "black"])
def test_each_row_is_at_its_own_side(view: str, coordinates: str) -> None:
    scene = drawn(square=50, orientation=view, coordinates=coordinates, border="2px")
    top, bottom = (f(y for _, y in scene.frame.cells) for f in (min, max))
    strip = {"all": 27, "outside": 27}.get(coordinates, 0)
    above = [p for p in scene.figures if p.y + p.size <= top - 2 - (strip if coordinates == "all" else 0)]
    below = [p for p in scene.figures if p.y >= bottom + 52 + strip]
    assert len(above) + len(below) == len(scene.figures) == 6
    assert min(p.y for p in above) >= 0
    assert max(p.y + p.size for p in below) <= scene.frame.height
    names = [[p.glyph.name for p in row] for row in (above, below)]
    assert names == (
        [["bR", "bB", "bP"], ["wQ", "wN", "wP"]] if view == "white" else [["wQ", "wN", "wP"], ["bR", "bB", "bP"]]
    )
    assert len(scene.words) == 3  # two knights, twelve pawns, two bishops


def test_pieces_leave_room_for_their_numbers() -> None:
    scene = drawn(square=50)
    left = min(x for x, _ in scene.frame.cells)
    assert sorted({p.x for p in scene.figures}) == [left, left + 75, left + 150]


def test_all_kinds_fit_above_a_narrow_board() -> None:
    held = tuple(Piece(letter, "white") for letter in "QRBNP")
    position = Position(width=3, height=1, pieces=(None,) * 3, pockets=held)
    scene = layout(diagram().__class__(position=position), Style.of(pockets=True, square=40, coordinates="none"))
    xs = sorted(p.x for p in scene.figures)
    assert all(b - a > scene.figures[0].size for a, b in itertools.pairwise(xs))
    assert xs[-1] + scene.figures[0].size <= scene.frame.width


def test_room_is_the_same_with_no_piece_in_hand() -> None:
    one, two = drawn(size=240), drawn(MIDDLEGAME, size=240)
    assert one.frame is two.frame
    assert two.plain
    assert two.description.endswith("In hand: White nothing; Black nothing.")


def test_words_lie_beyond_the_pieces() -> None:
    scene = drawn(square=50, title="T", caption="C", coordinates="none")
    assert len(scene.words) == 5
    ys = sorted(shape.y for shape in scene.words)
    figures = sorted(p.y for p in scene.figures)
    assert ys[0] < figures[0]
    assert ys[-1] > figures[-1] + 42


@pytest.mark.parametrize(
    "options",
    [
        {"size": 240},
        {"square": 60, "coordinates": "all", "marker": "king"},
        {"square": 40, "title": "T", "caption": "words", "orientation": "black"},
        {"square": 50, "theme": "print", "border": "3px", "coordinates": "inside"},
        {"square": 50, "background": "transparent", "coordinates": "none"},
        {"size": 211, "margin": "7px", "pieces": "letters"},
    ],
    ids=str,
)
def test_pixels_are_those_of_the_svg(options: dict[str, object], needs_cairo: None) -> None:
    scene = drawn(**options)
    one, two = draw(scene, cairo), draw_whole(scene, cairo)
    assert one.mode == two.mode
    assert ImageChops.difference(one, two).getbbox(alpha_only=False) is None


@pytest.mark.parametrize("renderer", [cairo, resvg])
@pytest.mark.parametrize(
    ("theme", "pieces"), [*((theme, "book") for theme in THEMES), *(("brown", p) for p in bundled_names())]
)
def test_the_palette_is_near(theme: str, pieces: str, renderer, needs_cairo: None) -> None:
    scene = drawn(size=200, theme=theme, pieces=pieces)
    found = indexed(scene, renderer)
    assert found
    with Image.open(io.BytesIO(encode_rows(found, {}))) as image:
        off = ImageChops.difference(image.convert("RGB"), draw(scene, renderer))
    assert max(high for _, high in off.getextrema()) <= palette.REACH


@pytest.mark.parametrize("name", [name for name, target in FORMATS.items() if target.vector])
def test_on_paper(name: str, needs_cairo: None) -> None:
    style = Style.of(pockets=True, width="60mm")
    assert render(diagram(HELD), style, FORMATS[name]) != render(diagram(MIDDLEGAME), style, FORMATS[name])
    scene = layout(diagram(HELD), style, paper=True)
    assert scene.frame.paper
    assert scene.frame.paper[1] > scene.frame.paper[0]


def test_in_words() -> None:
    assert in_hand(diagram(HELD).position) == "In hand: White Q, 2 N, 12 pawns; Black R, 2 B, pawn."
    assert "White to move. In hand: White Q" in drawn(HELD.replace(" b ", " w ")).description


def test_manifest_and_page_say_what_is_in_hand(tmp_path: Path, needs_cairo: None) -> None:
    (tmp_path / "list.txt").write_text(f"{HELD}\n{MIDDLEGAME}\n", encoding="utf-8")
    outputs = ["--manifest", "m.jsonl", "--html", "p.html", "--jobs", "1", "--quiet"]
    with chdir(tmp_path):
        assert run(["batch", "list.txt", "-o", "out", "--pockets", *outputs]) == 0
    for name in ("m.jsonl", "p.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "In hand: White Q, 2 N, 12 pawns; Black R, 2 B, pawn." in text
        assert "In hand: White nothing; Black nothing." in text
    sizes = set()
    for path in (tmp_path / "out").glob("*.png"):
        with Image.open(path) as image:
            sizes.add(image.size)
    assert len(sizes) == 1
