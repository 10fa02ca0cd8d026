"""The batch: records in, files out, every refused record accounted for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fen2img.batch.sources import Record
from fen2img.errors import Finding, NotationError, OutputError
from fen2img.files import write_whole
from fen2img.formats import Format
from fen2img.notation import read_fen
from fen2img.render import render
from fen2img.style import Style


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a record: the files written, or none when it was refused."""

    record: Record
    files: tuple[Path, ...]
    findings: tuple[Finding, ...]

    @property
    def refused(self) -> bool:
        """Whether nothing was drawn."""
        return not self.files


@dataclass(slots=True)
class Report:
    """The account of a batch: `read` is the sum of `drawn` and `refused`."""

    read: int = 0
    drawn: int = 0
    refused: int = 0
    doubtful: int = 0
    files: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count a record."""
        self.read += 1
        self.refused += outcome.refused
        self.drawn += not outcome.refused
        self.doubtful += bool(outcome.findings) and not outcome.refused
        self.files += len(outcome.files)

    def __str__(self) -> str:
        text = f"{self.read} read = {self.drawn} drawn + {self.refused} refused"
        if self.doubtful:
            text += f" ({self.doubtful} drawn with warnings)"
        return f"{text}; {self.files} file{'s' if self.files != 1 else ''} written"


def run(
    records: Iterable[Record],
    folder: Path,
    style: Style,
    formats: Sequence[Format],
    *,
    width: int = 8,
    height: int = 8,
    fairy: bool = False,
    replace: bool = False,
    strict: bool = False,
) -> Iterator[Outcome]:
    """Draw each record into `folder` as `0001.svg` …, numbered by its place so that a mended line keeps its name.

    Raises OutputError when a file cannot be written; then there is none of that record.
    """
    ready = False
    for record in records:
        if not ready:
            ready = _make(folder)
        reading = read_fen(record.text, width=width, height=height, fairy=fairy)
        try:
            diagram = reading.diagram(strict=strict)
        except NotationError as error:
            yield Outcome(record, (), error.findings)
            continue
        stem = folder / f"{record.number:04}"
        files = {stem.with_suffix(t.suffixes[0]): render(diagram, style, t) for t in formats}
        _write(files, replace=replace)
        yield Outcome(record, tuple(files), reading.findings)


def _make(folder: Path) -> bool:
    """Make a folder if need be; always true. Raises OutputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputError(f"{folder} is a file, not a folder", hint="name another folder") from None
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from None
    return True


def _write(files: dict[Path, bytes], *, replace: bool) -> None:
    """Write the files of a record, all of them or none of the new ones. Raises OutputError."""
    new = [path for path in files if not os.path.lexists(path)]
    try:
        for path, data in files.items():
            write_whole(path, data, replace=replace)
    except BaseException:
        for path in new:  # what was there before is there still, or already replaced by a whole file
            with suppress(OSError):
                path.unlink(missing_ok=True)
        raise
