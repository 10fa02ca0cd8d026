"""`fen2img check`: lint positions without drawing them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from fen2img.cli.options import Board, Fairy, Strict, read_source, rules_of
from fen2img.errors import OptionError
from fen2img.inputs import ReadOptions, Record, line_record, read_record, told

EXAMPLES = """[bold]Examples[/bold]

fen2img check puzzles.txt

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
    for record in _records(inputs or [], fen or [], reading):
        found = read_record(record, rules)
        ok = found.good(strict=strict)
        read += 1
        refused += not ok
        doubtful += ok and bool(found.findings)
        if as_json:
            print(json.dumps(told(record, found, ok=ok), ensure_ascii=True))
        else:
            for finding in found.findings:
                print(finding.draw(found.source, record.where if record.source else ""))
    if not as_json:
        print(
            f"{read} read: {read - refused - doubtful} good, {doubtful} doubtful, {refused} refused",
            file=sys.stderr,
        )
    raise typer.Exit(1 if refused else 0)


def _records(inputs: list[str], fens: list[str], reading: ReadOptions) -> Iterator[Record]:
    for number, text in enumerate(fens, 1):
        yield line_record("", 1, number, text)
    for name in inputs:
        yield from read_source(name, reading)
