"""Real pictures, one concern each, compared with tests/golden; `pytest --regenerate-goldens` writes them anew.

They hold few pieces, so that a redrawn set changes few of them. Look at each one that changed.
"""

import pytest
from drawing import diagram

from fen2img.formats import FORMATS
from fen2img.layout import layout
from fen2img.raster import draw
from fen2img.raster.backend import cairo
from fen2img.raster.png import encode
from fen2img.render import render
from fen2img.style import Style
from fen2img.themes import THEMES

TWO = "8/8/8/2k5/8/5N2/8/8"
FOUR = "8/8/8/2kr4/3N1K2/8/8/8"
EIGHT = "8/8/8/3N4/8/8/8/8"
FLIPPED, LARGE = {"square": 28, "orientation": "black"}, {"square": 44}

#: name: (FEN, options); 8 x 8 unless the FEN has other ranks.
PNG = {
    "layout/coordinates-none": (TWO, {"coordinates": "none"}),
    "layout/coordinates-outside": (TWO, {"coordinates": "outside"}),
    "layout/coordinates-all": (TWO, {"coordinates": "all"}),
    "layout/coordinates-inside": (TWO, {"coordinates": "inside", "square": 36}),
    "layout/flip": (TWO, {"flip": True}),
    "layout/orientation-auto-black": (f"{TWO} b", {"orientation": "auto", "marker": "square"}),
    "layout/border": (TWO, {"border": "3px"}),
    "layout/margin": (TWO, {"border": "1px", "margin": "10px", "background": "#e8eef4"}),
    "layout/board-10x8": ("10/10/10/2k7/10/10/6N3/10", {"coordinates": "all"}),
    "layout/transparent": (TWO, {"background": "transparent"}),
    **{
        f"layout/marker-{marker}-{side}": (f"{TWO} {side[0]}", {"marker": marker, "border": "1px"})
        for marker in ("square", "dot", "triangle", "king")
        for side in ("white", "black")
    },
    **{f"theme/{name}": (FOUR, {"theme": name}) for name in THEMES},
    "size/smallest-16": (TWO, {"size": 16, "coordinates": "none"}),
    "size/left-over-199": (TWO, {"size": 199}),
    "size/left-over-231-inside": (TWO, {"size": 231, "coordinates": "inside"}),
    "size/square-45": ("3/1q1/3", {"square": 45}),
    "size/square-46": ("3/1q1/3", {"square": 46}),
    "print/hatching": ("3/1n1/3", {"theme": "print", "square": 45}),
    "print/hatching-300-dpi": ("3/1N1/3", {"theme": "print", "width": "20mm", "coordinates": "inside"}),
    "print/grey-inside": ("3/1N1/3", {"theme": "print-grey", "square": 40, "coordinates": "inside"}),
}
#: name: (FEN, options, marks).
MARKS = {
    **{
        f"marks/{kind}-{theme}": ("3/2n/N2", {"square": 44, "theme": theme, "coordinates": "none"}, {kind: text})
        for theme in ("brown", "print")
        for kind, text in {
            "lastmove": "a1b3",
            "check": "c2",
            "highlight": "Ga3,Rb3,Yc3,Ba2,b2,c2:#ff8800",
            "area": "a2c3,Ra1b1:dashed",
            "frame": "Ga3,Rb3,Yc3,Ba2,c2:dashed",
            "circle": "Ga3,Rb3,Yc3,Ba2,c2:dashed",
            "dot": "Ga3,Rb3,Yc3,Ba2,c2",
            "cross": "Ga3,Rb3,Yc3,Ba2,c2,Ba1",
            "label": "a3=A,b3=12,c3=1/2,c2=?,a1=N2",
            "sequence": "a3,b3,c3,c2,Ra1",
            "badge": "a3=!,b3=?,c3=!!,a2=??,c2=!?,a1=?!",
            "hide": "c2",
            "arrow": "a1c2",
        }.items()
    },
    "marks/arrow-colours": (EIGHT, {"square": 36}, {"arrow": "Gc1c7,Rd1d7,Ye1e7,Bf1f7,g1g7:#a0a,h1h7:#0008"}),
    "marks/arrow-print": (EIGHT, {"square": 36, "theme": "print"}, {"arrow": "Gc1c7,Rd1d7,Ye1e7,Bf1f7,g1g7:dashed"}),
    "marks/arrow-knight": (EIGHT, {"square": 36}, {"arrow": "d5e7,d5f4,d5c3,d5b6,Rd5f6:straight"}),
    "marks/arrow-into-one": (EIGHT, {"square": 36}, {"arrow": "a1d4,d8d4,Rd7d4,h4d4,f5d4,g1d4"}),
    "marks/arrow-lanes": (EIGHT, {"square": 36}, {"arrow": "a2a6,a6a2,c1c8,Rc2c5,h1b7,Yb7h1"}),
    "marks/black-side": (
        EIGHT,
        {"square": 28, "orientation": "black"},
        {"arrow": "a1c2", "badge": "d5=!!", "circle": "h8"},
    ),
    "marks/above-below": (
        "3/2n/N2",
        {"square": 44},
        {"highlight": "c2:above", "dot": "a1:below", "arrow": "a3c2:below"},
    ),
}
WORDS = {
    "words/title": (TWO, {"title": "Mate in two"}),
    "words/caption": (TWO, {"caption": "The knight heads for d5 by way of e1 and c2; Black can only wait and see."}),
    "words/number-print": (TWO, {"theme": "print", "number": "Diagram 12", "caption": "White to move"}),
    "words/players": (f"{TWO} w", {"white_player": "A. Vidal|2310|0:42", "black_player": "B. Moss|2285|1:07:10"}),
    "words/players-dark-black": (TWO, {"theme": "dark", "white_player": "A. Vidal|2310", "orientation": "black"}),
    "words/figurines": (TWO, {"caption": "1.Nd2 Kb4 2.Nc4 e8=Q \u265e \u2654", "figurines": True}),
    "words/ellipsis": (TWO, {"title": "Long words " * 20, "coordinates": "all"}),
}
#: Pieces in hand; the empty board has the same room.
HELD = "8/8/8/2k5/8/5N2/8/8[QNNPPPPPPPPPPPPrbbp]"
POCKETS = {
    "pockets/brown": (HELD, {"pockets": True, "marker": "square"}),
    "pockets/dark-black": (HELD, {"pockets": True, "theme": "dark", "orientation": "black", "coordinates": "all"}),
    "pockets/print-words": (HELD, {"pockets": True, "theme": "print", "title": "Bxf7", "number": "3", "border": "2px"}),
    "pockets/empty": (TWO, {"pockets": True, "coordinates": "inside"}),
}
SVG = {
    "svg/plain": ("3/1n1/3", {"square": 40}),
    "svg/reuse": ("2n/1n1/N2", {"square": 40, "svg_reuse": True}),
    "svg/physical-width": ("3/1n1/3", {"width": "25mm", "coordinates": "all"}),
    "svg/title-escaping": ("3/3/3", {"square": 40, "coordinates": "none"}),
    "print/halo": ("3/1n1/3", {"theme": "print", "width": "25mm"}),
}
TITLES = {"svg/title-escaping": "<b>Tom & \u201cJerry\u201d</b>"}


def case(fen, options, title=None):
    ranks = fen.split()[0].split("/")
    files = int(ranks[-1].partition("[")[0]) if ranks[-1][0].isdigit() else 3
    style = Style.of(**({} if {"square", "size", "width"} & options.keys() else {"square": 28}), **options)
    return diagram(fen, (files, len(ranks)), title=title), style


@pytest.mark.parametrize("name", PNG | POCKETS)
def test_png(name, golden, needs_cairo):
    drawn, style = case(*(PNG | POCKETS)[name])
    image = draw(layout(drawn, style), cairo)
    golden(f"{name}.png", encode(image, {}, style.pixels_per_inch))


@pytest.mark.parametrize("name", MARKS)
def test_marks(name, golden, needs_cairo):
    fen, options, marks = MARKS[name]
    drawn, style = case(fen, options)
    golden(f"{name}.png", encode(draw(layout(drawn.marked(**marks), style), cairo), {}))


@pytest.mark.parametrize("name", WORDS)
def test_words(name, golden, needs_cairo):
    drawn, style = case(*WORDS[name])
    golden(f"{name}.png", encode(draw(layout(drawn, style), cairo), {}))


@pytest.mark.parametrize("name", SVG)
def test_svg(name, golden):
    drawn, style = case(*SVG[name], TITLES.get(name))
    golden(f"{name}.svg", render(drawn, style, FORMATS["svg"]))


def test_every_golden_is_compared(request):
    folder = request.path.parent / "golden"
    files = {f.relative_to(folder).as_posix() for f in folder.glob("*/*.*") if f.parent.name != "failed"}
    assert files == {f"{n}.png" for n in (*PNG, *POCKETS, *MARKS, *WORDS)} | {f"{n}.svg" for n in SVG}
