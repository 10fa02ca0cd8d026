"""Reading a FEN: whole reports for every kind of fault, and what is taken in good part."""

from __future__ import annotations

import fen_cases
import pytest

from fen2img.errors import NotationError
from fen2img.notation import parse_fen, read_fen
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.placement import LOOK_ALIKES, MAX_FINDINGS, MAX_POCKET
from fen2img.position import Piece, Square

GROUPS = {group: fen_cases.load(group) for group in ("good", "doubtful", "refused", "boards")}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BOARD = "r4rk1/1bq2ppp/p7/1p6/3N4/1P4P1/P3QPBP/R5K1"


@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for cases in GROUPS.values() for c in cases])
def test_case(case: fen_cases.Case) -> None:
    assert case.found() == case


def test_groups_hold_what_they_are_called() -> None:
    assert all(c.fen and not c.report for c in GROUPS["good"])
    assert all(c.fen and "error: " not in c.report and c.report for c in GROUPS["doubtful"])
    assert all(c.report.startswith("error: ") and not c.fen for c in GROUPS["refused"])


@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for c in GROUPS["doubtful"]])
def test_strict_refuses_what_is_doubtful(case: fen_cases.Case) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(case.text, strict=True)
    assert caught.value.report() + "\n" == case.report


@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for c in GROUPS["good"]])
def test_strict_takes_what_is_good(case: fen_cases.Case) -> None:
    assert parse_fen(case.text, strict=True).fen() == case.fen


@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for c in GROUPS["refused"] if c.board == "8x8"])
def test_errors_are_raised_with_every_finding(case: fen_cases.Case) -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen(case.text)
    error = caught.value
    assert (error.source, error.findings) == (case.text, read_fen(case.text).findings)
    assert (error.message, error.code, error.span, error.hint) == (
        error.findings[0].message,
        error.findings[0].code,
        error.findings[0].span,
        error.findings[0].hint,
    )


# --- what a position holds ---


def test_every_field_arrives() -> None:
    position = parse_fen("r3k2n/8/8/1N6/6pP/8/3P4/R3K2R b KQq h3 37 18")
    assert position.turn == "black"
    assert position.castling == "KQq"
    assert position.en_passant == Square(7, 2)
    assert (position.halfmove, position.fullmove) == (37, 18)
    assert position.piece_at(Square(0, 7)) == Piece("R", "black")
    assert position.piece_at(Square(1, 4)) == Piece("N", "white")
    assert position.piece_at(Square(4, 4)) is None


def test_side_to_move_stays_unknown() -> None:
    assert parse_fen(BOARD).turn is None
    assert parse_fen(BOARD + " x - - 0 1").turn is None
    assert parse_fen(BOARD + " - - 0 1").turn is None


def test_pocket_and_promoted_pieces() -> None:
    position = parse_fen("7k/8/8/8/8/8/8/Q~6K[nnP] w - - 0 1")
    assert position.piece_at(Square(0, 0)) == Piece("Q", "white", promoted=True)
    assert position.pockets == (Piece("N", "black"), Piece("N", "black"), Piece("P", "white"))


def test_the_largest_pocket() -> None:
    assert len(parse_fen(f"{BOARD}[{MAX_POCKET}n]").pockets) == MAX_POCKET


def test_diagram_takes_title_and_caption() -> None:
    diagram = read_fen(BOARD + " w - - 0 1 White wins").diagram(title="Puzzle 1")
    assert (diagram.title, diagram.caption) == ("Puzzle 1", "White wins")
    assert read_fen(BOARD).diagram().caption is None


# --- places ---


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("r4rk1%2F1bq2pp%2Fp7%2F1p6%2F3N4%2F1P4P1%2FP3QPBP%2FR5K1", "1bq2pp"),
        ("8%2F8%2F8%2F%D0%A07%2F8%2F8%2F8%2F8", "%D0%A0"),
        ("８/８/８/８/９/８/８/８", "９"),
        ('[FEN "8/8/8/8/7/8/8/8 w - -"]', "7"),
        ("position fen 8/8/8/8/7/8/8/8 w - -", "7"),
        ("https://example.org/8x8/8/8/8/8/7/8/8/8_w", "7"),
        ("\u200b8/8/8/8/\u200b7/8/8/8", "7"),
        ("8/8/8/8/8/8/8/8 w\n-\nz9\n0 1", "z9"),
    ],
)
def test_spans_are_places_in_the_source(text: str, marked: str) -> None:
    quiet = {"percent-encoding", "label", "full-width", "address", "invisible-character"}
    (finding,) = [f for f in read_fen(text).findings if f.code not in quiet]
    assert text[slice(*finding.span)] == marked


# --- limits ---


def test_a_line_that_is_too_long() -> None:
    (finding,) = read_fen("8/" * (MAX_TEXT // 2) + "8").findings
    assert (finding.code, finding.message) == ("too-long", "a line of more than 100000 characters")


@pytest.mark.parametrize(
    "text",
    [
        "".join(map(chr, range(0x4E00, 0x4E00 + 20_000))) + "/8",
        "/".join("".join(map(chr, range(start, start + 8))) for start in range(0x4E00, 0x4E40, 8)),
        "/" * 50_000,
        "8/" * 50_000,
        "8/" + "1" * 90_000,
        "K~" * 40_000 + "/",
        "https://" + "a/" * 45_000,
        "https://a=" + "1/" * 45_000,
        "%2F" * 33_000,
        '"' * 90_000,
        "[ " * 45_000,
        "FEN " * 20_000,
        "+w+" * 30_000,
        BOARD + "[" + "9Q" * 40_000 + "]",
    ],
    ids=lambda text: f"{text[:8]!a}",
)
def test_hostile_texts_have_few_findings(text: str) -> None:
    reading = read_fen(text)
    assert reading.position is None
    assert 1 <= len(reading.findings) <= MAX_FINDINGS + 2  # with the warnings about a disguise
    assert len(NotationError(text, reading.findings).report()) < 5_000


def test_a_five_thousand_digit_number() -> None:
    (finding,) = read_fen(f"{BOARD} w - - 0 {'9' * 5_000}").findings
    assert finding.code == "fullmove-number"
    assert len(finding.message) < 80
    assert len(finding.draw(f"{BOARD} w - - 0 {'9' * 5_000}").splitlines()[1]) < 120


# --- disguises one by one ---


@pytest.mark.parametrize("quotes", ['""', "''", "``", "“”", "„“", "«»", "‹›", "‘’", "‚‘"])
def test_quotation_marks(quotes: str) -> None:
    reading = read_fen(f"{quotes[0]}{BOARD} b - - 0 1{quotes[1]}")
    assert reading.position == parse_fen(f"{BOARD} b - - 0 1")
    assert not reading.findings


def test_quotation_marks_around_a_tag() -> None:
    reading = read_fen(f"'[FEN \"{BOARD} b - - 0 1\"]'")
    assert reading.position == parse_fen(f"{BOARD} b - - 0 1")
    assert not reading.findings


def test_quotation_marks_do_not_join_what_they_part() -> None:
    assert read_fen('"8/8/8/8/8/8/8/4K"3 w - -').position is None
    assert read_fen('""').findings[0].code == "empty"
    assert read_fen("'").findings[0].code == "empty"


@pytest.mark.parametrize("mark", ".;,\"'”’")
def test_marks_behind_the_last_field(mark: str) -> None:
    for text in (f"{BOARD} b - - 0 1", f"{BOARD} b - -", f"{BOARD} b"):
        reading = read_fen(text + mark)
        assert reading.position == parse_fen(text)
        assert [f.code for f in reading.findings] == ["punctuation"]
        assert reading.rest == ""


@pytest.mark.parametrize("dash", "‐‑‒–—―−－")
def test_typographic_dashes(dash: str) -> None:
    reading = read_fen(f"{BOARD} b {dash} {dash} 3 4")
    assert reading.position == parse_fen(f"{BOARD} b - - 3 4")
    assert {f.code for f in reading.findings} <= {"dash", "full-width"}
    assert reading.findings


@pytest.mark.parametrize("char", "\ufeff\u200b\u200c\u200d\u2060\u00ad\u200e\u200f\u202a\u202c\u2066\u2069")
def test_invisible_characters(char: str) -> None:
    inner = read_fen(f"{BOARD[:9]}{char}{BOARD[9:]} b - - 0 1")
    assert inner.position == parse_fen(f"{BOARD} b - - 0 1")
    assert [f.code for f in inner.findings] == ["invisible-character"]
    assert not read_fen(f"{char}{BOARD} b - - 0 1{char}").findings


@pytest.mark.parametrize("word", ["w", "W", "white", "White", "WHITE"])
def test_spellings_of_white(word: str) -> None:
    assert parse_fen(f"{BOARD} {word} - - 0 1").turn == "white"
    assert parse_fen(f"{BOARD} {word}").turn == "white"


@pytest.mark.parametrize("char", sorted(LOOK_ALIKES))
def test_look_alikes_are_named_never_read(char: str) -> None:
    reading = read_fen(BOARD.replace("R5K1", f"R5{char}1"))
    assert reading.position is None
    (finding,) = reading.findings
    assert f"(U+{ord(char):04X} " in finding.message
    assert finding.hint == f"it only looks like the Latin letter {LOOK_ALIKES[char]}; write that one"


@pytest.mark.parametrize("fields", ["w - -", "b KQkq e3", "w Q d6", "b - e6", "x - -"])
def test_four_fields_are_six_with_the_usual_clocks(fields: str) -> None:
    short, long = (read_fen(f"{BOARD} {fields}{rest}") for rest in ("", " 0 1"))
    assert short.position == long.position == read_fen(f"{BOARD}  {fields}").position
    assert short.findings == long.findings
    assert short.source == f"{BOARD} {fields}"


# --- addresses ---

WHERE = "8/8/4k3/8/8/3QK3/8/8"
CODED = WHERE.replace("/", "%2F")


@pytest.mark.parametrize(
    ("text", "fen", "orientation"),
    [
        (f"https://lichess.org/editor/{WHERE}_b_-_-_3_9?color=black", "b - - 3 9", "black"),
        (f"https://lichess.org/editor/{WHERE}_b_-_-_3_9?color=white", "b - - 3 9", "white"),
        (f"https://lichess.org/analysis/standard/{WHERE}_w_-_-_0_1", "w - - 0 1", None),
        (f"https://lichess.org/analysis/{WHERE}_w_-_-_0_1/black", "w - - 0 1", "black"),
        (f"https://lichess.org/analysis/{WHERE}/white#5", "w - - 0 1", "white"),
        (f"https://lichess.org/abcdefgh/black?fen={WHERE}#5", "w - - 0 1", "black"),
        (f"https://lichess.org/abcdefgh/black?fen={WHERE}&color=white", "w - - 0 1", "white"),
        (f"lichess.org/analysis/{WHERE}_w_-_-_0_1?color=black", "w - - 0 1", "black"),
        (f"www.chess.com/analysis?fen={CODED}+b+-+-+3+9&flip=true", "b - - 3 9", "black"),
        (f"https://www.chess.com/dynboard?fen={WHERE}%20b%20-%20-%203%209&board=green", "b - - 3 9", None),
        (f"https://example.org/board.svg?fen={WHERE}&amp;orientation=black and /white", "w - - 0 1", "black"),
    ],
)
def test_addresses_say_which_side_is_at_the_bottom(text: str, fen: str, orientation: str | None) -> None:
    reading = read_fen(text)
    assert reading.position is not None
    assert (reading.position.fen(), reading.orientation) == (f"{WHERE} {fen}", orientation)
    assert reading.diagram().orientation == orientation


@pytest.mark.parametrize(
    "text", ["https://lichess.org/abcdefgh/black#23", "lichess.org/abcdefgh", "chess.com/game/1 w"]
)
def test_addresses_without_a_fen(text: str) -> None:
    (finding,) = read_fen(text).findings
    assert finding.message == "a web address without a FEN of eight ranks"
    assert finding.hint == "addresses are not opened; paste the FEN itself"


def test_dots_for_empty_squares_are_no_address() -> None:
    assert read_fen("r.bqkbnr/8/8/8/8/8/8/8").findings[0].hint == "empty squares are counted: 3 for ..."


@pytest.mark.parametrize("item", ["1. ", "1.", "12) ", "#3 ", "#3. ", "- ", "* ", "• ", "– "])
def test_numbers_of_a_list(item: str) -> None:
    reading = read_fen(f"{item}{BOARD} b - - 0 1 Text")
    assert reading.position == parse_fen(f"{BOARD} b - - 0 1")
    assert (reading.findings, reading.rest) == ((), "Text")


@pytest.mark.parametrize("item", ["1 ", "#3", "1. 2. ", "a) ", "-", "1234567890. "])
def test_what_is_no_number_of_a_list(item: str) -> None:
    assert read_fen(f"{item}{BOARD}").position is None
