"""A position in words: the alternative text of a picture."""

from __future__ import annotations

from fen2img.position import PIECE_LETTERS, Position, Side, Square


def describe(position: Position) -> str:
    """`White: Kg1, Qd1, pawns a2, b2. Black: Kg8. White to move.` with English piece letters."""
    if not any(position.pieces):
        text = "The board is empty."
    else:
        text = f"White: {_pieces(position, 'white')}. Black: {_pieces(position, 'black')}."
    return f"{text} {position.turn.capitalize()} to move." if position.turn else text


def _pieces(position: Position, side: Side) -> str:
    """One side's pieces, king first, each kind from file a on."""
    squares: dict[str, list[Square]] = {letter: [] for letter in PIECE_LETTERS}
    for index, piece in enumerate(position.pieces):
        if piece and piece.side == side:
            squares[piece.letter].append(position.square(index))
    pawns = [square.name for square in sorted(squares.pop("P"))]
    parts = [letter + square.name for letter, found in squares.items() for square in sorted(found)]
    if pawns:
        parts.append(f"pawn{'s' if len(pawns) > 1 else ''} {', '.join(pawns)}")
    return ", ".join(parts) or "no pieces"
