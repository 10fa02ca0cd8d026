"""Somebody else's SVG -> markup that is safe to copy into a picture.

Parsed through an allow-list; classes and styles become attributes, ids become private, shared parts are checked for
cycles and bombs. Nothing is fetched, nothing is run.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from fen2img.errors import PieceSetError
from fen2img.scene import number

MAX_BYTES = 512 * 1024
#: Elements once every <use> is written out.
MAX_ELEMENTS = 5000
MAX_DEPTH = 64

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_GROUPS = {"g", "defs", "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient"}
_DRAWN = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "use", "stop", *_GROUPS}
#: Words about the picture that draw nothing; left out.
_SILENT = {"title", "desc", "metadata", "style"}
_PAINT = {
    "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "opacity", "color", "display",
    "visibility", "stop-color", "stop-opacity", "clip-path", "mask", "paint-order", "vector-effect",
}  # fmt: skip
_SHAPE = {
    "d", "points", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr",
    "transform", "gradientTransform", "gradientUnits", "spreadMethod", "offset", "viewBox", "preserveAspectRatio",
    "clipPathUnits", "maskUnits", "maskContentUnits", "patternUnits", "patternContentUnits", "patternTransform",
    "pathLength",
}  # fmt: skip
_URL = r"url\(\s*(['\"]?)(.*?)\1\s*\)"


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

    class Builder(TreeBuilder):
        def start(self, tag: Any, attrs: Any, /) -> Any:
            element = super().start(tag, attrs)
            lines[element] = parser.parser.CurrentLineNumber
            return element

    parser = ElementTree.DefusedXMLParser(target=Builder(), forbid_entities=True, forbid_external=True)
    try:
        parser.feed(data)
        return parser.close(), lines
    except DefusedXmlException as error:
        line = parser.parser.CurrentLineNumber
        named = "an entity" if "Entit" in type(error).__name__ else "an external reference"
        raise PieceSetError(f"{where}:{line}: {named} is refused") from None
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
        self.rules = _style_rules(root, self.fail)
        self.by_id = {e.get("id"): e for e in root.iter() if e.get("id")}

    def fail(self, message: str, element: Any) -> PieceSetError:
        return PieceSetError(f"{self.where}:{self.lines.get(element, 1)}: {message}")

    def clean(self) -> Foreign:
        """The view box and the markup."""
        if self.root.tag != f"{_SVG}svg":
            raise self.fail("the root element is not <svg> of the SVG namespace", self.root)
        box = self._box()
        self._count(self.root)
        attributes = self._attributes(self.root, "svg")
        inner = "".join(self._markup(child) for child in self.root)
        return Foreign(box, f"<g{attributes}>{inner}</g>" if attributes else inner)

    def _box(self) -> tuple[float, float, float, float]:
        """The view box, or the width and height in pixels where there is none."""
        text = self.root.get("viewBox")
        try:
            if text is not None:
                left, top, width, height = map(float, re.split(r"[\s,]+", text.strip()))
            else:
                left, top = 0.0, 0.0
                width, height = (_pixels(self.root.get(n, "")) for n in ("width", "height"))
        except ValueError:
            raise self.fail("no viewBox, and no width and height in pixels instead of it", self.root) from None
        if not (0 < width < 1e6 and 0 < height < 1e6 and abs(left) < 1e6 and abs(top) < 1e6):
            raise self.fail(f"a view box of {number(width)} x {number(height)} is no square of a board", self.root)
        return left, top, width, height

    def _count(self, element: Any) -> int:
        """Elements with every reference written out. Raises PieceSetError for cycles and bombs."""
        totals: dict[str, int] = {}

        def count(e: Any, path: tuple[str, ...], depth: int) -> int:
            if depth > MAX_DEPTH:
                raise self.fail(f"elements nested more than {MAX_DEPTH} deep", e)
            total = 1 + sum(count(child, path, depth + 1) for child in e)
            for target in self._targets(e):
                if target in path:
                    raise self.fail(f"#{target} refers to itself", e)
                if target not in totals:
                    totals[target] = count(self.by_id[target], (*path, target), depth + 1)
                total += totals[target]
            if total > MAX_ELEMENTS:
                raise self.fail(f"more than {MAX_ELEMENTS} elements once references are followed", e)
            return total

        return count(element, (), 0)

    def _targets(self, element: Any) -> Iterator[str]:
        """The ids that an element refers to, all of them in this document."""
        href = element.get(_XLINK, element.get("href"))
        names = [href] if href is not None else []
        texts = [*element.attrib.values(), *(value for _, value in self.rules.get(element, ()))]
        names += [m[2] for text in texts for m in re.finditer(_URL, text)]
        for name in names:
            if not name.startswith("#"):
                raise self.fail(f"a reference out of the file: {name[:40]!r}", element)
            if name[1:] not in self.by_id:
                raise self.fail(f"a reference to {name[:40]!r}, which is not there", element)
            yield name[1:]

    def _markup(self, element: Any) -> str:
        name = _local(element)
        if name in _SILENT or name is None:
            return ""
        if name not in _DRAWN:
            raise self.fail(
                f"<{name}> is refused: a piece is drawn with shapes, groups, gradients, clips and masks", element
            )
        inner = "".join(self._markup(child) for child in element)
        attributes = self._attributes(element, name)
        return f"<{name}{attributes}>{inner}</{name}>" if inner else f"<{name}{attributes}/>"

    def _attributes(self, element: Any, name: str) -> str:
        """What stays of the attributes, styles among them, as text."""
        kept = self._style(element)
        for raw, value in element.attrib.items():
            if raw.lower().startswith("on"):
                raise self.fail(f"the attribute {raw} holds a script", element)
            if raw == "filter" and value.strip() != "none":
                raise self.fail("filters are refused: renderers disagree about them", element)
            if raw in _SHAPE and name != "svg":
                kept[raw] = value
        out = ""
        if element.get("id") in self._referenced:
            out += f' id="{self._private(element.get("id"))}"'
        href = element.get(_XLINK, element.get("href"))
        if href is not None and name in ("use", "linearGradient", "radialGradient", "pattern"):
            out += f' xlink:href="#{self._private(href[1:])}"'
        return out + "".join(f' {k}="{self._value(k, v, element)}"' for k, v in sorted(kept.items()))

    def _style(self, element: Any) -> dict[str, str]:
        """Presentation attributes, then the rules of style sheets, then the style attribute (SVG 1.1, section 6)."""
        out = {k: v for k, v in element.attrib.items() if k in _PAINT}
        declared = [*self.rules.get(element, ()), *_declarations(element.get("style", ""), self.fail, element)]
        for name, value in declared:
            if name in ("filter", "mix-blend-mode") and value not in ("none", "normal"):
                raise self.fail(f"{name} is refused: renderers disagree about it", element)
            if name in _PAINT:
                out[name] = value
        return out

    def _value(self, name: str, value: str, element: Any) -> str:
        """A value with references made private. Raises PieceSetError for one that could be more than a value."""
        value = re.sub(_URL, lambda m: f"url(#{self._private(m[2][1:])})", value)
        if not re.fullmatch(r"[\w\s.,;:#%()+/*-]*", value, re.ASCII):
            raise self.fail(f"the value of {name} is not understood: {value[:40]!r}", element)
        return html.escape(" ".join(value.split()))

    def _private(self, name: str) -> str:
        """An id of this file's own: the same name in another file does not meet it."""
        return f"f2i-{self.prefix}-{list(self.by_id).index(name)}"

    @cached_property
    def _referenced(self) -> set[str]:
        return {target for e in self.root.iter() for target in self._targets(e)}


Fail = Callable[[str, Any], PieceSetError]


def _style_rules(root: Any, fail: Fail) -> dict[Any, list[tuple[str, str]]]:
    """The declarations that the style sheets of a document give to each element, weakest first."""
    sheets = [e for e in root.iter(f"{_SVG}style") if (e.text or "").strip()]
    if not sheets:
        return {}
    import cssselect2

    matcher = cssselect2.Matcher()
    for sheet in sheets:
        for selector, declared in _rules(sheet, fail):
            matcher.add_selector(selector, declared)
    out: dict[Any, list[tuple[str, str]]] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        matches = sorted(matcher.match(wrapper), key=lambda m: m[:2])
        out[wrapper.etree_element] = [d for *_, declared in matches for d in declared]
    return out


def _rules(sheet: Any, fail: Fail) -> Iterator[tuple[Any, list[tuple[str, str]]]]:
    """The selectors of a style sheet with their declarations."""
    import cssselect2
    import tinycss2

    for rule in tinycss2.parse_stylesheet(sheet.text, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule":
            raise fail(f"@{rule.at_keyword} in a style sheet is refused", sheet)
        if rule.type != "qualified-rule":
            raise fail("a style sheet that cannot be read", sheet)
        declared = _declarations(tinycss2.serialize(rule.content), fail, sheet)
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            named = tinycss2.serialize(rule.prelude).strip()[:40]
            raise fail(f"a selector that is not understood: {named!r}", sheet) from None
        yield from ((selector, declared) for selector in selectors)


def _declarations(text: str, fail: Fail, element: Any) -> list[tuple[str, str]]:
    """`fill: red; stroke: none` as pairs. Raises PieceSetError for references out of the file."""
    if not text.strip():
        return []
    import tinycss2

    out = []
    for d in tinycss2.parse_declaration_list(text, skip_comments=True, skip_whitespace=True):
        if d.type == "declaration":
            value = tinycss2.serialize(d.value).strip()
            for match in re.finditer(_URL, value):
                if not match[2].startswith("#"):
                    raise fail(f"a reference out of the file: {match[2][:40]!r}", element)
            out.append((d.lower_name, value))
    return out


def _local(element: Any) -> str | None:
    """The name of an SVG element; None for comments and for elements of editors."""
    tag = element.tag
    if not isinstance(tag, str) or not tag.startswith(_SVG):
        return None
    return tag.removeprefix(_SVG)


def _pixels(text: str) -> float:
    match = re.fullmatch(r"\s*([0-9.]+)(?:px)?\s*", text)
    if not match:
        raise ValueError(text)
    return float(match[1])
