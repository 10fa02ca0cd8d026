"""Records of a list, whatever its encoding and line ends."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.inputs import CHESS, Record, Rules, line_record, read_input, read_record
from fen2img.notation.clean import MAX_TEXT
from fen2img.notation.epd import COLUMNS


class Pipe(io.RawIOBase):
    """Bytes that can be read once, neither peeked at nor sought in."""

    def __init__(self, data: bytes) -> None:
        self.left = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        return self.left.readinto(buffer)


def texts(data: bytes) -> list[tuple[int, str]]:
    return [(r.line, r.text) for r in read_input(io.BytesIO(data), "list.txt")]


def test_records_know_their_place() -> None:
    data = b"# puzzles\n\nfirst\n   \n  # more\nsecond\n"
    assert list(read_input(io.BytesIO(data), "list.txt")) == [
        Record("list.txt", 3, 1, "first"),
        Record("list.txt", 6, 2, "second"),
    ]
    assert Record("list.txt", 6, 2, "second").where == "list.txt:6"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"", [], id="nothing"),
        pytest.param(b"\n\r\n \t\n", [], id="blank lines"),
        pytest.param(b"a\nb\n", [(1, "a"), (2, "b")], id="LF"),
        pytest.param(b"a\r\nb\r\n", [(1, "a"), (2, "b")], id="CRLF"),
        pytest.param(b"a\rb\r", [(1, "a"), (2, "b")], id="CR"),
        pytest.param(b"a\r\n\rb\n\rc", [(1, "a"), (3, "b"), (5, "c")], id="mixed"),
        pytest.param(b"a\nb", [(1, "a"), (2, "b")], id="no end"),
        pytest.param(b"a\x0bb\x0cc\x85d\n", [(1, "a\x0bb\x0cc…d")], id="other separators end no line"),
        pytest.param("a\u2028b\n".encode(), [(1, "a\u2028b")], id="a separator of Unicode ends no line"),
        pytest.param(b"\xef\xbb\xbfa\n", [(1, "a")], id="BOM"),
        pytest.param(b"\xef\xbb\xbf# a\nb\n", [(2, "b")], id="BOM before a comment"),
        pytest.param(" é 馬\n".encode(), [(1, " é 馬")], id="UTF-8"),
        pytest.param(b"a \xe9\nb \xc3\xa9\n", [(1, "a é"), (2, "b é")], id="a line of Windows-1252"),
        pytest.param(b"a \x93b\x94 \x81\n", [(1, "a “b” \ufffd")], id="quotes and a gap of Windows-1252"),
        pytest.param(b"a\0b\n", [(1, "a\0b")], id="NUL"),
        pytest.param("a é\nb\r\n".encode("utf-16"), [(1, "a é"), (2, "b")], id="UTF-16 with BOM"),
        pytest.param(b"\xfe\xff" + "a\nb".encode("utf-16-be"), [(1, "a"), (2, "b")], id="UTF-16 big endian"),
        pytest.param(b"\xff\xfea\0\n\0b", [(1, "a"), (2, "\ufffd")], id="UTF-16 cut short"),
        pytest.param(b"\xff\xfe", [], id="a BOM alone"),
        pytest.param(b"a", [(1, "a")], id="one byte"),
    ],
)
def test_encodings_and_line_ends(data: bytes, expected: list[tuple[int, str]]) -> None:
    assert texts(data) == expected


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
@pytest.mark.parametrize("length", [MAX_TEXT - 1, MAX_TEXT, MAX_TEXT + 1, MAX_TEXT + 2, 3 * MAX_TEXT, 3 * MAX_TEXT + 2])
def test_of_a_line_that_is_too_long_only_the_beginning_is_kept(length: int, end: bytes) -> None:
    found = texts(b"x" * length + end + b"y\n" if end else b"x" * length)
    assert found[0] == (1, "x" * min(length, MAX_TEXT + 2))
    assert found[1:] == ([(2, "y")] if end else [])


@pytest.mark.parametrize("data", [b"a\nb\n", "a\nb\n".encode("utf-16")])
def test_streams(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(data)
    with file.open("rb") as stream:
        assert [r.text for r in read_input(stream, "x")] == ["a", "b"]
    with io.BufferedReader(Pipe(data)) as stream:
        assert [r.text for r in read_input(stream, "x")] == ["a", "b"]


def test_a_stream_without_a_way_back_is_utf_8() -> None:
    assert [r.text for r in read_input(Pipe(b"a\nb\n"), "x")] == ["a", "b"]  # type: ignore[arg-type]


def test_the_stream_stays_open_when_reading_stops_early() -> None:
    stream = io.BytesIO(b"a\nb\n")
    records = read_input(stream, "x")
    assert next(records).text == "a"
    records.close()
    assert not stream.closed


def test_records_are_read_one_by_one() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            buffer[:] = (b"a\n" * len(buffer))[: len(buffer)]
            return len(buffer)

    records = read_input(io.BufferedReader(Endless()), "x")
    assert [next(records).number for _ in range(3)] == [1, 2, 3]
    records.close()


def test_a_stream_may_be_closed_before_its_end():
    stream = io.BytesIO(b"8/8/8/8/8/8/8/K6k w\n" * 3)
    records = read_input(stream, "x")
    next(records)
    stream.close()
    records.close()


# --- what a line holds ---

BOARD = "8/8/4k3/8/8/3QK3/8/8"


@pytest.mark.parametrize(
    ("line", "name", "notation", "fields"),
    [
        (f"{BOARD} w - - 0 1 Mate in 2", "", "fen", {}),
        (f"{BOARD} w - - 0 1 one; two", "", "fen", {}),
        (f"1. {BOARD} w", "1", "fen", {}),
        (f"12){BOARD} w", "12", "fen", {}),
        (f"#3 {BOARD} w", "3", "fen", {}),
        (f"  #4: {BOARD} w", "4", "fen", {}),
        (f"- {BOARD} w", "", "fen", {}),
        (f"• {BOARD} w", "", "fen", {}),
        (f"7. https://lichess.org/editor/{BOARD}_w", "7", "fen", {}),
        (f"{BOARD} w - - bm Qd8;", "", "epd", {"bm": "Qd8"}),
        (f'{BOARD} w - - bm Qd8; id "a.1";', "a.1", "epd", {"bm": "Qd8", "id": "a.1"}),
        (f"5. {BOARD} w - - bm Qd8;", "5", "epd", {"bm": "Qd8"}),
        (f'5. {BOARD} w - - id "a.1";', "a.1", "epd", {"id": "a.1"}),
        ("startpos", "", "uci", {}),
        ("position startpos moves e2e4", "", "uci", {}),
        ("8. position startpos moves e2e4", "8", "uci", {}),
        (f"#9 position fen {BOARD} w - - 0 1", "9", "uci", {}),
        ("- startpos", "", "uci", {}),
        ("1. b7/8/8/8/8/8/8/8 w", "1", "fen", {}),
        ("1.Nb6/8/8/8/8/8/8/8 w", "1", "fen", {}),
        (f"position fen {BOARD} w - - 0 1", "", "uci", {}),
    ],
)
def test_lines(line: str, name: str, notation: str, fields: dict[str, str]) -> None:
    (record,) = read_input(io.BytesIO(line.encode()), "list.txt")
    assert (record.text, record.id, record.notation) == (line, name, notation)
    assert record.fields == (COLUMNS | fields if notation == "epd" else fields)
    assert line_record("list.txt", 1, 1, line) == record
    reading = read_record(record, CHESS)
    assert reading.source == line
    assert reading.position is not None
    assert {f.code for f in reading.findings} <= {"address"}


def test_comments_are_no_numbers() -> None:
    data = f"#{BOARD} w\n# {BOARD} w\n#3{BOARD} w\n# 4 {BOARD} w\n#\n"
    assert list(read_input(io.BytesIO(data.encode()), "list.txt")) == []


@pytest.mark.parametrize("line", [f"{BOARD} w - - bm Qd8", f"{BOARD} w - - Own 3;", f"{BOARD} w - - 0 1 bm Qd8"])
def test_in_a_file_of_epd_less_is_enough(line: str) -> None:
    (listed,) = read_input(io.BytesIO(line.encode()), "list.txt")
    (record,) = read_input(io.BytesIO(line.encode()), "LIST.EPD")
    assert (listed.notation, record.notation) == ("fen", "epd")
    assert read_record(record, CHESS).fields == record.fields != {}


def test_a_file_of_epd_may_have_fens_and_comments() -> None:
    data = f"# a\n\n{BOARD} w - - 12 34\n{BOARD} w - - bm Qd8;\n   \n{BOARD} w\nstartpos\n".encode("utf-16")
    records = list(read_input(io.BytesIO(data), "a.epd"))
    assert [(r.line, r.number, r.notation) for r in records] == [
        (3, 1, "fen"),
        (4, 2, "epd"),
        (6, 3, "fen"),
        (7, 4, "uci"),
    ]


def test_findings_about_the_source_stay_with_the_record() -> None:
    (record,) = read_input(io.BytesIO(f'{BOARD} w - - id "\xe9";'.encode("cp1252")), "a.epd")
    assert record.id == "é"
    assert [f.code for f in read_record(record, CHESS).findings] == ["encoding"]


def test_the_board_and_the_letters_hold_for_every_notation() -> None:
    rules = Rules(3, 3, False, "de")
    for line in ("k2/3/D1K w", "k2/3/D1K w - - bm Da3;", "position fen k2/3/D1K w - - 0 1"):
        reading = read_record(line_record("", 1, 1, line), rules)
        assert reading.position is not None
        assert reading.position.placement == "k2/3/Q1K"


WORDS = [
    "#1",
    "2.",
    "-",
    BOARD,
    "w",
    "startpos",
    "moves",
    "position",
    "bm",
    "Qd8;",
    "https://a.org/",
    "lichess.org/x",
    "é",
]


@given(st.lists(st.sampled_from(WORDS)).map(" ".join) | st.text(), st.booleans())
def test_no_line_raises(line: str, epd: bool) -> None:
    record = line_record("", 1, 1, line, epd=epd)
    reading = read_record(record, CHESS)
    assert (reading.position is None) == any(f.severity == "error" for f in reading.findings)
    assert dict(reading.fields) == (dict(record.fields) if record.notation == "epd" else {})
