"""JSON: objects with a FEN and what else is known of it, one a line or in arrays, read one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from fen2img.diagram import Diagram
from fen2img.errors import Fen2imgError, Finding, OptionError, shorten, visible
from fen2img.inputs.lists import line_record
from fen2img.inputs.options import ReadOptions
from fen2img.inputs.reading import Rules, read_plain_record, read_record
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.marks import MARKS, parse_marks
from fen2img.notation import Reading
from fen2img.options import Option
from fen2img.position import Side
from fen2img.style import OPTIONS

#: Characters of one object, and of a line of JSON Lines.
MAX_OBJECT = 1 << 20
#: What an object says besides marks and columns.
_WORDS = ("fen", "id", "title", "caption", "answer", "orientation", "turn")
#: What accounts of `check --json` have besides, which says nothing about the diagram.
_ACCOUNT = {"ok": bool, "source": Mapping, "findings": list}
_PLURALS = {"squares": "highlight", "crosses": "cross", **{f"{name}s": name for name in MARKS}}
#: Options of the style that are common names of columns.
_COLUMNS = {"number", "title", "caption", "orientation"}
_SIDES: dict[str, Side | None] = {"w": "white", "b": "black", "white": "white", "black": "black", "": None}
#: How alike two keys are of which one is taken for a slip of the other.
_NEAR = 0.8


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The records of JSON Lines, or of objects and arrays of them. Raises OptionError for what is not JSON as a whole.

    A line of JSON Lines that is not JSON is a record with an error.
    """
    listed = _by_line(text) if _lines_of_json(text.head) else _by_value(text)
    for number, (line, item) in enumerate(listed, 1):
        record = _record(text.source, line, number, item)
        if findings := text.findings():
            whole = 0, len(record.text)
            record = record._replace(findings=tuple(replace(finding, span=whole) for finding in findings))
        yield record


def _record(source: str, line: int, number: int, item: Any) -> Record:
    if isinstance(item, Reading):
        return Record(source, line, number, item.source, reading=item)
    if isinstance(item, str):
        return line_record(source, line, number, item)
    if not isinstance(item, Mapping):
        return _refused(source, line, number, item, "neither an object nor a text with a FEN")
    said: dict[str, Any] = {}
    for name, value in item.items():
        if _idle(name, value):
            continue
        key = _key(name)
        if key in said:
            both = next(other for other in item if _key(other) == key and not _idle(other, item[other])), name
            message = "the keys '{}' and '{}' mean the same".format(*map(shorten, both))
            return _refused(source, line, number, item, message)
        said[key] = value
    fen = said.pop("fen", None)
    if fen is None:
        return _refused(source, line, number, item, "the object has no 'fen'", shorten(f"keys: {', '.join(item)}", 300))
    if not isinstance(fen, str):
        return _refused(source, line, number, item, "'fen' is not one text", "several positions are several objects")
    fields = {name: value if isinstance(value, str) else _text(value) for name, value in said.items()}
    own = line_record(source, line, number, fen)
    if own.fields:  # what an EPD has is columns, too; only the object itself says marks
        columns = {name: text for name, text in own.fields.items() if not (_known(name) or _style_option(name))}
        fields = {**columns, **fields}
    return Record(source, line, number, fen, fields.get("id") or own.id, fields, notation="object")


def _refused(source: str, line: int, number: int, item: Any, message: str, hint: str | None = None) -> Record:
    text = json.dumps(item, ensure_ascii=False)[:200]
    reading = Reading(text, None, (Finding("error", "json-fen", message, (0, len(text)), hint),))
    return Record(source, line, number, text, reading=reading)


@lru_cache(maxsize=1024)
def _key(name: str) -> str:
    """The name of a key: those that are known in one spelling, `lastMove` and `last-move` as `lastmove`."""
    plain = re.sub("[-_ ]", "", name).lower()
    plain = _PLURALS.get(plain, plain)
    return plain if _known(plain) else name


def _known(name: str) -> bool:
    return name in _WORDS or name in MARKS


def _idle(name: str, value: object) -> bool:
    """Whether a key says nothing: it is null, or belongs to an account of a check. Of `turn` null says: unknown."""
    return (value is None and _key(name) != "turn") or (name in _ACCOUNT and isinstance(value, _ACCOUNT[name]))


def _text(value: object) -> str:
    """A value that is no text, as a column has it; several texts have commas between them, as marks are written."""
    if value is None:
        return ""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return ",".join(value)
    return json.dumps(value, ensure_ascii=False)


# --- what an object says ---


def read_object_record(record: Record, rules: Rules) -> Reading:
    """The reading of an object: its FEN and its marks."""
    text, fields = record.text, record.fields
    own_record = line_record(record.source, record.line, record.number, text)
    reading = (read_plain_record if own_record.notation == "fen" else read_record)(own_record, rules)
    findings = list(reading.findings)
    marks, side = reading.marks, reading.orientation
    try:
        for name in fields:
            _check_key(name, fields[name])
        own = parse_marks({name: value for name, value in fields.items() if name in MARKS and value})
        marks = (*(mark for mark in marks if all(mark.kind != one.kind for one in own)), *own) if marks else own
        if "turn" in fields:
            reading = _turned(reading, fields["turn"])
        side = _orientation(fields.get("orientation", ""), reading)
        if marks and reading.position is not None:
            marks = Diagram(position=reading.position).with_marks(marks).marks
    except Fen2imgError as error:
        findings.insert(0, Finding("error", "json-value", error.message, (0, len(text)), error.hint))
        return replace(reading, position=None, findings=tuple(findings))
    findings += [_slip(name, known, text) for name in fields if (known := _near(name))]
    if not marks and side == reading.orientation and len(findings) == len(reading.findings):
        return reading  # for speed: most objects say no more
    return replace(reading, findings=tuple(findings), marks=marks, orientation=side)


def _check_key(name: str, value: str) -> None:
    """Raises OptionError for an option of the style: it is one for all."""
    option = _style_option(name)
    if option is None:
        return
    if name in ("white", "black"):  # names of players, more often than colours
        try:
            option.parse(value)
        except OptionError:
            return
    raise OptionError(f"'{visible(name)}' is the same for all diagrams", hint=f"{option.flag} sets it")


@lru_cache(maxsize=1024)
def _style_option(name: str) -> Option | None:
    return None if name in _COLUMNS else OPTIONS.get(name.replace("-", "_"))


def _turned(reading: Reading, turn: str) -> Reading:
    """The reading with the side to move that the object says; "" is for unknown. Raises OptionError."""
    if turn.lower() not in _SIDES:
        raise OptionError(f"turn: '{shorten(turn)}' is not one of white, black, null")
    side, position = _SIDES[turn.lower()], reading.position
    if position is None or position.turn == side:
        return reading
    if side and position.turn:
        raise OptionError(f"turn: {side} contradicts the FEN, in which {position.turn} is to move")
    return replace(reading, position=replace(position, turn=side))


def _orientation(side: str, reading: Reading) -> Any:
    """The side at the bottom. Raises OptionError."""
    if side == "auto" and reading.position:
        return reading.position.turn
    if side not in ("", "auto", "white", "black"):
        raise OptionError(f"orientation: '{shorten(side)}' is not one of white, black, auto")
    return side if side in ("white", "black") else reading.orientation


@lru_cache(maxsize=1024)
def _near(name: str) -> str | None:
    """The known key that another one is probably meant to be."""
    if _known(name):
        return None
    close = get_close_matches(name.lower(), (*_WORDS, *MARKS), n=1, cutoff=_NEAR)
    return close[0] if close else None


def _slip(name: str, known: str, text: str) -> Finding:
    message = f"the key '{shorten(name)}' is read as a column"
    return Finding("warning", "json-key", message, (len(text), len(text)), f"did you mean {known}?")


# --- JSON, piece by piece ---


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ValueError where a key stands twice in it."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise _TwiceError(f"the key '{shorten(twice)}' stands twice in an object")
    return found


class _TwiceError(ValueError):
    """A key that stands twice in an object."""


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)


def _lines_of_json(head: str) -> bool:
    """Whether each line is a value of its own."""
    first, end, rest = head.lstrip().partition("\n")
    if not first.startswith("{"):
        return bool(end) and first.startswith('"')
    try:
        _DECODER.decode(first)
    except _TwiceError:
        return True
    except (ValueError, RecursionError):
        return bool(re.match(r'\s*\{\s*"', rest)) and first.rstrip().endswith("}")
    return True


def _by_line(text: Text) -> Iterator[tuple[int, Any]]:
    """The values of JSON Lines; one that is none as a reading with its error."""
    for number, line in enumerate(text.lines(), 1):
        if line.strip():
            try:
                yield number, _DECODER.decode(line)
            except (ValueError, RecursionError) as error:
                at = min(error.pos, len(line)) if isinstance(error, json.JSONDecodeError) else 0
                finding = Finding("error", "json", f"not JSON: {_why(error)}", (at, at + 1))
                yield number, Reading(line, None, (finding,))


def _by_value(text: Text) -> Iterator[tuple[int, Any]]:
    """The values of a text, and of the arrays among them, each with its line. Raises OptionError."""
    scan = _Scan(text)
    while scan.more():
        if scan.take("["):
            yield from _array(scan)
        else:
            yield scan.line, scan.value()


def _array(scan: _Scan) -> Iterator[tuple[int, Any]]:
    if scan.more() and scan.take("]"):
        return
    while True:
        if not scan.more():
            raise scan.error("the array does not end")
        yield scan.line, scan.value()
        if scan.more() and scan.take("]"):
            return
        if not (scan.more() and scan.take(",")):
            raise scan.error("a comma or ] is missing in the array")


class _Scan:
    """A text, read as far as the next value needs it."""

    def __init__(self, text: Text) -> None:
        self.source, self.pieces = text.source, text.pieces()
        self.rest, self.at, self.line = "", 0, 1

    def more(self) -> bool:
        """Go on to the next character that is no blank; whether there is one."""
        while True:
            match = re.compile(r"[ \t\n\r\ufeff]*").match(self.rest, self.at)
            self._pass(match.end() if match else self.at)
            if self.at < len(self.rest):
                return True
            if not self._grow():
                return False

    def take(self, sign: str) -> bool:
        """Pass a sign, if it is the next character."""
        found = self.rest[self.at] == sign
        self._pass(self.at + found)
        return found

    def value(self) -> Any:
        """The next value. Raises OptionError."""
        while True:
            try:
                found, end = _DECODER.raw_decode(self.rest, self.at)
            except (ValueError, RecursionError) as error:
                if isinstance(error, json.JSONDecodeError):
                    lines = self.rest.count("\n", self.at, error.pos)  # before growing moves the places
                    if self._open(error) and self._grow():
                        continue
                    self.line += lines
                raise self.error(_why(error)) from None
            self._pass(end)
            return found

    def error(self, why: str) -> OptionError:
        """What is wrong with the text as a whole."""
        return OptionError(f"{self.source}:{self.line}: not JSON: {why}", hint="JSON Lines has an object a line")

    def _open(self, error: json.JSONDecodeError) -> bool:
        """Whether a value may go on behind what was read: nothing but its end is missing."""
        if not (error.msg.startswith("Unterminated") or error.pos > len(self.rest) - len("-Infinity")):
            return False
        if len(self.rest) - self.at > MAX_OBJECT:
            raise self.error(f"an object of more than {MAX_OBJECT} characters")
        return True

    def _pass(self, end: int) -> None:
        self.line += self.rest.count("\n", self.at, end)
        self.at = end

    def _grow(self) -> bool:
        """Read on, at least as much as there is; whether there was more."""
        have = len(self.rest) - self.at
        parts = [self.rest[self.at :]]
        added = 0
        for piece in self.pieces:
            parts.append(piece)
            added += len(piece)
            if added >= have:
                break
        self.rest, self.at = "".join(parts), 0
        return added > 0


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return error.msg[:1].lower() + error.msg[1:]
    if isinstance(error, RecursionError):
        return "objects within objects without end"
    return str(error) if isinstance(error, _TwiceError) else "a number of thousands of digits"
