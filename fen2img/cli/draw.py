"""`fen2img FEN…`: one diagram."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from fen2img.batch import read_records
from fen2img.cli.options import Board, Force, Strict, StyleFile, board_size, effective_style, open_input, source_name
from fen2img.errors import OptionError, OutputError, near_match
from fen2img.files import file_stem, free_name, write_whole
from fen2img.formats import Format, format_named, format_of
from fen2img.notation import Reading, read_fen
from fen2img.render import check_applicable, render

EXAMPLES = """[bold]Examples[/bold]

fen2img "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" -o mate.svg

fen2img 6k1/5ppp/8/8/8/8/8/K2R4 w -o mate.png --size 800 --marker square

fen2img 6k1/5ppp/8/8/8/8/8/K2R4 -o mate.pdf --theme print --width 60mm

echo "6k1/5ppp/8/8/8/8/8/K2R4" | fen2img - -o - --format png > mate.png"""

_COMMANDS = ("batch", "check", "pieces", "themes")


def draw(
    fen: Annotated[
        list[str],
        typer.Argument(
            metavar="FEN…",
            help="The FEN, quoted or not; a file with one; - for standard input.",
            show_default=False,
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to; the suffix chooses the format; - for standard output.",
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="NAME", help="svg, png, jpeg, webp, pdf, eps or ps, where no suffix tells it."
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="TEXT", help="Title in the metadata; names the file where -o does not."),
    ] = None,
    board: Board = "8x8",
    strict: Strict = False,
    force: Force = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
) -> None:
    """Draw one diagram. Drawing needs no command word: fen2img FEN… does it."""
    target = _format(output, format)
    style = effective_style(style_file, asked)
    check_applicable(asked, [target])
    reading, where = _read(fen, *board_size(board))
    diagram = reading.diagram(strict=strict, title=title)
    for finding in reading.findings:
        print(finding.draw(reading.source, where), file=sys.stderr)
    data = render(diagram, style, target)
    if output == "-":
        _to_stdout(data)
    elif output:
        write_whole(Path(output), data, replace=True)
    else:
        stem, suffix = file_stem(title) if title else "diagram", target.suffixes[0]
        path = Path(stem + suffix) if force else free_name(Path(), stem, suffix)
        write_whole(path, data, replace=force)
        print(path)


def _format(output: str | None, asked: str | None) -> Format:
    if asked:
        chosen = format_named(asked)
        if output and output != "-" and Path(output).suffix and format_of(output) != chosen:
            raise OptionError(f"--format {asked} does not fit {output!r}", hint="leave one of them out")
        return chosen
    return format_of(output) if output and output != "-" else format_named("svg")


def _read(words: list[str], width: int, height: int) -> tuple[Reading, str]:
    """The one position that the arguments give, and where it stands if in a file."""
    text = " ".join(words)
    if text == "-" or _is_file(text):
        return _read_file(text, width, height)
    if sum(w.count("/") >= 2 for w in words) > 1:
        raise OptionError("more than one position", hint="fen2img batch LIST -o FOLDER draws many")
    if re.fullmatch("[a-z]{4,8}", words[0]) and (close := near_match(words[0], _COMMANDS)):
        raise OptionError(f"{words[0]!r} is neither a command nor a FEN", hint=close)
    return read_fen(text, width=width, height=height), ""


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL
        return False


def _read_file(name: str, width: int, height: int) -> tuple[Reading, str]:
    source = source_name(name)
    with open_input(name) as stream:
        records = read_records(stream, source)
        record = next(records, None)
        if record is None:
            raise OptionError(f"{source} holds no position")
        if next(records, None):
            raise OptionError(
                f"{source} holds more than one position",
                hint=f"fen2img batch {name} -o FOLDER draws them all",
            )
    return read_fen(record.text, width=width, height=height), record.where


def _to_stdout(data: bytes) -> None:
    if sys.stdout.isatty():
        raise OutputError("an image would only upset the terminal", hint="send it into a file or a pipe")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
