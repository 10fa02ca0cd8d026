"""Boards in a palette, composed as the rows that PNG stores: every tile is filtered before it is pasted."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fen2img.color import Color
from fen2img.pieceset import NAMES
from fen2img.raster.backend import STEADY, Backend, backend, cairo
from fen2img.raster.kept import Kept, load, store
from fen2img.raster.overlay import Stamp, stamped
from fen2img.raster.palette import GREY, MANY, Extension, Palette, TooFarError, TrueColors, palette_of, ramp
from fen2img.raster.parts import Edge, Parts, Tile, parts_of, tinted
from fen2img.raster.tiles import TilePlate, draw, plate_of
from fen2img.scene import Frame, Glyph, Ground, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

#: Filters of a row in PNG (ISO/IEC 15948, section 9.2): as it is, or as the difference from the row above.
NONE, UP = 0, 2
#: Boards of up to so many bytes are copied to be drawn on; of larger ones only the used squares are made anew.
COPIED = 1 << 18


class Rows(NamedTuple):
    """A picture as PNG holds it: filtered rows of numbers, of a colour type, and the palette if it is of that type.

    `rank` is how many bytes lie between a row of a square and the same row of the square below; 0 if nobody knows.
    Rows are lent: the thread that asked for them writes its next picture over them, as to copy them takes longer than
    to compose them.
    """

    size: tuple[int, int]
    type: int
    palette: bytes
    rows: bytes | bytearray
    rank: int = 0

    def own(self) -> Rows:
        """The same to be kept."""
        return self._replace(rows=bytes(self.rows))


def indexed(scene: Scene, render: Backend | None = None) -> Rows | None:
    """The scene in at most 256 colours, none of them off by more than 6 of 255; None where that cannot be.

    What it looks like does not depend on what was drawn before.
    """
    kept = _kept_plate(scene.frame) if render is None and scene.plain and not scene.needs else None
    render = render or (cairo if kept else backend(scene.needs))
    parts = parts_of(scene) if render in STEADY else None
    plate = kept or (_plate(scene.frame, render, parts.tints, parts.edges) if parts else None)
    return (plate.compose(parts) if plate and parts else None) or _alone(draw(scene, None if kept else render))


def in_full(scene: Scene, render: Backend | None = None) -> Rows | None:
    """The scene in all its colours, composed in the same way; None where that cannot be."""
    render = render or backend(scene.needs)
    parts = parts_of(scene) if render in STEADY else None
    plate = _full_plate(scene.frame, render) if parts else None
    return plate.compose(parts) if plate and parts else None


def _alone(image: Image) -> Rows | None:
    """An image in a palette of its own."""
    if image.mode != "RGB" or image.getcolors(MANY) is None:
        return None
    palette = palette_of([], [image])
    numbers = palette.numbers(image)
    return Rows(image.size, palette.type, palette.bytes, _filtered(numbers, {0}).tobytes()) if numbers else None


class _Cut(NamedTuple):
    """The numbers of a tile, and as they are pasted: filtered, Pillow's inner image."""

    filtered: Any
    numbers: Image


class _Canvas:
    """Rows to write to, the image that lies in them, and which of its cells are not empty, if that is known.

    The image is Pillow's inner one: the same paste, without a look at each argument that takes five times as long.
    """

    def __init__(self, stored: tuple[int, int]) -> None:
        from PIL import Image

        self.rows = bytearray(stored[0] * stored[1])
        self.board: Any = Image.frombuffer("L", stored, self.rows, "raw", "L", 0, 1).im
        self.used: set[int] | None = None


class _Plate:
    """An empty board and its tiles as filtered numbers of a palette or true colours; the filter byte comes first."""

    def __init__(
        self, frame: Frame, source: Callable[[], TilePlate], palette: Palette | TrueColors, empty: bytes
    ) -> None:
        self._source = source
        self.palette = palette
        self.grounds = frame.grounds
        self.twins = _Twins(frame)
        side, depth = int(frame.square), palette.depth
        corners = [(depth * int(x) + 1, int(y)) for x, y in frame.cells]
        self.boxes = [(x, y, x + depth * side, y + side) for x, y in corners]
        self.size = frame.pixels
        self.stored = depth * self.size[0] + 1, self.size[1]
        self.rank = side * self.stored[0]
        self.empty = empty
        self.tiles: dict[Tile, _Cut | None] = {}
        self.lock = threading.Lock()
        self.bare: dict[Ground, Any] = {}
        self.canvas = threading.local()

    @classmethod
    def drawn(cls, frame: Frame, source: TilePlate, palette: Palette | TrueColors) -> _Plate | None:
        """The plate of a board that has been drawn; None where its colours are not in the palette."""
        numbers = palette.numbers(source.empty)
        # What is pasted must not show in the row below: ranks, and what is below the board or words, start anew.
        tops = {int(y) for _, y in frame.cells}
        starts = {0, *tops, max(tops) + int(frame.square), *source.rows}
        return cls(frame, lambda: source, palette, _filtered(numbers, starts).tobytes()) if numbers else None

    @classmethod
    def kept(cls, frame: Frame, kept: Kept) -> _Plate:
        """The plate of a board as it was kept on disk."""
        from PIL import Image

        colors = [tuple(kept.colors[i : i + 3]) for i in range(0, len(kept.colors), 3)]
        n, side = kept.pairs, int(frame.square)
        pairs = [light + dark for light, dark in zip(colors[:n], colors[n : 2 * n], strict=True)]
        palette = Palette(pairs, colors[2 * n :], grey=kept.type == GREY)
        plate = cls(frame, lambda: plate_of(frame, backend()), palette, kept.empty)
        for name, tile in plate.twins.usual().items():
            numbers = Image.frombytes("L", (side, side), kept.tiles[name])
            plate.tiles[tile] = _Cut(_cut(numbers), numbers)
        return plate

    def keep(self, frame: Frame) -> None:
        """Keep the plate on disk, if all its usual tiles are within its palette."""
        usual = self.twins.usual()
        tiles = self._with(list(usual.values()))
        found = {name: tiles[tile] for name, tile in usual.items()}
        rows = {name: cut.numbers.tobytes() for name, cut in found.items() if cut}
        if isinstance(self.palette, Palette) and len(rows) == len(found):
            pairs = len(self.palette.pairs)
            store(frame, Kept(self.size, self.palette.type, pairs, self.palette.bytes, self.empty, rows))

    @cached_property
    def source(self) -> TilePlate:
        """The tiles as pixels, drawn when the first one is needed."""
        return self._source()

    def compose(self, parts: Parts) -> Rows | None:
        """The picture; None where it needs more colours than a palette has."""
        boxes, canvas = self.boxes, self._canvas()
        board, cells = canvas.board, None
        if len(self.empty) > COPIED:
            cells = {cell for cell, _ in parts.tiles}
        self._clear(canvas, cells)
        beyond: list[tuple[int, Tile]] = []
        for cell, tile, found in self._cuts(parts.tiles):
            if found is None:
                beyond.append((cell, tile))
            else:
                board.paste(found.filtered, boxes[cell])
        palette = self.palette.bytes
        if beyond or parts.overlay or parts.words:
            try:
                with self.palette.extended() as more:
                    for cell, numbers in self._more(parts, beyond, more).items():
                        board.paste(_cut(numbers), boxes[cell])
                    for y, band in self.source.bands(parts.words) if parts.words else ():
                        board.paste(_cut(more.numbers(band)), (1, y, self.stored[0], y + band.height))
                    palette = more.bytes
            except TooFarError:
                return None
        else:
            canvas.used = cells
        return Rows(self.size, self.palette.type, palette, canvas.rows, self.rank)

    def _cuts(self, wanted: list[tuple[int, Tile]]) -> list[tuple[int, Tile, _Cut | None]]:
        """Tiles with their cells, as they are pasted."""
        tiles = self.tiles
        try:
            return [(cell, tile, tiles[tile]) for cell, tile in wanted]
        except KeyError:
            tiles = self._with([tile for _, tile in wanted])
            return [(cell, tile, tiles[tile]) for cell, tile in wanted]

    def _clear(self, canvas: _Canvas, wanted: set[int] | None) -> None:
        """Make the board empty again, but for the cells that will be drawn anyway, if they are known."""
        if canvas.used is None or wanted is None:
            canvas.rows[:] = self.empty
        else:
            for cell in canvas.used - wanted:
                canvas.board.paste(self._bare(self.grounds[cell], cell), self.boxes[cell])
        canvas.used = None  # until the picture is whole

    def _bare(self, ground: Ground, cell: int) -> Any:
        """The filtered numbers of an empty square."""
        from PIL import Image

        if ground not in self.bare:
            board = Image.frombuffer("L", self.stored, self.empty, "raw", "L", 0, 1)
            self.bare[ground] = board.im.crop(self.boxes[cell])
        return self.bare[ground]

    def _more(self, parts: Parts, beyond: list[tuple[int, Tile]], palette: Extension | TrueColors) -> dict[int, Image]:
        """The squares of a picture that need colours of their own, or have something laid over."""
        images = self.source.tiles_of([tile for _, tile in beyond])
        numbers = {cell: palette.numbers(image) for (cell, _), image in zip(beyond, images, strict=True)}
        stamps: dict[int, list[Stamp]] = defaultdict(list)
        for shape in parts.overlay:
            for cell, stamp in shape.cells.items():
                stamps[cell].append(stamp)
        known = dict(parts.tiles)
        wanted: list[Tile] = [known.get(cell) or (self.grounds[cell], None) for cell in stamps]
        tiles = self._with(wanted)
        for cell, tile, image in zip(stamps, wanted, self.source.tiles_of(wanted), strict=True):
            part, (left, top) = stamped(image, stamps[cell])
            found = tiles[tile]
            below = found.numbers if found else numbers[cell]
            numbers[cell] = below.copy()
            numbers[cell].paste(palette.numbers(part), (left * palette.depth, top))
        return numbers

    def _canvas(self) -> _Canvas:
        """What a picture is composed on; each thread has its own."""
        if not hasattr(self.canvas, "own"):
            self.canvas.own = _Canvas(self.stored)
        own: _Canvas = self.canvas.own
        return own

    def _with(self, wanted: Sequence[Tile]) -> dict[Tile, _Cut | None]:
        """The tiles, with those added that are missing; None stands for one that is beyond the palette."""
        if all(tile in self.tiles for tile in wanted):
            return self.tiles
        with self.lock:
            known = {} if len(self.tiles) > self.source.room else self.tiles.copy()
            pairs = {tile: self.twins.of(tile) for tile in dict.fromkeys(wanted) if tile not in known}
            drawn = [tile for pair in pairs.values() for tile in pair]
            images = dict(zip(drawn, self.source.tiles_of(drawn), strict=True))
            for tile, pair in pairs.items():
                numbers = self._numbers([images[one] for one in pair], pair.index(tile))
                known[tile] = _Cut(_cut(numbers), numbers) if numbers else None
            self.tiles = known
        return known

    def _numbers(self, pair: Sequence[Image], which: int) -> Image | None:
        """The numbers of a tile, if possible with the same ones as its twin."""
        both = self.palette.twins(*pair) if len(pair) > 1 else None
        return both[which] if both else self.palette.numbers(pair[which])


class _Twins:
    """Which tiles show the same piece on the two kinds of squares."""

    def __init__(self, frame: Frame) -> None:
        self.light, self.dark = ([ground for ground, _ in Counter(frame.grounds).most_common(2)] * 2)[:2]
        self.looks = looks = frame.looks
        pairs = (
            [(looks[name, False], looks[name, True]) for name in NAMES] if looks is not None and any(frame.dark) else []
        )
        self.other: dict[Glyph | None, Glyph | None] = {**dict(pairs), **{dark: light for light, dark in pairs}}

    def of(self, tile: Tile) -> tuple[Tile, ...]:
        """The tile on a light and on a dark square; one of another kind alone."""
        ground, glyph = tile
        if ground is self.light:
            return tile, (self.dark, self.other.get(glyph, glyph))
        if ground is self.dark:
            return (self.light, self.other.get(glyph, glyph)), tile
        return (tile,)

    def usual(self) -> dict[tuple[str, bool], Tile]:
        """The tiles of an empty square and of each piece, by name and darkness, the light one before its twin."""
        looks = self.looks  # which knows no piece yet where none was drawn: then it is false, and not missing
        if looks is None:
            return {}
        lots: dict[str, Glyph | None] = {"": None, **{name: looks[name, False] for name in NAMES}}
        return {
            (name, bool(dark)): tile
            for name, glyph in lots.items()
            for dark, tile in enumerate(self.of((self.light, glyph)))
        }


@lru_cache(maxsize=24)
def _plate(frame: Frame, render: Backend, tints: tuple[Color, ...], edges: tuple[Edge, ...]) -> _Plate | None:
    """The plate of a board, with tinted squares and marks; None where colours are too many, or some shine through."""
    source = plate_of(frame, render)
    if frame.looks is None or source.empty.mode != "RGB":
        return None
    twins = _Twins(frame)
    usual = list(twins.usual().values())
    others: list[Tile] = [(tinted(color, frame.square), glyph) for color in tints for _, glyph in usual[::2]]
    drawn = source.tiles_of(usual + others)
    pairs = list(zip(drawn[: len(usual) : 2], drawn[1 : len(usual) : 2], strict=True))
    grounds = [
        *(color for ground in (twins.light, twins.dark) for color in _paint(ground)),
        *(tint[:3] for tint in tints),
    ]
    ramps = [ramp(below, ink[:3]) for under, ink in edges for below in ([under[:3]] if under else grounds)]
    palette = palette_of(pairs, [source.empty, *drawn[len(usual) :]], ramps)
    plate = _Plate.drawn(frame, source, palette)
    if plate and not tints and not edges and render is cairo:
        plate.keep(frame)
    return plate


@lru_cache(maxsize=24)
def _kept_plate(frame: Frame) -> _Plate | None:
    """The plate of a board from the disk, where it is known there."""
    kept = load(frame)
    return _Plate.kept(frame, kept) if kept else None


@lru_cache(maxsize=8)
def _full_plate(frame: Frame, render: Backend) -> _Plate | None:
    """The plate of a board in all colours; None where some shine through."""
    source = plate_of(frame, render)
    return _Plate.drawn(frame, source, TrueColors()) if source.empty.mode == "RGB" else None


def _paint(ground: Ground) -> list[tuple[int, ...]]:
    """The colour of a square, which the last of its shapes has that knows one."""
    return [color[:3] for color in (getattr(shape, "fill", None) for shape in ground.shapes) if color][-1:]


def _cut(numbers: Image) -> Any:
    """The numbers of a tile as filtered ones: the first row as it is, others less the one above."""
    from PIL import Image

    inner = numbers.im
    above = Image.new("L", numbers.size).im
    above.paste(inner, (0, 1, numbers.width, numbers.height + 1))
    return inner.chop_subtract_modulo(above)


def _filtered(image: Image, starts: set[int]) -> Image:
    """The rows of an image behind their filter bytes: those at `starts` as they are, others less the one above."""
    from PIL import Image, ImageChops

    width, height = image.size
    above = Image.new("L", image.size)
    above.paste(image, (0, 1))
    for y in starts:
        above.paste(0, (0, y, width, y + 1))
    out = Image.new("L", (width + 1, height), UP)
    for y in starts:
        out.paste(NONE, (0, y, 1, y + 1))
    out.paste(ImageChops.subtract_modulo(image, above), (1, 0))
    return out
