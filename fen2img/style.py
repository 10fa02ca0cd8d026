"""Style: how a diagram looks. Every option is declared here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Literal, Self

from fen2img.color import Color
from fen2img.errors import OptionError
from fen2img.languages import LANGUAGES
from fen2img.letters import LETTERS
from fen2img.options import (
    Choice,
    Flag,
    Length,
    Measure,
    Option,
    Paint,
    Whole,
    known_only,
    option,
    options_of,
)
from fen2img.position import Side
from fen2img.themes import BLACK, THEMES, WHITE, PieceColors, Theme, Trio
from fen2img.values import FontSource, LanguageCode, MapSource, SetSource, Template, ThemeName

#: Limits of a finished image in pixels, each way.
MIN_PIXELS, MAX_PIXELS = 16, 8192
#: What is drawn when no size is asked for, in pixels.
DEFAULT_SIZE = 480
#: Pixels per inch of a physical size when none is asked for.
DEFAULT_DPI = 300
#: Pixels per inch of a picture that has pixels only (CSS Values 4, section 6.2).
CSS_DPI = 96

#: How a player is written.
PLAYER = "Anna Vidal|2310|0:42"

#: At most one of them is in force; asking for one puts the others out.
SIZES = ("size", "square", "width")

#: Sets without colours of their own in their files.
COLORED = "bundled sets and chess fonts"

ColorSpace = Literal["rgb", "gray", "bw", "cmyk"]
Coordinates = Literal["none", "outside", "all", "inside"]
Marker = Literal["none", "square", "dot", "triangle", "king"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a diagram looks and how large it is; frozen, hashable, checked on the way in.

    Raises OptionError for an impossible value.
    """

    theme: str | Theme = option("brown", ThemeName(), "Colours of the board; `fen2img themes` lists them.")
    pieces: str = option(
        "book", SetSource(), "Piece set: a name that `fen2img pieces` lists, a folder, or a TTF or OTF chess font."
    )
    font_map: str = option(
        "auto",
        MapSource(),
        "Layout of a chess font: unicode, merida, cases, a TOML file; auto tries them.",
        sets="chess fonts",
    )
    piece_letters: str = option(
        "en",
        Choice(tuple(LETTERS), "CODE"),
        "Language of the pieces of the set `letters`.",
        sets="the set letters",
    )
    light: Color | None = option(None, Paint(), "Colour of the light squares. [default: the theme's]")
    dark: Color | None = option(None, Paint(), "Colour of the dark squares. [default: the theme's]")
    white: PieceColors | None = option(
        None,
        Trio(WHITE),
        "Colours of White's pieces: body, outline, inner lines. [default: the theme's or the set's]",
        sets=COLORED,
    )
    black: PieceColors | None = option(
        None,
        Trio(BLACK),
        "Colours of Black's pieces: body, outline, inner lines. [default: the theme's or the set's]",
        sets=COLORED,
    )
    orientation: Literal["white", "black", "auto"] | None = option(
        None,
        Choice(("white", "black", "auto")),
        "Side at the bottom: white, black, or auto for the side to move. [default: what the input says, else white]",
    )
    flip: bool = option(False, Flag(), "Turn the view round once more, after the orientation.")
    coordinates: Coordinates = option(
        "outside",
        Choice(("none", "outside", "all", "inside")),
        "Letters and digits: none, outside (left and bottom), all (four sides), inside (in the corner squares).",
    )
    marker: Marker = option(
        "none",
        Choice(("none", "square", "dot", "triangle", "king")),
        "Who moves, beside the board at that side: none, square, dot, triangle, king.",
    )
    pockets: bool = option(
        False, Flag(), "Draw the pieces in hand (crazyhouse) above and below the board, each at its side."
    )
    border: Length | None = option(
        None,
        Measure(("px", "%", "mm", "pt"), "1px or 4%"),
        "Line round the board; % of a square. [default: the theme's]",
    )
    margin: Length = option(
        Length(0, "px"),
        Measure(("px", "%", "mm", "cm", "in", "pt"), "8px or 2mm"),
        "Blank space round everything.",
    )
    background: Color | None = option(None, Paint(), "Colour behind the board, or transparent. [default: the theme's]")
    title: str | None = option(
        None, Template("White mates in two"), "Title above the board; also in the metadata.", group="Words"
    )
    caption: str | None = option(
        None, Template("{caption}"), "Text below the board, such as '{caption}'.", group="Words"
    )
    number: str | None = option(
        None, Template("Diagram {n}"), "Bold, before the caption, such as 'Diagram {n}'.", group="Words"
    )
    white_player: str | None = option(
        None, Template(PLAYER), f"White's name, rating and clock beside the board: '{PLAYER}'.", group="Words"
    )
    black_player: str | None = option(
        None, Template(PLAYER), "Black's name, rating and clock beside the board.", group="Words"
    )
    lang: str = option(
        "en",
        LanguageCode(tuple(LANGUAGES), "CODE"),
        "Language of alt texts, of {turn} and of a batch's page.",
        group="Words",
    )
    figurines: bool = option(False, Flag(), "Draw the pieces in moves such as Nf3 in these words.", group="Words")
    font: str | None = option(
        None, FontSource(), "TTF or OTF font of these words. [default: Source Sans 3]", group="Words"
    )
    size: int | None = option(
        None,
        Whole(MIN_PIXELS, MAX_PIXELS, "PX", example=DEFAULT_SIZE),
        f"Width and height of the finished image in pixels; words make it higher. [default: {DEFAULT_SIZE}]",
        group="Size",
    )
    square: int | None = option(None, Whole(2, 1024, "PX", example=60), "Side of one square in pixels.", group="Size")
    width: Length | None = option(
        None,
        Measure(("mm", "cm", "in", "pt"), "60mm", zero=False),
        "Width on paper: 60mm, 6cm, 2.5in or 170pt.",
        group="Size",
    )
    dpi: int | None = option(
        None,
        Whole(24, 4800, example=DEFAULT_DPI),
        f"Pixels per inch on paper. [default: {DEFAULT_DPI} with --width]",
        group="Size",
    )
    color: ColorSpace = option(
        "rgb",
        Choice(("rgb", "gray", "bw", "cmyk")),
        "Colours: rgb, gray, bw (black and white without grey, for themes such as print), cmyk (for the press).",
        group="Format",
    )
    svg_reuse: bool = option(
        False,
        Flag(),
        "Draw repeated pieces with <use>: smaller, less portable.",
        group="Format",
        formats=["svg"],
    )
    credits: bool = option(
        False, Flag(), "Write the credit line that the piece set asks for into the metadata.", group="Format"
    )
    png_colors: Literal["palette", "full"] = option(
        "palette",
        Choice(("palette", "full")),
        "Colours of PNG: palette (small; none off by more than 6 of 255, full where that cannot be) or full.",
        group="Format",
        formats=["png"],
    )
    optimize: bool = option(
        False,
        Flag(),
        "Pack PNG as small as it gets, the same pixels: a thousand times slower (needs pyoxipng).",
        group="Format",
        formats=["png"],
    )
    quality: int = option(90, Whole(1, 100), "Quality of JPEG and WebP.", group="Format", formats=["jpeg", "webp"])

    def __post_init__(self) -> None:
        for name, declared in OPTIONS.items():
            value = getattr(self, name)
            if value is not declared.default:  # which needs no check, and is what most options have
                object.__setattr__(self, name, declared.parse(value))
        asked = [OPTIONS[n].flag for n in SIZES if getattr(self, n) is not None]
        if len(asked) > 1:
            raise OptionError(f"{' and '.join(asked)} exclude each other", hint="one of them sets the size")

    @classmethod
    def of(cls, base: Self | None = None, /, **given: object) -> Self:
        """A style from loosely typed options (`width="60mm"`), on top of `base`.

        A size of any kind replaces one of another kind in `base`. Raises OptionError, also for unknown names.
        """
        if base is not None and not isinstance(base, Style):
            raise TypeError(f"a style is a Style, not {type(base).__name__}; options are given by name")
        if type(base) is cls and not given:
            return base
        return cls.layered(base.asked() if base else {}, known_only(given, OPTIONS, "style"))

    @classmethod
    def layered(cls, *layers: Mapping[str, object]) -> Self:
        """A style from layers of options, later ones over earlier ones."""
        merged: dict[str, object] = {}
        for layer in layers:
            if any(layer.get(n) is not None for n in SIZES):
                merged = {k: v for k, v in merged.items() if k not in SIZES}
            merged.update(layer)
        return cls(**merged)  # type: ignore[arg-type]

    def asked(self) -> dict[str, object]:
        """The options that differ from their defaults."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    @property
    def colors(self) -> Theme:
        """The theme with the colours that were asked for instead of its own."""
        return _recolored(self.theme, self.light, self.dark, self.white, self.black)

    def view(self, turn: Side | None, wish: Side | None = None) -> Side:
        """The side at the bottom: the one place where orientation, side to move and flip meet.

        `wish` is what the input says, where it says something.
        """
        side: Side = (turn or "white") if self.orientation == "auto" else self.orientation or wish or "white"
        if self.flip:
            side = "black" if side == "white" else "white"
        return side

    @property
    def has_words(self) -> bool:
        """Whether anything is written above or below the board."""
        return bool(self.title or self.caption or self.number or self.white_player or self.black_player)

    @property
    def font_file(self) -> Path | None:
        """The font of words, if one is asked for."""
        return Path(self.font) if self.font else None

    @property
    def pixels_per_inch(self) -> float | None:
        """The resolution when one is known: asked for, or implied by a physical width."""
        return self.dpi or (DEFAULT_DPI if self.width else None)


@lru_cache(maxsize=32)
def _recolored(
    theme: str | Theme, light: Color | None, dark: Color | None, white: PieceColors | None, black: PieceColors | None
) -> Theme:
    """The same object for equal arguments, so that what is drawn for a theme is found again."""
    base = theme if isinstance(theme, Theme) else THEMES[theme]
    changes = {"light": light, "dark": dark, "white": white, "black": black}
    asked = {k: v for k, v in changes.items() if v is not None}
    return base.changed(**asked) if asked else base


OPTIONS: dict[str, Option] = options_of(Style)


def in_group(group: str) -> tuple[str, ...]:
    """The names of the options of a group."""
    return tuple(name for name, option in OPTIONS.items() if option.group == group)
