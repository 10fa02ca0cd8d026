"""What the arguments of a command name: files, standard input, or a position in words of its own."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from fen2img.cli.options import argument_text
from fen2img.errors import OptionError
from fen2img.inputs import (
    READ_OPTIONS,
    THE_TEXT,
    ReadOptions,
    Record,
    check_position,
    line_record,
    read_input,
    read_text,
)
from fen2img.inputs.options import CHOOSING
from fen2img.notation import like_placement

#: Lines of a file that one position may take, its caption included.
MAX_LINES = 20
_PATH = r"(?:[./~].{0,250}|[^/]{0,100}(?:/[^/]{0,100}){0,3})\.[A-Za-z][A-Za-z0-9]{1,4}"


def read_source(name: str, reading: ReadOptions, before: int = 0) -> Iterator[Record]:
    """The records of an input, or of standard input for `-`, numbered on from `before`.

    Raises OptionError when it cannot be read.
    """
    source = source_name(name)
    try:
        with _open(name) as stream:
            yield from read_input(stream, source, reading, before)
    except OSError as error:
        hint = "fen2img FEN draws one FEN, fen2img check --fen FEN checks one" if like_placement(name) else None
        raise OptionError(f"cannot read {source}: {error.strerror or error}", hint=hint) from None


def read_sources(names: Iterable[str], reading: ReadOptions) -> Iterator[Record]:
    """The records of several inputs, numbered through. Raises OptionError for one that cannot be read."""
    number = 0
    for name in names:
        for record in read_source(name, reading, number):
            number = record.number
            yield record


def source_name(name: str) -> str:
    """What an input is called in messages."""
    return "<stdin>" if name == "-" else name


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    """A file to read, or standard input, which stays open."""
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:
        raise OptionError("cannot read <stdin>: it is closed")
    return nullcontext(sys.stdin.buffer)


def one_record(words: list[str], reading: ReadOptions) -> Record:
    """The one position that arguments give: a text, or the name of an input.

    Raises OptionError where they give none or several, or what they name cannot be read.
    """
    if sum(map(like_placement, words)) > 1 or (len(words) > 1 and is_input(words[0])):
        raise OptionError("more than one position", hint="fen2img batch LIST -o FOLDER draws many")
    text = " ".join(words)
    if text == "-" or is_input(text):
        return _only(read_source(text, reading), source_name(text), reading)
    text = argument_text(text)
    if records := read_text(text, reading):
        return _only(records, THE_TEXT, reading)
    if len(words) > 1 and all(_like_file(word) or is_input(word) for word in words):
        text = words[0]  # several inputs would have been read; this one is not there
    if _like_file(text):
        next(read_source(text, reading), None)  # raises what keeps it from being read
    check_position(reading)
    return line_record("", 1, 1, text)


def _like_file(text: str) -> bool:
    """Whether a text that is no input is probably meant to be the name of one."""
    return not like_placement(text) and (bool(re.fullmatch(_PATH, text)) or is_input(text, folder=True))


def text_records(texts: list[str], reading: ReadOptions) -> Iterator[Record]:
    """The positions of texts that are no names of inputs, numbered through. Raises OptionError."""
    number = 0
    for text in map(argument_text, texts):
        records = read_text(text, reading)
        if records is None:
            check_position(reading)
            records = iter([line_record("", 1, 1, text)])
        for record in records:
            number += 1
            yield record._replace(number=number)


def check_some(count: int, words: list[str], reading: ReadOptions) -> None:
    """Say that options which choose left nothing. Raises OptionError where there was no position to begin with."""
    if not count:
        named = words and (words[0] == "-" or is_input(words[0]))
        error = _empty([source_name(word) for word in words] if named else [THE_TEXT], reading)
        if not _choosing(reading):
            raise error
        print(f"{error.message} ({error.hint})", file=sys.stderr)


def _empty(sources: list[str], reading: ReadOptions) -> OptionError:
    """The error for inputs without any position, or of which options left none."""
    named = ", ".join(sources)
    if chosen := _choosing(reading):
        return OptionError(f"nothing is left of {named}", hint=f"{' and '.join(chosen)} chose nothing")
    return OptionError(f"{named} {'hold' if len(sources) > 1 else 'holds'} no position")


def _choosing(reading: ReadOptions) -> list[str]:
    """Those options, as they are typed, which may leave nothing of an input."""
    return [READ_OPTIONS[name].flag for name in reading.asked() if name in CHOOSING]


def all_records(words: list[str], reading: ReadOptions) -> Iterator[Record]:
    """The positions that arguments give, numbered through: inputs, or texts that need no quotes.

    Raises OptionError for what cannot be read.
    """
    for number, record in enumerate(_all_records(words, reading), 1):
        yield record if record.number == number else record._replace(number=number)


def _all_records(words: list[str], reading: ReadOptions) -> Iterator[Record]:
    if words[0] == "-" or is_input(words[0]):
        if words.count("-") > 1:
            raise OptionError("standard input is named twice")
        yield from read_sources(words, reading)
        return
    for text in _texts(words):
        records = read_text(argument_text(text), reading)
        yield from records or [one_record([text] if any(map(like_placement, words)) else words, reading)]


def _texts(words: list[str]) -> list[str]:
    """The texts that words give: from the second placement on, each begins one."""
    texts: list[list[str]] = [[]]
    placed = False
    for word in words:
        if like_placement(word.strip().partition(" ")[0]):
            if placed:
                texts.append([])
            placed = True
        texts[-1].append(word)
    return [" ".join(text) for text in texts]


def is_input(text: str, *, folder: bool = False) -> bool:
    """Whether a file, a pipe or, if asked, a folder has that name."""
    try:
        return (bool(text) and Path(text).is_dir()) if folder else Path(text).exists() and not Path(text).is_dir()
    except (OSError, ValueError):  # too long for a name, or with a NUL
        return False


def _only(records: Iterator[Record], source: str, reading: ReadOptions) -> Record:
    """The only position of an input. Lines of a list behind it that hold none belong to it."""
    first = next(records, None)
    if first is None:
        raise _empty([source], reading)
    others = list(islice(records, MAX_LINES))
    line = first.notation == "fen" and not first.fields and all(r.notation == "fen" for r in others)
    if others and (
        not line or len(others) == MAX_LINES or any(like_placement(word) for r in others for word in r.text.split())
    ):
        hint = f"fen2img batch {source} -o FOLDER draws them all; --limit 1 takes the first"
        raise OptionError(f"{source} holds more than one position", hint=hint)
    return first._replace(text="\n".join([first.text, *(r.text for r in others)]))
