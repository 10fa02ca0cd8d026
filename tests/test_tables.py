"""Tables and the puzzle table of Lichess."""

from __future__ import annotations

import csv
import io
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.batching.job import Reader
from fen2img.batching.naming import Namer
from fen2img.errors import Fen2imgError, OptionError
from fen2img.inputs import CHESS, ReadOptions, Record, Rules, read_input, read_record, read_text
from fen2img.inputs.kinds import kind_of
from fen2img.inputs.tables import Columns
from fen2img.notation.clean import MAX_TEXT
from fen2img.words import mark_words

A = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
B = "2k4r/ppp2p2/8/3n4/6q1/2N5/PPP3PP/1K1R4 b - - 0 1"
HEADER = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"


def records(data: str | bytes, source: str = "t.csv", **options: Any) -> list[Record]:
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
    return list(read_input(stream, source, ReadOptions(**options)))


def cells(data: str | bytes, source: str = "t.csv", **options: Any) -> list[tuple[int, str, str, dict[str, str]]]:
    return [(r.line, r.text, r.id, dict(r.fields)) for r in records(data, source, **options)]


def refused(data: str | bytes, source: str = "t.csv", **options: Any) -> str:
    with pytest.raises(OptionError) as caught:
        records(data, source, **options)
    return caught.value.report()


# --- layouts ---


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_and_line_ends(delimiter: str, end: str) -> None:
    text = "\n".join(["id,fen,Rating", f"x,{A},1500", f"y,{B},"]).replace(",", delimiter).replace("\n", end)
    expected = [(2, A, "x", {"id": "x", "Rating": "1500"}), (3, B, "y", {"id": "y", "Rating": ""})]
    for source in ("t.csv", "t.tsv", "t.txt", "<stdin>"):
        assert cells(text, source) == expected


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(f"fen;note\n{A};a, b\n".encode("utf-8-sig"), id="BOM"),
        pytest.param(f"fen\tnote\r\n{A}\ta, b\r\n".encode("utf-16"), id="Unicode text of a spreadsheet"),
        pytest.param(f"\xfe\xff{''.join(chr(0) + c for c in f'fen;note{chr(10)}{A};a, b')}".encode("latin-1"), id="BE"),
        pytest.param(f'"fen","note"\n"{A}","a, b"\n'.encode(), id="quoted"),
        pytest.param(f'fen, note\n{A}, "a, b"\n'.encode(), id="blanks behind the delimiters"),
        pytest.param(f'\n\n"fen","note"\n\n"{A}","a, b"\n\n'.encode(), id="blank lines"),
        pytest.param(f'fen ,note\n{A},"a, b"'.encode(), id="a blank in the header"),
        pytest.param(f'note,Fen\n"a, b",{A}'.encode(), id="another case"),
        pytest.param(f'note,EPD\n"a, b",{A}'.encode(), id="another name"),
        pytest.param(f'note,board\n"a, b",{A}'.encode(), id="by content"),
    ],
)
def test_encodings_and_headers(data: bytes) -> None:
    (record,) = records(data)
    assert (record.text, dict(record.fields)) == (A, {"note": "a, b"})


@pytest.mark.parametrize("hint", ["sep=;", '"sep=;"', "SEP=;", "\ufeffsep=;"])
def test_a_line_that_names_the_delimiter(hint: str) -> None:
    assert cells(f"{hint}\nnote;fen\na,b,c;{A}\n") == [(3, A, "", {"note": "a,b,c"})]
    assert cells(f"sep=^\nnote^fen\na,b;c^{A}\n", "<stdin>") == [(3, A, "", {"note": "a,b;c"})]


def test_without_a_header() -> None:
    assert cells(f"{A},first\n{B},second\n") == [(1, A, "", {"column2": "first"}), (2, B, "", {"column2": "second"})]
    assert cells(f"1;{A}\n2;{B}\n", "<stdin>") == [(1, A, "", {"column1": "1"}), (2, B, "", {"column1": "2"})]
    assert cells(f"{A}\n{B}\n") == [(1, A, "", {}), (2, B, "", {})]


def test_cells_of_several_lines_and_with_odd_characters() -> None:
    text = f'fen,note\n"{A}","one\r\ntwo ""three"""\n{B},a\0b\n'
    assert cells(text) == [(2, A, "", {"note": 'one\ntwo "three"'}), (4, B, "", {"note": "a\0b"})]


def test_names_of_columns() -> None:
    text = f"fen,note,,note,Title,Caption\n{A},a,b,c,d,e\n"
    assert cells(text) == [
        (2, A, "", {"note": "a", "column3": "b", "column4": "c", "Title": "d", "title": "d", "Caption": "e",
                    "caption": "e"}),
    ]  # fmt: skip
    diagram, _ = Reader().read(records(text)[0])
    assert (diagram.title, diagram.caption, diagram.fields["note"]) == ("d", "e", "a")


def test_text_behind_the_fen_is_the_caption_unless_a_column_is() -> None:
    (one, two) = (Reader().read(r)[0] for r in records(f"fen,caption\n{A} behind,own\n{A} behind,\n"))
    assert (one.caption, two.caption) == ("own", "behind")


# --- columns ---


def test_the_exact_name_comes_first() -> None:
    text = f"FEN,fen\n{A},{B}\n"
    assert [r.text for r in records(text)] == [B]
    assert [r.text for r in records(text, fen_column="FEN")] == [A]
    assert [r.text for r in records(text, fen_column="1")] == [A]


@pytest.mark.parametrize(
    ("text", "line", "fields"),
    [
        (f"# own ones, sorted\n\n# x\nid,fen,note\n1,{A},a\n", 5, {"id": "1", "note": "a"}),
        (f"# own ones\n\nsep=;\nid;fen\n1;{A}\n", 5, {"id": "1"}),
        (f"# own ones\n1;{A}\n", 2, {"column1": "1"}),
        (f"#,fen\n1,{A}\n", 2, {"#": "1"}),
        (f"# id, fen\n1,{A}\n", 2, {"# id": "1"}),
    ],
)
def test_comments_above_a_table(text: str, line: int, fields: dict[str, str]) -> None:
    for source in ("t.csv", "<stdin>"):
        (record,) = records(text, source)
        assert (record.text, record.line, dict(record.fields)) == (A, line, fields)


def test_named_columns() -> None:
    text = f"before,after,key,words\n{A},{B},k,text\n"
    (record,) = records(text, fen_column="After", id_column="key", caption_column="4")
    assert (record.text, record.id, record.fields["caption"]) == (B, "k", "text")
    (record,) = records(f"{A},x\n", fen_column="column1", id_column="2")
    assert (record.text, record.id) == (A, "x")


def test_the_fen_can_be_the_id() -> None:
    for wanted in ("fen", "1"):
        (record,) = records(f"fen,id\n{A},x\n", id_column=wanted)
        assert (record.text, record.id) == (A, A)
    assert [r.id for r in records(HEADER + row("x"), id_column="FEN")] == [PUZZLE]


def test_a_position_that_is_a_number_is_no_fen() -> None:
    assert cells(f"position,board\n1,{A}\n") == [(2, A, "", {"position": "1"})]
    assert [r.text for r in records(f"position,board\n{A},1\n")] == [A]


@pytest.mark.parametrize(
    ("text", "options", "report"),
    [
        (
            "id,name\n1,x\n",
            {},
            "error: t.csv: no column has FENs\n  hint: --fen-column says which; columns: id, name",
        ),
        (
            f"before,after\n{A},{B}\n",
            {},
            "error: t.csv: several columns have FENs: before, after\n  hint: --fen-column says which",
        ),
        (
            f"fen,rating\n{A},1\n",
            {"fen_column": "fem"},
            "error: --fen-column: there is no column 'fem'\n  hint: did you mean fen? columns: fen, rating",
        ),
        (
            f"fen,Rating\n{A},1\n",
            {"id_column": "Ratng"},
            "error: --id-column: there is no column 'Ratng'\n  hint: did you mean Rating? columns: fen, Rating",
        ),
        (
            f"fen,Rating\n{A},1\n",
            {"caption_column": "3"},
            "error: --caption-column: there is no column '3'\n  hint: columns: fen, Rating",
        ),
        (
            f"fen,Rating\n{A},1\n",
            {"rating": "1-2"},
            "error: --rating does not apply to t.csv, which is a table",
        ),
        (
            f'fen,a\n{A},b\n"{B},c\n{A},d\n{B},e\n',
            {},
            "error: t.csv:3: a quotation mark is not closed in the row that begins here",
        ),
        (
            f'fen,a\n{A},b\n{A},"' + "x\n" * 100_000,
            {},
            "error: t.csv:3: a cell of more than 131072 characters\n  hint: is a quotation mark not closed?",
        ),
        (
            f"fen,a\n{A},b\n{A}," + "x" * MAX_TEXT + "\n",
            {},
            "error: t.csv:3: a line of more than 100000 characters",
        ),
    ],
)
def test_refused(text: str, options: dict[str, Any], report: str) -> None:
    assert refused(text, **options) == report


def test_rows_before_a_fault_are_given() -> None:
    given = read_input(io.BytesIO(f'fen,a\n{A},b\n"{B},c\n'.encode()), "t.csv")
    assert next(given).text == A
    with pytest.raises(OptionError):
        next(given)


def test_nothing_and_a_header_alone() -> None:
    assert records("") == records("\n\n") == records("fen\n") == records("id,fen\n") == []
    assert records("", "t.tsv") == []


def test_rows_with_too_few_or_too_many_cells() -> None:
    short, long, empty = records(f"id,fen,a\nx,{A}\ny,{B},1,2\nz\n")
    assert [(f.severity, f.code, f.message, f.span) for f in short.findings] == [
        ("warning", "row-width", "the row has 2 cells instead of 3", (len(A), len(A)))
    ]
    assert (short.id, short.text, dict(short.fields)) == ("x", A, {"id": "x", "a": ""})
    assert [f.message for f in long.findings] == ["the row has 4 cells instead of 3"]
    assert [f.message for f in empty.findings] == ["the row has 1 cell instead of 3"]
    assert read_record(short, CHESS).good()
    assert [f.code for f in read_record(empty, CHESS).findings] == ["row-width", "empty"]


def test_a_stray_quotation_mark_is_told_with_the_rows_that_it_swallows() -> None:
    first, last = records(f'id,fen,c\n1,{A},"\n2,{A},x\n3,{A},"y"\n4,{B},z\n')
    assert (first.line, first.text, first.id, last.line, last.id) == (2, "", "", 5, "4")
    (finding,) = read_record(first, CHESS).findings
    assert (finding.severity, finding.code, finding.message, finding.hint) == (
        "error",
        "quoting",
        "a stray quotation mark: where the rows of lines 2 to 4 end cannot be told",
        "a quotation mark is closed in the same cell",
    )
    assert read_record(last, CHESS).good()
    assert pickle.loads(pickle.dumps(first)) == first
    data = HEADER + f'{row("a")}"\n{row("b")}"x\n{row("c")}\n'
    assert [(r.number, r.line, r.id) for r in records(data, rating="1500")] == [(1, 2, ""), (2, 4, "c")]


def test_a_quotation_mark_within_a_cell_is_a_warning() -> None:
    one, two, three = records(f'id,fen,c\n1,{A},"a "b" c"\n2,{A},"x"y,"z\n3,{A},d\n')
    assert (one.text, one.fields["c"], three.id) == (A, 'a b" c"', "3")
    assert [(f.severity, f.code, f.message, f.hint) for f in one.findings] == [
        ("warning", "quoting", "a quotation mark stands within a cell", 'within quotation marks, " is written ""')
    ]
    assert [f.code for f in two.findings] == ["quoting", "row-width"]
    assert three.findings == ()
    (puzzle,) = records(HEADER + row("a").replace("short", '"a" b'), rating="1500")
    assert [f.code for f in puzzle.findings] == ["quoting"]


def test_blanks_behind_a_closing_quotation_mark_are_no_fault() -> None:
    (record,) = records(f'id ,fen,c\n"1" ,"{A}"  ,"c, d" \n')
    assert (record.text.strip(), record.fields["c"], record.findings) == (A, "c, d ", ())


def test_a_header_with_faulty_quotation_marks_is_left_out_as_any() -> None:
    (record,) = records(f'id,fen,"c"d\n1,{A},x\n')
    assert (record.line, record.id, record.text, record.findings) == (2, "1", A, ())
    lost, record = records(f'id,fen,"c\n1,{A},x\n2,{A},"y"\n3,{B},z\n')
    assert ([f.code for f in read_record(lost, CHESS).findings], record.id) == (["quoting"], "3")


def test_bytes_that_are_no_utf_8_are_told_once() -> None:
    first, second = records(f"fen,a\n{A},\xe9\n{B},\xe9\n".encode("cp1252"))
    assert (first.fields["a"], second.fields["a"]) == ("é", "é")
    assert [(f.code, f.span) for f in first.findings] == [("encoding", (0, 0))]
    assert second.findings == ()


# --- what is taken for a table ---


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{A}\n", "list"),
        (f"{A}, a caption\n", "list"),
        (f"{A};a caption; more\n{B};x\n", "list"),
        ("# fen, caption\n", "list"),
        ("fen\n", "list"),
        ("one, two\n", "list"),
        ("", "list"),
        ("id,FEN\n", "csv"),
        ("FEN\tid\n", "csv"),
        ("sep=,\n", "csv"),
        (f"x|{A}\n", "csv"),
        (f"x, y\nz,{A}\n", "csv"),
        (f"a;pos\n1;{A}\n", "csv"),
        (f"x, y\nz: {A}\n", "list"),
        (f"# id, fen\n{A} hi\n", "list"),
        (f"# Opening, Position, Endgame\n{A}, a, b\n", "list"),
        (f"My collection, fen, etc\n{A} hi\n", "list"),
        (f"My collection, fen, etc\n\nfrom books\n{A} hi\n", "list"),
        (f"# own ones, sorted\n\nid,fen\n1,{A}\n", "csv"),
        (f"# own ones\nid|board\n1|{A}\n", "csv"),
        (f"#,fen\n1,{A}\n", "csv"),
        (f"#id,fen\n1,{A}\n", "csv"),
        ("id,fen\n1,8/8\n2,9\n", "csv"),
        ("# nothing, fen\n", "list"),
        (HEADER, "lichess-puzzle"),
        (HEADER.lower(), "lichess-puzzle"),
        (f"# own ones\n{HEADER}", "lichess-puzzle"),
        (f"x1,{B},g4g2 d5f6\n", "lichess-puzzle"),
        (f"x1;{B};e7e8q  d5f6;1500;80;90;100;short\n", "lichess-puzzle"),
        (f'"x1"\t"{B}"\t"g4g2 d5f6"\n', "lichess-puzzle"),
        (f"x1,{B},g4g2\n", "csv"),
        (f"x1,{B},Nf6 Kb1\n", "csv"),
        (HEADER.replace(",", ";"), "lichess-puzzle"),
        ('"PuzzleId","FEN","Moves"\n', "lichess-puzzle"),
        ("sep=;\nPuzzleId;FEN;Moves\n", "lichess-puzzle"),
    ],
)
def test_by_content(text: str, kind: str) -> None:
    assert kind_of("<stdin>", text, ReadOptions()).name == kind
    assert kind_of("t.txt", text, ReadOptions()).name == kind
    if kind != "lichess-puzzle":
        assert kind_of("t.csv", text, ReadOptions()).name == "csv"
    assert (read_text(text) is None) == (kind == "list")


def test_a_named_kind_comes_before_what_it_looks_like() -> None:
    assert [r.text for r in records(HEADER + f"x,{A},d1d8\n", from_="csv")] == [A]
    assert [r.text for r in records(f"{A}, x\n", "t.txt", from_="csv")] == [A]


# --- rows ---


def test_columns_are_a_mapping_that_travels() -> None:
    places = {"a": 0, "b": 2}
    columns = Columns(places, ["1", "2"])
    assert dict(columns) == {"a": "1", "b": ""}
    assert columns == {"a": "1", "b": ""}
    assert (len(columns), columns.get("c"), repr(columns)) == (2, None, "{'a': '1', 'b': ''}")
    again = pickle.loads(pickle.dumps([columns, Columns(places, ["3"])]))
    assert again == [columns, {"a": "3", "b": ""}]
    assert isinstance(again[0], Mapping)


def test_columns_are_names_of_files() -> None:
    text = HEADER + f"own 1,{A},d1d8 g8h8,1500,80,90,100,short,https://example.org,\n"
    (record,) = records(text)
    namer = Namer("{Rating}-{PuzzleId}", Reader(), columns=list(record.fields))
    assert namer.name(record).task.name == "1500-own 1"


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=8), min_size=2,
                 max_size=2),
        max_size=5,
    ),
    st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]), st.sampled_from(["utf-8", "utf-16"]),
)  # fmt: skip
def test_what_csv_writes_is_read_back(
    rows: list[list[str]], delimiter: str, end: str, quoting: Any, codec: str
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow(["id", "fen", "a", "b"])
    writer.writerows([str(n), A, *row] for n, row in enumerate(rows))
    found = records(out.getvalue().encode(codec), from_="csv")
    assert [(r.id, r.text, r.fields["a"], r.fields["b"]) for r in found] == [
        (str(n), A, *row) for n, row in enumerate(rows)
    ]
    assert not any(r.findings for r in found)


@given(st.binary(max_size=300), st.sampled_from(["t.csv", "t.tsv", "<stdin>"]), st.sampled_from([b"", b"fen,a\n",
       HEADER.encode(), b"sep="]), st.sampled_from([None, "csv", "lichess-puzzle"]))  # fmt: skip
def test_any_bytes_are_read_or_refused(data: bytes, source: str, head: bytes, kind: str | None) -> None:
    try:
        for record in records(head + data, source, from_=kind):
            read_record(record, CHESS)
    except Fen2imgError as error:
        assert error.report()  # noqa: PT017


# --- puzzles ---

PUZZLE = "6k1/5ppp/8/8/8/8/2q2PPP/3R2K1 b - - 0 1"


def puzzles(*rows: str, head: str = HEADER, **options: Any) -> list[Record]:
    return records(head + "".join(f"{row}\n" for row in rows), **options)


def row(name: str, rating: object = 1500, themes: str = "short mateIn1", moves: str = "c2a2 d1d8") -> str:
    return f"{name},{PUZZLE},{moves},{rating},80,90,100,{themes},https://example.org,"


def test_the_first_move_is_played() -> None:
    (record,) = puzzles(row("own1"))
    assert (record.id, record.text, record.notation, record.line) == ("own1", PUZZLE, "puzzle", 2)
    reading = read_record(record, CHESS)
    assert reading.certain().fen() == "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 1 2"
    assert (mark_words(reading.diagram()), reading.orientation) == ("Marks: last move c2–a2.", "white")
    assert (reading.answer, reading.rest, reading.findings) == ("d1d8", "", ())
    diagram, _ = Reader().read(record)
    assert (diagram.id, diagram.answer, diagram.fields["Rating"]) == ("own1", "d1d8", "1500")


@pytest.mark.parametrize("head", ["", HEADER.lower(), "# own ones\n"])
def test_a_table_of_puzzles_without_its_header_or_in_another_case(head: str) -> None:
    for source in ("t.csv", "t.txt", "<stdin>"):
        (record,) = records(f"{head}{row('own1')}\n", source, rating="1500")
        assert (record.id, record.notation) == ("own1", "puzzle")
        assert read_record(record, CHESS).certain().fen() == "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 1 2"


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("", "there are no moves"),
        ("c2b1x d1d8", "'c2b1x' is no move such as e2e4 or e7e8q"),
        ("0000 d1d8", "'0000' is no move such as e2e4 or e7e8q"),
        ("d1d8 g8f8", "d1d8: the piece on d1 is White's, who is not to move"),
        ("c2d4", "c2d4: the queen on c2 does not go to d4"),
    ],
)
def test_a_first_move_that_cannot_be_played_is_an_error(moves: str, reason: str) -> None:
    (record,) = puzzles(row("x", moves=moves))
    reading = read_record(record, CHESS)
    assert reading.position is None
    assert [(f.severity, f.code, f.message, f.span) for f in reading.findings] == [
        ("error", "puzzle-move", f"the opponent's move cannot be played: {reason}", (len(PUZZLE), len(PUZZLE)))
    ]


def test_a_faulty_fen_of_a_puzzle() -> None:
    (record,) = puzzles(row("x").replace("5ppp", "5pppp"))
    assert [f.code for f in read_record(record, CHESS).findings] == ["rank-width"]
    (record,) = puzzles(row("x"))
    assert [f.code for f in read_record(record, Rules(9, 8)).findings][-1] == "board-size"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"rating": "1200-1600"}, "bc"),
        ({"rating": "1500-"}, "cd"),
        ({"rating": "-1200"}, "ab"),
        ({"rating": "1200"}, "b"),
        ({"rating": 1200}, "b"),
        ({"themes": "mateIn2"}, "bd"),
        ({"themes": " mateIn2 , short"}, "d"),
        ({"themes": ["short"], "rating": "-1500"}, "ac"),
        ({"themes": "short", "limit": 2}, "ac"),
        ({}, "abcdef"),
    ],
)
def test_filters(options: dict[str, Any], found: str) -> None:
    rows = [row("a", 900, "short"), row("b", 1200, "long mateIn2"), row("c", 1500, "short"),
            row("d", 2000, "mateIn2 short"), row("e", "?", "middlegame"), f"f,{PUZZLE}"]  # fmt: skip
    found_records = puzzles(*rows, **options)
    assert "".join(r.id for r in found_records) == found
    assert [r.number for r in found_records] == list(range(1, len(found) + 1))


def test_ratings_as_programs_write_them() -> None:
    rows = [
        row(name, rating) for name, rating in zip("abcdef", ("600.0", " 700 ", "", "nan", "?", "600.5"), strict=True)
    ]
    assert [r.id for r in puzzles(*rows, rating="600-700")] == ["a", "b", "f"]
    assert [r.id for r in puzzles(*rows, rating="600")] == ["a"]


def test_letters_of_a_language() -> None:
    (record,) = puzzles(row("x").replace(PUZZLE, "6k1/5bbb/8/8/8/8/2d2BBB/3T2K1 b - - 0 1"), letters="de")
    reading = read_record(record, Rules(letters="de"))
    assert reading.certain().fen() == "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 1 2"


def test_a_theme_that_no_puzzle_has() -> None:
    with pytest.raises(OptionError) as caught:
        puzzles(row("a"), row("b"), themes="short,matein1")
    assert caught.value.report() == (
        "error: --themes: no puzzle of t.csv has the theme 'matein1'\n  hint: did you mean mateIn1?"
    )
    with pytest.raises(OptionError) as caught:
        puzzles(row("a"), themes="xyz")
    assert caught.value.hint == "themes: mateIn1, short"


def test_themes_that_a_rating_leaves_nothing_of_are_no_fault() -> None:
    assert puzzles(row("a"), themes="short", rating="1-2") == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rating": "x"}, "rating: 'x' is not a span of ratings such as 1200-1600, 1200- or -1600"),
        ({"rating": "-"}, "rating: '-' is not a span of ratings such as 1200-1600, 1200- or -1600"),
        ({"rating": "1600-1200"}, "rating: '1600-1200' is not a span of ratings such as 1200-1600, 1200- or -1600"),
        ({"rating": True}, "rating: 'True' is not a span of ratings such as 1200-1600, 1200- or -1600"),
        ({"themes": ""}, "themes: '' is not words with commas between them such as mateIn2,sacrifice"),
        ({"themes": "a,,b"}, "themes: 'a,,b' is not words with commas between them such as mateIn2,sacrifice"),
        ({"themes": 5}, "themes: '5' is not words with commas between them such as mateIn2,sacrifice"),
    ],
)
def test_filters_that_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        ReadOptions(**options)
    assert caught.value.message == message


def test_filters_are_told_in_words() -> None:
    options = ReadOptions(rating="1200-", themes="a,b")  # type: ignore[arg-type]
    assert {name: str(value) for name, value in options.told().items()} == {
        "rating": "1200-99999",
        "themes": "('a', 'b')",
    }
    assert ReadOptions(**{name: getattr(options, name) for name in options.asked()}) == options


def test_puzzles_without_a_header_and_with_other_columns() -> None:
    (record,) = puzzles(row("a"), head="", from_="lichess-puzzle")
    assert (record.id, record.line, record.fields["Rating"]) == ("a", 1, "1500")
    assert read_record(record, CHESS).answer == "d1d8"
    lower = f"puzzleid;fen;moves\na;{PUZZLE};c2a2 d1d8\n"
    assert read_record(records(lower, from_="lichess-puzzle")[0], CHESS).answer == "d1d8"
    with pytest.raises(OptionError) as caught:
        records(f"id,fen\na,{PUZZLE}\n", from_="lichess-puzzle")
    assert caught.value.report() == "error: t.csv: a table of puzzles has a column Moves\n  hint: columns: id, fen"


def test_rows_of_puzzles_with_too_few_cells() -> None:
    short, empty = puzzles(f"a,{PUZZLE},c2a2 d1d8", "b")
    assert [f.message for f in short.findings] == ["the row has 3 cells instead of 10"]
    assert read_record(short, CHESS).good()
    assert [f.code for f in read_record(empty, CHESS).findings] == ["row-width", "empty"]


def test_puzzles_as_python_chess_plays_them() -> None:
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    for fen, moves in (
        ("r3k2r/8/8/8/8/8/5PPP/4K2R w Kkq - 0 1", "e1g1 a8a1"),
        ("4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1", "b2b4 c4b3"),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 3 9", "b7b8n e8d8"),
    ):
        (record,) = puzzles(f"x,{fen},{moves},1,1,1,1,t,u,")
        board = chess.Board(fen)
        board.push_uci(moves.split()[0])
        reading = read_record(record, CHESS)
        assert reading.certain().fen() == board.fen(en_passant="fen")
        assert reading.orientation == ("white" if board.turn else "black")


def test_the_puzzles_of_the_samples_are_solved_by_legal_moves() -> None:
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    file = Path(__file__).parents[1] / "samples" / "puzzles.csv"
    with file.open("rb") as stream:
        found = list(read_input(stream, file.name))
    assert len(found) == 6
    for record in found:
        reading = read_record(record, CHESS)
        board = chess.Board(reading.certain().fen())
        assert board.is_valid()
        for move in reading.answer.split():
            assert chess.Move.from_uci(move) in board.legal_moves
            board.push_uci(move)
        assert board.is_checkmate() == ("mate" in record.fields["Themes"].split())
