"""Diagrams of wikis: templates of Wikipedia, the macro of NamuWiki."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.color import rgb
from fen2img.errors import OptionError
from fen2img.inputs import CHESS, ReadOptions, read_input, read_record, read_text
from fen2img.inputs import wiki as room
from fen2img.marks import Mark
from fen2img.notation.wiki import read_wiki
from fen2img.notation.wikitext import hidden, plain
from fen2img.position import PIECE_LETTERS, Piece, Position, Square

ROWS = [
    "rd|nd|bd|qd|kd|bd|nd|rd",
    "pd|pd|pd|pd|  |pd|pd|pd",
    "  |  |  |  |  |  |  |  ",
    "__|--||  |pd| |_|-",
    "  |  |  |  |pl|  |  |  ",
    "  |  |  |  |  |nl|  |  ",
    "pl|pl|pl|pl|  |pl|pl|pl",
    "rl|nl|bl|ql|kl|bl|  |rl",
]
PLACEMENT = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"


def template(rows: list[str] = ROWS, name: str = "Chess diagram", after: str = "|}}") -> str:
    body = "".join(f" {len(rows) - i} |{row}|=\n" for i, row in enumerate(rows))
    return f"{{{{{name}|=\n| tright\n| Header\n|=\n{body}    a  b  c  d  e  f  g  h\n{after}"


def faults(text: str, **rules: object) -> list[str]:
    reading = read_wiki(text, **rules)
    return [f"{f.severity} {f.code}: {f.message} @{text[slice(*f.span)]!r}" for f in reading.findings]


def placement(text: str, **rules: object) -> str:
    reading = read_wiki(text, **rules)
    assert reading.position, reading.findings
    return reading.position.placement


def texts(page: str | bytes, source: str = "page.wiki") -> list[tuple[int, str]]:
    data = page if isinstance(page, bytes) else page.encode()
    return [(record.line, record.text) for record in read_input(io.BytesIO(data), source)]


# --- Wikipedia -------------------------------------------------------------------------------------------------------


def test_the_classic_template() -> None:
    reading = read_wiki(template(after="| After '''2.Nf3''' &ndash; see [[King's Pawn Game|1.e4]]<ref>a|b</ref>\n}}"))
    assert reading.findings == ()
    assert reading.position
    assert reading.position.placement == PLACEMENT
    assert reading.position.turn is None
    assert (reading.title, reading.rest) == ("Header", "After 2.Nf3 – see 1.e4")
    assert reading.orientation is None


@pytest.mark.parametrize(
    "name",
    [
        "chess diagram",
        "CHESS_Diagram",
        "chess diagram small",
        "체스판",
        "Diagrama de ajedrez",
        "Template:Chess_diagram",
        "틀: 체스판",
    ],
)
def test_names(name: str) -> None:
    assert placement(template(name=name)) == PLACEMENT


@pytest.mark.parametrize("footer", ["", "|", "|Footer"])
@pytest.mark.parametrize("end", ["\n", ""])
def test_rows_without_separators(footer: str, end: str) -> None:
    text = "{{Chess diagram\n| tright\n| \n" + "".join(f"|{row}\n" for row in ROWS) + f"{footer}{end}}}}}"
    reading = read_wiki(text)
    assert reading.findings == ()
    assert reading.position
    assert reading.position.placement == PLACEMENT
    assert reading.rest == footer[1:]


def test_all_in_one_line() -> None:
    assert placement("{{chess diagram|||" + "|".join(ROWS) + "|}}") == PLACEMENT
    assert placement("{{chess diagram|||" + "|".join(ROWS) + "|foot}}") == PLACEMENT
    assert faults("{{chess diagram|||" + "|".join(ROWS) + "}}") == [
        "error squares: 64 parameters behind the header instead of 64 squares and the footer @'{{chess diagram'"
    ]


CELLS = "|".join(ROWS)
PAIRS = "\n|".join(f"{one}|{two}" for one, two in zip(ROWS[::2], ROWS[1::2], strict=True))


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (f"tright|T|{CELLS[3:]}|", "64 parameters behind"),
        (f"tright|T|{CELLS[3:]}|foot", "64 parameters behind"),
        (f"tright|{CELLS}|", "'rd' stands where the header should, and is a square"),
        (f"T|{CELLS}|foot", "'rd' stands where the header should, and is a square"),
        (f"{CELLS}|", "'rd' stands where the alignment should, and is a square"),
        (f"tright|T|  |{CELLS}", "'rl' stands where the footer should, and is a square"),
        (f"tright|T|  |{CELLS}|", "66 parameters"),
        (f"tright|T\n|{PAIRS[3:]}\n|", "64 parameters"),
        (f"tright|T\n|{PAIRS[3:]}|  |", "a line ends within rank 7"),
        (f"tright\n|{PAIRS}\n|\n", "'rd' stands where the header should, and is a square"),
        ("tright\n|T\n|" + "\n|".join([*ROWS, "kl"]) + "\n", "'kl' stands where the footer should, and is a square"),
        ("tright\n|" + "\n|".join(ROWS) + "\n|foot\n", "'rd' stands where the header should, and is a square"),
    ],
)
def test_nothing_is_shifted(inner: str, expected: str) -> None:
    text = f"{{{{Chess diagram|{inner}}}}}"
    found = faults(text)
    assert any(expected in fault for fault in found), found
    assert read_wiki(text).position is None


@pytest.mark.parametrize("start", ["|tright\n|T\n|", "|tright\n|T|\n"])
@pytest.mark.parametrize("missing", [0, 3])
def test_bars_at_the_ends_of_lines_are_refused(start: str, missing: int) -> None:
    text = "{{Chess diagram\n" + start + "".join(f"{row}|\n" for row in ROWS)[missing:] + "}}"
    reading = read_wiki(text)
    assert reading.position is None
    assert "rank-bar" in {finding.code for finding in reading.findings}


def test_ranks_from_one_to_eight() -> None:
    text = template(ROWS[::-1])
    (finding,) = read_wiki(text).findings
    assert (finding.severity, finding.code) == ("warning", "ranks-reversed")
    assert finding.hint == "the squares begin with a8; were the ranks listed from 1 to 8, or seen from Black's side?"
    assert text[slice(*finding.span)].startswith("rl|nl")
    assert text[slice(*finding.span)].endswith("nd|rd")


def test_two_ranks_a_line() -> None:
    assert placement(f"{{{{Chess diagram|tright|T\n|{PAIRS}\n|foot}}}}") == PLACEMENT


def test_numbers_of_rows_may_be_missing() -> None:
    text = "{{체스판|=\n| tright\n| 제목\n|= \n" + "".join(f"|{row}|=\n" for row in ROWS) + "|\n}}"
    assert placement(text) == PLACEMENT
    assert read_wiki(text).title == "제목"


def test_a_fen_instead_of_squares() -> None:
    reading = read_wiki("{{Chess diagram|fen=8/8/8/8/8/8/8/K1k5 b|align=tleft|header=H|footer=F|reverse=true}}")
    assert reading.position
    assert (reading.position.placement, reading.position.turn) == ("8/8/8/8/8/8/8/K1k5", "black")
    assert (reading.title, reading.rest, reading.orientation) == ("H", "F", "black")
    assert read_wiki("{{Chess diagram|fen=8/8/8/8/8/8/8/K1k5|reverse=no}}").orientation is None


def test_faults_of_a_fen_know_their_place() -> None:
    assert faults("{{Chess diagram|fen= 8/8/8/8/8/8/7/K1k5 }}") == [
        "error rank-width: rank 2 has 7 squares instead of 8 @'7'"
    ]


def test_a_fen_and_squares() -> None:
    assert faults("{{Chess diagram|||kl|fen=8/8/8/8/8/8/8/K1k5}}") == [
        "error fen-and-squares: the diagram has both a FEN and squares @'8/8/8/8/8/8/8/K1k5'"
    ]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("pd|pd|pd|pd|  |pd|pd", "rank 7 has 7 squares instead of 8"),
        ("pd|pd|pd|pd|  |pd|pd|pd|  ", "rank 7 has 9 squares instead of 8"),
        ("pd", "rank 7 has 1 square instead of 8"),
    ],
)
def test_squares_of_a_row_are_counted(row: str, fault: str) -> None:
    rows = [ROWS[0], row, *ROWS[2:]]
    assert faults(template(rows)) == [
        f"error rank-width: {fault} @{row.rstrip()!r}" if row[-1] != " " else f"error rank-width: {fault} @{row!r}"
    ]
    assert read_wiki(template(rows)).position is None
    lines = "{{Chess diagram\n|\n|\n" + "".join(f"|{row}\n" for row in rows) + "}}"
    assert [fault for fault in faults(lines) if "rank-width" in fault]


def test_two_wrong_rows_do_not_make_up_for_each_other() -> None:
    rows = [ROWS[0], "pd|pd|pd|pd|  |pd|pd", "|" + ROWS[2], *ROWS[3:]]
    assert [fault.split(":")[1] for fault in faults(template(rows))] == [
        " rank 7 has 7 squares instead of 8 @'pd|pd|pd|pd|  |pd|pd'",
        " rank 6 has 9 squares instead of 8 @'|  |  |  |  |  |  |  |  '",
    ]


def test_rows_are_counted() -> None:
    assert "rank-count: the diagram has 7 ranks instead of 8" in faults(template(ROWS[:7]))[0]
    assert "rank-count: more follows the last rank than the footer" in faults(template([*ROWS, ROWS[0]]))[0]
    assert faults("{{Chess diagram|||kl|  |kd}}") == [
        "error squares: 3 parameters behind the header instead of 64 squares and the footer @'{{Chess diagram'"
    ]
    assert faults("{{Chess diagram}}") == ["error squares: the diagram has no squares @'{{Chess diagram'"]


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("ll", "error piece: 'll' on d6 is no piece @'ll'"),
        ("zz", "error piece: 'zz' on d6 is no piece @'zz'"),
        ("k", "error piece: 'k' on d6 is no piece @'k'"),
        ("al", "error piece: 'al' on d6 is no piece of chess (archbishop) @'al'"),
        ("gd", "error fairy: 'gd' on d6 is an upside-down piece @'gd'"),
        ("ua", "warning mark: the arrow 'ua' on d6 is not drawn @'ua'"),
        ("", None),
        ("&nbsp;", None),
        ("<!-- x -->", None),
    ],
)
def test_cells(cell: str, fault: str | None) -> None:
    rows = [*ROWS[:2], f"  |  |  |{cell}|  |  |  |  ", *ROWS[3:]]
    assert faults(template(rows)) == ([fault] if fault else [])


def test_upside_down_pieces_are_fairy_ones() -> None:
    rows = [*ROWS[:2], "  |  |  |gd|  |  |  |  ", *ROWS[3:]]
    position = read_wiki(template(rows), fairy=True).position
    assert position
    assert position.piece_at(Square(3, 5)) == Piece("Q", "black", turns=2)


def test_marks() -> None:
    rows = [*ROWS[:2], "xx|ox|xo|oo|x7|  |  |  ", *ROWS[3:]]
    a, b, c, d, e = (Square(file, 5) for file in range(5))
    assert read_wiki(template(rows)).marks == (
        Mark("cross", (a,), rgb("#000")),
        Mark("cross", (b,), rgb("#fff")),
        Mark("dot", (c,), rgb("#000")),
        Mark("dot", (d,), rgb("#fff")),
        Mark("label", (e,), text="7"),
    )


def test_other_boards() -> None:
    text = "{{Chess diagram 5x6|||" + "|".join(["kl"] + ["  "] * 29) + "|}}"
    assert placement(text, width=6, height=5) == "K5/6/6/6/6"
    assert faults(text) == ["error board-size: this template has 6 x 5 squares, not 8 x 8 @'Chess diagram 5x6'"]
    assert read_wiki(text).findings[0].hint == "--board 6x5"
    assert faults(template(), width=6, height=5)[0].startswith("error board-size: this template has 8 x 8 squares")
    assert faults("{{Bughouse chess diagram|}}") == [
        "error template: 'Bughouse chess diagram' is a diagram of a kind that is not read @'Bughouse chess diagram'"
    ]


def test_parameters() -> None:
    text = template(after="|size=20|numbers=left|siez=3|}}")
    reading = read_wiki(text)
    assert [(f.severity, f.code, text[slice(*f.span)], f.hint) for f in reading.findings] == [
        ("warning", "parameter", "siez", "did you mean size?")
    ]
    assert reading.position


def test_numbers_before_rows_had_better_be_right() -> None:
    text = template().replace("\n 7 |", "\n 2 |")
    assert faults(text) == ["warning rank-label: rank 7 is labelled 2; the diagram is read from rank 8 down @'2'"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{{Chess diagram|||kl", "not-closed"),
        ("체스게임(e1=Kw", "not-closed"),
        ("[체스게임(e1=Kw", "not-closed"),
        ("no diagram", "empty"),
        ("", "empty"),
        ("{{Chess diagram|" + " " * 100_000 + "}}", "too-long"),
    ],
)
def test_what_is_no_diagram(text: str, code: str) -> None:
    reading = read_wiki(text)
    assert [finding.code for finding in reading.findings] == [code]
    assert reading.position is None


# --- NamuWiki --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["체스게임({})", "[체스게임({})]", "글 [체스게임({})] 글"])
def test_the_macro(text: str) -> None:
    inner = "a8=Rb, e1=Kw,f3=wN , B7=bb, g2=BW,h2=, caption=White wins (see below), easily"
    reading = read_wiki(text.format(inner))
    assert reading.findings == ()
    assert reading.position
    assert reading.position.placement == "r7/1b6/8/8/8/5N2/6B1/4K3"
    assert reading.position.turn is None
    assert reading.rest == "White wins (see below), easily"


def test_brackets_in_a_caption() -> None:
    assert read_wiki("[체스게임(e1=Kw, caption=a) b :( )]").rest == "a) b :("


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("a8=K", "error piece: 'K' on a8 is no piece @'K'"),
        ("a8=Xw", "error piece: 'Xw' on a8 is no piece @'Xw'"),
        ("a9=Kw", "error square: a9 is no square of the board @'a9'"),
        ("i1=Kw", "error square: i1 is no square of the board @'i1'"),
        ("e1=Kw,e1=Kw", "error square-twice: e1 is named twice @'e1'"),
        ("e1=Kw,what", "error parameter: 'what' is no parameter @'what'"),
        ("caption=x", "error squares: the diagram has no squares @'caption=x'"),
        ("e1=Kw,,h=8,", "warning parameter: the parameter 'h' is not known and left out @'h'"),
        ("e1=Kw,width=3", "warning parameter: the parameter 'width' is not known and left out @'width'"),
    ],
)
def test_faults_of_the_macro(inner: str, expected: str) -> None:
    assert faults(f"[체스게임({inner})]") == [expected]


# --- pages -----------------------------------------------------------------------------------------------------------


def test_pages_have_many_diagrams_among_text() -> None:
    page = f"Text {{{{cite|a=b}}}} [체스게임(a1=Kw)] and 체스게임(a2=Kw)\n\n{template()}\n{{{{Chess diagram\n"
    found = texts(page)
    assert [line for line, _ in found] == [1, 1, 3, 17]
    assert [text.strip() for _, text in found[:2]] == ["[체스게임(a1=Kw)]", "체스게임(a2=Kw)"]
    assert found[0][1].index("[") == page.index("[")
    assert found[2][1] == template()


def test_comments_and_examples_hold_no_diagrams() -> None:
    page = f"<!-- {template()} -->\n<nowiki>{template()}</nowiki><pre>[체스게임(a1=Kw)]</pre>"
    assert texts(page) == []
    assert not room.looks(page)


def test_fens_between_diagrams_are_told() -> None:
    fen = f"{PLACEMENT} w - - 0 1"
    page = f"{fen}, {fen}\n<!-- {fen} -->\n[체스게임(a1=Kw)]\n"
    page += f"https://example.org/{PLACEMENT}\n{{{{Chess diagram|fen={fen}}}}}\n\n{fen}"
    first, second = read_input(io.BytesIO(page.encode()), "page.wiki")
    hint = "the text is read as a page of a wiki; --from list reads a list of FENs"
    assert [(f.severity, f.code, f.message, f.hint) for f in first.findings] == [
        ("warning", "fen-skipped", "2 FENs are skipped, the first in line 1", hint)
    ]
    assert [f.message for f in second.findings] == ["the FEN in line 7 is skipped"]
    assert (first.line, second.line) == (3, 5)


def test_places_in_a_page() -> None:
    page = "one\ntwo [체스게임(\na1=Kw,\n a2=Zw)]\n"
    (record,) = read_input(io.BytesIO(page.encode()), "page.wiki")
    (finding,) = read_record(record, CHESS).findings
    assert finding.draw(record.text, record.where) == (
        "page.wiki:4:5: error: 'Zw' on a2 is no piece [piece]\n"
        "     a2=Zw)]\n"
        "        ^^\n"
        "    hint: Kw or wK is White's king, Nb or bN Black's knight"
    )


def test_a_diagram_that_is_not_closed_hides_no_other() -> None:
    page = f"{{{{Chess diagram|\n\n{template()}\n[체스게임(a1=Kw\n[체스게임(a2=Kw)]"
    assert [(line, text) for line, text in texts(page)] == [
        (1, "{{Chess diagram|\n\n"),
        (3, template()),
        (17, "[체스게임(a1=Kw\n["),
        (18, "[체스게임(a2=Kw)]"),
    ]


def test_diagrams_without_end_and_lines_without_end() -> None:
    page = "{{Chess diagram|" + " " * 150_000 + "}} " + "[체스게임(a2=Kw)]" + "{{" + " " * 50_000 + "{{Chess diagram\n"
    long, short, last = read_input(io.BytesIO(page.encode()), "page.wiki")
    assert [f.code for f in read_record(long, CHESS).findings] == ["too-long"]
    assert short.text == "[체스게임(a2=Kw)]"
    assert last.text == "{{Chess diagram\n"


def test_a_page_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_PAGE", 10)
    with pytest.raises(OptionError, match=r"^page\.wiki: a page of more than 10 characters$"):
        texts("x" * 11)


def test_letters_of_a_language_do_not_apply() -> None:
    for source, options in (("page.wiki", {}), ("<stdin>", {}), ("page.txt", {"from_": "wiki"})):
        with pytest.raises(OptionError) as caught:
            list(read_input(io.BytesIO(template().encode()), source, ReadOptions(letters="de", **options)))
        assert caught.value.message == f"--letters does not apply to {source}, which is a page of a wiki"
    with pytest.raises(OptionError) as caught:
        list(read_text("체스게임(a1=Kw)", ReadOptions(letters="de")) or ())
    assert caught.value.message == "--letters does not apply to the text, which is a page of a wiki"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (template(), True),
        ("체스게임(a1=Kw)", True),
        ("{{Diagram}}", False),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", False),
        ('[Event "x"]\n\n1. e4 {a {{chess}} comment} *', False),
        ("fen,caption\n8/8/8/8/8/8/8/K1k5,the Chess diagram\n", False),
    ],
)
def test_looks(text: str, expected: bool) -> None:
    assert room.looks(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[A|b]] and [[C]]", "b and C"),
        ("''i'' '''b'''", "i b"),
        ("[https://example.org text] <span style='x'>s</span><br/>t", "text s t"),
        ("{{nowrap|1. e4}} {{x}}{{a|{{b|c}}}}", "1. e4 c"),
        ("{{" * 20_000 + "|" * 20_000, "{{" * 20_000 + "|" * 20_000),
        ("[[" * 20_000 + "<" * 20_000, "[[" * 20_000 + "<" * 20_000),
        ("&lt;&amp;&#9812;", "<&♔"),
        ("2 < 3 > 1", "2 < 3 > 1"),
    ],
)
def test_plain(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a<!-- b\n<ref> -->c</ref>", "a" + " " * 6 + "\n" + " " * 9 + "c</ref>"),
        ("a<!-- b", "a      "),
        ("<ref name=x/>a<REF name=y>b</ref >c<pre>d", " " * 13 + "a" + " " * 20 + "c<pre>d"),
        ("<ref>a<ref>b</ref>c</ref><nowiki>d</pre></nowiki>e", " " * 18 + "c</ref>" + " " * 24 + "e"),
        ("<ref>" + "x" * 100_001 + "</ref><ref>y</ref>", "<ref>" + "x" * 100_001 + "</ref>" + " " * 12),
        ("<ref>" + "x" * 100_001 + "<ref>y</ref>", "<ref>" + "x" * 100_001 + " " * 12),
        ("<pre><ref>" * 50_000, "<pre><ref>" * 50_000),
        ("<references />", "<references />"),
    ],
)
def test_hidden(text: str, shown: str) -> None:
    assert hidden(text) == shown


# --- what holds for all ----------------------------------------------------------------------------------------------

PIECES = st.sampled_from([None, *(Piece(letter, side) for letter in PIECE_LETTERS for side in ("white", "black"))])
BOARDS = st.lists(PIECES, min_size=64, max_size=64).map(lambda pieces: Position(pieces=tuple(pieces)))


@given(BOARDS, st.sampled_from(["  ", "", "--", "_"]), st.booleans())
def test_templates_are_read_back(position: Position, empty: str, separated: bool) -> None:
    codes = [
        piece.letter.lower() + ("l" if piece.side == "white" else "d") if piece else empty for piece in position.pieces
    ]
    rows = ["|".join(codes[i : i + 8]) for i in range(0, 64, 8)]
    text = template(rows) if separated else "{{Chess diagram|||\n|" + "\n|".join(rows) + "}}"
    if not separated:
        text = text.replace("|||\n", "||\n")
    assert placement(text) == position.placement


@given(BOARDS, st.booleans())
def test_macros_are_read_back(position: Position, order: bool) -> None:
    parts = []
    for i, piece in enumerate(position.pieces):
        if piece:
            code = piece.letter + piece.side[0]
            parts.append(f"{position.square(i).name}={code if order else code[::-1]}")
    if parts:
        assert placement(f"체스게임({', '.join(parts)})") == position.placement


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [
                    "{{",
                    "}}",
                    "|",
                    "=",
                    "[[",
                    "]]",
                    "Chess diagram",
                    "체스게임(",
                    ")",
                    "\n",
                    "kl",
                    "<ref>",
                    "<!--",
                    "fen=",
                    "a1=Kw",
                    ",",
                ]
            ),
            st.text(max_size=5),
        ),
        max_size=60,
    ).map("".join)
)
def test_no_text_raises(text: str) -> None:
    for start in ("", "{{Chess diagram|", "체스게임("):
        reading = read_wiki(start + text)
        assert reading.position is not None or reading.findings
        for finding in reading.findings:
            assert 0 <= finding.span[0] <= finding.span[1] <= len(start + text)
            assert finding.draw(start + text, "x:1")
    for record in read_input(io.BytesIO(text.encode("utf-8", "surrogatepass")), "x.wiki"):
        read_record(record, CHESS)
