"""The first field of a FEN, exactly: no guess, no skipped, invented or moved piece."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fen2img.errors import Finding, code_point, shorten
from fen2img.notation.clean import Char, Token, is_address
from fen2img.position import MAX_SIDE, PIECE_LETTERS, Piece, Side

PIECES: dict[str, Piece] = {}
for _letter in PIECE_LETTERS:
    PIECES[_letter] = Piece(_letter, "white")
    PIECES[_letter.lower()] = Piece(_letter, "black")

#: More pieces in hand than that is no pocket of any variant played on boards of this size.
MAX_POCKET = 64
#: Faults reported in one placement; a text that is no placement at all has one per character.
MAX_FINDINGS = 8
#: Faults gathered in one placement: a foreign language has up to eight other letters, each a fault at first.
_MAX_GATHERED = 16

#: Letters of other scripts that look like piece letters.
LOOK_ALIKES = {
    "К": "K", "к": "k", "В": "B", "Р": "P", "р": "p", "Ь": "b", "Κ": "K", "κ": "k", "Β": "B", "Ν": "N",
    "Ρ": "P", "ρ": "p", "\u212a": "K", "ԛ": "q", "Ԛ": "Q",
}  # fmt: skip
_SYMBOLS = {chr(0x2654 + i): "KQRBNPkqrbnp"[i] for i in range(12)}
#: The marks of Fairy FEN in front of a letter, in either order.
_MARKED = r"(?:-(?:\*[1-3])?|\*[1-3]-?)[KQRBNPkqrbnp]"
_POCKET = r"([0-9]*)([QRBNPqrbnp])"


class Board(NamedTuple):
    """What a placement says."""

    pieces: tuple[Piece | None, ...]
    pockets: tuple[Piece, ...]


class PlacementReader:
    """Reads one placement of `width` x `height` squares; the faults gather in `findings`."""

    def __init__(self, token: Token, width: int, height: int, following: str = "", *, fairy: bool = False) -> None:
        self.token = token
        self.width = width
        self.height = height
        self.following = following
        self.fairy = fairy
        self.findings: list[Finding] = []
        self.unknown: set[str] = set()

    def read(self) -> Board | None:
        """The board, or None when there is an error."""
        token, pocket = self._bracketed(self._unpunctuated(self.token))
        ranks = _split(token)
        if not pocket and len(ranks) == self.height + 1 and (last := self._pocket_rank(ranks[-1])) is not None:
            pocket = last
            ranks.pop()
        if self._separators(token) or self._other_board(ranks):
            return None
        if len(ranks) != self.height:
            self._rank_count(ranks)
        rows = [self._rank(i, rank, count=len(ranks) == self.height) for i, rank in enumerate(ranks[: self.height])]
        pockets = self._pockets(pocket)
        if any(f.severity == "error" for f in self.findings):
            del self.findings[MAX_FINDINGS:]
            return None
        return Board(tuple(piece for row in rows for piece in row), pockets)

    def error(self, code: str, message: str, span: tuple[int, int], hint: str | None = None) -> None:
        """Note an error."""
        if len(self.findings) < _MAX_GATHERED:
            self.findings.append(Finding("error", code, message, span, hint))

    def warn(self, code: str, message: str, span: tuple[int, int], hint: str | None = None) -> None:
        """Note a warning."""
        self.findings.append(Finding("warning", code, message, span, hint))

    def noted(self, code: str) -> bool:
        """Whether there is such a finding already: of what is the same all over, one is enough."""
        return any(finding.code == code for finding in self.findings)

    # --- ranks ---

    def _rank(self, index: int, chars: tuple[Char, ...], *, count: bool) -> list[Piece | None]:
        """One rank; `count` says whether its number, and so the number of its squares, is certain."""
        row: list[Piece | None] = []
        name = f"rank {self.height - index}" if count else f"rank {index + 1} of the text"
        good = True
        for run in _runs(chars, numbers=self.width > 9, fairy=self.fairy):
            where = name
            if count and len(row) < self.width:
                where += f", square {chr(97 + len(row))}{self.height - index}"
            known = self._run(run, row, where)
            good = good and known
            if not known and len(row) > self.width:
                break  # no rank any more; one report is enough
        if count and good and len(row) != self.width:
            self._width(index, name, chars, len(row))
        elif count and good and self.width <= 9 and not self.noted("digits"):
            self._digits(chars, name)
        return row

    def _digits(self, chars: tuple[Char, ...], name: str) -> None:
        """Warn of digits side by side: perhaps two characters changed places, as in R32KR for R3K2R."""
        if side := re.search("[0-9]{2,}", _text(chars)):
            span = chars[side.start()].start, chars[side.end() - 1].end
            hint = "a run of empty squares is one digit; is one of them in the wrong place?"
            self.warn("digits", f"the digits {side[0]} side by side are added up ({name})", span, hint)

    def _run(self, run: tuple[Char, ...], row: list[Piece | None], where: str) -> bool:
        """A piece, a number or a promotion sign; whether it was one."""
        text = _text(run)
        span = (run[0].start, run[-1].end)
        if piece := PIECES.get(text) or (_marked(text) if self.fairy else None):
            row.append(piece)
            return True
        if text == "~" and row and (last := row[-1]) and not last.promoted:
            row[-1] = last._replace(promoted=True)
            if last.letter in "KP" and not self.noted("promoted"):
                name = "king" if last.letter == "K" else "pawn"
                self.warn("promoted", f"~ stands behind a promoted piece, which no {name} is ({where})", span)
            return True
        if text.isascii() and text.isdigit():
            if 0 < int(text[:4]) <= self.width and text[0] != "0":
                row += [None] * int(text)
                return True
            self.error(
                "bad-number",
                f"'{shorten(text)}' is no number of empty squares from 1 to {self.width} ({where})",
                span,
            )
        else:
            row.append(None)  # counts as a square, so that what follows keeps its place
            self._character(text, span, where)
        return False

    def _character(self, text: str, span: tuple[int, int], where: str) -> None:
        if text in self.unknown:
            return  # one report for each character, at its first place
        self.unknown.add(text)
        hint = None
        if text in LOOK_ALIKES:
            hint = f"it only looks like the Latin letter {LOOK_ALIKES[text]}; write that one"
        elif text in _SYMBOLS:
            hint = f"a FEN has letters instead of chess symbols: {_SYMBOLS[text]} for {text}"
        elif text in "*-" and self.fairy:
            hint = "a piece is turned by *1, *2 or *3 before its letter and neutral by -, each once"
        elif text in "*-":
            hint = "turned and neutral pieces, *1Q and -Q, are read with --fairy"
        elif text == ".":
            hint = "empty squares are counted: 3 for ..."
        elif text == "~":
            hint = "~ follows the letter of a promoted piece"
        elif text in "w-;|," and "square" not in where:
            hint = "blanks separate the fields of a FEN"
        self.error("bad-character", f"{code_point(text)} is no piece letter ({where})", span, hint)

    def _width(self, index: int, name: str, chars: tuple[Char, ...], squares: int) -> None:
        span = (chars[0].start, chars[-1].end) if chars else self._gap(index)
        if not chars and index == self.height - 1 and _squares(self.following, runs=self.width > 9) == self.width:
            hint = "the placement ends at the first blank or line end"
        elif not chars:
            hint = f"an empty rank is written {self.width}"
        elif squares == 2 * self.width:
            hint = "a '/' seems to be missing"
        else:
            off = squares - self.width
            hint = f"{abs(off)} square{'s' if abs(off) > 1 else ''} too {'many' if off > 0 else 'few'}"
        self.error(
            "rank-width",
            f"{name} has {squares} square{'s' if squares != 1 else ''} instead of {self.width}",
            span,
            hint,
        )

    def _gap(self, index: int) -> tuple[int, int]:
        """The place of an empty rank: the slash behind it, or before the last one."""
        slashes = [c for c in self.token.chars if c.text == "/"]
        at = slashes[min(index, len(slashes) - 1)]
        return at.start, at.end

    def _rank_count(self, ranks: list[tuple[Char, ...]]) -> None:
        n = len(ranks)
        sizes = [_squares(_text(r), runs=self.width > 9) for r in ranks]
        if n > self.height:
            hint = f"{n - self.height} too many"
            if 0 in sizes:
                hint += f"; rank {sizes.index(0) + 1} of the text is empty"
        elif 2 * self.width in sizes:
            hint = f"a '/' seems to be missing in rank {sizes.index(2 * self.width) + 1} of the text"
        elif "/" in self.following:
            hint = "the placement ends at the first blank or line end"
        elif n == 1:
            hint = "'/' separates the ranks"
        else:
            hint = f"{self.height - n} missing; an empty rank is written {self.width}"
        self.error("rank-count", f"{n} rank{'s' if n != 1 else ''} instead of {self.height}", self.token.span, hint)

    def _separators(self, token: Token) -> bool:
        """Whether this is no row of ranks at all, reported."""
        text = token.text
        if is_address(text):
            self.error(
                "not-a-fen", "a web address without a FEN of eight ranks", self.token.span,
                "addresses are not opened; paste the FEN itself",
            )  # fmt: skip
            return True
        if "/" in text or self.height == 1:
            return False
        if "\\" in text:
            at = next(c for c in token.chars if c.text == "\\")
            self.error(
                "separator",
                "'\\' between ranks instead of '/'",
                (at.start, at.end),
                "write the ranks with '/'",
            )
        elif all(c in PIECES or c in "0123456789" for c in text):
            self._rank_count([token.chars])
        else:
            self.error(
                "not-a-fen", f"'{shorten(text)}' is no placement", token.span,
                f"a FEN starts with {self.height} ranks separated by '/'",
            )  # fmt: skip
        return True

    def _other_board(self, ranks: list[tuple[Char, ...]]) -> bool:
        """Whether all ranks agree on another width, reported: a board of another variant."""
        if self.fairy:
            return False  # the marks of pieces are no squares
        if all(_squares(_text(r), runs=self.width > 9) == self.width for r in ranks):
            return False
        widths = {_squares(_text(r), runs=True) for r in ranks}
        if len(widths) != 1 or len(ranks) < 2:
            return False
        (width,) = widths
        if width in (None, 0, self.width) or (width, len(ranks)) == (self.width, self.height):
            return False
        chess = all(c.text in PIECES or c.text in "0123456789~" for r in ranks for c in r)
        hint = None
        if not chess:
            hint = "its pieces are not those of chess"
        elif max(width or 0, len(ranks)) <= MAX_SIDE:
            hint = f"--board {width}x{len(ranks)}"
        message = f"a board of {width} x {len(ranks)} squares instead of {self.width} x {self.height}"
        self.error("board-size", message, self.token.span, hint)
        return True

    # --- pockets and what is glued to the end ---

    def _unpunctuated(self, token: Token) -> Token:
        """Without the full stop or semicolon of the sentence around, where the placement is the last word."""
        text = token.text
        if len(text) == 1 or text[-1] not in ".;," or "." in text[:-1]:
            return token
        self.warn(
            "punctuation",
            f"'{text[-1]}' behind the placement is left out",
            (token.chars[-1].start, token.chars[-1].end),
        )
        return token.cut(0, -1)

    def _bracketed(self, token: Token) -> tuple[Token, tuple[Char, ...]]:
        """The placement without its `[pocket]`."""
        text = token.text
        start = text.find("[")
        if start <= 0:
            return token, ()
        if not text.endswith("]") or "/" in text[start:] or "[" in text[start + 1 :]:
            self.error(
                "pocket",
                "a pocket in brackets ends the placement, as in …/RNBQKBNR[Qn]",
                token.cut(start, len(text)).span,
            )
            return token.cut(0, start), ()
        inner = token.chars[start + 1 : -1]
        return token.cut(0, start), () if _text(inner) == "-" else inner

    def _pocket_rank(self, chars: tuple[Char, ...]) -> tuple[Char, ...] | None:
        """The pocket written like a further rank, `/Qnp`; None when it may be a real rank."""
        text = _text(chars)
        # A rank that lost a square, or its king, must not pass for pieces in hand; nor a side to move behind a slash.
        glued = text == "b" and self.following not in ("w", "b")
        if text and (not re.fullmatch("[QRBNPqrbnp]+", text) or len(text) in (self.width - 1, self.width) or glued):
            return None
        span = (chars[0].start, chars[-1].end) if chars else (self.token.chars[-1].start, self.token.chars[-1].end)
        what = "pieces in hand" if chars else "an empty pocket"
        self.warn("pocket-rank", f"what follows the last rank is read as {what}", span)
        return chars

    def _pockets(self, chars: tuple[Char, ...]) -> tuple[Piece, ...]:
        text = _text(chars)
        if not text:
            return ()
        span = (chars[0].start, chars[-1].end)
        out: list[Piece] = []
        end = 0
        while match := re.compile(_POCKET).match(text, end):
            count = int(match[1][:4] or 1)
            if not count or len(out) + count > MAX_POCKET:
                break
            out += [PIECES[match[2]]] * count
            end = match.end()
        if match:
            place = (chars[end].start, chars[match.end() - 1].end)
            message = f"a pocket holds {MAX_POCKET} pieces at most" if count else "no piece is counted 0 times"
            self.error("pocket", message, place)
        elif end != len(text):
            at = chars[end]
            self.error("pocket", f"{code_point(at.text)} is no piece in a pocket", (at.start, at.end))
        elif any(c in "0123456789" for c in text):
            self.warn("pocket-count", "numbers in a pocket are read as counts", span)
        return tuple(out)


def _split(token: Token) -> list[tuple[Char, ...]]:
    ranks: list[tuple[Char, ...]] = []
    start = 0
    for i, c in enumerate(token.chars):
        if c.text == "/":
            ranks.append(token.chars[start:i])
            start = i + 1
    return [*ranks, token.chars[start:]]


def _runs(chars: tuple[Char, ...], *, numbers: bool, fairy: bool) -> Iterator[tuple[Char, ...]]:
    """Single characters; with `numbers` neighbouring digits stay together, as boards wider than 9 need it.

    With `fairy` a piece keeps its marks.
    """
    i = 0
    while i < len(chars):
        marked = re.match(_MARKED, _text(chars[i : i + 4])) if fairy else None
        end = i + (marked.end() if marked else 1)
        while numbers and chars[i].text in "0123456789" and end < len(chars) and chars[end].text in "0123456789":
            end += 1
        yield chars[i:end]
        i = end


def _marked(text: str) -> Piece | None:
    """A piece of Fairy FEN: `*1Q` to `*3Q` turned by quarters, `-Q` neutral, or both."""
    piece = PIECES.get(text[-1])
    if not piece or not re.fullmatch(_MARKED, text):
        return None
    turns = int(text[text.index("*") + 1]) if "*" in text else 0
    return piece._replace(turns=turns, neutral="-" in text)


def _text(chars: tuple[Char, ...]) -> str:
    return "".join(c.text for c in chars)


def _squares(text: str, *, runs: bool) -> int | None:
    """How many squares a rank of some board may have; None when that cannot be said.

    With `runs` neighbouring digits are one number, as on boards wider than 9.
    """
    total = 0
    for number, letter in re.findall(r"([1-9][0-9]{0,3})|([^~])" if runs else r"([1-9])|([^~])", text):
        total += int(number or 1)
        if letter and not (letter.isascii() and letter.isalpha()):
            return None
    return total


def reversed_ranks(pieces: tuple[Piece | None, ...], width: int) -> bool:
    """Whether White's pawns and king stand above Black's, as when ranks are listed from 1 to 8."""
    rows: dict[tuple[Side, str], list[int]] = {}
    for i, piece in enumerate(pieces):
        if piece and piece.letter in "PK":
            rows.setdefault((piece.side, piece.letter), []).append(i // width)
    pawns = [rows.get((side, "P"), []) for side in ("white", "black")]
    kings = [rows.get((side, "K"), []) for side in ("white", "black")]
    return (
        all(len(p) >= 3 for p in pawns)
        and all(len(k) == 1 for k in kings)
        and max(pawns[0]) < min(pawns[1])
        and kings[0] < kings[1]
    )


def reversed_finding(span: tuple[int, int], order: str) -> Finding:
    """The warning where `reversed_ranks` holds; `order` says how the ranks should be written."""
    return Finding(
        "warning", "ranks-reversed", "White's pawns stand above Black's; drawn as written", span,
        f"{order}; were the ranks listed from 1 to 8, or seen from Black's side?",
    )  # fmt: skip
