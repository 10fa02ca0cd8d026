"""Puzzles as Lichess keeps them: the FEN before the opponent's move, then that move and the solution."""

from __future__ import annotations

from dataclasses import replace

from fen2img.errors import Finding
from fen2img.marks import Mark
from fen2img.notation.fen import Reading, read_fen
from fen2img.notation.moves import played, squares_of_move
from fen2img.notation.plain import read_plain


def read_puzzle(
    fen: str, moves: str, *, width: int = 8, height: int = 8, fairy: bool = False, letters: str = "en"
) -> Reading:
    """The position that the solver sees: the first move is played and marked, the others are the answer.

    The side that solves is at the bottom. A move that cannot be played is an error: the board would be a wrong one.
    Never raises for its content.
    """
    reading = read_fen(fen, width=width, height=height, fairy=fairy, letters=letters)
    if reading.position is None:
        return reading
    first, _, rest = moves.strip().partition(" ")
    try:
        position = played(reading.position, first) if first else None
        if position is None:
            raise ValueError("there are no moves")
        # The same position, but one that is drawn and described the short way.
        position = read_plain(position.fen()) or position
        mark = Mark("lastmove", squares_of_move(first))
    except ValueError as error:
        finding = Finding(
            "error", "puzzle-move", f"the opponent's move cannot be played: {error}", (len(fen), len(fen))
        )
        return replace(reading, position=None, findings=(finding, *reading.findings))
    return replace(reading, position=position, answer=rest.strip(), marks=(mark,), orientation=position.turn)
