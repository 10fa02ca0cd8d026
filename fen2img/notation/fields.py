"""The fields of a FEN behind the placement, whatever stands between and behind them."""

from __future__ import annotations

import re

from fen2img.errors import Finding, shorten
from fen2img.notation.clean import Token
from fen2img.position import Side, Square

_DASHES = frozenset("‐‑‒–—―−－")
_SIDES: dict[str, Side] = {"w": "white", "b": "black", "white": "white", "black": "black"}
_NUMBER = r"-?[0-9]+"


def like_placement(word: str) -> bool:
    """Whether a word could be the placement of a FEN, whatever its faults; a web address could not."""
    return word.count("/") > 3 and "//" not in word and "." not in word


class Fields:
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
