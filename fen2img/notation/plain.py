"""The short way to read a FEN: six flawless fields on a board of 8 x 8, by far the most frequent case.

It decides nothing by itself. Ranks, rights and numbers that were read once are looked up; whatever is not exactly as
the standard (PGN, section 16.1) writes it goes the long way, which gives the same position for what is read here.
"""

from __future__ import annotations

from itertools import combinations

from fen2img.notation.placement import reversed_ranks
from fen2img.position import SYMBOLS, Position, Side, Square, man, proven

#: Ranks kept for each of the eight places; about 2.5 MB when all are full.
MAX_RANKS = 2048

_RIGHTS = {"-"}.union(*(map("".join, combinations("KQkq", count)) for count in range(1, 5)))
_TARGETS = {side: {"-", *(file + rank for file in "abcdefgh")} for side, rank in (("w", "6"), ("b", "3"))}


class _Ranks(dict[str, tuple[int, ...]]):
    """The men of one rank of the board by its text. KeyError for what is no text of eight squares.

    Most middle games have ranks that were not seen before, so this is to be quick, too.
    """

    def __init__(self, rank: int) -> None:
        super().__init__()
        # A man on file a, or below 0 the squares that a digit leaves empty; a file is 8 men further.
        self.steps = {char: man(symbol, Square(0, rank)) for symbol, char in enumerate(SYMBOLS)}
        self.steps.update({str(n): -8 * n for n in range(1, 9)})

    def __missing__(self, text: str) -> tuple[int, ...]:
        steps, men, file, after_digit = self.steps, [], 0, False
        for char in text[:9]:
            step = steps[char]
            if step >= 0:
                men.append(step + file)
                file += 8
                after_digit = False
            elif after_digit:
                raise KeyError(text)
            else:
                file -= step
                after_digit = True
        if file != 64:
            raise KeyError(text)
        if len(self) >= MAX_RANKS:
            self.clear()
        self[text] = found = tuple(men)
        return found


class _States(dict[tuple[str, str, str], tuple[Side, str, Square | None]]):
    """Side to move, castling availability and target, as text and as they are meant; there are some hundreds."""

    def __missing__(self, texts: tuple[str, str, str]) -> tuple[Side, str, Square | None]:
        turn, castling, target = texts
        if castling not in _RIGHTS or target not in _TARGETS[turn]:
            raise KeyError(texts)
        square = None if target == "-" else Square(ord(target[0]) - 97, int(target[1]) - 1)
        side: Side = "white" if turn == "w" else "black"
        self[texts] = found = side, castling, square
        return found


class _Numbers(dict[str, int]):
    """Numbers of up to four digits, without needless zeros."""

    def __missing__(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and text == str(int(text))):
            raise KeyError(text)
        self[text] = found = int(text)
        return found


_RANKS = [_Ranks(rank) for rank in range(8)]
_STATES = _States()
_NUMBERS = _Numbers()


def _men(placement: str) -> tuple[int, ...]:
    r1, r2, r3, r4, r5, r6, r7, r8 = _RANKS
    t8, t7, t6, t5, t4, t3, t2, t1 = placement.split("/", 8)
    return (*r8[t8], *r7[t7], *r6[t6], *r5[t5], *r4[t4], *r3[t3], *r2[t2], *r1[t1])


def plain_men(placement: str) -> tuple[int, ...] | None:
    """The men of a flawless placement, whatever follows it; None for any other."""
    try:
        return _men(placement)
    except (KeyError, ValueError):
        return None


def read_plain(text: str) -> Position | None:
    """The position of a flawless FEN; None sends the text the long way."""
    try:
        placement, turn, castling, target, halfmove, fullmove = text.split(" ", 6)
        men = _men(placement)
        state = _STATES[turn, castling, target]
        clocks = _NUMBERS[halfmove], _NUMBERS[fullmove]
    except (KeyError, ValueError):
        return None
    if not clocks[1]:
        return None
    position = proven(men, state, clocks, text)
    # Reversed ranks are a finding, and all White's pawns above Black's the least that they have.
    suspicious = -1 < placement.rfind("P") < placement.find("p")
    return None if suspicious and reversed_ranks(position.pieces, 8) else position
