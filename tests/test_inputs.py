"""Inputs as a whole: which kind they are, which options they take, what becomes of their records."""

from __future__ import annotations

import io
import json

import pytest
from cli_cases import invoke

import fen2img
from fen2img.errors import NotationError, OptionError
from fen2img.inputs import CHESS, KINDS, READ_OPTIONS, ReadOptions, Record, read_input, read_record, told
from fen2img.inputs.options import NAMES
from fen2img.inputs.writing import COLUMNS, FORMS

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5 w - - 0 1"


def test_the_kinds_are_those_that_can_be_asked_for():
    assert sorted(KINDS) == sorted(NAMES)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_takes_options_that_there_are(kind):
    assert kind.takes <= READ_OPTIONS.keys()


def test_an_option_that_does_not_apply_is_refused():
    options = ReadOptions(fen_column="FEN")
    with pytest.raises(OptionError) as caught:
        list(read_input(io.BytesIO(GOOD.encode()), "a.txt", options))
    assert caught.value.message == "--fen-column does not apply to a.txt, which is a list"


def test_a_limit_holds_for_each_input():
    stream = io.BytesIO(f"{GOOD}\n".encode() * 5)
    records = list(read_input(stream, "a.txt", ReadOptions(limit=2), before=7))
    assert [(r.line, r.number) for r in records] == [(1, 8), (2, 9)]


# --- FEN again ---------------------------------------------------------------------------------------------------


def known(text):
    record = Record("a.txt", 3, 1, text)
    reading = read_record(record, CHESS)
    return told(record, reading, ok=reading.good())


def test_what_is_told_of_a_record():
    assert known(f"{GOOD} Mate") == {
        "source": {"file": "a.txt", "line": 3},
        "ok": True,
        "fen": GOOD,
        "turn": "white",
        "id": None,
        "answer": None,
        "caption": "Mate",
        "lastmove": None,
        "orientation": None,
        "findings": [],
    }
    refused = known(BAD)
    assert (refused["ok"], refused["fen"], refused["findings"][0]["code"]) == (False, None, "rank-width")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("fen", f"{GOOD}\n"),
        ("epd", GOOD.removesuffix("0 1") + 'hmvc 0; fmvn 1; id "1"; c0 "a \'b\' c"; c1 "d1d8";\n'),
        ("csv", ",".join(COLUMNS) + f'\n1,{GOOD},d1d8,"a ""b""\nc",,,a.txt,3\n'),
    ],
)
def test_forms(form, expected):
    one = {**known(GOOD), "id": "1", "caption": 'a "b"\nc', "answer": "d1d8"}
    assert FORMS[form].head + FORMS[form].line(one, {}) == expected


def test_an_epd_stays_what_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = GOOD.removesuffix("0 1") + 'bm Rd8#; hmvc 3; fmvn 9; id "a.1"; c0 "mate"; c1 "two";\n'
    (tmp_path / "a.epd").write_text(line)
    assert invoke(["fen", "a.epd", "--to", "epd"]).stdout == line


def test_json_lines_are_objects():
    assert json.loads(FORMS["jsonl"].line(known(GOOD), {})) == known(GOOD)


def test_there_must_be_a_position(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("\n# nothing\n")
    assert invoke(["fen", "a.txt"]).stderr == "error: a.txt holds no position\n"
    assert invoke(["fen", "a.txt"]).exit == 2


# --- from a program ----------------------------------------------------------------------------------------------


def test_diagrams_of_a_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(f"{GOOD} one\n# no\n{GOOD} two\n")
    found = list(fen2img.read_diagrams(path))
    assert [(type(d), d.caption, d.number) for d in found] == [(fen2img.Diagram, "one", 1), (fen2img.Diagram, "two", 2)]
    assert [d.caption for d in fen2img.read_diagrams(str(path), limit=1)] == ["one"]
    with path.open("rb") as stream:
        assert len(list(fen2img.read_diagrams(stream))) == 2


def test_faulty_positions_are_raised_or_skipped():
    data = f"{BAD}\n{GOOD}\n{GOOD} x".encode()
    with pytest.raises(NotationError) as caught:
        next(fen2img.read_diagrams(io.BytesIO(data)))
    assert caught.value.code == "rank-width"
    assert len(list(fen2img.read_diagrams(io.BytesIO(data), on_error="skip"))) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limits": 3}, "read_diagrams: unknown option 'limits'"),
        ({"limit": 0}, "limit: '0' is not a whole number from 1 to 1000000000"),
        ({"on_error": "stop"}, "on_error: 'stop' is not one of raise, skip"),
        ({"from_": "word"}, f"from: 'word' is not one of {', '.join(NAMES)}"),
    ],
)
def test_options_of_reading_that_cannot_be(options, message):
    with pytest.raises(OptionError) as caught:
        next(fen2img.read_diagrams(io.BytesIO(b""), **options))
    assert caught.value.message == message


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(OptionError) as caught:
        next(fen2img.read_diagrams(tmp_path / "no.txt"))
    assert caught.value.message == f"cannot read {tmp_path / 'no.txt'}: No such file or directory"
