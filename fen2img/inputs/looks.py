"""What kind of input a text looks like, by its beginning; asked of every input, so that nothing heavy is loaded."""

from __future__ import annotations

import re

#: A JSON object, or an array of objects or texts; a tag of PGN begins with a word.
_JSON = r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])"
#: Delimiters of tables, the likeliest first.
DELIMITERS = ",;\t|"
FEN_NAMES = ("fen", "position", "epd")
#: Rows by which a table is told, and its delimiter and its columns are found.
SAMPLE = 50
#: Two moves or more, as computers write them.
_UCI_MOVES = r"[a-h][1-8][a-h][1-8][qrbn]?(?:\s+[a-h][1-8][a-h][1-8][qrbn]?)+"
#: What a cell with a FEN begins with, whatever its faults.
_FEN = r"\s*[\"']?\s*[^\s/,;|=:.]+(?:\s?/\s?[^\s/,;|=:.]+){5,}(?:[\s\"']|\Z)"


def json(head: str) -> bool:
    """Whether a text begins as JSON does."""
    return bool(re.match(_JSON, head))


def puzzles(head: str) -> bool:
    """Whether a text begins as the puzzle table of Lichess does: with its header, or with rows in its order."""
    lines = _lines(head)
    lines = lines[comments(lines) :][:3]  # perhaps the first one names the delimiter
    return any(_of_puzzles(_cells(line, delimiter)) for line in lines for delimiter in DELIMITERS)


def _of_puzzles(row: list[str]) -> bool:
    """Whether a row is the header, or a puzzle: an id, a FEN, the opponent's move and at least one more."""
    if {"puzzleid", "fen", "moves"} <= {cell.lower() for cell in row}:
        return True
    return (
        len(row) > 2
        and bool(re.fullmatch(r"[^\s/]+", row[0]))
        and fen_like(row[1])
        and bool(re.fullmatch(_UCI_MOVES, row[2]))
    )


def table(head: str) -> bool:
    """Whether a text begins with the header of a table that has a FEN, or with rows of which a later cell is one."""
    lines = _lines(head)
    lines = lines[comments(lines) :]
    if lines and re.match(r"(?i)sep=(?:[^\w\s\"]|\t)\Z", lines[0]):
        return True
    return any(_tabular([_cells(line, delimiter) for line in lines]) for delimiter in DELIMITERS)


def _tabular(rows: list[list[str]]) -> bool:
    """Whether rows, the first of which may be a header, are those of a table with FENs."""
    if not rows or len(rows[0]) < 2 or fen_like(rows[0][0]):
        return False  # a list has its text behind the FEN
    top, below = rows[0], rows[1:]
    named = [place for place, cell in enumerate(top) if cell.lower() in FEN_NAMES]
    if any(fen_like(row[place]) for place in named for row in below if place < len(row)):
        return True
    if any(fen_like(row[0]) for row in below):
        return False  # a line of prose above a list
    even = all(len(row) == len(top) for row in below[:2])
    if named and even:
        return True  # perhaps all its FENs are faulty, or there is none
    if any(all(map(fen_like, column)) for column in zip(*rows[:3], strict=False)):
        return True
    return even and any(all(map(fen_like, column)) for column in zip(*below[:2], strict=False))


def comments(lines: list[str]) -> int:
    """How many lines above a table are comments and blank ones: `#` lines that are no header of the row below."""
    count = next((n for n, line in enumerate(lines) if line.strip() and line.lstrip()[0] != "#"), len(lines))
    below = lines[count] if count < len(lines) else ""
    last = next((n for n in reversed(range(count)) if lines[n].strip()), None)
    return last if last is not None and _header(lines[last], below) else count


def _header(line: str, below: str) -> bool:
    """Whether a line that begins with `#` is a header: as wide as the row below, or with a column called `#`."""
    if re.match(r"\s*#\s*[,;\t|]", line):
        return True
    wide = [delimiter for delimiter in DELIMITERS if 0 < line.count(delimiter) == below.count(delimiter)]
    return any(not any(cell.lower() in FEN_NAMES for cell in _cells(below, delimiter)) for delimiter in wide)


def fen_like(cell: str) -> bool:
    """Whether a cell could be a FEN, whatever its faults."""
    return "/" in cell and bool(re.match(_FEN, cell))


def _lines(head: str) -> list[str]:
    """The first lines that are not blank."""
    return [line for line in re.split(r"[\r\n]+", head[:8192].lstrip("\ufeff")) if line.strip()][:SAMPLE]


def _cells(line: str, delimiter: str) -> list[str]:
    """The cells of a simple row: quotation marks round them, but none within."""
    return [cell.strip().strip('"').strip() for cell in line.split(delimiter)]
