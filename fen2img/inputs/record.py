"""A record: what an input says about one diagram, before it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from fen2img.diagram import Diagram
from fen2img.errors import Finding
from fen2img.notation import Reading

#: What records that a program gives are said to come from.
PROGRAM = "<records>"


class Record(NamedTuple):
    """Text that should hold a position; `number` counts the records from 1, `line` the lines of the source.

    `notation` is how the text is written: a key of `reading.NOTATIONS`. `id` is its name in the source, if it has one,
    and `fields` are its further columns, by name. `findings` are what was odd about the source there. What only the
    whole input tells comes as a `reading`; a `diagram` of a program is drawn as it is.

    Records go from process to process, so they are plain data.
    """

    source: str
    line: int
    number: int
    text: str
    id: str = ""
    fields: Mapping[str, str] = {}
    diagram: Diagram | None = None
    notation: str = "fen"
    findings: tuple[Finding, ...] = ()
    reading: Reading | None = None

    @property
    def where(self) -> str:
        """`list.txt:7`; nothing for a text that is in no source."""
        return f"{self.source}:{self.line}" if self.source else ""


def records_of(given: Iterable[object]) -> Iterator[Record]:
    """Records of what a program gives: FENs, diagrams, boards with a method `fen()`, mappings with `fen`.

    Raises TypeError for anything else.
    """
    if isinstance(given, str | bytes):
        raise TypeError("records are an iterable of FENs, not one text")
    for number, item in enumerate(given, 1):
        yield _record(item, number)


def _record(item: Any, number: int) -> Record:
    if isinstance(item, Record):
        return item
    if isinstance(item, str):
        return Record(PROGRAM, number, number, item)
    if isinstance(item, Diagram):
        said = repr((item.title, item.caption, item.marks))
        return Record(PROGRAM, number, number, f"{item.position.fen()} {said}", diagram=item)
    if isinstance(item, Mapping) and isinstance(item.get("fen"), str):
        fields = {str(name): "" if value is None else str(value) for name, value in item.items() if name != "fen"}
        return Record(PROGRAM, number, number, item["fen"], fields.get("id", ""), fields)
    if callable(getattr(item, "fen", None)):
        return Record(PROGRAM, number, number, item.fen())
    raise TypeError(f"record {number} is no FEN, diagram or mapping with 'fen', but {type(item).__name__}")
