"""Diagrams of wikis -> Reading: `{{Chess diagram}}` of Wikipedia, `체스게임(…)` of NamuWiki.

Arguments are taken apart as the wiki does it: at bars outside links and templates, and what has an equals sign is
named. Squares are counted exactly; no side to move is known, unless a FEN says it.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace

from fen2img.color import rgb
from fen2img.errors import Finding, Severity, near_match, shorten
from fen2img.marks import Mark
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.fen import Reading, read_fen
from fen2img.notation.placement import reversed_finding, reversed_ranks
from fen2img.notation.wikitext import Argument, arguments_of, end_of, hidden, parameters_of, plain
from fen2img.position import Piece, Position, Side, Square

#: Names of the template in several wikis, as `named` gives them.
NAMES = ("chess diagram", "chess diagram small", "체스판", "diagrama de ajedrez")
MACRO = "체스게임"
_SIZED = re.compile(r"(?:chess diagram|체스판) ([0-9]{1,2})x([0-9]{1,2})(?: small)?")
_NAME = r"\{\{\s*+([^\s|{}\[\]<>][^|{}\[\]<>\n]{0,80}+)(?=[|}\n])"
#: Where a diagram may begin.
START = re.compile(rf"{_NAME}|{MACRO}\(")
_SIDES: dict[str, Side] = {"l": "white", "d": "black"}
#: Upside-down pieces have letters of their own.
_TURNED = dict(zip("fgmesh", "KQRBNP", strict=True))
_FAIRY = {"a": "archbishop", "c": "chancellor", "z": "champion", "w": "wizard", "t": "fool"}
_BLACK, _WHITE = rgb("#000"), rgb("#fff")
_MARKS = {"xx": ("cross", _BLACK), "ox": ("cross", _WHITE), "xo": ("dot", _BLACK), "oo": ("dot", _WHITE)}
_ARROW = re.compile(r"[ul]a|[dr]a|[ud][lrd]|lr")
_EMPTY = re.compile(r"[\s_\u00a0\u3000-]*")
_IGNORED = ("align", "clear", "size", "numbers", "letters")
_WORDS = ("header", "footer", "caption", "fen", "reverse")
_PLACES_HINT = "alignment, header, squares from a8 on, footer: each has its place, even when it is empty"
_PREFIX = re.compile(r"(?:template|틀|plantilla) ?: ?")
_CELL_HINT = "kl is White's king, nd Black's knight; blanks are an empty square"


def named(name: str) -> str:
    """The name of a template as it is compared, without the namespace that may stand before it."""
    return _PREFIX.sub("", " ".join(name.replace("_", " ").split()).lower(), count=1)


def is_diagram(name: str) -> bool:
    """Whether a template of that name holds a diagram, even one that cannot be read."""
    known = named(name)
    return known in NAMES or "chess diagram" in known or bool(_SIZED.fullmatch(known))


def read_wiki(text: str, *, width: int = 8, height: int = 8, fairy: bool = False) -> Reading:
    """The first diagram in a text. Never raises for its content."""
    reader = _Reader(text, width, height, fairy)
    if len(text) > MAX_TEXT:
        reader.error("too-long", f"a diagram of more than {MAX_TEXT} characters", (0, 1))
        return reader.reading(None)
    shown = hidden(text)
    for match in START.finditer(shown):
        if match[1] is None or is_diagram(match[1]):
            return reader.read(shown, match)
    reader.error("empty", "there is no diagram of a wiki", (0, len(text)), "such as {{Chess diagram|…}}")
    return reader.reading(None)


class _Reader:
    """Reads one diagram, collecting what is wrong with it."""

    def __init__(self, source: str, width: int, height: int, fairy: bool) -> None:
        self.source = source
        self.width = width
        self.height = height
        self.fairy = fairy
        self.findings: list[Finding] = []
        self.marks: list[Mark] = []
        self.title = ""
        self.caption = ""
        self.view: Side | None = None

    def error(self, code: str, message: str, span: tuple[int, int], hint: str | None = None) -> None:
        self._found("error", code, message, span, hint)

    def warn(self, code: str, message: str, span: tuple[int, int], hint: str | None = None) -> None:
        self._found("warning", code, message, span, hint)

    def _found(self, severity: Severity, code: str, message: str, span: tuple[int, int], hint: str | None) -> None:
        self.findings.append(Finding(severity, code, message, span, hint))

    def reading(self, position: Position | None) -> Reading:
        faulty = any(finding.severity == "error" for finding in self.findings)
        found = tuple(sorted(self.findings, key=lambda f: (f.severity != "error", f.span)))
        marks = () if faulty else tuple(self.marks)
        sure = None if faulty else position
        return Reading(self.source, sure, found, self.caption, title=self.title, marks=marks, orientation=self.view)

    def read(self, text: str, match: re.Match[str]) -> Reading:
        end = end_of(text, match.start(), len(text))
        if end is None:
            closing = ")" if match[1] is None else "}}"
            self.error("not-closed", f"the diagram is not closed by {closing}", match.span())
            return self.reading(None)
        if match[1] is None:
            return self._macro(text, match.end(), end - 1)
        name = match[1].rstrip()
        if not self._fits(name, (match.start(1), match.start(1) + len(name))):
            return self.reading(None)
        return self._template([*arguments_of(text, match.end(), end - 2)][1:], match.span())

    def _fits(self, name: str, span: tuple[int, int]) -> bool:
        """Whether the template is one of a board of this size."""
        sized = _SIZED.fullmatch(named(name))
        if named(name) not in NAMES and not sized:
            self.error("template", f"'{shorten(name)}' is a diagram of a kind that is not read", span)
            return False
        files, ranks = (int(sized[2]), int(sized[1])) if sized else (8, 8)
        if (files, ranks) != (self.width, self.height):
            message = f"this template has {files} x {ranks} squares, not {self.width} x {self.height}"
            self.error("board-size", message, span, f"--board {files}x{ranks}")
            return False
        return True

    # --- Wikipedia ---------------------------------------------------------------------------------------------

    def _template(self, arguments: list[Argument], span: tuple[int, int]) -> Reading:
        fen = self._named(arguments)
        placed = [(i, argument) for i, argument in enumerate(arguments) if argument.name is None]
        if fen is not None:
            if any(is_cell(argument.value) for _, argument in placed):
                self.error("fen-and-squares", "the diagram has both a FEN and squares", fen.span)
            return self._fen(fen)
        if len(placed) < 3:
            self.error(
                "squares", "the diagram has no squares", span, "after alignment and header they come, from a8 on"
            )
            return self.reading(None)
        self.title = self.title or plain(placed[1][1].value)
        for what, (_, argument) in zip(("alignment", "header"), placed, strict=False):
            self._words(what, argument)
        rows, after = self._rows(arguments, placed[2:], span)
        if rows is None:
            return self.reading(None)
        if after:
            self._words("footer", after)
            self.caption = self.caption or plain(after.value)
        ranks = enumerate(rows, 1)
        pieces = [self._cell(cell, Square(file, self.height - i)) for i, row in ranks for file, cell in enumerate(row)]
        if reversed_ranks(tuple(pieces), self.width):
            place = rows[0][0].span[0], rows[-1][-1].span[1]
            self.findings.append(reversed_finding(place, "the squares begin with a8"))
        return self.reading(Position(width=self.width, height=self.height, pieces=tuple(pieces)))

    def _named(self, arguments: list[Argument]) -> Argument | None:
        """Take the arguments with names; the FEN, if there is one."""
        fen = None
        for argument in arguments:
            name = argument.name.lower() if argument.name else ""
            if name == "fen" and argument.value:
                fen = argument
            elif name == "header":
                self.title = plain(argument.value)
            elif name in ("footer", "caption"):
                self.caption = plain(argument.value)
            elif name == "reverse":
                self.view = None if argument.value.lower() in ("", "false", "no", "0") else "black"
            elif name and name not in _IGNORED and name not in _WORDS:
                self._unknown(argument, (*_IGNORED, *_WORDS))
        return fen

    def _unknown(self, argument: Argument, known: tuple[str, ...]) -> None:
        name = argument.name or ""
        message = f"the parameter '{shorten(name)}' is not known and left out"
        self.warn("parameter", message, argument.name_span, near_match(name, known))

    def _fen(self, argument: Argument) -> Reading:
        found = read_fen(argument.value, width=self.width, height=self.height, fairy=self.fairy)
        at = argument.span[0]
        for finding in found.findings:
            self.findings.append(replace(finding, span=(finding.span[0] + at, finding.span[1] + at)))
        return self.reading(found.position)

    def _rows(
        self, arguments: list[Argument], squares: list[tuple[int, Argument]], span: tuple[int, int]
    ) -> tuple[list[list[Argument]] | None, Argument | None]:
        """The squares rank by rank, and what follows them."""
        groups = self._groups(arguments, squares)
        if groups is None:
            return self._unparted([argument for _, argument in squares], span)
        ranks = len(groups) - (len(groups) == self.height and len(groups[-1]) == 1)  # one alone is the footer
        rows, after = groups[:ranks][: self.height], [a for group in groups[min(ranks, self.height) :] for a in group]
        if len(rows) < self.height:
            self.error("rank-count", f"the diagram has {len(rows)} ranks instead of {self.height}", span)
            return None, None
        if len(after) > 1:
            self.error("rank-count", "more follows the last rank than the footer", after[1].span)
        for i, row in enumerate(rows):
            self._count(row, self.height - i)
        faulty = any(finding.severity == "error" for finding in self.findings)
        return (None if faulty else rows), (after[0] if after else None)

    def _words(self, what: str, argument: Argument) -> None:
        """A square where words should stand: something is missing, or too much, and the board would be shifted."""
        if is_cell(argument.value):
            message = f"'{argument.value}' stands where the {what} should, and is a square"
            self.error("squares", message, argument.span, _PLACES_HINT)

    def _unparted(
        self, cells: list[Argument], span: tuple[int, int]
    ) -> tuple[list[list[Argument]] | None, Argument | None]:
        """The ranks where nothing parts them: only the footer's place, too, tells that no square is missing."""
        expected = self.width * self.height
        if len(cells) != expected + 1:
            count = f"{len(cells)} parameter{'s' if len(cells) != 1 else ''}"
            message = f"{count} behind the header instead of {expected} squares and the footer"
            self.error("squares", message, span, _PLACES_HINT)
            return None, None
        for i, cell in enumerate(cells[:expected]):
            # Where several ranks stand in a line, a line begins with one.
            if i % self.width and "\n" in cells[i - 1].text.strip(" \t") + cell.text[: cell.span[0] - cell.start]:
                rank = self.height - i // self.width
                self.error("squares", f"a line ends within rank {rank}", cell.span, _PLACES_HINT)
                return None, None
        return [cells[i : i + self.width] for i in range(0, expected, self.width)], cells[expected]

    def _count(self, row: list[Argument], rank: int) -> None:
        spare = len(row) - self.width
        if spare:
            count = f"{len(row)} square{'s' if len(row) != 1 else ''}"
            hint = f"{abs(spare)} square{'s' if abs(spare) != 1 else ''} too {'many' if spare > 0 else 'few'}"
            span = row[0].start, row[-1].start + len(row[-1].text)
            self.error("rank-width", f"rank {rank} has {count} instead of {self.width}", span, hint)

    def _groups(self, arguments: list[Argument], squares: list[tuple[int, Argument]]) -> list[list[Argument]] | None:
        """The squares as rows that `|=` sets apart, or lines; None where neither does."""
        first = squares[0][0]
        if any(argument.name == "" for argument in arguments[first:]):
            groups: list[list[Argument]] = []
            before = first
            for i, argument in squares:
                if not groups or any(other.name == "" for other in arguments[before:i]):
                    groups.append([])
                    self._label(arguments[i - 1], self.height + 1 - len(groups))
                groups[-1].append(argument)
                before = i
            return groups
        lines: dict[int, list[Argument]] = {}
        for _, argument in squares:
            lines.setdefault(self.source.count("\n", 0, argument.start), []).append(argument)
        if len(lines) not in (self.height, self.height + 1):
            return None
        for _, argument in squares[: self.width * self.height]:
            if "\n" in self.source[argument.start : argument.span[0]]:
                message = f"a line begins with '{shorten(argument.value)}' instead of a bar"
                self.error(
                    "rank-bar", message, argument.span, "each rank is a line that begins with a bar: |rd|nd|…|rd"
                )
                break
        return [*lines.values()]

    def _label(self, argument: Argument, rank: int) -> None:
        """The number that stands before a row is not drawn; it had better be the right one."""
        if argument.name == "" and argument.value.isdigit() and argument.value != str(rank) and rank > 0:
            message = (
                f"rank {rank} is labelled {shorten(argument.value)}; the diagram is read from rank {self.height} down"
            )
            self.warn("rank-label", message, argument.span)

    def _cell(self, argument: Argument, square: Square) -> Piece | None:
        """The piece of a cell; what else it shows becomes a mark."""
        text = argument.value.lower()
        if is_empty(text):
            return None
        piece = _piece(text)
        if piece and piece.turns and not self.fairy:
            self.error(
                "fairy", f"'{text}' on {square.name} is an upside-down piece", argument.span, "--fairy allows it"
            )
        elif piece:
            return piece
        elif text in _MARKS:
            kind, color = _MARKS[text]
            self.marks.append(Mark(kind, (square,), color))
        elif re.fullmatch("x[0-9]", text):
            self.marks.append(Mark("label", (square,), text=text[1]))
        elif _ARROW.fullmatch(text):
            self.warn("mark", f"the arrow '{text}' on {square.name} is not drawn", argument.span)
        elif len(text) == 2 and text[0] in _FAIRY and text[1] in _SIDES:
            self.error("piece", f"'{text}' on {square.name} is no piece of chess ({_FAIRY[text[0]]})", argument.span)
        else:
            self.error("piece", f"'{shorten(argument.value)}' on {square.name} is no piece", argument.span, _CELL_HINT)
        return None

    # --- NamuWiki ----------------------------------------------------------------------------------------------

    def _macro(self, text: str, start: int, end: int) -> Reading:
        pieces: dict[Square, Piece | None] = {}
        for argument in parameters_of(text, start, end):
            name = (argument.name or "").lower()
            square = re.fullmatch(r"([a-z])([1-9][0-9]?)", name)
            if square:
                self._put(pieces, Square(ord(square[1]) - 97, int(square[2]) - 1), argument)
            elif name == "caption":
                self.caption = plain(argument.value)
            elif argument.name is None and argument.value:
                self.error("parameter", f"'{shorten(argument.value)}' is no parameter", argument.span, "such as e1=Kw")
            elif argument.name is not None:
                self._unknown(argument, ("caption",))
        if not pieces and not self.findings:
            self.error("squares", "the diagram has no squares", (start, end), "such as e1=Kw")
        squares = [Square(i % self.width, self.height - 1 - i // self.width) for i in range(self.width * self.height)]
        placed = tuple(pieces.get(square) for square in squares)
        return self.reading(Position(width=self.width, height=self.height, pieces=placed))

    def _put(self, pieces: dict[Square, Piece | None], square: Square, argument: Argument) -> None:
        if square.file >= self.width or square.rank >= self.height:
            self.error("square", f"{square.name} is no square of the board", argument.name_span)
        elif square in pieces:
            self.error("square-twice", f"{square.name} is named twice", argument.name_span)
        else:
            piece = pieces[square] = _two_letters(argument.value)
            if piece is None and not is_empty(argument.value):
                hint = "Kw or wK is White's king, Nb or bN Black's knight"
                self.error("piece", f"'{shorten(argument.value)}' on {square.name} is no piece", argument.span, hint)


def is_empty(text: str) -> bool:
    """Whether a cell stands for an empty square."""
    return bool(_EMPTY.fullmatch(html.unescape(text)))


def is_cell(text: str) -> bool:
    """Whether a text is the piece or the mark of a cell."""
    text = text.lower()
    return _piece(text) is not None or text in _MARKS or bool(re.fullmatch("x[0-9]", text) or _ARROW.fullmatch(text))


def _piece(text: str) -> Piece | None:
    if len(text) != 2 or text[1] not in _SIDES:
        return None
    if text[0] in "kqrbnp":
        return Piece(text[0].upper(), _SIDES[text[1]])
    return Piece(_TURNED[text[0]], _SIDES[text[1]], turns=2) if text[0] in _TURNED else None


def _two_letters(text: str) -> Piece | None:
    """A piece and its colour, in either order: a bishop (b) is never white's letter, so both orders say the same."""
    match = re.fullmatch(r"(?i)([kqrbnp])([wb])|([wb])([kqrbnp])", text)
    if not match:
        return None
    letter, side = (match[1], match[2]) if match[1] else (match[4], match[3])
    return Piece(letter.upper(), "white" if side in "wW" else "black")
