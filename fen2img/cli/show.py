"""`fen2img show`: boards in the terminal."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from fen2img.cli.inputs import all_records, check_some
from fen2img.cli.options import Board, Fairy, Strict, StyleFile, effective, rules_of
from fen2img.cli.screens import Ascii, When, screen_for
from fen2img.errors import DiagramError, NotationError
from fen2img.inputs import ReadOptions, read_record, words_of
from fen2img.showing import As, Showing, check_shown
from fen2img.style import in_group

EXAMPLES = """[bold]Examples[/bold]

fen2img show "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"

fen2img show 6k1/5ppp/8/8/8/8/8/K2R4 w --lastmove d3d1 --orientation black --as text

fen2img show puzzles.txt --limit 3 --theme green"""

#: Options of the style that no picture in a terminal has a use for.
NO_OPTIONS = ("width", "dpi", *in_group("Format"))


def show(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT…",
            help="A FEN, quoted or not; files with positions; - for standard input.",
            show_default=False,
        ),
    ],
    as_: Annotated[
        As,
        typer.Option("--as", metavar="WORD", help="What is shown: text, or a picture by kitty, iterm or sixel."),
    ] = "auto",
    when: When = "auto",
    ascii: Ascii = False,
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Strict = False,
    reading: ReadOptions = ReadOptions(),  # noqa: B008
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
    marks: dict[str, Any] = {},  # noqa: B006
) -> None:
    """Show positions in the terminal: as a picture where it can (kitty, iTerm2, sixel), else as text in colour.

    In a pipe it is plain text.
    """
    style, marks = effective(style_file, asked, marks)
    check_shown(as_, asked, style, plain={"--ascii": ascii, "--color": when != "auto"})
    showing = Showing.of(as_, style, screen_for(when, ascii), sys.stdout, os.environ, letters=ascii)
    rules = rules_of(board, fairy, reading)
    refused = shown = 0
    for record in all_records(inputs, reading):
        found, where = read_record(record, rules), record.where
        try:
            diagram = found.diagram(strict=strict, number=record.number, **words_of(record)).marked(**marks)
            text = showing.text(diagram)
        except (NotationError, DiagramError) as error:
            print(error.report(where) if isinstance(error, NotationError) else error.report(), file=sys.stderr)
            refused += 1
            continue
        for finding in found.findings:
            print(finding.draw(found.source, where), file=sys.stderr)
        print("\n" * bool(shown) + text)
        shown += 1
    check_some(shown + refused, inputs, reading)
    raise typer.Exit(1 if refused else 0)
