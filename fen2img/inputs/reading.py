"""Record -> Reading, in whichever process draws: each notation has one reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple

from fen2img.inputs.record import Record
from fen2img.notation import Reading, read_fen


def words_of(record: Record) -> dict[str, Any]:
    """What the id and the columns of a record are in its diagram, by the names of its fields."""
    own = {"id": record.id} if record.id else {}
    if not record.fields:
        return own
    known = {name: text for name in ("title", "caption", "answer") if (text := record.fields.get(name))}
    return {**own, **known, "fields": record.fields}


class Rules(NamedTuple):
    """What holds for all positions of a job: the board, whether pieces may be turned, the language of the letters."""

    width: int = 8
    height: int = 8
    fairy: bool = False
    letters: str = "en"


CHESS = Rules()
#: Who reads a text of a notation: `module:function`, imported when the first such text comes.
NOTATIONS = {
    "fen": "fen2img.inputs.reading:read_plain_record",
    "epd": "fen2img.inputs.lists:read_epd_record",
    "uci": "fen2img.inputs.lists:read_uci_record",
    "puzzle": "fen2img.inputs.puzzles:read_puzzle_record",
    "object": "fen2img.inputs.objects:read_object_record",
    "pgn": "fen2img.inputs.games:read_game",
    "wiki": "fen2img.inputs.wiki:read_record",
    "ascii": "fen2img.inputs.ascii:read_record",
}
_READERS: dict[str, Callable[[Record, Rules], Reading]] = {}


def read_record(record: Record, rules: Rules) -> Reading:
    """What a record says. Never raises for its content."""
    if record.reading is not None:
        reading = record.reading
    else:
        reader = _READERS.get(record.notation) or _reader(record.notation)
        reading = reader(record, rules)
    return replace(reading, findings=(*record.findings, *reading.findings)) if record.findings else reading


def read_plain_record(record: Record, rules: Rules) -> Reading:
    """The reading of a FEN with what may stand behind it."""
    width, height, fairy, letters = rules
    return read_fen(record.text, width=width, height=height, fairy=fairy, letters=letters)


def _reader(notation: str) -> Callable[[Record, Rules], Reading]:
    module, _, name = NOTATIONS[notation].partition(":")
    reader: Callable[[Record, Rules], Reading] = getattr(import_module(module), name)
    _READERS[notation] = reader
    return reader
