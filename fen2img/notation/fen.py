"""FEN (PGN standard, section 16.1), X-FEN and Shredder-FEN -> Position.

The placement is read exactly. What follows cannot change the picture, the side to move apart, so a fault there is a
warning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fen2img.diagram import Diagram, bare
from fen2img.errors import Finding, NotationError
from fen2img.marks import Mark
from fen2img.notation.clean import HARMLESS_IN_TEXT, MAX_TEXT, Token, bottom_side, tokens_of
from fen2img.notation.fields import Fields
from fen2img.notation.placement import Board, PlacementReader, reversed_finding, reversed_ranks
from fen2img.notation.plain import plain_men, read_plain
from fen2img.position import Position, Side, squares_of, with_men

#: The six fields, as `Position` calls them.
FIELDS = ("placement", "turn", "castling", "en_passant", "halfmove", "fullmove")


@dataclass(frozen=True, slots=True)
class Reading:
    """What came out of a text: a position unless an error was found, the findings, the text behind the FEN.

    Some notations say more: the name of the position, its solution, what is marked, which side is at the bottom, and
    other `fields`, by name.
    """

    source: str
    position: Position | None
    findings: tuple[Finding, ...] = ()
    rest: str = ""
    id: str = ""
    title: str = ""
    answer: str = ""
    marks: tuple[Mark, ...] = ()
    orientation: Side | None = None
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)

    def diagram(self, *, strict: bool = False, number: int = 1, **more: Any) -> Diagram:
        """The diagram, with the text behind the FEN as its caption; `more` are fields of it from elsewhere.

        Raises NotationError when an error was found or, with `strict`, anything at all.
        """
        position = self.certain(strict=strict)
        said = self.rest or self.id or self.title or self.answer or self.marks or self.orientation or self.fields
        if not (said or more):
            return bare(Diagram, position, number=number)
        own = {
            "title": self.title or None,
            "caption": self.rest or None,
            "marks": self.marks,
            "answer": self.answer or None,
            "orientation": self.orientation,
            "fields": self.fields,
            "id": self.id or None,
        }
        return Diagram(**{**own, "position": position, "number": number, **more})

    def good(self, *, strict: bool = False) -> bool:
        """Whether there is a position; with `strict` one that nothing is odd about."""
        return self.position is not None and not (strict and self.findings)

    def certain(self, *, strict: bool = False) -> Position:
        """The position. Raises NotationError as `diagram` does."""
        if self.position is None or not self.good(strict=strict):
            raise NotationError(self.source, self.findings)
        return self.position


# The constructor of a frozen dataclass sets field by field, which takes longer than reading a flawless FEN does.
_source, _position, _findings, _rest, _id, _title, _answer, _marks, _orientation, _named = (
    getattr(Reading, name).__set__ for name in Reading.__slots__
)
_NO_FIELDS: Mapping[str, str] = {}


def _flawless(text: str, position: Position) -> Reading:
    """The reading of a FEN that there is nothing to say about."""
    reading = object.__new__(Reading)
    _source(reading, text)
    _position(reading, position)
    _findings(reading, ())
    _rest(reading, "")
    _id(reading, "")
    _title(reading, "")
    _answer(reading, "")
    _marks(reading, ())
    _orientation(reading, None)
    _named(reading, _NO_FIELDS)
    return reading


def parse_fen(
    text: str, *, width: int = 8, height: int = 8, fairy: bool = False, strict: bool = False, letters: str = "en"
) -> Position:
    """The position of a FEN, its pieces in the letters of a language: a key of `letters.LETTERS`.

    Raises NotationError with every fault found; with `strict` a doubtful field behind the placement is one too.
    """
    return read_fen(text, width=width, height=height, fairy=fairy, letters=letters).certain(strict=strict)


def read_fen(text: str, *, width: int = 8, height: int = 8, fairy: bool = False, letters: str = "en") -> Reading:
    """Read a FEN with one to six fields and whatever surrounds it in real texts. Never raises for its content.

    With `fairy` pieces may be turned (`*1Q` to `*3Q`) and neutral (`-Q`). `letters` is the language of the piece
    letters of the placement, a key of `letters.LETTERS`; OptionError for any other.
    """
    if width == height == 8 and letters == "en":
        # Four fields are as frequent as six where there are no games.
        plain = read_plain(f"{text} 0 1" if text.count(" ") == 3 else text)
        if plain:
            return _flawless(text, plain)
    if len(text) > MAX_TEXT:
        message = f"a line of more than {MAX_TEXT} characters"
        return Reading(text, None, (Finding("error", "too-long", message, (0, 1)),))
    tokens, findings = tokens_of(text)
    if not tokens:
        return Reading(text, None, (Finding("error", "empty", "there is no FEN: the text is empty", (0, len(text))),))
    tokens, board, men, faults = _board(tokens, (width, height), fairy, letters)
    findings += faults
    if board is None:
        return Reading(text, None, _sorted(findings))
    fields = Fields(tokens, width, height)
    fields.read()
    findings = [f for f in findings if f.code not in HARMLESS_IN_TEXT or f.span[0] < fields.end] + fields.findings
    if reversed_ranks(board.pieces, width):
        findings.append(reversed_finding(tokens[0].span, "a FEN lists rank 8 first"))
    position = Position(
        width=width,
        height=height,
        pieces=board.pieces,
        turn=fields.turn,
        castling=fields.castling,
        en_passant=fields.en_passant,
        halfmove=fields.halfmove,
        fullmove=fields.fullmove,
        pockets=board.pockets,
    )
    findings += fields.further_positions()
    codes = {f.code for f in findings}
    return Reading(
        text,
        with_men(position, men),
        _sorted(findings),
        fields.rest(text, decoded="percent-encoding" in codes),
        orientation=bottom_side(text) if "address" in codes else None,
    )


def written_fields(text: str, *, width: int = 8, height: int = 8) -> dict[str, str]:
    """The fields of a FEN as a text writes them, by the names of `FIELDS`; those that it leaves out are not there."""
    tokens, _ = tokens_of(text)
    if not tokens:
        return {}
    fields = Fields(tokens, width, height)
    fields.read()
    return {"placement": tokens[0].text, **fields.written}


def _board(
    tokens: list[Token], size: tuple[int, int], fairy: bool, letters: str
) -> tuple[list[Token], Board | None, tuple[int, ...] | None, list[Finding]]:
    """The words in English letters, what the placement says, its men if nothing is wrong with it, and what is wrong."""
    given, strangers = tokens, list[Finding]()
    if letters != "en":
        from fen2img.notation.foreign import in_english  # most placements are English

        tokens, strangers = in_english(given, letters, size[1])
    men = plain_men(tokens[0].text) if size == (8, 8) and not strangers else None
    if men is not None:
        return tokens, Board(squares_of(men), ()), men, []
    reader = PlacementReader(tokens[0], *size, tokens[1].text if len(tokens) > 1 else "", fairy=fairy)
    board = reader.read()
    if board and not strangers:
        return tokens, board, None, reader.findings
    from fen2img.notation.foreign import proposed

    return tokens, None, None, proposed(given, [*strangers, *reader.findings], letters, size, fairy=fairy)


def _sorted(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (f.severity != "error", f.span)))
