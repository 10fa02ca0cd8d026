"""What the attributes of somebody else's SVG may say: a strict form for each, so that no renderer fails over it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from fen2img.color import NAMES

#: No number of a piece is so many times its view box, and no radius of an arc so many times the other one.
FARTHEST, FLATTEST = 1000, 1e4

#: `url(#a)`, quoted or not; the name is the second group.
URL = re.compile(r"""url\( ?(["']?)([^"'() ]*+)\1 ?\)""", re.IGNORECASE)

#: Numbers are taken whole: no renderer has to guess where one ends, and no text takes long to refuse.
_NUMBER = r"(?>[+-]?(?:[0-9]{1,9}(?![0-9])(?:\.[0-9]*)?|\.[0-9]+)(?:[eE](?:-[0-9]{1,2}|\+?[0-3])(?![0-9]))?)"
_POSITIVE = _NUMBER.replace("[+-]?", r"\+?", 1)
_UNIT = r"(?:px|%|em|ex|pt|pc|mm|cm|in)?"
_SEP = r"(?> ?,? ?)"
_NAME = f"(?i:none|currentColor|transparent|{'|'.join(NAMES)})"
_NUMBERS = rf"(?:{_NUMBER}{_SEP})"
#: A number in the parentheses of a colour.
_PART = rf"{_SEP}{_POSITIVE}(?:%|deg)?"
_COLOR = rf"#(?:[0-9a-fA-F]{{3,4}}|[0-9a-fA-F]{{6}}|[0-9a-fA-F]{{8}})|(?:rgb|hsl)\((?:{_PART}){{3}} ?\)"
_COLOR += rf"|(?:rgb|hsl)a\((?:{_PART}){{4}} ?\)|{_NAME}"
_TURN = rf"(?:matrix ?\( ?{_NUMBERS}{{6}}\)|translate ?\( ?{_NUMBERS}{{1,2}}\)|scale ?\( ?{_NUMBERS}{{1,2}}\)"
_TURN += rf"|rotate ?\( ?{_NUMBERS}(?:{_NUMBERS}{{2}})?\)|skew[XY] ?\( ?{_NUMBERS}\))"

_FORMS = {
    "color": f"(?:{_COLOR}|{URL.pattern}(?: (?:{_COLOR}))?)",
    "reference": f"none|{URL.pattern}",
    "opacity": _POSITIVE,
    "share": rf"{_NUMBER}%?",
    "size": rf"{_POSITIVE}{_UNIT}",
    "length": rf"{_NUMBER}{_UNIT}",
    "no dashes": "none|0",
    "words": r"[A-Za-z][A-Za-z-]*+(?: [A-Za-z][A-Za-z-]*+){0,2}",
    "points": rf"(?:{_NUMBERS}{{2}})*+",
    "box": rf"{_NUMBERS}{{4}}",
    "transform": rf"(?:{_TURN}{_SEP})*+",
}
_KINDS = {
    "color": "fill stroke stop-color color",
    "reference": "clip-path mask",
    "opacity": "fill-opacity stroke-opacity opacity stop-opacity",
    "share": "offset",
    "size": "stroke-width stroke-miterlimit width height r rx ry",
    "length": "x y x1 y1 x2 y2 cx cy fx fy fr stroke-dashoffset",
    "no dashes": "stroke-dasharray",
    "words": "fill-rule clip-rule stroke-linecap stroke-linejoin display visibility paint-order vector-effect"
    " gradientUnits spreadMethod preserveAspectRatio clipPathUnits maskUnits maskContentUnits",
    "points": "points",
    "box": "viewBox",
    "transform": "transform gradientTransform",
}
_VALUES: dict[str, Callable[[str], object]] = {
    name: re.compile(rf"(?:{_FORMS[kind]})|inherit").fullmatch
    for kind, names in _KINDS.items()
    for name in names.split()
}

#: Values without numbers that say where or how large.
_UNBOUND = frozenset(n for kind in ("color", "reference", "words", "no dashes") for n in _KINDS[kind].split())

#: Numbers that each command of path data takes; an arc's two flags may stand without blanks.
_FLAG = rf"[01]{_SEP}"
_STEPS = {
    "M": f"{_NUMBERS}{{2}}", "L": f"{_NUMBERS}{{2}}", "T": f"{_NUMBERS}{{2}}", "H": _NUMBERS, "V": _NUMBERS,
    "S": f"{_NUMBERS}{{4}}", "Q": f"{_NUMBERS}{{4}}", "C": f"{_NUMBERS}{{6}}",
    "A": f"{_NUMBERS}{{3}}{_FLAG}{_FLAG}{_NUMBERS}{{2}}",
}  # fmt: skip
#: The radii of an arc.
_ARC = re.compile(rf"({_NUMBER}){_SEP}({_NUMBER}){_SEP}{_NUMBERS}{_FLAG}{_FLAG}{_NUMBERS}{{2}}")
_COMMANDS = {letter: re.compile(f" ?(?:{form})++") for letter, form in _STEPS.items()} | {"Z": re.compile(" ?")}


def _path_data(d: str) -> bool:
    """Whether this is path data (SVG 1.1, section 8.3): commands, each with its numbers, a move first."""
    if d.strip() in ("", "none"):
        return True
    first, steps = _steps(d)
    return not first.strip() and steps[0][0] == "M" and all(_COMMANDS[c].fullmatch(n) for c, n in steps)


def _steps(d: str) -> tuple[str, list[tuple[str, str]]]:
    """What stands before the first command, and each command in upper case with its numbers."""
    first, *rest = re.split("([MLHVCSQTAZmlhvcsqtaz])", d)
    return first, [(c.upper(), n) for c, n in zip(rest[::2], rest[1::2], strict=True)] or [("", "")]


def understood(name: str, value: str) -> bool:
    """Whether a value, its blanks single, is what its attribute takes."""
    return bool(_path_data(value) if name == "d" else _VALUES[name](value))


def drawable(name: str, value: str, largest: float) -> bool:
    """Whether the numbers of an understood value are such that renderers draw them, and in no time."""
    if name in _UNBOUND or (name == "d" and not all(_round(n) for c, n in _steps(value)[1] if c == "A")):
        return name != "d"
    return all(abs(float(n)) <= largest for n in re.findall(_NUMBER, value))


def _round(arcs: str) -> bool:
    """Whether no radius of the arcs is thousands of times the other one."""
    radii = (sorted((abs(float(a)), abs(float(b)))) for a, b in _ARC.findall(arcs))
    return all(not low or high / low <= FLATTEST for low, high in radii)


def growth(transform: str) -> float:
    """How many times longer a transformation makes a line at most."""
    total = 1.0
    for kind, inside in re.findall(r"([a-zA-Z]+) ?\(([^)]*)\)", transform):
        numbers = [float(n) for n in re.findall(_NUMBER, inside)]
        total *= _GROWTH[kind](*numbers) if kind in _GROWTH else 1.0
    return total


def _singular(a: float, b: float, c: float, d: float, *_: float) -> float:
    """The larger singular value of the matrix with the columns (a, b) and (c, d)."""
    return (math.hypot(a + d, b - c) + math.hypot(a - d, b + c)) / 2


def _skew(angle: float) -> float:
    return _singular(1, 0, math.tan(math.radians(angle)), 1)


_GROWTH: dict[str, Callable[..., float]] = {
    "matrix": _singular, "scale": lambda *n: max(map(abs, n)), "skewX": _skew, "skewY": _skew,
}  # fmt: skip


#: The attributes that there are forms for.
ATTRIBUTES = frozenset({"d", *_VALUES})
