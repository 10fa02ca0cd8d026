"""Somebody else's SVG as a document: every element looked at, what stays of its attributes, what it refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from fen2img.errors import PieceSetError
from fen2img.pieceset.css import Named, Styles
from fen2img.pieceset.matrices import Matrix
from fen2img.pieceset.shapes import View
from fen2img.pieceset.values import ATTRIBUTES, FARTHEST, URL, drawable, growth, pixels, understood

#: Elements once every reference is followed.
MAX_ELEMENTS = 3000
MAX_DEPTH = 64

SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
GRADIENTS = {"linearGradient", "radialGradient"}

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_KEPT = {*SHAPES, *GRADIENTS, "use", "stop", "g", "a", "switch", "defs", "symbol", "clipPath", "mask"}
#: Words about the picture that draw nothing; left out.
_SILENT = {"title", "desc", "metadata", "style"}
#: Definitions that may be there as long as nothing refers to them; left out.
_IDLE = {"filter", "marker", "pattern"}
_REFERRING = {"use", *GRADIENTS}
_ONLY = "a piece is drawn with shapes, groups, gradients, clips and masks"
_INHERITED = {
    "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "color", "visibility",
    "paint-order",
}  # fmt: skip
_PAINT = {
    *_INHERITED, "opacity", "display", "stop-color", "stop-opacity", "clip-path", "mask", "mask-type", "vector-effect",
    "overflow",
}  # fmt: skip
_SHAPE = ATTRIBUTES - _PAINT
#: Properties and attributes that change the picture and that renderers do not agree about, with what they do anyway.
_REFUSED = {
    "filter": "none", "mix-blend-mode": "normal", "marker": "none", "marker-start": "none", "marker-mid": "none",
    "marker-end": "none", "transform-origin": "", "systemLanguage": "",
}  # fmt: skip
#: Geometry that only newer renderers take from a style.
_ATTRIBUTES_ONLY = {"transform", "d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"}
_KNOWN = frozenset({*_PAINT, *_REFUSED, *_ATTRIBUTES_ONLY})

Box = tuple[float, float, float, float]


class Scope(NamedTuple):
    """Where an element is drawn: the properties around it, its coordinates, and what per cent are of."""

    style: dict[str, str]
    matrix: Matrix
    view: View


class Document:
    """One document, cleaned: `kept` holds the attributes of its elements, `targets` the ids that they refer to."""

    def __init__(self, root: Any, lines: dict[Any, int], where: str) -> None:
        self.root = root
        self.lines = lines
        self.where = where
        self.by_id: dict[str, Any] = {}
        self.kept: dict[Any, dict[str, str]] = {}
        self.targets: dict[Any, list[str]] = {}
        self.parents: dict[Any, Any] = {}
        if root.tag != f"{_SVG}svg":
            raise self.fail("the root element is not <svg> of the SVG namespace", root)
        self.box = self._box()
        self.largest = min(FARTHEST * max(1.0, *map(abs, self.box)), 1e6)
        self._read()
        self._count()

    def fail(self, message: str, element: Any) -> PieceSetError:
        """The error about an element."""
        return PieceSetError(f"{self.where}:{self.lines[element]}: {message}")

    # --- what an element is ------------------------------------------------------------------------------------

    def children(self, element: Any) -> Iterator[Any]:
        """The children that are drawn or hold what is. Raises PieceSetError for those that may not be there."""
        for child in element:
            name = local(child)
            if name in _KEPT and child.get("requiredExtensions") is None:
                yield child
            elif name and name not in {*_KEPT, *_SILENT, *_IDLE} and child.get("requiredExtensions") is None:
                raise self.fail(f"<{name}> is refused: {_ONLY}", child)

    def style(self, element: Any, around: dict[str, str]) -> dict[str, str]:
        """The properties of an element by those of what is around it."""
        style = {k: v for k, v in around.items() if k in _INHERITED}
        for key, value in self.kept[element].items():
            if key in _PAINT:
                given = around.get(key) if value == "inherit" else value
                style.pop(key, None)
                style |= {key: given} if given is not None else {}
        return style

    def style_in_place(self, element: Any) -> dict[str, str]:
        """The properties of an element where it stands in the file."""
        parent = self.parents.get(element)
        return self.style(element, self.style_in_place(parent) if parent is not None else {})

    def target(self, element: Any) -> Any:
        """What a <use> or gradient refers to; None without a reference."""
        href = _href(element)
        return self.by_id[href[1:]] if href is not None else None

    # --- reading -----------------------------------------------------------------------------------------------

    def _box(self) -> Box:
        """The view box, or the width and height where there is none."""
        text, sizes = self.root.get("viewBox"), [self.root.get(n, "") for n in ("width", "height")]
        try:
            if text is not None and "_" not in text:
                left, top, width, height = map(float, re.split(r"\s*+,\s*+|\s++", text.strip()))
            elif text is None:
                left, top = 0.0, 0.0
                width, height = map(pixels, sizes)
            else:
                raise ValueError(text)  # Python reads 4_5 as a number
        except ValueError:
            raise self.fail("no viewBox, and no width and height in px, mm … instead of it", self.root) from None
        if not (0.001 < width < 1e6 and 0.001 < height < 1e6 and abs(left) < 1e6 and abs(top) < 1e6):
            raise self.fail(f"a view box of {width:g} x {height:g} at {left:g}, {top:g} is no picture", self.root)
        fit = self.root.get("preserveAspectRatio", "").split()
        if text is not None and ("none" in fit or "slice" in fit) and not _alike(width / height, sizes):
            raise self.fail(f"preserveAspectRatio {' '.join(fit)} of the root element is refused", self.root)
        return left, top, width, height

    def _read(self) -> None:
        """Look at every element once: what it is, what stays of its attributes, what it refers to."""
        elements = list(self.root.iter())
        if len(elements) > MAX_ELEMENTS:
            raise self.fail(f"more than {MAX_ELEMENTS} elements", elements[MAX_ELEMENTS])
        for element in elements:
            if element.get("id"):
                self.by_id.setdefault(element.get("id"), element)
        sheets = [e for e in elements if local(e) == "style" and (e.text or "").strip()]
        styles = Styles(sheets, _KNOWN, self.fail)
        waiting: list[tuple[Any, tuple[Named, ...]]] = [(self.root, ())]
        while waiting:
            element, around = waiting.pop()
            if len(around) > MAX_DEPTH:
                raise self.fail(f"elements nested more than {MAX_DEPTH} deep", element)
            chain = (*around, Named.of(element, local(element) or ""))
            self.kept[element] = self._keep(element, styles.of(element, chain))
            children = list(self.children(element))
            self.parents |= dict.fromkeys(children, element)
            waiting += [(child, chain) for child in reversed(children)]
        self.targets = {element: list(self._refers(element)) for element in self.kept}

    def _keep(self, element: Any, styled: dict[str, str]) -> dict[str, str]:
        """Presentation attributes, then style sheets, then the style attribute (SVG 1.1, section 6); and geometry."""
        name = local(element) or ""
        for raw in element.attrib:
            if raw.lower().startswith("on"):
                raise self.fail(f"the attribute {raw} holds a script", element)
        plain = {k: v for k, v in element.attrib.items() if k in _PAINT or k in _REFUSED}
        for key in [key for key in styled if key in _ATTRIBUTES_ONLY]:
            if name != "svg":
                raise self.fail(f"{key} in a style is refused: it is an attribute", element)
            del styled[key]  # how large the file wants to be is nothing to a board
        kept = {k: " ".join(v.split()) for k, v in {**plain, **styled}.items()}
        for key in [key for key in kept if key in _REFUSED]:
            if kept.pop(key) != _REFUSED[key]:
                raise self.fail(f"{key} is refused: renderers disagree about it", element)
        if name == "svg":
            self._check_root(kept)
        else:
            kept |= {k: " ".join(v.split()) for k, v in element.attrib.items() if k in _SHAPE}
        for key, value in kept.items():
            self._check(key, value, element)
        return kept

    def _check_root(self, kept: dict[str, str]) -> None:
        for key in ("transform", "clip-path", "mask"):
            if (kept.get(key) or self.root.get(key) or "none") != "none":
                raise self.fail(f"{key} of the root element is refused: renderers disagree about it", self.root)

    def _check(self, key: str, value: str, element: Any) -> None:
        """Raises PieceSetError for a value that is not what its attribute takes."""
        if not understood(key, value):
            raise self.fail(f"the value of {key} is not understood: {value[:40]!r}", element)
        if not drawable(key, value, self.largest):
            raise self.fail(f"the value of {key} has numbers that no piece needs: {value[:40]!r}", element)

    def _refers(self, element: Any) -> Iterator[str]:
        """The ids that an element refers to, all of them drawn in this document."""
        names = [match[2] for text in self.kept[element].values() for match in URL.finditer(text)]
        href = _href(element)
        for name in [*([href] if href is not None else []), *names]:
            if not name.startswith("#"):
                raise self.fail(f"a reference out of the file: {name[:40]!r}", element)
            found = self.by_id.get(name[1:])
            if found is not None and local(found) in _IDLE:
                raise self.fail(f"<{local(found)}> is refused: {_ONLY}", element)
            if found not in self.kept:
                raise self.fail(f"a reference to {name[:40]!r}, which is not there", element)
            yield name[1:]

    def _count(self) -> None:
        """Raises PieceSetError for references in a circle, and for what becomes too much once all are followed."""
        known: dict[str, tuple[int, float]] = {}

        def count(e: Any, path: tuple[str, ...], depth: int) -> tuple[int, float]:
            """Elements in it, and how much larger its transformations make the smallest things."""
            if depth > MAX_DEPTH:
                raise self.fail(f"elements nested more than {MAX_DEPTH} deep", e)
            parts = [count(child, path, depth + 1) for child in self.children(e)]
            for target in self.targets[e]:
                if target in path:
                    raise self.fail(f"#{target} refers to itself", e)
                if target not in known:
                    known[target] = count(self.by_id[target], (*path, target), depth + 1)
                parts.append(known[target])
            total = 1 + sum(n for n, _ in parts)
            if total > MAX_ELEMENTS:
                raise self.fail(f"more than {MAX_ELEMENTS} elements once references are followed", e)
            grown = growth(self.kept[e].get("transform", "")) * max([1.0, *(g for _, g in parts)])
            if grown > FARTHEST:
                raise self.fail(f"transformations that enlarge {grown:.0f} times; a piece may {FARTHEST}", e)
            return total, grown

        count(self.root, (), 0)


def local(element: Any) -> str | None:
    """The name of an SVG element; None for elements of editors."""
    name: str = element.tag
    return name.removeprefix(_SVG) if name.startswith(_SVG) else None


def _href(element: Any) -> str | None:
    """What an element refers to; of two references the newer form holds (SVG 2, section 16.1.3)."""
    if local(element) not in _REFERRING:
        return None
    found: str | None = element.get("href", element.get(_XLINK))
    return found


def _alike(ratio: float, sizes: list[str]) -> bool:
    """Whether a view box has the ratio of the sizes, or where they are not known that of a square."""
    try:
        width, height = map(pixels, sizes)
    except ValueError:
        width = height = 1.0
    return abs(ratio * height - width) <= 0.001 * width
