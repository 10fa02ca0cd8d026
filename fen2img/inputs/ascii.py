"""Texts with boards of letters: one record a board, whatever stands between them."""

from __future__ import annotations

from collections.abc import Iterator

from fen2img.errors import Finding
from fen2img.inputs.options import ReadOptions
from fen2img.inputs.reading import Rules
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.notation import Reading

# What tells boards from prose is imported where a text could have one: most inputs have no such lines.


def looks(head: str) -> bool:
    """Whether a text has a board of chess: such lines are nothing else, even with a slip or two."""
    lines = head.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = ["" if "/" in line else line for line in lines]  # a FEN, most of the time, and never a rank
    if len(lines) - lines.count("") < 4:
        return False
    from fen2img.inputs.boards import boards_in

    return any(board.sure() for board in boards_in(lines))


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The boards of a text; a line `# …` or `Title: …` directly above one is its title."""
    from fen2img.inputs.boards import boards_in
    from fen2img.inputs.skipped import noting

    fens: list[int] = []
    last: Record | None = None
    for board in boards_in(noting(text.lines(), fens)):
        if not board.whole():
            continue
        if last:
            yield last
        findings = text.findings() + _skipped([line for line in fens if line < board.first])
        fens[:] = [line for line in fens if line >= board.first + len(board.texts)]
        last = Record(text.source, board.first, 0, board.text(), notation="ascii", findings=findings)
    if last:  # what stands behind all boards is told with the last one
        yield last._replace(findings=last.findings + _skipped(fens))


def _skipped(fens: list[int]) -> tuple[Finding, ...]:
    """A warning of lines with FENs."""
    from fen2img.inputs.skipped import skipped

    return skipped(fens[0], len(fens), "a text with boards of letters") if fens else ()


def read_record(record: Record, rules: Rules) -> Reading:
    """The reading of a board of letters."""
    from fen2img.notation.ascii import read_ascii

    return read_ascii(record.text, width=rules.width, height=rules.height, letters=rules.letters)
