"""Positions to draw: from random legal play, distinct, the same ones each time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import chess

SEED = 64


class Sample(NamedTuple):
    """A position with what may be marked on it: the move that led to it and two moves that are possible now."""

    fen: str
    lastmove: str
    arrows: tuple[str, str]


def samples(count: int) -> list[Sample]:
    """Positions of `count` games, one of each: after 8 to 119 plies, or at the last one that has two moves."""
    rng = random.Random(SEED)
    found: dict[str, Sample] = {}
    while len(found) < count:
        board = chess.Board()
        for _ in range(rng.randrange(8, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        ways = sorted({move.uci()[:4] for move in board.legal_moves})
        if len(ways) > 1:
            first, second = rng.sample(ways, 2)
            last = board.peek().uci()[:4]
            found.setdefault(board.board_fen(), Sample(board.fen(), last, (first, second)))
    return list(found.values())


def stream(count: int) -> Iterator[str]:
    """Every position of random games, up to 200 plies each, without repetitions: a million take a minute or two."""
    rng = random.Random(SEED)
    seen: set[int] = set()
    while True:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            # A number instead of the text: a million texts would take memory that the measured program wants.
            key = hash(
                (
                    board.occupied_co[0],
                    board.occupied_co[1],
                    board.pawns,
                    board.knights,
                    board.bishops,
                    board.rooks,
                    board.queens,
                    board.kings,
                )
            )
            if key in seen:
                continue
            if len(seen) == count:
                return
            seen.add(key)
            yield board.fen()
