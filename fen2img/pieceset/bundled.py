"""Sets in the small dialect of SVG that the bundled glyphs are written in; a theme colours them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any, get_args

from fen2img.color import Color, rgb
from fen2img.errors import PieceSetError
from fen2img.pieceset.model import PEN, Pen, PieceSet, SetInfo
from fen2img.scene import Cap, Join, Path, Shape
from fen2img.themes import PieceColors, Theme

_SVG = "{http://www.w3.org/2000/svg}"
_PAINT = {"none": None, "#fff": rgb("#fff"), "#000": rgb("#000")}
_DATA = "[MLHVCQAZ0-9 .-]+"
_INHERITED = ("class", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap")


class DrawnSet(PieceSet):
    """Twelve glyphs with roles: `body`, `ink`, `line`, `dot`.

    `colors` and `mono` are White's and Black's colours, the second in one ink.
    """

    takes = frozenset({"white", "black"})

    def __init__(
        self,
        info: SetInfo,
        folder: FilePath,
        colors: tuple[PieceColors, PieceColors],
        mono: tuple[PieceColors, PieceColors],
    ) -> None:
        super().__init__(info)
        self.folder = folder
        self.colors = colors
        self.mono = mono

    def palette(self, theme: Theme) -> tuple[PieceColors, PieceColors]:
        """The theme's colours for pieces, else those of the set."""
        return theme.sides(*(self.mono if theme.mono else self.colors))

    def shapes(self, piece: str, theme: Theme, *, dark: bool, pen: Pen = PEN) -> tuple[Shape, ...]:
        """The glyph in its colours, with its halo if the theme has one."""
        raw = _load(self.folder / f"{piece}.svg", self.info.name)
        side = self.palette(theme)[piece[0] == "b"]
        shapes = tuple(_colored(role, path, side) for role, path in raw)
        if not theme.halo:
            return shapes
        outer = "".join(path.d for role, path in raw if role in ("body", "ink"))
        edge = max(max(path.stroke_width for _, path in raw), pen.least)
        return (Path(outer, theme.light, theme.light, edge + 2 * pen.halo, "round", "round"), *shapes)


def _colored(role: str, path: Path, side: PieceColors) -> Path:
    """A path of the source in the colours of a side, by its role."""
    fill, stroke = {
        "body": (side.body, side.outline),
        "ink": (side.outline, side.outline),
        "line": (side.detail, side.detail),
        "dot": (side.detail, side.detail),
    }[role]
    return path._replace(fill=path.fill and fill, stroke=path.stroke and stroke)


@lru_cache(maxsize=512)
def _load(file: FilePath, set_name: str) -> tuple[tuple[str, Path], ...]:
    return parse_glyph(file.read_text("utf-8"), f"{set_name}/{file.name}")


def parse_glyph(text: str, where: str) -> tuple[tuple[str, Path], ...]:
    """The (role, path) pairs of a bundled glyph.

    Raises PieceSetError naming `where`, for anything outside the small dialect that bundled glyphs are written in.
    """
    from defusedxml import ElementTree  # XML is not needed where a glyph is already loaded

    try:
        root = ElementTree.fromstring(text, forbid_dtd=True)
    except (ElementTree.ParseError, ValueError) as error:
        raise PieceSetError(f"{where}: not well-formed: {error}") from None
    if root.tag != f"{_SVG}svg" or root.get("viewBox") != "0 0 100 100":
        raise PieceSetError(f'{where}: the root is no <svg viewBox="0 0 100 100">')
    return tuple(_paths(root, {}, where))


def _paths(element: Any, inherited: dict[str, str], where: str) -> list[tuple[str, Path]]:
    out: list[tuple[str, Path]] = []
    for child in element:
        known = {"d", *_INHERITED} if child.tag == f"{_SVG}path" else set(_INHERITED)
        if child.tag not in (f"{_SVG}g", f"{_SVG}path") or set(child.attrib) - known:
            name = str(child.tag).removeprefix(_SVG)
            raise PieceSetError(f"{where}: <{name}> with {', '.join(child.attrib) or 'nothing'} is not understood")
        style = {**inherited, **{k: v for k, v in child.attrib.items() if k != "d"}}
        if child.tag == f"{_SVG}g":
            out += _paths(child, style, where)
        else:
            out.append(_path(child.get("d", ""), style, where))
    return out


def _path(d: str, style: dict[str, str], where: str) -> tuple[str, Path]:
    role = style.get("class", "")
    if role not in ("body", "ink", "line", "dot"):
        raise PieceSetError(f"{where}: class {role!r} is none of body, ink, line, dot")
    try:
        fill, stroke = _paint(style.get("fill", "#000")), _paint(style.get("stroke", "none"))
    except KeyError as error:
        raise PieceSetError(f"{where}: colour {error} is none of #fff, #000, none") from None
    if not re.fullmatch(_DATA, d):
        raise PieceSetError(f"{where}: path data is written with M L H V C Q A Z and plain numbers")
    join = _word(style, "stroke-linejoin", get_args(Join), where)
    cap = _word(style, "stroke-linecap", get_args(Cap), where)
    width = style.get("stroke-width", "1")
    if not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9])?", width):
        raise PieceSetError(f"{where}: stroke-width {width!r} is no number with at most one decimal")
    return role, Path(d, fill, stroke, float(width) if stroke else 0.0, join, cap)


def _word(style: dict[str, str], name: str, known: tuple[str, ...], where: str) -> Any:
    """The value of an attribute that takes one of a few words, the first of them when it is not given."""
    word = style.get(name, known[0])
    if word not in known:
        raise PieceSetError(f"{where}: {name} {word!r} is none of {', '.join(known)}")
    return word


def _paint(word: str) -> Color | None:
    return _PAINT[word]
