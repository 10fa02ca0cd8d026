"""A position in words: the alternative text of a picture."""

from __future__ import annotations

from functools import lru_cache

from fen2img.marks import Mark
from fen2img.position import PIECE_LETTERS, Position, Square

NONE = "no pieces"


def describe(position: Position, marks: tuple[Mark, ...] = ()) -> str:
    """`White: Kg1, Qd1, pawns a2, b2. Black: Kg8. White to move.` with English piece letters; then the marks."""
    sides = _sides(position)
    if not sides:
        text = "The board is empty."
    else:
        text = f"White: {_pieces(sides.get('white'))}. Black: {_pieces(sides.get('black'))}."
        text += f" Neutral: {_pieces(sides['neutral'])}." if "neutral" in sides else ""
    text += f" {turn_words(position)}." if position.turn else ""
    spoken = ", ".join(str(mark) for mark in marks if mark.kind != "hide" and mark.text not in ("move", "capture"))
    return f"{text} Marks: {spoken}." if spoken else text


def turn_words(position: Position) -> str:
    """`White to move`; nothing where that is not known."""
    return f"{position.turn.capitalize()} to move" if position.turn else ""


def _sides(position: Position) -> dict[str, dict[str, list[str]]]:
    """The squares of the pieces of each side, and of neutral ones, by letter, from file a on."""
    sides: dict[str, dict[str, list[str]]] = {}
    pieces = position.pieces
    for index, square in _by_file(position.width, position.height):
        piece = pieces[index]
        if piece:
            letters = sides.setdefault("neutral" if piece.neutral else piece.side, {})
            letters.setdefault(piece.letter, []).append(
                f"{square} (turned {90 * piece.turns}°)" if piece.turns else square
            )
    return sides


@lru_cache(maxsize=16)
def _by_file(width: int, height: int) -> list[tuple[int, str]]:
    """The entries of a position with the names of their squares, file by file."""
    squares = [Square(i % width, height - 1 - i // width) for i in range(width * height)]
    return [(i, squares[i].name) for i in sorted(range(width * height), key=squares.__getitem__)]


def _pieces(letters: dict[str, list[str]] | None) -> str:
    """The pieces of one side, king first, pawns last."""
    letters = letters or {}
    parts = [letter + square for letter in PIECE_LETTERS[:-1] for square in letters.get(letter, ())]
    if pawns := letters.get("P"):
        parts.append(f"pawn{'s' if len(pawns) > 1 else ''} {', '.join(pawns)}")
    return ", ".join(parts) or NONE
