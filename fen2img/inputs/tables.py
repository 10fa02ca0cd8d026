"""Tables: CSV with any delimiter, with a header or without. Rows are as lean as can be: there are millions."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from fen2img.errors import Finding, OptionError, near_match, shorten
from fen2img.inputs.looks import DELIMITERS, FEN_NAMES, SAMPLE, comments, fen_like
from fen2img.inputs.options import ReadOptions
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.notation import Reading

#: The line by which spreadsheets name the delimiter.
_SEPARATOR = r"(?i)\ufeff?\"?sep=([^\w\s\"]|\t)\"?"
ID_NAMES = ("id", "puzzleid", "name")
#: Columns that are more than columns, whatever case their names have.
KNOWN = ("title", "caption", "answer")


class Columns(Mapping[str, str]):
    """The cells of a row by the names of their columns; one that the row does not have is empty.

    Which name has which place is shared by all rows.
    """

    __slots__ = ("_cells", "_places")

    def __init__(self, places: Mapping[str, int], cells: list[str]) -> None:
        self._places, self._cells = places, cells

    def __getitem__(self, name: str) -> str:
        place = self._places[name]
        return self._cells[place] if place < len(self._cells) else ""

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return repr(dict(self))


class Layout(NamedTuple):
    """How a table is laid out: the delimiter, the names of the columns, whether a header comes first.

    `above` are the lines above it: comments and a line `sep=`. `blanks` says that a blank follows each delimiter.
    """

    delimiter: str
    names: list[str]
    header: bool
    above: int
    blanks: bool
    sample: list[list[str]]

    def find(self, wanted: str, flag: str) -> int:
        """The place of a column by its name or its number from 1. Raises OptionError listing the columns."""
        folded = [name.lower() for name in self.names]
        if wanted in self.names:
            return self.names.index(wanted)
        if wanted.lower() in folded:
            return folded.index(wanted.lower())
        if re.fullmatch("[0-9]{1,4}", wanted) and 1 <= int(wanted) <= len(self.names):
            return int(wanted) - 1
        close = near_match(wanted, self.names) or near_match(wanted, folded)
        raise OptionError(
            f"{flag}: there is no column '{shorten(wanted)}'", hint=f"{close + ' ' if close else ''}{self.listed()}"
        )

    def named(self, *wanted: str) -> int | None:
        """The place of the first column that has one of some names, in any case."""
        folded = [name.lower() for name in self.names]
        return next((folded.index(name) for name in wanted if name in folded), None)

    def listed(self) -> str:
        """The columns, for a message."""
        return shorten(f"columns: {', '.join(self.names)}", 300)


class Places(NamedTuple):
    """Where things stand in a row: FEN, id, and every column that is handed on, by name."""

    fen: int
    id: int | None
    columns: dict[str, int]


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The records of a table, a row each. Raises OptionError where no column has FENs or a row never ends."""
    layout = layout_of(text.head, text.source)
    places = places_of(layout, options, _fen_place(layout, options, text.source))
    fen, name, columns, source, width = places.fen, places.id, places.columns, text.source, len(layout.names)
    for number, (line, row) in enumerate(rows(text, layout), 1):
        found, fields = moved(text.findings()), Columns(columns, row)
        if len(row) == width and type(row) is list:
            yield Record(source, line, number, row[fen], "" if name is None else row[name], fields, None, "fen", found)
        else:
            yield uneven(Record(source, line, number, "", "", fields, None, "fen", found), row, places, width)


class Odd(list[str]):
    """The cells of a row with a fault of its quotation marks; none where rows cannot be told apart."""

    finding: Finding


def uneven(record: Record, row: list[str], places: Places, width: int) -> Record:
    """The record of a row that has too few cells or too many, or faulty quotation marks."""
    if isinstance(row, Odd) and not row:
        return record._replace(text="", id="", reading=Reading("", None, (row.finding,)))
    fen = row[places.fen] if places.fen < len(row) else ""
    name = row[places.id] if places.id is not None and places.id < len(row) else ""
    found = [row.finding] if isinstance(row, Odd) else []
    if len(row) != width:
        message = f"the row has {len(row)} cell{'s' if len(row) > 1 else ''} instead of {width}"
        found.append(Finding("warning", "row-width", message, (len(fen), len(fen))))
    return record._replace(text=fen, id=name, findings=(*record.findings, *found))


def rows(text: Text, layout: Layout) -> Iterator[tuple[int, list[str]]]:
    """The rows below the header, each with the line where it begins; blank ones are none. Raises OptionError."""
    ended: list[bool] = []
    lines = chain(text.rows(), _noted(ended))
    deque(islice(lines, layout.above), maxlen=0)
    reader = csv.reader(lines, delimiter=layout.delimiter, skipinitialspace=layout.blanks, strict=True)
    skipped = layout.above
    line, wanted = 1 + skipped, not layout.header
    while True:
        try:
            for row in reader:
                if row:
                    if wanted:
                        yield line, row
                    wanted = True
                line = reader.line_num + 1 + skipped
            return
        except csv.Error as error:
            if ended:
                message = "a quotation mark is not closed in the row that begins here"
                raise OptionError(f"{text.source}:{line}: {message}") from None
            if "limit" in str(error):
                message = f"{text.source}:{line}: a cell of more than {csv.field_size_limit()} characters"
                raise OptionError(message, hint="is a quotation mark not closed?") from None
        # The reader goes on with the next line.
        last = reader.line_num + skipped
        if wanted or line != last:
            yield line, _mended(text.row, layout) if line == last else _swallowed(line, last)
        line, wanted = last + 1, True


def _mended(line: str, layout: Layout) -> list[str]:
    """The cells of a line with a quotation mark that should be doubled; blanks behind a closing one are no fault."""
    row = Odd(next(csv.reader([line], delimiter=layout.delimiter, skipinitialspace=layout.blanks)))
    row.finding = Finding(
        "warning", "quoting", "a quotation mark stands within a cell", (0, 0), 'within quotation marks, " is written ""'
    )
    closed = re.sub(rf'"[ \t]+(?={re.escape(layout.delimiter)}|\Z)', '"', line.strip())
    try:
        next(csv.reader([closed], delimiter=layout.delimiter, skipinitialspace=layout.blanks, strict=True))
    except csv.Error:
        return row
    return list(row)


def _swallowed(first: int, last: int) -> Odd:
    """What is known of lines that a stray quotation mark makes one row: nothing but that."""
    row = Odd()
    message = f"a stray quotation mark: where the rows of lines {first} to {last} end cannot be told"
    row.finding = Finding("error", "quoting", message, (0, 0), "a quotation mark is closed in the same cell")
    return row


def _noted(ended: list[bool]) -> Iterator[str]:
    """Nothing, but a note that the end was asked for: a row that needs it has not ended."""
    ended.append(True)
    yield from ()


# --- how a table is laid out ---


def layout_of(head: str, source: str) -> Layout:
    """What the beginning of a table tells."""
    lines = re.split(r"\r\n|\r|\n", head)
    above = comments(lines)
    said = re.fullmatch(_SEPARATOR, lines[above].strip(" ")) if above < len(lines) else None
    above += bool(said)
    lines = lines[above:]
    if len(lines) > 2:
        lines.pop()  # the last one may be cut off
    delimiters = said[1] if said else ("\t,;|" if source.lower().endswith(".tsv") else DELIMITERS)
    layouts = [_laid_out(lines, delimiter, above=above) for delimiter in delimiters]
    return max(layouts, key=_likelihood)


def _laid_out(lines: list[str], delimiter: str, *, above: int) -> Layout:
    first = next((line for line in lines if line.strip()), "")
    blanks = 0 < first.count(delimiter) == first.count(delimiter + " ")
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, skipinitialspace=blanks)
    sample = list(islice(filter(None, reader), SAMPLE + 1))
    top = [cell.strip() for cell in sample[0]] if sample else []
    header = bool(top) and not any(map(fen_like, top))
    names: list[str] = []
    for number, cell in enumerate(top, 1):
        names.append(cell if header and cell and cell not in names else f"column{number}")
    return Layout(delimiter, names, header, above, blanks, sample[1:] if header else sample)


def _likelihood(layout: Layout) -> tuple[bool, bool, float, bool]:
    """How well a delimiter fits: there is a FEN, rows are as wide as the header, there are several columns."""
    width, rows = len(layout.names), layout.sample
    even = sum(len(row) == width for row in rows) / len(rows) if rows else 1.0
    return layout.named(*FEN_NAMES) is not None, any(_fens(layout)), even if width > 1 else 0.0, width > 1


def _fens(layout: Layout) -> list[int]:
    """How many FENs each column has in the first rows."""
    width = len(layout.names)
    return [sum(i < len(row) and fen_like(row[i]) for row in layout.sample) for i in range(width)]


def _fen_place(layout: Layout, options: ReadOptions, source: str) -> int:
    """The column with the FENs: the one asked for, by its name, or by what stands in it. Raises OptionError."""
    if options.fen_column is not None:
        return layout.find(options.fen_column, "--fen-column")
    if "fen" in layout.names:
        return layout.names.index("fen")
    if layout.header and (named := layout.named("fen")) is not None:
        return named
    counts = _fens(layout)
    for name in FEN_NAMES[1:]:
        if (named := layout.named(name)) is not None and (counts[named] or not any(counts)):
            return named
    found = [place for place, count in enumerate(counts) if count and count == max(counts)]
    if len(found) == 1:
        return found[0]
    if found:
        both = ", ".join(layout.names[place] for place in found)
        raise OptionError(f"{source}: several columns have FENs: {both}", hint="--fen-column says which")
    if not layout.names:
        return 0  # there is no row
    raise OptionError(f"{source}: no column has FENs", hint=f"--fen-column says which; {layout.listed()}")


def places_of(layout: Layout, options: ReadOptions, fen: int) -> Places:
    """Where id and columns are. Raises OptionError for a column that there is not."""
    asked = options.id_column
    name = layout.named(*ID_NAMES) if asked is None else layout.find(asked, "--id-column")
    columns = {column: place for place, column in enumerate(layout.names) if place != fen}
    for known in KNOWN:
        if (place := layout.named(known)) is not None and place != fen:
            columns.setdefault(known, place)
    if options.caption_column is not None:
        columns["caption"] = layout.find(options.caption_column, "--caption-column")
    return Places(fen, None if name == fen and asked is None else name, columns)


def moved(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Findings about a line, as findings about the whole of a cell."""
    return findings and tuple(replace(finding, span=(0, 0)) for finding in findings)
