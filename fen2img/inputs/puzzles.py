"""The puzzle table of Lichess, filtered by rating and themes."""

from __future__ import annotations

from collections.abc import Iterator

from fen2img.errors import OptionError, near_match, shorten
from fen2img.inputs.options import ReadOptions
from fen2img.inputs.reading import Rules
from fen2img.inputs.record import Record
from fen2img.inputs.tables import Columns, Layout, layout_of, moved, places_of, rows, uneven
from fen2img.inputs.text import Text
from fen2img.notation import Reading
from fen2img.notation.puzzle import read_puzzle

#: The columns in the order that tables without a header have.
NAMES = ["PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl",
         "OpeningTags"]  # fmt: skip


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The records of a table of puzzles. Raises OptionError for a missing column and a theme that no puzzle has."""
    layout = layout_of(text.head, text.source)
    if not layout.header:
        layout = layout._replace(names=[*NAMES, *layout.names[len(NAMES) :]][: len(layout.names)])
    places = places_of(layout, options, _place(layout, "FEN", text.source))
    columns = {**places.columns, "Moves": _place(layout, "Moves", text.source)}
    number, width, filters = 0, len(layout.names), _Filters(layout, options, text.source)
    for line, row in rows(text, layout):
        if filters.asked and row and not filters.good(row):
            continue
        number += 1
        name = row[places.id] if places.id is not None and places.id < len(row) else ""
        fen = row[places.fen] if places.fen < len(row) else ""
        found = moved(text.findings())
        record = Record(text.source, line, number, fen, name, Columns(columns, row), None, "puzzle", found)
        yield record if len(row) == width and type(row) is list else uneven(record, row, places, width)
    filters.check_themes()


def read_puzzle_record(record: Record, rules: Rules) -> Reading:
    """The reading of a puzzle."""
    return read_puzzle(record.text, record.fields["Moves"], **rules._asdict())


class _Filters:
    """Which puzzles are wanted."""

    def __init__(self, layout: Layout, options: ReadOptions, source: str) -> None:
        self.source = source
        self.wanted = frozenset(options.themes or ())
        self.low, self.high = options.rating or (0, 0)
        self.by_rating = options.rating is not None
        self.asked = self.by_rating or bool(self.wanted)
        self.themes = _place(layout, "Themes", source) if self.wanted else 0
        self.rating = _place(layout, "Rating", source) if self.by_rating else 0
        self.missing = set(self.wanted)
        self.seen: set[str] = set()

    def good(self, row: list[str]) -> bool:
        """Whether a row is wanted; one that does not say what is asked for is not."""
        try:
            if self.wanted:
                themes = row[self.themes].split()
                if self.missing:
                    self.missing.difference_update(themes)
                    self.seen.update(themes)
                if not self.wanted.issubset(themes):
                    return False
            return not self.by_rating or self.low <= float(row[self.rating]) <= self.high
        except (IndexError, ValueError):
            return False

    def check_themes(self) -> None:
        """Raises OptionError for a theme that no puzzle had: it is misspelt."""
        if self.missing:
            theme = min(self.missing)
            hint = near_match(theme, sorted(self.seen)) or shorten(f"themes: {', '.join(sorted(self.seen))}", 300)
            raise OptionError(f"--themes: no puzzle of {self.source} has the theme '{shorten(theme)}'", hint=hint)


def _place(layout: Layout, name: str, source: str) -> int:
    """The place of a column that a table of puzzles has. Raises OptionError."""
    place = layout.named(name.lower())
    if place is None:
        raise OptionError(f"{source}: a table of puzzles has a column {name}", hint=layout.listed())
    return place
