"""Text as outlines, so that a picture needs no fonts: shaped by HarfBuzz from Source Sans 3 (OFL-1.1)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fen2img import cache
from fen2img.errors import PieceSetError

#: Units of the path of an outline per font size: whole numbers keep it short, and 1/500 of a letter nobody sees.
EM = 500
#: Units for characters that are drawn as large as a piece.
FINE = 2000


class Outline(NamedTuple):
    """Outlined text: SVG path data in whole units, `EM` to the font size, baseline at y = 0, y downward.

    From a font file there are `FINE` units to the font size. `left` to `bottom` bound the ink; `advance` is the width
    that the text takes.
    """

    d: str
    left: int
    top: int
    right: int
    bottom: int
    advance: int

    @property
    def contours(self) -> list[str]:
        """The path data of each contour by itself."""
        return ["M" + part for part in self.d.split("M")[1:]]

    @property
    def middle(self) -> float:
        """Where the ink has its middle, from left to right."""
        return (self.left + self.right) / 2


#: What coordinates are written with, at the weights they have: kept on disk, as to load HarfBuzz for them takes a
#: sixth of a cold start.
LABELS = frozenset([*"abcdefghijklmnopqrstuvwxyz", *map(str, range(1, 27))])
LABEL_WEIGHTS = (500, 600)


@lru_cache(maxsize=512)
def outline(text: str, weight: int = 400, font: Path | None = None) -> Outline:
    """The outline of `text` at a weight from 200 to 900, or in a font file, then in `FINE` units.

    Raises PieceSetError for a file that is no font.
    """
    if font is None and weight in LABEL_WEIGHTS and text in LABELS and (kept := _labels().get((weight, text))):
        return kept
    return _made(text, weight, font)


def _made(text: str, weight: int, font: Path | None) -> Outline:
    """The outline as HarfBuzz gives it."""
    font_object = _font(weight, font)
    buffer = _shaped(text, font_object)
    pen = _Pen(units(font) / font_object.face.upem)
    x = 0.0
    # Both are None when there is no text.
    for info, position in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True):
        pen.origin = (x + position.x_offset, position.y_offset)
        font_object.draw_glyph(info.codepoint, _draw_funcs(), pen)
        x += position.x_advance
    return Outline("".join(pen.parts), *pen.box(), round(x * pen.scale))


@lru_cache(maxsize=1)
def _labels() -> dict[tuple[int, str], Outline]:
    """Labels that are kept on disk, made where they are not; none where nothing is to be kept."""
    folder = cache.folder()
    if folder is None:
        return {}
    made_by = repr([cache.age(_own_font()), cache.age(Path(__file__)), cache.module_age("uharfbuzz")])
    path = folder / "labels.txt"
    found = _read_labels(cache.load(path).decode("ascii", "replace"), made_by)
    if not found:
        found = {(weight, text): _made(text, weight, None) for weight in LABEL_WEIGHTS for text in sorted(LABELS)}
        lines = ["\t".join([str(weight), text, *map(str, shape)]) for (weight, text), shape in found.items()]
        cache.store(path, "\n".join([made_by, *lines, ""]).encode())
    return found


def _read_labels(text: str, made_by: str) -> dict[tuple[int, str], Outline]:
    """All labels from a file; none where one is missing or looks wrong, or others made them."""
    head, *lines = text.split("\n")[:-1] or [""]
    rows = [line.split("\t") for line in lines]
    if head != made_by or not all(map(_LABEL.fullmatch, lines)):
        return {}
    found = {(int(row[0]), row[1]): Outline(row[2], *map(int, row[3:])) for row in rows}
    return found if found.keys() == {(weight, text) for weight in LABEL_WEIGHTS for text in LABELS} else {}


_LABEL = re.compile(r"\d+\t\w+\t(?:M-?\d+[- ]-?\d+|[lqc][-\d ]+|z)+(?:\t-?\d+){5}", re.ASCII)


@lru_cache(maxsize=4096)
def advance(text: str, weight: int = 400, font: Path | None = None) -> float:
    """How wide `text` is in font sizes; sooner known than its outline."""
    font_object = _font(weight, font)
    positions = _shaped(text, font_object).glyph_positions or ()
    return float(sum(position.x_advance for position in positions) / font_object.face.upem)


def _shaped(text: str, font_object: Any) -> Any:
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font_object, buffer)
    return buffer


class _Pen:
    """Collects glyphs as relative path data, scaled to whole units and turned over to y downward."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.origin = (0.0, 0.0)
        self.parts: list[str] = []
        self.points: list[tuple[int, int]] = []
        self.at = (0, 0)
        self.start = (0, 0)

    def add(self, letter: str, *flat: float) -> None:
        dx, dy = self.origin
        pairs = zip(flat[::2], flat[1::2], strict=True)
        points = [(round((dx + x) * self.scale), round(-(dy + y) * self.scale)) for x, y in pairs]
        self.points += points
        x0, y0 = self.at
        if letter == "M":
            x0 = y0 = 0  # contours stand for themselves
        # A minus sign parts two numbers as well as a blank does.
        steps = "".join(f"{v}" if v < 0 else f" {v}" for x, y in points for v in (x - x0, y - y0))
        self.parts.append(letter + steps.lstrip())
        self.at = points[-1]
        if letter == "M":
            self.start = self.at

    def close(self) -> None:
        self.parts.append("z")
        self.at = self.start

    def box(self) -> tuple[int, int, int, int]:
        """Bounds of all points. Extremes of a typeface's curves are on its points, so this is the ink."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return (min(xs), min(ys), max(xs), max(ys)) if xs else (0, 0, 0, 0)


@lru_cache(maxsize=1)
def _draw_funcs() -> Any:
    import uharfbuzz as hb

    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, pen: pen.add("M", x, y))
    funcs.set_line_to_func(lambda x, y, pen: pen.add("l", x, y))
    funcs.set_quadratic_to_func(lambda a, b, x, y, pen: pen.add("q", a, b, x, y))
    funcs.set_cubic_to_func(lambda a, b, c, d, x, y, pen: pen.add("c", a, b, c, d, x, y))
    funcs.set_close_path_func(lambda pen: pen.close())
    return funcs


def _own_font() -> Path:
    import fontpkg_source_sans_3

    return Path(fontpkg_source_sans_3.ROOT / "files" / "SourceSans3[wght].ttf")


@lru_cache(maxsize=8)
def _font(weight: int, file: Path | None) -> Any:
    import uharfbuzz as hb

    try:
        face = hb.Face(hb.Blob.from_file_path(str(file or _own_font())))
    except hb.HarfBuzzError as error:
        raise PieceSetError(f"cannot read the font {file}: {error}") from None
    if not face.glyph_count:
        raise PieceSetError(f"{file} is no font that can be read")
    font = hb.Font(face)
    if file is None:
        font.set_variations({"wght": weight})
    return font


def units(file: Path | None) -> int:
    """Units of an outline to the font size."""
    return FINE if file else EM


def lacks(text: str, file: Path | None) -> str:
    """The characters of `text` that a font has no glyph for. Raises PieceSetError for a file that is no font."""
    font = _font(400, file)
    return "".join(c for c in text if not font.get_nominal_glyph(ord(c)))
