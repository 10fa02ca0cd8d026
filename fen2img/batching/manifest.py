"""What is written about each file and each refused record: the manifest, the errors, the JSON beside a sample."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from pathlib import PurePath
from typing import Any

from fen2img.batching.job import Drawn, File, Task
from fen2img.errors import Finding, OptionError
from fen2img.inputs import Record

#: A cell that begins with one of these is a formula to a spreadsheet.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A file of a batch: the columns of a manifest are these fields, in this order.

    `hash` is the SHA-256 of the file and `size` its bytes; both are null for a diagram that `--dedupe` left out, whose
    `name` is that of the equal one.
    """

    name: str
    number: int
    id: str
    fen: str
    alt: str
    title: str
    caption: str
    source: str
    line: int
    size: int | None
    hash: str | None


COLUMNS = tuple(f.name for f in dataclasses.fields(Entry))
#: What a sample has once, whatever the number of its files.
SHARED = tuple(name for name in COLUMNS if name not in ("name", "size", "hash"))


def entries_of(task: Task, drawn: Drawn) -> list[Entry]:
    """The entries of the files of a record."""
    return [_entry(task.record, drawn, file) for file in drawn.files]


def _entry(record: Record, drawn: Drawn, file: File) -> Entry:
    known = bool(file.digest)
    return Entry(
        name=file.name,
        number=record.number,
        id=record.id,
        fen=drawn.fen,
        alt=drawn.alt,
        title=drawn.title,
        caption=drawn.caption,
        source=record.source,
        line=record.line,
        size=file.size if known else None,
        hash=file.digest if known else None,
    )


def manifest_kind(path: PurePath) -> str:
    """`csv` or `jsonl`, as the suffix says. Raises OptionError."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("csv", "jsonl"):
        raise OptionError(f"manifest: {path} is neither .jsonl nor .csv")
    return kind


def manifest_head(kind: str) -> bytes:
    """What a manifest begins with."""
    return _csv_line(COLUMNS) if kind == "csv" else b""


def manifest_lines(kind: str, entries: list[Entry]) -> bytes:
    """The lines of entries."""
    if kind == "csv":
        return b"".join(_csv_line([_cell(value) for value in _values(e).values()]) for e in entries)
    return b"".join(json_line(_values(e)) for e in entries)


def sample_json(task: Task, drawn: Drawn) -> bytes:
    """What lies beside the files of a sample: what they share, and each with its size and hash."""
    rows = [_values(e) for e in entries_of(task, drawn)]
    shared = {name: rows[0][name] for name in SHARED}
    files = [{name: row[name] for name in ("name", "size", "hash")} for row in rows]
    return json_line(shared | {"files": files})


def error_line(record: Record, findings: tuple[Finding, ...]) -> bytes:
    """A refused record with everything that is wrong with it; `drawn` is how a terminal shows it."""
    return json_line(
        {
            "source": record.source,
            "line": record.line,
            "number": record.number,
            "text": record.text,
            "findings": [_told(finding, record) for finding in findings],
        }
    )


def _told(finding: Finding, record: Record) -> dict[str, Any]:
    line, column = finding.place(record.text)
    drawn = finding.draw(record.text, record.where)
    return {**finding.as_dict(), "line": record.line + line - 1, "column": column, "drawn": drawn}


def json_line(value: dict[str, Any]) -> bytes:
    """An object on a line; ASCII, for what a list holds may be no text."""
    return json.dumps(value).encode() + b"\n"


def _values(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in COLUMNS}


def _cell(value: str | int | None) -> str:
    """A value for a spreadsheet, which must not take data for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def _csv_line(cells: tuple[str, ...] | list[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue().encode("utf-8", "backslashreplace")
