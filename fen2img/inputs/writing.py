"""Records as text again: FEN, EPD, CSV or JSON lines, whatever they came from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

#: The columns of a table, and where `told` has them.
COLUMNS = ("id", "fen", "answer", "caption", "lastmove", "orientation", "source", "line")


class Form(NamedTuple):
    """A way to write records: what the output begins with, and each one as `telling.told` has it, with its columns."""

    head: str
    line: Callable[[dict[str, Any], Mapping[str, str]], str]


def _fen(record: dict[str, Any], columns: Mapping[str, str]) -> str:
    return f"{record['fen']}\n"


def _epd(record: dict[str, Any], columns: Mapping[str, str]) -> str:
    """Four fields, then what else is known as opcodes (PGN standard, section 16.2)."""
    *fields, halfmove, fullmove = record["fen"].split(" ")
    moves = [(name, columns[name]) for name in ("bm", "am", "pv") if columns.get(name)]
    opcodes = [*moves, ("hmvc", halfmove), ("fmvn", fullmove)]
    # Of an EPD the caption is its id or its comment; an answer of other inputs may be anything, `bm` is moves in SAN.
    caption = columns.get("c0") or (record["caption"] if record["caption"] != record["id"] else None)
    texts = [("id", record["id"]), ("c0", caption), ("c1", columns.get("c1") or (None if moves else record["answer"]))]
    opcodes += [(name, f'"{_quotable(text)}"') for name, text in texts if text]
    return f"{' '.join(fields)} {' '.join(f'{name} {operand};' for name, operand in opcodes)}\n"


def _quotable(text: str) -> str:
    """A text for between quotation marks, which EPD cannot escape, on a line."""
    return " ".join(text.replace('"', "'").split())


def _csv(record: dict[str, Any], columns: Mapping[str, str]) -> str:
    source = record["source"]
    return _row([*(record[name] for name in COLUMNS[:-2]), source["file"], source["line"]])


def _row(cells: list[Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _jsonl(record: dict[str, Any], columns: Mapping[str, str]) -> str:
    return json.dumps(record) + "\n"


FORMS = {
    "fen": Form("", _fen),
    "epd": Form("", _epd),
    "csv": Form(_row(list(COLUMNS)), _csv),
    "jsonl": Form("", _jsonl),
}
