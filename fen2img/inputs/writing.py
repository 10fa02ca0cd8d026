"""Records as text again: FEN, EPD, CSV or JSON lines, whatever they came from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple

#: The columns of a table, and where `told` has them.
COLUMNS = ("id", "fen", "answer", "caption", "lastmove", "orientation", "source", "line")


class Form(NamedTuple):
    """A way to write records, given as `telling.told` has them: what the output begins with, and each record."""

    head: str
    line: Callable[[dict[str, Any]], str]


def _fen(record: dict[str, Any]) -> str:
    return f"{record['fen']}\n"


def _epd(record: dict[str, Any]) -> str:
    """Four fields, then what else is known as opcodes (PGN standard, section 16.2)."""
    *fields, halfmove, fullmove = record["fen"].split(" ")
    opcodes = [("hmvc", halfmove), ("fmvn", fullmove)]
    # An answer may be anything; `bm` would have to be moves in SAN.
    texts = [("id", record["id"]), ("c0", record["caption"]), ("c1", record["answer"])]
    opcodes += [(name, f'"{_quotable(text)}"') for name, text in texts if text]
    return f"{' '.join(fields)} {' '.join(f'{name} {operand};' for name, operand in opcodes)}\n"


def _quotable(text: str) -> str:
    """A text for between quotation marks, which EPD cannot escape, on a line."""
    return " ".join(text.replace('"', "'").split())


def _csv(record: dict[str, Any]) -> str:
    source = record["source"]
    return _row([*(record[name] for name in COLUMNS[:-2]), source["file"], source["line"]])


def _row(cells: list[Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _jsonl(record: dict[str, Any]) -> str:
    return json.dumps(record) + "\n"


FORMS = {
    "fen": Form("", _fen),
    "epd": Form("", _epd),
    "csv": Form(_row(list(COLUMNS)), _csv),
    "jsonl": Form("", _jsonl),
}
