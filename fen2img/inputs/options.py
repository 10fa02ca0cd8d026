"""How an input is to be read: every option is declared here, once."""

from __future__ import annotations

from dataclasses import dataclass

from fen2img.errors import OptionError
from fen2img.inputs.moments import Moments
from fen2img.letters import LETTERS
from fen2img.options import Choice, Line, Option, Whole, option, options_of

#: The kinds of input, in the order of the table `kinds.KINDS`, which says what they are.
NAMES = ("list", "epd", "csv", "lichess-puzzle", "pgn", "wiki", "ascii", "json")
INPUT = "Input"


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

    def check_taken(self, taken: frozenset[str], kind: str, source: str) -> None:
        """Raises OptionError for an option that a kind of input does not take."""
        for name in self.asked():
            if name not in taken and name not in COMMON:
                raise OptionError(f"{READ_OPTIONS[name].flag} does not apply to {source}, which is {kind}")


#: What every kind takes.
COMMON = frozenset({"from_", "letters", "limit"})
READ_OPTIONS: dict[str, Option] = options_of(ReadOptions)
