"""What the arguments of a command name: files, standard input, or a position in words of its own."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from fen2img.cli.options import argument_text
from fen2img.errors import OptionError
from fen2img.inputs import ReadOptions, Record, line_record, read_input, read_text
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


def records_of_words(words: Sequence[str], reading: ReadOptions) -> Iterator[Record]:
    """The records of files, numbered through; of words that name none, the one position that they are."""
    if not any(word == "-" or is_input(word) for word in words):
        yield one_record(" ".join(words), reading)
        return
    number = 0
    for name in words:
        for record in read_source(name, reading, number):
            number = record.number
            yield record


def one_record(text: str, reading: ReadOptions) -> Record:
    """The one position that the arguments give."""
    if text == "-" or is_input(text):
        return _only(read_source(text, reading), source_name(text))
    text = argument_text(text)
    if records := read_text(text, reading):
        return _only(records, "the text")
    if not like_placement(text) and (re.fullmatch(_PATH, text) or is_input(text, folder=True)):
        next(read_source(text, reading), None)  # raises what keeps it from being read
    return line_record("", 1, 1, text)


def is_input(text: str, *, folder: bool = False) -> bool:
    """Whether a file, a pipe or, if asked, a folder has that name."""
    try:
        return (bool(text) and Path(text).is_dir()) if folder else Path(text).exists() and not Path(text).is_dir()
    except (OSError, ValueError):  # too long for a name, or with a NUL
        return False


def _only(records: Iterator[Record], source: str) -> Record:
    """The only position of an input. Lines of a list behind it that hold none belong to it."""
    first = next(records, None)
    if first is None:
        raise OptionError(f"{source} holds no position")
    others = list(islice(records, MAX_LINES))
    line = first.notation == "fen" and not first.fields and all(r.notation == "fen" for r in others)
    if others and (
        not line or len(others) == MAX_LINES or any(like_placement(word) for r in others for word in r.text.split())
    ):
        hint = f"fen2img batch {source} -o FOLDER draws them all; --limit 1 takes the first"
        raise OptionError(f"{source} holds more than one position", hint=hint)
    return first._replace(text="\n".join([first.text, *(r.text for r in others)]))
