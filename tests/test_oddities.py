"""What is odd about a position: each code, the rules beneath, python-chess as a judge."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.notation import parse_fen, read_fen
from fen2img.oddities import attackers, listed, oddities
from fen2img.position import Position, Square

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3"


def square(name: str) -> Square:
    return Square(ord(name[0]) - 97, int(name[1:]) - 1)


def said(fen: str, **size: object) -> list[tuple[str, str]]:
    """Code and message of all that is odd."""
    return [odd[:2] for odd in oddities(parse_fen(fen, **size))]


@pytest.mark.parametrize(
    "fen",
    [
        START,
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 60",
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        f"{KINGS} b - - 1 1",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        "QQQQk3/8/8/8/8/5Q2/8/4K3 b - - 0 1",  # by promotion
        "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1",  # Shredder-FEN says itself that it is Chess960
        "bb2k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ],
)
def test_nothing_is_odd(fen):
    assert said(fen) == []


def test_an_empty_board():
    assert said("8/8/8/8/8/8/8/8 w - - 0 1") == [
        ("king-missing", "White has no king"),
        ("king-missing", "Black has no king"),
    ]


CASES = {
    "4k3/8/8/8/8/8/8/K3K3 w - - 0 1": ("kings-many", "White has 2 kings, on a1 and e1"),
    "8/8/8/8/8/3k4/4K3/8 w - - 0 1": ("kings-adjacent", "the kings on e2 and d3 touch"),
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1": (
        "opponent-in-check",
        "Black is in check from e2, but White is to move and could take the king",
    ),
    "4k3/8/8/8/8/2n5/3p4/4K3 b - - 0 1": (
        "opponent-in-check",
        "White is in check from d2, but Black is to move and could take the king",
    ),
    "4k3/8/8/8/8/8/2n1q2b/4K2r w - - 0 1": (
        "checkers-many",
        "White's king on e1 is attacked by 3 pieces, on e2, h1 and c2; one move can give check by 2 at most",
    ),
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1": (
        "pawns-on-edge",
        "White has a pawn on rank 8 (a8); a pawn that gets there becomes another piece at once",
    ),
    "4k3/8/8/8/8/8/8/PP2K3 w - - 0 1": (
        "pawns-on-edge",
        "White has 2 pawns on rank 1 (a1 and b1); pawns begin one rank further",
    ),
    "4k3/8/8/8/8/8/8/3pK3 w - - 0 1": (
        "pawns-on-edge",
        "Black has a pawn on rank 1 (d1); a pawn that gets there becomes another piece at once",
    ),
    "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1": ("pawns-many", "White has 9 pawns; a game begins with 8"),
    "4k3/8/8/8/8/2Q5/PPPPPPPP/3QK3 w - - 0 1": (
        "promoted-many",
        "White has more pieces than at the beginning (1 queen more), but no pawn is gone",
    ),
    "4k3/pppppp2/8/bb1b4/8/8/8/rrr1K3 w - - 0 1": None,
    "4k3/ppppppp1/8/b1b1b3/8/8/8/4K3 w - - 0 1": (
        "promoted-many",
        "Black has more pieces than at the beginning (2 dark-squared bishops more), "
        "but only a pawn can have become one",
    ),
    f"{KINGS}": ("side-unknown", "it is not said who is to move"),
    "4k3/8/8/8/8/8/4K3/7R w K - 0 1": ("castling-king", "castling right K, but White's king is not on e1"),
    "4k3/8/8/8/8/8/8/R3K3 w K - 0 1": ("castling-rook", "castling right K, but no white rook is on h1"),
    "4k2r/8/8/8/8/8/8/4K3 w q - 0 1": ("castling-rook", "castling right q, but no black rook is on a8"),
    "4k3/8/8/8/8/8/8/R2K4 w K - 0 1": ("castling-rook", "castling right K, but no white rook is right of the king"),
    "4k3/8/8/8/8/8/8/3K3R w Q - 0 1": ("castling-rook", "castling right Q, but no white rook is left of the king"),
    "4k3/8/8/8/8/8/8/3K3R w K - 0 1": (
        "castling-960",
        "castling right K with the king on d1 and the rook on h1: in Chess960 only",
    ),
    "1r2k3/8/8/8/8/8/8/4K3 w q - 0 1": (
        "castling-960",
        "castling right q with the king on e8 and the rook on b8: in Chess960 only",
    ),
    "4k3/8/8/8/8/8/8/4K1R1 w F - 0 1": ("castling-rook", "castling right F, but no white rook is on f1"),
    "4k3/8/8/8/8/8/8/4K3 w - e6 0 1": ("en-passant-pawn", "en-passant target e6, but no black pawn is on e5"),
    "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1": ("en-passant-occupied", "the en-passant target e6 is occupied"),
    "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1": (
        "en-passant-start",
        "en-passant target e3, but e2, where the pawn came from, is occupied",
    ),
    "4k3/8/8/8/4P3/8/8/4K3 b - e3 1 9": (
        "halfmove-en-passant",
        "a pawn has just moved two squares, so the half-move clock is 0, not 1",
    ),
    f"{KINGS} w - - 100 90": (
        "halfmove-claim",
        "100 half-moves without capture and pawn move: from 100 on either side can claim a draw",
    ),
    f"{KINGS} w - - 150 90": (
        "halfmove-claim",
        "150 half-moves without capture and pawn move: from 100 on either side can claim a draw",
    ),
    f"{KINGS} w - - 151 90": (
        "halfmove-over",
        "151 half-moves without capture and pawn move: a game ends as a draw at 150",
    ),
    f"{KINGS} w - - 1 1": (
        "halfmove-many",
        "the half-move clock says 1, but by the full-move number no half-move has been played",
    ),
    f"{KINGS} b - - 2 1": (
        "halfmove-many",
        "the half-move clock says 2, but by the full-move number 1 half-move has been played",
    ),
    f"{KINGS} w - - 9 3": (
        "halfmove-many",
        "the half-move clock says 9, but by the full-move number 4 half-moves have been played",
    ),
}


@pytest.mark.parametrize("fen", CASES)
def test_one_thing_is_odd(fen):
    assert said(fen) == ([CASES[fen]] if CASES[fen] else [])


def test_more_pieces_than_a_side_can_have():
    assert said("rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w kq - 0 1") == [
        ("pieces-many", "Black has 17 pieces and pawns; a game begins with 16"),
        ("promoted-many", "Black has more pieces than at the beginning (1 knight more), but no pawn is gone"),
    ]


def test_kings_that_are_missing_and_rights_that_stay():
    assert said("4k3/8/8/8/8/8/8/R7 w KQ - 0 1") == [
        ("king-missing", "White has no king"),
        ("castling-king", "castling right K, but White's king is not on e1"),
        ("castling-rook", "castling right K, but no white rook is on h1"),
        ("castling-king", "castling right Q, but White's king is not on e1"),
    ]


def test_both_sides_in_check_when_nobody_says_who_moves():
    codes = [code for code, _ in said("4k3/4R3/8/8/8/8/4r3/4K3")]
    assert codes == ["both-in-check", "side-unknown"]
    assert said("4k3/4R3/8/8/8/8/4r3/4K3")[0][1] == "both sides are in check"


def test_what_only_a_program_can_make():
    base = parse_fen(f"{KINGS} w - - 0 1")
    found = oddities(replace(base, en_passant=square("e3"), fullmove=0))
    assert [odd[:2] for odd in found] == [
        ("en-passant-rank", "the en-passant target e3 is not on rank 6 with White to move"),
        ("fullmove-number", "the full-move number is 0; a game begins with 1"),
    ]
    unknown = replace(base, turn=None, en_passant=square("e3"))
    assert [odd.code for odd in oddities(unknown)] == ["side-unknown", "en-passant-pawn"]


def test_pieces_in_hand_have_changed_sides_so_that_nothing_is_counted():
    assert said("rnbqkbnr/pppppppp/8/8/8/QQQQ4/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1") == []


def test_other_boards_have_other_men():
    assert said("k4/5/5/4r/K4 w KQkq - 0 1", width=5, height=5) == [
        ("castling-rook", "castling right K, but no white rook is right of the king"),
        ("castling-rook", "castling right Q, but no white rook is left of the king"),
        ("castling-rook", "castling right k, but no black rook is right of the king"),
        ("castling-rook", "castling right q, but no black rook is left of the king"),
    ]
    assert said("4k/5/5/K3p/R4 w Q - 0 1", width=5, height=5) == [
        ("castling-king", "castling right Q, but White's king is not on rank 1")
    ]
    assert said("kPK w - - 0 1", width=3, height=1)[0] == (
        "pawns-on-edge",
        "White has a pawn on rank 1 (b1); pawns begin one rank further",
    )


def test_turned_and_neutral_pieces_are_left_out():
    position = parse_fen("4k3/8/8/8/4*1Q3/8/8/4-K3 w - - 0 1", fairy=True)
    assert oddities(position) == ()
    position = parse_fen("4k3/8/8/8/4*1Q3/8/8/8 w - - 0 1", fairy=True)
    assert [odd.message for odd in oddities(position)] == ["White has no king"]


def test_the_squares_that_it_is_about():
    (odd,) = oddities(parse_fen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"))
    assert odd.as_dict() == {
        "code": "opponent-in-check",
        "message": "Black is in check from e2, but White is to move and could take the king",
        "squares": ["e8", "e2"],
    }


def test_lists_of_squares():
    assert [listed(map(square, names)) for names in (["a1"], ["a1", "b2"], ["a1", "b2", "c3"])] == [
        "a1",
        "a1 and b2",
        "a1, b2 and c3",
    ]


# --- python-chess ----------------------------------------------------------------------------------------------

symbols = st.sampled_from("KQRBNPkqrbnp")
boards = st.dictionaries(st.integers(0, 63), symbols, max_size=24)


@st.composite
def proper_boards(draw: st.DrawFn) -> dict[int, str]:
    """Boards with a king a side, often where castling and en passant want something."""
    pieces = draw(st.dictionaries(st.integers(0, 63), st.sampled_from("QRBNPqrbnp"), max_size=12))
    home = {60: "K", 4: "k", 63: "R", 56: "R", 7: "r", 0: "r"}
    likely = draw(st.sets(st.sampled_from([63, 56, 7, 0])))
    pieces |= {cell: home[cell] for cell in likely}
    pieces |= dict.fromkeys(draw(st.sets(st.sampled_from([24, 28, 31]))), "p")
    pieces |= dict.fromkeys(draw(st.sets(st.sampled_from([32, 36, 39]))), "P")
    kings = [draw(st.one_of(st.just(cell), st.integers(0, 63))) for cell in (60, 4)]
    pieces |= {kings[0]: "K", kings[1]: "k"}
    return pieces


def fen_of(pieces: dict[int, str], state: str) -> str:
    ranks = ["".join(pieces.get(8 * r + f, "1") for f in range(8)) for r in range(8)]
    for n in range(8, 1, -1):
        ranks = [rank.replace("1" * n, str(n)) for rank in ranks]
    return "/".join(ranks) + state


def judged(fen: str):
    """python-chess's board and our position."""
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    return chess, chess.Board(fen), read_fen(fen).position


@given(boards, st.integers(0, 63), st.booleans())
def test_attackers_agree_with_python_chess(pieces, at, white):
    chess, board, position = judged(fen_of(pieces, " w - - 0 1"))
    where = Square(at % 8, at // 8)
    ours = attackers(position, where, "white" if white else "black")
    assert {s.name for s in ours} == {chess.square_name(s) for s in board.attackers(white, at)}
    assert len(ours) == len(set(ours))


@given(
    st.one_of(boards, proper_boards()),
    st.sampled_from("wb"),
    st.sampled_from(["-", "K", "Q", "KQ", "kq", "KQkq"]),
    st.sampled_from(["-", "a", "e", "h"]),
)
def test_status_agrees_with_python_chess(pieces, turn, castling, file):
    target = "-" if file == "-" else file + ("6" if turn == "w" else "3")
    chess, board, position = judged(fen_of(pieces, f" {turn} {castling} {target} 0 1"))
    corners = {"K": chess.BB_H1, "Q": chess.BB_A1, "k": chess.BB_H8, "q": chess.BB_A8, "-": 0}
    board.castling_rights = sum(corners[letter] for letter in castling)  # it leaves out some by itself
    agree(chess, board, position)


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_games_are_not_odd(seed, plies):
    _, board, _ = judged(START)
    rng = random.Random(seed)
    for _ in range(plies):
        if not (moves := list(board.legal_moves)):
            break
        board.push(rng.choice(moves))
    assert oddities(parse_fen(board.fen(en_passant="fen"))) == ()


def agree(chess, board, position: Position) -> None:
    codes = {odd.code for odd in oddities(position)}
    status = board.status()

    def flag(*names: str) -> bool:
        return any(status & getattr(chess, f"STATUS_{name}") for name in names)

    kings = [len(board.pieces(chess.KING, color)) for color in chess.COLORS]
    assert ("king-missing" in codes) == flag("NO_WHITE_KING", "NO_BLACK_KING")
    assert ("kings-many" in codes) == any(n > 1 for n in kings)
    assert "kings-many" in codes or not flag("TOO_MANY_KINGS")
    assert ("pawns-on-edge" in codes) == flag("PAWNS_ON_BACKRANK")
    assert ("pawns-many" in codes) == flag("TOO_MANY_WHITE_PAWNS", "TOO_MANY_BLACK_PAWNS")
    assert ("pieces-many" in codes) == flag("TOO_MANY_WHITE_PIECES", "TOO_MANY_BLACK_PIECES")
    if kings == [1, 1]:
        touching = "kings-adjacent" in codes
        assert ("opponent-in-check" in codes or touching) == flag("OPPOSITE_CHECK")
        rights = {"castling-king", "castling-rook", "castling-960"} & codes
        assert bool(rights) == flag("BAD_CASTLING_RIGHTS")
    passing = {"en-passant-occupied", "en-passant-pawn", "en-passant-start"} & codes
    assert bool(passing) == flag("INVALID_EP_SQUARE")


def test_the_documentation_names_all_codes_and_no_others():
    root = Path(__file__).resolve().parent.parent
    codes = set(re.findall(r'Oddity\(\s*"([a-z0-9-]+)"', (root / "fen2img" / "oddities.py").read_text("utf-8")))
    table = re.findall(r"^\| (`[a-z].*?) \|", (root / "docs" / "explain.md").read_text("utf-8"), re.MULTILINE)
    named = {code for cell in table for code in re.findall(r"`([a-z0-9-]+)`", cell)}
    assert codes == named - {"kitty", "iterm", "sixel", "text", "auto"}
    assert codes >= {code for case in CASES.values() if case for code in case[:1]}
