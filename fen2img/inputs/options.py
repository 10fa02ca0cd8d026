"""How an input is to be read: every option is declared here, once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from fen2img.errors import OptionError
from fen2img.inputs.moments import Moments
from fen2img.letters import LETTERS
from fen2img.options import Choice, Kind, Line, Option, Whole, option, options_of

#: The kinds of input, in the order of the table `kinds.KINDS`, which says what they are.
NAMES = ("list", "epd", "csv", "lichess-puzzle", "pgn", "wiki", "ascii", "json")
INPUT = "Input"


class Span(NamedTuple):
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


class Ratings(Kind):
    """A span of ratings, open at one side or not."""

    metavar = "FROM-TO"
    example = "1200-1600"

    def parse(self, value: object) -> Span:
        """The span. Raises ValueError."""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and (
            match := re.fullmatch(r"([0-9]{1,5})?(\s*[-–]\s*)?([0-9]{1,5})?", value.strip())
        ):
            low, dash, high = match.groups()
            if low or high:
                value = Span(int(low or 0), int(high or (99999 if dash else low)))
        if isinstance(value, Span) and 0 <= value.low <= value.high:
            return value
        raise ValueError

    @property
    def values(self) -> str:
        """The forms."""
        return "a span of ratings such as 1200-1600, 1200- or -1600"


class Words(Kind):
    """Words with commas between them."""

    metavar = "NAMES"

    def __init__(self, example: str) -> None:
        self.example = example

    def parse(self, value: object) -> tuple[str, ...]:
        """The words. Raises ValueError."""
        words = value.split(",") if isinstance(value, str) else value
        if isinstance(words, list | tuple) and words and all(isinstance(w, str) and w.strip() for w in words):
            return tuple(word.strip() for word in words)
        raise ValueError

    @property
    def values(self) -> str:
        """The form."""
        return f"words with commas between them such as {self.example}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """Options for reading. Raises OptionError for a value that cannot be.

    An option that a kind of input does not take is an error when an input of that kind is read.
    """

    from_: str | None = option(
        None, Choice(NAMES, "KIND"), "Kind of the input, where suffix and content do not tell it.", group=INPUT
    )
    letters: str = option(
        "en", Choice(tuple(LETTERS), "CODE"), "Language of the piece letters of the placement.", group=INPUT
    )
    limit: int | None = option(None, Whole(1, 10**9), "Read so many positions of each input.", group=INPUT)
    fen_column: str | None = option(None, Line(200, "FEN"), "Column of a table that has the FEN.", group=INPUT)
    id_column: str | None = option(None, Line(200, "PuzzleId"), "Column that names a position.", group=INPUT)
    caption_column: str | None = option(None, Line(200, "Title"), "Column that is the caption.", group=INPUT)
    rating: Span | None = option(None, Ratings(), "Puzzles of these ratings only.", group=INPUT)
    themes: tuple[str, ...] | None = option(
        None, Words("mateIn2,sacrifice"), "Puzzles with all these themes only.", group=INPUT
    )

    at: str = option("end", Moments(), "Positions of each game: end, start, ply 24, 24w, every 10, all …", group=INPUT)

    def __post_init__(self) -> None:
        for name, declared in READ_OPTIONS.items():
            value = getattr(self, name)
            if value is not declared.default:
                object.__setattr__(self, name, declared.parse(value))

    def asked(self) -> tuple[str, ...]:
        """The names of the options that differ from their defaults."""
        return tuple(name for name, declared in READ_OPTIONS.items() if getattr(self, name) != declared.default)

    def told(self) -> dict[str, object]:
        """What was asked for, by the names that people write."""
        return {READ_OPTIONS[name].shown: getattr(self, name) for name in self.asked()}

    def check_taken(self, taken: frozenset[str], kind: str, source: str, ignored: frozenset[str] = frozenset()) -> None:
        """Raises OptionError for an option that a kind of input does not take, or ignores though most take it."""
        for name in self.asked():
            if name not in taken and name not in COMMON - ignored:
                raise OptionError(
                    f"{READ_OPTIONS[name].flag} does not apply to {source or 'the text'}, which is {kind}"
                )


#: What every kind takes, but for what it ignores.
COMMON = frozenset({"from_", "letters", "limit"})
#: Those that choose among the positions of an input, and may leave none.
CHOOSING = ("rating", "themes", "at")
READ_OPTIONS: dict[str, Option] = options_of(ReadOptions)
