"""The board themes: one row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from fen2img.color import Color, rgb


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


@dataclass(frozen=True, slots=True)
class Hatch:
    """Diagonal lines on the dark squares, physical: both measures in millimetres on paper."""

    pitch: float
    width: float
    color: Color


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a board. `ink` draws coordinates, marker and border on `background`.

    `border` is a percentage of the side of a square; `halo` puts paper white around the pieces. `white` and `black`
    recolour the pieces, `mono` asks a set for its colours in one ink; else a set has colours of its own.
    """

    name: str
    about: str
    light: Color
    dark: Color
    background: Color = rgb("#fff")
    ink: Color = rgb("#333")
    frame: Color = rgb("#333")
    border: float = 0.0
    hatch: Hatch | None = None
    halo: bool = False
    white: PieceColors | None = None
    black: PieceColors | None = None
    mono: bool = False

    def sides(self, white: PieceColors = WHITE, black: PieceColors = BLACK) -> tuple[PieceColors, PieceColors]:
        """White's and Black's colours: the theme's, else those given."""
        return self.white or white, self.black or black


def _theme(name: str, about: str, light: str, dark: str, **more: object) -> Theme:
    colors = {k: rgb(v) if isinstance(v, str) else v for k, v in more.items()}
    return Theme(name=name, about=about, light=rgb(light), dark=rgb(dark), **colors)  # type: ignore[arg-type]


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
        _theme("walnut", "warm wood, dark frame", "#ead7b7", "#a06f47", ink="#3a2314", frame="#53351f", border=8.0),
        _theme(
            "print", "black and white for the press: hatched squares, halo", "#fff", "#fff",
            ink="#000", frame="#000", border=3.5, hatch=Hatch(0.7, 0.16, rgb("#000")), halo=True, mono=True,
        ),
        _theme(
            "print-grey", "one ink, grey squares", "#fff", "#c8c8c8", ink="#000", frame="#000", border=3.5, mono=True,
        ),
        _theme(
            "dark", "for dark pages; black pieces with a light edge", "#6f7680", "#434a54",
            background="#22252b", ink="#c9d1da", frame="#c9d1da", black=_LIGHT_EDGE,
        ),
        _theme("high-contrast", "for weak eyes, projectors", "#fff", "#4f8fd6", ink="#000", frame="#000", border=4.0),
    )
}  # fmt: skip
