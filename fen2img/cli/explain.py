"""`fen2img explain`: a FEN field by field, for those who learn to read one."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from fen2img.cli.inputs import one_record
from fen2img.cli.options import Board, Fairy, rules_of
from fen2img.cli.screens import Ascii, When, screen_for
from fen2img.errors import NotationError
from fen2img.explain import explain as explained
from fen2img.explain import explanation_text
from fen2img.inputs import ReadOptions, read_record, told, words_of
from fen2img.notation import written_fields

EXAMPLES = """[bold]Examples[/bold]

fen2img explain "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"

fen2img explain 6k1/5ppp/8/8/8/8/8/K2R4 w --ascii

fen2img explain puzzles.txt --limit 1 --json"""


def explain(
    fen: Annotated[
        list[str],
        typer.Argument(
            metavar="FEN…", help="The FEN, quoted or not; a file with one; - for standard input.", show_default=False
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    when: When = "auto",
    ascii: Ascii = False,
    board: Board = "8x8",
    fairy: Fairy = False,
    reading: ReadOptions = ReadOptions(),  # noqa: B008
) -> None:
    """Explain a FEN field by field, with the board, and say what is odd about the position; no oddity is refused."""
    record = one_record(fen, reading)
    rules = rules_of(board, fairy, reading)
    found, where = read_record(record, rules), record.where
    source = told(record, found, ok=False)["source"]
    try:
        diagram = found.diagram(**words_of(record))
    except NotationError as error:
        if as_json:
            print(json.dumps(told(record, found, ok=False), ensure_ascii=True))
        else:
            print(error.report(where), file=sys.stderr)
        raise typer.Exit(error.exit_code) from None
    written = written_fields(record.text, width=rules.width, height=rules.height) if record.notation == "fen" else None
    said = explained(found, diagram, written)
    if as_json:
        print(json.dumps({"source": source, **said.as_dict()}, ensure_ascii=True))
    else:
        print(explanation_text(said, screen_for(when, ascii), where=where))
