"""Boards composed from tiles: each piece is drawn once on its own square, opaque, and pasted."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from fen2img.color import TRANSPARENT, Color
from fen2img.raster.backend import STEADY, Backend, backend
from fen2img.raster.parts import Tile, has_solid_squares, parts_of, supersampling
from fen2img.scene import Frame, Glyph, Ground, Group, Placed, Rect, Scene
from fen2img.svg import to_svg

if TYPE_CHECKING:
    from PIL.Image import Image

#: About as many bytes of tiles are kept for one board.
TILE_BYTES = 48 << 20

#: Pixels of a board up to which eight empty ones are kept; of larger ones only the last, which may take 200 MB.
SMALL = 4 << 20


def draw(scene: Scene, render: Backend | None = None) -> Image:
    """The scene as pixels, RGB, or RGBA if any pixel of it is not opaque.

    Not one pixel differs from `draw_whole`, but for those at the edges of arrows on small boards, by a shade.
    """
    render = render or backend(scene.needs)
    if scene.plain and has_solid_squares(scene.frame):
        return plate_of(scene.frame, render).compose(scene.pieces)
    parts = parts_of(scene) if render in STEADY else None
    if parts is None:
        return draw_whole(scene, render)
    plate = plate_of(scene.frame, render)
    image = plate.assemble(parts.tiles)
    for shape in parts.overlay:
        shape.whole.on(image.im)
    for y, band in plate.bands(parts.words) if parts.words else ():
        image.paste(band, (0, y))
    return image


def draw_whole(scene: Scene, render: Backend | None = None) -> Image:
    """The scene rendered in one piece from its SVG, as a renderer without tiles does it; RGB, or RGBA."""
    return _render(scene, render or backend(scene.needs))


class TilePlate:
    """An empty board as pixels and the tiles drawn for it so far.

    A renderer that is not steady draws each piece on each cell by itself: no pixel may depend on what was drawn before.
    So does every renderer with pieces from elsewhere, as gradients and images shift by a shade from place to place.
    """

    def __init__(self, frame: Frame, render: Backend) -> None:
        self.frame = frame
        self.render = render
        self.steady = render in STEADY
        self.empty = _render(_scene(frame), render)
        self.side = int(frame.square)
        self.places = [(int(x), int(y)) for x, y in frame.cells]
        self.tiles: dict[Tile, Image] = {}
        self.lock = threading.Lock()  # threads may share a board, not the drawing of its tiles
        self.room = TILE_BYTES // (self.side * self.side * len(self.empty.mode))

    def compose(self, pieces: Iterable[tuple[int, Glyph]]) -> Image:
        """The board with pieces."""
        return self.assemble([(cell, self._tile(cell, glyph)) for cell, glyph in pieces])

    def assemble(self, tiles: Sequence[tuple[int, Tile]]) -> Image:
        """The board with tiles on some of its cells."""
        image = self.empty.copy()
        for (cell, _), drawn in zip(tiles, self.tiles_of([tile for _, tile in tiles]), strict=True):
            image.paste(drawn, self.places[cell])
        return image

    def bands(self, words: Scene) -> list[tuple[int, Image]]:
        """What is written above and below a board, and the row where it begins."""
        top, bottom = self.rows
        ends = [(first, last) for first, last in ((0, top), (bottom, self.empty.height)) if first < last]
        return [(first, _render(_strip(words, first, last, self.paper), self.render)) for first, last in ends]

    @cached_property
    def paper(self) -> Color:
        """The colour behind the board and all that is round it."""
        first = self.frame.shapes[0]
        whole = isinstance(first, Rect) and first[:4] == (0, 0, self.frame.width, self.frame.height)
        return first.fill if isinstance(first, Rect) and whole else TRANSPARENT

    @cached_property
    def rows(self) -> tuple[int, int]:
        """The first row that has more than paper, and the first one behind the last of those."""
        from PIL import Image, ImageChops

        plain = Image.new(self.empty.mode, self.empty.size, self.paper[: len(self.empty.mode)])
        box = ImageChops.difference(self.empty, plain).getbbox(alpha_only=False)
        return (box[1], box[3]) if box else (0, 0)

    def tiles_of(self, wanted: Sequence[Tile]) -> list[Image]:
        """The tiles as images, those drawn that are new."""
        with self.lock:
            if len(self.tiles) > self.room:
                self.tiles.clear()
            missing = [tile for tile in dict.fromkeys(wanted) if tile not in self.tiles]
            if missing:
                self._add(missing)
            return [self.tiles[tile] for tile in wanted]

    def _tile(self, cell: int, glyph: Glyph) -> Tile:
        """The tile for a glyph on a cell."""
        return self.frame.grounds[cell] if self.steady and not glyph.shared else cell, glyph

    def _add(self, tiles: list[Tile]) -> None:
        """Draw the missing tiles, all at once: on a sheet of their own, or each where it belongs."""
        loose = [tile for tile in tiles if isinstance(tile[0], Ground)]
        if loose:
            # Marks keep to their squares; should one of a strange font not, it must not show on another tile.
            gap = self.side // 2 if any(tile[0] not in self.frame.grounds for tile in loose) else 0
            self._cut(_sheet(loose, self.side, gap), loose, _grid(len(loose), self.side + gap))
        if len(loose) < len(tiles):
            cells = self._fill(tiles)
            self._cut(_scene(self.frame, cells), list(cells.items()), [self.places[cell] for cell in cells])

    def _cut(self, scene: Scene, tiles: Sequence[Tile], places: list[tuple[int, int]]) -> None:
        """Render a scene and keep what it shows at the places."""
        image = _render(scene, self.render).convert(self.empty.mode)
        for tile, (x, y) in zip(tiles, places, strict=True):
            self.tiles[tile] = image.crop((x, y, x + self.side, y + self.side))

    def _fill(self, tiles: list[Tile]) -> dict[int, Glyph | None]:
        """The glyphs of the tiles by cell; on the other cells known glyphs not drawn there yet.

        So about a dozen boards hold all tiles, and a single picture draws no more than its own.
        """
        cells = {cell: glyph for cell, glyph in tiles if isinstance(cell, int)}
        known = dict.fromkeys(glyph for place, glyph in self.tiles if isinstance(place, int))
        for cell in range(len(self.places)):
            fresh = next((glyph for glyph in known if (cell, glyph) not in self.tiles), None)
            if fresh and cell not in cells:
                cells[cell] = fresh
        return cells


def plate_of(frame: Frame, render: Backend) -> TilePlate:
    """The plate of an empty board."""
    width, height = frame.pixels
    return (_small_plate if width * height <= SMALL else _large_plate)(frame, render)


@lru_cache(maxsize=8)
def _small_plate(frame: Frame, render: Backend) -> TilePlate:
    return TilePlate(frame, render)


@lru_cache(maxsize=1)
def _large_plate(frame: Frame, render: Backend) -> TilePlate:
    return TilePlate(frame, render)


def _strip(words: Scene, top: int, bottom: int, paper: Color) -> Scene:
    """The rows of a picture between two, where there is nothing but paper and words."""
    width, height = words.frame.width, bottom - top
    sheet = Frame(width, height, words.frame.square, (Rect(0, 0, width, height, paper),), (), (), ())
    figures = tuple(placed._replace(y=placed.y - top) for placed in words.figures)
    return _scene(sheet)._replace(words=(Group(0, -top, words.words),), figures=figures)


def _grid(count: int, side: int) -> list[tuple[int, int]]:
    """Places of tiles on a sheet; cairo draws nothing wider than 32,767 pixels, so in rows of eight."""
    return [(i % 8 * side, i // 8 * side) for i in range(count)]


def _sheet(tiles: list[Tile], side: int, gap: int) -> Scene:
    """Squares in rows, each with its ground and its piece."""
    places = _grid(len(tiles), side + gap)
    lots = [(x, y, ground, glyph) for (x, y), (ground, glyph) in zip(places, tiles, strict=True)]
    under = tuple(Group(x, y, ground.shapes) for x, y, ground, _ in lots if isinstance(ground, Ground))
    over = tuple(Group(x, y, ground.over) for x, y, ground, _ in lots if isinstance(ground, Ground) and ground.over)
    glyphs = tuple(Placed(glyph, x, y, side) for x, y, _, glyph in lots if glyph)
    width, height = max(x for x, _ in places) + side, max(y for _, y in places) + side
    return _scene(Frame(width, height, side, under, glyphs, (), ()))._replace(over=over)


def _render(scene: Scene, render: Backend) -> Image:
    width, height = scene.frame.pixels
    factor = supersampling(scene.frame.square)
    pixels_only = scene._replace(frame=replace(scene.frame, paper=None))  # resvg rounds millimetres or refuses them
    image = render(to_svg(pixels_only), width * factor, height * factor)
    return image.reduce(factor) if factor > 1 else image


def _scene(frame: Frame, pieces: Mapping[int, Glyph | None] = {}) -> Scene:
    return Scene(frame, tuple((cell, glyph) for cell, glyph in pieces.items() if glyph), "", "", "")
