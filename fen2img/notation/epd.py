"""EPD (PGN standard, section 16.2): the first four fields of a FEN, and operations such as `bm Rxd5; id "mate.7";`.

An operation says something about the position and cannot change it: whatever is wrong with one is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from fen2img.errors import Finding, shorten
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.fen import Reading, read_fen

_NAMES = """acd acn acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc id nic noop pm pv rc
    resign sm tcgs tcri tcsi"""
#: Opcodes of the standard and of the suites that are about. Others are columns all the same.
OPCODES = frozenset(_NAMES.split()) | {f"{letter}{digit}" for letter in "cvD" for digit in "0123456789"}
#: Columns that every line of EPD has, be they empty, so that a name or caption can always have them.
COLUMNS = dict.fromkeys(("id", "bm", "am", "pv", "c0"), "")
#: Those that stand alone.
_BARE = frozenset({"noop", "resign", "draw_accept", "draw_claim", "draw_offer", "draw_reject"})
Span = tuple[int, int]
#: Opcodes that set a clock: the field of the position, its least value.
_CLOCKS = {"hmvc": ("halfmove", 0), "fmvn": ("fullmove", 1)}
_OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_WORD = re.compile(r"\S+")
#: Opening quotation marks, each with those that close it.
_QUOTES = {'"': '"', "“": '”“"', "„": '“”"', "”": '”"', "«": "»"}
#: An operation that nothing else is: a known opcode, with an operand in quotes or a semicolon behind it.
_KNOWN = "|".join(sorted(OPCODES))
_CLEAR = re.compile(rf';?\s*(?:{_KNOWN})(?:\s+["“„”«]|\s[^;]*;|;)')
#: A word, the beginning of a quoted text, or the end of an operation.
_PART = re.compile(r'\s*(?:([^\s;"“„”«][^\s;]*)|(["“„”«])|;)')
_LATER = re.compile(rf";\s*(?:{_KNOWN})(?:[\s;]|\Z)")
_FIRST = re.compile(r"[;\s]*([A-Za-z][A-Za-z0-9_]*)")
_DASH = "[-‐‑‒–—―−－]"
_TARGET = f"{_DASH}|[a-h][36]"
#: The fields behind the placement, in order; each may be missing, or have a slip that reading the FEN tells.
_FIELDS = ("(?i:[wb]|white|black)", f"{_DASH}|[KQkqA-Ha-h]{{1,8}}", f"{_DASH}|[a-h][1-9]", "-?[0-9]+", "-?[0-9]+")
#: The fields as nearly all lines have them, up to the first opcode.
_USUAL = re.compile(
    r"[^\s/]+(?:/[^\s/]+){7}\s+[wb]\s+(?:-|[KQkq]{1,4})\s+(?:-|[abd-h][36])(?:\s+[0-9]+\s+[0-9]+)?\s+(?=[A-Za-z])"
)
#: What no field has in it.
_MARKS = frozenset(';"“„”«»')


class Operations(NamedTuple):
    """What stands behind the fields of an EPD, from `start` on: operands by opcode, and what is odd about them."""

    start: int
    values: dict[str, str]
    clocks: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def columns(self) -> dict[str, str]:
        """The operands by opcode, with those that every line has."""
        return {**COLUMNS, **self.values}

    @property
    def answer(self) -> str:
        """The solution: the best move, else the predicted variation, else the moves to avoid, each with `?`."""
        avoid = [move if move.endswith("?") else f"{move}?" for move in self.values.get("am", "").split()]
        return self.values.get("bm") or self.values.get("pv") or " ".join(avoid)

    @property
    def caption(self) -> str:
        """The name of the position, else the first comment."""
        comments = (text for name, text in sorted(self.values.items()) if text and re.fullmatch("c[0-9]", name))
        return self.values.get("id") or next(comments, "")


def read_epd(text: str, *, width: int = 8, height: int = 8, fairy: bool = False, letters: str = "en") -> Reading:
    """Read an EPD, with four fields, or six as a FEN has them, before the operations. Never raises for its content.

    `id` and caption are those of the EPD, `answer` its solution, `fields` the operands by opcode; `hmvc` and `fmvn`
    set the clocks. What is no EPD is read as a FEN.
    """
    operations = operations_of(text)
    head = text[: operations.start].rstrip() if operations else text
    found = read_fen(head, width=width, height=height, fairy=fairy, letters=letters)
    if operations is None:
        return found
    position, clocks = found.position, operations.clocks
    if position and clocks:
        halfmove, fullmove = (clocks.get(name, getattr(position, name)) for name in ("halfmove", "fullmove"))
        position = replace(position, halfmove=halfmove, fullmove=fullmove)
    return replace(
        found,
        source=text,
        position=position,
        findings=(*found.findings, *operations.findings),
        rest=operations.caption or found.rest,
        id=operations.values.get("id", ""),
        answer=operations.answer,
        fields=operations.columns,
    )


def like_epd(text: str) -> bool:
    """Whether a line is an EPD and cannot be a FEN with a text behind it: four fields, then a known operation."""
    start = _start(text)
    return start is not None and _CLEAR.match(text, start) is not None


def operations_of(text: str) -> Operations | None:
    """The operations of an EPD; None for a text without."""
    start = _start(text) if len(text) <= MAX_TEXT else None
    if start is None or not _operations_at(text, start):
        return None
    found = Operations(start, {}, {}, ())
    findings: list[Finding] = []
    for words in _operations(text, start, findings):
        _note(words, found, findings)
    return found._replace(findings=tuple(sorted(findings, key=lambda finding: finding.span)))


# --- where the operations begin ---


def _start(text: str) -> int | None:
    """Where the first word stands that is no field; None where none does."""
    if usual := _USUAL.match(text):
        return usual.end()
    words = list(_WORD.finditer(text, 0, 2000))  # the first words are enough; a comment may be long
    at = next((i for i, word in enumerate(words) if word[0].count("/") > 3), 0) + 1
    field = 0
    while at < len(words):
        following = words[at + 1][0] if at + 1 < len(words) else ""
        word = words[at][0]
        place = _field(word, field, following)
        if place is None and word.endswith(";") and _field(word[:-1], field, "") is not None:
            return words[at].end() - 1
        if place is None:
            return words[at].start()
        field = place + 1
        at += 1
    return None


def _field(word: str, first: int, following: str) -> int | None:
    """Which field a word is, from `first` on; None for what begins an operation."""
    place = next((i for i in range(first, len(_FIELDS)) if re.fullmatch(_FIELDS[i], word)), None)
    if word in OPCODES:  # `c3` is a square, too, and `ce` names files
        target = place == 2 and word[1] in "36" and (not following or _fits_behind_target(following))
        return place if target or (place == 1 and re.fullmatch(_TARGET, following)) else None
    if place is None and first < 3 and not set(word) & _MARKS:
        # A slip in a field, where others or an operation follow.
        return first if following in OPCODES or re.fullmatch(_TARGET, following) else None
    return place


def _fits_behind_target(word: str) -> bool:
    return word.rstrip(";") in OPCODES or bool(re.fullmatch("[0-9]+", word))


def _operations_at(text: str, start: int) -> bool:
    """Whether the rest of a line holds operations: a known opcode, or any if a quote or semicolon ends it."""
    first = _FIRST.match(text, start)
    if _LATER.search(text, start):
        return True
    return first is not None and (first[1] in OPCODES or text.rstrip()[-1] in _MARKS)


# --- operations one by one ---


class _Word(NamedTuple):
    """A word of an operation: its text without quotation marks, its place."""

    text: str
    span: Span
    quoted: bool = False


def _operations(text: str, at: int, findings: list[Finding]) -> Iterator[list[_Word]]:
    """The words of each operation, up to its semicolon; the last may lack it."""
    words: list[_Word] = []
    while part := _PART.match(text, at):
        at = part.end()
        if part[1]:
            words.append(_Word(part[1], part.span(1)))
        elif part[2]:
            words.append(_quoted(text, part.start(2), findings))
            at = words[-1].span[1]
        elif words:
            yield words
            words = []
    if words:
        yield words


def _quoted(text: str, at: int, findings: list[Finding]) -> _Word:
    """A text in quotation marks. One that is not closed ends at the next semicolon."""
    closing = _QUOTES[text[at]]
    end = next((i for i in range(at + 1, len(text)) if text[i] in closing), None)
    if end is None:
        stop = text.find(";", at)
        stop = len(text.rstrip()) if stop < 0 else stop
        message = "the quotation mark is not closed; the text is read up to the semicolon"
        findings.append(Finding("warning", "epd-quote", message, (at, stop), 'such as id "mate.7";'))
        return _Word(text[at + 1 : stop].strip(), (at, stop), True)
    if text[at] != '"':
        message = "typographic quotation marks are read as plain ones"
        findings.append(Finding("warning", "epd-quotes", message, (at, at + 1)))
    return _Word(text[at + 1 : end].strip(), (at, end + 1), True)


def _note(words: list[_Word], found: Operations, findings: list[Finding]) -> None:
    """Note an operation, or what is wrong with it."""
    opcode, operands = words[0], words[1:]
    name, values = opcode.text, found.values

    def warn(code: str, message: str, hint: str | None = None, span: Span = opcode.span) -> None:
        findings.append(Finding("warning", code, message, span, hint))

    if opcode.quoted or not _OPCODE.fullmatch(name):
        warn("epd-opcode", f"'{shorten(name)}' is no opcode", "an operation begins with a word, such as bm or id")
        return
    text = " ".join(word.text for word in operands)
    if not operands and name in OPCODES - _BARE:
        warn("epd-operand", f"{name} has no operand", "such as bm Rd8;")
    if name in values and name not in _BARE:
        warn("epd-twice", f"{name} stands in this line before; its operands are joined")
        text = f"{values[name]} {text}".strip()
    values[name] = text
    if operands and name in _CLOCKS:
        field, low = _CLOCKS[name]
        if re.fullmatch("[0-9]{1,6}", text) and int(text) >= low:
            found.clocks[field] = int(text)
        else:
            span = (operands[0].span[0], operands[-1].span[1])
            warn("epd-number", f"'{shorten(text)}' is no number from {low} up, as {name} has it", span=span)
