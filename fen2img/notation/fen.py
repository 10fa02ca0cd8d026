"""FEN (PGN standard, section 16.1), X-FEN and Shredder-FEN -> Position.

The placement is read exactly. What follows cannot change the picture, the side to move apart, so a fault there is a
warning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fen2img.diagram import Diagram, bare
from fen2img.errors import Finding, NotationError, shorten
from fen2img.marks import Mark
from fen2img.notation.clean import HARMLESS_IN_TEXT, MAX_TEXT, Token, bottom_side, tokens_of
from fen2img.notation.placement import Board, PlacementReader, reversed_finding, reversed_ranks
from fen2img.notation.plain import plain_men, read_plain
from fen2img.position import Position, Side, Square, squares_of, with_men

_DASHES = frozenset("‐‑‒–—―−－")
_SIDES: dict[str, Side] = {"w": "white", "b": "black", "white": "white", "black": "black"}
_NUMBER = r"-?[0-9]+"
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
    fields = _Fields(tokens, width, height)
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
    fields = _Fields(tokens, width, height)
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


def like_placement(word: str) -> bool:
    """Whether a word could be the placement of a FEN, whatever its faults; a web address could not."""
    return word.count("/") > 3 and "//" not in word and "." not in word


def _sorted(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (f.severity != "error", f.span)))


class _Fields:
    """The fields behind the placement, one by one; what is no field is left as the rest."""

    def __init__(self, tokens: list[Token], width: int, height: int) -> None:
        self.last = tokens[0].span
        self.tokens = tokens[1:]
        self.width = width
        self.height = height
        self.findings: list[Finding] = []
        self.written: dict[str, str] = {}
        self.turn: Side | None = None
        self.castling = "-"
        self.en_passant: Square | None = None
        self.halfmove = 0
        self.fullmove = 1

    def read(self) -> None:
        """Read as far as there are fields."""
        self._punctuation()
        if self._side() and self._castling() and self._target():
            self._clocks()

    def further_positions(self) -> list[Finding]:
        """A warning where another position stands in what is left: a line holds one."""
        other = next((t for t in self.tokens if like_placement(t.text)), None)
        if other is None:
            return []
        hint = "each position has a line of its own"
        return [Finding("warning", "second-position", "another position is read as a caption", other.span, hint)]

    @property
    def end(self) -> int:
        """Where in the source the rest begins."""
        return self.tokens[0].span[0] if self.tokens else self.last[1]

    def rest(self, source: str, *, decoded: bool) -> str:
        """The source from the first word on that is no field; the words when the source has them encoded."""
        if not self.tokens:
            return ""
        text = source[self.end : self.tokens[-1].span[1]]
        if decoded or (len(self.tokens) > 1 and not any(map(str.isspace, text))):
            text = " ".join(t.text for t in self.tokens)
        return text.lstrip(";|,# \t")

    def warn(self, code: str, message: str, span: tuple[int, int], hint: str | None = None) -> None:
        """Note a warning."""
        self.findings.append(Finding("warning", code, message, span, hint))

    def _text(self, index: int = 0) -> str:
        return self.tokens[index].text if index < len(self.tokens) else ""

    def _take(self, field: str) -> Token:
        token = self.tokens.pop(0)
        self.last = token.span
        self.written[field] = token.text
        return token

    def _punctuation(self) -> None:
        """Take the sentence's full stops, commas and semicolons from the fields."""
        for i, token in enumerate(self.tokens[:5]):
            text = token.text
            if text[-1] in ".;,\"'”’" and self._field_at(i, text[:-1], text[-1]):
                end = token.chars[-1]
                self.warn("punctuation", f"'{end.text}' behind a field is left out", (end.start, end.end))
                self.tokens[i] = token.cut(0, -1)
            elif not _field_like(text) and (i or len(text) > 1):
                return

    def _field_at(self, index: int, text: str, mark: str) -> bool:
        """Whether a word without the mark behind it is a field; where more words follow, none that begins a text."""
        if index == len(self.tokens) - 1:
            return _field_like(text)
        number = index == 4 or (index == 3 and mark in ",;")  # but "1." begins a line of moves
        field = ("[wb]", "-|[KQkq]{2,4}", "-|[a-h][36]")[index] if index < 3 else _NUMBER if number else "-"
        return bool(re.fullmatch(field, text))

    def _side(self) -> bool:
        """The side to move; whether more fields may follow."""
        text, following = self._text(), self._text(1)
        if not text:
            return False
        if text in ("w", "b"):
            self.turn = _SIDES[self._take("turn").text]
            return True
        fields_follow = self._castling_like(following)
        if text.lower() in _SIDES and (fields_follow or not following):
            token = self._take("turn")
            self.turn = _SIDES[text.lower()]
            self.warn("side-spelling", f"the side to move is written w or b, not '{text}'", token.span)
            return True
        if (
            self._castling_like(text)
            and self._target_like(following)
            and not (text == "-" and self._target_like(self._text(2)))
        ):
            self.warn("side-missing", "the side to move is missing", self.tokens[0].span, "w or b stands there")
            return True
        if fields_follow or (len(self.tokens) == 1 and len(text) == 1):
            token = self._take("turn")
            self.warn("side-unknown", f"'{shorten(text)}' is no side to move", token.span, "w or b stands there")
            return True
        return False

    def _castling(self) -> bool:
        text, following = self._text(), self._text(1)
        if not text:
            return False
        if text in _DASHES:
            self._dash("castling")
            return True
        standard = bool(re.fullmatch(r"-|[KQkq]+", text))
        if self._castling_like(text) and (standard or not following or self._target_like(following)):
            token = self._take("castling")
            self.castling = "".join(dict.fromkeys(text))
            if self.castling != text:
                self.warn("castling", f"'{shorten(text)}' names a castling right twice", token.span)
            return True
        if self._target_like(following) and not re.fullmatch(r"[0-9]+\.+", text):  # but "1." begins a line of moves
            token = self._take("castling")
            self.warn("castling", f"'{shorten(text)}' is no castling availability", token.span, "such as KQkq or -")
            return True
        return False

    def _target(self) -> bool:
        text = self._text()
        if not text or re.fullmatch(_NUMBER, text):
            span = self.tokens[0].span if self.tokens else self._behind()
            self.warn("en-passant-missing", "the en-passant target is missing", span, "- stands for none")
            return bool(text)
        if text in _DASHES:
            self._dash("en_passant")
            return True
        if text == "-":
            self._take("en_passant")
            return True
        if match := re.fullmatch(r"([a-z])([0-9]{1,2})", text):
            token = self._take("en_passant")
            square = Square(ord(match[1]) - 97, int(match[2]) - 1)
            self._check_target(square, text, token.span)
            return True
        numbers = [bool(re.fullmatch(_NUMBER, self._text(i))) for i in (1, 2)]
        if (len(text) <= 3 and all(numbers)) or (len(text) == 1 and numbers[0]):
            token = self._take("en_passant")
            self.warn(
                "en-passant",
                f"'{shorten(text)}' is no en-passant target",
                token.span,
                "a square such as e3, or -",
            )
            return True
        return False

    def _check_target(self, square: Square, text: str, span: tuple[int, int]) -> None:
        ranks = {"white": [self.height - 3], "black": [2]}.get(self.turn or "", [self.height - 3, 2])
        if square.file >= self.width or not 0 <= square.rank < self.height:
            self.warn("en-passant", f"'{text}' is no square of the board", span)
        elif self.height < 3:
            self.warn("en-passant", f"no square of {self.height} ranks is an en-passant target", span)
        elif square.rank not in ranks:
            wanted = " or ".join(str(r + 1) for r in ranks)
            hint = f"with {self.turn.capitalize()} to move" if self.turn else None
            self.warn("en-passant", f"an en-passant target lies on rank {wanted}, not on {text}", span, hint)
        else:
            self.en_passant = square

    def _clocks(self) -> None:
        if not self._clocks_follow():
            return
        halfmove = self._clock("halfmove", "halfmove-clock", "half-move clock", 0)
        self.halfmove = 0 if halfmove is None else halfmove
        if not self.tokens:
            self.warn("fullmove-missing", "the full-move number is missing", self._behind())
            return
        fullmove = self._clock("fullmove", "fullmove-number", "full-move number", 1)
        self.fullmove = 1 if fullmove is None else fullmove

    def _clocks_follow(self) -> bool:
        """Whether the next words are the clocks, if with a slip in one; a number and words begin a sentence."""
        words = [t.text for t in self.tokens[:2]]
        numbers = [bool(re.fullmatch(_NUMBER, w)) for w in words]
        if len(self.tokens) == 2 and any(numbers):
            return all(n or len(w) == 1 or w[0] in "0123456789" for n, w in zip(numbers, words, strict=True))
        return bool(words) and all(numbers)

    def _clock(self, field: str, code: str, name: str, low: int) -> int | None:
        token = self._take(field)
        text = token.text
        if re.fullmatch(_NUMBER, text) and len(text) <= 6 and int(text) >= low:
            return int(text)
        self.warn(code, f"'{shorten(text)}' is no {name}", token.span, f"a number from {low} up")
        return None

    def _behind(self) -> tuple[int, int]:
        """The place behind the last field, where one is missing."""
        return self.last[1], self.last[1]

    def _dash(self, field: str) -> None:
        token = self._take(field)
        self.warn("dash", f"'{token.text}' is read as '-'", token.span)

    def _castling_like(self, text: str) -> bool:
        """K, Q, k, q, or the files of the rooks (Shredder-FEN), beyond the eight of chess on wider boards."""
        last = max(8, self.width)
        files = f"A-{chr(64 + last)}a-{chr(96 + last)}"
        return bool(re.fullmatch(f"-|[KQkq{files}]{{1,8}}", text)) or text in _DASHES

    def _target_like(self, text: str) -> bool:
        return bool(re.fullmatch(r"-|[a-z][0-9]{1,2}", text)) or text in _DASHES


def _field_like(text: str) -> bool:
    return text.lower() in _SIDES or bool(
        re.fullmatch("-|[KQkqA-Ha-h]{1,8}", text) or re.fullmatch(_NUMBER, text) or re.fullmatch("[a-h][1-8]", text)
    )
