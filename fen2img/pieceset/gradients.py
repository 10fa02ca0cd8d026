"""The gradients of somebody else's SVG, each written out for the one shape that it paints."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

from fen2img.pieceset.document import Document, local
from fen2img.pieceset.matrices import UNIT, Matrix, area, flat, matrix_of, times
from fen2img.pieceset.outlines import Bounds
from fen2img.pieceset.paint import Ink, ink
from fen2img.pieceset.shapes import View
from fen2img.pieceset.values import pixels, share
from fen2img.scene import number

_PARTS = {"linearGradient": ("x1", "y1", "x2", "y2"), "radialGradient": ("cx", "cy", "r", "fx", "fy", "fr")}
_SHARED = ("gradientUnits", "gradientTransform", "spreadMethod")
#: Stops of one gradient, and how often it is seen in the view box.
MAX_STOPS, MAX_REPEATS = 64, 50


class Stop(NamedTuple):
    """A colour at a place from 0 to 1."""

    at: float
    ink: Ink


class Gradient(NamedTuple):
    """The markup of a gradient but for its id, in two parts, and what cairo cannot do of it."""

    head: str
    tail: str
    needs: str = ""


def gradient(
    document: Document, element: Any, bounds: Bounds | None, matrix: Matrix, view: View
) -> Gradient | Ink | None:
    """A gradient for a shape in a box, whose coordinates a matrix moves; or the one colour of it, or nothing.

    Per cent are of `view`, the width and height of the view box.
    """
    given, stops = _resolved(document, element)
    if not stops:
        return None
    if len(stops) == 1:
        return stops[0].ink
    boxed = given.get("gradientUnits") != "userSpaceOnUse"
    if boxed:
        if bounds is None or bounds[0] == bounds[2] or bounds[1] == bounds[3]:
            return None  # SVG 1.1, section 7.11
        left, top, right, bottom = bounds
        matrix, view = times(matrix, (right - left, 0.0, 0.0, bottom - top, left, top)), (1.0, 1.0)
    matrix = times(matrix, matrix_of(given.get("gradientTransform", "")))
    if flat(matrix):
        return None
    make = _linear if local(element) == "linearGradient" else _radial
    return make(document, element, given, stops, matrix, view)


def _resolved(document: Document, element: Any) -> tuple[dict[str, str], list[Stop]]:
    """The attributes and stops of a gradient, with those of the ones that it refers to where it has none."""
    given: dict[str, str] = {}
    stops: list[Any] = []
    one = element
    while one is not None:
        own = {*_SHARED, *(_PARTS.get(local(one) or "", ()))}
        given = {**{k: v for k, v in document.kept[one].items() if k in own}, **given}
        stops = stops or [child for child in document.children(one) if local(child) == "stop"]
        one = document.target(one)
    if len(stops) > MAX_STOPS:
        raise document.fail(f"more than {MAX_STOPS} stops of a gradient", element)
    found: list[Stop] = []
    for stop in stops:
        at = max([share(document.kept[stop].get("offset", "0")), *(s.at for s in found[-1:])])
        found.append(Stop(at, _ink(document.style_in_place(stop))))
    return given, found


def _ink(style: dict[str, str]) -> Ink:
    """The colour of a stop."""
    word = style.get("stop-color", "#000")
    found = ink(style.get("color", "#000") if word.lower() == "currentcolor" else word) or Ink("#000", 1.0)
    return Ink(found.hex, found.opacity * share(style.get("stop-opacity", "1")))


def _check(document: Document, element: Any, given: dict[str, str], long: float) -> None:
    """Raises PieceSetError for a gradient repeated so often that it takes cairo minutes."""
    if given.get("spreadMethod", "pad") != "pad" and long * MAX_REPEATS < max(document.box[2:]):
        raise document.fail(f"a gradient repeated more than {MAX_REPEATS} times", element)


def _linear(
    document: Document, element: Any, given: dict[str, str], stops: list[Stop], matrix: Matrix, view: View
) -> Gradient | Ink:
    wide, high = view
    sizes = {"x1": ("0", wide), "y1": ("0", high), "x2": ("100%", wide), "y2": ("0", high)}
    at = {name: pixels(given.get(name, default), whole) for name, (default, whole) in sizes.items()}
    if (at["x1"], at["y1"]) == (at["x2"], at["y2"]):
        return stops[-1].ink
    far = math.hypot(at["x2"] - at["x1"], at["y2"] - at["y1"])
    _check(document, element, given, far * math.sqrt(area(matrix)))
    return _written("linearGradient", at, given, stops, matrix)


def _radial(
    document: Document, element: Any, given: dict[str, str], stops: list[Stop], matrix: Matrix, view: View
) -> Gradient | Ink:
    wide, high = view
    across = math.hypot(wide, high) / math.sqrt(2)
    at = {n: pixels(given.get(n, "50%"), whole) for n, whole in (("cx", wide), ("cy", high), ("r", across))}
    at["fx"] = pixels(given["fx"], wide) if "fx" in given else at["cx"]
    at["fy"] = pixels(given["fy"], high) if "fy" in given else at["cy"]
    inner, outer = pixels(given.get("fr", "0"), across), at["r"]
    if outer <= 0 or inner >= outer:
        return stops[-1].ink
    _check(document, element, given, outer * math.sqrt(area(matrix)))
    dx, dy = at["fx"] - at["cx"], at["fy"] - at["cy"]
    far = math.hypot(dx, dy)
    if far > 1.0001 * outer:
        raise document.fail("a gradient with its focus outside its circle is refused", element)
    if far > 0.99 * outer:  # renderers differ about a focus on the edge
        at["fx"], at["fy"] = (at[c] + d * 0.99 * outer / far for c, d in (("cx", dx), ("cy", dy)))
    if not inner:
        return _written("radialGradient", at, given, stops, matrix)
    if far or given.get("spreadMethod", "pad") != "pad":
        return _written("radialGradient", at | {"fr": inner}, given, stops, matrix)._replace(needs="fr of a gradient")
    moved = [Stop((inner + s.at * (outer - inner)) / outer, s.ink) for s in stops]
    return _written("radialGradient", at, given, moved, matrix)


def _written(kind: str, at: dict[str, float], given: dict[str, str], stops: list[Stop], matrix: Matrix) -> Gradient:
    places = "".join(f' {name}="{number(value, 6)}"' for name, value in at.items())
    if matrix != UNIT:
        places += f' gradientTransform="matrix({" ".join(number(v, 9) for v in matrix)})"'
    spread = given.get("spreadMethod", "pad")
    places += f' spreadMethod="{spread}"' if spread != "pad" else ""
    lines = "".join(
        f'<stop offset="{number(s.at, 6)}" stop-color="{s.ink.hex}"{opacity("stop-opacity", s.ink.opacity)}/>'
        for s in _apart(stops)
    )
    return Gradient(f"<{kind}", f' gradientUnits="userSpaceOnUse"{places}>{lines}</{kind}>')


def _apart(stops: list[Stop]) -> list[Stop]:
    """Stops at one place drawn apart by a hair, and of more than two there only the outer ones."""
    between = {i for i in range(1, len(stops) - 1) if stops[i - 1].at == stops[i].at == stops[i + 1].at}
    kept = [stop for i, stop in enumerate(stops) if i not in between]
    out = kept[:1]
    for before, stop in pairwise(kept):
        out.append(stop._replace(at=stop.at + 1e-5) if before.at == stop.at < 1 else stop)
        if before.at == stop.at == 1:
            out[-2] = out[-2]._replace(at=1 - 1e-5)
    return out


def opacity(name: str, value: float) -> str:
    """An attribute, where something shows through."""
    return f' {name}="{number(value, 4)}"' if value < 0.99995 else ""
