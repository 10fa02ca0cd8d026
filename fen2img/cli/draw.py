"""`fen2img FEN…`: one diagram."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from fen2img.cli.app import COMMANDS
from fen2img.cli.inputs import is_input, one_record
from fen2img.cli.options import (
    Board,
    Fairy,
    Strict,
    StyleFile,
    argument_text,
    effective,
    rules_of,
)
from fen2img.errors import NotationError, OptionError, near_match
from fen2img.files import check_stdout, file_stem, free_name, write_whole
from fen2img.formats import Format, format_named, format_of
from fen2img.inputs import ReadOptions, read_record, words_of
from fen2img.layout import layout
from fen2img.render import check_applicable, render

EXAMPLES = """[bold]Examples[/bold]

fen2img "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" -o mate.svg

fen2img 6k1/5ppp/8/8/8/8/8/K2R4 w -o mate.png --size 800 --marker square

fen2img 6k1/5ppp/8/8/8/8/8/K2R4 w -o mate.svg --arrow Gd1d8,Rg8h8:dashed --circle g8 --title "Mate in one"

fen2img 6k1/5ppp/8/8/8/8/8/K2R4 -o mate.pdf --theme print --width 60mm

echo "6k1/5ppp/8/8/8/8/8/K2R4" | fen2img - -o - --format png > mate.png"""


Fen = Annotated[
    list[str],
    typer.Argument(
        metavar="FEN…", help="The FEN, quoted or not; a file with one; - for standard input.", show_default=False
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to, replacing what is there; the suffix is the format; - for a pipe.",
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", help="svg, png, jpeg, webp, pdf, eps, ps or tiff, where no suffix tells it."
    ),
]


def draw(
    fen: Fen,
    output: Output = None,
    format: FormatName = None,
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Strict = False,
    reading: ReadOptions = ReadOptions(),  # noqa: B008
    force: Annotated[
        bool, typer.Option("--force", "-f", help="Replace an existing file where -o does not name it.")
    ] = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
    marks: dict[str, Any] = {},  # noqa: B006
) -> None:
    """Draw one diagram. Drawing needs no command word: fen2img FEN… does it."""
    _check_words(fen)
    target = _format(output, format)
    style, marks = effective(style_file, asked, marks)
    check_applicable(asked, [target], style)
    record = one_record(fen, reading)
    found, where = read_record(record, rules_of(board, fairy, reading)), record.where
    try:
        diagram = found.diagram(strict=strict, **words_of(record)).marked(**marks)
    except NotationError as error:
        print(error.report(where), file=sys.stderr)
        if found.position:
            print("refused, as --strict asks", file=sys.stderr)
        raise typer.Exit(error.exit_code) from None
    for finding in found.findings:
        print(finding.draw(found.source, where), file=sys.stderr)
    if output and record.source and _same_file(output, record.source):
        raise OptionError(f"{output} holds the position to draw", hint="-o names another file")
    data = render(diagram, style, target)
    if output == "-":
        _to_stdout(data)
    elif output:
        write_whole(Path(output), data, replace=True)
    else:
        path = _own_name(
            file_stem(layout(diagram, style).title) if style.title else "diagram", target.suffixes[0], force
        )
        write_whole(path, data, replace=force)
        print(argument_text(str(path)))


def _check_words(words: list[str]) -> None:
    """Raises OptionError for a first word that is neither a FEN nor a file."""
    first = words[0].lower()
    if first == "help":
        raise OptionError("'help' is neither a command nor a FEN", hint="fen2img --help")
    if first in COMMANDS and not is_input(words[0]):
        raise OptionError(f"the command {first} comes first, before options", hint=f"fen2img {first} --help")
    if re.fullmatch("[a-z]{4,8}", first) and not is_input(first) and (close := near_match(first, COMMANDS)):
        raise OptionError(f"{words[0]!r} is neither a command nor a FEN", hint=close)


def _format(output: str | None, asked: str | None) -> Format:
    if output == "":
        raise OptionError("the name of the output is empty")
    if output and output != "-" and Path(output).is_dir():
        raise OptionError(f"{output} is a folder", hint=f"name a file in it, such as {Path(output) / 'diagram.svg'}")
    if asked is not None:
        chosen = format_named(asked)
        if output and output != "-" and Path(output).suffix and format_of(output) != chosen:
            raise OptionError(f"--format {asked} does not fit {output!r}", hint="leave one of them out")
        return chosen
    return format_of(output) if output and output != "-" else format_named("svg")


def _same_file(output: str, source: str) -> bool:
    try:
        return Path(output).samefile(source)
    except OSError:  # one of them is not there
        return False


def _own_name(stem: str, suffix: str, force: bool) -> Path:
    """A name for the output in the working folder, as a file system takes it that wants ASCII."""
    stem = os.fsdecode(stem.encode("utf-8", "replace"))
    return Path(stem + suffix) if force else free_name(Path(), stem, suffix)


def _to_stdout(data: bytes) -> None:
    check_stdout("an image")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
