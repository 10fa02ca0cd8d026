"""Boards of letters: read exactly, from whatever program they come, and never mistaken for something else."""

from __future__ import annotations

import io
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.inputs import CHESS, ReadOptions, Rules, read_input, read_record, read_text
from fen2img.inputs.ascii import looks
from fen2img.inputs.boards import MAX_LINES
from fen2img.letters import LETTERS
from fen2img.notation.ascii import read_ascii
from fen2img.position import PIECE_LETTERS, Piece, Position

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
ROWS = [
    "r . b q k b . r",
    "p p p p . Q p p",
    ". . n . . n . .",
    ". . . . p . . .",
    ". . B . P . . .",
    ". . . . . . . .",
    "P P P P . P P P",
    "R N B . K . N R",
]
MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR"
BOARD = "\n".join(ROWS)


def faults(text: str, **rules: object) -> list[str]:
    reading = read_ascii(text, **rules)
    return [f"{f.severity} {f.code}: {f.message} @{text[slice(*f.span)]!r}" for f in reading.findings]


def placement(text: str, **rules: object) -> str:
    reading = read_ascii(text, **rules)
    assert reading.position, reading.findings
    return reading.position.placement


def records(page: str, source: str = "page.txt", kind: str | None = "ascii") -> list[tuple[int, str]]:
    found = read_input(io.BytesIO(page.encode("utf-8", "surrogatepass")), source, ReadOptions(from_=kind))
    return [(record.line, record.text) for record in found]


def board(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


STOCKFISH = board(
    """
     +---+---+---+---+---+---+---+---+
     | r |   | b | q | k | b |   | r | 8
     +---+---+---+---+---+---+---+---+
     | p | p | p | p |   | Q | p | p | 7
     +---+---+---+---+---+---+---+---+
     |   |   | n |   |   | n |   |   | 6
     +---+---+---+---+---+---+---+---+
     |   |   |   |   | p |   |   |   | 5
     +---+---+---+---+---+---+---+---+
     |   |   | B |   | P |   |   |   | 4
     +---+---+---+---+---+---+---+---+
     |   |   |   |   |   |   |   |   | 3
     +---+---+---+---+---+---+---+---+
     | P | P | P | P |   | P | P | P | 2
     +---+---+---+---+---+---+---+---+
     | R | N | B |   | K |   | N | R | 1
     +---+---+---+---+---+---+---+---+
       a   b   c   d   e   f   g   h

    Fen: r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
    """
)
SERVER = board(
    """
            ---------------------------------
         8  | *R|   | *B| *Q| *K| *B|   | *R|     Move # : 4 (Black)
            |---+---+---+---+---+---+---+---|
         7  | *P| *P| *P| *P|   | Q | *P| *P|
            |---+---+---+---+---+---+---+---|
         6  |   |   | *N|   |   | *N|   |   |     White Moves : 'Qxf7#'
            |---+---+---+---+---+---+---+---|
         5  |   |   |   |   | *P|   |   |   |
            |---+---+---+---+---+---+---+---|
         4  |   |   | B |   | P |   |   |   |     Black Clock : 10:00
            |---+---+---+---+---+---+---+---|
         3  |   |   |   |   |   |   |   |   |
            |---+---+---+---+---+---+---+---|
         2  | P | P | P | P |   | P | P | P |
            |---+---+---+---+---+---+---+---|
         1  | R | N | B |   | K |   | N | R |
            ---------------------------------
              a   b   c   d   e   f   g   h
    """
)
FIGURES = str.maketrans("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟")
SHAPES = {
    "blanks": BOARD,
    "close": BOARD.replace(" ", ""),
    "indented": textwrap.indent(BOARD, "    "),
    "tabs": BOARD.replace(" ", "\t"),
    "CRLF": BOARD.replace("\n", "\r\n"),
    "dashes": BOARD.replace(".", "-"),
    "close dashes": BOARD.replace(".", "-").replace(" ", ""),
    "underscores": BOARD.replace(".", "_"),
    "stars": BOARD.replace(".", "*"),
    "pluses": BOARD.replace(".", "+"),
    "middle dots": BOARD.replace(".", "·"),
    "wide blanks": BOARD.replace(".", "\u3000").replace(" ", ""),
    "figures": BOARD.translate(FIGURES),
    "close figures": BOARD.replace(" ", "").translate(FIGURES),
    "figures as text": BOARD.translate(FIGURES).replace("♟", "♟\ufe0e").replace("♙", "♙\ufe0f"),
    "numbers": "\n".join(f"{8 - i} {row}" for i, row in enumerate(ROWS)) + "\n  a b c d e f g h",
    "numbers at both sides": "  A B C D E F G H\n" + "\n".join(f"{8 - i} {row} {8 - i}" for i, row in enumerate(ROWS)),
    "close numbers": "\n".join(f"{8 - i}{row}{8 - i}".replace(" ", "") for i, row in enumerate(ROWS)),
    "numbers with dots": "\n".join(f"{8 - i}. {row}" for i, row in enumerate(ROWS)),
    "outer frame": "+-----------------+\n" + "\n".join(f"| {row} |" for row in ROWS) + "\n+-----------------+",
    "close frame": "+--------+\n" + "\n".join(f"|{row}|".replace(" ", "") for row in ROWS) + "\n+--------+",
    "blank squares": "\n".join(f"|{row.replace(' ', '').replace('.', ' ')}|" for row in ROWS),
    "wide blank squares": "\n".join(f"|{row.replace('.', ' ')}|" for row in ROWS),
    "padded blank squares": "\n".join(f"| {row.replace('.', ' ')} |" for row in ROWS),
    "double frame": "\n".join(
        ["╔═╤═╤═╤═╤═╤═╤═╤═╗", *("║" + row.replace(" ", "│") + "║" for row in ROWS), "╚═╧═╧═╧═╧═╧═╧═╧═╝"]
    ),
    "numbers and bars": "\n".join(
        ["┌────────┐", *(f"{8 - i}│{row}│".replace(" ", "") for i, row in enumerate(ROWS)), "└────────┘", "  abcdefgh"]
    ),
    "coloured pairs": "\n".join(
        " ".join(("--" if c == "." else ("w" if c.isupper() else "b") + c.upper()) for c in row.split()) for row in ROWS
    ),
    "light and dark": "\n".join(
        "".join("□■"[(i + k) % 2] if c == "." else c for k, c in enumerate(row.split())) for i, row in enumerate(ROWS)
    ),
    "an engine": STOCKFISH,
    "a server": SERVER,
    "a title": f"# Scholar's mate\n{BOARD}",
    "Black's side": "\n".join(f"{i + 1} {row[::-1]}" for i, row in enumerate(ROWS[::-1])) + "\n  h g f e d c b a",
    "Black's side without numbers": "hgfedcba\n" + "\n".join(row[::-1] for row in ROWS[::-1]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    text = SHAPES[name]
    reading = read_ascii(text)
    assert reading.findings == ()
    assert reading.position
    assert reading.position.placement == MATE
    assert reading.orientation == ("black" if name.startswith("Black") else None)
    assert records(f"prose\n\n{text}\n\nmore prose") == [(3, text.replace("\r", ""))]
    assert looks(f"prose\n\n{text}\n\nmore prose")


def test_what_an_engine_says_besides() -> None:
    position = read_ascii(STOCKFISH).position
    assert position
    assert position.fen() == f"{MATE} b KQkq - 0 4"
    position = read_ascii(SERVER).position
    assert position
    assert position.turn == "black"


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("White to move", "white"),
        ("black to move.", "black"),
        ("  Black to play", "black"),
        ("Side to move: White", "white"),
        ("Turn: b", "black"),
        ("w", "white"),
        ("b", "black"),
        ("white  KQkq", "white"),
        ("black  - e3", "black"),
    ],
)
def test_the_side_to_move(line: str, turn: str) -> None:
    for text in (f"{BOARD}\n{line}", f"{BOARD}\n\n{line}", f"{line}\n{BOARD}"):
        ((_, found),) = records(f"{text}\n\nno part of it\n")
        assert found == text
        position = read_ascii(found).position
        assert position
        assert position.turn == turn
    position = read_ascii(BOARD).position
    assert position
    assert position.turn is None


@pytest.mark.parametrize("line", ["W", "White", "white to lose", "White to move and win in three"])
def test_what_does_not_say_who_moves(line: str) -> None:
    assert records(f"{BOARD}\n{line}") == [(1, BOARD)]


def test_whose_side_to_move_it_is_when_boards_follow_each_other() -> None:
    def turns(page: str) -> list[str | None]:
        return [position.turn for _, text in records(page) if (position := read_ascii(text).position)]

    assert turns(f"Black to move\n{BOARD}\n\nWhite to move\n{BOARD}\n\nBlack to move\n{BOARD}") == [
        "black",
        "white",
        "black",
    ]
    assert turns(f"{BOARD}\n\nBlack to move\n# Two\n{STOCKFISH}\n\nw\n+---+---+\n{BOARD}") == [None, "black", "white"]
    assert turns(f"{BOARD}\n\nb\n\n{BOARD}\nw\n{BOARD}\n\nBlack to move\nmore prose\n{BOARD}") == [
        "black",
        "white",
        "black",
        None,
    ]
    assert turns(f"{BOARD}\n\nb") == ["black"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"White to move\n{BOARD}\nBlack to move",
            "error turn-differs: Black is to move here, White in another line @'Black to move'",
        ),
        (f"{BOARD}\nw\nb", "error turn-differs: Black is to move here, White in another line @'b'"),
        (
            f"White to move\n{SERVER}",
            f"error turn-differs: Black is to move here, White in another line @{SERVER.split(chr(10))[1].strip()!r}",
        ),
        (
            f"{BOARD}\nBlack to move\nFen: {MATE} w",
            f"error turn-differs: White is to move by the FEN, Black by the board @'{MATE} w'",
        ),
        (
            f"{BOARD}\nFen: {MATE} w\nBlack to move",
            f"error turn-differs: White is to move by the FEN, Black by the board @'{MATE} w'",
        ),
        (
            f"{BOARD}\nFen: {MATE} w\nFen: {MATE} b",
            f"error turn-differs: Black is to move by the FEN, White by the board @'{MATE} b'",
        ),
    ],
)
def test_sides_to_move_that_contradict(text: str, expected: str) -> None:
    assert faults(text) == [expected]
    assert read_ascii(text).position is None


def test_sides_to_move_that_agree() -> None:
    for text in (
        f"b\n{BOARD}\nBlack to move",
        f"b\n{BOARD}\nFen: {MATE}",
        f"b\n{BOARD}\nFen: {MATE} b",
        f"b\n{SERVER}",
    ):
        reading = read_ascii(text)
        assert reading.findings == ()
        assert reading.position
        assert reading.position.turn == "black"


def test_ranks_from_one_to_eight() -> None:
    upside_down = "\n".join(ROWS[::-1])
    (finding,) = read_ascii(f"# t\n{upside_down}\n\nw").findings
    assert (finding.severity, finding.code) == ("warning", "ranks-reversed")
    assert finding.message == "White's pawns stand above Black's; drawn as written"
    assert finding.hint == ("rank 8 stands at the top; were the ranks listed from 1 to 8, or seen from Black's side?")
    assert finding.span == (4, 4 + len(upside_down))
    fen = "/".join(MATE.split("/")[::-1])
    (finding,) = read_ascii(f"{upside_down}\nFen: {fen}").findings
    assert finding.hint == "a FEN lists rank 8 first; were the ranks listed from 1 to 8, or seen from Black's side?"


SLIPS = ". . x y z . . ."
BARRED = [f"|{row.replace(' ', '|')}|" for row in ROWS]


@pytest.mark.parametrize(
    ("faulty", "lines"),
    [
        ([*ROWS[:2], SLIPS, *ROWS[3:5], SLIPS, *ROWS[6:]], 2),
        ([*ROWS[:2], SLIPS, "x y z x y z x y", *ROWS[4:]], 2),
        ([*ROWS[:6], ". . x y z . .", ROWS[7]], 1),
        ([*BARRED[:7], f"|{SLIPS.replace(' ', '|')}|", "+-+-+-+-+-+-+-+-+"], 1),
    ],
)
def test_ranks_with_many_slips_are_ranks_of_their_board(faulty: list[str], lines: int) -> None:
    page = BOARD + "\n\n" + "\n".join(faulty) + "\n"
    first, second = records(page)
    assert first == (1, BOARD)
    assert second == (10, "\n".join(faulty))
    found = read_ascii(second[1])
    assert found.position is None
    assert {finding.severity for finding in found.findings} == {"error"}
    assert len({second[1].count("\n", 0, finding.span[0]) for finding in found.findings}) == lines


def test_words_below_a_board_are_no_rank_of_it() -> None:
    for words in (SLIPS, f"{SLIPS}\n{SLIPS}", f"{SLIPS}\n\n{ROWS[0]}", f"{SLIPS}\n---\n{ROWS[0]}"):
        assert records(f"{BOARD}\n{words}")[0] == (1, BOARD)


def test_fens_between_boards_are_told() -> None:
    page = f"{START} w\n# t\n{BOARD}\n\n{START}/\nhttps://example.org/{START}\n{MATE}\n\n"
    page += f"{STOCKFISH}\nand {MATE}, {START}\n{START}"
    first, second = read_input(io.BytesIO(page.encode()), "page.txt", ReadOptions(from_="ascii"))
    hint = "the text is read as a text with boards of letters; --from list reads a list of FENs"
    assert [(f.severity, f.code, f.message, f.hint) for f in first.findings] == [
        ("warning", "fen-skipped", "the FEN in line 1 is skipped", hint)
    ]
    assert [f.message for f in second.findings] == [
        "the FEN in line 14 is skipped",
        f"2 FENs are skipped, the first in line {14 + 2 + STOCKFISH.count(chr(10)) + 1}",
    ]
    reading = read_record(first, CHESS)
    assert reading.good()
    assert not reading.good(strict=True)


def test_titles() -> None:
    page = f"# One\n{BOARD}\n\n# no title\n\n{BOARD}\n\nTitle: Two\n{BOARD}\n## Three\n{BOARD}"
    found = records(page)
    assert [line for line, _ in found] == [1, 13, 22, 31]
    assert [read_ascii(text).title for _, text in found] == ["One", "", "Two", "Three"]


def changed(row: int, text: str, rows: list[str] = ROWS) -> str:
    return "\n".join([*rows[:row], text, *rows[row + 1 :]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (changed(1, "p p p p . Q p"), ["error rank-width: rank 7 has 7 squares instead of 8 @'p p p p . Q p'"]),
        (changed(1, "p p p p . Q p p ."), ["error rank-width: rank 7 has 9 squares instead of 8 @'p p p p . Q p p .'"]),
        (changed(2, ". . n . x n . ."), ["error piece: 'x' on e6 is no piece and no empty square @'x'"]),
        (
            changed(2, ". . п . . n . ."),
            ["error piece: 'п' (U+043F CYRILLIC SMALL LETTER PE) on c6 is no piece and no empty square @'п'"],
        ),
        (changed(2, ". - n . _ n . ."), ["error empty-square: '_' on e6 is a third sign for empty squares @'_'"]),
        (changed(7, "").strip(), ["error rank-count: the board has 7 ranks instead of 8 @'P P P P . P P P'"]),
        (f"{BOARD}\n. . . . . . . .", ["error rank-count: the board has 9 ranks instead of 8 @'. . . . . . . .'"]),
        (
            "k . .",
            [
                "error rank-count: the board has 1 rank instead of 8 @'k . .'",
                "error rank-width: rank 8 has 3 squares instead of 8 @'k . .'",
            ],
        ),
        ("no board", ["error empty: there is no board of letters @'no board'"]),
        ("", ["error empty: there is no board of letters @''"]),
    ],
)
def test_faults(text: str, expected: list[str]) -> None:
    assert faults(text) == expected
    assert read_ascii(text).position is None


def test_squares_are_named_from_the_side_that_is_seen() -> None:
    rows = [f"{i + 1} {row[::-1]}" for i, row in enumerate(ROWS[::-1])]
    text = changed(0, "1 R N . K . B x R", rows) + "\n  h g f e d c b a"
    assert faults(text) == ["error piece: 'x' on b1 is no piece and no empty square @'x'"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "\n".join(f"{i + 1} {row}" for i, row in enumerate(ROWS)),
            "error orientation: rank 1 stands at the top, and nothing tells where file a is @'1 r . b q k b . r'",
        ),
        (
            "\n".join(f"{i + 1} {row}" for i, row in enumerate(ROWS)) + "\n  a b c d e f g h",
            "error orientation: rank 1 stands at the top and file a at the left: the board would be a mirror image"
            " @'1 r . b q k b . r'",
        ),
        (
            "\n".join(f"{8 - i} {row}" for i, row in enumerate(ROWS)) + "\n  h g f e d c b a",
            "error rank-label: the rank is labelled 8, not 1 @'8 r . b q k b . r'",
        ),
        (
            "\n".join(f"{min(8, 9 - i)} {row}" for i, row in enumerate(ROWS)),
            "error rank-label: the rank is labelled 8, not 7 @'8 p p p p . Q p p'",
        ),
        (f"a b c d e f g\n{BOARD}", "error file-labels: the files are labelled abcdefg, not abcdefgh @'a b c d e f g'"),
        (
            f"a b c d e f g h\n{BOARD}\nh g f e d c b a",
            "error file-labels: the files are labelled in both directions @'h g f e d c b a'",
        ),
    ],
)
def test_coordinates_that_contradict(text: str, expected: str) -> None:
    assert faults(text) == [expected]
    assert read_ascii(text).position is None


def test_a_fen_that_shows_something_else() -> None:
    text = STOCKFISH.replace("1Qpp", "1qpp")
    assert faults(text) == [f"error fen-differs: the board has Q on f7, its FEN q @{text[text.index('r1b') :]!r}"]
    text = STOCKFISH.replace("4p3/", "5p3/")
    (fault,) = faults(text)
    assert fault == "error rank-width: rank 5 has 9 squares instead of 8 @'5p3'"
    text = STOCKFISH.replace(" b KQkq", " x KQkq")
    assert faults(text) == ["warning side-unknown: 'x' is no side to move @'x'"]
    assert read_ascii(text).position


def test_a_board_that_is_too_long() -> None:
    assert faults(BOARD + " " * 100_000) == ["error too-long: a board of more than 100000 characters @'r'"]
    assert [len(text.split("\n")) for _, text in records("k k k k\n" * (MAX_LINES + 4))] == [MAX_LINES, 4]


def test_other_boards() -> None:
    assert placement("k..\n...\n..K", width=3, height=3) == "k2/3/2K"
    assert placement("\n".join(["." * 10] * 9 + ["K" * 10]), width=10, height=10).endswith("10/KKKKKKKKKK")
    text = "\n".join(f"{10 - i:2} {'. ' * 9}k" for i in range(10))
    assert placement(text, width=10, height=10) == "/".join(["9k"] * 10)


@pytest.mark.parametrize("code", LETTERS)
def test_letters_of_languages(code: str) -> None:
    letters = LETTERS[code].letters
    own = [text[0].upper() + text[1:] for text in letters], [text.lower() for text in letters]
    table = dict(zip(PIECE_LETTERS + PIECE_LETTERS.lower(), own[0] + own[1], strict=True))
    text = "\n".join(" ".join(table.get(c, c) for c in row.split()) for row in ROWS)
    # Kr would be a king and a rook in English, where nothing parts the squares.
    for one in (text, text.replace(" ", "")) if code != "ru-latn" else (text,):
        assert placement(one, letters=code) == MATE
        assert looks(one)


def test_the_language_is_proposed_and_not_guessed() -> None:
    text = "\n".join(
        ["t s l d k l s t", "b b b b b b b b", *[". . . . . . . ."] * 4, "B B B B B B B B", "T S L D K L S T"]
    )
    (finding,) = read_ascii(text).findings
    assert finding.draw(text, "list.txt:5") == (
        "list.txt:5:1: error: 't' on a8 is no piece and no empty square [foreign-letters]\n"
        "    t s l d k l s t\n"
        "    ^\n"
        "    hint: the board fits the piece letters of German, Danish, Swedish and Norwegian"
        " (--letters de: K D T L S B)"
    )


def test_places_in_a_file() -> None:
    page = f"prose\n\n{changed(2, '. . n . x n . .')}\n"
    (record,) = read_input(io.BytesIO(page.encode()), "page.txt")
    reading = read_record(record, CHESS)
    assert reading.findings[0].draw(record.text, record.where) == (
        "page.txt:5:9: error: 'x' on e6 is no piece and no empty square [piece]\n    . . n . x n . .\n            ^"
    )


def test_a_board_with_a_slip_is_one_all_the_same() -> None:
    for row in (". . n . x n . .", ". . n . . n .", "x x n . . n . ."):
        assert looks(changed(2, row))


def test_letters_come_from_the_rules() -> None:
    (record,) = read_text(BOARD.replace("n", "s").replace("N", "S"), ReadOptions(from_="ascii", letters="sv")) or ()
    assert read_record(record, Rules(letters="sv")).position is None  # b is a pawn there, and r no piece


NOTHING = {
    "a FEN": f"{START} w KQkq - 0 1\n",
    "a list": f"{START}\n{MATE} b\n# comment\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n",
    "a FEN in lines": START.replace("/", "\n"),
    "a FEN in lines with slashes": START.replace("/", "/\n"),
    "a table": "fen,id\n" + f"{START} w - - 0 1,1\n" * 9,
    "a table of letters": "\n".join(["k,q,r,b,n,p,k,q"] * 9),
    "a game": '[Event "?"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6\n4. Qxf7# 1-0\n',
    "prose": "No board.\n\nA bank\nan ark\nbarn\npork\n" * 4,
    "rules and lists": "---\n- - -\n***\n* * *\n...\n___\n" * 3,
    "a Markdown table": "| a | b | c | d |\n|---|---|---|---|\n" + "| T | F | T | F |\n" * 6,
    "an empty board": "\n".join(["........"] * 8),
    "seven ranks": "\n".join(ROWS[:7]),
    "two ranks that are too short": changed(3, ". . . . p . .").replace("p p p p . Q p p", "p p p p . Q p"),
    "too many slips": changed(2, "x y z . . . . ."),
    "nothing": "",
    "JSON": '{"fen": "8/8"}\n' * 8,
    "code": "if a || b {\n  x |= 1 | 2;\n}\n" * 4,
    "a table of words": "| king | queen | rook |\n| kb | a long word | x |\n|x|y|\n" * 3,
    "numbers that differ": "8 k q r b 7\n" * 8,
    "long lines": "k q " * 100 + "\n" + "k q " * 100,
    "numbers": "1 2 3 4 5 6 7 8\n" * 8,
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_is_no_board(name: str) -> None:
    assert not looks(NOTHING[name])


def test_words_between_boards_are_left_out() -> None:
    page = f"---\nA rank: rnbqkbnr\n---\n\nknb\n\n{BOARD}\nKey: 1234\n- - -\n"
    assert records(page) == [(7, BOARD)]
    assert records("prose\nwithout\nboards") == []


# --- what holds for all ----------------------------------------------------------------------------------------------

PIECES = st.sampled_from([None, *(Piece(letter, side) for letter in PIECE_LETTERS for side in ("white", "black"))])
BOARDS = st.lists(PIECES, min_size=64, max_size=64).map(lambda pieces: Position(pieces=tuple(pieces)))


@given(BOARDS, st.booleans())
def test_boards_of_python_chess_are_read_back(position: Position, flipped: bool) -> None:
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    board = chess.Board(position.fen())
    assert placement(str(board)) == position.placement
    turned = chess.BLACK if flipped else chess.WHITE
    for border in (False, True):
        for empty in ("·", ".", "⭘"):
            text = board.unicode(borders=border, empty_square=empty, orientation=turned if border else chess.WHITE)
            reading = read_ascii(text)
            assert reading.position, (text, reading.findings)
            assert reading.position.placement == position.placement
            assert reading.orientation == ("black" if border and flipped else None)


@given(
    BOARDS,
    st.sampled_from(".-_·+*"),
    st.sampled_from(["", " ", "  "]),
    st.sampled_from(["none", "outer", "all"]),
    st.booleans(),
    st.booleans(),
)
def test_all_styles_are_read_back(
    position: Position, empty: str, gap: str, frame: str, numbers: bool, black: bool
) -> None:
    signs = [piece.symbol if piece else empty for piece in position.pieces]
    signs = signs[::-1] if black else signs
    rows = [signs[i : i + 8] for i in range(0, 64, 8)]
    lines = {
        "none": [gap.join(row) for row in rows],
        "outer": [f"|{gap.join(row)}|" for row in rows],
        "all": ["| " + " | ".join(row) + " |" for row in rows],
    }[frame]
    labelled = [f"{i + 1 if black else 8 - i} {line}" if numbers or black else line for i, line in enumerate(lines)]
    files = ["  h g f e d c b a" if black else "  abcdefgh"] if numbers or black else []
    text = "\n".join([*labelled, *files])
    reading = read_ascii(text)
    assert reading.position or not any(position.pieces), (text, reading.findings)
    if reading.position:
        assert reading.position.placement == position.placement


@given(
    st.lists(
        st.one_of(
            st.sampled_from([*ROWS, "........", "--------", "abcdefgh", "hgfedcba", START, "Fen: ", "# t"]),
            st.sampled_from(["8 ", "1 ", "|", "\n", "\n", "\r", " w", "♔", "x"]),
            st.text(max_size=4),
        ),
        max_size=40,
    ).map("".join)
)
def test_no_text_raises(text: str) -> None:
    looks(text)
    reading = read_ascii(text)
    assert reading.position is not None or reading.findings
    for finding in reading.findings:
        assert 0 <= finding.span[0] <= finding.span[1] <= len(text)
        assert finding.draw(text, "x:1")
    for record in read_input(io.BytesIO(text.encode("utf-8", "surrogatepass")), "x", ReadOptions(from_="ascii")):
        read_record(record, CHESS)
