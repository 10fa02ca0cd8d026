"""Turned and neutral pieces, from the placement to the picture."""

from __future__ import annotations

import json

import pytest
from cli_cases import invoke
from hypothesis import given
from hypothesis import strategies as st

import fen2img
from fen2img.errors import NotationError
from fen2img.notation import parse_fen, read_fen
from fen2img.position import Piece, Position
from fen2img.words import describe

EMPTY = "/8/8/8/8/8/8/8 w - - 0 1"
LETTERS = st.sampled_from("KQRBNP")
PIECES = st.builds(Piece, LETTERS, st.sampled_from(["white", "black"]), st.booleans(), st.integers(0, 3), st.booleans())


@pytest.mark.parametrize(
    ("text", "turns", "neutral", "look"),
    [
        ("Q", 0, False, "wQ"),
        ("*1Q", 1, False, "wQ*1"),
        ("*2n", 2, False, "bN*2"),
        ("*3p", 3, False, "bP*3"),
        ("-K", 0, True, "nK"),
        ("-k", 0, True, "nK"),
        ("-*1Q", 1, True, "nQ*1"),
        ("*1-Q", 1, True, "nQ*1"),
    ],
)
def test_marks_before_a_letter(text, turns, neutral, look):
    piece = parse_fen(f"{text}7{EMPTY}", fairy=True).pieces[0]
    assert (piece.turns, piece.neutral, piece.look) == (turns, neutral, look)
    assert piece.letter == text[-1].upper()


HINT = "a piece is turned by *1, *2 or *3 before its letter and neutral by -, each once"


@pytest.mark.parametrize(
    ("rank", "message", "span", "hint"),
    [
        ("*4Q7", "'*' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("*0Q7", "'*' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("*Q7", "'*' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("**1Q7", "'*' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("1--Q7", "'-' is no piece letter (rank 8, square b8)", (1, 2), HINT),
        ("*1*2Q6", "'*' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("7-", "'-' is no piece letter (rank 8, square h8)", (1, 2), HINT),
        ("-x7", "'-' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("-D7", "'-' is no piece letter (rank 8, square a8)", (0, 1), HINT),
        ("-*1Q6", "rank 8 has 7 squares instead of 8", (0, 5), "1 square too few"),
        ("*1Q*1Q7", "rank 8 has 9 squares instead of 8", (0, 7), "1 square too many"),
    ],
)
def test_marks_that_mean_nothing(rank, message, span, hint):
    with pytest.raises(NotationError) as caught:
        read_fen(rank + EMPTY, fairy=True).diagram()
    first = caught.value.findings[0]
    assert (first.message, first.span, first.hint) == (message, span, hint)


@pytest.mark.parametrize("mark", ["*", "-"])
def test_without_fairy_they_are_no_letters(mark):
    with pytest.raises(NotationError) as caught:
        read_fen(f"{mark}1Q6{EMPTY}").diagram()
    first = caught.value.findings[0]
    assert first.message == f"'{mark}' is no piece letter (rank 8, square a8)"
    assert first.hint == "turned and neutral pieces, *1Q and -Q, are read with --fairy"


@given(st.lists(PIECES | st.none(), min_size=64, max_size=64))
def test_a_position_is_written_as_it_is_read(pieces):
    position = Position(pieces=tuple(pieces))
    again = parse_fen(position.fen(), fairy=True)
    assert again.placement == position.placement
    assert again.pieces == position.pieces


@given(st.text("*-123KQkqp8/ ~x[]", max_size=30), st.booleans())
def test_whatever_is_typed_is_read_or_refused(text, fairy):
    reading = read_fen(text + EMPTY, fairy=fairy)
    assert reading.position or reading.findings


def test_words():
    position = parse_fen("-*1Q*2k-n-P*3p3/-*2P-P6/8/8/8/8/8/K7 w", fairy=True)
    assert describe(position) == (
        "White: Ka1. Black: Kb8 (turned 180°), pawn e8 (turned 270°). Neutral: Qa8 (turned 90°), Nc8,"
        " pawns a7 (turned 180°), b7, d8. White to move."
    )
    assert describe(parse_fen("-Q7/8/8/8/8/8/8/8", fairy=True)) == ("White: no pieces. Black: no pieces. Neutral: Qa8.")


def test_the_api_draws_them():
    text = f"*1Q-N6{EMPTY}"
    diagram = fen2img.Diagram.from_fen(text, fairy=True)
    assert diagram.position.fen() == text
    svg = diagram.svg(size=100)
    assert svg.count("rotate(90)") == 1
    assert svg.count('<clipPath id="f2i-right-100">') == 1
    with pytest.raises(NotationError):
        fen2img.Diagram.from_fen(text)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("first", ["*1Q", "-Q", "-k", "-*1Q", "*1-Q"])
@pytest.mark.parametrize("behind", [[], ["w", "-", "-", "0", "1"]])
def test_a_fen_may_begin_with_a_mark_on_the_command_line(here, first, behind):
    words = [f"{first}6k/8/8/8/8/8/8/K7", *behind]
    for argv in (
        [*words, "--fairy", "-o", "x.svg"],
        ["--fairy", "-o", "y.svg", *words],
        ["-o", "z.svg", "--fairy", "--", *words],
    ):
        result = invoke(argv)
        assert (result.exit, result.stderr) == (0, "")
    assert len({(here / f"{name}.svg").read_text() for name in "xyz"}) == 1
    assert invoke(["check", "--fairy", "--fen", words[0]]).exit == 0


def test_lists_hold_them(here):
    (here / "list.txt").write_text("-Q6k/8/8/8/8/8/8/K7 w - - 0 1\n*4Q6k/8/8/8/8/8/8/K7\n*1Q6k/8/8/8/8/8/8/K7 w\n")
    result = invoke(["batch", "list.txt", "-o", "out", "--fairy", "--format", "svg"])
    assert result.exit == 1
    assert sorted(f.name for f in (here / "out").iterdir()) == ["0001.svg", "0003.svg"]
    assert result.stderr.splitlines()[-1] == "3 read = 2 written + 0 skipped + 1 refused; 2 files written"
    found = [json.loads(line) for line in invoke(["check", "list.txt", "--fairy", "--json"]).stdout.splitlines()]
    assert [f["fen"] for f in found] == ["-Q6k/8/8/8/8/8/8/K7 w - - 0 1", None, "*1Q6k/8/8/8/8/8/8/K7 w - - 0 1"]
    assert invoke(["check", "list.txt"]).exit == 1
