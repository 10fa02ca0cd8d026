"""A FEN explained, field by field, to someone who learns to read one."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from fen2img.diagram import Diagram
from fen2img.errors import visible
from fen2img.notation import FIELDS, Reading
from fen2img.oddities import PIECE_NAMES, Oddity, attackers, listed, oddities, other
from fen2img.position import Piece, Position, Side, Square
from fen2img.style import Style
from fen2img.terminal import Screen, board_text
from fen2img.words import mark_words

#: Columns that an explanation takes at most, and where the texts of fields begin.
COLUMNS, INDENT = 80, 3
#: What the fields are called in the standard (PGN, section 16.1.3).
TITLES = {
    "placement": "Piece placement",
    "turn": "Side to move",
    "castling": "Castling availability",
    "en_passant": "En-passant target",
    "halfmove": "Half-move clock",
    "fullmove": "Full-move number",
}
_WINGS = {"K": "king-side", "Q": "queen-side"}


class Rank(NamedTuple):
    """A rank of the placement: its number, as it is written, what stands there."""

    number: int
    text: str
    meaning: str


class Field(NamedTuple):
    """A field: its name, as it is written if it is, and what that says."""

    name: str
    text: str | None
    meaning: tuple[str, ...]

    @property
    def title(self) -> str:
        """What the field is called."""
        return TITLES[self.name]


class Explanation(NamedTuple):
    """All that can be said about a position: the fields, its ranks, what is odd."""

    reading: Reading
    diagram: Diagram
    fields: tuple[Field, ...]
    ranks: tuple[Rank, ...]
    odd: tuple[Oddity, ...]

    def as_dict(self) -> dict[str, object]:
        """The explanation for JSON: `pieces` are the letters of the placement by their squares."""
        position = self.diagram.position
        pieces = ((position.square(i).name, piece) for i, piece in enumerate(position.pieces) if piece)
        return {
            "ok": True,
            "fen": position.fen(),
            "board": {"files": position.width, "ranks": position.height},
            "fields": [{"name": f.title, "text": f.text, "meaning": list(f.meaning)} for f in self.fields],
            "ranks": [rank._asdict() for rank in self.ranks],
            "pieces": {name: piece.symbol + "~" * piece.promoted for name, piece in pieces},
            "pockets": [piece.symbol for piece in position.pockets],
            "oddities": [odd.as_dict() for odd in self.odd],
            "findings": [finding.as_dict() for finding in self.reading.findings],
        }


def explain(reading: Reading, diagram: Diagram, written: Mapping[str, str] | None = None) -> Explanation:
    """What a text says. `written` are its fields as it writes them, by the names of `FIELDS`, if it is a FEN.

    No position is too odd to be explained.
    """
    position = diagram.position
    # Other notations than FEN may leave out the number of the move, which then says nothing about the clock.
    counted = position.fullmove > 1 if written is None else "fullmove" in written
    if written is None:
        written = dict(zip(FIELDS, position.fen().split(" "), strict=True))
        if position.turn is None:
            del written["turn"]
    ranks = tuple(_ranks(position, written["placement"]))
    meanings = [tuple(_MEANINGS[name](position, written.get(name))) for name in FIELDS]
    fields = tuple(Field(name, written.get(name), said) for name, said in zip(FIELDS, meanings, strict=True))
    odd = tuple(odd for odd in oddities(position) if counted or odd.code != "halfmove-many")
    return Explanation(reading, diagram, fields, ranks, odd)


# --- the meaning of the fields ---------------------------------------------------------------------------------


def _placement(position: Position, text: str | None) -> Iterator[str]:
    top = position.height
    yield f"Rank by rank from {top} down to 1, a / between them, and each from file a on."
    yield "Capital letters are White's pieces, small letters Black's; a number counts empty squares."
    if any(piece and piece.promoted for piece in position.pieces):
        yield "A ~ marks a piece that was a pawn."
    if any(piece and (piece.turns or piece.neutral) for piece in position.pieces):
        yield "A *1, *2 or *3 turns a piece by so many quarters; a - makes it neutral."
    if position.pockets:
        hands = [(side, [p for p in position.pockets if p.side == side]) for side in ("white", "black")]
        texts = [f"{side.capitalize()} has {_in_hand(pieces)} in hand" for side, pieces in hands if pieces]
        yield f"In brackets: {', '.join(texts)}."


def _in_hand(pieces: list[Piece]) -> str:
    names = [PIECE_NAMES[piece.letter] for piece in pieces]
    return ", ".join(f"{names.count(n)} {n}{'s' * (names.count(n) > 1)}" for n in dict.fromkeys(names))


def _turn(position: Position, text: str | None) -> Iterator[str]:
    if position.turn:
        yield f"{position.turn.capitalize()} is to move. (w stands for White, b for Black.)"
    else:
        yield "Not said. A w stands here where White is to move, a b where Black is."


def _castling(position: Position, text: str | None) -> Iterator[str]:
    if position.castling == "-":
        if text is None or _is_dash(text):
            yield "Neither side may castle any more." if text else "Missing; nobody is taken to be able to castle."
        else:
            yield "Not understood; nobody is taken to be able to castle."
        if not text or not _is_dash(text):
            yield "KQkq would say that both sides may, - that neither may."
        return
    for side in ("white", "black"):
        rights = [letter for letter in position.castling if letter.isupper() == (side == "white")]
        ways = [_WINGS.get(letter.upper()) or f"with the rook on file {letter.lower()}" for letter in rights]
        said = f"may still castle {' and '.join(ways)}" if ways else "may not castle any more"
        yield f"{side.capitalize()} {said}{f' ({chr(44).join(rights)})'.replace(',', ', ') if ways else ''}."
    yield "That is: king and rook have not moved yet, whatever may be in their way now."


def _en_passant(position: Position, text: str | None) -> Iterator[str]:
    target = position.en_passant
    if target is None:
        if text is None or _is_dash(text):
            yield "None: the last move was not one of a pawn by two squares." if text else "Missing; none is assumed."
        else:
            yield "This is no target that there can be; none is assumed."
        return
    taker: Side = position.turn or ("black" if target.rank == 2 else "white")
    step = -1 if taker == "white" else 1
    moved, start = (Square(target.file, target.rank + step * way) for way in (1, -1))
    yield f"A {other(taker)} pawn has just moved from {start.name} to {moved.name}, past {target.name}: so it says."
    pawns = [s for s in attackers(position, target, taker) if _is_pawn(position, s)]
    if pawns:
        yield f"The {taker} pawn{'s' * (len(pawns) > 1)} on {listed(pawns)} could take it there, now only."
    else:
        yield f"No {taker} pawn stands where it could take it; many programs write - then."


def _is_pawn(position: Position, square: Square) -> bool:
    piece = position.piece_at(square)
    return piece is not None and piece.letter == "P"


def _halfmove(position: Position, text: str | None) -> Iterator[str]:
    count = position.halfmove
    if unread := _unread(text, count):
        yield unread
    elif count == 0:
        yield "The last move took a piece or was one of a pawn, or none was made yet."
    else:
        moves = "1 half-move" if count == 1 else f"{count} half-moves"
        yield f"{moves} (moves of one side) since a piece was taken or a pawn moved."
    yield "At 100, fifty moves of each side, either may claim a draw."


def _fullmove(position: Position, text: str | None) -> Iterator[str]:
    if unread := _unread(text, position.fullmove):
        yield unread
    else:
        whose = f"{position.turn.capitalize()}'s move" if position.turn else "Move"
        yield f"{whose} {position.fullmove} comes next."
    yield "The number grows after each move of Black."


def _is_dash(text: str) -> bool:
    """Whether a text is the dash that stands for nothing, of whatever kind."""
    return len(text) == 1 and not text.isalnum()


def _unread(text: str | None, number: int) -> str:
    """What is said of a number that is not there or no number; nothing where it is."""
    if text is None:
        return f"Missing; {number} is assumed."
    return "" if (text.lstrip("0") or "0") == str(number) else f"Not understood; {number} is assumed."


_MEANINGS: Mapping[str, Callable[[Position, str | None], Iterator[str]]] = {
    "placement": _placement,
    "turn": _turn,
    "castling": _castling,
    "en_passant": _en_passant,
    "halfmove": _halfmove,
    "fullmove": _fullmove,
}


# --- the ranks of the placement --------------------------------------------------------------------------------


def _ranks(position: Position, written: str) -> Iterator[Rank]:
    """The ranks from above, as they are written where the text can be told apart into them."""
    plain, own = (text.partition("[")[0].split("/") for text in (position.placement, written))
    texts = own if len(own) == position.height and all(own) else plain
    for row, text in enumerate(texts):
        number = position.height - row
        cells = [Square(file, number - 1) for file in range(position.width)]
        yield Rank(number, text, ", ".join(_rank(position, cells)))


def _rank(position: Position, cells: list[Square]) -> Iterator[str]:
    """What stands on a rank, alike neighbours together; a side is named where it changes."""
    side = ""
    for what, squares in groupby(cells, key=lambda square: _what(position.piece_at(square))):
        run = list(squares)
        where = run[0].name if len(run) == 1 else f"{run[0].name}-{run[-1].name}"
        if not what:
            yield "all empty" if len(run) == len(cells) else f"empty {where}"
            continue
        whose, name = what
        yield f"{f'{whose} ' * (whose != side)}{name}{'s' * (len(run) > 1)} {where}"
        side = whose


def _what(piece: Piece | None) -> tuple[str, str] | None:
    """Whose piece it is, and what."""
    if piece is None:
        return None
    kind = "promoted " * piece.promoted + "turned " * (piece.turns > 0) + PIECE_NAMES[piece.letter]
    return "neutral" if piece.neutral else piece.side, kind


# --- as text ---------------------------------------------------------------------------------------------------


def explanation_text(said: Explanation, screen: Screen, style: Style | None = None, where: str = "") -> str:
    """The explanation for a terminal, `COLUMNS` wide at most; the findings keep the width of their source."""
    diagram = said.diagram
    words = [visible(text) for text in (diagram.title, diagram.caption) if text]
    parts = [board_text(diagram, style or Style(), screen)]
    parts += ["\n".join(_wrapped(text, 0) for text in (mark_words(diagram), *words) if text)]
    parts += ["\n".join(_field(number, field, said, screen)) for number, field in enumerate(said.fields, 1)]
    if said.reading.findings:
        drawn = [finding.draw(said.reading.source, where) for finding in said.reading.findings]
        parts.append("\n".join([screen.bold("Doubtful in the text"), *drawn]))
    if said.odd:
        lines = [_wrapped(f"- {odd.message} [{odd.code}]", 2, hanging=2) for odd in said.odd]
        parts.append("\n".join([screen.bold("Odd about the position"), *lines]))
    else:
        parts.append("Nothing is odd about the position.")
    fen = diagram.position.fen()
    if " ".join(field.text or "" for field in said.fields) != fen:
        parts.append(f"{screen.bold('The FEN, normalised')}\n{' ' * INDENT}{fen}")
    return "\n\n".join(filter(None, parts))


def _field(number: int, field: Field, said: Explanation, screen: Screen) -> Iterator[str]:
    text = visible(field.text) if field.text is not None else "(missing)"
    head = f"{number}  {field.title:<23}"
    lines = (
        [text] if len(text) <= COLUMNS - len(head) else textwrap.wrap(text, COLUMNS - INDENT, break_on_hyphens=False)
    )
    if len(lines) == 1 and len(head) + len(text) <= COLUMNS:
        yield f"{screen.bold(head)}{text}"
    else:
        yield screen.bold(head.rstrip())
        yield from (" " * INDENT + line for line in lines)
    for sentence in field.meaning:
        yield _wrapped(sentence, INDENT)
    if field.name == "placement":
        wide = max(len(visible(rank.text)) for rank in said.ranks)
        for rank in said.ranks:
            label = f"{rank.number:>2}  {visible(rank.text):<{wide}}  "
            yield _wrapped(label + rank.meaning, INDENT, hanging=len(label) if wide <= COLUMNS // 3 else INDENT)


def _wrapped(text: str, indent: int, *, hanging: int = 0) -> str:
    """A text with lines of `COLUMNS`; the first words keep their blanks."""
    first, rest = " " * indent, " " * (indent + hanging)
    wrapper = textwrap.TextWrapper(COLUMNS, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return "\n".join(wrapper.wrap(text))
