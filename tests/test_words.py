"""Positions in words."""

from __future__ import annotations

import pytest

from fen2img.notation import parse_fen
from fen2img.words import describe


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/8/8/8/8/8/8/8", "The board is empty."),
        ("8/8/8/8/8/8/8/8 b", "The board is empty. Black to move."),
        ("6k1/5ppp/8/8/8/8/8/3QR1K1 w", "White: Kg1, Qd1, Re1. Black: Kg8, pawns f7, g7, h7. White to move."),
        ("6k1/8/8/8/8/8/P7/8", "White: pawn a2. Black: Kg8."),
        ("8/8/8/8/8/8/8/K7 w", "White: Ka1. Black: no pieces. White to move."),
        ("QK6/8/8/8/8/8/8/NRBQ~2RN", "White: Kb8, Qa8, Qd1, Rb1, Rg1, Bc1, Na1, Nh1. Black: no pieces."),
    ],
)
def test_describe(fen: str, words: str) -> None:
    assert describe(parse_fen(fen)) == words


def test_tenth_rank_comes_after_the_second() -> None:
    position = parse_fen("R/p/1/1/1/1/1/1/R/p", width=1, height=10)
    assert describe(position) == "White: Ra2, Ra10. Black: pawns a1, a9."
