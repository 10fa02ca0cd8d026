"""Colours in the forms of CSS -> sRGB and opacity."""

from __future__ import annotations

import colorsys
import re
from typing import NamedTuple

from fen2img.color import NAMES, Color

#: Functions, with what stands in their parentheses: three parts and an opacity, by commas, blanks or a slash.
_FUNCTION = re.compile(r"(rgb|hsl)a?\( ?([^()]{1,80}?) ?\)")
_PART = re.compile(r"([+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}))(%|deg)?")
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")


class Ink(NamedTuple):
    """A colour as `#rrggbb` or shorter, and its opacity from 0 to 1."""

    hex: str
    opacity: float


def ink(text: str) -> Ink | None:
    """The colour of a value, or None if it is none."""
    word = text.lower()
    if _HEX.fullmatch(word) or word in NAMES:
        color = Color.parse(word)
        return Ink(color.hex, color.alpha / 255)
    found = _FUNCTION.fullmatch(word)
    return _function(found[1], found[2]) if found else None


def _function(kind: str, inside: str) -> Ink | None:
    plain = re.sub(r" ?[,/] ?", ",", inside)
    words = re.split(r"[, ]", plain)
    parts = [_PART.fullmatch(word) for word in words]
    if len(words) not in (3, 4) or not all(parts):
        return None
    values = [(float(p[1]), p[2] or "") for p in parts if p]
    opacity = _opacity(*values[3]) if len(values) == 4 else 1.0
    make = _rgb if kind == "rgb" else _hsl
    color = make(values[:3])
    return None if color is None or opacity is None else Ink(color.hex, opacity)


def _opacity(value: float, unit: str) -> float | None:
    if unit == "deg":
        return None
    return min(max(value / 100 if unit else value, 0.0), 1.0)


def _rgb(values: list[tuple[float, str]]) -> Color | None:
    if any(unit == "deg" for _, unit in values):
        return None
    return _color(*(value * 255 / 100 if unit else value for value, unit in values))


def _hsl(values: list[tuple[float, str]]) -> Color | None:
    (hue, unit), (saturation, s), (lightness, li) = values
    if unit == "%" or (s, li) != ("%", "%"):
        return None
    shares = [min(max(v / 100, 0.0), 1.0) for v in (lightness, saturation)]
    return _color(*(255 * v for v in colorsys.hls_to_rgb(hue / 360 % 1, *shares)))


def _color(red: float, green: float, blue: float) -> Color:
    return Color(*(min(max(int(v + 0.5), 0), 255) for v in (red, green, blue)))
