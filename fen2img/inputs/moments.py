"""Which positions of a game are meant: `end`, `start`, `ply 24`, `24w`, `24...`, `every 10`, `marked`, `all`."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from fen2img.options import Kind

_WORDS = ("end", "start", "marked", "all")
_FORMS = {
    "ply": r"ply\s*([0-9]{1,5})",
    "every": r"every\s*([1-9][0-9]{0,4})",
    "w": r"([1-9][0-9]{0,4})\.?\s*w",
    "b": r"([1-9][0-9]{0,4})\s*(?:b|\.{3}|…)",
}


class Moment(NamedTuple):
    """A way to name positions: a word, or a word and its number."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        if self.kind in ("w", "b"):
            return f"{self.number}{self.kind}"
        return f"{self.kind} {self.number}" if self.kind in _FORMS else self.kind


class Moments(Kind):
    """Positions of a game, with commas between them."""

    metavar = "WHERE"
    example = "ply 24"

    def parse(self, value: object) -> str:
        """The text in one spelling. Raises ValueError."""
        if not isinstance(value, str):
            raise ValueError
        return ",".join(dict.fromkeys(map(str, moments_of(value))))

    @property
    def values(self) -> str:
        """The forms."""
        return "a position of a game: end, start, ply 24, 24w, 24b, every 10, marked, all, or several with commas"


def moments_of(text: str) -> list[Moment]:
    """What a text names. Raises ValueError where it is not understood."""
    return [_moment(part.strip()) for part in text.split(",")]


def _moment(text: str) -> Moment:
    if text in _WORDS:
        return Moment(text)
    for kind, form in _FORMS.items():
        if match := re.fullmatch(form, text):
            return Moment(kind, int(match[1]))
    raise ValueError("24w is the position after White's 24th move" if re.fullmatch("[0-9]+", text) else "")


class Span(NamedTuple):
    """A game as the moments see it: its number of plies, those that are marked, how many plies came before it."""

    plies: int
    marked: Collection[int]
    before: int = 0


def plies_of(moments: list[Moment], game: Span) -> tuple[list[int], list[Moment]]:
    """The plies that are meant, in order and each once, and the moments that the game does not have."""
    found: set[int] = set()
    missing = []
    for moment in moments:
        plies = _plies(moment, game)
        found.update(plies)
        if not plies and moment.kind in ("ply", "w", "b"):
            missing.append(moment)
    return sorted(found), missing


def _plies(moment: Moment, game: Span) -> Collection[int]:
    last = game.plies
    match moment.kind:
        case "end":
            return (last,)
        case "start":
            return (0,)
        case "all":
            return range(last + 1)
        case "marked":
            return game.marked
        case "every":
            return range(moment.number, last + 1, moment.number)
    ply = moment.number
    if moment.kind != "ply":
        ply = 2 * moment.number - (moment.kind == "w") - game.before
    if moment.kind != "ply" and ply < 1:
        return ()
    return (ply,) if ply <= last else ()
