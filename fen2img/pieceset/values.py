"""What the attributes of somebody else's SVG may say: a strict form for each, so that no renderer fails over it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

from fen2img.pieceset.paint import ink

#: No number of a piece is so many times its view box, and no radius of an arc so many times the other one.
FARTHEST, FLATTEST = 1000, 1e4

#: `url(#a)`, quoted or not; the name is the second group.
URL = re.compile(r"""url\( ?(["']?)([^"'() ]*+)\1 ?\)""", re.IGNORECASE)

#: Numbers are taken whole: no renderer has to guess where one ends, and no text takes long to refuse.
_NUMBER = r"(?>[+-]?(?:[0-9]{1,9}(?![0-9])(?:\.[0-9]*)?|\.[0-9]+)(?:[eE](?:-[0-9]{1,2}|\+?[0-3])(?![0-9]))?)"
_POSITIVE = _NUMBER.replace("[+-]?", r"\+?", 1)
#: Pixels of each unit (CSS Values 3, section 5.2).
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_UNIT = rf"(?:{'|'.join(filter(None, UNITS))}|%)?"
_SEP = r"(?> ?,? ?)"
_NUMBERS = rf"(?:{_NUMBER}{_SEP})"
_TURN = rf"(?:matrix ?\( ?{_NUMBERS}{{6}}\)|translate ?\( ?{_NUMBERS}{{1,2}}\)|scale ?\( ?{_NUMBERS}{{1,2}}\)"
_TURN += rf"|rotate ?\( ?{_NUMBERS}(?:{_NUMBERS}{{2}})?\)|skew[XY] ?\( ?{_NUMBERS}\))"
#: Transformations in one attribute.
MAX_TURNS = 32

_FORMS = {
    "reference": f"none|{URL.pattern}",
    "opacity": f"{_POSITIVE}%?",
    "share": rf"{_NUMBER}%?",
    "size": rf"{_POSITIVE}{_UNIT}",
    "length": rf"{_NUMBER}{_UNIT}",
    "number": _POSITIVE,
    "dashes": rf"none|(?:{_POSITIVE}{_UNIT}{_SEP}){{1,32}}",
    "display": r"[a-z]{1,20}(?:-[a-z]{1,20})?",
    "points": rf"(?:{_NUMBERS}{{2}})*+",
    "box": rf"{_NUMBERS}{{4}}",
    "transform": rf"(?:{_TURN}{_SEP})*+",
    "fit": r"none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?",
    "order": "normal|(?:(?:fill|stroke|markers) ?){1,3}",
}
_KINDS = {
    "reference": "clip-path mask",
    "opacity": "fill-opacity stroke-opacity opacity stop-opacity",
    "share": "offset",
    "size": "stroke-width width height r rx ry fr",
    "length": "x y x1 y1 x2 y2 cx cy fx fy stroke-dashoffset",
    "number": "stroke-miterlimit",
    "dashes": "stroke-dasharray",
    "display": "display",
    "points": "points",
    "box": "viewBox",
    "transform": "transform gradientTransform",
    "fit": "preserveAspectRatio",
    "order": "paint-order",
}
_WORDS = {
    "fill-rule": "nonzero evenodd",
    "clip-rule": "nonzero evenodd",
    "stroke-linecap": "butt round square",
    "stroke-linejoin": "miter round bevel",
    "visibility": "visible hidden collapse",
    "overflow": "visible hidden scroll auto",
    "vector-effect": "none non-scaling-stroke",
    "mask-type": "luminance alpha",
    "gradientUnits": "userSpaceOnUse objectBoundingBox",
    "clipPathUnits": "userSpaceOnUse objectBoundingBox",
    "maskUnits": "userSpaceOnUse objectBoundingBox",
    "maskContentUnits": "userSpaceOnUse objectBoundingBox",
    "spreadMethod": "pad reflect repeat",
}
_COLORED = ("fill", "stroke", "stop-color", "color")
_CURRENT = ("inherit", "currentcolor")


def _matcher(name: str, form: str) -> Callable[[str], object]:
    """Properties may be those of what is around; geometry may not."""
    is_property = "-" in name or name in ("opacity", "mask", "display", "visibility", "overflow")
    return re.compile(rf"(?:{form})|inherit" if is_property else form).fullmatch


_VALUES = {name: _matcher(name, _FORMS[kind]) for kind, names in _KINDS.items() for name in names.split()}
_VALUES |= {name: _matcher(name, words.replace(" ", "|")) for name, words in _WORDS.items()}

#: Numbers that each command of path data takes; an arc's two flags may stand without blanks.
_FLAG = rf"[01]{_SEP}"
_STEPS = {
    "M": f"{_NUMBERS}{{2}}", "L": f"{_NUMBERS}{{2}}", "T": f"{_NUMBERS}{{2}}", "H": _NUMBERS, "V": _NUMBERS,
    "S": f"{_NUMBERS}{{4}}", "Q": f"{_NUMBERS}{{4}}", "C": f"{_NUMBERS}{{6}}",
    "A": f"{_NUMBERS}{{3}}{_FLAG}{_FLAG}{_NUMBERS}{{2}}",
}  # fmt: skip
_SIZES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "S": 4, "Q": 4, "C": 6}
#: An arc: its radii first.
_ARC = re.compile(_SEP.join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2))
_COMMANDS = {letter: re.compile(f" ?(?:{form})++") for letter, form in _STEPS.items()} | {"Z": re.compile(" ?")}


def _path_data(d: str) -> bool:
    """Whether this is path data (SVG 1.1, section 8.3): commands, each with its numbers, a move first."""
    if d.strip() in ("", "none"):
        return True
    first, steps = _steps(d)
    return not first.strip() and steps[0][0] in "Mm" and all(_COMMANDS[c.upper()].fullmatch(n) for c, n in steps)


def _steps(d: str) -> tuple[str, list[tuple[str, str]]]:
    """What stands before the first command, and each command with its numbers."""
    first, *rest = re.split("([MLHVCSQTAZmlhvcsqtaz])", d)
    return first, list(zip(rest[::2], rest[1::2], strict=True)) or [("?", "")]


def path_steps(d: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The commands of path data that is understood, each with the numbers that it takes once."""
    if d.strip() in ("", "none"):
        return
    for letter, text in _steps(d)[1]:
        if letter in "Zz":
            yield letter, ()
        elif letter in "Aa":
            for found in _ARC.finditer(text):
                yield letter, tuple(map(float, found.groups()))
        else:
            given, size = numbers(text), _SIZES[letter.upper()]
            for at in range(0, len(given), size):
                once = "Ll"[letter == "m"] if at and letter in "Mm" else letter  # further points of a move are lines
                yield once, given[at : at + size]


def numbers(text: str) -> tuple[float, ...]:
    """The numbers in a text of them."""
    return tuple(map(float, re.findall(_NUMBER, text)))


def understood(name: str, value: str) -> bool:
    """Whether a value, its blanks single, is what its attribute takes."""
    if name == "d":
        return _path_data(value)
    if name in _COLORED:
        return _colored(name, value)
    return bool(_VALUES[name](value))


def _colored(name: str, value: str) -> bool:
    """A colour, a word for one, or a paint, which may have a colour to fall back on."""
    if name in ("fill", "stroke") and (found := URL.match(value)):
        rest = value[found.end() :]
        return not rest or (rest[0] == " " and _colored("color", rest[1:]))
    word = value.lower()
    return word in _CURRENT or (name != "stop-color" and word == "none") or ink(value) is not None


def drawable(name: str, value: str, largest: float) -> bool:
    """Whether the numbers of an understood value are such that renderers draw them, and in no time."""
    if name in _COLORED or name in ("clip-path", "mask"):
        return True
    if name == "d" and not all(_round(n) for c, n in _steps(value)[1] if c in "Aa"):
        return False
    if name in ("transform", "gradientTransform") and value.count("(") > MAX_TURNS:
        return False
    return all(abs(n) <= largest for n in numbers(value))


def _round(arcs: str) -> bool:
    """Whether no radius of the arcs is thousands of times the other one."""
    radii = (sorted((abs(float(a)), abs(float(b)))) for a, b, *_ in _ARC.findall(arcs))
    return all(not low or high / low <= FLATTEST for low, high in radii)


def growth(transform: str) -> float:
    """How many times longer a transformation makes a line at most."""
    total = 1.0
    for kind, inside in re.findall(r"([a-zA-Z]+) ?\(([^)]*)\)", transform):
        given = numbers(inside)
        total *= _GROWTH[kind](*given) if kind in _GROWTH else 1.0
    return total


def _singular(a: float, b: float, c: float, d: float, *_: float) -> float:
    """The larger singular value of the matrix with the columns (a, b) and (c, d)."""
    return (math.hypot(a + d, b - c) + math.hypot(a - d, b + c)) / 2


def _skew(angle: float) -> float:
    return _singular(1, 0, math.tan(math.radians(angle)), 1)


_GROWTH: dict[str, Callable[..., float]] = {
    "matrix": _singular, "scale": lambda *n: max(map(abs, n)), "skewX": _skew, "skewY": _skew,
}  # fmt: skip


def pixels(text: str, whole: float | None = None) -> float:
    """A length in pixels; per cent are of `whole`. Raises ValueError for what is no length."""
    found = re.fullmatch(rf" ?({_NUMBER})([a-z]*|%) ?", text)
    if found and found[2] == "%" and whole is not None:
        return float(found[1]) / 100 * whole
    if not found or found[2] not in UNITS:
        raise ValueError(text)
    return float(found[1]) * UNITS[found[2]]


def share(text: str) -> float:
    """A number or per cent, from 0 to 1."""
    value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    return min(max(value, 0.0), 1.0)


#: The attributes that there are forms for.
ATTRIBUTES = frozenset({"d", *_COLORED, *_VALUES})
