"""Sheets that show what there is: every piece of the sets, a board in every theme."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fen2img.diagram import Diagram
from fen2img.errors import OptionError
from fen2img.layout import layout
from fen2img.notation import parse_fen
from fen2img.position import Position
from fen2img.raster import draw, draw_whole
from fen2img.scene import Frame, Group, Path, Rect, Scene
from fen2img.style import MAX_PIXELS, Style
from fen2img.text import EM, outline
from fen2img.themes import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

#: A middlegame with every kind of piece on both colours of squares.
EXAMPLE = "r2q1rk1/1b2bppp/p1n1pn2/1p1pN3/3P1B2/P1NBP3/1P2QPPP/R4RK1 b - - 0 13"
#: Each piece on a light and on a dark square.
ALL_PIECES = "KQRBNP/KQRBNP/kqrbnp/kqrbnp"
GAP = 16
COLUMNS = 5
#: Pixels that a sheet of pieces may be high before it has two columns.
TALL = 4000


def piece_sheet(names: Iterable[str], style: Style) -> Image:
    """All pieces of the sets named, one below the other, in columns where they are many.

    Raises OptionError for a sheet beyond the limits of an image.
    """
    position = parse_fen(ALL_PIECES, width=6, height=4)
    plain = Style.of(style, coordinates="none", marker="none", orientation="white", flip=False)
    return _sheet([(name, _scene(position, Style.of(plain, pieces=name))) for name in names], columns=None)


def theme_sheet(themes: Iterable[str | Theme], style: Style) -> Image:
    """The same position in each theme, five in a row. Raises OptionError like `piece_sheet`."""
    position = parse_fen(EXAMPLE)
    styles = [Style.of(style, theme=theme) for theme in themes]
    return _sheet([(one.colors.name, _scene(position, one)) for one in styles], columns=COLUMNS)


def _scene(position: Position, style: Style) -> Scene:
    return layout(Diagram(position=position), style)


def _sheet(cells: list[tuple[str, Scene]], columns: int | None) -> Image:
    """Pictures in a grid, each under its name; without columns as few as keep it below `TALL`, if they fit."""
    from PIL import Image

    wide, high = (max(side) for side in zip(*(scene.frame.pixels for _, scene in cells), strict=True))
    label = max(18, high // 16)
    needed = columns or min(-(-len(cells) * (high + label + GAP) // TALL), max(1, (MAX_PIXELS - GAP) // (wide + GAP)))
    columns = min(needed, len(cells))
    rows = -(-len(cells) // columns)
    size = (columns * (wide + GAP) + GAP, rows * (high + label + GAP) + GAP)
    if max(size) > MAX_PIXELS:
        message = f"the sheet would be {size[0]} x {size[1]} px; each side can have {MAX_PIXELS} px"
        raise OptionError(message, hint="ask for smaller pictures")
    sheet = Image.new("RGB", size, "#fff")
    for i, (name, scene) in enumerate(cells):
        x, y = GAP + i % columns * (wide + GAP), GAP + i // columns * (high + label + GAP)
        sheet.paste(_label(name, wide, label), (x, y))
        picture = draw(scene)
        sheet.paste(picture, (x, y + label), picture if picture.mode == "RGBA" else None)
    return sheet


def _label(text: str, width: int, height: int) -> Image:
    from fen2img.color import rgb

    name = Path(outline(text, 600).d, rgb("#333"))
    size = height * 0.66
    shapes = (Rect(0, 0, width, height, rgb("#fff")), Group(0, size, (name,), size / EM))
    frame = Frame(width, height, 100, shapes, (), (), ())
    return draw_whole(Scene(frame, (), "", "", "")).convert("RGB")
