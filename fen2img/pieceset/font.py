"""Sets from a chess font (TTF or OTF): the outlines of its characters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path as FilePath
from string import ascii_letters, digits
from typing import NamedTuple

from fen2img.errors import PieceSetError, near_match
from fen2img.files import read_toml
from fen2img.pieceset.model import GRID, NAMES, PEN, Pen, PieceSet, SetInfo
from fen2img.scene import Group, Path, Shape
from fen2img.text import Outline, lacks, outline
from fen2img.themes import PieceColors, Theme

#: Where the pieces of a font stand on the grid: their common base line, and the room above and beside it.
BASE, TOP, WIDE = 88.0, 7.0, 92.0


class FontMap(NamedTuple):
    """The character of each piece on a light square and, if the font has them, on a dark one.

    `empty` is an empty dark square.
    """

    light: Mapping[str, str]
    dark: Mapping[str, str]
    empty: str = ""


def _map(light: str, dark: str = "", empty: str = "") -> FontMap:
    rows = [dict(zip(NAMES, row, strict=True)) if row else {} for row in (light, dark)]
    return FontMap(rows[0], rows[1], empty)


#: Layouts in use. `merida` is that of the fonts of Armando H. Marroquin and Eric Bentzen (Merida, Leipzig, Alpha …):
#: lower case on light squares, capitals on dark ones, `+` for an empty dark square. Chess Cases was recoded to it.
FONT_MAPS = {
    "unicode": _map("".join(map(chr, range(0x2654, 0x2660)))),
    "merida": _map("kqrbnplwtvmo", "KQRBNPLWTVMO", "+"),
    "cases": _map("kqrbnplwtvmo", "KQRBNPLWTVMO", "+"),
}


MAP_NAMES = ("auto", *FONT_MAPS)


class FontSet(PieceSet):
    """The pieces of a font.

    A font has ink and no bodies: what the outermost contour of a character encloses is filled behind it. Where the
    squares are hatched and the font has pieces on dark squares, those are drawn, as wide as its own dark square.
    """

    takes = frozenset({"white", "black", "font_map"})

    def __init__(self, info: SetInfo, file: FilePath, layout: FontMap) -> None:
        super().__init__(info)
        self.file = file
        self.layout = layout
        missing = lacks("".join(layout.light.values()), file)
        if missing:
            named = ", ".join(f"{name} ({char})" for name, char in layout.light.items() if char in missing)
            raise PieceSetError(
                f"{file}: the font has no character for {named}", hint="--font-map names another layout"
            )

    @cached_property
    def _fit(self) -> tuple[float, float]:
        """Units of the grid per unit of the font, and the lowest point: the same for all pieces."""
        drawn = [self._outline(char) for char in self.layout.light.values()]
        low, high = max(o.bottom for o in drawn), min(o.top for o in drawn)
        wide = max(o.right - o.left for o in drawn)
        return min((BASE - TOP) / (low - high), WIDE / wide), low

    @cached_property
    def _has_dark(self) -> bool:
        chars = [*self.layout.dark.values(), self.layout.empty]
        return bool(self.layout.empty) and not lacks("".join(chars), self.file) and all(map(self._drawn, chars))

    def _own_dark(self, theme: Theme) -> bool:
        """Whether the font's own dark squares are drawn; in colours that are asked for it has none."""
        return bool(theme.hatch) and not (theme.white or theme.black) and self._has_dark

    def _drawn(self, char: str) -> bool:
        """Whether a character is more than a blank."""
        found = outline(char, font=self.file)
        return found.right > found.left and found.bottom > found.top

    def _outline(self, char: str) -> Outline:
        if not self._drawn(char):
            raise PieceSetError(f"{self.file}: the character {char!r} is empty", hint="--font-map names another layout")
        return outline(char, font=self.file)

    def palette(self, theme: Theme) -> tuple[PieceColors, PieceColors]:
        """The theme's colours for pieces, or black on white."""
        return theme.sides()

    def shapes(self, piece: str, theme: Theme, *, dark: bool, pen: Pen = PEN) -> tuple[Shape, ...]:
        """The character over what it encloses; in hatching with its own dark square."""
        if dark and self._own_dark(theme):
            return (self._square(self.layout.dark[piece], theme),)
        colors = self.palette(theme)[piece[0] == "b"]
        body, ink = (colors.body, colors.outline) if piece[0] == "w" else (colors.detail, colors.body)
        drawn = self._outline(self.layout.light[piece])
        scale, low = self._fit
        paths = [Path(contour, body) for contour in drawn.contours]
        if theme.halo:
            halo = Path("".join(drawn.contours), theme.light, theme.light, 2 * pen.halo / scale, "round", "round")
            paths.insert(0, halo)
        paths.append(Path(drawn.d, ink))
        if piece[0] == "b" and theme.black:  # a light edge keeps black pieces from sinking into dark squares
            paths.insert(0, Path(drawn.d, None, colors.outline, 5 / scale, "round", "round"))
        return (Group(GRID / 2 - drawn.middle * scale, BASE - low * scale, tuple(paths), scale),)

    def dark_square(self, theme: Theme) -> tuple[Shape, ...]:
        """The font's own hatching, where the theme hatches."""
        if not self._own_dark(theme):
            return ()
        return (self._square(self.layout.empty, theme),)

    def _square(self, char: str, theme: Theme) -> Group:
        """A character that holds a whole dark square, which is as large as the empty one."""
        square = self._outline(self.layout.empty)
        scale = GRID / max(square.right - square.left, square.bottom - square.top)
        ink = theme.hatch.color if theme.hatch else theme.ink
        return Group(-square.left * scale, -square.top * scale, (Path(self._outline(char).d, ink),), scale)


@lru_cache(maxsize=16)
def font_map(name: str, file: FilePath) -> FontMap:
    """A layout by name, from a TOML file, or for `auto` the one that the font fits. Raises PieceSetError."""
    if name == "auto":
        fits = [m for m in FONT_MAPS.values() if not lacks("".join(m.light.values()), file)]
        if not fits:
            raise PieceSetError(
                f"{file}: no known layout of chess fonts fits", hint="--font-map FILE.toml names the characters"
            )
        if fits[0] is not FONT_MAPS["unicode"] and _is_text(file):
            raise PieceSetError(
                f"{file}: a font of text, with letters where chess fonts have pieces",
                hint="--font-map merida says that it is a chess font",
            )
        return fits[0]
    if name in FONT_MAPS:
        return FONT_MAPS[name]
    if name.endswith(".toml"):
        return _read_map(FilePath(name))
    hint = near_match(name, MAP_NAMES) or f"known: {', '.join(MAP_NAMES)}, FILE.toml"
    raise PieceSetError(f"unknown font map {name!r}", hint=hint)


def _is_text(file: FilePath) -> bool:
    """Whether a font has nearly all letters and digits, also those that mean nothing to chess fonts."""
    layout = FONT_MAPS["merida"]
    others = set(ascii_letters + digits) - {*layout.light.values(), *layout.dark.values()}
    return len(lacks("".join(others), file)) <= len(others) // 8


def _read_map(file: FilePath) -> FontMap:
    """`wK = "k"` … in the tables `[light]` and, if the font has them, `[dark]` with `empty`."""
    data = read_toml(file, PieceSetError)
    if unknown := sorted(data.keys() - {"light", "dark"}):
        raise PieceSetError(f"{file}: unknown table or key {unknown[0]!r}", hint="known: [light], [dark]")
    light = _characters(data.get("light"), NAMES, f"{file} [light]")
    dark = _characters(data["dark"], (*NAMES, "empty"), f"{file} [dark]") if "dark" in data else {}
    return FontMap(light, dark, dark.pop("empty", ""))


def _characters(table: object, names: tuple[str, ...], where: str) -> dict[str, str]:
    """A table of one character for each name. Raises PieceSetError for another."""
    if not isinstance(table, dict) or set(table) != set(names):
        raise PieceSetError(f"{where}: one character each for {', '.join(names)}")
    for name, char in table.items():
        if not (isinstance(char, str) and len(char) == 1):
            raise PieceSetError(f"{where}: {name} = {char!r} is not one character")
    return table
