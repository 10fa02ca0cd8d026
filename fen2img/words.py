"""A position in words: the alternative text of a picture."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import lru_cache

from fen2img.marks import Mark
from fen2img.memo import each
from fen2img.position import PIECE_LETTERS, SYMBOLS, Position, Square, man, man_of

NONE = "no pieces"
EMPTY = "The board is empty."


def describe(position: Position, marks: tuple[Mark, ...] = ()) -> str:
    """`White: Kg1, Qd1, pawns a2, b2. Black: Kg8. White to move.` with English piece letters; then the marks."""
    text = _any_pieces(position) if position._men is None else _men(position._men)
    text += f" {turn_words(position)}." if position.turn else ""
    if not marks:
        return text
    spoken = ", ".join(str(mark) for mark in marks if mark.kind != "hide" and mark.text not in ("move", "capture"))
    return f"{text} Marks: {spoken}." if spoken else text


def turn_words(position: Position) -> str:
    """`White to move`; nothing where that is not known."""
    return f"{position.turn.capitalize()} to move" if position.turn else ""


def _any_pieces(position: Position) -> str:
    """What stands on any board, such as `White: Kg1. Black: Kg8.`, piece by piece."""
    sides = _sides(position)
    if not sides:
        return EMPTY
    text = f"White: {_pieces(sides.get('white'))}. Black: {_pieces(sides.get('black'))}."
    return text + (f" Neutral: {_pieces(sides['neutral'])}." if "neutral" in sides else "")


def _men(men: tuple[int, ...]) -> str:
    """The same for men, the short way: in their order they need not be told apart one by one."""
    if not men:
        return EMPTY
    ordered = sorted(men)
    names = [*each(_NAMES, ordered)]
    pawns, black, black_pawns = [bisect_left(ordered, first) for first in _FIRST]
    white = _listed(names[:black], black - pawns)
    return f"White: {white}. Black: {_listed(names[black:], len(names) - black_pawns)}."


#: The least numbers of men that are White's pawns, Black's pieces, Black's pawns.
_FIRST = tuple(man(SYMBOLS.index(symbol), Square(0, 0)) for symbol in "Pkp")


class _Names(dict[int, str]):
    """What the men that were seen are called: `Kg1`, but `a2` for a pawn."""

    def __missing__(self, number: int) -> str:
        cell, piece = man_of(number)
        name = Square(cell % 8, 7 - cell // 8).name
        self[number] = found = name if piece.letter == "P" else piece.letter + name
        return found


_NAMES = _Names()


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
    pawns = letters.get("P", [])
    return _listed(parts + pawns, len(pawns))


def _listed(names: list[str], pawns: int) -> str:
    """Names of which so many at the end are those of pawns."""
    if pawns:
        names[-pawns] = f"pawn{'s' if pawns > 1 else ''} {names[-pawns]}"
    return ", ".join(names) or NONE


def spoken(position: Position, marks: tuple[Mark, ...], *, hand: bool) -> str:
    """What a picture shows: `describe`, and the pieces in hand where they are drawn."""
    said = describe(position, marks)
    return f"{said} {in_hand(position)}" if hand else said


def in_hand(position: Position) -> str:
    """The pieces in hand: `In hand: White Q, 2 N, 3 pawns; Black nothing.`."""
    said = []
    for side in ("white", "black"):
        held = Counter(piece.letter for piece in position.pockets if piece.side == side)
        parts = [
            f"{held[letter]} {letter}" if held[letter] > 1 else letter for letter in PIECE_LETTERS[:-1] if held[letter]
        ]
        if held["P"]:
            parts.append(f"{held['P']} pawns" if held["P"] > 1 else "pawn")
        said.append(f"{side.capitalize()} {', '.join(parts) or 'nothing'}")
    return f"In hand: {'; '.join(said)}."
