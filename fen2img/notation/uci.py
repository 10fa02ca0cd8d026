"""A position as the UCI protocol says it: `position startpos moves e2e4 e7e5`, `position fen … moves …`."""

from __future__ import annotations

import re
from dataclasses import replace

from fen2img.errors import Finding, shorten
from fen2img.marks import Mark
from fen2img.notation.clean import ITEM, MAX_TEXT
from fen2img.notation.fen import Reading, read_fen
from fen2img.notation.plain import read_plain

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_HEAD = re.compile(rf"\s*(?:{ITEM})?(?:(?:position\s+)?startpos(?=\s|\Z)|position\s+fen\s+(?=\S))", re.IGNORECASE)
_MOVES = re.compile(r"\smoves(?=\s|\Z)", re.IGNORECASE)
_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?|0000")
_WORD = re.compile(r"\S+")
_HINT = "such as position startpos moves e2e4 e7e5"


def like_uci(text: str) -> bool:
    """Whether a line is one of UCI: `position startpos …`, `startpos …` or `position fen …`."""
    return _HEAD.match(text) is not None


def read_uci(text: str, *, width: int = 8, height: int = 8, fairy: bool = False, letters: str = "en") -> Reading:
    """Read a position and play the moves behind it; the last one is marked. Never raises for its content.

    A move that cannot be played is an error: the position before it is not what the text says. What does not begin
    as UCI does is read as a FEN.
    """
    head = _HEAD.match(text)
    if head is None or len(text) > MAX_TEXT:
        return read_fen(text, width=width, height=height, fairy=fairy, letters=letters)
    moves = _MOVES.search(text, head.end() - 1)
    stop = moves.start() if moves else len(text)
    if head[0].lower().endswith("startpos"):
        found = Reading(text, read_plain(START))
        behind = _WORD.search(text, head.end(), stop)
        if (width, height) != (8, 8):
            message = f"startpos is a board of 8 x 8 squares instead of {width} x {height}"
            return _refused(found, "board-size", message, head.span(), None)
    else:
        found = read_fen(text[:stop], width=width, height=height, fairy=fairy, letters=letters)
        # What is a label in front of a FEN elsewhere belongs to the notation here.
        kept = tuple(finding for finding in found.findings if finding.code != "label")
        found = replace(found, source=text, findings=kept)
        behind = _behind(text, found.rest, head.end(), stop)
        found = replace(found, rest="")
    if behind:
        message = "the word moves is missing in front of the moves"
        if not _MOVE.fullmatch(behind[0]):
            message = f"'{shorten(behind[0])}' is neither a field of the position nor the word moves"
        return _refused(found, "uci", message, behind.span(), _HINT)
    return _played(found, moves.end()) if moves else found


def _behind(text: str, rest: str, start: int, stop: int) -> re.Match[str] | None:
    """The first word that is no field of the FEN; `rest` is what the FEN leaves: moves in a wrong form, no caption."""
    if rest:
        at = text.rfind(rest, start, stop)  # not there where the text writes it in an encoded form
        return _WORD.search(text, max(at, start), stop)
    words = _WORD.finditer(text, start, stop)
    return next((word for word in words if _MOVE.fullmatch(word[0])), None)


def _played(found: Reading, start: int) -> Reading:
    """The reading with the moves from `start` of its source on played."""
    from fen2img.notation.moves import NULL, played, squares_of_move

    words = list(_WORD.finditer(found.source, start))
    position, last = found.position, ""
    for number, word in enumerate(words, 1):
        if position is None:
            break
        last = word[0]
        try:
            position = played(position, last)
        except ValueError as error:
            message = f"move {number} of {len(words)} cannot be played: {error}"
            hint = None if number == 1 else f"the position before it: {position.fen()}"
            return _refused(found, "move", message, word.span(), hint)
    marks = (Mark("lastmove", squares_of_move(last)),) if position and last not in ("", NULL) else ()
    return replace(found, position=position, marks=marks)


def _refused(found: Reading, code: str, message: str, span: tuple[int, int], hint: str | None) -> Reading:
    """The reading without a position, and why."""
    return replace(found, position=None, findings=(Finding("error", code, message, span, hint), *found.findings))
