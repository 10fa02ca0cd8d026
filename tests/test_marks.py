"""Marks as texts: what is read, what is refused; marks of a diagram."""

import pytest
from drawing import EMPTY, MIDDLEGAME, diagram
from hypothesis import given
from hypothesis import strategies as st

import fen2img
from fen2img.color import Color, rgb
from fen2img.errors import OptionError
from fen2img.marks import BADGES, BRUSHES, MARKS, MAX_MARKS, Mark, joined, mark_color, parse_marks
from fen2img.position import Square

E2, E4, A1, H10 = Square(4, 1), Square(4, 3), Square(0, 0), Square(7, 9)


@pytest.mark.parametrize(
    ("kind", "text", "marks"),
    [
        ("circle", "e4", [Mark("circle", (E4,))]),
        ("circle", "Ge4, Re2", [Mark("circle", (E4,), BRUSHES["G"]), Mark("circle", (E2,), BRUSHES["R"])]),
        ("circle", "h10:dashed:above", [Mark("circle", (H10,), line="dashed", layer="above")]),
        ("highlight", "e4:#ff880080", [Mark("highlight", (E4,), Color(255, 136, 0, 128))]),
        ("highlight", "Be4:green", [Mark("highlight", (E4,), BRUSHES["G"])]),
        ("arrow", "e2e4", [Mark("arrow", (E2, E4))]),
        ("arrow", "Ye2-e4:straight", [Mark("arrow", (E2, E4), BRUSHES["Y"], straight=True)]),
        ("arrow", "Ge4", [Mark("circle", (E4,), BRUSHES["G"])]),
        ("lastmove", "e2e4q", [Mark("lastmove", (E2, E4))]),
        ("area", "e4a1", [Mark("area", (E4, A1))]),
        ("label", "e4=A", [Mark("label", (E4,), text="A")]),
        ("label", "e4=1/2:red", [Mark("label", (E4,), BRUSHES["R"], "1/2")]),
        ("label", "e4==", [Mark("label", (E4,), text="=")]),
        ("sequence", "e4,a1", [Mark("sequence", (E4,), text="1"), Mark("sequence", (A1,), text="2")]),
        *[("badge", f"e4={text}", [Mark("badge", (E4,), text=text)]) for text in BADGES],
        ("hide", "e4", [Mark("hide", (E4,))]),
    ],
)
def test_what_is_read(kind, text, marks):
    assert parse_marks({kind: text}) == tuple(marks)
    assert parse_marks({kind: text.split(", ")}) == tuple(marks)


@pytest.mark.parametrize("kind", MARKS.values(), ids=list(MARKS))
def test_every_example_is_read(kind):
    assert all(mark.kind == kind.name for mark in parse_marks({kind.name: kind.example}))
    assert kind.flag == "--" + kind.name
    assert kind.help[0].isupper()


@given(
    st.sampled_from(sorted(MARKS)),
    st.text(max_size=12) | st.from_regex(r"\A[GRYBX]?[a-i][0-9](-?[a-i][0-9])?(=..)?(:[a-z]+)?\Z"),
)
def test_any_text_is_read_or_refused_with_a_hint(kind, text):
    refused = None
    try:
        marks = parse_marks({kind: text})
    except OptionError as error:
        refused = error
    if refused:
        assert refused.hint
        assert refused.message.startswith(f"{kind}: ")
    else:
        assert all(isinstance(mark, Mark) for mark in marks)


@pytest.mark.parametrize(
    ("asked", "report"),
    [
        ({"arow": "e2e4"}, "error: unknown mark 'arow'\n  hint: did you mean arrow?"),
        ({"xyzzy": "e2e4"}, f"error: unknown mark 'xyzzy'\n  hint: known: {', '.join(MARKS)}"),
        ({"arrow": 5}, "error: arrow: a mark is text such as 'e2e4,Rg1f3:dashed'"),
        ({"arrow": [5]}, "error: arrow: a mark is text such as 'e2e4,Rg1f3:dashed'"),
        ({"dot": ",".join(["e4"] * 501)}, f"error: 501 marks; a diagram may have {MAX_MARKS}"),
    ],
)
def test_the_whole_error(asked, report):
    with pytest.raises(OptionError) as caught:
        parse_marks(asked)
    assert caught.value.report() == report


def test_colours():
    assert mark_color("G") == mark_color("green") == mark_color("GREEN") == BRUSHES["G"]
    assert mark_color("orange") == rgb("#ffa500")
    assert mark_color("gren") is None


def test_a_diagram_gets_more_marks():
    one = diagram(EMPTY).marked(arrow="e2e4")
    two = one.marked(circle=["e4", "a1"])
    assert [mark.kind for mark in two.marks] == ["arrow", "circle", "circle"]
    assert one.marks == two.marks[:1]


@pytest.mark.parametrize("text", ["i1", "a9", "z26"])
def test_a_mark_beside_the_board_is_refused(text):
    with pytest.raises(OptionError) as caught:
        diagram(EMPTY).marked(dot=text)
    assert caught.value.report() == f"error: dot: {text} is not on the board\n  hint: squares are a1 to h8"


@pytest.mark.parametrize("text", ["a0", "e04", "e4:", "e4::red"])
def test_squares_and_words_are_written_one_way(text):
    with pytest.raises(OptionError, match="is no mark of this kind"):
        diagram(EMPTY).marked(dot=text)


def test_nothing_asked_for_is_no_mark():
    assert diagram(EMPTY).marked(arrow=[], circle=()).marks == ()
    assert len(diagram(EMPTY).marked(arrow=(text for text in ["e2e4", "d2d4"])).marks) == 2


def test_nothing_tells_where_hidden_pieces_stand():
    castles = diagram("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1").marked(hide="a1,h8,d5")
    assert castles.shown.fen() == "r3k3/8/8/4P3/8/8/8/4K2R w - - 0 1"
    svg = fen2img.Diagram.from_fen("8/8/8/8/8/8/4p3/4K3 w").marked(hide="e2").svg(caption="{fen}", title="{fen}")
    assert "<title>8/8/8/8/8/8/8/4K3 w - - 0 1</title>" in svg


def test_hidden_pieces_are_nowhere(no_rules):
    shown = diagram(MIDDLEGAME).marked(hide="g8,e4").shown
    assert shown.piece_at(Square(6, 7)) is None
    assert shown.piece_at(Square(6, 0)).symbol == "K"
    svg = fen2img.Diagram.from_fen(MIDDLEGAME).marked(hide="g8").svg()
    assert "Kg8" not in svg
    assert "Marks" not in svg


@pytest.fixture
def no_rules(monkeypatch):
    """Marks that need no rules of chess must not need python-chess."""
    monkeypatch.setitem(__import__("sys").modules, "chess", None)


def test_without_python_chess_the_whole_error(no_rules):
    for asked in ({"auto_check": True}, {"legal": "e2"}):
        with pytest.raises(OptionError) as caught:
            diagram("8/8/8/8/8/8/4P3/8").marked(**asked)
        name = next(iter(asked)).replace("_", "-")
        assert caught.value.report() == f"error: {name} needs python-chess\n  hint: pip install 'fen2img[pgn]'"


def test_the_api_takes_marks():
    svg = fen2img.Diagram.from_fen(MIDDLEGAME).marked(arrow="e5c6", circle="c6").svg()
    assert "Marks: arrow e5–c6, circle c6.</desc>" in svg


def test_marks_join():
    assert joined({"arrow": "e2e4", "dot": ["a1"]}, {"arrow": ["Gd2d4"], "circle": "e4", "auto_check": True}) == {
        "arrow": ["e2e4", "Gd2d4"],
        "dot": ["a1"],
        "circle": "e4",
        "auto_check": True,
    }
