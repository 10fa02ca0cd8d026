"""Scene -> SVG text: self-contained, no fonts, scripts or references; the same bytes for the same scene."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import groupby

from fen2img.color import Color
from fen2img.memo import each
from fen2img.scene import Frame, Glyph, Group, Half, Local, Markup, Path, Placed, Rect, Scene, Shape, number

#: Glyphs on cells kept as markup for each frame: a board of chess has 768. About 1 MB.
MAX_CELLS = 1024

#: Blanks where a line may be broken: all but U+00A0 and U+202F.
_BLANKS = r"[^\S\u00a0\u202f]+"
_XLINK = ' xmlns:xlink="http://www.w3.org/1999/xlink"'


def to_svg(scene: Scene, *, reuse: bool = False) -> str:
    """The scene as an SVG 1.1 document.

    Glyphs are written out where they stand, without ids; those that must be shared, and with `reuse` all of them,
    are defined once and used by reference, under ids made from their content.
    """
    drawn = _drawn(scene.frame)
    inlined = None if reuse else drawn.glyphs(scene)
    defs, glyphs = _by_reference(scene, reuse) if inlined is None else ("", inlined)
    lines = [
        _in_language(_root(scene.frame, _XLINK) if defs else drawn.root, scene.lang),
        f"<title>{_title(scene.title)}</title>",
        f"<desc>{text_content(scene.description)}</desc>",
        *([f"<metadata>{text_content(scene.credit)}</metadata>"] if scene.credit else []),
        *([defs] if defs else []),
        *drawn.shapes,
        *map(shape_markup, scene.under),
        *glyphs,
        *map(shape_markup, scene.over + scene.words),
        "</svg>\n",
    ]
    return "\n".join(lines)


class _Drawn:
    """What is written for a frame in every picture of it, and for each glyph on each cell where it was seen."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.root = _root(frame, "")
        # One text, where there are any: each part of a picture that is joined on its own costs time.
        self.shapes = ["\n".join(map(shape_markup, frame.shapes))] if frame.shapes else []
        self.own = tuple(_inline(placed) for placed in frame.glyphs if not placed.glyph.shared)
        self.inlined = len(self.own) == len(frame.glyphs)
        self._cells = _Cells(frame)

    def glyphs(self, scene: Scene) -> tuple[str, ...] | None:
        """The glyphs of a scene, written out where they stand; None where that must not be."""
        if scene.figures or not self.inlined:
            return None
        try:
            return self.own + each(self._cells, scene.pieces)
        except _SharedError:
            self.inlined = False
            return None


class _SharedError(Exception):
    """A glyph that must not be written out."""


class _Cells(dict[tuple[int, Glyph], str]):
    """The markup of each glyph on each cell where it was seen. Raises _SharedError."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame = frame

    def __missing__(self, piece: tuple[int, Glyph]) -> str:
        cell, glyph = piece
        if glyph.shared:
            raise _SharedError
        if len(self) >= MAX_CELLS:
            self.clear()
        self[piece] = found = _inline(Placed(glyph, *self.frame.cells[cell], self.frame.square))
        return found


@lru_cache(maxsize=16)
def _drawn(frame: Frame) -> _Drawn:
    return _Drawn(frame)


def _by_reference(scene: Scene, reuse: bool) -> tuple[str, tuple[str, ...]]:
    """What is defined once, and the glyphs of a scene, which refer to it."""
    placed = list(scene.placed())
    shared = _definitions(placed, reuse)
    once = {name: glyph for glyph, name in shared.items()}
    defs = f"<defs>{''.join(_symbol(g, i) for i, g in once.items())}</defs>" if shared else ""
    return defs, tuple(_use(p, shared[p.glyph]) if p.glyph in shared else _inline(p) for p in placed)


@lru_cache(maxsize=64)
def _title(text: str) -> str:
    """The content of the title, which many pictures have in common."""
    return text_content(text)


def text_content(text: str) -> str:
    """Text for an element: escaped, on one line, without what XML cannot hold."""
    return one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def one_line(text: str) -> str:
    """Text on one line, without the characters that XML cannot hold; blanks that forbid a break stay what they are."""
    if _fits(text):  # which leaves no other blanks but " ", and nothing that must not be there
        if "  " not in text:
            return text.strip(" ")
    else:
        text = "".join(map(_fit, text))
    return " ".join(filter(None, re.split(_BLANKS, text)))


def _fits(text: str) -> bool:
    """Whether nothing of a text must be replaced; to Python blanks without a break are not printable."""
    return text.isprintable() or text.replace("\u00a0", "").replace("\u202f", "").isprintable()


def _fit(char: str) -> str:
    """A character that XML 1.0 (section 2.2) and all renderers can hold, or the replacement character."""
    if char < " ":
        return char if char in "\t\n\r" else "\ufffd"
    code = ord(char)
    # Surrogates, and the characters that Unicode will never assign (section 23.7), which cairo refuses.
    never = 0xD800 <= code <= 0xDFFF or 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
    return "\ufffd" if never else char


def _root(frame: Frame, namespaces: str) -> str:
    width, height = number(frame.width), number(frame.height)
    shown = [f"{number(mm, 4)}mm" for mm in frame.paper] if frame.paper else [width, height]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{namespaces} role="img" width="{shown[0]}" height="{shown[1]}"'
        f' viewBox="0 0 {width} {height}">'
    )


def _in_language(root: str, lang: str) -> str:
    """The root of a picture whose title and description are in a language; English needs no word of it."""
    return root if lang == "en" else root.replace(" role=", f' xml:lang="{lang}" role=', 1)


def shape_markup(shape: Shape) -> str:
    """One shape as an element."""
    if isinstance(shape, Rect):
        x, y, width, height = map(number, shape[:4])
        return f'<path{_paint("fill", shape.fill)} d="M{x} {y}h{width}v{height}h-{width}z"/>'
    if isinstance(shape, Group):
        inner = shapes_markup(shape.shapes)
        return f'<g transform="{_transform(shape.x, shape.y, shape.scale, shape.turn)}">{inner}</g>'
    if isinstance(shape, Local):
        return "\n".join(map(shape_markup, shape.shapes))
    if isinstance(shape, Half):
        return _half_markup(shape)
    if isinstance(shape, Markup):
        return shape.text
    return f'<path{_attributes(shape)} d="{shape.d}"/>'


def _attributes(path: Path) -> str:
    out = _paint("fill", path.fill)
    if path.stroke:
        out += f'{_paint("stroke", path.stroke)} stroke-width="{number(path.stroke_width)}"'
        out += f' stroke-linejoin="{path.join}"' if path.join != "miter" else ""
        out += f' stroke-linecap="{path.cap}"' if path.cap != "butt" else ""
    return out


def _paint(name: str, color: Color | None) -> str:
    """A paint attribute. None is the initial stroke; a fill is always written, as pages set it for all of SVG."""
    if color is None:
        return f' {name}="none"' if name == "fill" else ""
    opacity = f' {name}-opacity="{number(color.alpha / 255)}"' if color.alpha < 255 else ""
    return f' {name}="{color.hex}"{opacity}'


@lru_cache(maxsize=512)
def glyph_markup(glyph: Glyph) -> str:
    """The shapes of a glyph in its own coordinates."""
    return shapes_markup(glyph.shapes)


def shapes_markup(shapes: tuple[Shape, ...]) -> str:
    """Shapes one after the other; what neighbouring paths share is written once around them."""
    out = ""
    for attributes, run in groupby(shapes, lambda s: _attributes(s) if isinstance(s, Path) else None):
        members = list(run)
        if attributes is None or len(members) == 1:
            out += "".join(map(shape_markup, members))
        else:
            paths = "".join(f'<path d="{s.d}"/>' for s in members if isinstance(s, Path))
            out += f"<g{attributes}>{paths}</g>"
    return out


def _half_markup(half: Half) -> str:
    """The right half lies over the left picture, clipped; the id says all that the clip is."""
    name, middle = f"f2i-right-{number(half.size)}", number(half.size / 2)
    clip = f'<clipPath id="{name}"><path d="M{middle} 0h{middle}v{number(half.size)}h-{middle}z"/></clipPath>'
    return f'{shapes_markup(half.left)}{clip}<g clip-path="url(#{name})">{shapes_markup(half.right)}</g>'


@lru_cache(maxsize=2048)
def _transform(x: float, y: float, scale: float, turn: int = 0) -> str:
    """A scale needs more digits than a coordinate: it is multiplied by the size of what it scales."""
    out = f"translate({number(x)} {number(y)})"
    out += f" scale({number(scale, 6)})" if scale != 1 else ""
    return out + (f" rotate({turn})" if turn else "")


def _place(placed: Placed) -> str:
    return _transform(placed.x, placed.y, placed.size / placed.glyph.size)


def _inline(placed: Placed) -> str:
    return f'<g transform="{_place(placed)}">{glyph_markup(placed.glyph)}</g>'


def _definitions(placed: list[Placed], reuse: bool) -> dict[Glyph, str]:
    """The glyphs that are defined once, with their ids: those that must be, and what stands more than once."""
    if not reuse and not any(p.glyph.shared for p in placed):
        return {}
    names = {p.glyph: f"f2i-{_digest(p.glyph)}" for p in placed}
    counts = Counter(names[p.glyph] for p in placed)  # by content: threads may have made equal glyphs
    return {g: name for g, name in names.items() if g.shared or (reuse and counts[name] > 1)}


@lru_cache(maxsize=512)
def _digest(glyph: Glyph) -> str:
    import hashlib  # only this form needs it, and every start would pay

    return hashlib.sha256(glyph_markup(glyph).encode()).hexdigest()[:10]


def _symbol(glyph: Glyph, name: str) -> str:
    return f'<g id="{name}">{glyph_markup(glyph)}</g>'


def _use(placed: Placed, name: str) -> str:
    # Inkscape 1.2 drops a <use> whose href lacks the xlink prefix.
    return f'<use xlink:href="#{name}" transform="{_place(placed)}"/>'
