"""What the attributes of somebody else's SVG may say: a strict form for each, so that no renderer fails over it."""

from __future__ import annotations

import re
from collections.abc import Callable

from fen2img.color import NAMES

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
    "dashes": rf"none|(?:{_POSITIVE}{_UNIT}{_SEP})++",
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
    "size": "stroke-width stroke-miterlimit width height r rx ry pathLength",
    "length": "x y x1 y1 x2 y2 cx cy fx fy fr stroke-dashoffset",
    "dashes": "stroke-dasharray",
    "words": "fill-rule clip-rule stroke-linecap stroke-linejoin display visibility paint-order vector-effect"
    " gradientUnits spreadMethod preserveAspectRatio clipPathUnits maskUnits maskContentUnits patternUnits"
    " patternContentUnits",
    "points": "points",
    "box": "viewBox",
    "transform": "transform gradientTransform patternTransform",
}
_VALUES: dict[str, Callable[[str], object]] = {
    name: re.compile(rf"(?:{_FORMS[kind]})|inherit").fullmatch
    for kind, names in _KINDS.items()
    for name in names.split()
}

#: Numbers that each command of path data takes; an arc's two flags may stand without blanks.
_FLAG = rf"[01]{_SEP}"
_STEPS = {
    "M": f"{_NUMBERS}{{2}}", "L": f"{_NUMBERS}{{2}}", "T": f"{_NUMBERS}{{2}}", "H": _NUMBERS, "V": _NUMBERS,
    "S": f"{_NUMBERS}{{4}}", "Q": f"{_NUMBERS}{{4}}", "C": f"{_NUMBERS}{{6}}",
    "A": f"{_NUMBERS}{{3}}{_FLAG}{_FLAG}{_NUMBERS}{{2}}",
}  # fmt: skip
_COMMANDS = {letter: re.compile(f" ?(?:{form})++") for letter, form in _STEPS.items()} | {"Z": re.compile(" ?")}


def _path_data(d: str) -> bool:
    """Whether this is path data (SVG 1.1, section 8.3): commands, each with its numbers, a move first."""
    if d.strip() in ("", "none"):
        return True
    first, *rest = re.split("([MLHVCSQTAZmlhvcsqtaz])", d)
    letters, numbers = rest[::2], rest[1::2]
    return (
        not first.strip()
        and letters[:1] in (["M"], ["m"])
        and all(_COMMANDS[c.upper()].fullmatch(n) for c, n in zip(letters, numbers, strict=True))
    )


def understood(name: str, value: str) -> bool:
    """Whether a value, its blanks single, is what its attribute takes."""
    return bool(_path_data(value) if name == "d" else _VALUES[name](value))


#: The attributes that there are forms for.
ATTRIBUTES = frozenset({"d", *_VALUES})
