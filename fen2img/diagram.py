"""Diagram: a position, the marks on it and what is said about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from fen2img.marks import Mark, check_on_board, parse_marks
from fen2img.position import Position, Side

Kind = TypeVar("Kind", bound="Diagram")


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """A position with its marks and words; how it looks is a `Style`. `number` is its place in a list.

    `id` is its name in its source, `answer` the solution, as the source writes it, `orientation` the side that the
    source wants at the bottom, and `fields` are further columns, by name.
    Raises OptionError for a mark that does not lie on the board.
    """

    position: Position
    title: str | None = None
    caption: str | None = None
    marks: tuple[Mark, ...] = ()
    number: int = 1
    answer: str | None = None
    orientation: Side | None = None
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)
    id: str | None = None

    def __post_init__(self) -> None:
        if self.marks:
            check_on_board(self.marks, self.position.width, self.position.height)

    @property
    def shown(self) -> Position:
        """The position without the pieces that are hidden, and without what would tell where they stand."""
        if not self.marks:
            return self.position
        hidden = {square for mark in self.marks if mark.kind == "hide" for square in mark.squares}
        if not hidden:
            return self.position
        pieces = enumerate(self.position.pieces)
        seen = tuple([None if self.position.square(i) in hidden else piece for i, piece in pieces])
        return replace(self.position, pieces=seen, castling="-", en_passant=None)

    def marked(self, *, auto_check: bool = False, **asked: object) -> Self:
        """The diagram with more marks, as texts by kind: `arrow="e2e4,Rg1f3"`, `circle=["d5", "e5"]`.

        `auto_check` marks kings in check; it and `legal` need python-chess. Raises OptionError for what is no mark.
        """
        return self.with_marks(parse_marks(asked), auto_check=auto_check)

    def with_marks(self, marks: tuple[Mark, ...], *, auto_check: bool = False) -> Self:
        """The diagram with more marks, which may ask for legal moves."""
        check_on_board(marks, self.position.width, self.position.height)
        hiding = replace(self, marks=(*self.marks, *(mark for mark in marks if mark.kind == "hide")))
        return replace(self, marks=(*self.marks, *_expanded(hiding.shown, marks, auto_check)))


# Setters of the fields in their order: the constructor of a frozen class takes as long as the reading of a FEN.
_position, _title, _caption, _marks, _number, _answer, _orientation, _fields, _id = (
    getattr(Diagram, name).__set__ for name in Diagram.__slots__
)
_NO_FIELDS: Mapping[str, str] = {}


def bare(
    kind: type[Kind], position: Position, title: str | None = None, caption: str | None = None, number: int = 1
) -> Kind:
    """A diagram of a position without marks and columns."""
    diagram = object.__new__(kind)
    _position(diagram, position)
    _title(diagram, title)
    _caption(diagram, caption)
    _marks(diagram, ())
    _number(diagram, number)
    _answer(diagram, None)
    _orientation(diagram, None)
    _fields(diagram, _NO_FIELDS)
    _id(diagram, None)
    return diagram


def _expanded(position: Position, marks: tuple[Mark, ...], auto_check: bool) -> tuple[Mark, ...]:
    """Marks with those that the rules of chess give."""
    if not auto_check and not any(mark.kind == "legal" for mark in marks):
        return marks
    from fen2img.rules import checked_kings, legal_moves

    found = [m for mark in marks for m in (legal_moves(position, mark) if mark.kind == "legal" else (mark,))]
    return (*found, *(checked_kings(position) if auto_check else ()))
