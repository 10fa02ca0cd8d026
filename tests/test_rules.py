"""Kings in check and legal moves, by python-chess."""

import pytest
from drawing import diagram

from fen2img.errors import DiagramError, OptionError

pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")


def marks(fen, board=(8, 8), **asked):
    return sorted(f"{m.squares[0].name} {m.text}".strip() for m in diagram(fen, board).marked(**asked).marks)


@pytest.mark.parametrize(
    ("fen", "checked"),
    [
        ("4k3/8/8/8/8/8/8/4RK2 b", ["e8"]),
        ("4k3/8/8/8/8/8/8/4RK2", ["e8"]),
        ("4k3/4p3/8/8/8/8/8/4RK2 b", []),
        ("8/8/8/8/8/8/8/8", []),
        ("k6K/8/8/8/8/8/8/R6r", ["a8", "h8"]),
        ("KK6/8/8/8/8/8/8/rr6", ["a8", "b8"]),
        ("k7/8/8/8/8/8/8/*1R7 b", []),  # a turned rook is another piece
    ],
)
def test_kings_in_check(fen, checked):
    from fen2img.notation import read_fen

    found = read_fen(fen, fairy=True).diagram().marked(auto_check=True)
    assert [m.squares[0].name for m in found.marks] == checked
    assert {m.kind for m in found.marks} <= {"check"}


@pytest.mark.parametrize(
    ("fen", "square", "found"),
    [
        ("8/8/8/8/8/3p4/4P3/8 w", "e2", ["d3 capture", "e2 from", "e3 move", "e4 move"]),
        ("8/8/8/8/8/3p4/4P3/8 b", "e2", ["d3 capture", "e2 from", "e3 move", "e4 move"]),
        ("8/8/8/3pP3/8/8/8/8 w - d6", "e5", ["d6 capture", "e5 from", "e6 move"]),
        (
            "4k3/8/8/8/8/8/8/4K2R w K",
            "e1",
            ["d1 move", "d2 move", "e1 from", "e2 move", "f1 move", "f2 move", "g1 move"],
        ),
        ("4r3/8/8/8/8/8/4B3/4K3 w", "e2", ["e2 from"]),
        ("7k/P7/8/8/8/8/8/7K w", "a7", ["a7 from", "a8 move"]),
        (
            "4k3/8/8/8/8/8/8/1R2K3 w B",
            "e1",
            ["b1 move", "d1 move", "d2 move", "e1 from", "e2 move", "f1 move", "f2 move"],
        ),
    ],
)
def test_legal_moves(fen, square, found):
    assert marks(fen, legal=square) == found


def test_hidden_kings_and_hidden_attackers_are_no_check():
    for hidden in ("e8", "e1"):
        found = diagram("4k3/8/8/8/8/8/8/4RK2 b").marked(hide=hidden, auto_check=True)
        assert [m.kind for m in found.marks] == ["hide"]
    with pytest.raises(DiagramError, match=r"^legal: no piece stands on e8$"):
        marks("4k3/8/8/8/8/8/8/8", hide="e8", legal="e8")


def test_an_empty_square_has_none():
    with pytest.raises(DiagramError, match=r"^legal: no piece stands on e4$"):
        marks("8/8/8/8/8/8/8/8", legal="e4")


def test_other_boards_have_other_rules():
    for asked in ({"auto_check": True}, {"legal": "a1"}):
        with pytest.raises(OptionError, match="knows the rules of boards of 8 x 8 only"):
            marks("3/3/K2", (3, 3), **asked)
