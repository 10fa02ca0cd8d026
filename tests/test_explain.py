"""FENs explained: the fields in words, the ranks, what goes to JSON; no position is too odd."""

from __future__ import annotations

import json

import pytest
from cli_cases import invoke
from hypothesis import given
from hypothesis import strategies as st

from fen2img.diagram import Diagram
from fen2img.explain import COLUMNS, Explanation, explain, explanation_text
from fen2img.notation import FIELDS, Reading, parse_fen, read_fen, written_fields
from fen2img.position import PIECE_LETTERS, Piece, Position, Square
from fen2img.terminal import Screen

KINGS = "4k3/8/8/8/8/8/8/4K3"


def explained(fen: str, *, width: int = 8, height: int = 8, fairy: bool = False) -> Explanation:
    reading = read_fen(fen, width=width, height=height, fairy=fairy)
    return explain(reading, reading.diagram(), written_fields(fen, width=width, height=height))


def meaning(fen: str, name: str) -> str:
    """What a field says, its sentences in one."""
    return " ".join(explained(fen).fields[FIELDS.index(name)].meaning)


# --- the fields as they are written ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (f"{KINGS} w - - 0 1", [KINGS, "w", "-", "-", "0", "1"]),
        (f"{KINGS} b Kq e3 12 007 bm Kd1;", [KINGS, "b", "Kq", "e3", "12", "007"]),
        (f"FEN: {KINGS} White KQkq – x 5", [KINGS, "White", "KQkq", "–", "x", "5"]),
        (f"{KINGS} White to move", [KINGS, None, None, None, None, None]),
        (f"{KINGS} KQ -", [KINGS, None, "KQ", "-", None, None]),
        (f"{KINGS}_w_-_-_0_1", [KINGS, "w", "-", "-", "0", "1"]),
        (f"{KINGS} w - e9 0", [KINGS, "w", "-", "e9", "0", None]),
        ("", [None] * 6),
    ],
)
def test_written_fields(text, fields):
    written = written_fields(text)
    assert [written.get(name) for name in FIELDS] == fields


# --- what they say ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("turn", f"{KINGS} w - - 0 1", "White is to move. (w stands for White, b for Black.)"),
        ("turn", KINGS, "Not said. A w stands here where White is to move, a b where Black is."),
        ("castling", f"{KINGS} w - - 0 1", "Neither side may castle any more."),
        ("castling", f"{KINGS} w – - 0 1", "Neither side may castle any more."),
        (
            "castling",
            f"{KINGS} w Kq - 0 1",
            "White may still castle king-side (K). Black may still castle queen-side (q). "
            "That is: king and rook have not moved yet, whatever may be in their way now.",
        ),
        (
            "castling",
            f"{KINGS} w kb - 0 1",
            "White may not castle any more. Black may still castle king-side and with the rook on file b (k, b). "
            "That is: king and rook have not moved yet, whatever may be in their way now.",
        ),
        (
            "castling",
            f"{KINGS} w",
            "Missing; nobody is taken to be able to castle. KQkq would say that both sides may, - that neither may.",
        ),
        (
            "castling",
            f"{KINGS} w KQx - 0 1",
            "Not understood; nobody is taken to be able to castle. "
            "KQkq would say that both sides may, - that neither may.",
        ),
        ("en_passant", f"{KINGS} w - - 0 1", "None: the last move was not one of a pawn by two squares."),
        ("en_passant", f"{KINGS} w -", "Missing; none is assumed."),
        ("en_passant", f"{KINGS} w - e3 0 1", "This is no target that there can be; none is assumed."),
        (
            "en_passant",
            f"{KINGS} b - e3 0 1",
            "A white pawn has just moved from e2 to e4, past e3: so it says. "
            "No black pawn stands where it could take it; many programs write - then.",
        ),
        (
            "en_passant",
            "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1",
            "A white pawn has just moved from e2 to e4, past e3: so it says. "
            "The black pawns on d4 and f4 could take it there, now only.",
        ),
        (
            "en_passant",
            "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
            "A black pawn has just moved from a7 to a5, past a6: so it says. "
            "The white pawn on b5 could take it there, now only.",
        ),
        (
            "halfmove",
            f"{KINGS} w - - 0 1",
            "The last move took a piece or was one of a pawn, or none was made yet. "
            "At 100, fifty moves of each side, either may claim a draw.",
        ),
        (
            "halfmove",
            f"{KINGS} w - - 1 9",
            "1 half-move (moves of one side) since a piece was taken or a pawn moved. "
            "At 100, fifty moves of each side, either may claim a draw.",
        ),
        (
            "halfmove",
            f"{KINGS} w - - 017 90",
            "17 half-moves (moves of one side) since a piece was taken or a pawn moved. "
            "At 100, fifty moves of each side, either may claim a draw.",
        ),
        (
            "halfmove",
            f"{KINGS} w - -",
            "Missing; 0 is assumed. At 100, fifty moves of each side, either may claim a draw.",
        ),
        (
            "halfmove",
            f"{KINGS} w - - x 4",
            "Not understood; 0 is assumed. At 100, fifty moves of each side, either may claim a draw.",
        ),
        ("fullmove", f"{KINGS} w - - 0 12", "White's move 12 comes next. The number grows after each move of Black."),
        ("fullmove", f"{KINGS} - - 0 12", "Move 12 comes next. The number grows after each move of Black."),
        ("fullmove", f"{KINGS} w - - 0", "Missing; 1 is assumed. The number grows after each move of Black."),
        ("fullmove", f"{KINGS} w - - 0 0", "Not understood; 1 is assumed. The number grows after each move of Black."),
    ],
)
def test_meanings(field, text, says):
    assert meaning(text, field) == says


def test_titles_are_those_of_the_standard():
    assert [field.title for field in explained(KINGS).fields] == [
        "Piece placement",
        "Side to move",
        "Castling availability",
        "En-passant target",
        "Half-move clock",
        "Full-move number",
    ]


def test_signs_of_a_placement():
    plain = meaning(KINGS, "placement")
    assert plain.endswith("small letters Black's; a number counts empty squares.")
    assert meaning("4k3/8/8/8/8/8/8/Q~3K3", "placement") == f"{plain} A ~ marks a piece that was a pawn."
    hands = meaning(f"{KINGS}[QPPb]", "placement").removeprefix(plain)
    assert hands == " In brackets: White has 1 queen, 2 pawns in hand, Black has 1 bishop in hand."
    turned = explained("-K*1q/1*2n", width=2, height=2, fairy=True)
    assert turned.fields[0].meaning[-1] == "A *1, *2 or *3 turns a piece by so many quarters; a - makes it neutral."
    assert [rank.meaning for rank in turned.ranks] == [
        "neutral king a2, black turned queen b2",
        "empty a1, black turned knight b1",
    ]


def test_ranks_as_they_are_written():
    said = explained("4k3/8/8/8/8/8/PP1pPPPR/R~1K5 w")
    assert said.ranks[0] == (8, "4k3", "empty a8-d8, black king e8, empty f8-h8")
    assert said.ranks[6] == (2, "PP1pPPPR", "white pawns a2-b2, empty c2, black pawn d2, white pawns e2-g2, rook h2")
    assert said.ranks[7] == (1, "R~1K5", "white promoted rook a1, empty b1, king c1, empty d1-h1")


def test_ranks_that_cannot_be_told_apart_in_the_text_are_normalised():
    position = parse_fen(KINGS)
    said = explain(Reading("x", position), Diagram(position=position), {"placement": "no ranks at all"})
    assert [rank.text for rank in said.ranks] == KINGS.split("/")


def test_what_is_no_fen_is_explained_by_its_fen():
    position = parse_fen("4k3/8/8/8/8/8/8/4K3 b")
    said = explain(Reading("a board of another kind", position), Diagram(position=position))
    assert [field.text for field in said.fields] == [KINGS, "b", "-", "-", "0", "1"]
    position = parse_fen(KINGS)
    said = explain(Reading("a board of another kind", position), Diagram(position=position))
    assert [field.text for field in said.fields] == [KINGS, None, "-", "-", "0", "1"]


def test_a_clock_is_not_held_against_a_number_that_is_not_there():
    position = parse_fen(f"{KINGS} w - - 7 1")
    assert explain(Reading("a board of another kind", position), Diagram(position=position)).odd == ()
    assert explained(f"{KINGS} w - - 7").odd == ()
    assert [odd.code for odd in explained(f"{KINGS} w - - 7 1").odd] == ["halfmove-many"]
    assert [odd.code for odd in explained(f"{KINGS} w - - 7 3").odd] == ["halfmove-many"]


# --- as text ---------------------------------------------------------------------------------------------------


def test_marks_title_and_caption_follow_the_board():
    position = parse_fen(f"{KINGS} w - - 0 1")
    words = Diagram(position=position, title="A title", caption="A caption\x1b").marked(arrow="e1e2")
    text = explanation_text(explain(Reading("", position), words), Screen())
    assert "\n\nMarks: arrow e1–e2.\nA title\nA caption\\x1b\n\n1  Piece placement" in text


def test_a_long_placement_has_lines_of_its_own():
    fen = "/".join(["rnbqkbnrp"] * 9) + " w - - 0 1"
    lines = explanation_text(explained(fen, width=9, height=9), Screen(unicode=False)).split("\n")
    at = lines.index("1  Piece placement")
    assert "".join(line.strip() for line in lines[at + 1 : at + 3]) == fen.split(" ")[0]
    assert max(map(len, lines)) <= COLUMNS


pieces = st.sampled_from(
    [None] * 400
    + [
        Piece(letter, side, promoted, turns, neutral)
        for letter in PIECE_LETTERS
        for side in ("white", "black")
        for promoted in (False, True)
        for turns in range(4)
        for neutral in (False, True)
    ]
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    width, height = draw(st.sampled_from([(8, 8), (1, 1), (3, 1), (1, 3), (5, 4), (10, 3)]))
    count = width * height
    squares = st.builds(Square, st.integers(0, width - 1), st.integers(0, height - 1))
    return Position(
        width=width,
        height=height,
        pieces=tuple(draw(st.lists(pieces, min_size=count, max_size=count))),
        turn=draw(st.sampled_from([None, "white", "black"])),
        castling=draw(st.sampled_from(["-", "K", "Qk", "KQkq", "HAha", "Bj"])),
        en_passant=draw(st.none() | squares),
        halfmove=draw(st.integers(0, 200)),
        fullmove=draw(st.integers(0, 300)),
        pockets=tuple(draw(st.lists(st.sampled_from([Piece("Q", "white"), Piece("P", "black")]), max_size=3))),
    )


def placement_of(told: dict) -> str:
    """The placement that the pieces by squares give."""
    files, ranks = told["board"]["files"], told["board"]["ranks"]
    rows = []
    for rank in range(ranks, 0, -1):
        row, empty = "", 0
        for file in range(files):
            piece = told["pieces"].get(f"{chr(97 + file)}{rank}")
            empty += piece is None
            if piece:
                row, empty = f"{row}{empty or ''}{piece}", 0
        rows.append(f"{row}{empty or ''}")
    pockets = "".join(told["pockets"])
    return "/".join(rows) + (f"[{pockets}]" if pockets else "")


@given(positions(), st.sampled_from([Screen(), Screen("full"), Screen("256", unicode=False)]))
def test_any_position_is_explained(position, screen):
    said = explain(Reading("", position), Diagram(position=position))
    text = explanation_text(said, screen)
    assert all(f"{number}  {field.title}" in text for number, field in enumerate(said.fields, 1))
    told = json.loads(json.dumps(said.as_dict()))
    assert placement_of(told) == position.placement
    assert told["fen"] == position.fen()
    lines = text.partition("The FEN, normalised")[0].split("\n")  # which is for copying, so that it is one line
    assert screen.depth != "none" or max(map(len, lines)) <= COLUMNS


@given(st.text("kqrbnpKQRBNP12345678/ w-KQ0e3~", max_size=60))
def test_any_text_is_explained_or_refused_with_its_place(text):
    reading = read_fen(text)
    if reading.position is None:
        assert reading.findings
    else:
        assert explanation_text(explained(text), Screen())


def test_json_is_one_object_and_its_pieces_give_the_placement():
    result = invoke(["explain", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 20", "--json"])
    told = json.loads(result.stdout)
    assert (result.exit, result.stdout.count("\n")) == (0, 1)
    assert placement_of(told) == "r3k2r/8/8/8/8/8/8/R3K2R"
    assert told["oddities"] == told["findings"] == []
    assert told["fields"][2] == {
        "name": "Castling availability",
        "text": "Kq",
        "meaning": [
            "White may still castle king-side (K).",
            "Black may still castle queen-side (q).",
            "That is: king and rook have not moved yet, whatever may be in their way now.",
        ],
    }
