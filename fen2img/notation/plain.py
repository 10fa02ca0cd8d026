"""The short way to read a FEN: six flawless fields on a board of 8 x 8, by far the most frequent case.

It decides nothing by itself. Ranks, rights and numbers that were read once are looked up; whatever is not exactly as
the standard (PGN, section 16.1) writes it goes the long way, which gives the same position for what is read here.
"""

from __future__ import annotations

import re

from fen2img.notation.placement import PIECES, reversed_ranks
from fen2img.position import SYMBOLS, Piece, Position, Side, Square, man, proven

#: Ranks kept for each of the eight places; about 20 MB when all are full.
MAX_RANKS = 8192

_WIDE_RUN = re.compile("[1-8]{2}")
_RIGHTS = re.compile("-|(?=.)K?Q?k?q?")
_TARGETS = {"w": re.compile("-|[a-h]6"), "b": re.compile("-|[a-h]3")}
_NUMBER = re.compile("0|[1-9][0-9]{0,3}")

_RUNS = {str(n): (None,) * n for n in range(1, 9)}

_Men = tuple[int, ...]
_Squares = tuple[Piece | None, ...]


class _Ranks(dict[str, tuple[_Men, _Squares]]):
    """Texts of one rank of the board: its men and its eight squares. KeyError for what is no such text."""

    def __init__(self, rank: int) -> None:
        super().__init__()
        self.on_a = {char: man(symbol, Square(0, rank)) for symbol, char in enumerate(SYMBOLS)}

    def __missing__(self, text: str) -> tuple[_Men, _Squares]:
        if len(text) > 8 or _WIDE_RUN.search(text):
            raise KeyError(text)
        men: list[int] = []
        squares: list[Piece | None] = []
        for char in text:
            if char in _RUNS:
                squares += _RUNS[char]
            else:
                men.append(self.on_a[char] + 8 * len(squares))
                squares.append(PIECES[char])
        if len(squares) != 8:
            raise KeyError(text)
        if len(self) >= MAX_RANKS:
            self.clear()
        self[text] = found = tuple(men), tuple(squares)
        return found


class _States(dict[tuple[str, str, str], tuple[Side, str, Square | None]]):
    """Side to move, castling availability and target, as text and as they are meant; there are some hundreds."""

    def __missing__(self, texts: tuple[str, str, str]) -> tuple[Side, str, Square | None]:
        turn, castling, target = texts
        if not (_RIGHTS.fullmatch(castling) and _TARGETS[turn].fullmatch(target)):
            raise KeyError(texts)
        square = None if target == "-" else Square(ord(target[0]) - 97, int(target[1]) - 1)
        self[texts] = found = "white" if turn == "w" else "black", castling, square
        return found


class _Numbers(dict[str, int]):
    """Numbers of up to four digits, without needless zeros."""

    def __missing__(self, text: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise KeyError(text)
        self[text] = found = int(text)
        return found


_RANKS = [_Ranks(rank) for rank in range(8)]
_STATES = _States()
_NUMBERS = _Numbers()


def read_plain(text: str) -> Position | None:
    """The position of a flawless FEN; None sends the text the long way."""
    r1, r2, r3, r4, r5, r6, r7, r8 = _RANKS
    try:
        placement, turn, castling, target, halfmove, fullmove = text.split(" ", 6)
        t8, t7, t6, t5, t4, t3, t2, t1 = placement.split("/", 8)
        a, b, c, d, e, f, g, h = r8[t8], r7[t7], r6[t6], r5[t5], r4[t4], r3[t3], r2[t2], r1[t1]
        state = _STATES[turn, castling, target]
        clocks = _NUMBERS[halfmove], _NUMBERS[fullmove]
    except (KeyError, ValueError):
        return None
    pieces = (*a[1], *b[1], *c[1], *d[1], *e[1], *f[1], *g[1], *h[1])
    # Reversed ranks are a finding, and all White's pawns above Black's the least that they have.
    suspicious = -1 < placement.rfind("P") < placement.find("p")
    if not clocks[1] or (suspicious and reversed_ranks(pieces, 8)):
        return None
    men = (*a[0], *b[0], *c[0], *d[0], *e[0], *f[0], *g[0], *h[0])
    return proven(pieces, state, clocks, text, men)
