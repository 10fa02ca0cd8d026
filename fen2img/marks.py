"""Marks: what is drawn on a board besides the position. Every kind is declared here, once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args

from fen2img.color import Color, rgb
from fen2img.errors import OptionError, near_match, shorten
from fen2img.position import Square

Layer = Literal["below", "above"]
Line = Literal["solid", "dashed", "dotted"]

#: The four colours of PGN comments (`[%cal Ge2e4]`), as lichess draws them.
BRUSHES = {"G": rgb("#15781b"), "R": rgb("#882020"), "Y": rgb("#e68f00"), "B": rgb("#003088")}
_BRUSH_NAMES = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}
#: What a badge may say, as in PGN (NAG $1 to $6), with its colour.
BADGES = {
    "!": rgb("#3a7d2c"), "?": rgb("#c9591a"), "!!": rgb("#1a7f86"), "??": rgb("#a81e22"), "!?": rgb("#5a4fae"),
    "?!": rgb("#9a7400"),
}  # fmt: skip
MAX_MARKS = 500
_ITEM = r"([GRYB](?=[a-z]))?([a-z][1-9][0-9]?)(?:-?([a-z][1-9][0-9]?)([qrbnk])?)?(?:=([^:]*))?((?::[^:]+)*)"


class Mark(NamedTuple):
    """A mark: its kind, one square or two, and what differs from the kind's own look.

    `color` None, `line` and `layer` "" leave the choice to the kind. `straight` arrows do not bend for a knight.
    """

    kind: str
    squares: tuple[Square, ...]
    color: Color | None = None
    text: str = ""
    line: Line | Literal[""] = ""
    layer: Layer | Literal[""] = ""
    straight: bool = False


class MarkKind(NamedTuple):
    """A declared kind: how many squares it stands on, whether it has a text, lines, a colour of its own."""

    name: str
    help: str
    example: str
    squares: int = 1
    text: str = ""
    lines: bool = False
    layer: Layer = "below"
    color: Color = BRUSHES["G"]

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.name.replace("_", "-")


MARKS = {
    kind.name: kind
    for kind in (
        MarkKind("area", "A rectangle of squares, by two corners.", "a1c3", 2, lines=True, color=BRUSHES["B"]),
        MarkKind("lastmove", "The last move, from and to.", "e2e4", 2, color=rgb("#9bc700")),
        MarkKind("highlight", "Coloured squares: G R Y B before, or any colour behind a colon.", "Ge4,d5:#ff8800"),
        MarkKind("check", "A king in check.", "e8", color=rgb("#e02b20")),
        MarkKind("legal", "Where the piece on a square may move (needs python-chess).", "e2"),
        MarkKind("frame", "A frame inside a square.", "Re4", lines=True),
        MarkKind("circle", "A circle round a piece.", "Ge4,Rd5", lines=True),
        MarkKind("arrow", "An arrow; a knight's bends.", "e2e4,Rg1f3:dashed", 2, lines=True, layer="above"),
        MarkKind("dot", "A dot.", "e4", layer="above"),
        MarkKind("cross", "A cross.", "e4", lines=True, layer="above", color=BRUSHES["R"]),
        MarkKind("label", "A text of one to three characters.", "e4=A", text="label", layer="above", color=rgb("#000")),
        MarkKind("sequence", "Numbers 1, 2, 3 … in this order.", "e4,d5,c6", layer="above", color=BRUSHES["B"]),
        MarkKind("badge", "The quality of a move: ! ? !! ?? !? ?!", "e4=?!", text="badge", layer="above"),
        MarkKind("hide", "Pieces that are not shown.", "e4,d5"),
    )
}  # fmt: skip
#: What the switch of the same name does.
AUTO_CHECK = "Mark kings in check (needs python-chess)."
#: Kinds that are no marks themselves: others are made of them.
_FLAT = ("hide", "legal")


def parse_marks(asked: Mapping[str, object]) -> tuple[Mark, ...]:
    """Marks from texts by kind: `{"arrow": "e2e4,Rg1f3", "label": ["e4=A"]}`. Raises OptionError."""
    found = [mark for name, value in asked.items() for mark in _of_kind(name, value)]
    if len(found) > MAX_MARKS:
        raise OptionError(f"{len(found)} marks; a diagram may have {MAX_MARKS}")
    return tuple(found)


def joined(one: Mapping[str, object], two: Mapping[str, object]) -> dict[str, Any]:
    """Marks of two askings together."""
    out: dict[str, Any] = dict(one)
    for name, value in two.items():
        before = out.get(name)
        out[name] = value if before is None or isinstance(value, bool) else [*_texts(before), *_texts(value)]
    return out


def _texts(value: Any) -> list[Any]:
    return [value] if isinstance(value, str) else list(value)


def _of_kind(name: str, value: object) -> Iterator[Mark]:
    kind = MARKS.get(name.replace("-", "_"))
    if kind is None:
        raise OptionError(
            f"unknown mark '{shorten(name)}'", hint=near_match(name, MARKS) or f"known: {', '.join(MARKS)}"
        )
    texts: list[Any] = _texts(value) if isinstance(value, Iterable) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise OptionError(f"{kind.name}: a mark is text such as {kind.example!r}")
    items = [item.strip() for text in texts for item in text.split(",")]
    for number, item in enumerate(items, 1):
        mark = _parse(kind, item)
        yield mark._replace(text=str(number)) if kind.name == "sequence" else mark


def _parse(kind: MarkKind, item: str) -> Mark:
    """One mark: `[GRYB]e2[e4][=text][:modifier…]`."""
    match = re.fullmatch(_ITEM, item)
    if not match:
        raise _wrong(kind, item, f"such as {kind.example}")
    brush, start, end, promotion, text, words = match.groups()
    squares = tuple(map(_square, (start, end) if end else (start,)))
    if kind.name == "arrow" and not (end or text or words):  # as in PGN comments and addresses of lichess
        kind = MARKS["circle"]
    if len(squares) != kind.squares or (promotion and kind.name not in ("lastmove", "arrow")):
        raise _wrong(kind, item, f"{'two squares' if kind.squares > 1 else 'one square'}, such as {kind.example}")
    if kind.name in ("arrow", "lastmove") and start == end:
        raise _wrong(kind, item, "two different squares")
    mark = Mark(kind.name, squares, BRUSHES[brush] if brush else None, _text(kind, item, text))
    for word in words.split(":")[1:]:
        mark = _modified(mark, kind, item, word)
    return mark


def _square(name: str) -> Square:
    return Square(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def _text(kind: MarkKind, item: str, text: str | None) -> str:
    """The text of a mark, where its kind has one."""
    text = text or ""
    if not kind.text and text:
        raise _wrong(kind, item, "it takes no text")
    if kind.text == "badge" and text not in BADGES:
        raise _wrong(kind, item, f"one of {' '.join(BADGES)} behind =, such as {kind.example}")
    if kind.text == "label" and not (1 <= len(text) <= 3 and text.isprintable() and text.strip()):
        raise _wrong(kind, item, f"one to three characters behind =, such as {kind.example}")
    return text


def _modified(mark: Mark, kind: MarkKind, item: str, word: str) -> Mark:
    """The mark as a word behind a colon changes it."""
    if word in get_args(Layer) and kind.name not in _FLAT:
        return mark._replace(layer=word)  # type: ignore[arg-type]
    if word in get_args(Line) and kind.lines:
        return mark._replace(line=word)  # type: ignore[arg-type]
    if word == "straight" and kind.name == "arrow":
        return mark._replace(straight=True)
    color = mark_color(word)
    if color is None or kind.name in _FLAT:
        known = [] if kind.name in _FLAT else ["a colour", "above", "below"]
        known += ["solid", "dashed", "dotted"] if kind.lines else []
        known += ["straight"] if kind.name == "arrow" else []
        raise _wrong(kind, item, f"{shorten(word)!r} is none of {', '.join(known)}" if known else "nothing behind a :")
    return mark._replace(color=color)


def mark_color(word: str) -> Color | None:
    """A colour of a mark: G R Y B, their names, or what any colour may be."""
    brush = _BRUSH_NAMES.get(word.lower(), word)
    try:
        return BRUSHES.get(brush) or Color.parse(word)
    except ValueError:
        return None


def _wrong(kind: MarkKind, item: str, hint: str) -> OptionError:
    return OptionError(f"{kind.name}: {shorten(item)!r} is no mark of this kind", hint=hint)


def check_on_board(marks: Iterable[Mark], width: int, height: int) -> None:
    """Raises OptionError for a mark that does not lie on the board."""
    for mark in marks:
        for square in mark.squares:
            if not (0 <= square.file < width and 0 <= square.rank < height):
                last = Square(width - 1, height - 1).name
                raise OptionError(f"{mark.kind}: {square.name} is not on the board", hint=f"squares are a1 to {last}")
