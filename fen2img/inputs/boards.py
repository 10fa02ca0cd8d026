"""Which lines of a text make up a board of letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fen2img.letters import LETTERS
from fen2img.notation.rows import Line, is_empty, lines_of, piece_of

#: Lines that a board may have; more of them are no board.
MAX_LINES = 200
#: Lines that belong to a board when they stand directly above it.
_ABOVE = frozenset({"title", "turn", "files", "rule"})
#: And those behind its ranks.
_BELOW = frozenset({"turn", "fen", "files", "rule"})


class Board:
    """The lines of a board as they come."""

    def __init__(self) -> None:
        self.first = 0
        self.texts: list[str] = []
        self.lines: list[Line] = []
        self.closed = False
        self.blanks = 0

    @property
    def begun(self) -> bool:
        """Whether there is a rank."""
        return any(line.kind == "row" for line in self.lines)

    def takes(self, line: Line) -> bool:
        """Whether a line belongs to the board, or to the lines above one."""
        if len(self.lines) >= MAX_LINES:
            return False
        if not self.begun:
            return line.kind in _ABOVE or line.kind == "row"
        if line.kind == "blank":
            return self.blanks == 0
        if line.kind == "row":
            return not self.closed
        return line.kind in _BELOW and (not self.blanks or line.kind in ("turn", "fen"))

    def add(self, number: int, text: str, line: Line) -> None:
        """Take a line."""
        self.first = self.first or number
        self.closed = self.closed or (self.begun and line.kind not in ("row", "rule"))
        self.blanks = self.blanks + 1 if line.kind == "blank" else 0
        self.texts.append(text)
        self.lines.append(line)

    def whole(self) -> bool:
        """Whether it is a board and not words that happen to look like one."""
        rows = [line.row for line in self.lines if line.kind == "row" and line.row]
        if not rows:
            return False
        sizes = {len(row.cells) for row in rows}
        dashes = sum(bool(line.kind == "rule" and line.row and len(line.row.cells) in sizes) for line in self.lines)
        return len(rows) + dashes > 2 and 2 * sum(row.clean for row in rows) >= len(rows)

    def sure(self) -> bool:
        """Whether nothing but a board of chess looks like that, be it with a slip or two."""
        sizes = [len(line.row.cells) for line in self.lines if line.kind == "row" and line.row]
        cells = [cell.text for line in self.lines if line.kind == "row" and line.row for cell in line.row.cells]
        dashes = sum(bool(line.kind == "rule" and line.row and len(line.row.cells) == 8) for line in self.lines)
        ranks = len(sizes) + (dashes if "-" in cells else 0)
        square = sizes.count(8) >= len(sizes) - 1 and (ranks == 8 or len(sizes) == 8)
        framed = (
            len(set(sizes)) == 1
            and min(len(sizes), *sizes) > 3
            and all(line.row.barred for line in self.lines if line.row)
        )
        men = [text for text in cells if not is_empty(text)]
        slips = 2 if square else 0
        # Of other languages a whole board of chess; less of one is a table of something else.
        languages = [*LETTERS] if square else ["en"] if framed else []
        known = (sum(piece_of(text, code, starred=True) is not None for text in men) for code in languages)
        return max(known, default=0) >= max(1, len(men) - slips)

    def text(self) -> str:
        """The lines without blank ones at the end."""
        return "\n".join(self.texts[: len(self.texts) - self.blanks])


def boards_in(lines: Iterable[str]) -> Iterator[Board]:
    """Runs of lines that have a rank."""
    board = Board()
    for number, (text, line, above) in enumerate(_told(lines), 1):
        if (above and board.begun) or not board.takes(line):
            if board.begun:
                yield board
            board = Board()
            if not board.takes(line):
                continue
        board.add(number, text, line)
    if board.begun:
        yield board


def _told(lines: Iterable[str]) -> Iterator[tuple[str, Line, bool]]:
    """Lines with what they are, and whether they stand below a blank one and directly above a rank.

    Such a line belongs to the board below it, even where the board before it could have it.
    """
    held: list[tuple[str, Line]] = []
    apart = True
    for text, line in lines_of(lines):
        if line.kind in _ABOVE and (held or apart) and len(held) < MAX_LINES:
            held.append((text, line))
            continue
        yield from ((*one, line.kind == "row") for one in held)
        held.clear()
        yield text, line, False
        apart = line.kind == "blank"
    yield from ((*one, False) for one in held)
