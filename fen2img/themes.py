"""The board themes: one row each."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, replace
from typing import Any, Self

from fen2img.color import Color, rgb
from fen2img.errors import OptionError
from fen2img.options import (
    Flag,
    Kind,
    Length,
    Line,
    Measure,
    Millimetres,
    Option,
    OrNot,
    Paint,
    known_only,
    option,
    options_of,
)


@dataclass(frozen=True, slots=True)
class PieceColors:
    """Three colours a side: the body of a piece, its outline, the lines within it."""

    body: Color
    outline: Color
    detail: Color

    @classmethod
    def parse(cls, text: str) -> Self:
        """`"#fff #000 #000"`: body, outline, detail. Raises ValueError."""
        words = text.replace(",", " ").split()
        if len(words) != 3:
            raise ValueError(f"{text!r} is not three colours")
        return cls(*map(rgb, words))

    def __str__(self) -> str:
        return f"{self.body} {self.outline} {self.detail}"


WHITE = PieceColors(rgb("#fff"), rgb("#000"), rgb("#000"))
BLACK = PieceColors(rgb("#000"), rgb("#000"), rgb("#fff"))


class Trio(Kind):
    """Three colours of a side's pieces."""

    metavar = "COLORS"

    def __init__(self, example: PieceColors) -> None:
        self.example = example

    def parse(self, value: object) -> PieceColors:
        """The colours. Raises ValueError."""
        if isinstance(value, PieceColors):
            return value
        if isinstance(value, str):
            with suppress(ValueError):
                return PieceColors.parse(value)
        raise ValueError

    @property
    def values(self) -> str:
        """The form."""
        return "three colours such as '#fff #000 #000'"


def _check(owner: object, keys: Mapping[str, Option]) -> None:
    """Have typed values in the fields of a frozen dataclass. Raises OptionError."""
    for name, declared in keys.items():
        object.__setattr__(owner, name, declared.parse(getattr(owner, name)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hatch:
    """Diagonal lines on the dark squares, physical: both measures in millimetres on paper."""

    pitch: float = option(0.55, Millimetres(0.2, 20), "From line to line, in millimetres on paper.")
    width: float = option(0.12, Millimetres(0.02, 10), "Width of a line, in millimetres on paper.")
    color: Color = option(rgb("#000"), Paint(), "Colour of the lines.")

    def __post_init__(self) -> None:
        _check(self, HATCH_KEYS)

    def __str__(self) -> str:
        return f'{{ pitch = {self.pitch:g}, width = {self.width:g}, color = "{self.color}" }}'


HATCH_KEYS = options_of(Hatch)


class Lines(Kind):
    """Hatching, as a table."""

    metavar = "TABLE"
    example = Hatch()

    def parse(self, value: object) -> Hatch:
        """The hatching. Raises ValueError; OptionError for what is in the table."""
        if isinstance(value, Hatch):
            return value
        if not isinstance(value, Mapping):
            raise ValueError
        keys = known_only(value, HATCH_KEYS, "hatch")
        try:
            return Hatch(**keys)  # type: ignore[arg-type]
        except OptionError as error:
            raise error.within("hatch") from None

    @property
    def values(self) -> str:
        """The keys."""
        return f"a table such as {self.example}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a board; checked on the way in, as a `Style` is.

    `mono` asks a set for its colours in one ink; without it, `white` and `black` a set has colours of its own.
    Raises OptionError for an impossible value.
    """

    name: str
    about: str = option("", Line(100, "the diagrams of this book"), "A line about it, for `fen2img themes`.")
    light: Color = option(MISSING, Paint(), "Colour of the light squares.")
    dark: Color = option(MISSING, Paint(), "Colour of the dark squares; it takes the place of hatching.")
    background: Color = option(rgb("#fff"), Paint(), "Colour behind the board, or transparent.")
    ink: Color = option(rgb("#333"), Paint(), "Colour of coordinates and of the outline of the marker.")
    frame: Color = option(rgb("#333"), Paint(), "Colour of the border.")
    border: Length = option(
        Length(0, "%"), Measure(("px", "%", "mm", "pt"), "1px or 4%"), "Line round the board; % of a square."
    )
    hatch: Hatch | None = option(
        None,
        OrNot(Lines()),
        "Lines instead of a colour on the dark squares: from line to line and their width in millimetres on paper.",
    )
    halo: bool = option(
        False, Flag(), "Keep hatching off pieces and labels by the colour of the light squares round them."
    )
    mono: bool = option(False, Flag(), "Ask the piece set for its colours in one ink.")
    white: PieceColors | None = option(
        None, OrNot(Trio(WHITE)), "Colours of White's pieces: body, outline, inner lines; false for the set's."
    )
    black: PieceColors | None = option(
        None, OrNot(Trio(BLACK)), "Colours of Black's pieces: body, outline, inner lines; false for the set's."
    )

    def __post_init__(self) -> None:
        _check(self, THEME_KEYS)
        if self.hatch and self.hatch.width > self.hatch.pitch / 2:
            lines = f"hatch: lines of {self.hatch.width:g} mm are more than half of the pitch, {self.hatch.pitch:g} mm"
            raise OptionError(lines, hint="thinner lines, or a larger pitch")

    def changed(self, **given: Any) -> Self:
        """The theme with other values: a dark colour takes the place of hatching, a hatch in part keeps the rest.

        Raises OptionError.
        """
        if "dark" in given:
            given.setdefault("hatch", None)
        if self.hatch and isinstance(given.get("hatch"), Mapping):
            given["hatch"] = {**asdict(self.hatch), **given["hatch"]}
        return replace(self, **given)

    def sides(self, white: PieceColors = WHITE, black: PieceColors = BLACK) -> tuple[PieceColors, PieceColors]:
        """White's and Black's colours: the theme's, else those given."""
        return self.white or white, self.black or black


THEME_KEYS = options_of(Theme)


def _theme(name: str, about: str, light: str, dark: str, **more: object) -> Theme:
    return Theme(name=name, about=about, light=light, dark=dark, **more)  # type: ignore[arg-type]


#: On dark boards a black piece needs a light edge or it sinks into the square.
_LIGHT_EDGE = PieceColors(rgb("#14171b"), rgb("#c9d1da"), rgb("#c9d1da"))

THEMES = {
    theme.name: theme
    for theme in (
        _theme("brown", "the brown of lichess", "#f0d9b5", "#b58863", ink="#4a3220"),
        _theme("blue", "the blue of lichess", "#dee3e6", "#8ca2ad", ink="#2f3f48"),
        _theme("green", "the green of lichess", "#ffffdd", "#86a666", ink="#30451e"),
        _theme("grey", "neutral grey", "#dedede", "#a0a0a0", ink="#3a3a3a"),
        _theme("wikipedia", "the board of Wikipedia's diagrams", "#ffce9e", "#d18b47", ink="#202122"),
        _theme("walnut", "warm wood, dark frame", "#ead7b7", "#a06f47", ink="#3a2314", frame="#53351f", border="8%"),
        _theme(
            "print", "black and white for the press: hatched squares, halo", "#fff", "#fff",
            ink="#000", frame="#000", border="0.4mm", hatch=Hatch(), halo=True, mono=True,
        ),
        _theme(
            "print-grey", "one ink, grey squares", "#fff", "#c8c8c8",
            ink="#000", frame="#000", border="0.4mm", mono=True,
        ),
        _theme(
            "dark", "for dark pages; black pieces with a light edge", "#6f7680", "#434a54",
            background="#22252b", ink="#c9d1da", frame="#c9d1da", black=_LIGHT_EDGE,
        ),
        _theme("high-contrast", "for weak eyes, projectors", "#fff", "#4f8fd6", ink="#000", frame="#000", border="4%"),
    )
}  # fmt: skip
