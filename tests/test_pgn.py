"""Games: cut apart, read, played, and shown at the moments asked for."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fen2img.color import rgb
from fen2img.errors import OptionError
from fen2img.inputs import ReadOptions, Record, Rules, read_input, read_record
from fen2img.inputs.cutting import LONGEST, cuts_of
from fen2img.inputs.games import looks
from fen2img.inputs.kinds import kind_of
from fen2img.inputs.text import Text
from fen2img.letters import LETTERS
from fen2img.marks import Mark
from fen2img.notation import Reading
from fen2img.notation.pgn import DEEPEST, MOST_FINDINGS
from fen2img.notation.san import spelled

chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
pgn = pytest.importorskip("chess.pgn")

TAGS = '[Event "Club evening"]\n[White "Weiss"]\n[Black "Schwarz"]\n[Date "2023.11.05"]\n\n'
SPANISH = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
OPEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
ENDING = "8/5pk1/6p1/8/3R4/6PK/8/1r6 b - - 4 51"


def records(text: str | bytes, at: str = "end", name: str = "games.pgn", **options: object) -> list[Record]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_input(io.BytesIO(data), name, ReadOptions(at=at, **options)))


def read(text: str | bytes, at: str = "end", rules: Rules | None = None, **options: object) -> list[Reading]:
    rules = rules or Rules(letters=str(options.get("letters", "en")))
    return [read_record(record, rules) for record in records(text, at, **options)]


def fens(text: str | bytes, at: str = "end", **options: object) -> list[str | None]:
    return [r.position.fen() if r.position else None for r in read(text, at, **options)]


def one(text: str | bytes, at: str = "end", **options: object) -> Reading:
    (reading,) = read(text, at, **options)
    return reading


def said(text: str | bytes, at: str = "end", **options: object) -> list[tuple[str, str]]:
    """What a game is told, once each: kind and words."""
    found = [(f.code, f.message) for r in read(text, at, **options) for f in r.findings]
    return list(dict.fromkeys(found))


def shown(mark: Mark) -> str:
    where = "-".join(square.name for square in mark.squares)
    return f"{mark.kind} {where}" + (f" {mark.text}" if mark.text else "")


def marks(text: str, at: str = "end") -> list[str]:
    return [shown(mark) for mark in one(text, at).marks]


# --- moments ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "plies"),
    [
        ("end", [6]), ("start", [0]), ("ply 0", [0]), ("ply 3", [3]), ("ply3", [3]), ("2w", [3]), ("2b", [4]),
        ("2...", [4]), ("2…", [4]), ("2. w", [3]), ("every 2", [2, 4, 6]), ("every 4", [4]), ("every 9", []),
        ("all", [0, 1, 2, 3, 4, 5, 6]), ("marked", []), ("end,start", [0, 6]),
        ("start, 1w,ply 1 ,every 3", [0, 1, 3, 6]),
    ],
)  # fmt: skip
def test_moments(at, plies):
    found = records("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", at)
    assert [int(record.fields["ply"]) for record in found] == plies
    board = chess.Board()
    wanted = [board.fen(en_passant="fen")]
    for move in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]:
        board.push_san(move)
        wanted.append(board.fen(en_passant="fen"))
    assert [read_record(r, Rules()).position.fen() for r in found] == [wanted[ply] for ply in plies]


def test_moments_are_kept_in_one_spelling():
    assert ReadOptions(at="24..., 3 w,every  10,end,end").at == "24b,3w,every 10,end"
    assert ReadOptions(at="ply 7").told() == {"at": "ply 7"}


@pytest.mark.parametrize(
    ("at", "hint"),
    [
        ("24", "24w is the position after White's 24th move"), ("", None), ("end,", None), ("ply", None), ("0w", None),
        ("every 0", None), ("middle", None), (3, None), ("ply 1000000", None), ("٣w", None),
    ],
)  # fmt: skip
def test_what_is_no_moment(at, hint):
    with pytest.raises(OptionError) as caught:
        ReadOptions(at=at)
    assert caught.value.message == (
        f"at: '{at}' is not a position of a game: end, start, ply 24, 24w, 24b, every 10, marked, all, or several with "
        "commas"
    )
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ("ply 7", "game 1 has 6 plies, 1w to 3b; there is no ply 7"),
        ("4w", "game 1 has 6 plies, 1w to 3b; there is no 4w"),
        ("99b", "game 1 has 6 plies, 1w to 3b; there is no 99b"),
    ],
)
def test_a_ply_beyond_the_end(at, message):
    assert said("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", at) == [("no-such-ply", message)]


def test_some_moments_may_be_there_and_others_not():
    text = "1. e4 *\n\n1. d4 d5 *\n"
    assert [f is None for f in fens(text, "1b,start")] == [False, True, False, False]
    assert said(text, "1b") == [("no-such-ply", "game 1 has 1 ply, 1w to 1w; there is no 1b")]
    assert said('[Event "x"]\n*', "ply 2") == [("no-such-ply", "game 1 has no moves; there is no ply 2")]


def test_the_numbers_of_moves_are_those_of_the_game():
    text = f'[Event "x"]\n[FEN "{ENDING}"]\n\n51... Kf6 52. Rd6+ Ke5 *'
    assert [r.fields["move"] for r in records(text, "all")] == ["", "51... Kf6", "52. Rd6+", "52... Ke5"]
    assert [r.id for r in records(text, "all")] == ["1-start", "1-51b", "1-52w", "1-52b"]
    assert [r.fields["ply"] for r in records(text, "52w")] == ["2"]
    assert said(text, "51w") == [("no-such-ply", "game 1 has 3 plies, 51b to 52b; there is no 51w")]


def test_marked_positions():
    text = (
        "{[#]} 1. e4 $1 $220 (1. d4 $220 {[#]}) e5 {# is mate} 2. Nf3 { # } Nc6 {see [#] here} 3. Bb5 $221 a6 "
        "{[%csl Ga6]} *"
    )
    found = read(text, "marked")
    assert [r.fields["ply"] for r in records(text, "marked")] == ["0", "1", "3", "4", "5"]
    assert [r.orientation for r in found] == [None, None, None, None, "black"]
    assert records("1. e4 *", "marked") == []


# --- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6",
        "e4 e5 Nf3 Nc6 Bb5 a6",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 ½-½",
        "1. ... 1. e4 1. .. e5 2 . Nf3 2.... Nc6 3… Bb5 3... a6 *",
        "1. e4! e5?! 2. Nf3!! Nc6?? 3. Bb5!? $3 a6? $146 *",
        "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Nf3 Nc6 3. Bb5 ( 3. Bc4 {)} ) a6 *",
        '1. e4 { ( [Event "no"] 1. d4 } e5 ; 2. d4 {\n2. Nf3 Nc6\n% 3. Bc4 Bc5 {(\n3. Bb5 a6 *',
        "1. e4 {a} {b} e5 2. Nf3 {\n\nlong\n\n} Nc6 3. Bb5 a6 {one} {two} *",
        "1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1b5 Pa7-a6 *",
        "1. e2–e4 e5 2. Nf3 Nc6 3. Bb5 a6+- 1–0",
        "1. e4 e5 2. Nf3= Nc6+/- 3. Bb5 ± a6 +- *",
        "1. e4\ne5\n\n2. Nf3 Nc6\n\n\n3. Bb5 a6",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 * {the end} ; of it",
        "\n\n% a line\n; another\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
    ],
)
@pytest.mark.parametrize("tags", ["", TAGS, TAGS.strip() + " ", TAGS.replace("\n", " ")])
def test_the_same_game(tags, moves):
    if tags.endswith(" ") and moves.startswith("\n"):
        tags += "\n"
    assert fens(tags + moves) == [SPANISH]
    assert not [f for f in one(tags + moves).findings if f.severity == "error"]


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (b"\xef\xbb\xbf" + TAGS.encode() + b"1. e4 e5 *", []),
        (TAGS.replace("\n", "\r").encode() + b"1. e4\re5 *", []),
        (TAGS.replace("\n", "\r\n").encode() + b"1. e4\r\ne5 *", []),
        ((TAGS + "1. e4 e5 *").encode("utf-16"), []),
        (TAGS.replace("Weiss", "Weiß").encode("cp1252") + b"1. e4 e5 *", ["encoding"]),
        (TAGS.encode() + b"1. e4 {it\x92s} e5 *", ["encoding"]),
        (TAGS.replace("Weiss", "Белов").encode("cp1251") + b"1. e4 e5 *", ["encoding"]),
        (TAGS.replace("Weiss", "Белов").encode() + b"1. e4 e5 *", []),
    ],
)
def test_encodings_and_line_ends(data, codes):
    reading = one(data)
    assert (reading.position.fen(), [f.code for f in reading.findings]) == (OPEN, codes)


def test_the_encoding_is_told_where_it_is():
    reading = one(TAGS.replace("Weiss", "Weiß").encode("cp1252") + b"1. e4 e5 *")
    (finding,) = reading.findings
    assert reading.source[slice(*finding.span)] == "ß"


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ('[White "Anna \\"Ace\\" Ek"]', 'Anna "Ace" Ek'),
        ('[White "C:\\\\games"]', "C:\\games"),
        ('[White "Engine\\"]', "Engine\\"),
        ('[White "Anna "Ace" Ek"]', 'Anna "Ace" Ek'),
        ('  [ White  "Ek" ]  ', "Ek"),
        ('[White "1. d4 (d5) {c} ; [x]"]', "1. d4 (d5) {c} ; [x]"),
        ('[White "Ek\n"]', "Ek"),
        ('[White ""]', ""),
    ],
)
def test_values_of_tags(tag, value):
    (record,) = records(f'[Event "x"]\n{tag}\n[Black "B"]\n\n1. e4 e5 *')
    assert (record.fields["White"], record.fields["Black"]) == (value, "B")
    assert read_record(record, Rules()).position.fen() == OPEN


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("", []),
        ("\n\n  \n", []),
        ("; only a comment\n% and a line\n{ and more }\n", []),
        ("*\n", []),
        ('[Event "a"]\n\n1. e4 *\n[Event "b"]\n\n1. d4 *\n', ["a", "b"]),
        ('[Event "a"]\n1. e4\n[Event "b"]\n1. d4', ["a", "b"]),
        ('[Event "a"]\n[Event "b"]\n\n1. d4 *', ["a", "b"]),
        ('[Event "a"]\n\n[Site "s"]\n\n1. d4 *', ["a"]),
        ('[Event "a"]\n\n*\n\n[Site "s"]\n\n1. d4 *', ["a", ""]),
        ('[Site "a"]\n\n[Site "b"]\n\n1. d4 *', ["", ""]),
        ('[Event "a"]\n[Annotator "x"]\n[Annotator "y"]\n\n1. d4 *', ["a"]),
        ("1. e4 e5 *\n1. d4 d5 *\n\n1. c4", ["", "", ""]),
        ("1. e4 e5\n1. d4 d5\n", ["", ""]),
        ("1. e4 (1. d4\n1. d5) e5", [""]),
        ('[Event "a"]\n\n1. e4 *\n\nWritten by a program\n', ["a"]),
        ('[Event "a"]\n\n1. e4 *\n\ufeff[Event "b"]\n\n1. e4 *\n\x1a', ["a", "b"]),
        ('[Event "a"] {c [#]\n[Event "b"] }\n1. e4\n1. d4 *', ["a", ""]),
        ('[Event "a"]\n[White "A]\n[Black "B"]\n\n[Black "C"]\n\n1. e4 *', ["a", ""]),
        ('Mail from Anna\n\n[Event "a"]\n\n1. e4 *\n', ["a"]),
        ('{about\nthe games}\n[Event "a"]\n{c}\n[Site "s"]\n\n1. e4 *\n', ["a"]),
        ('[Event "a"]\n\n1. e4 {[Event "no"]\n[Event "nor"]\n} *\n', ["a"]),
    ],
)
def test_games_are_cut_apart(text, events):
    assert [record.fields.get("Event", "") for record in records(text)] == events


def test_games_know_their_lines():
    text = f"\n\n{TAGS}1. e4 *\n\n\n% x\n{TAGS}1. d4 *\n"
    assert [(r.line, r.id, r.number) for r in records(text)] == [(3, "1", 1), (12, "2", 2)]
    assert [r.line for r in records(text.replace("\n", "\r\n"))] == [3, 12]


def test_games_that_are_only_a_fen():
    text = f'[FEN "{ENDING}"]\n\n[FEN "{OPEN}"]\n[FEN "{SPANISH}"]\n\n\n[Event "x"]\n[FEN "{ENDING}"]\n*'
    assert fens(text) == [ENDING, OPEN, SPANISH, ENDING]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ('[Event "x"]\n\n{never\n', "comment", "a comment begins here that never ends"),
        ("1. e4 {never\n", "comment", "a comment begins here that never ends"),
        ("1. e4 (1. d4 {never\n", "comment", "a comment begins here that never ends"),
        ("1. e4 (1. d4 d5 (1... Nf6) e5 *", "bracket", "a variation begins here that never ends"),
        ("1. e4 " + "(" * 20_000 + "1. d4 " + ")" * 20_000, "too-deep", "variations are nested more than 1000 deep"),
        ("[FEN rnbqkbnr/8]\n\n1. e4 *", "tag", "[FEN rnbqkbnr/8] is no tag pair, so the initial position is unknown"),
        ("Dear Anna,\nhow are you?\n", "no-game", "there is no game in this text"),
    ],
)
def test_what_is_no_whole_game(text, code, message):
    assert fens(text, from_="pgn") == [None]
    assert said(text, from_="pgn")[0] == (code, message)


def test_a_comment_that_never_ends_costs_one_game():
    text = f"{TAGS}1. e4 {{never ends e5 *\n\n{TAGS}1. e4 e5 *\n"
    assert fens(text) == [None, OPEN]
    assert said(text, "ply 3")[0] == ("comment", "a comment begins here that never ends")


def test_depth_has_a_limit_and_is_no_recursion():
    assert fens("1. e4 " + "(1. d4 " * DEEPEST + ")" * DEEPEST + " e5") == [OPEN]


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ('[Event "x"]\n[White Anna]\n\n1. e4 e5 *', "[White Anna] is no tag pair; it is left out"),
        ("1. e4 e5 ) *", "a variation ends that did not begin"),
        ("1. e4 e5 * and so on", "what stands behind the result is left out"),
        ("1. e4 e5 * 1. d4 d5 *", "what stands behind the result is left out"),
        ('some words\n[Event "x"]\n\n1. e4 e5 *', "what stands before the first game is left out"),
        ('[Event "x"]\n[White "A\n"]\n\n1. e4 e5 *', "the value of the tag White goes on in another line"),
    ],
)
def test_warnings(text, warning):
    reading = one(text)
    assert reading.position.fen() == OPEN
    assert [(f.severity, f.message) for f in reading.findings] == [("warning", warning)]


def test_games_beyond_all_measure():
    reading, other = read(f"{TAGS}1. e4 {{" + "x" * LONGEST + f"}} e5 *\n\n{TAGS}1. e4 e5 *\n")
    assert reading.findings[0].message == f"game 1 has more than {LONGEST} characters"
    assert (reading.position, other.position.fen()) == (None, OPEN)
    assert len(reading.source) <= 1000


def test_long_lines_are_read_whole():
    text = "1. e4 {" + "x" * 200_000 + "} e5 *"
    assert fens(text) == [OPEN]


def test_the_reader_keeps_one_game():
    """Files of any size: of what was cut nothing stays."""
    many = io.BytesIO(f"{TAGS}1. e4 e5 *\n\n".encode() * 50)
    sizes = [len(cut.text.strip()) for cut in cuts_of(Text(many, ""))]
    assert sizes == [len(TAGS) + len("1. e4 e5 *")] * 50


# --- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "san"),
    [
        ("Nf3", "Nf3"), ("N1xf3+", "N1xf3"), ("exd8=Q#", "exd8=Q"), ("exd8Q", "exd8Q"), ("e8/Q", "e8=Q"),
        ("e4:d5", "e4xd5"),
        ("e×d5", "exd5"), ("exd6e.p.", "exd6"), ("exd6ep+", "exd6"), ("Pe4", "e4"), ("Pexd5", "exd5"), ("N-f3", "Nf3"),
        ("Ng1–f3", "Ng1f3"), ("e2-e4", "e2e4"), ("e4,", "e4"), ("Qh7++", "Qh7"), ("Qh7†", "Qh7"), ("Qh7mate", "Qh7"),
        ("Nf3+-", "Nf3"), ("Nf3-+", "Nf3"), ("0-0", "O-O"), ("0–0", "O-O"), ("o-o", "O-O"), ("О-О-О", "O-O-O"),
        ("0-0-0+", "O-O-O"), ("O-O!", None), ("--", "--"), ("Z0", "--"), ("@@@@", "--"), ("0000", "--"),
        ("N@f3", "N@f3"),
        ("@f3", "@f3"), ("P@f3", "P@f3"), ("♘f3", "Nf3"), ("♟e5", "e5"), ("♞\ufe0ec6", "Nc6"), ("e8=♕", "e8=Q"),
        ("Hf3", None), ("Sf3", None), ("nf3", None), ("Кf3", None), ("e-4", None), ("e2-", None), ("e9", None),
        ("", None), ("O", None), ("O-o", None), ("0-0-", None), ("N", None), ("=Q", None), ("+", None),
        ("Nf3Nc6", None),
    ],
)  # fmt: skip
def test_spellings(word, san):
    assert spelled(word) == san


@pytest.mark.parametrize(
    ("word", "code", "san"),
    [
        ("Hf3", "hu", "Nf3"), ("Bd1", "hu", "Rd1"), ("Nf3", "hu", None), ("e8=V", "hu", "e8=Q"), ("e8V+", "hu", "e8=Q"),
        ("e8=Q", "hu", None), ("Ge4", "hu", "e4"), ("Sf3", "de", "Nf3"), ("Lb5", "de", "Bb5"), ("Bb5", "de", None),
        ("Rd1", "fr", "Kd1"), ("Cf3", "fr", "Nf3"), ("0-0", "de", "O-O"), ("--", "de", "--"), ("♘f3", "de", "Nf3"),
        ("e4", "de", "e4"), ("exd5", "de", "exd5"), ("Крe2", "ru", "Ke2"), ("Кf3", "ru", "Nf3"), ("@e4", "de", "@e4"),
    ],
)  # fmt: skip
def test_letters_of_other_languages(word, code, san):
    assert spelled(word, code) == san


def test_a_game_in_another_language():
    text = "1.e4 e5 2.Hf3 Hc6 3.Fb5 a6 *"
    assert fens(text, letters="hu") == [SPANISH]
    assert fens(text.translate(str.maketrans("HF", "CF")), letters="fr") == [SPANISH]
    assert fens(text) == [None]
    (finding,) = one(text).findings
    assert (finding.message, finding.hint) == (
        "game 1, line 1: 2. Hf3 is no move", "the moves fit the piece letters of Hungarian (--letters hu: K V B F H G)"
    )  # fmt: skip
    assert one(text, letters="de").findings[0].hint is None
    hint = one("1. Sf3 Sf6 2. Sc3").findings[0].hint
    assert hint is not None
    assert "German" in hint
    assert one("1. Yf3 *").findings[0].hint is None


def test_figures_of_pieces():
    reading = one("1.e4 e5 2.♘f3 ♞c6 3.♗b5 a6 *")
    assert (reading.position.fen(), [f.code for f in reading.findings]) == (SPANISH, ["figurines"])


@pytest.mark.parametrize(
    ("moves", "code", "message"),
    [
        ("1. e4 e5 2. Nf6", "illegal-move", "game 1, line 6: 2. Nf6 cannot be played here"),
        ("1. e4 e5\n2. Nf3 Nd4", "illegal-move", "game 1, line 7: 2... Nd4 cannot be played here"),
        ("1. d4 d5 2. Nf3 c6 3. Nd2", "ambiguous-move", "game 1, line 6: 3. Nd2 can be two moves"),
        ("1. e4 e5 2. castles", "no-move", "game 1, line 6: 2. castles is no move"),
        ("1. e4 e5 2. N f3", "no-move", "game 1, line 6: 2. N is no move"),
        ("1. e4 e5 } 2. Nf3", "no-move", "game 1, line 6: 2. } is no move"),
        ("1. e4 e5 2. O-O", "illegal-move", "game 1, line 6: 2. O-O cannot be played here"),
    ],
)
def test_moves_that_cannot_be_played(moves, code, message):
    reading = one(TAGS + moves)
    assert reading.position is None
    assert [(f.code, f.message) for f in reading.findings] == [(code, message)]
    finding = reading.findings[0]
    assert reading.source[slice(*finding.span)] == finding.message.split()[5]


def test_only_what_comes_before_a_bad_move_is_shown():
    text = "1. e4 e5 2. Ke7 Nc6 *"
    assert fens(text, "all") == [*fens("1. e4 e5", "all"), None, None]
    assert fens(text, "ply 3") == fens(text, "end") == [None]
    assert [(f.severity, f.code) for f in one(text, "ply 2").findings] == [("warning", "illegal-move")]
    assert one(text, "start").findings == ()


def test_null_moves():
    assert fens("1. e4 -- 2. d4 Z0 3. c4 *") == ["rnbqkbnr/pppppppp/8/8/2PPP3/8/PP3PPP/RNBQKBNR b KQkq c3 0 3"]
    assert marks("1. e4 --") == []


def test_a_pinned_piece_needs_no_file():
    text = '[FEN "3rk3/8/8/8/8/3N4/8/3K1N2 w - - 0 1"]\n\n1. Nd2 *'
    assert one(text).position.placement == "3rk3/8/8/8/8/3N4/3N4/3K4"


# --- how a game begins -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "codes"),
    [
        (f'[FEN "{ENDING}"]', []),
        (f'[SetUp "1"]\n[FEN "{ENDING}"]', []),
        (f'[SetUp "0"]\n[FEN "{ENDING}"]', ["set-up"]),
        (f'[fen "{ENDING}"]\n[setup "1"]', ["tag-name"]),
        (f'[FEN "{ENDING}\n"]', ["tag"]),
        (f'[FEN "{ENDING} and text"]', ["fen-rest"]),
        (f'[FEN "{ENDING[:-7]}"]', ["en-passant-missing"]),
    ],
)
def test_the_initial_position(tags, codes):
    reading = one(f'[Event "x"]\n{tags}\n\n51... Kf6 *')
    assert reading.position.placement == "8/5p2/5kp1/8/3R4/6PK/8/1r6"
    assert [f.code for f in reading.findings] == codes


@pytest.mark.parametrize(
    ("tags", "codes"),
    [
        ('[SetUp "0"]\n[FEN ""]', []), ('[FEN ""]', ["fen-empty"]), ('[SetUp "0"]', []), ('[Variant "Standard"]', []),
        ('[Variant "From Position"]', []), ('[Variant ""]', []),
    ],
)  # fmt: skip
def test_the_usual_initial_position(tags, codes):
    reading = one(f'[Event "x"]\n{tags}\n\n1. e4 e5 *')
    assert (reading.position.fen(), [f.code for f in reading.findings]) == (OPEN, codes)


@pytest.mark.parametrize("at", ["start", "end"])
@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ('[SetUp "1"]', "SetUp says that there is an initial position, but there is no FEN tag"),
        ('[SetUp "1"]\n[FEN ""]', "SetUp says that there is an initial position, but there is no FEN tag"),
        ('[Variant "Chess960"]', "a game of Chess960 says in a FEN tag how it begins"),
        ('[Variant "Duck chess"]', "nothing is known of Duck chess, so it needs a FEN tag"),
        ('[FEN "8/8"]', "2 ranks instead of 8"),
    ],
)
def test_an_unknown_initial_position(tags, message, at):
    reading = one(f'[Event "x"]\n{tags}\n\n1. e4 e5 *', at)
    assert reading.position is None
    assert reading.findings[0].message == message


def test_a_bad_fen_is_shown_where_it_is():
    reading = one('[Event "x"]\n[FEN "8/8/8/8/8/8/8/7X w - - 0 1"]\n\n*')
    assert reading.source[slice(*reading.findings[0].span)] == "X"


@pytest.mark.parametrize("name", ["Chess960", "Chess 960", "fischerandom", "Fischer Random", "FRC", "Standard"])
@pytest.mark.parametrize("rights", ["GBgb", "KQkq"])
def test_chess960(name, rights):
    fen = f"1rk3r1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1RK3R1 w {rights} - 0 1"
    text = f'[Event "x"]\n[Variant "{name}"]\n[FEN "{fen}"]\n\n1. O-O O-O-O *'
    if name == "Standard" and rights == "KQkq":  # nothing says that it is another game
        assert fens(text) == [None]
        return
    assert fens(text, "all") == [
        fen,
        "1rk3r1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1R3RK1 b gb - 1 1",
        "2kr2r1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1R3RK1 w - - 2 2",
    ]
    assert marks(text, "1w") == ["lastmove c1-g1"]
    assert marks(text, "1b") == ["lastmove b8-d8"]


@pytest.mark.parametrize(
    ("name", "moves", "fen"),
    [
        ("Racing Kings", "", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        ("racingKings", "1. Kh3", "8/8/8/8/8/7K/krbnNBR1/qrbnNBRQ b - - 1 1"),
        ("Horde", "", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
        ("Antichess", "1. e3 b5 2. Bxb5", "rnbqkbnr/p1pppppp/8/1B6/8/4P3/PPPP1PPP/RNBQK1NR b - - 0 2"),
        ("Atomic", "1. Nf3 f6 2. Nd4 e5 3. Ne6 d6 4. Nxg7", "rnbqk3/ppp4p/3p1p2/4p3/8/8/PPPPPPPP/RNBQKB1R b KQq - 0 4"),
        ("King of the Hill", "1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        ("Three-check", "1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        (
            "Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4",
            "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 1 3",
        ),
    ],
)  # fmt: skip
def test_other_rules(name, moves, fen):
    assert fens(f'[Event "x"]\n[Variant "{name}"]\n\n{moves} *') == [fen]


def test_a_piece_from_the_hand_comes_from_nowhere():
    assert marks('[Variant "Crazyhouse"]\n[Event "x"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4!') == []


def test_rules_that_nobody_knows():
    text = f'[Event "x"]\n[Variant "Duck chess"]\n[FEN "{OPEN}"]\n\n2. Nf3 *'
    assert fens(text, "start") == [OPEN]
    assert said(text) == [
        ("variant", "game 1, line 5: the rules of this game are not known, so its moves cannot be played")
    ]
    pocket = '[FEN "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"]\n\n1. Ke2 *'
    assert [code for code, _ in said(pocket)] == ["variant"]
    assert fens(pocket, "start") == ["4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"]


def test_another_board():
    assert [f.code for f in one("1. e4 *", rules=Rules(10, 8)).findings] == ["board-size"]


# --- what is drawn with it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. e4", ["lastmove e2-e4"]),
        ("1. e4!", ["lastmove e2-e4", "badge e4 !"]),
        ("1. e4?? $220", ["lastmove e2-e4", "badge e4 ??"]),
        ("1. e4 $5", ["lastmove e2-e4", "badge e4 !?"]),
        ("1. e4 $10 $6 $1", ["lastmove e2-e4", "badge e4 ?!"]),
        ("1. e4 ⁉", ["lastmove e2-e4", "badge e4 !?"]),
        ("1. e4 !!!", ["lastmove e2-e4"]),
        ("1. e4! e5", ["lastmove e7-e5"]),
        ("1. e4 {[%csl Gd4] e5}", ["lastmove e2-e4", "highlight d4"]),
        (
            "1. e4 {x [%cal Ge2e4, Rd1h5] y} {[%csl Ya1]}",
            ["lastmove e2-e4", "arrow e2-e4", "arrow d1-h5", "highlight a1"],
        ),
        ("1. e4 {[%csl Gd4]} (1. d4 {[%csl Ra1]}) e5", ["lastmove e7-e5"]),
        ("1. e4 {[%csl Gd4,Gd4][%eval 0.1][%csl ]}", ["lastmove e2-e4", "highlight d4"]),
    ],
)
def test_marks(text, found):
    assert marks(text) == found


def test_marks_before_the_first_move():
    (mark,) = one("{[%cal Bg1f3]} 1. e4 e5", "start").marks
    assert (shown(mark), mark.color) == ("arrow g1-f3", rgb("#003088"))


def test_shapes_that_are_none_are_left_out():
    reading = one("1. e4 {[%csl G18,Ca1,Gd4,gd5][%cal G5236,Ga1i9,Ga1a1,Ga1a8]}")
    assert [shown(m) for m in reading.marks] == ["lastmove e2-e4", "highlight d4", "arrow a1-a8"]
    assert [reading.source[slice(*f.span)] for f in reading.findings] == [
        "G18",
        "Ca1",
        "gd5",
        "G5236",
        "Ga1i9",
        "Ga1a1",
    ]
    assert {f.severity for f in reading.findings} == {"warning"}
    assert reading.findings[0].message == "'G18' is no square to mark; it is left out"
    assert reading.findings[3].message == "'G5236' is no arrow to mark; it is left out"


def test_marks_have_a_limit():
    squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    shapes = ",".join(f"{c}{a}{b}" for c in "GR" for a in squares[:20] for b in squares[30:45])
    reading = one("1. e4 {[%cal " + shapes + "]}")
    assert len(reading.marks) == 500
    assert [f.message for f in reading.findings] == ["601 marks; the first 500 are drawn"]


def test_castling_is_marked_by_the_king():
    assert marks("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0!?") == ["lastmove e1-g1", "badge g1 !?"]


@pytest.mark.parametrize(("value", "side"), [("white", "white"), ("Black", "black"), ("left", None), ("", None)])
def test_orientation(value, side):
    assert one(f'[Orientation "{value}"]\n\n1. e4').orientation == side


@pytest.mark.parametrize(
    ("tags", "caption"),
    [
        ({"White": "A", "Black": "B", "Event": "Cup", "Date": "2024.01.02"}, "A – B, Cup 2024"),
        ({"White": "A", "Black": "B", "Event": "Cup 2024", "Date": "2024.01.02"}, "A – B, Cup 2024"),
        ({"White": "A", "Black": "B", "Event": "?", "Date": "2024.??.??"}, "A – B, 2024"),
        ({"White": "A", "Black": "?", "Event": "Cup", "Date": "????.??.??"}, "Cup"),
        ({"White": "?", "Black": "?", "Event": "?", "Date": "2024.01.02"}, None),
        ({"Event": "-"}, None),
    ],
)
def test_captions(tags, caption):
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    (record,) = records(f"{text}\n1. e4 *")
    assert record.fields.get("caption") == caption
    assert {name: record.fields[name] for name in tags} == tags


def test_columns():
    text = f"{TAGS}1. e4 *\n\n{TAGS}1. d4 d5 2. c4 *"
    assert [(r.fields["game"], r.fields["ply"], r.fields["move"]) for r in records(text)] == [
        ("1", "1", "1. e4"), ("2", "3", "2. c4")
    ]  # fmt: skip
    assert [r.id for r in records(text)] == ["1", "2"]
    assert [r.id for r in records(text, "end,start")] == ["1-start", "1-1w", "2-start", "2-2w"]


# --- around it -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "games"),
    [
        ('[Event "x"]\n', True), ('\ufeff\r\n % x\r\n[Site "?"]\r\n', True), ('[FEN "8/8"]\n', False),
        ('[FEN "8/8"]\n\n1. Kd2 *', True), ("1. e4 e5", True), ("1.e4 e5", True), ("1... Nf6", True), ("1. O-O", True),
        ("; x\n1. ♘f3", True), ("", False), ("8/8/8/8/8/8/8/8 w - - 0 1", False), ("1. 8/8/8/8", False),
        ("1rk3r1/8 w", False),
        ("1. b7/8/8/8/8/8/8/8", False), ("Dear Anna", False), ('Dear Anna\n[Event "x"]\n', True), ("[x]", False),
    ],
)  # fmt: skip
def test_what_looks_like_games(head, games):
    assert looks(head) is games
    if games:
        assert kind_of("x.txt", head, ReadOptions()).name == "pgn"


def test_at_is_for_games_only():
    with pytest.raises(OptionError, match=r"--at does not apply to list.txt, which is a list"):
        records(OPEN, "start", "list.txt")


def test_without_python_chess(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(OptionError) as caught:
        records("1. e4 *")
    assert (caught.value.message, caught.value.hint) == ("PGN needs python-chess", "pip install 'fen2img[pgn]'")


def test_python_chess_is_loaded_late():
    code = "import sys, fen2img.inputs, fen2img.cli.fen, fen2img.inputs.games; sys.exit('chess' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- what holds for all games ----------------------------------------------------------------------------------------

WORDS = st.text(st.sampled_from('abc {}()[];%$!?*#\\"\n.0189-éЖ'), max_size=12)


@st.composite
def games(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A legal game as python-chess writes it, with all that may surround moves, and its FENs."""
    board = chess.Board()
    game = pgn.Game()
    game.headers["White"] = draw(st.sampled_from(["A", 'B "b" \\', "C [c] 1. e4 {"]))
    node, wanted = game, [board.fen(en_passant="fen")]
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        other = moves[(choice // 7) % len(moves)]
        move = moves[choice % len(moves)]
        comment = draw(WORDS).replace("{", "").replace("}", "").strip() if choice % 3 == 0 else ""
        before = node
        node = node.add_variation(move, comment=comment)
        if choice % 4 == 0:
            node.nags.add(choice % 200 + 1)
        if choice % 5 == 0 and other != move:
            before.add_variation(other, comment="(").add_variation(chess.Move.null())
        board.push(move)
        wanted.append(board.fen(en_passant="fen"))
    return str(game), wanted


@given(st.lists(games(), min_size=1, max_size=3), st.sampled_from(["\n\n", "\n"]))
def test_every_position_of_any_game(written, between):
    text = between.join(game for game, _ in written)
    assert fens(text, "all") == [fen for _, wanted in written for fen in wanted]


TOKENS = st.sampled_from(
    [
        *(
            "1.",
            "e4",
            "e5",
            "Nf3",
            "Nc6",
            "(",
            ")",
            "{",
            "}",
            ";",
            "%",
            "*",
            "1-0",
            "$1",
            "$220",
            "--",
            "0-0",
            "O-O",
            "\n",
        ),
        *("{[%csl", "Ga1,x]}", "{[#]}", "\n\n", "[", "]", '"', "♘c3", "Hf3", "!", "??", "e8=Q", '[Event "x"]\n'),
        *('[FEN "8/8 w"]\n', '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n', '[Variant "Atomic"]\n', '[White "\n'),
    ]
)


@given(
    st.lists(TOKENS | WORDS, max_size=30).map(" ".join), st.sampled_from(["end", "all", "marked,2w", "every 2,ply 9"])
)
@example("{", "end")
@example('[FEN "', "all")
def test_any_text_is_read_without_a_crash(text, at):
    for reading in read(text, at, from_="pgn"):
        if reading.position is None:
            assert any(f.severity == "error" for f in reading.findings)
        for finding in reading.findings:
            assert 0 <= finding.span[0] <= finding.span[1] <= max(1, len(reading.source))
            finding.draw(reading.source, "x.pgn:1")
        reading.good() and reading.diagram()


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_a_crash(data):
    read(data, "all", from_="pgn")


@given(WORDS | TOKENS, st.sampled_from(sorted(LETTERS)))
def test_spelling_never_raises(word, code):
    text = spelled(word, code)
    assert text is None or spelled(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "[a " * 100_000, '[a "\n' * 10_000, "\n" * 100_000 + "[", '[a "' + "\\" * 100_001, '[a ""]' * 20_000,
        "1" * 200_000, "{}\n" * 10_000, "1. e4 {" + "[%csl " * 100_000 + "}", "1. e4 " + "+" * 100_000 + "x",
        "1. e4 {[%csl " + "x," * 100_000 + "]}", "1. e4 " + ")" * 100_000, "1. e4 " + "(" * 100_000,
    ],
    ids=range(12),
)  # fmt: skip
def test_time_grows_with_the_size_and_not_faster(text):
    """Texts for which a careless pattern would take hours, and a careless reader millions of findings."""
    for reading in read(text, "end", from_="pgn"):
        assert len(reading.findings) <= MOST_FINDINGS + 1
