"""Lists: a position a line, as FEN, EPD or UCI, and whatever surrounds it in real texts."""

from __future__ import annotations

from collections.abc import Iterator

from fen2img.inputs.options import ReadOptions
from fen2img.inputs.reading import Rules
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.notation import Reading
from fen2img.notation.clean import item_number


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The records of a list: neither blank lines nor `#` comments."""
    return _records(text, epd=False)


def epd_records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The records of an EPD file, which may have FENs, too."""
    return _records(text, epd=True)


def line_record(source: str, line: int, number: int, content: str, *, epd: bool = False) -> Record:
    """The record of one line. With `epd` what stands behind the fields are operations wherever they can be."""
    if not epd and _plain(content):
        return Record(source, line, number, content)
    from fen2img.notation import epd as epds  # most runs meet none
    from fen2img.notation.uci import like_uci

    if like_uci(content):
        return Record(source, line, number, content, item_number(content), notation="uci")
    operations = epds.operations_of(content) if epd or epds.like_epd(content) else None
    name = (operations and operations.values.get("id")) or item_number(content)
    if operations is None:
        return Record(source, line, number, content, name, epds.COLUMNS if epd else {})
    return Record(source, line, number, content, name, operations.columns, notation="epd")


def read_epd_record(record: Record, rules: Rules) -> Reading:
    """The reading of an EPD."""
    from fen2img.notation.epd import read_epd

    return read_epd(record.text, **rules._asdict())


def read_uci_record(record: Record, rules: Rules) -> Reading:
    """The reading of a line of UCI."""
    from fen2img.notation.uci import read_uci

    return read_uci(record.text, **rules._asdict())


def _records(text: Text, *, epd: bool) -> Iterator[Record]:
    source, number = text.source, 0
    for line, content in enumerate(text.lines(), 1):
        if not epd and _plain(content):
            record = Record(source, line, number + 1, content)
        elif (stripped := content.strip()) and (stripped[0] != "#" or item_number(stripped)):
            record = line_record(source, line, number + 1, content, epd=epd)
        else:
            continue
        number += 1
        findings = text.findings()
        yield record._replace(findings=findings) if findings else record


def _plain(content: str) -> bool:
    """Whether a line can be nothing but a FEN, as nearly all are: for speed its first rank is all that is looked at."""
    rank, slash, _ = content.partition("/")
    return bool(slash) and rank.isalnum() and ";" not in content and '"' not in content
