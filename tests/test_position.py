"""Squares, pieces, positions: values that know how to write themselves."""

from __future__ import annotations

import dataclasses

import pytest

from fen2img.position import MAX_SIDE, Piece, Position, Square

KING, QUEEN = Piece("K", "white"), Piece("Q", "black")


@pytest.mark.parametrize(
    ("square", "name", "dark"),
    [
        (Square(0, 0), "a1", True),
        (Square(7, 0), "h1", False),
        (Square(4, 3), "e4", False),
        (Square(7, 7), "h8", True),
        (Square(25, 25), "z26", True),
    ],
)
def test_squares(square: Square, name: str, dark: bool) -> None:
    assert (square.name, square.dark) == (name, dark)


def test_pieces() -> None:
    assert (KING.symbol, KING.look) == ("K", "wK")
    assert (QUEEN.symbol, QUEEN.look) == ("q", "bQ")
    assert Piece("Q", "black", promoted=True) != QUEEN


@pytest.mark.parametrize(
    ("width", "height", "entries", "message"),
    [
        (0, 8, 0, "a board has 1 to 26 files and ranks, not 0 x 8"),
        (8, MAX_SIDE + 1, 8 * 27, "a board has 1 to 26 files and ranks, not 8 x 27"),
        (8, 8, 63, "8 x 8 squares need as many entries, not 63"),
        (8, 8, 65, "8 x 8 squares need as many entries, not 65"),
    ],
)
def test_impossible_boards(width: int, height: int, entries: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Position(width=width, height=height, pieces=(None,) * entries)


def test_entries_and_squares_correspond() -> None:
    pieces = tuple(KING if i == 5 else None for i in range(3 * 4))
    position = Position(width=3, height=4, pieces=pieces)
    assert position.square(0) == Square(0, 3)
    assert position.square(5) == Square(2, 2)
    assert position.square(11) == Square(2, 0)
    assert position.piece_at(Square(2, 2)) == KING
    assert [position.piece_at(position.square(i)) for i in range(12)] == list(pieces)


@pytest.mark.parametrize(
    ("width", "row", "text"),
    [
        (3, (None, None, None), "3"),
        (3, (KING, None, None), "K2"),
        (3, (None, None, KING), "2K"),
        (3, (KING, None, QUEEN), "K1q"),
        (3, (KING, QUEEN, KING), "KqK"),
        (3, (KING, Piece("Q", "white", promoted=True), None), "KQ~1"),
        (12, (None,) * 11 + (KING,), "11K"),
        (26, (None,) * 26, "26"),
    ],
)
def test_placement_of_a_rank(width: int, row: tuple[Piece | None, ...], text: str) -> None:
    assert Position(width=width, height=1, pieces=row).placement == text


def test_fen() -> None:
    empty = Position(width=2, height=2, pieces=(None,) * 4)
    assert empty.fen() == "2/2 w - - 0 1"
    full = dataclasses.replace(
        empty, turn="black", castling="Kq", en_passant=Square(1, 0), halfmove=3, fullmove=9, pockets=(KING, QUEEN)
    )
    assert full.fen() == "2/2[Kq] b Kq b1 3 9"


def test_an_unknown_side_is_written_as_the_target_has_it() -> None:
    empty = Position(pieces=(None,) * 64)
    assert empty.fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert dataclasses.replace(empty, en_passant=Square(4, 5)).fen() == "8/8/8/8/8/8/8/8 w - e6 0 1"
    assert dataclasses.replace(empty, en_passant=Square(4, 2)).fen() == "8/8/8/8/8/8/8/8 b - e3 0 1"


def test_positions_are_values() -> None:
    one, two = (Position(width=1, height=1, pieces=(KING,)) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.width = 2  # type: ignore[misc]
