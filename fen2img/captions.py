"""Words round the board: title, players, number and caption, broken into lines as wide as the board."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path as FilePath
from typing import Literal, NamedTuple

from fen2img.color import Color
from fen2img.diagram import Diagram
from fen2img.errors import DiagramError, GlyphError, code_point, near_match, shorten
from fen2img.pieceset import NAMES, Colored
from fen2img.position import Side
from fen2img.scene import Group, Path, Placed, Rect, Shape
from fen2img.style import Style
from fen2img.template import PLACEHOLDERS, fields_of, fill
from fen2img.text import advance, lacks, outline, units
from fen2img.themes import Theme
from fen2img.words import heading, turn_words

#: Sizes and distances in shares of a square.
TITLE, TEXT = 0.5, 0.4
TITLE_LEADING, LEADING, BAR = 0.62, 0.53, 0.66
GAP = 0.2
#: A player's colour before the name; room at the sides of names and clocks.
SWATCH, SIDE = 0.5, 0.08
#: Lines that a title and a caption may take; what is longer ends in an ellipsis.
TITLE_LINES, CAPTION_LINES = 2, 4
BOLD, PLAIN = 650, 400
ELLIPSIS = "…"
#: Widths that are tried for lines that shall be about as long as each other.
STEPS = 40
#: Figures of chess in a move: how large they are, where their foot is and how much of their square they take.
FIGURE, FIGURE_FOOT, FIGURE_WIDE = 1.12, 0.896, 0.86
_MOVE = r"(?<![A-Za-z])[KQRBN](?=[a-h]?[1-8]?[x:-]?[a-h][1-8])|(?<=[a-h][18]=)[QRBN]"
#: Where a line may be broken: at blanks but for those that forbid it (U+00A0, U+202F).
_BREAK = re.compile(r"[^\S\u00a0\u202f]+")
#: Symbols of chess (U+2654 to U+265F) are always drawn.
_SYMBOLS = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", NAMES, strict=True))
_FIGURE = {True: re.compile(f"[{''.join(_SYMBOLS)}]|{_MOVE}"), False: re.compile(f"[{''.join(_SYMBOLS)}]")}


class Run(NamedTuple):
    """A piece of a line in one look; `figure` is the look of a piece (`wK`) instead of text."""

    text: str
    weight: int = PLAIN
    figure: str = ""
    muted: bool = False


class Line(NamedTuple):
    """Runs with their size and base line; `y` is counted in squares, from the board away."""

    runs: tuple[Run, ...]
    size: float
    y: float
    align: Literal["left", "middle", "right"]
    swatch: Side | None = None


class Words(NamedTuple):
    """The lines above and below the board and the room that they take, in squares; what the picture is called."""

    above: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    top: float = 0.0
    bottom: float = 0.0
    title: str = ""


def words_of(diagram: Diagram, style: Style, view: Side) -> Words:
    """The lines of a diagram.

    Raises GlyphError naming a character that the font does not have, DiagramError for a column that there is not.
    """
    room = float(diagram.position.width)
    setter = _Setter(style, room)
    above = setter.bar(diagram, "black" if view == "white" else "white", 0.2)
    top = BAR if above else 0.0
    title = filled("title", style.title, diagram, style.lang)
    titles = setter.lines("title", [Run(title, BOLD)], TITLE, TITLE_LINES)
    for i, runs in enumerate(reversed(titles)):
        above.append(Line(runs, TITLE, top + GAP + i * TITLE_LEADING, "middle"))
    top += GAP + len(titles) * TITLE_LEADING if titles else 0.0
    below = setter.bar(diagram, view, 0.49)
    bottom = BAR if below else 0.0
    number = filled("number", style.number, diagram, style.lang)
    said = [Run(number, BOLD), Run(filled("caption", style.caption, diagram, style.lang))]
    for runs in setter.lines("caption", said, TEXT, CAPTION_LINES):
        bottom += LEADING
        below.append(Line(runs, TEXT, bottom, "middle"))
    called = title or heading(diagram, style.lang)
    return Words(tuple(above), tuple(below), top, bottom + (GAP if below else 0.0), called)


def filled(place: str, template: str | None, diagram: Diagram, lang: str) -> str:
    """The text of a template on one line. Raises DiagramError for a column that the diagram does not have."""
    if not template:
        return ""
    values = {
        **diagram.fields,
        "n": str(diagram.number),
        "title": diagram.title or "",
        "caption": diagram.caption or "",
        "turn": turn_words(diagram.position, lang),
        "fen": diagram.shown.fen(),
        "id": diagram.id or "",
        "answer": diagram.answer or "",
    }
    if missing := next((field.name for field in fields_of(template) if field.name not in values), None):
        names = shorten(f"columns: {', '.join(diagram.fields)}", 300)
        near = f"did you mean {missing.lower()}?" if missing.lower() in PLACEHOLDERS else None
        hint = (
            near or near_match(missing, diagram.fields) or (names if diagram.fields else "this diagram has no columns")
        )
        raise DiagramError(f"{place}: there is no column {{{missing}}}", hint=hint)
    return " ".join(_BREAK.split("".join(c for c in fill(template, values) if not _silent(c)))).strip()


def _silent(char: str) -> bool:
    """Whether a character is one of control; blanks of all kinds are none."""
    return unicodedata.category(char) == "Cc" and not char.isspace()


def _both_ways(text: str) -> bool:
    """Whether letters of one direction and letters or digits of the other stand together (UAX 9 is not done here)."""
    kinds = {unicodedata.bidirectional(char) for char in text}
    return bool(kinds & {"R", "AL"}) and bool(kinds & {"L", "EN", "AN"})


class _Setter:
    """Sets text in a font, to a width in squares."""

    def __init__(self, style: Style, room: float) -> None:
        self.style = style
        self.room = room
        self.font = style.font_file

    def bar(self, diagram: Diagram, side: Side, y: float) -> list[Line]:
        """A player: name and rating at the left, the clock at the right."""
        place = f"{side} player"
        template = self.style.white_player if side == "white" else self.style.black_player
        text = filled(place, template, diagram, self.style.lang)
        if not text:
            return []
        name, rating, clock = ([part.strip() for part in text.split("|", 2)] + ["", ""])[:3]
        self._check(place, text.replace("|", ""))
        room = self.room - SWATCH - 2 * SIDE
        last = self._one(Run(clock, BOLD), room * 0.4)
        room -= self._width(last, TEXT) + SIDE if clock else 0
        tail = self._one(Run(rating, muted=True), room * 0.5 if name else room)
        tail = (Run(" ", muted=True), *tail) if rating and name else tail
        first = self._one(Run(name, BOLD), room - self._width(tail, TEXT))
        lines = [Line((*first, *tail), TEXT, y, "left", side)]
        return [*lines, Line(last, TEXT, y, "right")] if clock else lines

    def _one(self, run: Run, room: float) -> tuple[Run, ...]:
        """A line of its own, cut off where it is too long."""
        if not run.text:
            return ()
        line = self._wrapped([run], TEXT, room, 1)[0]
        return line if self._width(line, TEXT) <= room else ()

    def lines(self, place: str, runs: list[Run], size: float, most: int) -> list[tuple[Run, ...]]:
        """Text broken into lines, each as wide as the board at most."""
        runs = [run for run in runs if run.text]
        self._check(place, "".join(run.text for run in runs))
        if not runs:
            return []
        found = self._wrapped(runs, size, self.room, most)
        if any(run.text.endswith(ELLIPSIS) for run in found[-1]):
            return found
        # Centred lines look best alike: as narrow as the same number of them allows.
        widths = [self.room * part / STEPS for part in range(STEPS // 2, STEPS)]
        balanced = (self._wrapped(runs, size, width, most + 1) for width in widths if len(found) > 1)
        return next((lines for lines in balanced if len(lines) == len(found)), found)

    def _check(self, place: str, text: str) -> None:
        shown = (c for c in text if not c.isspace() and c not in _SYMBOLS and unicodedata.category(c) != "Cf")
        missing = lacks("".join(shown), self.font)
        if missing:
            font = "a font that has it" if self.font is None else "another font"
            raise GlyphError(f"{place}: the font has no {code_point(missing[0])}", hint=f"--font PATH names {font}")
        if _both_ways(text):
            message = f"{place}: words from right to left stand together with others, or with digits"
            raise GlyphError(message, hint="write one direction a text")

    def _wrapped(self, runs: list[Run], size: float, room: float, most: int) -> list[tuple[Run, ...]]:
        """Lines of whole words; a word that is too long is broken, the last line is cut off."""
        lines: list[list[list[Run]]] = [[]]
        for word in (word for run in runs for word in self._words(run, size, room)):
            if lines[-1] and self._width(_joined([*lines[-1], word]), size) > room:
                lines.append([])
            lines[-1].append(word)
        if len(lines) > most:
            lines[most - 1 :] = [[self._cut(lines[most - 1], size, room)]]
        return [tuple(_joined(words)) for words in lines]

    def _cut(self, words: list[list[Run]], size: float, room: float) -> list[Run]:
        """As many words as fit with an ellipsis, and at least a part of one."""
        ends = [run._replace(text=ELLIPSIS) for run in words[0] if not run.figure][:1] or [Run(ELLIPSIS)]
        while len(words) > 1 and self._width([*_joined(words), *ends], size) > room:
            words = words[:-1]
        *runs, last = _joined(words)
        if last.figure:
            return [*runs, last, *ends]
        spare = room - self._width(runs, size)
        kept = _fitting(last.text, lambda text: self._width([last._replace(text=text + ELLIPSIS)], size), spare)
        return [*runs, last._replace(text=last.text[:kept].rstrip(" ,;:") + ELLIPSIS)]

    def _words(self, run: Run, size: float, room: float) -> Iterator[list[Run]]:
        for word in filter(None, _BREAK.split(run.text)):
            for part in self._parts(word, run.weight, size, room):
                yield list(self._figured(run._replace(text=part)))

    def _parts(self, word: str, weight: int, size: float, room: float) -> Iterator[str]:
        """A word, or what of it fits into a line at a time; marks stay with the letter before them."""

        def wide(text: str) -> float:
            return advance(text, weight, self.font) * size

        while wide(word) > room and (end := max(1, _fitting(word, wide, room))) < len(word):
            while end > 1 and unicodedata.combining(word[end]):
                end -= 1
            yield word[:end]
            word = word[end:]
        yield word

    def _figured(self, run: Run) -> Iterator[Run]:
        """The runs of a word, with figures for the letters of pieces where that is asked for."""
        at = 0
        for match in _FIGURE[self.style.figurines].finditer(run.text):
            if match.start() > at:
                yield run._replace(text=run.text[at : match.start()])
            yield Run("", figure=_SYMBOLS.get(match[0]) or f"w{match[0]}")
            at = match.end()
        if at < len(run.text):
            yield run._replace(text=run.text[at:])

    def _width(self, runs: Iterable[Run], size: float) -> float:
        return sum(run_width(run, self.font) for run in runs) * size


def run_width(run: Run, font: FilePath | None) -> float:
    """How wide a run is, in font sizes."""
    if run.figure:
        return FIGURE * FIGURE_WIDE
    return advance(run.text, run.weight, font)


def _fitting(text: str, wide: Callable[[str], float], room: float) -> int:
    """How many characters from the beginning fit into a room."""
    return bisect_right(range(1, len(text) + 1), room, key=lambda end: wide(text[:end]))


def _joined(words: list[list[Run]]) -> list[Run]:
    """Words with blanks between them; runs that look alike become one."""
    out: list[Run] = []
    for i, word in enumerate(words):
        for k, run in enumerate(word):
            blank = " " if i and not k else ""
            if run.figure:
                out += [*([Run(blank)] if blank else []), run]
            elif out and out[-1][1:] == run[1:]:
                out[-1] = run._replace(text=f"{out[-1].text}{blank}{run.text}")
            else:
                out.append(run._replace(text=blank + run.text))
    return out


class Place(NamedTuple):
    """Where the words go: the left edge and the width of the board, what lies next above and below, its square."""

    left: float
    width: float
    top: float
    bottom: float
    square: float


def draw_words(
    words: Words, place: Place, theme: Theme, font: FilePath | None, pieces: Colored
) -> tuple[tuple[Shape, ...], tuple[Placed, ...]]:
    """The outlines of the lines, and the figures in them."""
    shapes: list[Shape] = []
    figures: list[Placed] = []
    for line, up in [*((line, True) for line in words.above), *((line, False) for line in words.below)]:
        y = place.top - line.y * place.square if up else place.bottom + line.y * place.square
        size = line.size * place.square
        x = _start(line, place, font)
        if line.swatch:
            shapes += _swatch(line.swatch, x, y, size, theme)
            x += SWATCH * place.square
        for run in line.runs:
            if run.figure:
                side = FIGURE * size
                at = x - (1 - FIGURE_WIDE) / 2 * side
                figures.append(Placed(pieces[run.figure, False], at, y - FIGURE_FOOT * side, side))
            elif run.text.strip():
                color = _muted(theme) if run.muted else theme.ink
                text = Path(outline(run.text, run.weight, font).d, color)
                shapes.append(Group(x, y, (text,), size / units(font)))
            x += run_width(run, font) * size
    return tuple(shapes), tuple(figures)


def _start(line: Line, place: Place, font: FilePath | None) -> float:
    wide = sum(run_width(run, font) for run in line.runs) * line.size * place.square
    spare = place.width - wide
    side = SIDE * place.square
    return place.left + {"left": side, "middle": spare / 2, "right": spare - side}[line.align]


def _swatch(side: Side, x: float, y: float, size: float, theme: Theme) -> list[Shape]:
    """A small square in the colour of a side."""
    body, edge = theme.sides()[side == "black"].body, 0.06 * size
    high = 0.66 * size
    return [
        Rect(x, y - high, high, high, theme.ink),
        Rect(x + edge, y - high + edge, high - 2 * edge, high - 2 * edge, body),
    ]


def _muted(theme: Theme) -> Color:
    """The ink, a third nearer to its ground; in one ink there is no other."""
    if theme.mono or not theme.background.alpha:
        return theme.ink
    red, green, blue = (round(i + (g - i) * 0.33) for i, g in zip(theme.ink[:3], theme.background[:3], strict=True))
    return Color(red, green, blue)
