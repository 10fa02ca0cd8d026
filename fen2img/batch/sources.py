"""Where positions come from: a list with one FEN a line, read as a stream."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from fen2img.notation.clean import MAX_TEXT


@dataclass(frozen=True, slots=True)
class Record:
    """A line that should hold a FEN; `number` counts the records of a source from 1, `line` its lines."""

    source: str
    line: int
    number: int
    text: str

    @property
    def where(self) -> str:
        """`list.txt:7`."""
        return f"{self.source}:{self.line}"


def read_records(stream: BinaryIO, source: str) -> Iterator[Record]:
    """The records of a list: neither blank lines nor `#` comments.

    Lines end in LF, CRLF or CR. Text is UTF-8 with or without BOM, or UTF-16 with one; a line that is not UTF-8 is
    taken for Windows-1252. The stream stays open.
    """
    if _head(stream) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        text = io.TextIOWrapper(stream, "utf-16", "replace", newline=None)
    else:
        text = io.TextIOWrapper(stream, "utf-8-sig", "surrogateescape", newline=None)
    number = 0
    try:
        for line, content in enumerate(_lines(text), 1):
            stripped = content.strip()
            if stripped and not stripped.startswith("#"):
                number += 1
                yield Record(source, line, number, _decoded(content))
    finally:
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
