"""Texts with boards of letters: one record a board, whatever stands between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fen2img.inputs.options import ReadOptions
from fen2img.inputs.reading import Rules
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.letters import LETTERS
from fen2img.notation import Reading
from fen2img.notation.ascii import read_ascii
from fen2img.notation.rows import Line, is_empty, line_of, piece_of

#: Lines that a board may have; more of them are no board.
MAX_LINES = 200
#: Lines that belong to a board when they stand directly above it.
_ABOVE = frozenset({"title", "turn", "files", "rule"})
#: And those behind its ranks.
_BELOW = frozenset({"turn", "fen", "files", "rule"})


class _Board:
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
        """Whether nothing but a board of chess looks like that."""
        rows = [line.row for line in self.lines if line.kind == "row" and line.row]
        sizes = {len(row.cells) for row in rows}
        cells = {cell.text for row in rows for cell in row.cells}
        dashes = sum(bool(line.kind == "rule" and line.row and len(line.row.cells) == 8) for line in self.lines)
        square = sizes == {8} and (len(rows) == 8 or ("-" in cells and len(rows) + dashes == 8))
        framed = len(sizes) == 1 and min(len(rows), *sizes) > 3 and all(row.barred for row in rows)
        men = {text for text in cells if not is_empty(text)}
        # Of other languages a whole board of chess; less of one is a table of something else.
        languages = [*LETTERS] if square else ["en"] if framed else []
        return bool(men) and any(all(piece_of(text, code, starred=True) for text in men) for code in languages)

    def text(self) -> str:
        """The lines without blank ones at the end."""
        return "\n".join(self.texts[: len(self.texts) - self.blanks])


def looks(head: str) -> bool:
    """Whether a text has a flawless board: such lines are nothing else."""
    lines = head.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return any(board.sure() for board in _boards(lines))


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The boards of a text; a line `# …` or `Title: …` directly above one is its title."""
    for board in _boards(text.lines()):
        if board.whole():
            yield Record(text.source, board.first, 0, board.text(), notation="ascii", findings=text.findings())


def read_record(record: Record, rules: Rules) -> Reading:
    """The reading of a board of letters."""
    return read_ascii(record.text, width=rules.width, height=rules.height, letters=rules.letters)


def _boards(lines: Iterable[str]) -> Iterator[_Board]:
    """Runs of lines that have a rank."""
    board = _Board()
    for number, text in enumerate(lines, 1):
        line = line_of(text)
        if not board.takes(line):
            if board.begun:
                yield board
            board = _Board()
            if not board.takes(line):
                continue
        board.add(number, text, line)
    if board.begun:
        yield board
