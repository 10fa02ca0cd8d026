"""What can go wrong, as data: findings with a span, drawn with a caret by whoever shows them."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

Severity = Literal["error", "warning"]

#: Columns of source text shown around a fault; a FEN fits, a pasted novel does not.
EXCERPT = 100
_LINE_END = re.compile(r"\r\n?|\n")


class Fen2imgError(Exception):
    """Base of every error that fen2img raises on purpose; `exit_code` is what the command line returns."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def report(self) -> str:
        """The error as the lines that a person reads."""
        return f"error: {visible(self.message)}" + _hint_line(self.hint)


class OptionError(Fen2imgError):
    """An option is unknown, misspelt, has an impossible value or does not apply."""

    exit_code = 2

    def within(self, where: str) -> Self:
        """The error with the place it is in put before it."""
        return type(self)(f"{where}: {self.message}", hint=self.hint)


class PieceSetError(OptionError):
    """A piece set is not what it should be: a piece is missing, or a file is not safe or not understood."""


class DiagramError(OptionError):
    """An option that other diagrams can have and this one cannot; `code` is stable between versions."""

    code = "mark"


class GlyphError(DiagramError):
    """A text has a character that its font does not have."""

    code = "glyph"


class OutputError(Fen2imgError):
    """An output could not be made or written."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault in a text.

    `span` is (start, end) in code points of the source, end exclusive; `code` is stable between versions.
    """

    severity: Severity
    code: str
    message: str
    span: tuple[int, int]
    hint: str | None = None

    def draw(self, source: str, where: str = "") -> str:
        """The finding with the source line and a caret under the place; `where` is e.g. `list.txt:7`.

        That is where the source begins; of several lines the one of the place is named. An empty span stands for
        something missing: the caret is where it should be.
        """
        line, (start, end) = _line_of(source, self.span)
        place = f"{visible(_further(where, self.place(source)[0]))}:{start + 1}: " if where else ""
        text = f"{place}{self.severity}: {self.message} [{self.code}]"
        if line.strip():
            shown, pad, width = _excerpt(line, start, end)
            text += f"\n    {shown}\n    {' ' * pad}{'^' * max(1, width)}"
        return text + _hint_line(self.hint, "    ")

    def place(self, source: str) -> tuple[int, int]:
        """The line of the source, and the column in it, both from 1, where the place begins."""
        lines = len(_LINE_END.findall(source, 0, self.span[0]))
        return lines + 1, _line_of(source, self.span)[1][0] + 1

    def as_dict(self) -> dict[str, object]:
        """The finding for JSON."""
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "span": list(self.span),
            "hint": self.hint,
        }


class NotationError(Fen2imgError):
    """A text is not the notation it should be. All faults found are in `findings`, errors first."""

    def __init__(self, source: str, findings: Iterable[Finding]) -> None:
        self.source = source
        self.findings = tuple(sorted(findings, key=lambda f: (f.severity != "error", f.span)))
        first = self.findings[0]
        super().__init__(first.message, hint=first.hint)
        self.code = first.code
        self.span = first.span

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, tuple[Finding, ...]]]:
        """Errors come back from other processes, too."""
        return type(self), (self.source, self.findings)

    def report(self, where: str = "") -> str:
        """Every finding, drawn with a caret."""
        return "\n".join(f.draw(self.source, where) for f in self.findings)


def near_match(word: str, known: Iterable[str]) -> str | None:
    """A hint naming what `word` was probably meant to be, or None."""
    close = difflib.get_close_matches(word.lower(), list(known), n=2, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else None


def visible(text: str) -> str:
    """`text` with control, invisible and undecodable characters escaped, safe for any terminal."""
    return "".join(map(_visible_char, text))


def _visible_char(char: str) -> str:
    # Cc control, Cf format (zero width, direction), Cs surrogates, Co/Cn unassigned, Zl/Zp line separators
    if " " <= char <= "~" or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def code_point(char: str) -> str:
    """A character as it is named in messages: `'P' (U+0420 CYRILLIC CAPITAL LETTER ER)`."""
    name = unicodedata.name(char, "")
    plain = char.isascii() and char.isprintable()
    return f"'{visible(char)}'" if plain else f"'{visible(char)}' (U+{ord(char):04X}{' ' + name if name else ''})"


def shorten(text: str, limit: int = 40) -> str:
    """`text` made visible and cut to about `limit` characters, for quoting in a message."""
    return visible(text) if len(text) <= limit else visible(text[: limit - 1]) + "…"


def _hint_line(hint: str | None, indent: str = "  ") -> str:
    return f"\n{indent}hint: {visible(hint)}" if hint else ""


def _further(where: str, line: int) -> str:
    """`list.txt:7`, for the second line from there `list.txt:8`."""
    name, colon, first = where.rpartition(":")
    return f"{name}{colon}{int(first) + line - 1}" if line > 1 and first.isdecimal() else where


def _line_of(source: str, span: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """The line of `source` that the span starts in, and the span within that line."""
    start, end = span
    begin = max(source.rfind("\n", 0, start), source.rfind("\r", 0, start)) + 1
    stops = [i for i in (source.find("\n", start), source.find("\r", start)) if i >= 0]
    stop = min(stops, default=len(source))
    return source[begin:stop], (start - begin, max(start, min(end, stop)) - begin)


def _excerpt(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of the line to show, the columns before the caret, the columns under it."""
    low = max(0, min(start - EXCERPT // 3, len(line) - EXCERPT)) if len(line) > EXCERPT else 0
    high = min(len(line), low + EXCERPT)
    before, marked, after = (
        visible(line[low:start]),
        visible(line[start : min(end, high)]),
        visible(line[end:high]),
    )
    head, tail = "…" if low else "", "…" if high < len(line) else ""
    return f"{head}{before}{marked}{after}{tail}", _columns(head + before), _columns(marked)


def _columns(text: str) -> int:
    """Terminal columns: wide characters take two, marks on the character before none."""
    return sum(
        0 if unicodedata.category(c) in {"Mn", "Me"} else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
