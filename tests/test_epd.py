"""EPD: four fields and operations, none of which can cost the board."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.notation import epd, read_fen
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.epd import COLUMNS, OPCODES, like_epd, operations_of, read_epd

BOARD = "5rk1/1p3ppp/8/3q4/8/2B5/1P3PPP/3QR1K1"


def values(text: str) -> dict[str, str]:
    """The operations of an EPD with four good fields."""
    found = operations_of(f"{BOARD} w - - {text}")
    assert found is not None
    assert read_epd(f"{BOARD} w - - {text}").fields == COLUMNS | found.values
    return found.values


def told(text: str) -> list[tuple[str, str]]:
    """The findings, and the places that they mark."""
    reading = read_epd(text)
    assert reading.position is not None
    assert all(f.severity == "warning" for f in reading.findings)
    return [(f.code, reading.source[slice(*f.span)]) for f in reading.findings]


# --- operations ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bm Qxd5;", {"bm": "Qxd5"}),
        ("bm Qxd5; am h3 g3;", {"bm": "Qxd5", "am": "h3 g3"}),
        ("bm Qxd5", {"bm": "Qxd5"}),
        ('id "last, without an end"', {"id": "last, without an end"}),
        ('c0 "first; second"; id "x";', {"c0": "first; second", "id": "x"}),
        ('c0 "a" "b" c;', {"c0": "a b c"}),
        ("noop;", {"noop": ""}),
        ("noop; noop 1; bm Qxd5;", {"noop": "1", "bm": "Qxd5"}),
        ("draw_offer; resign;", {"draw_offer": "", "resign": ""}),
        ("bm 1.Qxd5 g6 2.h3; ce +31999; dm 2; acd 20; acn 1234567;", {
            "bm": "1.Qxd5 g6 2.h3", "ce": "+31999", "dm": "2", "acd": "20", "acn": "1234567",
        }),
        ('  bm\tQxd5 ;; ; id  " a ";', {"bm": "Qxd5", "id": "a"}),
        ('c0 "form\ffeed, \u2028, \x85 x";', {"c0": "form\ffeed, \u2028, \x85 x"}),
        ('own_1 "text"; Other 3;', {"own_1": "text", "Other": "3"}),
        ("bm Zz9 0-0-0-0 ???;", {"bm": "Zz9 0-0-0-0 ???"}),
        (";D1 20 ;D2 400 ;D3 8902", {"D1": "20", "D2": "400", "D3": "8902"}),
        ('id "";', {"id": ""}),
        (f'id "{"L" * 300}";', {"id": "L" * 300}),
    ],
)  # fmt: skip
def test_operations(text: str, expected: dict[str, str]) -> None:
    assert values(text) == expected
    assert told(f"{BOARD} w - - {text}") == []


@pytest.mark.parametrize(
    ("text", "expected", "findings"),
    [
        ("id “one”; bm Qxd5;", {"id": "one", "bm": "Qxd5"}, [("epd-quotes", "“")]),
        ("id „eins“; bm Qxd5;", {"id": "eins", "bm": "Qxd5"}, [("epd-quotes", "„")]),
        ('id "open; bm Qxd5;', {"id": "open", "bm": "Qxd5"}, [("epd-quote", '"open')]),
        ('bm Qxd5; id "open ', {"bm": "Qxd5", "id": "open"}, [("epd-quote", '"open')]),
        ("bm Qxd5; 12 x; dm 2;", {"bm": "Qxd5", "dm": "2"}, [("epd-opcode", "12")]),
        ('"text"; bm Qxd5;', {"bm": "Qxd5"}, [("epd-opcode", '"text"')]),
        ("bm Qxd5; !? g3;", {"bm": "Qxd5"}, [("epd-opcode", "!?")]),
        ("bm; id;", {"bm": "", "id": ""}, [("epd-operand", "bm"), ("epd-operand", "id")]),
        ("bm Qxd5; bm Qd4;", {"bm": "Qxd5 Qd4"}, [("epd-twice", "bm")]),
        ("hmvc x; fmvn 0;", {"hmvc": "x", "fmvn": "0"}, [("epd-number", "x"), ("epd-number", "0")]),
        ("hmvc 1 2;", {"hmvc": "1 2"}, [("epd-number", "1 2")]),
    ],
)
def test_faulty_operations_are_warnings(text: str, expected: dict[str, str], findings: list[tuple[str, str]]) -> None:
    assert values(text) == expected
    assert told(f"{BOARD} w - - {text}") == findings


def test_the_words_of_the_warnings() -> None:
    reading = read_epd(f'{BOARD} w - - 1; bm; bm Qd4; hmvc x; c0 “a”; id "b')
    assert [(f.message, f.hint) for f in reading.findings] == [
        ("the full-move number is missing", None),
        ("bm has no operand", "such as bm Rd8;"),
        ("bm stands in this line before; its operands are joined", None),
        ("'x' is no number from 0 up, as hmvc has it", None),
        ("typographic quotation marks are read as plain ones", None),
        ("the quotation mark is not closed; the text is read up to the semicolon", 'such as id "mate.7";'),
    ]
    reading = read_epd(f"{BOARD} w - - bm Qd4; ?;")
    assert reading.findings[0].message == "'?' is no opcode"
    assert reading.findings[0].hint == "an operation begins with a word, such as bm or id"


# --- where they begin ---


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("w - - bm Qxd5;", "w - - 0 1"),
        ("w KQkq - bm Qxd5;", "w KQkq - 0 1"),
        ("w - d6 bm Qxd5;", "w - d6 0 1"),
        ("b - c3 bm Qxd1;", "b - c3 0 1"),
        ("w - c6 0 1 bm Qxd5;", "w - c6 0 1"),
        ("w\t-\t-\tbm Qxd5;", "w - - 0 1"),
        ("w - - 12 34 bm Qxd5;", "w - - 12 34"),
        ("w - - 12 34; bm Qxd5;", "w - - 12 34"),
        ("w - -; bm Qxd5;", "w - - 0 1"),
        ("w - - hmvc 3; fmvn 40; bm Qxd5;", "w - - 3 40"),
        ("w - - 12 34 fmvn 40; bm Qxd5;", "w - - 12 40"),
        ("w ce - bm Qxd5;", "w ce - 0 1"),
        ("bm Qxd5;", "w - - 0 1"),
        ("w bm Qxd5;", "w - - 0 1"),
        ("w ce 12; bm Qxd5;", "w - - 0 1"),
    ],
)
def test_fields(text: str, fen: str) -> None:
    reading = read_epd(f"{BOARD} {text}")
    assert reading.position is not None
    assert reading.position.fen() == f"{BOARD} {fen}"
    assert reading.fields["bm"] in ("Qxd5", "Qxd1")
    assert reading.findings == ()


@pytest.mark.parametrize(
    ("text", "fen", "findings"),
    [
        ("w - bm Qxd5;", "w - - 0 1", [("en-passant-missing", "")]),
        ('w - c0 "a"; bm Qxd5;', "w - - 0 1", [("en-passant-missing", "")]),
        ('w - c3 "a"; bm Qxd5;', "w - - 0 1", [("en-passant-missing", "")]),
        ("w - c3 a; bm Qxd5;", "w - - 0 1", [("en-passant-missing", "")]),
        ("w - c3 bm Qxd5;", "w - - 0 1", [("en-passant", "c3")]),
        ("w - - 12 bm Qxd5;", "w - - 12 1", [("fullmove-missing", "")]),
        ("white – – bm Qxd5;", "w - - 0 1", [("side-spelling", "white"), ("dash", "–"), ("dash", "–")]),
        ("x - - bm Qxd5;", "w - - 0 1", [("side-unknown", "x")]),
        ("w z9 - bm Qxd5;", "w - - 0 1", [("castling", "z9")]),
        ("- - bm Qxd5;", "w - - 0 1", [("side-missing", "-")]),
    ],
)
def test_faulty_fields(text: str, fen: str, findings: list[tuple[str, str]]) -> None:
    reading = read_epd(f"{BOARD} {text}")
    assert reading.position is not None
    assert reading.position.fen() == f"{BOARD} {fen}"
    assert reading.fields["bm"] == "Qxd5"
    assert told(f"{BOARD} {text}") == findings


@pytest.mark.parametrize(
    "text",
    [
        "",
        " w",
        " w - -",
        " w - - 12 34",
        " w - d6",
        " w - - 0 1 White wins",
        " w - - 0 1 ; White wins",
        " w - - Note; x",
    ],
)
def test_without_operations_it_is_a_fen(text: str) -> None:
    assert operations_of(BOARD + text) is None
    assert read_epd(BOARD + text) == read_fen(BOARD + text)


def test_a_faulty_placement_is_refused_with_its_operations() -> None:
    reading = read_epd(f'{BOARD}1 w - - bm Qxd5; id "x')
    assert reading.position is None
    assert [f.code for f in reading.findings] == ["rank-width", "epd-quote"]


def test_a_line_that_is_too_long() -> None:
    reading = read_epd(f'{BOARD} w - - c0 "{"x" * MAX_TEXT}";')
    assert [f.code for f in reading.findings] == ["too-long"]
    assert len(read_epd(f'{BOARD} w - - c0 "{"x" * 50_000}";').rest) == 50_000


def test_other_boards_and_letters() -> None:
    reading = read_epd("dk4t/8/8/8/8/8/8/D6K w - - bm Dxa8;".replace("dk4t", "dk5t"), letters="de")
    assert reading.position is not None
    assert reading.position.placement == "qk5r/8/8/8/8/8/8/Q6K"
    assert read_epd("k2/3/2K w - - bm Kb2;", width=3, height=3).answer == "Kb2"


# --- what they mean ---


def test_what_becomes_of_them() -> None:
    reading = read_epd(f'{BOARD} w - - bm Qxd5; pv Qxd5 g6; c0 "Note"; id "own.7";')
    assert (reading.id, reading.rest, reading.answer) == ("own.7", "own.7", "Qxd5")
    assert reading.fields == {"bm": "Qxd5", "am": "", "pv": "Qxd5 g6", "c0": "Note", "id": "own.7"}
    diagram = reading.diagram()
    assert (diagram.caption, diagram.answer, diagram.fields["c0"]) == ("own.7", "Qxd5", "Note")


@pytest.mark.parametrize(
    ("text", "answer", "caption"),
    [
        ("pv Qxd5 g6; am h3;", "Qxd5 g6", ""),
        ("am h3 g3?;", "h3? g3?", ""),
        ('c1 "second"; c0 "first";', "", "first"),
        ('c0 ""; c1 "second";', "", "second"),
        ("dm 2;", "", ""),
    ],
)
def test_answer_and_caption(text: str, answer: str, caption: str) -> None:
    reading = read_epd(f"{BOARD} w - - {text}")
    assert (reading.answer, reading.rest) == (answer, caption)


# --- in lists ---


@pytest.mark.parametrize("text", ["bm Qxd5;", 'id "x"', "id “x”", "noop;", ";D1 20 ;D2 400", 'c0 "a', "0 1 bm Qxd5;"])
def test_clear_cases(text: str) -> None:
    assert like_epd(f"{BOARD} w - - {text}")


@pytest.mark.parametrize(
    "text", ["", "bm Qxd5", "White wins; easily", "am Zug", "bmx Qxd5;", "idea; more", "0 1", "cx 1;"]
)
def test_cases_that_may_be_captions(text: str) -> None:
    assert not like_epd(f"{BOARD} w - - {text}")


# --- what holds for all texts ---


OPERANDS = st.text(st.characters(blacklist_characters='";“”„«»', blacklist_categories=["Cs"]), max_size=20)


@given(st.dictionaries(st.sampled_from(sorted(OPCODES - {"hmvc", "fmvn"})), OPERANDS, max_size=5))
def test_there_and_back(written: dict[str, str]) -> None:
    text = " ".join(f'{name} "{operand}";' for name, operand in written.items())
    reading = read_epd(f"{BOARD} w - - {text}")
    assert reading.position == read_fen(f"{BOARD} w - -").position
    assert reading.fields == (COLUMNS if written else {}) | {name: text.strip() for name, text in written.items()}
    assert not written or like_epd(f"{BOARD} w - - {text}")


@given(
    st.lists(st.sampled_from([BOARD, "w", "-", "c3", "ce", "bm", "id", ";", '"', "“", "0", "1", "x", "\t", "Q", "c0"]))
)
def test_no_line_raises(words: list[str]) -> None:
    text = " ".join(words)
    like_epd(text)
    reading = read_epd(text)
    for finding in reading.findings:
        assert 0 <= finding.span[0] <= finding.span[1] <= len(text)
    if reading.position is None:
        assert any(f.severity == "error" for f in reading.findings)
        assert read_fen(text).position is None


@given(st.text(max_size=60))
def test_operations_never_cost_the_board(text: str) -> None:
    reading = read_epd(f"{BOARD} w - - bm Qxd5; {text}")
    assert reading.position is not None
    assert reading.position.placement == BOARD


FIELDS = (
    ["w", "b", "w b", ""],
    ["-", "KQkq", "ce", "Kq"],
    ["-", "c3", "d6", "e3", ""],
    ["", "0 1", "12", "0 1 2"],
    ["bm Qd8;", 'c3 "x";', "c6 x;", "ce 12;", "White wins", "", ";D1 20", "3 x;"],
)


@given(st.tuples(*map(st.sampled_from, FIELDS)), st.sampled_from([" ", "\t", "  "]))
def test_the_short_way_to_the_operations_is_the_long_one(fields: tuple[str, ...], blank: str) -> None:
    text = blank.join(field for field in (BOARD, *fields) if field)
    short = operations_of(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(epd, "_USUAL", re.compile("(?!)"))
        assert operations_of(text) == short
