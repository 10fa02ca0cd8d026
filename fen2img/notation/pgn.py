"""The text of one game (PGN standard, sections 7 and 8) -> tags, moves and what is said about them; no rules of chess.

Variations are skipped by counting brackets, so that no depth of them is too deep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from fen2img.errors import Finding, shorten

Span = tuple[int, int]

#: A tag pair, whose value may have lost its way into the next line. Nothing in it can match in two ways.
_TAG = re.compile(
    r"\[[^\S\n]*([A-Za-z0-9_][\w+#=:-]*)[^\S\n]*"
    r'"([^"\\\n]*(?:(?:\\.|\n(?![^\S\n]*[\[\n]))[^"\\\n]*)*)"[^\S\n]*\]',
    re.ASCII,
)
#: The same with what should not stand in a value: quotation marks, a backslash in front of the last one.
_LOOSE_TAG = re.compile(
    r'\[[^\S\n]*([A-Za-z0-9_][\w+#=:-]*)[^\S\n]*"([^\n]*)"[^\S\n]*\](?=[^\S\n]*(?:\n|\Z))', re.ASCII
)
_BETWEEN_TAGS = re.compile(r"(?:\s+|^%[^\n]*|;[^\n]*|\{[^}]*\}(?=\s*\[))*", re.MULTILINE)
_TOKEN = re.compile(
    r"""
    (?P<move>(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+\#]?)(?=[\s!?){}(;$]|\Z)
    |(?P<number>[0-9]+[.…]+)
    |(?P<glyph>[!?‼⁇⁉⁈]+)
    |(?P<comment>\{[^}]*\}?)
    |(?P<escape>^%[^\n]*|;[^\n]*)
    |(?P<nag>\$[0-9]+)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<word>[^\s{}();$!?‼⁇⁉⁈]+|[}$])
    """,
    re.VERBOSE | re.MULTILINE,
)
_RESULTS = frozenset("1-0 0-1 1/2-1/2 1/2 ½-½ ½ * 1–0 0–1 1/2–1/2 1:0 0:1 ½:½".split())  # noqa: SIM905
#: Words that say something about a move or a position, and are none.
_SIGNS = frozenset(
    "+ # = +- -+ ± ∓ +/- -/+ +/= =/+ += =+ ⩲ ⩱ ∞ e.p. ep ++ † ‡ ∆ △ ⌓ □ ○ ⊙ ⨀ ⟳ ↑ → ⇆ ⊕ ⨁ –+ +– −+ +−".split()  # noqa: SIM905
)
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6}
_PASSED = frozenset(("escape",))
_NUMBERS = re.compile(r"[0-9]+|[.…]+")
#: A null move that looks like a number.
_NULL_DIGITS = "0000"
#: Warnings about one game; a text that is none could have millions.
MOST_FINDINGS = 50
#: Variations within variations; nobody reads a tenth of it.
DEEPEST = 1000


class Tag(NamedTuple):
    """A tag pair: its name as written, its value without escapes, and where that begins."""

    name: str
    value: str
    start: int


class Word(NamedTuple):
    """A word of the main line that must be a move; `plain` when it has the form of one in English letters."""

    text: str
    start: int
    plain: bool

    @property
    def span(self) -> Span:
        """Its place in the text."""
        return self.start, self.start + len(self.text)


@dataclass(slots=True)
class Game:
    """What a text says: `moves` of the main line; NAGs, comments and printed numbers by the number of moves before.

    From ply `broken[0]` on nobody knows how the game goes on, because of `broken[1]`.
    """

    text: str
    tags: dict[str, Tag] = field(default_factory=dict)
    moves: list[Word] = field(default_factory=list)
    nags: dict[int, list[int]] = field(default_factory=dict)
    comments: dict[int, list[Span]] = field(default_factory=dict)
    numbers: dict[int, tuple[int, Span]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    broken: tuple[int, Finding] | None = None
    ended: bool = False

    def tag(self, name: str) -> str:
        """The value of a tag, whatever the case of its name; empty where there is none."""
        found = self.tags.get(name.lower())
        return found.value.strip() if found else ""

    @property
    def columns(self) -> dict[str, str]:
        """The values of the tags by their names."""
        return {tag.name: tag.value for tag in self.tags.values()}

    def said(self, ply: int) -> Iterator[Span]:
        """Where the comments on a position stand, their braces left out."""
        for start, end in self.comments.get(ply, ()):
            yield start + 1, end - self.text.endswith("}", start, end)

    def warn(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Note a warning, if there are not too many."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding("warning", code, message, span, hint))

    def break_off(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Note what makes the rest of the game unknown."""
        self.broken = self.broken or (len(self.moves), Finding("error", code, message, span, hint))


@lru_cache(maxsize=2)
def game_of(text: str) -> Game:
    """The game that a text holds. Never raises for its content; nobody may change what comes back."""
    game = Game(text)
    _read_moves(game, _read_tags(game))
    return game


def _read_tags(game: Game) -> int:
    """Read the tag pairs; where the moves begin."""
    text, place = game.text, 0
    while True:
        between = _BETWEEN_TAGS.match(text, place)
        place = between.end() if between else place
        if not text.startswith("[", place):
            return place
        match = _TAG.match(text, place) or _LOOSE_TAG.match(text, place)
        if match:
            _note_tag(game, match)
            place = match.end()
            continue
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        _bad_tag(game, (place, end))
        place = end


def _note_tag(game: Game, match: re.Match[str]) -> None:
    name, value = match.groups()
    if "\\" in value and match.re is _TAG:
        value = re.sub(r'\\(["\\])', r"\1", value)
    if "\n" in value:
        value = " ".join(value.split("\n")).strip()
        game.warn("tag", f"the value of the tag {shorten(name)} goes on in another line", match.span())
    game.tags.setdefault(name.lower(), Tag(name, value, match.start(2)))


def _bad_tag(game: Game, span: Span) -> None:
    text = game.text[slice(*span)]
    hint = 'a tag is written [Name "value"]'
    if re.match(r"(?i)\[\s*(?:FEN|SetUp|Variant)\b", text):
        game.break_off("tag", f"{shorten(text)} is no tag pair, so the initial position is unknown", span, hint)
    else:
        game.warn("tag", f"{shorten(text)} is no tag pair; it is left out", span, hint)


def _read_moves(game: Game, begin: int) -> None:
    """Read the movetext: the words of the main line, and what is said behind each."""
    depth, outer = 0, begin
    for match in _TOKEN.finditer(game.text, begin):
        kind = match.lastgroup or ""
        if kind == "open":
            outer = outer if depth else match.start()
            depth += 1
            if depth > DEEPEST:
                game.break_off("too-deep", f"variations are nested more than {DEEPEST} deep", (outer, outer + 1))
                return
        elif kind == "close":
            if not depth:
                game.warn("bracket", "a variation ends that did not begin", match.span())
            depth = max(0, depth - 1)
        elif depth:
            _check_closed(game, match, kind)
        elif kind == "move":
            game.moves.append(Word(match[0], match.start(), True))
        elif kind not in _PASSED and _take(game, match, kind):
            return
    if depth:
        game.break_off("bracket", "a variation begins here that never ends", (outer, outer + 1), "it ends with )")


def _take(game: Game, match: re.Match[str], kind: str) -> bool:
    """Take what is no plain move from the main line; whether it ends the game."""
    if kind == "word":
        return _ends(game, match)
    ply = len(game.moves)
    if kind == "number":
        game.numbers.setdefault(ply, (int(match[0].rstrip(".…")[:9]), match.span()))
    elif kind == "comment":
        _check_closed(game, match, kind)
        game.comments.setdefault(ply, []).append(match.span())
    elif nag := int(match[0][1:6]) if kind == "nag" else _GLYPHS.get(match[0]):
        game.nags.setdefault(ply, []).append(nag)
    return False


def _check_closed(game: Game, match: re.Match[str], kind: str) -> None:
    if kind == "comment" and not match[0].endswith("}"):
        start = match.start()
        game.break_off("comment", "a comment begins here that never ends", (start, start + 1), "it ends with }")


def _ends(game: Game, match: re.Match[str]) -> bool:
    """Take a word that has not the form of a move; whether it ends the game."""
    word = match[0]
    if word in _RESULTS:
        game.ended = True
        if behind := _solid(game.text, match.end()):
            game.warn("behind-result", "what stands behind the result is left out", behind)
        return True
    if word in _SIGNS or (_NUMBERS.fullmatch(word) and word != _NULL_DIGITS):
        return False
    game.moves.append(Word(word, match.start(), False))
    return False


def _solid(text: str, start: int) -> Span | None:
    """The first thing from `start` on that is neither blank nor a comment."""
    for match in _TOKEN.finditer(text, start):
        if match.lastgroup not in ("comment", "escape"):
            return match.span()
    return None


def line_of(text: str, place: int) -> int:
    """The line of a place, counted from 0."""
    return text.count("\n", 0, place)
