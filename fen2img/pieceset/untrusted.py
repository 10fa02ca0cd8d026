"""Somebody else's SVG -> markup that is safe to copy into a picture.

Parsed through an allow-list; classes and styles become attributes, ids become private, shared parts are checked for
cycles and bombs. Nothing is fetched, nothing is run.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from fen2img.errors import PieceSetError
from fen2img.pieceset.css import Styles
from fen2img.pieceset.values import ATTRIBUTES, FARTHEST, URL, drawable, growth, understood
from fen2img.scene import number

MAX_BYTES = 512 * 1024
#: Elements once every <use> is written out.
MAX_ELEMENTS = 5000
MAX_DEPTH = 64

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_GROUPS = {"g", "defs", "symbol", "clipPath", "mask", "linearGradient", "radialGradient"}
_DRAWN = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use", "stop", *_GROUPS}
#: Words about the picture that draw nothing; left out.
_SILENT = {"title", "desc", "metadata", "style"}
_REFERRING = {"use", "linearGradient", "radialGradient"}
_PAINT = {
    "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "opacity", "color", "display",
    "visibility", "stop-color", "stop-opacity", "clip-path", "mask", "paint-order", "vector-effect",
}  # fmt: skip
_SHAPE = ATTRIBUTES - _PAINT
#: Properties and attributes that change the picture and that renderers do not agree about, with what they do anyway.
_REFUSED = {
    "filter": "none", "mix-blend-mode": "normal", "marker": "none", "marker-start": "none", "marker-mid": "none",
    "marker-end": "none", "mask-type": "luminance", "transform-origin": "",
}  # fmt: skip
#: Geometry that only newer renderers take from a style.
_ATTRIBUTES_ONLY = {"transform", "d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"}
_KNOWN = frozenset({*_PAINT, *_REFUSED, *_ATTRIBUTES_ONLY})


class Foreign(NamedTuple):
    """A picture from elsewhere: its view box (left, top, width, height) and the markup that draws it.

    `png` holds the image where the picture is one.
    """

    box: tuple[float, float, float, float]
    markup: str
    png: bytes | None = None

    def as_file(self) -> tuple[str, bytes]:
        """Suffix and content of a file that reads back as the same picture."""
        if self.png is not None:
            return ".png", self.png
        box = " ".join(number(v, 4) for v in self.box)
        spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        return ".svg", f'<svg {spaces} viewBox="{box}">{self.markup}</svg>\n'.encode()


def read_foreign(data: bytes, where: str) -> Foreign:
    """The safe part of an SVG file. Raises PieceSetError naming `where`, with the line when there is one."""
    if len(data) > MAX_BYTES:
        raise PieceSetError(f"{where}: {len(data)} bytes; a piece may have {MAX_BYTES}")
    return _Cleaner(*_parse(data, where), where, hashlib.sha256(data).hexdigest()[:8]).clean()


def _parse(data: bytes, where: str) -> tuple[Any, dict[Any, int]]:
    """The root element and the line of each element."""
    from xml.etree.ElementTree import TreeBuilder

    from defusedxml import DefusedXmlException, ElementTree

    lines: dict[Any, int] = {}

    def here(message: str) -> PieceSetError:
        return PieceSetError(f"{where}:{parser.parser.CurrentLineNumber}: {message}")

    class Builder(TreeBuilder):
        def start(self, tag: Any, attrs: Any, /) -> Any:
            element = super().start(tag, attrs)
            lines[element] = parser.parser.CurrentLineNumber
            return element

        def pi(self, target: str, text: str | None = None, /) -> Any:
            if target == "xml-stylesheet":
                raise here("a style sheet out of the file is refused")

    def declared(*_: object) -> None:
        raise here("attributes in a DTD are refused")

    parser = ElementTree.DefusedXMLParser(target=Builder(), forbid_entities=True, forbid_external=True)
    parser.parser.AttlistDeclHandler = declared
    try:
        parser.feed(data)
        return parser.close(), lines
    except DefusedXmlException:
        raise here("an entity is refused") from None
    except ElementTree.ParseError as error:
        raise PieceSetError(f"{where}:{error.position[0]}: not well-formed XML: {error}") from None
    except (ValueError, LookupError) as error:
        raise PieceSetError(f"{where}: not readable as XML: {error}") from None


class _Cleaner:
    """Walks one document; `prefix` makes its ids its own."""

    def __init__(self, root: Any, lines: dict[Any, int], where: str, prefix: str) -> None:
        self.root = root
        self.lines = lines
        self.where = where
        self.prefix = prefix
        self.by_id: dict[str, Any] = {}
        self.kept: dict[Any, dict[str, str]] = {}
        self.targets: dict[Any, list[str]] = {}

    def fail(self, message: str, element: Any) -> PieceSetError:
        return PieceSetError(f"{self.where}:{self.lines[element]}: {message}")

    def clean(self) -> Foreign:
        """The view box and the markup."""
        if self.root.tag != f"{_SVG}svg":
            raise self.fail("the root element is not <svg> of the SVG namespace", self.root)
        box = self._box()
        self.largest = min(FARTHEST * max(1.0, *map(abs, box)), 1e6)
        self._read()
        self._count()
        self.private = {name: f"f2i-{self.prefix}-{i}" for i, name in enumerate(self.by_id)}
        self.referenced = {target for targets in self.targets.values() for target in targets}
        attributes = self._attributes(self.root)
        inner = "".join(map(self._markup, self._children(self.root)))
        return Foreign(box, f"<g{attributes}>{inner}</g>" if attributes else inner)

    def _box(self) -> tuple[float, float, float, float]:
        """The view box, or the width and height in pixels where there is none."""
        text = self.root.get("viewBox")
        try:
            if text is not None:
                left, top, width, height = map(float, re.split(r"\s*+,\s*+|\s++", text.strip()))
            else:
                left, top = 0.0, 0.0
                width, height = (_pixels(self.root.get(n, "")) for n in ("width", "height"))
        except ValueError:
            raise self.fail("no viewBox, and no width and height in pixels instead of it", self.root) from None
        if not (0.001 < width < 1e6 and 0.001 < height < 1e6 and abs(left) < 1e6 and abs(top) < 1e6):
            raise self.fail(f"a view box of {width:g} x {height:g} at {left:g}, {top:g} is no picture", self.root)
        return left, top, width, height

    def _read(self) -> None:
        """Look at every element once: what it is, what stays of its attributes, what it refers to."""
        elements = list(self.root.iter())
        if len(elements) > MAX_ELEMENTS:
            raise self.fail(f"more than {MAX_ELEMENTS} elements", elements[MAX_ELEMENTS])
        for element in elements:
            if element.get("id"):
                self.by_id.setdefault(element.get("id"), element)
        sheets = [e for e in elements if _local(e) == "style" and (e.text or "").strip()]
        styles = Styles(sheets, _KNOWN, self.fail)
        waiting = [self.root]
        while waiting:
            element = waiting.pop()
            self.kept[element] = self._keep(element, styles)
            waiting += reversed(list(self._children(element)))
        self.targets = {element: list(self._refers(element)) for element in self.kept}

    def _children(self, element: Any) -> Iterator[Any]:
        """The children that are drawn or hold what is. Raises PieceSetError for those that may not be there."""
        for child in element:
            name = _local(child)
            if name in _DRAWN:
                yield child
            elif name and name not in _SILENT:
                drawn = "a piece is drawn with shapes, groups, gradients, clips and masks"
                raise self.fail(f"<{name}> is refused: {drawn}", child)

    def _count(self) -> None:
        """Raises PieceSetError for references in a circle, and for what becomes too much once all are followed."""
        known: dict[str, tuple[int, float]] = {}

        def count(e: Any, path: tuple[str, ...], depth: int) -> tuple[int, float]:
            """Elements in it, and how much larger its transformations make the smallest things."""
            if depth > MAX_DEPTH:
                raise self.fail(f"elements nested more than {MAX_DEPTH} deep", e)
            parts = [count(child, path, depth + 1) for child in self._children(e)]
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

    def _refers(self, element: Any) -> Iterator[str]:
        """The ids that an element refers to, all of them drawn in this document."""
        names = [match[2] for text in self.kept[element].values() for match in URL.finditer(text)]
        href = _href(element)
        for name in [*([href] if href is not None else []), *names]:
            if not name.startswith("#"):
                raise self.fail(f"a reference out of the file: {name[:40]!r}", element)
            if self.by_id.get(name[1:]) not in self.kept:
                raise self.fail(f"a reference to {name[:40]!r}, which is not there", element)
            yield name[1:]

    def _markup(self, element: Any) -> str:
        name, attributes = _local(element), self._attributes(element)
        inner = "".join(map(self._markup, self._children(element)))
        return f"<{name}{attributes}>{inner}</{name}>" if inner else f"<{name}{attributes}/>"

    def _attributes(self, element: Any) -> str:
        """What stays of the attributes, as text; ids become private, so that no other file's meets them."""
        out, name, href = "", element.get("id"), _href(element)
        if name in self.referenced and self.by_id[name] is element:
            out += f' id="{self.private[name]}"'
        if href is not None and _local(element) in _REFERRING:
            out += f' xlink:href="#{self.private[href[1:]]}"'
        for key, value in sorted(self.kept[element].items()):
            out += f' {key}="{URL.sub(lambda m: f"url(#{self.private[m[2][1:]]})", value)}"'
        return out

    def _keep(self, element: Any, styles: Styles) -> dict[str, str]:
        """Presentation attributes, then style sheets, then the style attribute (SVG 1.1, section 6); and geometry."""
        name = _local(element) or ""
        for raw in element.attrib:
            if raw.lower().startswith("on"):
                raise self.fail(f"the attribute {raw} holds a script", element)
        plain = {k: v for k, v in element.attrib.items() if k in _PAINT or k in _REFUSED}
        styled = styles.of(element, name)
        for key in [key for key in styled if key in _ATTRIBUTES_ONLY]:
            if name != "svg":
                raise self.fail(f"{key} in a style is refused: it is an attribute", element)
            del styled[key]  # how large the file wants to be is nothing to a board
        kept = {k: " ".join(v.split()) for k, v in {**plain, **styled}.items()}
        for key in [key for key in kept if key in _REFUSED]:
            if kept.pop(key) != _REFUSED[key]:
                raise self.fail(f"{key} is refused: renderers disagree about it", element)
        if name != "svg":
            kept |= {k: " ".join(v.split()) for k, v in element.attrib.items() if k in _SHAPE}
        for key, value in kept.items():
            self._check(key, value, element)
        return kept

    def _check(self, key: str, value: str, element: Any) -> None:
        """Raises PieceSetError for a value that is not what its attribute takes."""
        if not understood(key, value):
            raise self.fail(f"the value of {key} is not understood: {value[:40]!r}", element)
        if not drawable(key, value, self.largest):
            raise self.fail(f"the value of {key} has numbers that no piece needs: {value[:40]!r}", element)


def _local(element: Any) -> str | None:
    """The name of an SVG element; None for elements of editors."""
    return element.tag.removeprefix(_SVG) if element.tag.startswith(_SVG) else None


def _href(element: Any) -> str | None:
    """What an element refers to."""
    found: str | None = element.get(_XLINK, element.get("href"))
    return found


def _pixels(text: str) -> float:
    match = re.fullmatch(r"\s*([0-9.]+)(?:px)?\s*", text)
    if not match:
        raise ValueError(text)
    return float(match[1])
