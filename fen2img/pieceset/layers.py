"""Clips, masks and opacities of somebody else's SVG: groups around what is drawn."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from fen2img.pieceset.document import SHAPES, Scope, local
from fen2img.pieceset.gradients import opacity
from fen2img.pieceset.matrices import Matrix, matrix_of, times
from fen2img.pieceset.outlines import Bounds, Outline, backwards, bounds, moved, of_rect, turning, written
from fen2img.pieceset.values import URL, pixels, share
from fen2img.scene import number

if TYPE_CHECKING:
    from fen2img.pieceset.redrawn import Redrawing

#: Groups with an opacity, a clip or a mask.
MAX_LAYERS = 100
#: A mask that shows all of one path.
_WHITE = re.compile(r'<path fill="#fff" d="([^"]*)"/>')


class Part(NamedTuple):
    """A shape of a clip, and the clips that it has itself."""

    outline: Outline
    even_odd: bool
    clips: tuple[str, ...] = ()


class Hidden(Exception):  # noqa: N818 - it is no error
    """A clip or mask lets nothing through."""


def layered(on: Redrawing, element: Any, scope: Scope, inner: str, *, faded: bool = True) -> str:
    """What an element draws within its mask, its clips and its opacity (SVG 1.1, section 14)."""
    style = scope.style
    shade = share(style.get("opacity", "1")) if faded else 1.0
    if not inner:
        return ""
    try:
        if mask := URL.match(style.get("mask", "none")):
            inner = _masked(on, element, on.document.by_id[mask[2][1:]], scope, inner)
        if clip := URL.match(style.get("clip-path", "none")):
            for name in clips(on, element, on.document.by_id[clip[2][1:]], scope):
                inner = _group(on, element, f' clip-path="url(#{name})"', inner)
    except Hidden:
        return ""
    return _group(on, element, opacity("opacity", shade), inner) if shade < 1 else inner


def _group(on: Redrawing, element: Any, attributes: str, inner: str) -> str:
    on.layers += 1
    if on.layers > MAX_LAYERS:
        raise on.document.fail(f"more than {MAX_LAYERS} clips, masks and groups with an opacity", element)
    return f"<g{attributes}>{inner}</g>"


def clipped_to(on: Redrawing, outline: Outline, inner: str) -> str:
    """What is drawn within an outline."""
    if not inner:
        return ""
    return _group(on, on.document.root, f' clip-path="url(#{_clip(on, outline)})"', inner)


def _clip(on: Redrawing, outline: Outline) -> str:
    return on.define("<clipPath", f'><path d="{written(outline, on.decimals)}"/></clipPath>')


# --- clips -----------------------------------------------------------------------------------------------------


def clips(on: Redrawing, element: Any, clip: Any, scope: Scope) -> list[str]:
    """The ids of the clips that together are a clip of an element. Raises Hidden where nothing is left."""
    if local(clip) != "clipPath":
        raise on.document.fail(f"a clip-path that refers to <{local(clip)}>", element)
    kept, style = on.document.kept[clip], on.document.style_in_place(clip)
    matrix = times(scope.matrix, matrix_of(kept.get("transform", "")))
    if kept.get("clipPathUnits") == "objectBoundingBox":
        matrix = times(matrix, _boxed(on, element, scope))
    inner = Scope(style, matrix, scope.view)
    found = [part for child in on.document.children(clip) for part in _part(on, child, inner)]
    if not found:
        raise Hidden
    own = _own(on, style, scope._replace(style=style), element)
    return [*_defined(on, found, element), *own]


def _own(on: Redrawing, style: dict[str, str], scope: Scope, element: Any) -> list[str]:
    """The clips of a clip or of a part of one."""
    own = URL.match(style.get("clip-path", "none"))
    return clips(on, element, on.document.by_id[own[2][1:]], scope) if own else []


def _part(on: Redrawing, child: Any, around: Scope) -> list[Part]:
    """A shape in a clip; a <use> may stand for one (SVG 1.1, section 14.3.5)."""
    scope = on.inside(child, around)
    if scope is None:
        return []
    shape, inner = child, scope
    if local(child) == "use" and (target := on.document.target(child)) is not None and local(target) in SHAPES:
        within = on.inside(target, scope)
        if within is None:
            return []
        shape, inner = target, within
    if local(shape) not in SHAPES or inner.style.get("visibility", "visible") != "visible":
        return []
    outline = moved(on.outline(shape, inner.view), inner.matrix)
    if outline:
        on.measure(child, outline)
    even_odd = inner.style.get("clip-rule") == "evenodd"
    try:
        own = [*_own(on, scope.style, scope, child)]
        if shape is not child:
            own += _own(on, inner.style, inner, shape)
    except Hidden:
        return []
    return [Part(outline, even_odd, tuple(own))] if outline else []


def _defined(on: Redrawing, found: list[Part], element: Any) -> list[str]:
    """Clips that together let through what the parts do."""
    outline = _united(found)
    if outline is not None:
        return [_clip(on, outline), *(found[0].clips if len(found) == 1 else ())]
    if len(found) == 1:
        on.need("clip-rule evenodd")
        return [on.define("<clipPath", f">{_path(on, found[0], '')}</clipPath>"), *found[0].clips]
    if any(len(part.clips) > 1 for part in found):
        raise on.document.fail("clips nested so deep in a clip are refused", element)
    on.need("a clip of several shapes")
    paths = "".join(_path(on, part, "".join(f' clip-path="url(#{name})"' for name in part.clips)) for part in found)
    return [on.define("<clipPath", f">{paths}</clipPath>")]


def _path(on: Redrawing, part: Part, clip: str) -> str:
    rule = ' clip-rule="evenodd"' if part.even_odd else ""
    return f'<path{rule}{clip} d="{written(part.outline, on.decimals)}"/>'


def _united(found: list[Part]) -> Outline | None:
    """One outline that says the same as all by the rule nonzero; None if that is not certain."""
    ways = [turning(part.outline) for part in found]
    if any(part.even_odd and not way for part, way in zip(found, ways, strict=True)):
        return None
    if len(found) == 1:
        return found[0].outline
    if any(part.clips for part in found):
        return None
    if all(ways):
        return tuple(
            step
            for part, way in zip(found, ways, strict=True)
            for step in (part.outline if way > 0 else backwards(part.outline))
        )
    boxes = [box for part in found if (box := bounds(part.outline))]
    return None if any(_overlap(*two) for two in combinations(boxes, 2)) else sum((p.outline for p in found), ())


def _overlap(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _boxed(on: Redrawing, element: Any, scope: Scope) -> Matrix:
    """The coordinates in which the box around an element is 1 wide and high. Raises Hidden where it has none."""
    found = on.bounds(element, scope)
    if found is None or found[0] == found[2] or found[1] == found[3]:
        raise Hidden
    left, top, right, bottom = found
    return right - left, 0.0, 0.0, bottom - top, left, top


# --- masks -----------------------------------------------------------------------------------------------------


def _masked(on: Redrawing, element: Any, mask: Any, scope: Scope, inner: str) -> str:
    """What is drawn under a mask: clipped where the mask is one white path, else for renderers that know masks."""
    document = on.document
    if local(mask) != "mask":
        raise document.fail(f"a mask that refers to <{local(mask)}>", element)
    kept, style = document.kept[mask], document.style_in_place(mask)
    if any(document.kept[mask].get(name, "none") != "none" for name in ("mask", "clip-path")):
        raise document.fail("a mask or clip of a mask is refused: renderers disagree about it", mask)
    matrix = scope.matrix
    if kept.get("maskContentUnits") == "objectBoundingBox":
        matrix = times(matrix, _boxed(on, element, scope))
    content = Scope(style, matrix, scope.view)
    shown = on.shown
    drawn = "".join(on.draw(child, content) for child in document.children(mask))
    on.shown = shown
    if not drawn:
        raise Hidden
    region = _region(on, element, kept, scope)
    if white := _WHITE.fullmatch(drawn):
        name = on.define("<clipPath", f'><path d="{white[1]}"/></clipPath>')
        return _group(on, element, f' clip-path="url(#{name})"', clipped_to(on, region, inner))
    on.need("a mask")
    left, top, right, bottom = bounds(region) or (0, 0, 0, 0)
    sides = zip(("x", "y", "width", "height"), (left, top, right - left, bottom - top), strict=True)
    tail = "".join(f' {name}="{number(value, on.decimals)}"' for name, value in sides)
    tail += ' mask-type="alpha"' if style.get("mask-type") == "alpha" else ""
    upright = scope.matrix[1] == scope.matrix[2] == 0
    drawn = drawn if upright else clipped_to(on, region, drawn)
    name = on.define("<mask", f' maskUnits="userSpaceOnUse"{tail}>{drawn}</mask>')
    return _group(on, element, f' mask="url(#{name})"', inner)


def _region(on: Redrawing, element: Any, kept: dict[str, str], scope: Scope) -> Outline:
    """The rectangle that a mask covers. Raises Hidden where it is empty."""
    boxed = kept.get("maskUnits") != "userSpaceOnUse"
    wide, high = (1.0, 1.0) if boxed else scope.view
    usual = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
    x, y, width, height = (
        pixels(kept.get(n, usual[n]), whole) for n, whole in zip(usual, (wide, high, wide, high), strict=True)
    )
    if not width or not height:
        raise Hidden
    matrix = times(scope.matrix, _boxed(on, element, scope)) if boxed else scope.matrix
    return moved(of_rect(x, y, width, height), matrix)
