"""The batch: records in, files out, every refused record accounted for."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from fen2img.batch.sources import Record
from fen2img.errors import DiagramError, Finding, NotationError, OutputError
from fen2img.files import write_whole
from fen2img.formats import Format
from fen2img.marks import Mark, check_on_board, parse_marks
from fen2img.notation import read_fen
from fen2img.render import render
from fen2img.style import Style


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a record: the files written, or none when it was refused."""

    record: Record
    files: tuple[Path, ...]
    findings: tuple[Finding, ...]

    @property
    def refused(self) -> bool:
        """Whether nothing was drawn."""
        return not self.files


class Marking(NamedTuple):
    """The marks that every diagram of a batch gets."""

    marks: tuple[Mark, ...]
    auto_check: bool

    @classmethod
    def of(cls, asked: Mapping[str, object], width: int, height: int) -> Marking | None:
        """What is asked for, if anything. Raises OptionError for what no diagram of that size can have."""
        marks = parse_marks({name: value for name, value in asked.items() if name != "auto_check"})
        check_on_board(marks, width, height)
        for wish in [name.replace("_", "-") for name in ("auto_check", "legal") if asked.get(name)]:
            from fen2img.rules import rules

            rules(width, height, wish)
        return cls(marks, bool(asked.get("auto_check"))) if asked else None


@dataclasses.dataclass(slots=True)
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
    marking: Marking | None = None,
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
            if marking:
                diagram = diagram.with_marks(marking.marks, auto_check=marking.auto_check)
            diagram = dataclasses.replace(diagram, number=record.number)
            stem = folder / f"{record.number:04}"
            files = {stem.with_suffix(t.suffixes[0]): render(diagram, style, t) for t in formats}
        except NotationError as error:
            yield Outcome(record, (), error.findings)
            continue
        except DiagramError as error:
            finding = Finding("error", error.code, error.message, (0, len(record.text)), error.hint)
            yield Outcome(record, (), (finding,))
            continue
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
