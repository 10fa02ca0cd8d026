"""What kind of input a text looks like, by its beginning; asked of every input, so that nothing heavy is loaded."""

from __future__ import annotations

import re

#: A JSON object, or an array of objects or texts; a tag of PGN begins with a word.
_JSON = r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])"
#: Delimiters of tables, the likeliest first.
DELIMITERS = ",;\t|"
FEN_NAMES = ("fen", "position", "epd")
#: What a cell with a FEN begins with, whatever its faults.
_FEN = r"\s*[\"']?\s*[^\s/,;|=:.]+(?:\s?/\s?[^\s/,;|=:.]+){5,}(?:[\s\"']|\Z)"


def json(head: str) -> bool:
    """Whether a text begins as JSON does."""
    return bool(re.match(_JSON, head))


def puzzles(head: str) -> bool:
    """Whether a text begins with the header of the puzzle table of Lichess."""
    known = {"PuzzleId", "FEN", "Moves"}  # perhaps below a line that names the delimiter
    return any(known <= set(_cells(line, delimiter)) for line in _lines(head, 2) for delimiter in DELIMITERS)


def table(head: str) -> bool:
    """Whether a text begins with the header of a table that has a FEN, or with rows of which a later cell is one."""
    lines = _lines(head, 3)
    if lines and re.match(r"(?i)sep=(?:[^\w\s\"]|\t)\Z", lines[0]):
        return True
    for rows in ([_cells(line, delimiter) for line in lines] for delimiter in DELIMITERS):
        if not rows or len(rows[0]) < 2 or fen_like(rows[0][0]):
            continue  # a list has its text behind the FEN
        if any(cell.lower() in FEN_NAMES for cell in rows[0]):
            return True
        if any(all(fen_like(cell) for cell in column) for column in zip(*rows, strict=False)):
            return True
    return False


def fen_like(cell: str) -> bool:
    """Whether a cell could be a FEN, whatever its faults."""
    return "/" in cell and bool(re.match(_FEN, cell))


def _lines(head: str, most: int) -> list[str]:
    """The first lines that are not blank."""
    return [line for line in re.split(r"[\r\n]+", head[:8192].lstrip("\ufeff")) if line.strip()][:most]


def _cells(line: str, delimiter: str) -> list[str]:
    """The cells of a simple row: quotation marks round them, but none within."""
    return [cell.strip().strip('"').strip() for cell in line.split(delimiter)]
