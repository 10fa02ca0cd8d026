"""`fen2img check`: lint positions without drawing them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from fen2img.batching.sources import Record
from fen2img.cli.options import Board, Fairy, Strict, board_size, read_list
from fen2img.errors import OptionError
from fen2img.notation import Reading, read_fen

EXAMPLES = """[bold]Examples[/bold]

fen2img check puzzles.txt

fen2img check puzzles.txt more.txt --json > findings.jsonl

fen2img check --fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1" """


def check(
    lists: Annotated[
        list[str] | None,
        typer.Argument(metavar="LIST…", help="Lists with one FEN a line; - for standard input.", show_default=False),
    ] = None,
    fen: Annotated[
        list[str] | None,
        typer.Option("--fen", metavar="TEXT", help="A single FEN; may be repeated.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a record on standard output.")] = False,
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Strict = False,
) -> None:
    """Check positions without drawing them; the exit code is 1 when any was refused."""
    if not lists and not fen:
        raise OptionError("nothing to check", hint="name a list, or give --fen TEXT")
    width, height = board_size(board)
    read = refused = doubtful = 0
    for record in _records(lists or [], fen or []):
        reading = read_fen(record.text, width=width, height=height, fairy=fairy)
        ok = reading.position is not None and not (strict and reading.findings)
        read += 1
        refused += not ok
        doubtful += ok and bool(reading.findings)
        if as_json:
            print(json.dumps(_as_dict(record, reading, ok), ensure_ascii=True))
        else:
            for finding in reading.findings:
                print(finding.draw(reading.source, record.where if record.source else ""))
    if not as_json:
        print(
            f"{read} read: {read - refused - doubtful} good, {doubtful} doubtful, {refused} refused",
            file=sys.stderr,
        )
    raise typer.Exit(1 if refused else 0)


def _records(lists: list[str], fens: list[str]) -> Iterator[Record]:
    for number, text in enumerate(fens, 1):
        yield Record("", 1, number, text)
    for name in lists:
        yield from read_list(name)


def _as_dict(record: Record, reading: Reading, ok: bool) -> dict[str, object]:
    return {
        "source": {"file": record.source or None, "line": record.line},
        "ok": ok,
        "fen": reading.position.fen() if ok and reading.position else None,
        "findings": [f.as_dict() for f in reading.findings],
    }
