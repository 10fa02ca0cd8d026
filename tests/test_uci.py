"""Positions as UCI says them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.errors import NotationError
from fen2img.marks import Mark
from fen2img.notation import read_fen
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.uci import START, like_uci, read_uci
from fen2img.position import Square

ENDING = "8/4P3/8/8/8/1k6/8/K7 w - - 0 1"


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("startpos", START),
        (" position  startpos ", START),
        ("startpos moves", START),
        ("Position StartPos Moves", START),
        ("position startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("startpos moves g1f3 b8c6", "r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"),
        (f"position fen {ENDING}", ENDING),
        (f"position fen {ENDING} moves e7e8q b3c3", "4Q3/8/8/8/8/2k5/8/K7 w - - 1 2"),
        ("position fen 8/4P3/8/8/8/1k6/8/K7 w - - moves a1b1", "8/4P3/8/8/8/1k6/8/1K6 b - - 1 1"),
        ("position fen 8/4P3/8/8/8/1k6/8/K7 moves a1b1", "8/4P3/8/8/8/1k6/8/1K6 b - - 1 1"),
        ("position startpos moves e2e4 0000", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"),
    ],
)
def test_positions(text: str, fen: str) -> None:
    assert like_uci(text)
    reading = read_uci(text)
    assert (reading.source, reading.findings) == (text, ())
    assert reading.position is not None
    assert reading.position.fen() == fen


def test_the_last_move_is_marked() -> None:
    assert read_uci("startpos moves e2e4 e7e5").marks == (Mark("lastmove", (Square(4, 6), Square(4, 4))),)
    assert read_uci("startpos moves e2e4 0000").marks == ()
    assert read_uci("startpos").marks == ()


def report(text: str, **options: int) -> str:
    with pytest.raises(NotationError) as caught:
        read_uci(text, **options).diagram()
    return caught.value.report()


def test_a_move_that_cannot_be_played() -> None:
    assert (
        report("position startpos moves e2e4 e7e6 e4e6 g8f6")
        == """\
error: move 3 of 4 cannot be played: e4e6: the pawn on e4 does not go to e6 [move]
    position startpos moves e2e4 e7e6 e4e6 g8f6
                                      ^^^^
    hint: the position before it: rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"""
    )
    assert (
        report("startpos moves e4")
        == """\
error: move 1 of 1 cannot be played: 'e4' is no move such as e2e4 or e7e8q [move]
    startpos moves e4
                   ^^"""
    )


@pytest.mark.parametrize("text", ["startpos e2e4", f"position fen {ENDING} a1b1", "startpos e2e4 moves e7e5"])
def test_moves_without_their_word(text: str) -> None:
    assert read_uci(text).position is None
    (finding,) = read_uci(text).findings
    assert (finding.code, finding.message) == ("uci", "the word moves is missing in front of the moves")
    assert finding.hint == "such as position startpos moves e2e4 e7e5"
    assert text[slice(*finding.span)] in ("e2e4", "a1b1")


@pytest.mark.parametrize(
    ("behind", "word"),
    [
        ("moves: e7-e8", "moves:"),
        ("e7-e8", "e7-e8"),
        ("Qd8", "Qd8"),
        ("moves:e7e8q", "moves:e7e8q"),
        ("moves,e7e8q", "moves,e7e8q"),
        ("White wins moves a1b1", "White"),
        ("hello", "hello"),
    ],
)
@pytest.mark.parametrize("start", ["startpos", f"position fen {ENDING}", "position fen 8/4P3/8/8/8/1k6/8/K7 w"])
def test_moves_in_a_wrong_form_are_no_caption(start: str, behind: str, word: str) -> None:
    reading = read_uci(f"{start} {behind}")
    assert (reading.position, reading.rest) == (None, "")
    finding = reading.findings[0]
    assert finding.message == f"'{word}' is neither a field of the position nor the word moves"
    assert reading.source[slice(*finding.span)] == word


def test_the_faults_of_the_fen_are_those_of_the_line() -> None:
    text = "position fen 8/4P3/8/8/8/1k6/8/K6 w moves a1b1"
    reading = read_uci(text)
    assert reading.position is None
    assert [(f.code, text[slice(*f.span)]) for f in reading.findings] == [("rank-width", "K6")]
    text = "position fen 8/4P3/8/8/8/1k6/8/K7 w zz - 0 1 moves a1b1"
    reading = read_uci(text)
    assert reading.position is not None
    assert [(f.code, text[slice(*f.span)]) for f in reading.findings] == [("castling", "zz")]


def test_other_boards_and_letters() -> None:
    assert (
        report("startpos", width=10)
        == """\
error: startpos is a board of 8 x 8 squares instead of 10 x 8 [board-size]
    startpos
    ^^^^^^^^"""
    )
    reading = read_uci("position fen 7k/8/8/8/8/8/8/KD6 w - - 0 1 moves b1b8", letters="de")
    assert reading.position is not None
    assert reading.position.placement == "1Q5k/8/8/8/8/8/8/K7"


@pytest.mark.parametrize(
    "text", ["", ENDING, "position", "position fen", "positions startpos", "startposition", "fen x"]
)
def test_what_is_no_uci_is_read_as_a_fen(text: str) -> None:
    assert not like_uci(text)
    assert read_uci(text) == read_fen(text)


def test_a_line_that_is_too_long() -> None:
    reading = read_uci("startpos moves " + "g1f3 " * (MAX_TEXT // 5))
    assert [f.code for f in reading.findings] == ["too-long"]


@given(
    st.lists(
        st.sampled_from(["position", "startpos", "fen", ENDING, "moves", "e2e4", "e7e5", "0000", "a1b1", "\t", "é"])
    )
)
def test_no_line_raises(words: list[str]) -> None:
    text = " ".join(words)
    reading = read_uci(text)
    assert (reading.position is None) == any(f.severity == "error" for f in reading.findings)
    for finding in reading.findings:
        assert 0 <= finding.span[0] <= finding.span[1] <= len(text)
