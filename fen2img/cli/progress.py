"""How far a batch is: a bar on a terminal, elsewhere a line from time to time."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fen2img.errors import OptionError
from fen2img.inputs.options import ReadOptions

#: Seconds between two lines, and between two pictures of the bar.
LINE, FRAME = 10.0, 0.1
#: Kinds of input that have a record a line.
LINES = ("list", "epd")


class Progress:
    """The progress of a batch on standard error. The bar has no thread of its own: processes may be begun below it."""

    def __init__(self, terminal: bool, quiet: bool, total: int | None) -> None:
        self.terminal, self.quiet, self.total = terminal, quiet, total
        self.bar: Any = None
        self.begun = self.shown = time.monotonic()
        self.before: int | None = None

    def show(self, counts: Mapping[str, int]) -> None:
        """Show it, if it is time."""
        now = time.monotonic()
        if self.before is None:
            self.before = counts["read"]  # what an earlier run did says nothing about the rate
        if self.quiet or now - self.shown < (FRAME if self.terminal else LINE):
            return
        self.shown = now
        rate = (counts["read"] - self.before) / max(now - self.begun, 1e-6)
        if self.terminal:
            self._bar(counts, rate)
        else:
            print(line(counts, rate, self.total), file=sys.stderr)

    def _bar(self, counts: Mapping[str, int], rate: float) -> None:
        if self.bar is None:
            self._start()
        total = max(self.total, counts["read"]) if self.total else None
        self.bar.update(
            self.task, completed=counts["read"], total=total, refused=counts["refused"], rate=f"{rate:,.0f}"
        )
        self.bar.refresh()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[refused]} refused, {task.fields[rate]}/s"),
            TimeRemainingColumn() if self.total else TimeElapsedColumn(),
        )
        self.bar = Bar(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
        self.bar.start()
        self.task = self.bar.add_task("", total=self.total, refused=0, rate="0")

    def stop(self) -> None:
        """Remove the bar."""
        if self.bar:
            self.bar.stop()
            self.bar = None
            self.quiet = True


def line(counts: Mapping[str, int], rate: float, total: int | None) -> str:
    """`1200 read, 3 refused; 400/s`."""
    text = f"{counts['read']} read, {counts['refused']} refused; {rate:,.0f}/s"
    if total and rate and counts["read"] < total:
        text += f", {_duration((total - counts['read']) / rate)} left of about {total}"
    return text


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


def count_lines(names: Iterable[str], reading: ReadOptions = ReadOptions()) -> int | None:  # noqa: B008
    """The lines of lists, quickly: blank ones and comments count, too.

    None where one of them cannot be counted, or is of a kind whose records are no lines.
    """
    total = 0
    for name in names:
        try:
            lines = _lines(Path(name), reading) if Path(name).is_file() else None
        except (OSError, ValueError, OptionError):
            return None
        if lines is None:
            return None
        total += lines if reading.limit is None else min(lines, reading.limit)
    return total


def _lines(file: Path, reading: ReadOptions) -> int | None:
    from fen2img.inputs.kinds import kind_of
    from fen2img.inputs.streams import packing_of
    from fen2img.inputs.text import Text

    with file.open("rb") as stream:
        if packing_of(file.name, stream.peek()) or kind_of(file.name, Text(stream, "").head, reading).name not in LINES:
            return None
        stream.seek(0)
        total, last = 0, b"\n"
        while block := stream.read(1 << 20):
            total += block.count(b"\n")
            last = block[-1:]
    return total + (last != b"\n")
