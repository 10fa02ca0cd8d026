"""The kinds of input: one row each. An input kind is one row here and one reader."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from fen2img.inputs.options import ReadOptions
from fen2img.inputs.record import Record
from fen2img.notation import like_placement

if TYPE_CHECKING:
    from fen2img.inputs.text import Text

Reader = Callable[["Text", ReadOptions], Iterator[Record]]


class Kind(NamedTuple):
    """A kind of input.

    `about` says what it is, in messages: "a FEN list". `reader` is `module:function`, imported when it is needed; it
    gives records in order, and numbers them for nobody. `looks` tells by the first 64 kB of text, whatever
    ends its lines, whether an input is of this kind. `takes` are options besides those that all kinds take,
    and `ignores` those of them that this one does not.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    reader: str
    looks: str = ""
    takes: frozenset[str] = frozenset()
    ignores: frozenset[str] = frozenset()


#: In the order in which they are tried by content; a list is what is nothing else.
KINDS = {
    kind.name: kind
    for kind in (
        Kind("list", "a list", (".txt", ".fen"), "fen2img.inputs.lists:records"),
        Kind("pgn", "PGN", (".pgn",), "fen2img.inputs.games:records", "fen2img.inputs.games:looks", frozenset({"at"})),
        Kind("epd", "an EPD file", (".epd",), "fen2img.inputs.lists:epd_records"),
        Kind(
            "json", "JSON", (".json", ".jsonl", ".ndjson"), "fen2img.inputs.objects:records",
            "fen2img.inputs.looks:json",
        ),
        Kind(
            "lichess-puzzle", "a table of puzzles", (".csv", ".tsv"), "fen2img.inputs.puzzles:records",
            "fen2img.inputs.looks:puzzles", frozenset({"id_column", "caption_column", "rating", "themes"}),
        ),
        Kind(
            "csv", "a table", (".csv", ".tsv"), "fen2img.inputs.tables:records", "fen2img.inputs.looks:table",
            frozenset({"fen_column", "id_column", "caption_column"}),
        ),
        Kind(
            "wiki",
            "a page of a wiki",
            (".wiki", ".wikitext", ".mediawiki"),
            "fen2img.inputs.wiki:records",
            "fen2img.inputs.wiki:looks",
            ignores=frozenset({"letters"}),
        ),
        Kind(
            "ascii", "a text with boards of letters", (), "fen2img.inputs.ascii:records", "fen2img.inputs.ascii:looks"
        ),
    )
}  # fmt: skip
#: What a text on the command line is called in messages; its records have no source.
THE_TEXT = "the text"
#: Suffixes that leave the question to the content.
_OPEN = frozenset({".txt", ""})


def read_input(stream: BinaryIO, source: str, options: ReadOptions | None = None, before: int = 0) -> Iterator[Record]:
    """The records of an input, `before` of which came before them. The stream stays open.

    Raises OptionError for an option that this kind of input does not take, and for a file that is not what it should
    be as a whole.
    """
    options = options or ReadOptions()
    from fen2img.inputs.streams import unpacked  # drawing one position needs none of it
    from fen2img.inputs.text import Text

    stream, name = unpacked(stream, source)
    text = Text(stream, source)
    kind = kind_of(name, text.head, options)
    options.check_taken(kind.takes, kind.about, source, kind.ignores)
    reader: Reader = _function(kind.reader)
    records = reader(text, options)
    for number, record in enumerate(islice(records, options.limit), before + 1):
        yield record if record.number == number else record._replace(number=number)


def read_text(text: str, options: ReadOptions | None = None) -> Iterator[Record] | None:
    """The records of a text that is no FEN but of another kind of input; None for a list, which a single FEN is.

    Raises OptionError as `read_input` does.
    """
    options = options or ReadOptions()
    first = text.partition(" ")[0]
    if options.from_ is None and like_placement(first) and re.fullmatch(r"[\w/~*\[\]-]+", first):
        return None  # by far the most frequent case needs none of the readers
    if kind_of("", text, options).name == "list":
        return None
    records = read_input(io.BytesIO(text.encode("utf-8", "surrogatepass")), THE_TEXT, options)
    return (record._replace(source="") for record in records)


def check_position(options: ReadOptions) -> None:
    """Raises OptionError for an option that one position, given as a text, does not take."""
    options.check_taken(KINDS["list"].takes, "a position", THE_TEXT)


def kind_of(source: str, head: str, options: ReadOptions) -> Kind:
    """The kind that is asked for, or that the suffix says, or that the content looks like."""
    if options.from_ is not None:
        return KINDS[options.from_]
    suffix = PurePath(source).suffix.lower()
    family = [kind for kind in KINDS.values() if suffix in kind.suffixes and suffix not in _OPEN]
    # A suffix says which family it is; the plainest of it comes last, and before it those with a look of their own.
    named = family[-1] if family else None
    if named and not named.looks:
        return named
    for kind in KINDS.values():
        if kind.looks and (named is None or suffix in kind.suffixes) and _function(kind.looks)(head):
            return kind
    return named or KINDS["list"]


def _function(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)
