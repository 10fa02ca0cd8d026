"""Where positions come from: a list with one FEN a line, read as a stream."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

from fen2img.diagram import Diagram
from fen2img.notation.clean import MAX_TEXT

#: What records that a program gives are said to come from.
PROGRAM = "<records>"


class Record(NamedTuple):
    """A line that should hold a FEN; `number` counts the records from 1, `line` the lines of the source.

    `id` is its name in the source, if it has one, and `fields` are its further columns. A `diagram` is drawn as it is.
    """

    source: str
    line: int
    number: int
    text: str
    id: str = ""
    fields: Mapping[str, str] = {}
    diagram: Diagram | None = None

    @property
    def where(self) -> str:
        """`list.txt:7`."""
        return f"{self.source}:{self.line}"


def read_records(stream: BinaryIO, source: str, before: int = 0) -> Iterator[Record]:
    """The records of a list: neither blank lines nor `#` comments. `before` is how many records came before them.

    Lines end in LF, CRLF or CR. Text is UTF-8 with or without BOM, or UTF-16 with one; a line that is not UTF-8 is
    taken for Windows-1252. The stream stays open.
    """
    if _head(stream) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        text = io.TextIOWrapper(stream, "utf-16", "replace", newline=None)
    else:
        text = io.TextIOWrapper(stream, "utf-8-sig", "surrogateescape", newline=None)
    number = before
    try:
        for line, content in enumerate(_lines(text), 1):
            stripped = content.strip()
            if stripped and not stripped.startswith("#"):
                number += 1
                yield Record(source, line, number, _decoded(content))
    finally:
        with suppress(ValueError):  # closed by whoever owns it, before it was read to its end
            text.detach()


def _head(stream: BinaryIO) -> bytes:
    """The first two bytes, which stay to be read; nothing when the stream can neither peek nor seek."""
    if isinstance(stream, io.BufferedReader):
        return stream.peek(2)[:2]
    if not stream.seekable():
        return b""
    head = stream.read(2)
    stream.seek(-len(head), io.SEEK_CUR)
    return head


def _lines(text: io.TextIOWrapper) -> Iterator[str]:
    """Lines without their ends. Of one that is too long to be a FEN only the beginning is kept."""
    while line := text.readline(MAX_TEXT + 2):
        if not line.endswith("\n"):
            while (more := text.readline(MAX_TEXT)) and not more.endswith("\n"):
                pass
        yield line.rstrip("\n")


def _decoded(line: str) -> str:
    """A line with bytes that are no UTF-8, read again as Windows-1252."""
    if line.isascii() or not any("\udc80" <= c <= "\udcff" for c in line):
        return line
    return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")


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
