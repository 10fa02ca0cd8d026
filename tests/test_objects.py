"""JSON and JSON Lines: objects with a FEN and what else is known of it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.batching.job import Reader
from fen2img.errors import Fen2imgError, OptionError
from fen2img.inputs import CHESS, ReadOptions, Record, objects, read_input, read_record, told
from fen2img.inputs.kinds import kind_of
from fen2img.notation.clean import MAX_TEXT
from fen2img.words import mark_words

A = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
B = "2k4r/ppp2p2/8/3n4/6q1/2N5/PPP3PP/1K1R4 b - - 0 1"


def records(data: str | bytes, source: str = "x.json", **options: Any) -> list[Record]:
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return list(read_input(stream, source, ReadOptions(**options)))


def places(data: str, source: str = "x.json") -> list[tuple[int, str]]:
    return [(r.line, r.text) for r in records(data, source)]


def one(**item: object) -> Record:
    (record,) = records(json.dumps({"fen": A, **item}))
    return record


def errors(record: Record) -> list[tuple[str, str | None]]:
    reading = read_record(record, CHESS)
    assert reading.position is None
    return [(f.message, f.hint) for f in reading.findings if f.severity == "error"]


# --- forms ---


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(f'{{"fen": "{A}"}}', [(1, A)], id="an object"),
        pytest.param(f'{{\n "fen":\n "{A}"\n}}\n', [(1, A)], id="an object of several lines"),
        pytest.param(f'{{"fen": "{A}"}}\n\n{{"fen": "{B}"}}\n', [(1, A), (3, B)], id="JSON Lines"),
        pytest.param(f'{{"fen": "{A}"}}\r\n{{"fen": "{B}"}}', [(1, A), (2, B)], id="JSON Lines, CRLF"),
        pytest.param(f'[{{"fen": "{A}"}},\n{{"fen": "{B}"}}]\n', [(1, A), (2, B)], id="an array"),
        pytest.param(f'\ufeff\n [\n"{A}"\n,\n"{B}"\n]', [(3, A), (5, B)], id="an array of texts"),
        pytest.param(f'"{A}"\n"{B}"\n', [(1, A), (2, B)], id="texts"),
        pytest.param(f'{{\n"fen": "{A}"}}\n{{"fen": "{B}"\n}}', [(1, A), (3, B)], id="objects one after the other"),
        pytest.param(f'["{A}"]\n["{B}"]', [(1, A), (2, B)], id="arrays one after the other"),
        pytest.param("[]", [], id="an empty array"),
        pytest.param(" [ ] ", [], id="an empty array with blanks"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_forms(text: str, found: list[tuple[int, str]]) -> None:
    assert places(text) == found
    assert [r.number for r in records(text)] == list(range(1, len(found) + 1))


def test_large_arrays_are_read_one_by_one() -> None:
    items = [{"fen": A, "note": "x" * 50_000, "n": n} for n in range(40)]
    for text in (json.dumps(items), json.dumps(items, indent=2), "\n".join(json.dumps(i, indent=1) for i in items)):
        assert [r.fields["n"] for r in records(text)] == [str(n) for n in range(40)]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(codec: str) -> None:
    (record,) = records(f'[{{"fen": "{A}", "title": "Réti – Tartakower"}}]'.encode(codec))
    assert record.fields["title"] == "Réti – Tartakower"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"fen": 1}', "json"),
        (' [ {"fen": 1}', "json"),
        ('["8/8"]', "json"),
        ("[[", "json"),
        ("{}", "json"),
        ('[Event "x"]', "list"),
        ("{a comment}", "list"),
        ("{{Chess diagram", "list"),
        (f'"{A}"', "list"),
        (A, "list"),
    ],
)
def test_by_content(text: str, kind: str) -> None:
    for source in ("<stdin>", "x.txt"):
        found = kind_of(source, text, ReadOptions()).name
        assert found == kind or (kind == "list" and found != "json")
    for source in ("x.json", "x.JSONL", "x.ndjson"):
        assert kind_of(source, text, ReadOptions()).name == "json"


# --- what an object says ---


def test_all_that_an_object_can_say() -> None:
    record = one(
        id="own 1", title="A title", caption="A caption", answer="Rd8#", orientation="black", Rating=1500,
        arrows=["d1d8", "Ra1a2"], last_move="g7g8", squares="d8", circle="Gd1", tags=["a", "b"],
        **{"last-seen": None},
    )  # fmt: skip
    diagram, findings = Reader().read(record)
    assert findings == ()
    assert (diagram.id, diagram.title, diagram.caption, diagram.answer) == ("own 1", "A title", "A caption", "Rd8#")
    assert diagram.orientation == "black"
    words = "Marks: arrow d1–d8, arrow a1–a2, last move g7–g8, highlight d8, circle d1."
    assert mark_words(diagram) == words
    assert (diagram.fields["Rating"], diagram.fields["tags"]) == ("1500", "a,b")
    assert "last-seen" not in diagram.fields


def test_spellings_of_keys() -> None:
    (record,) = records(json.dumps({"FEN": A, "lastMove": "d1d2", "Title": "t", "orientation": "auto"}))
    reading = read_record(record, CHESS)
    assert mark_words(reading.diagram()) == "Marks: last move d1–d2."
    assert (reading.orientation, record.fields["title"]) == ("white", "t")


def test_text_behind_the_fen_is_the_caption() -> None:
    (record,) = records(json.dumps([f"{A} behind"]))
    assert Reader().read(record)[0].caption == "behind"
    assert Reader().read(one(fen=f"{A} behind"))[0].caption == "behind"


@pytest.mark.parametrize(
    ("item", "message", "hint"),
    [
        ({"arrow": "d1"}, None, None),
        ({"arrow": "e2e4e6"}, "arrow: 'e2e4e6' is no mark of this kind", "such as e2e4,Rg1f3:dashed"),
        ({"check": True}, "check: 'true' is no mark of this kind", "such as e8"),
        ({"circle": 5}, "circle: '5' is no mark of this kind", "such as Ge4,Rd5"),
        ({"dot": "j9"}, "dot: j9 is not on the board", "squares are a1 to h8"),
        ({"orientation": "left"}, "orientation: 'left' is not one of white, black, auto", None),
        ({"theme": "green"}, "'theme' is the same for all diagrams", "--theme sets it"),
        ({"font-map": "x"}, "'font-map' is the same for all diagrams", "--font-map sets it"),
        ({"white": "#fff,#000,#000"}, "'white' is the same for all diagrams", "--white sets it"),
        ({"white": "A. Player", "number": 7}, None, None),
    ],
)
def test_values(item: dict[str, object], message: str | None, hint: str | None) -> None:
    if message is None:
        assert read_record(one(**item), CHESS).findings == ()
    else:
        assert errors(one(**item)) == [(message, hint)]
        assert read_record(one(**item), CHESS).findings[0].span == (0, len(A))


def test_a_faulty_fen_and_a_faulty_mark_are_both_told() -> None:
    assert len(errors(one(fen="8/8", dot="x"))) == 2
    assert len(errors(one(fen="8/8", dot="a1", orientation="auto"))) == 1


def test_letters_of_other_languages_hold_for_objects_and_texts() -> None:
    rules = CHESS._replace(letters="de")
    for record in records(
        json.dumps([{"fen": "2k5/bbb5/8/8/8/3S4/BBB5/1KD5 w - - 0 1"}, "k7/8/8/8/8/8/8/KS6 w - - 0 1"])
    ):
        position = read_record(record, rules).position
        assert position is not None
        assert {p.letter for p in position.pieces if p} <= set("KQNP")


@pytest.mark.parametrize(
    ("item", "one", "two"),
    [
        ({"fen": A, "FEN": B}, "fen", "FEN"),
        ({"fen": A, "arrow": "e2e4", "arrows": ["d2d4"]}, "arrow", "arrows"),
        ({"fen": A, "id": "x", "last_move": "e2e4", "lastmove": "d2d4"}, "last_move", "lastmove"),
        ({"fen": A, "turn": None, "Turn": "w"}, "turn", "Turn"),
    ],
)
def test_two_keys_that_mean_the_same(item: dict[str, object], one: str, two: str) -> None:
    bad, good = records(json.dumps([item, A]))
    assert errors(bad) == [(f"the keys '{one}' and '{two}' mean the same", None)]
    assert read_record(good, CHESS).good()


def test_one_of_two_keys_may_be_null() -> None:
    assert one(arrow=None, arrows="e2e4").fields == {"arrow": "e2e4"}


@pytest.mark.parametrize("fen", [[A, B], [A], {"a": 1}, 5, True])
def test_a_fen_is_one_text(fen: object) -> None:
    assert errors(one(fen=fen)) == [("'fen' is not one text", "several positions are several objects")]


@pytest.mark.parametrize(
    ("fen", "turn", "side"),
    [(A, "white", "white"), (A, "W", "white"), (B, "Black", "black"), (A, None, None), (B, None, None),
     (A.split()[0], "b", "black"), (A.replace("w", "x"), None, None)],
)  # fmt: skip
def test_the_side_to_move(fen: str, turn: str | None, side: str | None) -> None:
    position = read_record(one(fen=fen, turn=turn), CHESS).position
    assert position is not None
    assert position.turn == side


def test_a_side_to_move_that_cannot_be() -> None:
    assert errors(one(turn="black")) == [("turn: black contradicts the FEN, in which white is to move", None)]
    assert errors(one(turn=[1])) == [("turn: '[1]' is not one of white, black, null", None)]


def test_an_object_takes_all_that_a_list_takes() -> None:
    uci = Reader().read(one(fen="position startpos moves e2e4", arrow="d2d4"))[0]
    assert uci.position.placement == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    assert mark_words(uci) == "Marks: last move e2–e4, arrow d2–d4."
    assert mark_words(Reader().read(one(fen="startpos moves e2e4", lastmove="d2d4"))[0]) == "Marks: last move d2–d4."
    epd = Reader().read(one(fen=f'{A[:-4]} bm Rd8#; id "mate.7"; dot "x"; Rating 5;', Rating=7))[0]
    assert (epd.id, epd.caption, epd.answer, epd.marks) == ("mate.7", "mate.7", "Rd8#", ())
    assert (epd.fields["bm"], epd.fields["Rating"]) == ("Rd8#", "7")
    assert Reader().read(one(fen=f"12) {A}"))[0].id == "12"
    assert Reader().read(records(json.dumps(["startpos"]))[0])[0].position.turn == "white"


@pytest.mark.parametrize("source", ["x.json", "x.jsonl"])
def test_windows_1252_is_told_once(source: str) -> None:
    data = f'{{"fen": "{A}", "id": "Zurück"}}\n{{"fen": "{B}", "id": "ü"}}'.encode("cp1252")
    first, second = records(data, source)
    assert [f.code for f in read_record(first, CHESS).findings] == ["encoding"]
    assert read_record(first, CHESS).findings[0].span == (0, len(A))
    assert (first.id, second.id, second.findings) == ("Zurück", "ü", ())


def test_a_slip_in_a_key_is_a_warning() -> None:
    reading = read_record(one(captoin="x", Rating=1), CHESS)
    assert reading.good()
    assert [(f.severity, f.message, f.span, f.hint) for f in reading.findings] == [
        ("warning", "the key 'captoin' is read as a column", (len(A), len(A)), "did you mean caption?")
    ]


def test_legal_moves_are_shown() -> None:
    pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    marks = read_record(one(legal="a1"), CHESS).marks
    assert {mark.text for mark in marks} == {"from", "move"}


@pytest.mark.parametrize(
    ("item", "text", "message", "hint"),
    [
        (5, "5", "neither an object nor a text with a FEN", None),
        (["x"], '["x"]', "neither an object nor a text with a FEN", None),
        ({}, "{}", "the object has no 'fen'", "keys: "),
        ({"id": "é", "fen": None}, '{"id": "é", "fen": null}', "the object has no 'fen'", "keys: id, fen"),
    ],
)
def test_what_is_no_position(item: object, text: str, message: str, hint: str | None) -> None:
    (record, good) = records(json.dumps([item, A]))
    assert record.text == text
    assert errors(record) == [(message, hint)]
    assert read_record(good, CHESS).good()


# --- what is not JSON ---


def test_a_line_that_is_not_json_is_a_record_with_an_error() -> None:
    text = f'{{"fen": "{A}"}}\n{{"fen": }}\n{{"fen": "{A}", "fen": "{B}"}}\n{{"fen": "{B}"}}\n'
    first, second, third, fourth = records(text, "x.jsonl")
    assert errors(second) == [("not JSON: expecting value", None)]
    assert read_record(second, CHESS).findings[0].span == (8, 9)
    assert errors(third) == [("not JSON: the key 'fen' stands twice in an object", None)]
    assert (first.text, second.text, fourth.text, fourth.line) == (A, '{"fen": }', B, 4)


@pytest.mark.parametrize("first", ['{"fen": "8/8}', f'{{"fen": "{A}", "fen": "x"}}', '{"fen": }'])
def test_the_first_line_is_not_json(first: str) -> None:
    bad, good = records(f'{first}\n{{"fen": "{B}"}}\n', "x.jsonl")
    assert errors(bad)
    assert good.text == B


def test_a_line_that_is_too_long() -> None:
    line = f'{{"fen": "{A}", "x": "{"y" * MAX_TEXT}"}}\n'
    first, long, good = records(f'{{"fen": "{A}"}}\n{line}"{B}"\n', "x.jsonl")
    assert first.text == A
    assert errors(long)[0][0].startswith("not JSON: unterminated string")
    assert good.text == B
    assert [r.text for r in records(line, "x.jsonl")] == [A]  # as a whole it may be longer


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'[\n"{A}"\n"{B}"]', "x.json:3: not JSON: a comma or ] is missing in the array"),
        (f'["{A}"', "x.json:1: not JSON: a comma or ] is missing in the array"),
        (f'["{A}",', "x.json:1: not JSON: the array does not end"),
        ("[", "x.json:1: not JSON: the array does not end"),
        (f'["{A}",\n{{\n"fen": oops}}]', "x.json:3: not JSON: expecting value"),
        ('["8/8', "x.json:1: not JSON: unterminated string starting at"),
        ("[" * 100_000, "x.json:1: not JSON: objects within objects without end"),
        ('[{"a": 1, "a": 2}]', "x.json:1: not JSON: the key 'a' stands twice in an object"),
        ("plain", "x.json:1: not JSON: expecting value"),
        (f'["{A}",]\n', "x.json:1: not JSON: expecting value"),
        (f'["{A}"] x\n\n\n\n', "x.json:1: not JSON: expecting value"),
        (f'["{A}",\n\n{{"fen":\n x}}\n\n', "x.json:4: not JSON: expecting value"),
        (f"[{'9' * 5000}]", "x.json:1: not JSON: a number of thousands of digits"),
        ('["' + "x" * (3 << 20) + '"]', "x.json:1: not JSON: an object of more than 1048576 characters"),
    ],
)
def test_what_is_not_json_as_a_whole(text: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        records(text)
    assert caught.value.report() == f"error: {message}\n  hint: JSON Lines has an object a line"


def test_records_before_the_fault_are_given() -> None:
    found = read_input(io.BytesIO(f'["{A}", oops]'.encode()), "x.json")
    assert next(found).text == A
    with pytest.raises(OptionError):
        next(found)


# --- there and back ---


def test_what_check_tells_is_read_again() -> None:
    sources = [
        one(id="a", caption="c", answer="d", lastMove="d1d2", orientation="black"),
        one(fen=A.replace("w", "x")),
        *records("PuzzleId,FEN,Moves\nx,6k1/5ppp/8/8/8/8/2q2PPP/3R2K1 b - - 0 1,c2a2 d1d8\n", "p.csv"),
        one(fen="8/8"),
    ]
    first = [told(r, read, ok=read.good()) for r in sources for read in [read_record(r, CHESS)]]
    again = records("\n".join(map(json.dumps, first)), "<stdin>")
    second = [told(r, read, ok=read.good()) for r in again for read in [read_record(r, CHESS)]]
    skip = ("source", "findings")
    assert [{k: v for k, v in t.items() if k not in skip} for t in first[:3]] == [
        {k: v for k, v in t.items() if k not in skip} for t in second[:3]
    ]
    assert [t["findings"] for t in second[:3]] == [[], [], []]
    assert (second[3]["ok"], second[3]["fen"]) == (False, None)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from([A, "e2e4", "e4"]),
    lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from(["fen", "arrow", "id", "x"]), v, max_size=4),
    max_leaves=8,
)


@given(st.lists(VALUES, max_size=4), st.sampled_from([None, 1]))
def test_any_values_are_read_or_refused(items: list[object], indent: int | None) -> None:
    for record in records(json.dumps(items, indent=indent)):
        read_record(record, CHESS)


@given(st.binary(max_size=200) | st.text(alphabet='[]{}",: \n0123fen\\u', max_size=60).map(str.encode),
       st.sampled_from(["x.json", "x.jsonl", "<stdin>"]))  # fmt: skip
def test_any_bytes_are_read_or_refused(data: bytes, source: str) -> None:
    try:
        for record in records(data, source):
            read_record(record, CHESS)
    except Fen2imgError as error:
        assert error.report()  # noqa: PT017


@given(st.lists(st.text(max_size=40), max_size=12), st.integers(1, 9))
def test_pieces_of_any_size_give_the_same(texts: list[str], size: int) -> None:
    class Pieces:
        source = "x"

        def pieces(self) -> Any:
            text = json.dumps([{"fen": t} for t in texts], ensure_ascii=False)
            return (text[i : i + size] for i in range(0, len(text), size))

    assert [item["fen"] for _, item in objects._by_value(Pieces())] == texts  # type: ignore[arg-type]
