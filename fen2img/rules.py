"""What only the rules of chess can tell: kings in check, legal moves. By python-chess (GPL-3.0), an optional extra."""

from __future__ import annotations

from typing import Any

from fen2img.errors import DiagramError, OptionError
from fen2img.marks import Mark
from fen2img.position import Position, Square


def checked_kings(position: Position) -> tuple[Mark, ...]:
    """A mark for each king that is attacked, whoever moves. Raises OptionError where that cannot be told."""
    chess = rules(position.width, position.height, "auto-check")
    board = _board(position)
    kings = [s for s in chess.SQUARES if board.piece_type_at(s) == chess.KING]
    attacked = [s for s in kings if board.is_attacked_by(not board.color_at(s), s)]
    return tuple(Mark("check", (_square(s),)) for s in attacked)


def legal_moves(position: Position, mark: Mark) -> tuple[Mark, ...]:
    """Marks for the square of a piece and for those where it may move. Raises OptionError for an empty square."""
    rules(position.width, position.height, "legal")
    (square,) = mark.squares
    piece = position.piece_at(square)
    if piece is None:
        raise DiagramError(f"legal: no piece stands on {square.name}")
    board = _board(position)
    board.turn = piece.side == "white"
    moves = {
        move.to_square: board.is_capture(move) for move in board.legal_moves if _square(move.from_square) == square
    }
    targets = [
        mark._replace(squares=(_square(to),), text="capture" if takes else "move") for to, takes in moves.items()
    ]
    return (mark._replace(text="from"), *sorted(targets))


def rules(width: int, height: int, wish: str) -> Any:
    """The module chess. Raises OptionError where it is missing, or does not know a board of that size."""
    try:
        import chess
    except ImportError:
        raise OptionError(f"{wish} needs python-chess", hint="pip install 'fen2img[pgn]'") from None
    if (width, height) != (8, 8):
        raise OptionError(f"{wish} knows the rules of boards of 8 x 8 only")
    return chess


def _board(position: Position) -> Any:
    """The position as python-chess sees it; pieces of fairy chess are not there."""
    import chess

    board = chess.Board(None, chess960=not set(position.castling) <= set("KQkq-"))
    for index, piece in enumerate(position.pieces):
        if piece and not piece.neutral and not piece.turns:
            square = position.square(index)
            board.set_piece_at(chess.square(square.file, square.rank), chess.Piece.from_symbol(piece.symbol))
    board.turn = position.turn != "black"
    board.set_castling_fen(position.castling)
    target = position.en_passant
    board.ep_square = chess.square(target.file, target.rank) if target else None
    return board


def _square(index: int) -> Square:
    return Square(index % 8, index // 8)
