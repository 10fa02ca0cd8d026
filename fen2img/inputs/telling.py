"""What a record turned out to be, as an object for JSON."""

from __future__ import annotations

from fen2img.inputs.reading import words_of
from fen2img.inputs.record import Record
from fen2img.notation import Reading


def told(record: Record, reading: Reading, *, ok: bool) -> dict[str, object]:
    """One object a record, a refused one too; what nobody knows is null."""
    diagram = reading.diagram() if ok else None
    words = words_of(record)
    moves = [mark for mark in diagram.marks if mark.kind == "lastmove"] if diagram else []
    return {
        "source": {"file": record.source or None, "line": record.line},
        "ok": ok,
        "fen": diagram.position.fen() if diagram else None,
        "turn": diagram.position.turn if diagram else None,  # a FEN has to say one, known or not
        "id": record.id or reading.id or None,
        "answer": words.get("answer") or reading.answer or None,
        "caption": words.get("caption") or reading.rest or None,
        "lastmove": "".join(square.name for square in moves[0].squares) if moves else None,
        "orientation": diagram.orientation if diagram else None,
        "findings": [finding.as_dict() for finding in reading.findings],
    }
