"""What is odd about a position, as data: nothing of it keeps a position from being drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from fen2img.position import Piece, Position, Side, Square

SIDES: tuple[Side, Side] = ("white", "black")
#: Half-moves without capture and pawn move after which a draw can be claimed, and after which the game is over
#: (FIDE Laws of Chess, articles 9.3 and 9.6).
CLAIM, OVER = 100, 150
#: More checkers at once than a move can make.
CHECKERS = 2
_LINES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONALS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
#: Steps of the pieces, and whether they go on.
_MOVES = {
    "K": (_LINES + _DIAGONALS, False),
    "Q": (_LINES + _DIAGONALS, True),
    "R": (_LINES, True),
    "B": (_DIAGONALS, True),
    "N": (_JUMPS, False),
}
#: How many of them a side has at the beginning; of bishops, on squares of one colour.
_AT_FIRST = {"Q": 1, "R": 2, "N": 2, "B": 1}
PIECE_NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}


class Oddity(NamedTuple):
    """Something odd: a stable code, a sentence, the squares that it is about."""

    code: str
    message: str
    squares: tuple[Square, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The oddity for JSON."""
        return {"code": self.code, "message": self.message, "squares": [square.name for square in self.squares]}


def oddities(position: Position) -> tuple[Oddity, ...]:
    """All that is odd about a position by the rules of chess, the board first. Turned and neutral pieces are left out.

    What depends on the men of chess is asked of boards of 8 x 8 alone.
    """
    men = _Men(position)
    return tuple(odd for rule in _RULES for odd in rule(men))


def attackers(position: Position, square: Square, side: Side) -> tuple[Square, ...]:
    """The squares of the pieces of a side that attack a square, in the order of their kinds."""
    return _Men(position).attackers(square, side)


class _Men:
    """A position as the rules look at it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.chess = position.width == position.height == 8
        self.at: dict[Square, Piece] = {
            position.square(i): piece
            for i, piece in enumerate(position.pieces)
            if piece and not piece.neutral and not piece.turns
        }

    def of(self, side: Side, letter: str = "") -> list[Square]:
        """The squares of the pieces of a side, or of those with one letter, in FEN order."""
        return [s for s, piece in self.at.items() if piece.side == side and letter in ("", piece.letter)]

    def empty(self, square: Square) -> bool:
        """Whether nothing stands on a square."""
        return self.position.piece_at(square) is None

    def on_board(self, square: Square) -> bool:
        """Whether there is such a square."""
        return 0 <= square.file < self.position.width and 0 <= square.rank < self.position.height

    def attackers(self, square: Square, side: Side) -> tuple[Square, ...]:
        """Where pieces of a side stand that attack a square."""
        found = []
        for letter, (steps, far) in _MOVES.items():
            found += [end for step in steps if self._is(end := self._end(square, step, far), side, letter)]
        down = -1 if side == "white" else 1
        pawns = [Square(square.file + across, square.rank + down) for across in (-1, 1)]
        return tuple(found + [pawn for pawn in pawns if self._is(pawn, side, "P")])

    def _is(self, square: Square, side: Side, letter: str) -> bool:
        piece = self.at.get(square)
        return piece is not None and (piece.side, piece.letter) == (side, letter)

    def _end(self, square: Square, step: tuple[int, int], far: bool) -> Square:
        """The first square in a direction that is occupied or not on the board any more, or the next one."""
        file, rank = square
        while True:
            file, rank = file + step[0], rank + step[1]
            end = Square(file, rank)
            if not far or not self.on_board(end) or not self.empty(end):
                return end


def other(side: Side) -> Side:
    """The opponent."""
    return "black" if side == "white" else "white"


def listed(squares: Iterable[Square]) -> str:
    """`a2`, `a2 and b2`, `a2, b2 and c2`."""
    *most, last = [square.name for square in squares]
    return f"{', '.join(most)} and {last}" if most else last


def _name(side: Side) -> str:
    return side.capitalize()


# --- what stands on the board ----------------------------------------------------------------------------------


def _kings(men: _Men) -> Iterator[Oddity]:
    for side in SIDES:
        kings = men.of(side, "K")
        if not kings and not any(p and p.letter == "K" and (p.neutral or p.side == side) for p in men.position.pieces):
            yield Oddity("king-missing", f"{_name(side)} has no king")
        elif len(kings) > 1:
            yield Oddity("kings-many", f"{_name(side)} has {len(kings)} kings, on {listed(kings)}", tuple(kings))
    for king in men.of("white", "K"):
        for their in men.of("black", "K"):
            if _touch(king, their):
                yield Oddity("kings-adjacent", f"the kings on {listed((king, their))} touch", (king, their))


def _touch(one: Square, two: Square) -> bool:
    return max(abs(one.file - two.file), abs(one.rank - two.rank)) == 1


def _checks(men: _Men) -> Iterator[Oddity]:
    checked = {side: _checked(men, side) for side in SIDES}
    mover = men.position.turn
    if mover and (found := checked[other(mover)]):
        king, by = found[0]
        message = f"{_name(other(mover))} is in check from {listed(by)}, but {_name(mover)} is to move"
        yield Oddity("opponent-in-check", f"{message} and could take the king", (king, *by))
    elif checked["white"] and checked["black"]:
        kings = tuple(king for side in SIDES for king, _ in checked[side])
        yield Oddity("both-in-check", "both sides are in check", kings)
    for side in SIDES:
        for king, by in checked[side]:
            if len(by) > CHECKERS:
                message = f"{_name(side)}'s king on {king.name} is attacked by {len(by)} pieces, on {listed(by)}"
                yield Oddity("checkers-many", f"{message}; one move can give check by {CHECKERS} at most", (king, *by))


def _checked(men: _Men, side: Side) -> list[tuple[Square, tuple[Square, ...]]]:
    """Kings that are attacked, with the squares of what attacks them; a king beside one is another matter."""
    found = [(king, men.attackers(king, other(side))) for king in men.of(side, "K")]
    seen = [(king, tuple(s for s in by if men.at[s].letter != "K")) for king, by in found]
    return [(king, by) for king, by in seen if by]


def _pawns(men: _Men) -> Iterator[Oddity]:
    last = men.position.height - 1
    for side in SIDES:
        for rank in (0, last) if last else (0,):
            pawns = tuple(s for s in men.of(side, "P") if s.rank == rank)
            if not pawns:
                continue
            there = f"{_name(side)} has {_counted('pawn', len(pawns))} on rank {rank + 1} ({listed(pawns)})"
            first = (side == "white") == (rank == 0)
            why = "pawns begin one rank further" if first else "a pawn that gets there becomes another piece at once"
            yield Oddity("pawns-on-edge", f"{there}; {why}", pawns)


def _counted(word: str, count: int) -> str:
    return f"{count} {word}{'s' * (count != 1)}" if count != 1 else f"a {word}"


def _counts(men: _Men) -> Iterator[Oddity]:
    if not men.chess or men.position.pockets:
        return
    for side in SIDES:
        all_, pawns = len(men.of(side)), len(men.of(side, "P"))
        if pawns > 8:
            yield Oddity("pawns-many", f"{_name(side)} has {pawns} pawns; a game begins with 8")
        if all_ > 16:
            yield Oddity("pieces-many", f"{_name(side)} has {all_} pieces and pawns; a game begins with 16")
        groups = Counter(_group(s, men.at[s].letter) for s in men.of(side))
        more = {k: n - _AT_FIRST[k[0]] for k, n in groups.items() if k[0] in _AT_FIRST and n > _AT_FIRST[k[0]]}
        promoted, gone = sum(more.values()), max(0, 8 - pawns)
        if promoted > gone:
            extra = ", ".join(_counted(_kind(k), n).replace("a ", "1 ", 1) for k, n in more.items())
            message = f"{_name(side)} has more pieces than at the beginning ({extra} more)"
            missing = f"only {_counted('pawn', gone)} can have become one" if gone else "no pawn is gone"
            yield Oddity("promoted-many", f"{message}, but {missing}")


def _group(square: Square, letter: str) -> tuple[str, str]:
    """What is counted together: pieces of a kind, bishops by the colour of their squares."""
    return letter, ("dark" if square.dark else "light") * (letter == "B")


def _kind(group: tuple[str, str]) -> str:
    letter, color = group
    return f"{color}-squared bishop" if color else PIECE_NAMES[letter]


# --- the other fields ------------------------------------------------------------------------------------------


def _turn(men: _Men) -> Iterator[Oddity]:
    if men.position.turn is None:
        yield Oddity("side-unknown", "it is not said who is to move")


def _castling(men: _Men) -> Iterator[Oddity]:
    if men.position.castling == "-":
        return
    for letter in men.position.castling:
        side: Side = "white" if letter.isupper() else "black"
        rank = 0 if side == "white" else men.position.height - 1
        right = f"castling right {letter}"
        kings = [s for s in men.of(side, "K") if s.rank == rank]
        home = Square(4, rank)
        king = home if men.chess and (home in kings or not kings) else next(iter(kings), None)
        if king not in kings:
            where = home.name if men.chess else f"rank {rank + 1}"
            yield Oddity("castling-king", f"{right}, but {_name(side)}'s king is not on {where}", (home,) * men.chess)
        if king is not None:
            yield from _rook(men, letter, right, side, king)


def _rook(men: _Men, letter: str, right: str, side: Side, king: Square) -> Iterator[Oddity]:
    """What is odd about the rook of a castling right; `king` is where the king is, or would have to be."""
    rooks = {s for s in men.of(side, "R") if s.rank == king.rank}
    where = letter.upper()
    if where not in "KQ":  # Shredder-FEN names the file
        named = Square(ord(where) - ord("A"), king.rank)
        if named not in rooks:
            yield Oddity("castling-rook", f"{right}, but no {side} rook is on {named.name}", (named,))
        return
    outer = {s for s in rooks if (s.file > king.file) == (where == "K")}
    corner = Square(men.position.width - 1 if where == "K" else 0, king.rank)
    if not outer:
        place = corner.name if king.file == 4 and men.chess else f"{'right' if where == 'K' else 'left'} of the king"
        yield Oddity(
            "castling-rook", f"{right}, but no {side} rook is {'on ' * (place == corner.name)}{place}", (corner,)
        )
    elif men.chess and (corner not in outer or king.file != 4):
        far = max(outer) if where == "K" else min(outer)
        message = f"{right} with the king on {king.name} and the rook on {far.name}: in Chess960 only"
        yield Oddity("castling-960", message, (king, far))


def _en_passant(men: _Men) -> Iterator[Oddity]:
    target, mover = men.position.en_passant, men.position.turn
    if target is None:
        return
    side: Side = mover or ("black" if target.rank == 2 else "white")
    wanted = men.position.height - 3 if side == "white" else 2
    if target.rank != wanted:
        who = f" with {_name(side)} to move"
        yield Oddity(
            "en-passant-rank", f"the en-passant target {target.name} is not on rank {wanted + 1}{who}", (target,)
        )
        return
    ahead = -1 if side == "white" else 1
    pawn, start = (Square(target.file, target.rank + step) for step in (ahead, -ahead))
    if not men.empty(target):
        yield Oddity("en-passant-occupied", f"the en-passant target {target.name} is occupied", (target,))
    if pawn not in men.of(other(side), "P"):
        message = f"en-passant target {target.name}, but no {other(side)} pawn is on {pawn.name}"
        yield Oddity("en-passant-pawn", message, (target, pawn))
    elif men.on_board(start) and not men.empty(start):
        message = f"en-passant target {target.name}, but {start.name}, where the pawn came from, is occupied"
        yield Oddity("en-passant-start", message, (start,))


def _clocks(men: _Men) -> Iterator[Oddity]:
    position = men.position
    half, full = position.halfmove, position.fullmove
    if position.en_passant and half:
        yield Oddity(
            "halfmove-en-passant", f"a pawn has just moved two squares, so the half-move clock is 0, not {half}"
        )
    if half > OVER:
        yield Oddity(
            "halfmove-over", f"{half} half-moves without capture and pawn move: a game ends as a draw at {OVER}"
        )
    elif half >= CLAIM:
        yield Oddity(
            "halfmove-claim",
            f"{half} half-moves without capture and pawn move: from {CLAIM} on either side can claim a draw",
        )
    if full < 1:
        yield Oddity("fullmove-number", f"the full-move number is {full}; a game begins with 1")
    elif half > (played := 2 * (full - 1) + (position.turn != "white")):
        message = f"the half-move clock says {half}, but by the full-move number {_half_moves(played)} been played"
        yield Oddity("halfmove-many", message)


def _half_moves(count: int) -> str:
    return {0: "no half-move has", 1: "1 half-move has"}.get(count, f"{count} half-moves have")


_RULES: tuple[Callable[[_Men], Iterator[Oddity]], ...] = (
    _kings,
    _checks,
    _pawns,
    _counts,
    _turn,
    _castling,
    _en_passant,
    _clocks,
)
