"""Moves as UCI writes them, played on a board of chess without an engine: `e2e4`, `e7e8q`, `e1g1`, `0000`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fen2img.errors import shorten
from fen2img.position import Piece, Position, Side, Square

#: The move that does nothing but pass the turn.
NULL = "0000"
_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbnQRBN])?")
_SQUARES = {square.name: square for square in (Square(file, rank) for file in range(8) for rank in range(8))}
Pieces = Sequence[Piece | None]
_NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}


class Castling(NamedTuple):
    """A castling move: where the rook stands, and where king and rook go."""

    rook: Square
    king_to: Square
    rook_to: Square


def squares_of_move(move: str) -> tuple[Square, Square]:
    """Where a move as UCI writes it begins and ends. Raises ValueError for what is none."""
    match = _MOVE.fullmatch(move)
    if not match:
        raise ValueError(f"'{shorten(move)}' is no move such as e2e4 or e7e8q")
    return _SQUARES[match[1]], _SQUARES[match[2]]


def played(position: Position, move: str) -> Position:
    """The position after a move as UCI writes it, on a board of 8 x 8.

    Castling is the king's step of two squares (`e1g1`) or the king onto his own rook (`e1h1`, as in Chess960). The
    en-passant target is set after each double step, as FEN says it.

    Raises ValueError, with the reason, where there is no piece of the side to move, the target has one of its own, the
    piece does not go that way or another stands in it, a king would be taken, a promotion lacks its piece or is
    none, castling is not available, or pieces are in hand. Whether a king is in check is not looked at.
    """
    if (position.width, position.height) != (8, 8) or position.pockets:
        raise ValueError("moves are played on a board of 8 x 8 without pieces in hand")
    if move == NULL:
        return _next(position, position.turn or "white", position.pieces, halfmove=position.halfmove + 1)
    start, end = squares_of_move(move)
    pieces = position.pieces
    piece = pieces[_index(start)]
    if piece is None:
        raise ValueError(f"{move}: there is no piece on {start.name}")
    if piece.side != (position.turn or piece.side):
        raise ValueError(f"{move}: the piece on {start.name} is {piece.side.capitalize()}'s, who is not to move")
    if piece.neutral or piece.turns:
        raise ValueError(f"{move}: the piece on {start.name} is none of chess")
    if castling := _castling(position, pieces, piece, start, end):
        return _castled(position, piece, start, castling, move)
    _check_way(position, pieces, piece, start, end, move)
    return _moved(position, list(pieces), piece, start, end, move)


# --- plain moves ---


def _moved(
    position: Position, pieces: list[Piece | None], piece: Piece, start: Square, end: Square, move: str
) -> Position:
    taken = pieces[_index(end)]
    if piece.letter == "P" and start.file != end.file and taken is None:
        pieces[_index(Square(end.file, start.rank))] = None
    pieces[_index(start)] = None
    pieces[_index(end)] = _arrived(pieces, piece, end, move)
    double = piece.letter == "P" and abs(end.rank - start.rank) == 2
    return _next(
        position,
        piece.side,
        pieces,
        castling=_rights_left(position, piece, start, end, pieces),
        en_passant=Square(start.file, (start.rank + end.rank) // 2) if double else None,
        halfmove=0 if taken or piece.letter == "P" else position.halfmove + 1,
    )


def _arrived(pieces: list[Piece | None], piece: Piece, end: Square, move: str) -> Piece:
    """The piece as it stands on its target. Raises ValueError for a promotion that cannot be."""
    last = piece.letter == "P" and end.rank in (0, 7)
    if last and len(move) == 4:
        raise ValueError(f"{move}: the piece that the pawn becomes is missing, as q in {move}q")
    if not last and len(move) == 5:
        raise ValueError(f"{move}: only a pawn on the last rank becomes another piece")
    if not last:
        return piece
    # A plain FEN has no signs of promotion; a source that writes them goes on with it.
    signs = any(other and other.promoted for other in pieces)
    return Piece(move[4].upper(), piece.side, signs)


def _check_way(position: Position, pieces: Pieces, piece: Piece, start: Square, end: Square, move: str) -> None:
    """Raises ValueError where the piece cannot get there."""
    taken = pieces[_index(end)]
    if start == end or (taken and taken.side == piece.side):
        raise ValueError(f"{move}: a piece of the same side stands on {end.name}")
    if taken and taken.letter == "K":
        raise ValueError(f"{move}: a king is not taken")
    if not _goes(piece, start, end, taken) and not _en_passant(position, pieces, piece, start, end):
        raise ValueError(f"{move}: the {_NAMES[piece.letter]} on {start.name} does not go to {end.name}")
    if blocked := next((s for s in _between(start, end) if pieces[_index(s)]), None):
        raise ValueError(f"{move}: a piece on {blocked.name} stands in the way")


def _goes(piece: Piece, start: Square, end: Square, taken: Piece | None) -> bool:
    """Whether the piece goes from one square to another on a board without others in between."""
    across, up = end.file - start.file, end.rank - start.rank
    wide, high = abs(across), abs(up)
    match piece.letter:
        case "P":
            forward = up if piece.side == "white" else -up
            first = start.rank == (1 if piece.side == "white" else 6)
            if across == 0:
                return taken is None and (forward == 1 or (forward == 2 and first))
            return wide == 1 and forward == 1 and taken is not None
        case "K":
            return max(wide, high) == 1
        case "N":
            return {wide, high} == {1, 2}
        case "R":
            return 0 in (wide, high)
        case "B":
            return wide == high
        case _:
            return 0 in (wide, high) or wide == high


def _en_passant(position: Position, pieces: Pieces, piece: Piece, start: Square, end: Square) -> bool:
    """Whether a pawn takes another one in passing."""
    passed = pieces[_index(Square(end.file, start.rank))]
    return (
        piece.letter == "P"
        and position.en_passant == end
        and abs(end.file - start.file) == 1
        and (start.rank, end.rank) == ((4, 5) if piece.side == "white" else (3, 2))
        and passed is not None
        and passed[:2] == ("P", _other(piece.side))
    )


def _between(start: Square, end: Square) -> Iterator[Square]:
    """The squares between two on a straight line; none for a knight's move."""
    across, up = end.file - start.file, end.rank - start.rank
    steps = max(abs(across), abs(up))
    if across and up and abs(across) != abs(up):
        return iter(())
    return (Square(start.file + across * i // steps, start.rank + up * i // steps) for i in range(1, steps))


# --- castling ---


def _castling(position: Position, pieces: Pieces, piece: Piece, start: Square, end: Square) -> Castling | None:
    """The castling move that is meant, whether it can be or not."""
    home = 0 if piece.side == "white" else 7
    if piece.letter != "K" or start.rank != home or end.rank != home or start == end:
        return None
    on_rook = pieces[_index(end)]
    rook: Square | None = end if on_rook and on_rook[:2] == ("R", piece.side) else None
    if rook is None:
        if start.file != 4 or end.file not in (2, 6):
            return None
        wing = (
            s
            for _, s in _rooks(position.castling, pieces, piece.side)
            if s is not None and (s.file > 4) == (end.file == 6)
        )
        rook = next(wing, Square(7 if end.file == 6 else 0, home))
    short = rook.file > start.file
    return Castling(rook, Square(6 if short else 2, home), Square(5 if short else 3, home))


def _castled(position: Position, king: Piece, start: Square, castling: Castling, move: str) -> Position:
    """The position after castling. Raises ValueError where it is not available or something stands in the way."""
    rook, king_to, rook_to = castling
    pieces = list(position.pieces)
    if rook not in (square for _, square in _rooks(position.castling, pieces, king.side)):
        raise ValueError(f"{move}: {king.side.capitalize()} may not castle with a rook on {rook.name}")
    for way in ((start, king_to), (rook, rook_to)):
        for square in (*_between(*way), way[1]):
            if square not in (start, rook) and pieces[_index(square)]:
                raise ValueError(f"{move}: a piece on {square.name} stands in the way")
    moved = pieces[_index(rook)]
    pieces[_index(start)] = pieces[_index(rook)] = None
    pieces[_index(king_to)], pieces[_index(rook_to)] = king, moved
    left = _rights_left(position, king, start, king_to, pieces)
    return _next(position, king.side, pieces, castling=left, halfmove=position.halfmove + 1)


def _rooks(castling: str, pieces: Pieces, side: Side) -> list[tuple[str, Square | None]]:
    """The rights of a side, and the rook of each; none where no such rook stands there."""
    letters = [c for c in castling if c.isalpha() and c.isupper() == (side == "white")]
    return [(letter, _rook(pieces, letter)) for letter in letters]


def _rook(pieces: Pieces, letter: str) -> Square | None:
    """The rook of a right: the outermost on its wing (X-FEN), or the one on the file that is named (Shredder-FEN)."""
    upper, side = letter.upper(), "white" if letter.isupper() else "black"
    home = 0 if side == "white" else 7
    row = pieces[56:] if side == "white" else pieces[:8]
    own = [(piece.letter, file) for file, piece in enumerate(row) if piece and piece.side == side]
    king = next((file for name, file in own if name == "K"), None)
    files = [file for name, file in own if name == "R"]
    if king is None:
        return None
    if upper in "KQ":
        wing = [file for file in files if (file > king) == (upper == "K")]
        return Square(max(wing) if upper == "K" else min(wing), home) if wing else None
    return Square(ord(upper) - 65, home) if ord(upper) - 65 in files else None


def _rights_left(position: Position, piece: Piece, start: Square, end: Square, pieces: Pieces) -> str:
    """The castling availability after a move; a right whose rook is no longer the outermost names its file."""
    if position.castling == "-" or not (piece.letter == "K" or {start.rank, end.rank} & {0, 7}):
        return position.castling  # no king and no rook at home has moved
    before, left = position.pieces, ""
    for letter in position.castling:
        side: Side = "white" if letter.isupper() else "black"
        rook = _rook(before, letter)
        if (piece.letter == "K" and piece.side == side) or (rook is not None and rook in (start, end)):
            continue
        if rook is not None and _rook(pieces, letter) != rook:
            letter = chr((65 if side == "white" else 97) + rook.file)
        left += letter
    return left or "-"


# --- what all moves do ---


def _next(
    position: Position,
    side: Side,
    pieces: Pieces,
    *,
    castling: str | None = None,
    en_passant: Square | None = None,
    halfmove: int,
) -> Position:
    return Position(
        pieces=tuple(pieces),
        turn=_other(side),
        castling=position.castling if castling is None else castling,
        en_passant=en_passant,
        halfmove=halfmove,
        fullmove=position.fullmove + (side == "black"),
    )


def _other(side: Side) -> Side:
    return "black" if side == "white" else "white"


def _index(square: Square) -> int:
    return (7 - square.rank) * 8 + square.file
