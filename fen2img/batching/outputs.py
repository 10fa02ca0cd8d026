"""What is made of each record: a format, and for pixels how many times as many of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from fen2img.errors import OptionError
from fen2img.formats import Format, format_named
from fen2img.options import Length
from fen2img.style import DEFAULT_SIZE, Style

#: How many times the pixels `png@2x` and the like may have.
SCALES = range(1, 5)


@dataclass(frozen=True, slots=True)
class Output:
    """A format and how many times the pixels that the style asks for."""

    format: Format
    scale: int = 1

    @classmethod
    def named(cls, text: str) -> Output:
        """`png` or `png@2x`. Raises OptionError."""
        name, at, times = text.strip().partition("@")
        made = format_named(name)
        if not at:
            return cls(made)
        match = re.fullmatch(r"([0-9])x", times)
        if not match or int(match[1]) not in SCALES:
            raise OptionError(f"'{text.strip()}' has no scale from @1x to @{SCALES[-1]}x")
        if made.vector:
            raise OptionError(f"'{text.strip()}': {made.name} has no pixels to multiply", hint=f"leave {at}{times} out")
        return cls(made, int(match[1]))

    def __str__(self) -> str:
        return self.format.name + (f"@{self.scale}x" if self.scale > 1 else "")

    def suffix(self, *, samples: bool = False) -> str:
        """What a name ends in: `.png`, `@2x.png`; `.2x.png` where a point parts the name of a sample from its kind."""
        mark = f"{'.' if samples else '@'}{self.scale}x" if self.scale > 1 else ""
        return mark + self.format.suffixes[0]

    def scaled(self, style: Style) -> Style:
        """The style with as many times the pixels. Raises OptionError where those are too many."""
        try:
            return _scaled(style, self.scale)
        except OptionError as error:
            raise error.within(str(self)) from None


@lru_cache(maxsize=64)
def _scaled(style: Style, scale: int) -> Style:
    """Equal styles give one object, by which all that is made for a style is found."""
    if scale == 1:
        return style
    changes: dict[str, object] = {}
    resolution = style.pixels_per_inch
    for name, length in (("margin", style.margin), ("border", style.border or style.colors.border)):
        if length.unit == "px" or (length.unit != "%" and not resolution):
            changes[name] = Length(length.value * scale, length.unit)
    if resolution:
        changes["dpi"] = round(resolution * scale)
    if style.square is not None:
        changes["square"] = style.square * scale
    elif style.width is None:
        changes["size"] = (style.size or DEFAULT_SIZE) * scale
    return Style.of(style, **changes)


def outputs_of(names: str | Iterable[str]) -> tuple[Output, ...]:
    """The outputs of `svg,png@2x`. Raises OptionError, also where one is named twice."""
    texts = names.split(",") if isinstance(names, str) else list(names)
    outputs = tuple(map(Output.named, texts))
    for output in outputs:
        if outputs.count(output) > 1:
            raise OptionError(f"--format {','.join(texts)} names {output} twice")
    if not outputs:
        raise OptionError("no format is asked for")
    return outputs
