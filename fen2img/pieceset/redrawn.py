"""Somebody else's SVG drawn anew in the plain part of SVG that all renderers draw alike.

What comes out has paths, gradients made for one shape each, and groups with a clip, a mask or an opacity, all in the
coordinates of the view box: no references between definitions, no transformations but those of uneven strokes, no
percentages, and colours in one form.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from fen2img.pieceset.document import GRADIENTS, SHAPES, Box, Document, Scope, local
from fen2img.pieceset.gradients import Gradient, gradient, opacity
from fen2img.pieceset.layers import clipped_to, layered
from fen2img.pieceset.matrices import UNIT, Matrix, area, even, flat, matrix_of, times
from fen2img.pieceset.outlines import Bounds, Outline, bounds, dotted, length, moved, of_rect, written
from fen2img.pieceset.paint import Ink, ink
from fen2img.pieceset.shapes import View, across, fit, measure, shape
from fen2img.pieceset.values import URL, numbers, pixels, share
from fen2img.scene import number

#: Shapes of a piece, the numbers of their outlines, and how many times as long as the view box those are. A stroke
#: counts as more, as it takes more time. Pieces of 60 kB have a third of it; at the limits a board takes two seconds.
MAX_SHAPES, MAX_NUMBERS, MAX_LENGTH, STROKED = 600, 24_000, 1000, 3
#: Shapes with a gradient.
MAX_GRADIENTS = 200
MAX_DASHES = 2000
#: Coordinates are written so finely that this part of the view box can be told apart.
FINEST = 1e5


class Redrawing:
    """Draws one document; `needs` says what of it cairo cannot draw."""

    def __init__(self, document: Document, prefix: str) -> None:
        self.document = document
        self.prefix = prefix
        self.needs: list[str] = []
        self.defined: dict[tuple[str, str], str] = {}
        self.shapes: dict[tuple[Any, View], Outline] = {}
        self.drawn = self.numbers = self.gradients = self.layers = 0
        self.length = self.dashes = 0.0
        self.shown = False
        side = max(document.box[2:])
        self.decimals = max(2, math.ceil(math.log10(FINEST / side)))

    def markup(self) -> str:
        """The document as markup. Raises PieceSetError for one that draws nothing, or too much."""
        document = self.document
        inner = self.draw(document.root, Scope({}, UNIT, document.box[2:]))
        if not self.shown:
            raise document.fail("nothing is drawn in the view box", document.root)
        definitions = "".join(f'{head} id="{name}"{tail}' for (head, tail), name in self.defined.items())
        return f"<defs>{definitions}</defs>{inner}" if definitions else inner

    def define(self, head: str, tail: str) -> str:
        """The id of a definition, which is written once."""
        return self.defined.setdefault((head, tail), f"f2i-{self.prefix}-{len(self.defined)}")

    def need(self, feature: str) -> None:
        """Note what only some renderers draw right."""
        if feature not in self.needs:
            self.needs.append(feature)

    # --- elements ----------------------------------------------------------------------------------------------

    def draw(self, element: Any, around: Scope) -> str:
        """An element and what is in it."""
        name, scope = local(element), self.inside(element, around)
        if name not in _DRAWN or scope is None:
            return ""
        if name in SHAPES:
            inner, single = self._shape(element, scope)
            if single:  # what has but one paint needs no group for its opacity
                return layered(self, element, scope, inner, faded=False)
        elif name == "use":
            inner = self._use(element, scope)
        else:
            inner = "".join(self.draw(child, scope) for child in self.contents(element))
        return layered(self, element, scope, inner)

    def contents(self, element: Any) -> Iterator[Any]:
        """What of the children is drawn: of a switch the first."""
        children = list(self.document.children(element))
        return iter(children[:1] if local(element) == "switch" else children)

    def inside(self, element: Any, around: Scope) -> Scope | None:
        """The scope of an element's own content; None where nothing of it can be seen."""
        kept, style = self.document.kept[element], self.document.style(element, around.style)
        matrix = times(around.matrix, matrix_of(kept.get("transform", "")))
        if local(element) == "use":
            x, y = (measure(kept, name, around.view) for name in ("x", "y"))
            matrix = times(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        hidden = style.get("display") == "none" or flat(matrix) or not share(style.get("opacity", "1"))
        return None if hidden else Scope(style, matrix, around.view)

    def _use(self, element: Any, scope: Scope) -> str:
        """What a <use> stands for, drawn where it is."""
        target = self.document.target(element)
        if target is None:
            return ""
        return self._symbol(element, target, scope) if local(target) == "symbol" else self.draw(target, scope)

    def _symbol(self, use: Any, symbol: Any, scope: Scope) -> str:
        inner = self.inside(symbol, scope)
        if inner is None:
            return ""
        kept = self.document.kept
        size = {"width": "100%", "height": "100%", **kept[symbol], **kept[use]}
        wide, high = (pixels(size[n], v) for n, v in zip(("width", "height"), scope.view, strict=True))
        if not wide or not high:
            return ""
        view: View = (wide, high)
        fitted = UNIT
        if "viewBox" in kept[symbol]:
            box = numbers(kept[symbol]["viewBox"])
            if not (box[2] > 0 and box[3] > 0):
                return ""
            view = box[2], box[3]
            fitted = fit(box, wide, high, kept[symbol].get("preserveAspectRatio", "xMidYMid"))
        within = Scope(inner.style, times(inner.matrix, fitted), view)
        drawn = "".join(self.draw(child, within) for child in self.contents(symbol))
        if inner.style.get("overflow", "hidden") in ("visible", "auto"):
            return drawn
        return clipped_to(self, moved(of_rect(0, 0, wide, high), inner.matrix), drawn)

    # --- shapes ------------------------------------------------------------------------------------------------

    def outline(self, element: Any, view: View) -> Outline:
        """The outline of a shape in its own coordinates."""
        if (element, view) not in self.shapes:
            self.shapes[element, view] = shape(local(element) or "", self.document.kept[element], view)
        return self.shapes[element, view]

    def _shape(self, element: Any, scope: Scope) -> tuple[str, bool]:
        """A shape, and whether its opacity is in its only paint."""
        style, outline = scope.style, self.outline(element, scope.view)
        if not outline or style.get("visibility", "visible") != "visible":
            return "", True
        width = pixels(style.get("stroke-width", "1"), across(scope.view))
        strokes = width > 0 and style.get("stroke", "none") != "none"
        single = not strokes or style.get("fill", "") == "none"
        scale, matrix, drawn = even(scope.matrix), UNIT, moved(outline, scope.matrix)
        thick = width * math.sqrt(area(scope.matrix)) if strokes else 0.0
        box = self.measure(element, drawn, thick)
        if strokes and style.get("vector-effect") == "non-scaling-stroke":
            scale = 1.0
        elif strokes and not scale:
            scale, matrix, drawn = 1.0, scope.matrix, outline
        painted = scope if matrix == UNIT else scope._replace(matrix=UNIT)
        fill, stroke = (self._paint(name, outline, painted, faded=single) for name in ("fill", "stroke"))
        if not (fill or (strokes and stroke)):
            return "", True
        self.shown = self.shown or _meet(box, self.document.box, thick / 2)
        if strokes and stroke:
            stroke += self._line(element, scope, scale, outline)
            capped = style.get("stroke-linecap", "butt") != "butt"
            drawn = dotted(drawn, width * scale) if capped else drawn
        else:
            stroke = ""
        fill += ' fill-rule="evenodd"' if fill and style.get("fill-rule") == "evenodd" else ""
        finer = math.ceil(math.log10(max(1.0, area(matrix))) / 2)
        end = _transform(matrix) + f' d="{written(drawn, self.decimals + finer)}"/>'
        if fill and stroke and _strokes_first(style.get("paint-order", "")):
            return f"<path{_NONE}{stroke}{end}<path{fill}{end}", single
        return f"<path{fill or _NONE}{stroke}{end}", single

    def measure(self, element: Any, whole: Outline, width: float = 0.0) -> Bounds:
        """The box around an outline. Raises PieceSetError for more than is drawn in a moment, or far away."""
        times_over = STROKED if width else 1
        self.drawn += 1
        self.numbers += sum(len(at) for _, at in whole) * times_over
        self.length += length(whole) / max(self.document.box[2:]) * times_over
        if self.drawn > MAX_SHAPES:
            raise self.document.fail(f"more than {MAX_SHAPES} shapes once references are followed", element)
        if self.numbers > MAX_NUMBERS or self.length > MAX_LENGTH:
            raise self.document.fail("longer outlines than are drawn in a moment", element)
        found = bounds(whole)
        if found is None or max(map(abs, found)) > self.document.largest:
            raise self.document.fail("a shape far outside the view box", element)
        return found

    def _paint(self, name: str, outline: Outline, scope: Scope, *, faded: bool) -> str:
        """The attributes of a paint, the element's opacity in it if `faded`; empty for one that paints nothing."""
        style = scope.style
        value = style.get(name, "#000" if name == "fill" else "none")
        found = URL.match(value)
        shade = share(style.get(f"{name}-opacity", "1")) * (share(style.get("opacity", "1")) if faded else 1.0)
        paint: Gradient | Ink | None
        if found:
            target = self.document.by_id[found[2][1:]]
            known = local(target) in GRADIENTS
            paint = gradient(self.document, target, bounds(outline), scope.matrix, scope.view) if known else None
        else:
            paint = ink(style.get("color", "#000") if value.lower() == "currentcolor" else value)
        if isinstance(paint, Gradient):
            self.gradients += 1
            if self.gradients > MAX_GRADIENTS:
                raise self.document.fail(f"more than {MAX_GRADIENTS} shapes with gradients", self.document.root)
            if paint.needs:
                self.need(paint.needs)
            return f' {name}="url(#{self.define(paint.head, paint.tail)})"{opacity(f"{name}-opacity", shade)}'
        if paint is None or not paint.opacity * shade:
            return ""
        return f' {name}="{paint.hex}"{opacity(f"{name}-opacity", paint.opacity * shade)}'

    def _line(self, element: Any, scope: Scope, scale: float, outline: Outline) -> str:
        """The attributes of a stroke but for its paint."""
        style, whole = scope.style, across(scope.view)
        width = pixels(style.get("stroke-width", "1"), whole) * scale
        out = f' stroke-width="{number(width, self.decimals)}"'
        for name, usual in (("linecap", "butt"), ("linejoin", "miter")):
            word = style.get(f"stroke-{name}", usual)
            out += f' stroke-{name}="{word}"' if word != usual else ""
        limit = float(style.get("stroke-miterlimit", "4"))
        out += f' stroke-miterlimit="{number(limit, 4)}"' if limit >= 1 and limit != 4 else ""
        return out + self._dashes(element, scope, scale, outline)

    def _dashes(self, element: Any, scope: Scope, scale: float, outline: Outline) -> str:
        style, whole = scope.style, across(scope.view)
        words = re.split(" ?, ?| ", style.get("stroke-dasharray", "none").strip(" ,"))
        if words == ["none"]:
            return ""
        dashes = [pixels(word, whole) * scale for word in words] * (1 + len(words) % 2)
        if not sum(dashes):
            return ""
        if element.get("pathLength") is not None:
            raise self.document.fail("dashes with a pathLength are refused", element)
        self.dashes += length(outline) * scale / sum(dashes) * len(dashes)
        if self.dashes > MAX_DASHES:
            raise self.document.fail(f"more than {MAX_DASHES} dashes", element)
        offset = pixels(style.get("stroke-dashoffset", "0"), whole) * scale
        out = f' stroke-dasharray="{" ".join(number(v, self.decimals) for v in dashes)}"'
        return out + (f' stroke-dashoffset="{number(offset, self.decimals)}"' if offset else "")

    # --- boxes -------------------------------------------------------------------------------------------------

    def bounds(self, element: Any, scope: Scope) -> Bounds | None:
        """The box around all shapes in an element, without strokes, in its own coordinates."""
        found = [bounds(outline) for outline in self._all(element, scope._replace(matrix=UNIT))]
        boxes = [box for box in found if box]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def _all(self, element: Any, scope: Scope) -> Iterator[Outline]:
        """The outlines of all shapes in an element whose own scope this is."""
        name = local(element)
        if name in SHAPES:
            yield moved(self.outline(element, scope.view), scope.matrix)
            return
        target = self.document.target(element) if name == "use" else None
        for child in [target] if target is not None else self.contents(element):
            inner = self.inside(child, scope) if local(child) in {*_DRAWN, "symbol"} else None
            if inner is not None:
                yield from self._all(child, inner)


_NONE = ' fill="none"'
_DRAWN = {*SHAPES, "svg", "g", "a", "switch", "use"}


def _meet(found: Bounds, box: Box, margin: float) -> bool:
    """Whether something in a box with a margin can be seen; what has no area has nothing to fill."""
    left, top, width, height = box
    if not margin and (found[0] == found[2] or found[1] == found[3]):
        return False
    return (
        found[0] - margin < left + width
        and found[2] + margin > left
        and found[1] - margin < top + height
        and found[3] + margin > top
    )


def _strokes_first(order: str) -> bool:
    words = [word for word in order.split() if word != "markers"]
    return words[:1] == ["stroke"]


def _transform(matrix: Matrix) -> str:
    return f' transform="matrix({" ".join(number(v, 9) for v in matrix)})"' if matrix != UNIT else ""
