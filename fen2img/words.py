"""A position in words: the alternative text of a picture."""

from __future__ import annotations

from fen2img.marks import Mark
from fen2img.position import PIECE_LETTERS, Position, Square

NONE = "no pieces"


def describe(position: Position, marks: tuple[Mark, ...] = ()) -> str:
    """`White: Kg1, Qd1, pawns a2, b2. Black: Kg8. White to move.` with English piece letters; then the marks."""
    if not any(position.pieces):
        text = "The board is empty."
    else:
        text = f"White: {_pieces(position, 'white')}. Black: {_pieces(position, 'black')}."
        neutral = _pieces(position, "neutral")
        text += f" Neutral: {neutral}." if neutral != NONE else ""
    text += f" {turn_words(position)}." if position.turn else ""
    spoken = ", ".join(str(mark) for mark in marks if mark.kind != "hide")
    return f"{text} Marks: {spoken}." if spoken else text


def turn_words(position: Position) -> str:
    """`White to move`; nothing where that is not known."""
    return f"{position.turn.capitalize()} to move" if position.turn else ""


def _pieces(position: Position, side: str) -> str:
    """The pieces of one side, or the neutral ones: king first, each kind from file a on."""
    squares: dict[str, list[tuple[Square, str]]] = {letter: [] for letter in PIECE_LETTERS}
    for index, piece in enumerate(position.pieces):
        if piece and side == ("neutral" if piece.neutral else piece.side):
            turned = f" (turned {90 * piece.turns}°)" if piece.turns else ""
            squares[piece.letter].append((position.square(index), turned))
    pawns = [square.name + turned for square, turned in sorted(squares.pop("P"))]
    parts = [letter + square.name + turned for letter, found in squares.items() for square, turned in sorted(found)]
    if pawns:
        parts.append(f"pawn{'s' if len(pawns) > 1 else ''} {', '.join(pawns)}")
    return ", ".join(parts) or NONE
