"""`fen2img fen`: any input to FEN, or to other texts of positions."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Literal

import typer

from fen2img.cli.inputs import all_records, check_some
from fen2img.cli.options import Board, Fairy, Strict, rules_of
from fen2img.errors import OptionError
from fen2img.inputs import ReadOptions, read_record, told
from fen2img.inputs.writing import FORMS

EXAMPLES = """[bold]Examples[/bold]

fen2img fen game.pgn --at all

fen2img fen puzzles.csv --rating 1200-1600 --limit 100 > easy.txt

fen2img fen suite.epd --to csv > suite.csv

fen2img fen "position startpos moves e2e4 e7e5 g1f3" --json"""


def fen(
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="INPUT…", help="Files, or one position; - for standard input.", show_default=False),
    ],
    to: Annotated[
        Literal["fen", "epd", "csv", "jsonl"],
        typer.Option("--to", metavar="FORM", help="What to write: fen, epd, csv, jsonl."),
    ] = "fen",
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a record, refused ones too, with what is wrong.")
    ] = False,
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Strict = False,
    reading: ReadOptions = ReadOptions(),  # noqa: B008
) -> None:
    """Turn any input into FENs of six fields, one a line; the exit code is 1 when any position was refused."""
    if as_json and to != "fen":
        raise OptionError(f"--json and --to {to} exclude each other")
    rules, form = rules_of(board, fairy, reading), FORMS[to]
    read = refused = 0
    for record in all_records(inputs, reading):
        found = read_record(record, rules)
        ok = found.good(strict=strict)
        if not (read or as_json):
            sys.stdout.write(form.head)
        read += 1
        refused += not ok
        one = told(record, found, ok=ok)
        if as_json:
            print(json.dumps(one))
            continue
        for finding in found.findings:
            print(finding.draw(found.source, record.where), file=sys.stderr)
        if ok:
            sys.stdout.write(form.line(one, record.fields))
    check_some(read, inputs, reading)
    raise typer.Exit(1 if refused else 0)
