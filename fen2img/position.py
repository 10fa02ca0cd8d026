"""Square, Piece, Position: frozen values, any width x height; no parsing, no drawing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from fen2img.errors import OptionError

Side = Literal["white", "black"]

#: Boards wider than the alphabet would need file names of their own.
MAX_SIDE = 26
PIECE_LETTERS = "KQRBNP"
#: The twelve pieces of chess as a FEN writes them.
SYMBOLS = PIECE_LETTERS + PIECE_LETTERS.lower()


class Square(NamedTuple):
    """File and rank counted from 0: `Square(4, 3)` is e4."""

    file: int
    rank: int

    @property
    def name(self) -> str:
        """Algebraic name, `e4`."""
        return f"{chr(97 + self.file)}{self.rank + 1}"

    @property
    def dark(self) -> bool:
        """Whether the square is dark; a1 is."""
        return (self.file + self.rank) % 2 == 0


class Piece(NamedTuple):
    """A piece on the board: `letter` is one of KQRBNP, whatever the side.

    Problemists turn pieces (`turns` quarters, clockwise) and have `neutral` ones, half white, half black.
    """

    letter: str
    side: Side
    promoted: bool = False
    turns: int = 0
    neutral: bool = False

    @property
    def symbol(self) -> str:
        """FEN letter: upper case for White; with the marks of Fairy FEN, `*1Q` for a turn and `-Q` for neutral."""
        letter = self.letter if self.side == "white" else self.letter.lower()
        return ("-" if self.neutral else "") + (f"*{self.turns}" if self.turns else "") + letter

    @property
    def look(self) -> str:
        """What the glyph is called: side (w, b or n for neutral), letter and quarter turns: `wK`, `nQ`, `bN*2`."""
        side = "n" if self.neutral else self.side[0]
        return f"{side}{self.letter}*{self.turns}" if self.turns else side + self.letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What a FEN says.

    `pieces` holds `width * height` entries in FEN order: the highest rank first, each from file a on.
    `turn` is None when the text did not say who moves. `pockets` are the pieces in hand (crazyhouse).
    """

    width: int = 8
    height: int = 8
    pieces: tuple[Piece | None, ...]
    turn: Side | None = None
    castling: str = "-"
    en_passant: Square | None = None
    halfmove: int = 0
    fullmove: int = 1
    pockets: tuple[Piece, ...] = ()
    # Kept within the package where a reader has proven them, so that drawing need not work them out again:
    # the normalised FEN, and the pieces as men in FEN order.
    _fen: str | None = field(default=None, init=False, repr=False, compare=False)
    _men: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise ValueError(f"a board has 1 to {MAX_SIDE} files and ranks, not {self.width} x {self.height}")
        if len(self.pieces) != self.width * self.height:
            raise ValueError(f"{self.width} x {self.height} squares need as many entries, not {len(self.pieces)}")

    def square(self, index: int) -> Square:
        """The square of entry `index` of `pieces`."""
        row, file = divmod(index, self.width)
        return Square(file, self.height - 1 - row)

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square, if any."""
        return self.pieces[(self.height - 1 - square.rank) * self.width + square.file]

    @property
    def placement(self) -> str:
        """The first field of the FEN; runs of empty squares are decimal numbers."""
        ranks = []
        for row in range(0, len(self.pieces), self.width):
            out, empty = "", 0
            for piece in self.pieces[row : row + self.width]:
                if piece is None:
                    empty += 1
                    continue
                out += (str(empty) if empty else "") + piece.symbol + ("~" if piece.promoted else "")
                empty = 0
            ranks.append(out + (str(empty) if empty else ""))
        pockets = f"[{''.join(p.symbol for p in self.pockets)}]" if self.pockets else ""
        return "/".join(ranks) + pockets

    def fen(self) -> str:
        """Normalised FEN of six fields. An unknown side to move is the one that fits the target, else `w`."""
        if self._fen is not None:
            return self._fen
        turn = (self.turn or ("black" if self.en_passant and self.en_passant.rank != self.height - 3 else "white"))[0]
        target = self.en_passant.name if self.en_passant else "-"
        return f"{self.placement} {turn} {self.castling} {target} {self.halfmove} {self.fullmove}"


def check_board(sides: tuple[int, int], shown: object = None) -> tuple[int, int]:
    """Files and ranks of a board, if there can be such a one. Raises OptionError that shows what was given."""
    if not all(1 <= n <= MAX_SIDE for n in sides):
        raise OptionError(
            f"board: {shown or sides} is not files x ranks, from 1x1 to {MAX_SIDE}x{MAX_SIDE}", hint="such as 10x8"
        )
    return sides


def man(symbol: int, square: Square) -> int:
    """A piece, as its place in `SYMBOLS`, on a square of a board of 8 x 8 as one number.

    Sorted, the men of a position stand as it is described: piece by piece, and file by file.
    """
    return 64 * symbol + 8 * square.file + square.rank


@lru_cache(maxsize=768)
def man_of(number: int) -> tuple[int, Piece]:
    """The entry of `Position.pieces` that a man stands for: its index and the piece."""
    symbol, place = divmod(number, 64)
    file, rank = divmod(place, 8)
    return 8 * (7 - rank) + file, Piece(PIECE_LETTERS[symbol % 6], "white" if symbol < 6 else "black")


def squares_of(men: tuple[int, ...]) -> tuple[Piece | None, ...]:
    """The 64 entries of `Position.pieces` that men stand for."""
    squares: list[Piece | None] = [None] * 64
    for number in men:
        cell, piece = man_of(number)
        squares[cell] = piece
    return tuple(squares)


class _Pieces:
    """`Position.pieces`, put together from the men when it is first asked for: most pictures are drawn without."""

    def __init__(self, slot: Any) -> None:
        self._get = slot.__get__
        self._set = slot.__set__

    def __get__(self, position: Position, owner: type) -> tuple[Piece | None, ...]:
        with suppress(AttributeError):
            pieces: tuple[Piece | None, ...] = self._get(position, owner)
            return pieces
        pieces = squares_of(position._men or ())
        self._set(position, pieces)
        return pieces

    def __set__(self, position: Position, pieces: tuple[Piece | None, ...]) -> None:
        self._set(position, pieces)


# Setters of the fields in their order: the constructor and its checks would take half as long as the reading.
_width, _height, _, _turn, _castling, _en_passant, _halfmove, _fullmove, _pockets, _fen, _men = (
    getattr(Position, name).__set__ for name in Position.__slots__
)
Position.pieces = _Pieces(Position.pieces)  # type: ignore[assignment, misc]


def with_men(position: Position, men: tuple[int, ...] | None) -> Position:
    """A position that was read, with its men where they are known already."""
    _men(position, men)
    return position


def proven(men: tuple[int, ...], state: tuple[Side, str, Square | None], clocks: tuple[int, int], fen: str) -> Position:
    """A position of chess whose parts are proven already, by `read_plain` alone."""
    position = object.__new__(Position)
    _width(position, 8)
    _height(position, 8)
    _turn(position, state[0])
    _castling(position, state[1])
    _en_passant(position, state[2])
    _halfmove(position, clocks[0])
    _fullmove(position, clocks[1])
    _pockets(position, ())
    _fen(position, fen)
    _men(position, men)
    return position
