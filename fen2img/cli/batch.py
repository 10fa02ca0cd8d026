"""`fen2img batch`: a list of positions to images."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from fen2img.batch import Marking, Outcome, Report, run
from fen2img.cli.interrupts import Interrupts
from fen2img.cli.options import Board, Fairy, Force, StyleFile, board_size, effective, read_list
from fen2img.errors import OptionError
from fen2img.formats import Format, format_named
from fen2img.render import check_applicable

EXAMPLES = """[bold]Examples[/bold]

fen2img batch puzzles.txt -o diagrams --format png --size 600

fen2img batch puzzles.txt -o diagrams --format svg,png --orientation auto --marker square

grep -v draw list.txt | fen2img batch - -o diagrams"""


def batch(
    source: Annotated[
        str, typer.Argument(metavar="LIST", help="One FEN a line; - for standard input.", show_default=False)
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder for the images; made if need be.",
            show_default=False,
        ),
    ],
    format: Annotated[str, typer.Option("--format", metavar="NAMES", help="Formats, with commas: svg,png.")] = "png",
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Refuse what would only be a warning, and stop at the first refusal."),
    ] = False,
    force: Force = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")] = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
    marks: dict[str, Any] = {},  # noqa: B006
) -> None:
    """Draw a list of positions: one FEN a line, # comments, text behind the FEN is kept as the caption.

    Bad lines are reported and the rest is drawn; then the exit code is 1. Images are named 0001, 0002 … by the place
    in the list, so that a mended line keeps its name.
    """
    targets = _formats(format)
    style, marks = effective(style_file, asked, marks)
    check_applicable(asked, targets, style)
    width, height = board_size(board)
    if not output:
        raise OptionError("the name of the output folder is empty")
    report, interrupts = Report(), Interrupts()
    records = interrupts.between(read_list(source))
    rules: dict[str, Any] = {
        "width": width,
        "height": height,
        "fairy": fairy,
        "marking": Marking.of(marks, width, height),
    }
    outcomes = run(records, Path(output), style, targets, **rules, replace=force, strict=strict)
    try:
        with interrupts:
            _follow(outcomes, report, strict, quiet)
    except BaseException:
        _sum_up(report, quiet or not report.read)
        raise
    _sum_up(report, quiet)
    raise typer.Exit(1 if report.refused else 0)


def _sum_up(report: Report, quiet: bool) -> None:
    if not quiet:
        print(report, file=sys.stderr)


def _formats(names: str) -> list[Format]:
    targets = [format_named(name.strip()) for name in names.split(",")]
    for target in targets:
        if targets.count(target) > 1:
            raise OptionError(f"--format {names} names {target.name} twice")
    return targets


def _follow(outcomes: Iterable[Outcome], report: Report, strict: bool, quiet: bool) -> None:
    """Draw, counting and telling what is refused or doubtful."""
    with _Progress(quiet) as progress:
        for outcome in outcomes:
            report.add(outcome)
            for finding in outcome.findings:
                print(finding.draw(outcome.record.text, outcome.record.where), file=sys.stderr)
            progress.advance(report)
            if strict and outcome.refused:
                print(f"stopped at {outcome.record.where}, as --strict asks", file=sys.stderr)
                break


class _Progress:
    """A line on a terminal that counts; nothing elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()
        self.bar: Any = None

    def __enter__(self) -> _Progress:
        if self.shown:
            from rich.console import Console
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            columns = (
                SpinnerColumn(),
                TextColumn("{task.completed} drawn, {task.fields[refused]} refused"),
                TimeElapsedColumn(),
            )
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("", total=None, refused=0)
        return self

    def advance(self, report: Report) -> None:
        if self.bar:
            self.bar.update(self.task, completed=report.drawn, refused=report.refused)

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()
