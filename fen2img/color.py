"""A colour value, parsed once at the edge."""

from __future__ import annotations

from string import hexdigits
from typing import NamedTuple

#: The sixteen colours of HTML 4 (CSS Color 4, section 6.1) and orange.
NAMES = {
    "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff",
    "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000",
    "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff",
    "teal": "008080", "aqua": "00ffff", "orange": "ffa500", "transparent": "00000000",
}  # fmt: skip


class Color(NamedTuple):
    """sRGB, 0..255 each; `alpha` 255 is opaque."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    @classmethod
    def parse(cls, text: str) -> Color:
        """`#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` (the `#` may be left out), an HTML name, `transparent`.

        Raises ValueError.
        """
        word = text.strip()
        digits = NAMES.get(word.lower() if word.isascii() else "", word).removeprefix("#")
        if len(digits) not in (3, 4, 6, 8) or not set(digits) <= set(hexdigits):
            raise ValueError(f"{word!r} is no colour")
        if len(digits) <= 4:
            digits = "".join(c * 2 for c in digits)
        return cls(*bytes.fromhex(digits))

    @property
    def hex(self) -> str:
        """Shortest `#` form without alpha, as SVG wants it."""
        text = f"{self.red:02x}{self.green:02x}{self.blue:02x}"
        short = text[::2]
        return f"#{short}" if text == "".join(c * 2 for c in short) else f"#{text}"

    @property
    def grey(self) -> Color:
        """The grey that PDF and PostScript make of it; to the bit as Pillow makes it of a pixel."""
        value = (19595 * self.red + 38470 * self.green + 7471 * self.blue + 0x8000) >> 16
        return Color(value, value, value, self.alpha)

    @property
    def luminance(self) -> float:
        """Relative luminance from 0 to 1 (WCAG 2.2)."""
        red, green, blue = map(_linear, self[:3])
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def __str__(self) -> str:
        if not self.alpha:
            return "transparent"
        return self.hex if self.alpha == 255 else f"#{self.red:02x}{self.green:02x}{self.blue:02x}{self.alpha:02x}"


def _linear(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(a: Color, b: Color) -> float:
    """Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((a.luminance, b.luminance))
    return (high + 0.05) / (low + 0.05)


def rgb(text: str) -> Color:
    """Short for `Color.parse`, for tables."""
    return Color.parse(text)


TRANSPARENT = Color(0, 0, 0, 0)
