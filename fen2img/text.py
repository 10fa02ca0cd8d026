"""Text as outlines, so that a picture needs no fonts: shaped by HarfBuzz from Source Sans 3 (OFL-1.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from fen2img.scene import number


class Outline(NamedTuple):
    """Outlined text at font size 1, baseline at y = 0, y downward.

    `box` is the ink (left, top, right, bottom); `advance` the width that the text takes.
    """

    commands: tuple[tuple[str, tuple[float, ...]], ...]
    box: tuple[float, float, float, float]
    advance: float

    def path(self, x: float, y: float, size: float) -> str:
        """SVG path data with the baseline starting at (x, y)."""
        out = []
        for letter, points in self.commands:
            moved = [number((y if i % 2 else x) + v * size) for i, v in enumerate(points)]
            out.append(letter + " ".join(moved))
        return "".join(out)


@lru_cache(maxsize=512)
def outline(text: str, weight: int = 400) -> Outline:
    """The outline of `text` at a weight from 200 to 900."""
    import uharfbuzz as hb

    font = _font(weight)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    pen = _Pen(1 / font.face.upem)
    x = 0.0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen.origin = (x + position.x_offset, position.y_offset)
        font.draw_glyph(info.codepoint, _draw_funcs(), pen)
        x += position.x_advance
    return Outline(tuple(pen.commands), pen.box(), x / font.face.upem)


class _Pen:
    """Collects the commands of glyphs, scaled to font size 1 and turned over to y downward."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.origin = (0.0, 0.0)
        self.commands: list[tuple[str, tuple[float, ...]]] = []

    def add(self, letter: str, *points: float) -> None:
        x, y = self.origin
        pairs = zip(points[::2], points[1::2], strict=True)
        flat = tuple(v for px, py in pairs for v in ((x + px) * self.scale, -(y + py) * self.scale))
        self.commands.append((letter, flat))

    def box(self) -> tuple[float, float, float, float]:
        """Bounds of all points. Extremes of a typeface's curves are on its points, so this is the ink."""
        xs = [v for _, p in self.commands for v in p[::2]]
        ys = [v for _, p in self.commands for v in p[1::2]]
        return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=1)
def _draw_funcs() -> Any:
    import uharfbuzz as hb

    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, pen: pen.add("M", x, y))
    funcs.set_line_to_func(lambda x, y, pen: pen.add("L", x, y))
    funcs.set_quadratic_to_func(lambda a, b, x, y, pen: pen.add("Q", a, b, x, y))
    funcs.set_cubic_to_func(lambda a, b, c, d, x, y, pen: pen.add("C", a, b, c, d, x, y))
    funcs.set_close_path_func(lambda pen: pen.add("Z"))
    return funcs


@lru_cache(maxsize=8)
def _font(weight: int) -> Any:
    import fontpkg_source_sans_3
    import uharfbuzz as hb

    file = fontpkg_source_sans_3.ROOT / "files" / "SourceSans3[wght].ttf"
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(file))))
    font.set_variations({"wght": weight})
    return font
