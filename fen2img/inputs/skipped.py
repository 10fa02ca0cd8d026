"""FENs between boards or diagrams, which are skipped there: that is told."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

from fen2img.errors import Finding

#: Eight ranks, whatever they add up to; not within an address.
_RANK = "[1-8KQRBNPkqrbnp]{1,8}"
_FEN = re.compile(rf"(?<![\w/]){_RANK}(?:/{_RANK}){{7}}(?![\w/])")


def fens_in(text: str, begin: int = 0, end: int = sys.maxsize) -> Iterator[int]:
    """Where FENs begin in a part of a text."""
    return (match.start() for match in _FEN.finditer(text, begin, end)) if "/" in text else iter(())


def noting(lines: Iterable[str], noted: list[int]) -> Iterator[str]:
    """Lines as they are; the numbers of those with a FEN are noted."""
    for number, text in enumerate(lines, 1):
        if next(fens_in(text), None) is not None:
            noted.append(number)
        yield text


def skipped(line: int, count: int, what: str) -> tuple[Finding, ...]:
    """The warning of FENs that are skipped because the input is read as `what`, the first of them in a line."""
    message = (
        f"{count} FENs are skipped, the first in line {line}" if count > 1 else f"the FEN in line {line} is skipped"
    )
    hint = f"the text is read as {what}; --from list reads a list of FENs"
    return (Finding("warning", "fen-skipped", message, (0, 1), hint),)
