"""The account of a batch."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple

from fen2img.batching.job import Drawn
from fen2img.errors import Finding
from fen2img.inputs import Record

#: So many refused records are kept in a report; a file of errors has them all.
KEPT = 1000


class Refused(NamedTuple):
    """A record of which nothing was drawn, and why."""

    record: Record
    findings: tuple[Finding, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """The account of a batch: `read` is always the sum of `written`, `skipped` and `refused`.

    `doubtful` records were written in spite of warnings; `duplicates`, which are skipped, are equal to earlier ones;
    `renamed` ones have a number behind their name, for it was taken. `files` counts what was written. `findings` holds
    the first refused records of this run. `finished` tells whether the batch came to its end.
    """

    read: int = 0
    written: int = 0
    skipped: int = 0
    refused: int = 0
    doubtful: int = 0
    duplicates: int = 0
    renamed: int = 0
    files: int = 0
    findings: tuple[Refused, ...] = dataclasses.field(default=(), repr=False)
    finished: bool = True

    def __str__(self) -> str:
        text = f"{self.read} read = {self.written} written + {self.skipped} skipped + {self.refused} refused"
        if self.doubtful:
            text += f" ({self.doubtful} written with warnings)"
        if self.duplicates:
            text += f"; {self.duplicates} equal to others"
        if self.renamed:
            text += f"; {self.renamed} with a number behind the name"
        return f"{text}; {self.files} file{'s' if self.files != 1 else ''} written"


COUNTS = tuple(f.name for f in dataclasses.fields(Report) if f.name not in ("findings", "finished"))


class Account:
    """A report in the making."""

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        self.counts = dict.fromkeys(COUNTS, 0) | dict(counts or {})
        self.findings: list[Refused] = []

    def add(self, record: Record, drawn: Drawn, *, renamed: bool) -> None:
        """Count a record."""
        counts, state = self.counts, drawn.state
        counts["read"] += 1
        counts["skipped" if state == "duplicate" else state] += 1
        counts["duplicates"] += state == "duplicate"
        counts["doubtful"] += state == "written" and bool(drawn.findings)
        counts["renamed"] += renamed
        counts["files"] += drawn.put
        if state == "refused" and len(self.findings) < KEPT:
            self.findings.append(Refused(record, drawn.findings))

    def report(self, *, finished: bool) -> Report:
        """The account as it stands."""
        return Report(**self.counts, findings=tuple(self.findings), finished=finished)
