"""`fen2img check`: lint positions without drawing them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import typer

from fen2img.cli.inputs import check_some, read_sources, text_records
from fen2img.cli.options import Board, Fairy, Strict, rules_of
from fen2img.errors import Finding, OptionError, visible
from fen2img.inputs import ReadOptions, Record, read_record, told
from fen2img.notation import Reading

EXAMPLES = """[bold]Examples[/bold]

fen2img check puzzles.txt --odd

fen2img check puzzles.txt more.txt --json > findings.jsonl

fen2img check --fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1" """


def check(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="INPUT…", help="Files with positions; - for standard input.", show_default=False),
    ] = None,
    fen: Annotated[
        list[str] | None,
        typer.Option(
            "--fen", metavar="TEXT", help="A single FEN, EPD or line of UCI; may be repeated.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a record on standard output.")] = False,
    odd: Annotated[
        bool, typer.Option("--odd", help="Warn of what is odd, too: two kings, pawns on the last rank …")
    ] = False,
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Strict = False,
    reading: ReadOptions = ReadOptions(),  # noqa: B008
) -> None:
    """Check positions without drawing them; the exit code is 1 when any was refused."""
    if not inputs and not fen:
        raise OptionError("nothing to check", hint="name a file, or give --fen TEXT")
    rules = rules_of(board, fairy, reading)
    read = refused = doubtful = 0
    table = _Table()
    for record in _records(inputs or [], fen or [], reading):
        found = read_record(record, rules)
        if odd:
            found = _with_oddities(found)
        ok = found.good(strict=strict)
        read += 1
        refused += not ok
        doubtful += ok and bool(found.findings)
        if as_json:
            print(json.dumps(told(record, found, ok=ok), ensure_ascii=True))
        else:
            for finding in found.findings:
                print(finding.draw(found.source, record.where))
                table.add(finding, record, found.source)
    check_some(read, inputs or [], reading)
    if not as_json:
        table.show()
        print(
            f"{read} read: {read - refused - doubtful} good, {doubtful} doubtful, {refused} refused",
            file=sys.stderr,
        )
    raise typer.Exit(1 if refused else 0)


def _with_oddities(found: Reading) -> Reading:
    """A reading that warns of what is odd about its position."""
    from fen2img.oddities import oddities  # without them checking is many times as fast

    if found.position is None:
        return found
    span = 0, len(found.source.split("\n")[0])
    odd = [Finding("warning", one.code, one.message, span) for one in oddities(found.position)]
    return replace(found, findings=(*found.findings, *odd))


class _Table:
    """What is wrong with a collection, kind by kind: how often, and where for the first time."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], str] = {}

    def add(self, finding: Finding, record: Record, source: str) -> None:
        """Count a finding."""
        kind = finding.severity, finding.code
        self.counts[kind] += 1
        if kind not in self.first:
            line, column = finding.place(source)
            place = f"{record.source}:{record.line + line - 1}:{column}" if record.source else f"column {column}"
            self.first[kind] = visible(place)

    def show(self) -> None:
        """The table, errors first and the most frequent before others, where it says more than the findings did."""
        if self.counts.total() < 2:
            return
        kinds = sorted(self.counts, key=lambda kind: (kind[0], -self.counts[kind], kind[1]))
        rows = [(str(self.counts[kind]), *kind, f"first at {self.first[kind]}") for kind in kinds]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for count, severity, code, where in rows:
            cells = count.rjust(wide[0]), severity.ljust(wide[1]), code.ljust(wide[2]), where
            print("  ".join(cells), file=sys.stderr)


def _records(inputs: list[str], fens: list[str], reading: ReadOptions) -> Iterator[Record]:
    yield from text_records(fens, reading)
    yield from read_sources(inputs, reading)
