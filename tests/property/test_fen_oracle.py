"""python-chess as an independent judge of what a FEN says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.notation import parse_fen, read_fen
from fen2img.position import Position, Square

chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
variant = pytest.importorskip("chess.variant")

BOARDS = {
    "chess": lambda _: chess.Board(),
    "chess960": lambda rng: chess.Board.from_chess960_pos(rng.randrange(960)),
    "crazyhouse": lambda _: variant.CrazyhouseBoard(),
    "horde": lambda _: variant.HordeBoard(),
}


def played(name: str, seed: int, plies: int) -> chess.Board:
    """A board after random legal moves, captures and promotions preferred."""
    rng = random.Random(seed)
    board = BOARDS[name](rng)
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        lively = [m for m in moves if m.promotion or board.is_capture(m)]
        board.push(rng.choice(lively if lively and rng.random() < 0.6 else moves))
    return board


def agree(position: Position, board: chess.Board) -> None:
    assert position.turn == ("white" if board.turn else "black")
    assert (position.halfmove, position.fullmove) == (board.halfmove_clock, board.fullmove_number)
    for square in chess.SQUARES:
        piece = position.piece_at(Square(chess.square_file(square), chess.square_rank(square)))
        theirs = board.piece_at(square)
        assert (piece and piece.symbol) == (theirs and theirs.symbol())
        assert bool(piece and piece.promoted) == bool(theirs and board.promoted & chess.BB_SQUARES[square])


@pytest.mark.parametrize("name", sorted(BOARDS))
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 80))
def test_games(name: str, seed: int, plies: int) -> None:
    board = played(name, seed, plies)
    fen = board.fen(en_passant="fen", promoted=True)
    reading = read_fen(fen)
    position = reading.position
    assert position
    assert {f.code for f in reading.findings} <= {"ranks-reversed"}
    agree(position, board)
    assert position.castling == board.castling_xfen()
    assert position.en_passant == (board.ep_square and Square(*divmod_square(board.ep_square)))
    if name == "crazyhouse":
        for color, side in ((chess.WHITE, "white"), (chess.BLACK, "black")):
            ours = sorted(p.letter for p in position.pockets if p.side == side)
            assert ours == sorted(str(board.pockets[color]).upper())
    again = type(board)(position.fen(), chess960=board.chess960)
    assert again == board


def divmod_square(square: int) -> tuple[int, int]:
    return chess.square_file(square), chess.square_rank(square)


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 40))
def test_shredder_letters(seed: int, plies: int) -> None:
    board = played("chess960", seed, plies)
    fen = board.shredder_fen(en_passant="fen", promoted=True)
    reading = read_fen(fen)
    assert not reading.findings
    assert reading.position
    agree(reading.position, board)
    assert reading.position.castling == board.castling_shredder_fen()


def test_ten_thousand_positions() -> None:
    """Of games with many promotions and pawns that pass each other, every other one of Chess960."""
    rng, read = random.Random(960), 0
    seen = dict.fromkeys(("promoted", "target", "rights"), 0)
    while read < 10_000:
        board = BOARDS["chess960" if read % 2 else "chess"](rng)
        for _ in range(rng.randrange(1, 200)):
            moves = list(board.legal_moves)
            if not moves:
                break
            pawns = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
            board.push(rng.choice(pawns if pawns and rng.random() < 0.4 else moves))
            form = board.shredder_fen if board.chess960 and rng.random() < 0.5 else board.fen
            text = form(en_passant="fen", promoted=True)
            position = parse_fen(text, strict=not reversed_pawns(board))
            agree(position, board)
            assert position.castling == text.split()[2]
            assert position.en_passant == (board.ep_square and Square(*divmod_square(board.ep_square)))
            assert type(board)(position.fen(), chess960=board.chess960) == board
            seen["promoted"] += bool(board.promoted)
            seen["target"] += board.ep_square is not None
            seen["rights"] += board.chess960 and bool(board.castling_rights)
            read += 1
    assert min(seen.values()) > 200


def reversed_pawns(board: chess.Board) -> bool:
    """Whether all White's pawns stand above Black's, which is doubtful."""
    white, black = (board.pieces(chess.PAWN, color) for color in (chess.WHITE, chess.BLACK))
    return bool(white and black) and min(white) // 8 > max(black) // 8


@given(st.lists(st.sampled_from("KQRBNPkqrbnp12345678/~x"), min_size=8, max_size=40).map("".join))
def test_no_placement_is_read_otherwise(text: str) -> None:
    position = read_fen(text).position
    if position is None:
        return
    board = chess.BaseBoard(position.placement)
    assert board.board_fen(promoted=True) == position.placement


@given(st.data())
def test_valid_placements_of_the_judge_are_read(data: st.DataObject) -> None:
    ranks = []
    for _ in range(8):
        rank, left = "", 8
        while left:
            char = data.draw(st.sampled_from("KQRBNPkqrbnp12345678"))
            size = int(char) if char.isdigit() else 1
            if size <= left and not (rank and rank[-1].isdigit() and char.isdigit()):
                rank, left = rank + char, left - size
            elif rank and rank[-1].isdigit():
                rank, left = rank + "p", left - 1
        ranks.append(rank)
    text = "/".join(ranks)
    assert parse_fen(text).placement == chess.BaseBoard(text).board_fen() == text
