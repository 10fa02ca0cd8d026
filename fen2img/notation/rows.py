"""Lines of a board of letters: which ones are ranks, frames, letters of files, or say who moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from fen2img.letters import LETTERS
from fen2img.position import PIECE_LETTERS, Piece, Side

#: What an empty square may look like; a board has one such sign, or two for light and dark squares.
EMPTY = frozenset(".-_·+*:•⭘○□■▢▣◻◼◽◾⬜⬛▫▪░▒▓\u3000")
#: Characters of a line; those of servers have words beside the board.
MAX_WIDTH = 300
#: Lines in a row that may be faulty ranks.
_MOST_HELD = 20
_BARS = "|│┃║¦"
#: What frames are made of; a line of it is no rank.
_FRAME = re.compile(r"[-=~─━═+|│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫╞╡╥╨╭╮╰╯:\s]{3,}")
_RULE = re.compile(r"[-=~─━═]{3}|[-=~─━═][+┬┴┼╦╩╬╤╧╪╫╥╨|][-=~─━═]")
_DASHES = re.compile(r"\s*-{3,}\s*")
_LABEL = re.compile(r"[ \t]*([1-9][0-9]?)(?:[.)]?[ \t]+|(?=[^0-9)\s]))")
_LABEL_RIGHT = re.compile(r"(?<=[^0-9])[ \t]*([1-9][0-9]?)[ \t]*$")
_CHARACTER = re.compile(r"[Кк]р|[^ \t][\ufe0e\ufe0f]?")
_WORD = re.compile(r"[^ \t\u00a0]+")
_FIGURES = {"♔♕♖♗♘♙"[i]: Piece(letter, "white") for i, letter in enumerate(PIECE_LETTERS)}
_FIGURES |= {"♚♛♜♝♞♟"[i]: Piece(letter, "black") for i, letter in enumerate(PIECE_LETTERS)}
_COLORED: dict[str, Side] = {"w": "white", "b": "black"}
_TURN = re.compile(
    r"(?i)\s*(?:(white|black) to (?:move|play)|(?:side to move|to move|turn)\s*[:=]\s*(white|black|w|b)"
    r"|(white|black) +(?-i:[KQkq]{1,4}|-)(?: +(?-i:[a-h][36]|-))?)[.!]?\s*|\s*(?-i:([wb]))\s*"
)
_FEN = re.compile(r"(?i)\s*fen\s*:\s*(?=\S)")
_TITLE = re.compile(r"(?i)\s*(?:#+|title\s*:)\s*(?=\S)")
_BESIDE = re.compile(r"(?i)\bMove # *: *[0-9]+ *\((white|black)\)|\b(white|black) to (?:move|play)\b")


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class Cell(NamedTuple):
    """What stands on a square, and its columns in the line."""

    text: str
    start: int
    end: int


class Row(NamedTuple):
    """A rank as it is written: its squares, its number if it has one, whether bars set the squares apart.

    `beside` is text at its right.
    """

    cells: tuple[Cell, ...]
    label: int | None = None
    barred: bool = False
    beside: str = ""

    @property
    def clean(self) -> bool:
        """Whether there is nothing but pieces, of whatever language, and empty squares."""
        return all(_known(cell.text) for cell in self.cells)


class Line(NamedTuple):
    """A line and what it is: row, rule, files, turn, fen, title, blank or other; `value` is what it says.

    Another line has a row, too, where it would be one but for its strange signs; a rule of dashes may be one.
    """

    kind: str
    row: Row | None = None
    value: str = ""
    start: int = 0


def line_of(text: str, width: int = 8) -> Line:
    """What a line of a text is, as far as it tells by itself.

    On a board of so many files blank squares between two bars can be told apart.
    """
    if not text.strip(" \t\r"):
        return Line("blank")
    if len(text) > MAX_WIDTH:
        return Line("other")
    if _FRAME.fullmatch(text) and _RULE.search(text):
        return Line("rule", _dashes(text))
    files = re.sub(r"[\s|+]", "", text).lower()
    if len(files) > 2 and _ALPHABET[: len(files)] in (files, files[::-1]):
        return Line("files", value=files)
    row = _row(text.rstrip("\r"), width)
    if row and sum(not _known(cell.text) for cell in row.cells) <= len(row.cells) // 4:
        return Line("row", row)
    said = _said(text)
    return said._replace(row=row) if said.kind == "other" else said


def lines_of(texts: Iterable[str], width: int = 8) -> Iterator[tuple[str, Line]]:
    """Lines with what they are. Between ranks a line as wide as they are is a rank, whatever strange signs it has."""
    held: list[tuple[str, Line]] = []
    size = 0
    for text in texts:
        line = line_of(text, width)
        if line.kind == "other" and line.row and abs(len(line.row.cells) - size) < 2 and len(held) < _MOST_HELD:
            held.append((text, line))
            continue
        between = line.kind == "row" or (line.kind == "rule" and all(one.row and one.row.barred for _, one in held))
        yield from ((text, one._replace(kind="row") if between else one) for text, one in held)
        held.clear()
        size = len(line.row.cells) if line.kind == "row" and line.row else size if line.kind == "rule" else 0
        yield text, line
    yield from held


def _said(text: str) -> Line:
    """A line of words."""
    if match := _TURN.fullmatch(text):
        said = next(group for group in match.groups() if group)
        return Line("turn", value=_COLORED[said[0].lower()])
    for kind, pattern in (("fen", _FEN), ("title", _TITLE)):
        if match := pattern.match(text):
            return Line(kind, value=text[match.end() :].rstrip(), start=match.end())
    return Line("other")


def turn_beside(row: Row) -> Side | None:
    """The side to move that the text at the right of a rank tells, as servers write it."""
    match = _BESIDE.search(row.beside)
    return _COLORED[(match[1] or match[2])[0].lower()] if match else None


def _dashes(text: str) -> Row | None:
    """A rule of dashes as the rank that it may be."""
    if not _DASHES.fullmatch(text):
        return None
    return Row(tuple(Cell("-", i, i + 1) for i, char in enumerate(text) if char == "-"))


def _row(text: str, width: int) -> Row | None:
    bars = [i for i, char in enumerate(text) if char in _BARS]
    if len(bars) < 2:
        return _open(text, 0, len(text))
    left, right = text[: bars[0]], text[bars[-1] + 1 :]
    if left.strip() and not re.fullmatch(r"\s*[1-9][0-9]?\s*", left):
        return None
    number = re.fullmatch(r"\s*([1-9][0-9]?)\s*", right)
    label = left.strip() or (number[1] if number else "")
    if len(bars) == 2:
        place = bars[0] + 1, bars[1]
        inner = _columns(text, *place, width) or _open(text, *place, labels=False)
        cells = inner.cells if inner else ()
    else:
        cells = tuple(_between(text, a + 1, b) for a, b in pairwise(bars))
    if len(cells) < 3 or any(len(cell.text) > 3 for cell in cells):
        return None
    return Row(cells, int(label) if label else None, True, "" if number else right)


def _between(text: str, start: int, end: int) -> Cell:
    """What stands between two bars; of nothing the blanks."""
    inner = text[start:end]
    word = inner.strip(" \t\u00a0")
    if not word:
        return Cell("", start, end)
    start += inner.index(word)
    return Cell(word, start, start + len(word))


def _columns(text: str, start: int, end: int, width: int) -> Row | None:
    """A rank between two bars, where squares may be blank: every character one, or every second one."""
    inner = text[start:end]
    # Where the first square is, and how far it is to the next one.
    first, step = {width: (0, 1), 2 * width - 1: (0, 2), 2 * width + 1: (1, 2)}.get(len(inner), (0, 0))
    if not step or (step == 2 and inner[1 - first :: 2].strip(" ")):
        return None
    places = range(first, first + step * width, step)
    return Row(tuple(Cell(inner[i].strip(" "), start + i, start + i + 1) for i in places))


def _open(text: str, start: int, end: int, *, labels: bool = True) -> Row | None:
    """A rank without bars: squares set apart by blanks, or close to each other."""
    label = None
    if labels and (match := _LABEL.match(text)):
        label, start = int(match[1]), match.end()
    if labels and (match := _LABEL_RIGHT.search(text, start)):
        if label is not None and label != int(match[1]):
            return None
        label, end = int(match[1]), match.start()
    words = [*_WORD.finditer(text, start, end)]
    if len(words) == 1:
        words = [*_CHARACTER.finditer(text, words[0].start(), words[0].end())]
    if len(words) < 3 or any(len(word[0]) > 2 for word in words):
        return None
    return Row(tuple(Cell(word[0], *word.span()) for word in words), label)


def piece_of(text: str, letters: str = "en", *, starred: bool = False) -> Piece | None:
    """The piece of a square: a letter, a figure, or a letter behind its colour; None for no piece.

    On a board of `starred` pieces those with a star are Black's, as servers write it.
    """
    known = _pieces(letters)
    text = text.rstrip("\ufe0e\ufe0f")
    if text in known:
        return known[text]
    if len(text) == 2 and text[0] in _COLORED and text[1].upper() in known:
        return Piece(known[text[1].upper()].letter, _COLORED[text[0]])
    if starred and text[:1] == "*" and text[1:].isupper() and text[1:] in known:
        return Piece(known[text[1:]].letter, "black")
    return None


def is_empty(text: str) -> bool:
    """Whether a square is empty: blank, one of the signs, or twice the same one."""
    return not text or (text[0] in EMPTY and text in (text[0], 2 * text[0])) or text == "##"


def is_starred(text: str) -> bool:
    """Whether a square has a letter behind a star."""
    return len(text) == 2 and text[0] == "*" and text[1].isalpha() and text[1].isupper()


@lru_cache(maxsize=32)
def _pieces(letters: str) -> dict[str, Piece]:
    """The pieces by their letters in a language, and by their figures."""
    found = dict(_FIGURES)
    for letter, text in zip(PIECE_LETTERS, LETTERS[letters].letters, strict=True):
        found[text[0].upper() + text[1:]] = Piece(letter, "white")
        found[text.lower()] = Piece(letter, "black")
    return found


@lru_cache(maxsize=4096)
def _known(text: str) -> bool:
    """Whether a square may have that, in whatever language."""
    return is_empty(text) or is_starred(text) or any(piece_of(text, letters) for letters in LETTERS)
