"""Lists: a position a line, as FEN and whatever surrounds it in real texts."""

from __future__ import annotations

from collections.abc import Iterator

from fen2img.inputs.options import ReadOptions
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The records of a list: neither blank lines nor `#` comments."""
    source, number = text.source, 0
    for line, content in enumerate(text.lines(), 1):
        stripped = content.strip()
        if stripped and not stripped.startswith("#"):
            number += 1
            yield Record(source, line, number, content, findings=text.findings())
