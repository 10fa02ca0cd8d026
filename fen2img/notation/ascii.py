"""Boards of letters -> Reading: lines of letters or figures, with or without frame and coordinates.

Ranks and squares are counted exactly. Numbers and letters at the edges tell from which side the board is seen; where
they contradict each other, or leave it open, that is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from fen2img.errors import Finding, code_point, shorten
from fen2img.letters import LETTERS
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.fen import Reading, read_fen
from fen2img.notation.foreign import named
from fen2img.notation.placement import reversed_finding, reversed_ranks
from fen2img.notation.rows import Cell, Line, Row, is_empty, is_starred, lines_of, piece_of, turn_beside
from fen2img.position import Piece, Position, Side, Square

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class _Placed(NamedTuple):
    """A line with its place in the source."""

    line: Line
    start: int
    text: str

    @property
    def span(self) -> tuple[int, int]:
        inner = self.text.strip()
        start = self.start + (self.text.index(inner) if inner else 0)
        return start, start + len(inner)


def read_ascii(text: str, *, width: int = 8, height: int = 8, letters: str = "en") -> Reading:
    """Read one board of letters. Never raises for its content."""
    if len(text) > MAX_TEXT:
        fault = Finding("error", "too-long", f"a board of more than {MAX_TEXT} characters", (0, 1))
        return Reading(text, None, (fault,))
    return _Reader(text, width, height, letters).read()


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, with where they begin."""
    start = 0
    for part in text.split("\n"):
        yield start, part.removesuffix("\r")
        start += len(part) + 1


class _Reader:
    """Reads a board, collecting what is wrong with it."""

    def __init__(self, source: str, width: int, height: int, letters: str) -> None:
        self.source = source
        self.width = width
        self.height = height
        self.letters = letters
        self.findings: list[Finding] = []
        starts, parts = zip(*_parts(source), strict=True)
        self.lines = [
            _Placed(line, start, part) for start, (part, line) in zip(starts, lines_of(parts, width), strict=True)
        ]
        self.rows = self._ranks()
        self.view: Side = "white"

    def error(self, code: str, message: str, span: tuple[int, int], hint: str | None = None) -> None:
        self.findings.append(Finding("error", code, message, span, hint))

    def read(self) -> Reading:
        title = next((placed.line.value for placed in self.lines if placed.line.kind == "title"), "")
        position = self._position()
        fens = [placed for placed in self.lines if placed.line.kind == "fen"]
        for fen in fens:
            position = self._with_fen(position, fen) if position else None
        if position and not fens and reversed_ranks(position.pieces, self.width):
            place = self.rows[0][1].start, self.rows[-1][1].span[1]
            self.findings.append(reversed_finding(place, "rank 8 stands at the top"))
        faulty = any(finding.severity == "error" for finding in self.findings)
        found = tuple(sorted(self.findings, key=lambda f: (f.severity != "error", f.span)))
        view: Side | None = "black" if self.view == "black" else None
        return Reading(self.source, None if faulty else position, found, title=title, orientation=view)

    def _ranks(self) -> list[tuple[Row, _Placed]]:
        """The lines that are ranks; rules of dashes are, where dashes are empty squares and not a frame."""
        rows = [placed.line.row for placed in self.lines if placed.line.kind == "row"]
        dashed = any(row and not row.barred and any(cell.text == "-" for cell in row.cells) for row in rows)
        return [
            (placed.line.row, placed)
            for placed in self.lines
            if placed.line.row
            and (
                placed.line.kind == "row"
                or (dashed and placed.line.kind == "rule" and len(placed.line.row.cells) == self.width)
            )
        ]

    def _position(self) -> Position | None:
        if not self.rows:
            self.error("empty", "there is no board of letters", (0, len(self.source)))
            return None
        self._view()
        if len(self.rows) != self.height:
            spare = len(self.rows) - self.height
            hint = f"{abs(spare)} rank{'s' if abs(spare) != 1 else ''} too {'many' if spare > 0 else 'few'}"
            message = (
                f"the board has {len(self.rows)} rank{'s' if len(self.rows) != 1 else ''} instead of {self.height}"
            )
            place = self.rows[self.height if spare > 0 else -1][1]
            self.error("rank-count", message, place.span, hint)
        for i, (row, placed) in enumerate(self.rows[: self.height]):
            self._width(i, row, placed)
        pieces = self._pieces() if len(self.rows) == self.height else []
        if self.findings:
            return None
        if self.view == "black":
            pieces.reverse()
        return Position(width=self.width, height=self.height, pieces=tuple(pieces), turn=self._turn())

    def _width(self, index: int, row: Row, placed: _Placed) -> None:
        count = len(row.cells)
        if count != self.width:
            spare = count - self.width
            hint = f"{abs(spare)} square{'s' if abs(spare) != 1 else ''} too {'many' if spare > 0 else 'few'}"
            message = f"rank {self._rank(index)} has {count} squares instead of {self.width}"
            span = placed.start + row.cells[0].start, placed.start + row.cells[-1].end
            self.error("rank-width", message, span, hint)

    def _rank(self, index: int) -> int:
        """The number of a row's rank."""
        return index + 1 if self.view == "black" else self.height - index

    def _view(self) -> None:
        """From which side the board is seen, by what stands at its edges."""
        files = self._files()
        labelled = [(i, row.label, placed) for i, (row, placed) in enumerate(self.rows) if row.label is not None]
        turned = [label == i + 1 for i, label, _ in labelled]
        upright = [label == self.height - i for i, label, _ in labelled]
        if files == "black" or (labelled and all(turned) and not all(upright)):
            self.view = "black"
        for (i, label, placed), good in zip(labelled, turned if self.view == "black" else upright, strict=True):
            if not good:
                message = f"the rank is labelled {label}, not {self._rank(i)}"
                hint = "ranks and files at the edges say the opposite" if files and all(upright or turned) else None
                self.error("rank-label", message, placed.span, hint)
                return
        if self.view == "black" and not files:
            message = "rank 1 stands at the top, and nothing tells where file a is"
            self.error("orientation", message, labelled[0][2].span, "letters of the files below the board tell it")
        elif self.view == "black" and files == "white":
            message = "rank 1 stands at the top and file a at the left: the board would be a mirror image"
            self.error("orientation", message, labelled[0][2].span)

    def _files(self) -> Side | None:
        """The side at the bottom by the letters of the files."""
        found: Side | None = None
        for placed in self.lines:
            if placed.line.kind != "files":
                continue
            expected = _ALPHABET[: self.width]
            side: Side = "white" if placed.line.value.startswith("a") else "black"
            if placed.line.value != (expected if side == "white" else expected[::-1]):
                message = f"the files are labelled {shorten(placed.line.value)}, not {expected}"
                self.error("file-labels", message, placed.span)
            elif found not in (None, side):
                self.error("file-labels", "the files are labelled in both directions", placed.span)
            found = found or side
        return found

    def _pieces(self) -> list[Piece | None]:
        """The squares from the top left on, those of ranks as wide as the board."""
        cells = [cell for row, _ in self.rows for cell in row.cells]
        starred = any(is_starred(cell.text) for cell in cells) and not any(self._lower(cell) for cell in cells)
        empty: dict[str, int] = {}
        pieces: list[Piece | None] = []
        whole = [(i, row, placed) for i, (row, placed) in enumerate(self.rows) if len(row.cells) == self.width]
        for i, row, placed in whole:
            for k, cell in enumerate(row.cells):
                piece = piece_of(cell.text, self.letters, starred=starred)
                pieces.append(piece)
                if piece is None and is_empty(cell.text):
                    empty.setdefault(cell.text[:1], len(empty))
                    if empty[cell.text[:1]] == 2:
                        self._third(cell, placed, i, k)
                        empty[cell.text[:1]] = 9  # said once
                elif piece is None:
                    self._unknown(cell, placed, i, k)
        self._foreign({cell.text.upper() for cell in cells if not is_empty(cell.text)})
        return pieces

    def _lower(self, cell: Cell) -> bool:
        """Whether a square has a piece of Black without a star."""
        piece = piece_of(cell.text, self.letters)
        return piece is not None and piece.side == "black"

    def _square(self, row: int, column: int) -> str:
        file = self.width - 1 - column if self.view == "black" else column
        return Square(file, self._rank(row) - 1).name

    def _third(self, cell: Cell, placed: _Placed, row: int, column: int) -> None:
        sign = code_point(cell.text[0]) if cell.text else "a blank"
        message = f"{sign} on {self._square(row, column)} is a third sign for empty squares"
        hint = "one sign, or one for light and one for dark squares"
        self.error("empty-square", message, (placed.start + cell.start, placed.start + cell.end), hint)

    def _unknown(self, cell: Cell, placed: _Placed, row: int, column: int) -> None:
        sign = code_point(cell.text) if len(cell.text) == 1 else f"'{shorten(cell.text)}'"
        message = f"{sign} on {self._square(row, column)} is no piece and no empty square"
        self.error("piece", message, (placed.start + cell.start, placed.start + cell.end))

    def _foreign(self, letters: set[str]) -> None:
        """Replace the reports of unknown letters by one, when the whole board fits another language."""
        unknown = [finding for finding in self.findings if finding.code == "piece"]
        fits = [code for code, known in LETTERS.items() if letters <= set(map(str.upper, known.letters))]
        if unknown and fits and self.letters == "en":
            self.findings = [finding for finding in self.findings if finding not in unknown]
            hint = f"the board fits the piece letters of {named(fits)}"
            self.error("foreign-letters", unknown[0].message, unknown[0].span, hint)

    def _turn(self) -> Side | None:
        """The side to move, by lines of their own or beside ranks, which must not contradict each other."""
        told: list[tuple[Side, _Placed]] = [
            ("white" if placed.line.value == "white" else "black", placed)
            for placed in self.lines
            if placed.line.kind == "turn"
        ]
        told += [(side, placed) for row, placed in self.rows if (side := turn_beside(row))]
        for side, placed in told:
            if side != told[0][0]:
                message = f"{side.title()} is to move here, {told[0][0].title()} in another line"
                self.error("turn-differs", message, placed.span)
                break
        return told[0][0] if told else None

    def _with_fen(self, position: Position, placed: _Placed) -> Position | None:
        """The position of a FEN beside the board, which knows more; both must show the same."""
        found = read_fen(placed.line.value, width=self.width, height=self.height)
        at = placed.start + placed.line.start
        for finding in found.findings:
            self.findings.append(replace(finding, span=(finding.span[0] + at, finding.span[1] + at)))
        if found.position is None:
            return None
        for i, (one, two) in enumerate(zip(position.pieces, found.position.pieces, strict=True)):
            if (one and one.symbol) != (two and two.symbol):
                name = position.square(i).name
                shown = [piece.symbol if piece else "nothing" for piece in (one, two)]
                message = f"the board has {shown[0]} on {name}, its FEN {shown[1]}"
                self.error("fen-differs", message, (at, at + len(placed.line.value)))
                return None
        turn = found.position.turn or position.turn
        if position.turn not in (None, turn):
            message = f"{(turn or '').title()} is to move by the FEN, {(position.turn or '').title()} by the board"
            self.error("turn-differs", message, (at, at + len(placed.line.value)))
        return found.position if found.position.turn == turn else replace(found.position, turn=turn)
