"""A position in words: the alternative text of a picture, in the languages of `fen2img.languages`."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache

from fen2img.diagram import Diagram
from fen2img.languages import Language, language
from fen2img.marks import Mark
from fen2img.memo import each
from fen2img.position import PIECE_LETTERS, SYMBOLS, Piece, Position, Square, man, man_of


def describe(position: Position, marks: tuple[Mark, ...] = (), lang: str = "en") -> str:
    """`White: Kg1, Qd1, pawns a2, b2. Black: Kg8. White to move.` in a language, with its letters; then the marks."""
    voice = _voice(lang)
    text = voice.any_pieces(position) if position._men is None else voice.men(position._men)
    if position.pockets:
        text += voice.pockets(position.pockets)
    if position.turn:
        text += voice.turns[position.turn]
    if marks and (spoken := voice.marks(marks)):
        text += f" {spoken}"
    return text


def turn_words(position: Position, lang: str = "en") -> str:
    """`White to move`; nothing where that is not known."""
    return _voice(lang).turns[position.turn][1:-1] if position.turn else ""


def mark_words(diagram: Diagram, lang: str = "en") -> str:
    """`Marks: last move e2–e4, arrow d1–d8.`, but for what is hidden; nothing where there are no marks."""
    return _voice(lang).marks(diagram.marks)


def heading(diagram: Diagram, lang: str = "en") -> str:
    """What a picture is called in metadata: the title, else the caption, else a plain name."""
    return diagram.title or diagram.caption or language(lang).diagram


class _Voice:
    """The sentences of a language; what is the same in all of them is put together once."""

    def __init__(self, said: type[Language]) -> None:
        self.said = said
        self.white, self.black, self.neutral = (
            f"{start}{side}{said.colon}" for start, side in (("", said.white), (". ", said.black), (" ", said.neutral))
        )
        self.turns = {"white": f" {said.white_moves}.", "black": f" {said.black_moves}."}
        self.pawn, self.pawns = f"{said.pawn} ", f"{said.pawns} "
        self.letters = dict(zip(PIECE_LETTERS, said.pieces, strict=False))
        self._names = _Names(self.letters)

    def men(self, men: tuple[int, ...]) -> str:
        """What men are called, such as `White: Kg1. Black: Kg8.`: in their order they need no telling apart."""
        if not men:
            return self.said.empty
        ordered = sorted(men)
        names = [*each(self._names, ordered)]
        pawns, black, black_pawns = [bisect_left(ordered, first) for first in _FIRST]
        white = self._listed(names[:black], black - pawns)
        return f"{self.white}{white}{self.black}{self._listed(names[black:], len(names) - black_pawns)}."

    def any_pieces(self, position: Position) -> str:
        """The same for any board, piece by piece, with neutral ones."""
        sides = _sides(position, self.said.turned)
        if not sides:
            return self.said.empty
        text = f"{self.white}{self._pieces(sides.get('white'))}{self.black}{self._pieces(sides.get('black'))}."
        return text + (f"{self.neutral}{self._pieces(sides['neutral'])}." if "neutral" in sides else "")

    def _pieces(self, squares: dict[str, list[str]] | None) -> str:
        """The pieces of one side, king first, pawns last."""
        squares = squares or {}
        parts = [name + square for letter, name in self.letters.items() for square in squares.get(letter, ())]
        pawns = squares.get("P", [])
        return self._listed(parts + pawns, len(pawns))

    def _listed(self, names: list[str], pawns: int) -> str:
        """Names of which so many at the end are those of pawns."""
        if pawns:
            names[-pawns] = (self.pawns if pawns > 1 else self.pawn) + names[-pawns]
        return ", ".join(names) or self.said.nothing

    def pockets(self, pieces: tuple[Piece, ...]) -> str:
        """The pieces in hand: `White in hand: Q, 2 N, 1 pawn.` behind a blank."""
        text = ""
        for side, label in (("white", self.said.white_hand), ("black", self.said.black_hand)):
            held = Counter(piece.letter for piece in pieces if piece.side == side)
            parts = [self._held(letter, held[letter]) for letter in PIECE_LETTERS if held[letter]]
            text += f" {label}{self.said.colon}{', '.join(parts)}." if parts else ""
        return text

    def _held(self, letter: str, count: int) -> str:
        from fen2img.languages.plurals import counted, grouped

        if letter == "P":
            return counted(self.said, self.said.counted_pawns, count)
        name = self.letters[letter].strip()
        return self.said.counted_piece.format(n=grouped(self.said, count), piece=name) if count > 1 else name

    def marks(self, marks: tuple[Mark, ...]) -> str:
        """What is marked; nothing about what is hidden, and of legal moves only whose they are."""
        seen = [mark for mark in marks if mark.kind != "hide" and mark.text not in ("move", "capture")]
        spoken = ", ".join(map(self._mark, seen))
        return f"{self.said.marked}{self.said.colon}{spoken}." if spoken else ""

    def _mark(self, mark: Mark) -> str:
        where = "–".join(square.name for square in mark.squares)
        text = self.said.marks[mark.kind].format(where)
        return f"{text} ({mark.text})" if mark.text and mark.kind != "legal" else text


@cache
def _voice(lang: str) -> _Voice:
    return _Voice(language(lang))


#: The least numbers of men that are White's pawns, Black's pieces, Black's pawns.
_FIRST = tuple(man(SYMBOLS.index(symbol), Square(0, 0)) for symbol in "Pkp")


class _Names(dict[int, str]):
    """What the men that were seen are called: `Kg1`, but `a2` for a pawn."""

    def __init__(self, letters: dict[str, str]) -> None:
        super().__init__()
        self._letters = letters

    def __missing__(self, number: int) -> str:
        cell, piece = man_of(number)
        name = Square(cell % 8, 7 - cell // 8).name
        self[number] = found = self._letters.get(piece.letter, "") + name
        return found


def _sides(position: Position, turned: str) -> dict[str, dict[str, list[str]]]:
    """The squares of the pieces of each side, and of neutral ones, by letter, from file a on."""
    sides: dict[str, dict[str, list[str]]] = {}
    pieces = position.pieces
    for index, square in _by_file(position.width, position.height):
        piece = pieces[index]
        if piece:
            letters = sides.setdefault("neutral" if piece.neutral else piece.side, {})
            where = turned.format(square=square, degrees=90 * piece.turns) if piece.turns else square
            letters.setdefault(piece.letter, []).append(where)
    return sides


@lru_cache(maxsize=16)
def _by_file(width: int, height: int) -> list[tuple[int, str]]:
    """The entries of a position with the names of their squares, file by file."""
    squares = [Square(i % width, height - 1 - i // width) for i in range(width * height)]
    return [(i, squares[i].name) for i in sorted(range(width * height), key=squares.__getitem__)]
