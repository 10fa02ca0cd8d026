"""Moves as UCI writes them: played as python-chess plays them, and refused where they are none."""

from __future__ import annotations

import contextlib
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.notation import parse_fen
from fen2img.notation.moves import played, squares_of_move
from fen2img.position import Square

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def after(fen: str, *moves: str) -> str:
    position = parse_fen(fen)
    for move in moves:
        position = played(position, move)
    return position.fen()


def test_squares() -> None:
    assert squares_of_move("e7e8q") == (Square(4, 6), Square(4, 7))


@pytest.mark.parametrize(
    ("fen", "moves", "expected"),
    [
        (START, ["e2e4"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        (START, ["g1f3", "g8f6"], "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"),
        (START, ["0000"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", ["d4e3"], "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", ["e1g1"], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", ["e1h1"], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", ["e8c8"], "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9", ["h1h8"], "r3k2R/8/8/8/8/8/8/R3K3 b Aa - 0 9"),
        ("4k3/8/8/8/8/8/8/R1KR4 w DA - 0 1", ["c1d1"], "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("1k6/4P3/8/8/8/8/8/4K3 w - - 0 1", ["e7e8n"], "1k2N3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("1k6/4P3/8/8/8/8/8/Q~3K3 w - - 0 1", ["e7e8q"], "1k2Q~3/8/8/8/8/8/8/Q~3K3 b - - 0 1"),
        # The right of the rook on g1 is that of the outermost no more.
        ("4k2r/8/8/8/8/8/8/4KR1R w F - 0 1", ["h1h2"], "4k2r/8/8/8/8/8/7R/4KR2 b F - 1 1"),
        ("4k3/8/8/8/8/8/7R/4KR2 w K - 0 1", ["h2h1"], "4k3/8/8/8/8/8/8/4KR1R b F - 1 1"),
        # A right without a rook and without a king at home is nobody's business.
        ("4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1", ["e2e3"], "4k3/8/8/8/8/4P3/8/4K3 b KQ - 0 1"),
        ("4k3/8/8/8/8/4K3/4P3/8 b KA - 0 1", ["e8e7"], "8/4k3/8/8/8/4K3/4P3/8 w KA - 1 2"),
    ],
)
def test_played(fen: str, moves: list[str], expected: str) -> None:
    assert after(fen, *moves) == expected


def test_without_a_side_to_move_the_piece_tells_it() -> None:
    assert after("4k3/8/8/8/8/8/8/4K3", "e8e7") == "8/4k3/8/8/8/8/8/4K3 w - - 1 2"
    assert after("4k3/8/8/8/8/8/8/4K3", "0000") == "4k3/8/8/8/8/8/8/4K3 b - - 1 1"


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        (START, "e4", "'e4' is no move such as e2e4 or e7e8q"),
        (START, "e4e5", "e4e5: there is no piece on e4"),
        (START, "e7e5", "e7e5: the piece on e7 is Black's, who is not to move"),
        (START, "g1e2", "g1e2: a piece of the same side stands on e2"),
        (START, "g1g1", "g1g1: a piece of the same side stands on g1"),
        (START, "e1e1", "e1e1: a piece of the same side stands on e1"),
        (START, "e2e5", "e2e5: the pawn on e2 does not go to e5"),
        (START, "e2d3", "e2d3: the pawn on e2 does not go to d3"),
        (START, "b1b3", "b1b3: the knight on b1 does not go to b3"),
        (START, "a1a3", "a1a3: a piece on a2 stands in the way"),
        (START, "e1g1", "e1g1: a piece on f1 stands in the way"),
        (START, "e2e4q", "e2e4q: only a pawn on the last rank becomes another piece"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "e1g1: White may not castle with a rook on h1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1c1", "e1c1: White may not castle with a rook on a1"),
        ("4k3/8/8/8/8/8/8/R4K2 w - - 0 1", "f1d1", "f1d1: the king on f1 does not go to d1"),
        ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e7e8q: a king is not taken"),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "e2e4: the pawn on e2 does not go to e4"),
        ("4k3/8/4p3/8/8/8/4P3/4K3 w - - 0 1", "e2e4e5", "'e2e4e5' is no move such as e2e4 or e7e8q"),
        ("1k6/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "e7e8: the piece that the pawn becomes is missing, as q in e7e8q"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "d4e3", "d4e3: the pawn on d4 does not go to e3"),
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "d4e3", "d4e3: the pawn on d4 does not go to e3"),
        (
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "e1e2",
            "moves are played on a board of 8 x 8 without pieces in hand",
        ),
    ],
)
def test_refused(fen: str, move: str, reason: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole text is compared
        played(parse_fen(fen), move)
    assert str(caught.value) == reason


def test_other_boards_and_pieces_are_refused() -> None:
    with pytest.raises(ValueError, match="8 x 8"):
        played(parse_fen("3/3/3", width=3, height=3), "a1a2")
    with pytest.raises(ValueError, match="none of chess"):
        played(parse_fen("8/8/8/8/8/8/8/-Q7", fairy=True), "a1a2")


def test_as_python_chess_plays() -> None:
    """Random games of chess and Chess960: board, side, castling, target and clocks agree after each move."""
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    random.seed(960)
    moves = 0
    for game in range(60):
        board = chess.Board.from_chess960_pos(random.randrange(960)) if game % 2 else chess.Board()
        board.chess960 = bool(game % 4)
        position = parse_fen(board.fen(en_passant="fen"))
        for _ in range(160):
            legal = list(board.legal_moves)
            if not legal:
                break
            castling = [m for m in legal if board.is_castling(m)]
            promotions = [m for m in legal if m.promotion]
            move = random.choice((castling or promotions or legal) if random.random() < 0.5 else legal)
            uci = board.uci(move)
            board.push(move)
            position = played(position, uci)
            again = chess.Board(position.fen(), chess960=True)
            assert again.fen(en_passant="fen", shredder=True) == board.fen(en_passant="fen", shredder=True), uci
            moves += 1
    assert moves > 4000


def test_refused_as_python_chess_does() -> None:
    """Of all moves that can be written none is played that is not at least pseudo-legal."""
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    random.seed(64)
    for game in range(12):
        board = chess.Board.from_chess960_pos(random.randrange(960)) if game % 2 else chess.Board()
        board.chess960 = bool(game % 2)
        for _ in range(random.randrange(60)):
            if legal := list(board.legal_moves):
                board.push(random.choice(legal))
        position = parse_fen(board.fen(en_passant="fen"))
        for uci in map("".join, itertools.product(chess.SQUARE_NAMES, chess.SQUARE_NAMES, ("", "q"))):
            try:
                played(position, uci)
            except ValueError:
                with contextlib.suppress(ValueError):
                    assert board.parse_uci(uci) is None, (board.fen(), uci)
                continue
            move = chess.Move.from_uci(uci)
            if not board.is_pseudo_legal(move):  # castling through check is not looked at
                assert board.piece_type_at(move.from_square) == chess.KING, (board.fen(), uci)


@given(st.text(max_size=6))
def test_any_text_is_played_or_refused_in_words(move: str) -> None:
    position = parse_fen(START)
    with contextlib.suppress(ValueError):
        assert played(position, move).turn == "black"
