"""The short ways of a flawless FEN give exactly what the long ones give: position, findings, scene and bytes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_fen_properties import positions

from fen2img.api import Diagram
from fen2img.layout import layout
from fen2img.notation import Reading, fen, plain, read_fen, read_plain
from fen2img.position import Piece, Position
from fen2img.style import Style
from fen2img.svg import to_svg

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STYLES = [
    Style(),
    Style(theme="print", coordinates="inside", marker="king", orientation="auto"),
    Style(pieces="letters", flip=True, svg_reuse=True, coordinates="none"),
    Style(width="60mm", credits=True, title="{fen}", number="{n}", coordinates="all", marker="dot"),
]


def findings(reading: Reading) -> list[tuple[str, str, str | None]]:
    return [(f.code, f.message, f.hint) for f in reading.findings]


def read_long(text: str) -> Reading:
    """The text as it is read by the long way, which a blank in front leads to, character by character."""
    assert read_plain(" " + text) is None
    with mock.patch.object(fen, "plain_men", return_value=None):
        return read_fen(" " + text)


def long_way(text: str) -> Position | None:
    """The position that comes of it."""
    return read_long(text).position


@given(positions(standard=True), st.sampled_from(STYLES))
def test_pictures(position: Position, style: Style) -> None:
    text = position.fen()
    long = long_way(text)
    assert long
    assert long._men is None
    for short in (read_plain(text), Diagram.from_fen(text).position, read_fen(" " + text).position):
        if short is None:  # reversed ranks are reported by the long way alone
            assert findings(read_long(text))
            continue
        assert short.fen() == long.fen() == text
        scenes = [layout(Diagram(position=one), style, paper=True) for one in (short, long)]
        assert scenes[0] == scenes[1]
        assert len({to_svg(scene, reuse=style.svg_reuse) for scene in scenes}) == 1
        assert Diagram(position=short).svg(style) == Diagram(position=long).render("svg", style).decode()


@given(positions(standard=True), st.integers(1, 5), st.booleans())
def test_missing_fields(position: Position, fields: int, fairy: bool) -> None:
    text = " ".join(position.fen().split(" ")[:fields]) + " as in a book"
    short, long = read_fen(text, fairy=fairy), read_long(text)
    assert short.position == long.position
    assert short.position
    assert short.position._men is not None
    assert short.position.fen() == long.position.fen()  # type: ignore[union-attr]
    assert short.rest == long.rest
    assert findings(short) == findings(long)


@given(positions(standard=True), st.data())
def test_damage(position: Position, data: st.DataObject) -> None:
    text = position.fen()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 2)))
        text = text[:start] + data.draw(st.text("KQRBNPkqrbnp0123456789/ wb-acefhx~\n\u0661K", max_size=2)) + text[end:]
    long = read_long(text)
    for short in (read_fen(text), read_fen(" " + text)):
        assert short.position == long.position
        assert short.rest == long.rest
        assert findings(short) == findings(long)


@pytest.mark.parametrize(
    "text",
    [
        f"{START} w KQkq - 0 0",
        f"{START} w KQkq - 00 1",
        f"{START} w KQkq - 0 01",
        f"{START} w KQkq - 0 10000",
        f"{START} w KQkq - \u0661 1",
        f"{START} w KQkq - 0 1\n",
        f"{START} w  - 0 1",
        f"{START} w qk - 0 1",
        f"{START} w KQkq e3 0 1",
        f"{START} b KQkq e6 0 1",
        f"{START} white KQkq - 0 1",
        f"{START} w KQkq - 0 1 e4",
        f"{START}/8 w KQkq - 0 1",
        f"{START.replace('8', '44', 1)} w KQkq - 0 1",
        f"{START.replace('8', '9', 1)} w KQkq - 0 1",
        f"{START.replace('8', '7', 1)} w KQkq - 0 1",
        f"{START.replace('8', 'pppppppp1', 1)} w KQkq - 0 1",
        f"{START.replace('8', 'x7', 1)} w KQkq - 0 1",
        f"{START.replace('8', '', 1)} w KQkq - 0 1",
        f"{START[::-1]} w - - 0 1",
        "",
    ],
)
def test_what_is_not_flawless_goes_the_long_way(text: str) -> None:
    for _ in range(2):  # nothing wrong is remembered as right
        assert read_plain(text) is None
    assert read_fen(text).position == long_way(text)


def test_white_pawns_above_black_ones_are_not_reversed_ranks_by_themselves() -> None:
    assert read_plain("4k3/P7/8/8/8/8/p7/4K3 w - - 0 1")
    assert read_plain("RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1") is None


def test_ranks_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "MAX_RANKS", 3)
    ranks = plain._Ranks(0)
    for text in ["8", "K7", "1K6", "2K5", "K7", "8"]:
        assert len(ranks[text]) == (text != "8")
        assert len(ranks) <= 3


def test_the_squares_are_there_when_they_are_asked_for() -> None:
    text = f"{START} w KQkq - 0 1"
    short, long = read_plain(text), long_way(text)
    assert short == long
    assert hash(short) == hash(long)
    assert repr(short) == repr(long)
    fresh = [read_plain(text) for _ in range(3)]
    assert [pickle.loads(pickle.dumps(fresh[0])), copy.copy(fresh[1]), copy.deepcopy(fresh[2])] == [long] * 3  # type: ignore[comparison-overlap]
    assert read_plain("8/8/8/8/8/8/8/8 w - - 0 1").pieces == (None,) * 64  # type: ignore[union-attr]


def test_a_changed_position_forgets_what_was_proven() -> None:
    short = read_plain(f"{START} w KQkq - 0 1")
    assert short
    king = (*[None] * 63, Piece("K", "white"))
    changed = dataclasses.replace(short, pieces=king, castling="-")
    assert changed.fen() == "8/8/8/8/8/8/8/7K w - - 0 1"
    assert layout(Diagram(position=changed), Style()).description == "White: Kh1. Black: no pieces. White to move."
