"""Bytes -> lines of text: encodings, line ends, the length of a line."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, cast

from fen2img.errors import Finding, OptionError
from fen2img.inputs.streams import HEAD, Chained, read_head
from fen2img.notation.clean import MAX_TEXT

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Text:
    """A source as text, read once from its beginning to its end: UTF-8 with or without BOM, or UTF-16 with one.

    A line that is not UTF-8 is taken for Windows-1252. Lines end in LF, CRLF or CR and in nothing else. The stream
    stays open.
    """

    def __init__(self, stream: BinaryIO, source: str) -> None:
        self.source = source
        head = read_head(stream)
        wide = head[:2] in _WIDE
        self.head = head.decode("utf-16" if wide else "utf-8-sig", "replace")
        whole = io.BufferedReader(cast("io.RawIOBase", Chained(head, stream)), HEAD)
        codec, errors = ("utf-16", "replace") if wide else ("utf-8-sig", "surrogateescape")
        self._text = io.TextIOWrapper(cast("BinaryIO", whole), codec, errors, newline=None)
        self._guessed: Finding | None = None
        self._told = False
        #: The row that was given last.
        self.row = ""

    def lines(self, longest: int = MAX_TEXT) -> Iterator[str]:
        """Lines without their ends. Of one that is too long for any notation only the beginning is kept."""
        readline = self._text.readline
        while line := readline(longest + 2):
            if not line.endswith("\n"):
                while (more := readline(longest)) and not more.endswith("\n"):
                    pass
            line = line.rstrip("\n")
            yield line if line.isascii() else self._decoded(line)

    def rows(self) -> Iterator[str]:
        """Lines with a line feed at their ends, as readers of tables want them. Raises OptionError for a long one."""
        for number, line in enumerate(iter(partial(self._text.readline, MAX_TEXT + 2), ""), 1):
            if line[-1] != "\n":
                if len(line) > MAX_TEXT:
                    raise OptionError(f"{self.source}:{number}: a line of more than {MAX_TEXT} characters")
                line += "\n"
            self.row = line if line.isascii() else self._decoded(line)
            yield self.row

    def whole(self, limit: int) -> str | None:
        """All that is left, with line feeds between lines; None where that is more than `limit` characters."""
        text = self._text.read(limit + 1)
        return None if len(text) > limit else self._decoded(text)

    def pieces(self) -> Iterator[str]:
        """All that is left, some ten thousand characters at a time, with line feeds between lines."""
        while part := self._text.read(HEAD):
            yield part if part.isascii() else "\n".join(map(self._decoded, part.split("\n")))

    def findings(self) -> tuple[Finding, ...]:
        """What was odd about the lines so far; told once, for what is wrong with one line is so with most."""
        if self._guessed is None or self._told:
            return ()
        self._told = True
        return (self._guessed,)

    def _decoded(self, line: str) -> str:
        """A line with bytes that are no UTF-8, read again as Windows-1252."""
        place = next((i for i, c in enumerate(line) if "\udc80" <= c <= "\udcff"), None)
        if place is None:
            return line
        message = "the text is no UTF-8; it is read as Windows-1252"
        self._guessed = self._guessed or Finding("warning", "encoding", message, (place, place + 1))
        return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
