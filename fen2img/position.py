"""Square, Piece, Position: frozen values, any width x height; no parsing, no drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from fen2img.errors import OptionError

Side = Literal["white", "black"]

#: Boards wider than the alphabet would need file names of their own.
MAX_SIDE = 26
PIECE_LETTERS = "KQRBNP"


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
