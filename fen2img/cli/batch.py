"""`fen2img batch`: lists of positions to images."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Optional

import typer

from fen2img.batching.engine import Watch
from fen2img.batching.job import Drawn
from fen2img.batching.outputs import outputs_of
from fen2img.batching.report import Report
from fen2img.batching.run import batch as run_batch
from fen2img.cli.inputs import read_sources, source_name
from fen2img.cli.interrupts import Interrupts
from fen2img.cli.options import (
    Board,
    Fairy,
    Force,
    Strict,
    StyleFile,
    argument_text,
    board_size,
    effective,
)
from fen2img.cli.progress import Progress, count_lines
from fen2img.errors import OptionError, visible
from fen2img.inputs import Record
from fen2img.inputs.options import ReadOptions
from fen2img.render import check_applicable

EXAMPLES = """[bold]Examples[/bold]

fen2img batch puzzles.txt -o diagrams --format png --size 600

fen2img batch puzzles.txt -o diagrams --format svg,png,png@2x --name "{n:04}-{slug}"

fen2img batch part1.txt part2.txt -o set.tar --manifest set.csv --errors refused.jsonl

grep -v draw list.txt | fen2img batch - -o diagrams

[bold]Exit codes[/bold]

0 all done, 1 some records refused, 2 wrong usage, 3 output failed, 130 interrupted"""

#: So many notices about names are printed one by one; the summary counts them all.
NOTICES = 3
_ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'"})

Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT…", help="Files of any kind: lists, tables, games …; - for standard input.", show_default=False
    ),
]
Out = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="OUT",
        help="A folder, a URL such as s3://…, NAME.zip, NAME.tar, or - for a tar.",
        show_default=False,
    ),
]
Formats = Annotated[
    str, typer.Option("--format", metavar="NAMES", help="Formats, with commas: svg,png,png@2x (twice the pixels).")
]
Name = Annotated[
    Optional[str],  # noqa: UP045 - typer reads it at run time
    typer.Option(
        "--name",
        metavar="TEMPLATE",
        help="Names of the files: {n:04}, {id}, {slug}, {hash} …, / for folders.",
        rich_help_panel="Files",
    ),
]
Shard = Annotated[
    int,
    typer.Option("--shard", metavar="N", help="Folders 000, 001 … of N records each.", rich_help_panel="Files"),
]
Dedupe = Annotated[bool, typer.Option("--dedupe", help="Write equal diagrams once.", rich_help_panel="Files")]
Existing = Annotated[
    Optional[Literal["error", "skip", "replace"]],  # noqa: UP045
    typer.Option(
        "--if-exists", metavar="WORD", help="Files that exist: error (default), skip, replace.", rich_help_panel="Files"
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a batch that was stopped.", rich_help_panel="Files")]
OnError = Annotated[
    Literal["skip", "stop"],
    typer.Option("--on-error", metavar="WORD", help="At a refused record: skip it, or stop.", rich_help_panel="Report"),
]
Errors = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--errors", metavar="FILE", help="Refused records as JSON lines.", rich_help_panel="Report"),
]
Manifest = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--manifest", metavar="FILE", help="A line for each file: .jsonl or .csv.", rich_help_panel="Report"),
]
Html = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--html", metavar="FILE", help="A page that shows all diagrams.", rich_help_panel="Report"),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.", rich_help_panel="Report")]
Jobs = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--jobs", "-j", metavar="N", help="Processes that draw. [default: one for each core]"),
]
Scheduler = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--scheduler", metavar="ADDRESS", help="Draw on the workers of Dask: tcp://HOST:8786."),
]


def batch(
    context: typer.Context,
    sources: Inputs,
    output: Out,
    format: Formats = "png",
    board: Board = "8x8",
    fairy: Fairy = False,
    strict: Strict = False,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    name: Name = None,
    shard: Shard = 0,
    dedupe: Dedupe = False,
    if_exists: Existing = None,
    force: Force = False,
    resume: Resume = False,
    on_error: OnError = "skip",
    errors: Errors = None,
    manifest: Manifest = None,
    html: Html = None,
    quiet: Quiet = False,
    style_file: StyleFile = None,
    reading: ReadOptions = ReadOptions(),  # noqa: B008
    asked: dict[str, object] = {},  # noqa: B006
    marks: dict[str, Any] = {},  # noqa: B006
) -> None:
    """Draw lists of positions: one FEN a line, # comments, text behind the FEN is kept as the caption.

    Bad lines are reported and the rest is drawn; then the exit code is 1. Images are named 0001, 0002 … by the place
    in the list, so that a mended line keeps its name.
    """
    outputs = outputs_of(format)
    style, marks = effective(style_file, asked, marks)
    check_applicable(asked, [o.format for o in outputs], style)
    if force and if_exists not in (None, "replace"):
        raise OptionError(f"--force and --if-exists {if_exists} exclude each other")
    if sources.count("-") > 1:
        raise OptionError("standard input is named twice")
    if scheduler is not None and jobs is not None:
        raise OptionError("--scheduler and --jobs exclude each other", hint="the scheduler knows its workers")
    interrupts = Interrupts()
    total = count_lines(sources, reading) if not quiet and sys.stderr.isatty() else None
    screen = _Screen(interrupts, quiet, total, list(context.find_root().obj or ()), stop=on_error == "stop")
    with interrupts, screen:
        report = run_batch(
            interrupts.between(read_sources(sources, reading)),
            output,
            formats=format,
            style=style,
            marks=marks,
            board=board_size(board),
            fairy=fairy,
            reading=reading,
            strict=strict,
            name=argument_text(name) if name is not None else None,
            shard=shard,
            dedupe=dedupe,
            if_exists="replace" if force else if_exists or "error",
            on_error=on_error,
            resume=resume,
            manifest=manifest,
            errors=errors,
            html=html,
            jobs=jobs if jobs is not None else 1 if scheduler is not None else _cores(),
            scheduler=scheduler,
            inputs=[source_name(s) for s in sources],
            watch=screen,
        )
    raise typer.Exit(1 if report.refused else 0)


def _cores() -> int:
    """How many processes can run at a time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Screen(Watch):
    """What a person sees of a batch, on standard error."""

    def __init__(self, interrupts: Interrupts, quiet: bool, total: int | None, words: list[str], *, stop: bool) -> None:
        self.interrupts, self.quiet, self.words, self.stop = interrupts, quiet, words, stop
        self.progress = Progress(not quiet and sys.stderr.isatty(), quiet, total)
        self.notices = 0
        self.last: Record | None = None

    def __enter__(self) -> _Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def record(self, record: Record, drawn: Drawn) -> None:
        self.last = record
        for finding in drawn.findings:
            print(finding.draw(record.text, record.where), file=sys.stderr)

    def renamed(self, record: Record, wanted: str, name: str) -> None:
        self.notices += 1
        if self.notices <= NOTICES:
            print(visible(f"{record.where}: the name {wanted} is taken; this is {name}"), file=sys.stderr)

    def tick(self, counts: Mapping[str, int]) -> None:
        self.progress.show(counts)
        self.interrupts.check()

    def ended(self, report: Report, *, resumable: bool) -> None:
        self.progress.stop()
        if (
            self.last
            and self.stop
            and not report.finished
            and report.findings
            and report.findings[-1].record == self.last
        ):
            print(f"stopped at {visible(self.last.where)}, as --on-error stop asks", file=sys.stderr)
        if self.quiet or not (report.read or report.finished):
            return
        print(report, file=sys.stderr)
        if resumable:
            print(f"to go on: {_going_on(self.words)}", file=sys.stderr)


def _going_on(words: list[str]) -> str:
    """The command that goes on, as a shell reads it; `--resume` comes before `--`, behind which all are inputs."""
    end = words.index("--") if "--" in words else len(words)
    options = [word for word in words[:end] if word != "--resume"]
    return " ".join(map(_quoted, ["fen2img", *options, "--resume", *words[end:]]))


def _quoted(word: str) -> str:
    """A word for a shell; what cannot be shown is escaped, as bash, zsh and others read it in `$'…'`."""
    shown = word.translate(_ESCAPES)
    shown = "".join(f"\\x{ord(c) - 0xDC00:02x}" if "\udc80" <= c <= "\udcff" else visible(c) for c in shown)
    return shlex.quote(word) if visible(word) == word else f"$'{shown}'"
