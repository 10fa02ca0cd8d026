"""The board as text: what a terminal can show, rows, colours, marks."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.color import Color, contrast, rgb
from fen2img.diagram import Diagram
from fen2img.notation import parse_fen
from fen2img.position import PIECE_LETTERS, Piece, Position, Square
from fen2img.style import Style
from fen2img.terminal import FILLED, LEGIBLE, OUTLINED, Screen, board_text, inks_of, screen_of
from fen2img.themes import THEMES
from fen2img.words import mark_words

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
LETTERS = Screen(unicode=False)
FULL = Screen("full")


class Stream(io.StringIO):
    def __init__(self, *, terminal: bool = True, encoding: str | None = "utf-8") -> None:
        super().__init__()
        self.terminal, self.code = terminal, encoding

    def isatty(self) -> bool:
        return self.terminal

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self.code


def diagram(fen: str = MATE, *, board: tuple[int, int] = (8, 8), fairy: bool = False, **marks: object) -> Diagram:
    position = parse_fen(fen, width=board[0], height=board[1], fairy=fairy)
    return Diagram(position=position).marked(**marks)


def text(shown: Diagram, screen: Screen = Screen(), **style: object) -> str:  # noqa: B008
    return board_text(shown, Style.of(**style), screen)


# --- what a terminal shows -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm"}, "256"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "full"),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "full"),
        ({"TERM": "xterm", "COLORTERM": "yes"}, "256"),
        ({"WT_SESSION": "{1}"}, "full"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm", "NO_COLOR": ""}, "256"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "none"),
        ({}, "none"),
    ],
)
def test_colours_by_the_environment(environ, depth):
    assert screen_of(Stream(), environ).depth == depth
    assert screen_of(Stream(terminal=False), environ).depth == "none"
    assert screen_of(Stream(), environ, "never").depth == "none"
    full = environ.get("COLORTERM") in ("truecolor", "24bit") or "WT_SESSION" in environ
    assert screen_of(Stream(terminal=False), environ, "always").depth == ("full" if full else "256")


@pytest.mark.parametrize(
    ("encoding", "term", "ascii", "symbols"),
    [
        ("utf-8", "xterm", False, True),
        ("utf-8", "xterm", True, False),
        ("utf-8", "linux", False, False),
        ("utf-16", "xterm", False, True),
        ("ascii", "xterm", False, False),
        ("latin-1", "xterm", False, False),
        ("cp1252", "xterm", False, False),
        ("no-such", "xterm", False, False),
        (None, "xterm", False, False),
    ],
)
def test_symbols_by_the_encoding(encoding, term, ascii, symbols):
    assert screen_of(Stream(encoding=encoding), {"TERM": term}, ascii=ascii).unicode is symbols


def test_bold_where_there_are_colours():
    assert (Screen().bold("x"), FULL.bold("x")) == ("x", "\x1b[1mx\x1b[0m")


# --- plain -----------------------------------------------------------------------------------------------------

PLAIN = """\
8  · · · · · · ♚ ·
7  · · · · · ♟ ♟ ♟
6  · · · · · · · ·
5  · · · · · · · ·
4  · · · · · · · ·
3  · · · · · · · ·
2  · · · · · · · ·
1  ♔ · · ♖ · · · ·
   a b c d e f g h"""


def test_a_plain_board():
    assert text(diagram()) == PLAIN


def test_letters_from_the_other_side():
    expected = """\
   h g f e d c b a
1  . . . . R . . K 1
2  . . . . . . . . 2
3  . . . . . . . . 3
4  . . . . . . . . 4
5  . . . . . . . . 5
6  . . . . . . . . 6
7  p p p . . . . . 7
8  . k . . . . . . 8
   h g f e d c b a"""
    assert text(diagram(), LETTERS, orientation="black", coordinates="all") == expected
    assert text(diagram(), LETTERS, flip=True, coordinates="all") == expected
    assert text(diagram(MATE.replace(" w", " b")), LETTERS, orientation="auto", coordinates="all") == expected


def test_without_coordinates():
    rows = text(diagram(), coordinates="none").split("\n")
    assert rows == [line[2:] for line in PLAIN.split("\n")[:8]]


def test_marked_squares_stand_in_brackets():
    marked = diagram(lastmove="d3d1", highlight="Gd2,Re1", area="g7h8", arrow="a1a8", hide="f7")
    assert (
        text(marked, LETTERS)
        == """\
8  . . . . . .[k|.]
7  . . . . . .[p|p]
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . .[.]. . . .
2  . . .[.]. . . .
1  K . .[R|.]. . .
   a b c d e f g h"""
    )
    words = "Marks: last move d3–d1, highlight d2, highlight e1, area g7–h8, arrow a1–a8."
    assert mark_words(marked) == words
    assert mark_words(diagram()) == mark_words(diagram(hide="f7")) == ""


def test_turned_and_neutral_pieces_are_letters_on_any_screen():
    fairy = diagram("k2/-*1Q1*2n/2K", board=(3, 3), fairy=True)
    assert (
        text(fairy)
        == """\
3   k    ·    ·
2  -*1Q  ·   *2n
1   ·    ·    K
    a    b    c"""
    )
    assert "-*1Q" in text(fairy, FULL)


def test_high_and_wide_boards():
    tall = text(diagram("/".join(["k25"] * 26), board=(26, 26)), LETTERS).split("\n")
    assert tall[0] == "26  k" + " ." * 25
    assert tall[25] == " 1  k" + " ." * 25
    assert tall[26] == "    " + " ".join("abcdefghijklmnopqrstuvwxyz")


# --- in colour -------------------------------------------------------------------------------------------------

Paint = tuple[str | None, str | None]


def cells(line: str) -> list[tuple[str, Paint]]:
    """What an emulator would hold: characters with ground and ink."""
    out: list[tuple[str, Paint]] = []
    paint: dict[str, str] = {}
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part == "\x1b[0m":
            paint = {}
        elif part.startswith("\x1b["):
            for kind, value in re.findall(r"([34]8);(5;\d+|2;\d+;\d+;\d+)", part):
                paint[kind] = value
        else:
            out += [(c, (paint.get("48"), paint.get("38"))) for c in part if c != "\ufe0e"]
    return out


def grounds(lines: str) -> list[list[str | None]]:
    """The grounds of the squares, rank by rank."""
    rows = [cells(line)[2:] for line in lines.split("\n")[:-1]]
    assert all(len(row) == 24 for row in rows)
    assert all(len({row[3 * f + i][1][0] for i in range(3)}) == 1 for row in rows for f in range(8))
    return [[row[3 * f][1][0] for f in range(8)] for row in rows]


@pytest.mark.parametrize("depth", ["256", "full"])
@pytest.mark.parametrize("theme", THEMES)
def test_light_and_dark_squares_of_each_theme(theme, depth):
    seen = grounds(text(diagram(), Screen(depth), theme=theme))
    light, dark = seen[7][1], seen[7][0]
    assert light != dark
    assert None not in (light, dark)
    assert seen == [[dark if (f + r) % 2 else light for f in range(8)] for r in range(8)]


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_show_on_all_squares(theme):
    inks = inks_of(THEMES[theme])
    for ink in (inks.white, inks.black):
        assert all(contrast(ink, square) >= LEGIBLE for square in (inks.light, inks.dark))
    assert inks.light.luminance > inks.dark.luminance


def test_both_sides_have_filled_symbols_in_their_colours():
    rows = text(diagram(), FULL).split("\n")
    (rook,) = [paint for c, paint in cells(rows[7]) if c == "♜"]
    (king,) = [paint for c, paint in cells(rows[0]) if c == "♚"]
    assert (rook[1], king[1]) == ("2;255;255;255", "2;0;0;0")
    assert "♟\ufe0e" in rows[1]  # never as a picture of two columns
    assert not set(OUTLINED) & set("".join(rows))


def test_every_line_ends_without_colour():
    for line in text(diagram(lastmove="a1a8"), FULL).split("\n")[:-1]:
        assert line.endswith("\x1b[0m")


def test_sides_of_one_colour_differ_in_their_symbols():
    same = {"white": "#999 #000 #000", "black": "#999 #fff #fff"}
    rows = text(diagram(), FULL, **same)
    assert "♖" in rows
    assert "♚" in rows


def test_a_neutral_piece_has_a_colour_between():
    row = text(diagram("-q", board=(1, 1), fairy=True), FULL, coordinates="none")
    ((_, (_, ink)),) = [cell for cell in cells(row) if cell[0] == "q"]
    assert ink == "2;128;128;128"


def test_marks_colour_their_squares():
    plain = grounds(text(diagram(), FULL))
    marked = grounds(text(diagram(lastmove="e2e4", highlight="Rh8", area="a2b3", check="g8", circle="c5"), FULL))
    changed = {(r, f) for r in range(8) for f in range(8) if plain[r][f] != marked[r][f]}
    assert changed == {(6, 4), (4, 4), (0, 7), (5, 0), (5, 1), (6, 0), (6, 1), (0, 6)}
    assert marked[6][4] != marked[0][7]


@pytest.mark.parametrize("color", ["#fff", "#000", "#808080"])
def test_a_mark_never_hides_a_piece_nor_changes_whose_it_is(color):
    marked = diagram("RrRr/rRrR", board=(4, 2), highlight=",".join(f"{f}{r}:{color}" for f in "abcd" for r in "12"))
    for row, fen in zip(text(marked, FULL, coordinates="none").split("\n"), ["RrRr", "rRrR"], strict=True):
        rooks = [paint for c, paint in cells(row) if c == "♜"]
        assert [ink for _, ink in rooks] == ["2;255;255;255" if c == "R" else "2;0;0;0" for c in fen]
        for ground, ink in rooks:
            pair = [Color(*map(int, value.split(";")[1:])) for value in (ground, ink)]
            assert contrast(*pair) >= LEGIBLE


def test_the_nearest_of_256_colours():
    row = text(diagram("1", board=(1, 1)), Screen("256"), coordinates="none", light="#949494", dark="#d78700")
    assert row == "\x1b[48;5;172m   \x1b[0m"
    row = text(diagram("1", board=(1, 1)), Screen("256"), coordinates="none", light="#949494", dark="#767676")
    assert row == "\x1b[48;5;243m   \x1b[0m"


def test_a_theme_that_pieces_cannot_show_on_stays_as_it_is():
    style = Style.of(light="#fff", dark="#000", coordinates="none")
    inks = inks_of(style.colors)
    assert (inks.light, inks.dark) == (rgb("#fff"), rgb("#000"))
    row = board_text(diagram("r", board=(1, 1)), style, FULL)
    ((ground, ink),) = [paint for c, paint in cells(row) if c == "♜"]
    assert ink == "2;0;0;0"
    pair = [Color(*map(int, value.split(";")[1:])) for value in (ground, ink)]
    assert contrast(*pair) >= LEGIBLE


# --- any board -------------------------------------------------------------------------------------------------

pieces = st.one_of(
    st.none(),
    st.builds(
        Piece,
        st.sampled_from(PIECE_LETTERS),
        st.sampled_from(["white", "black"]),
        st.booleans(),
        st.just(0),
        st.just(False),
    ),
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    width, height = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    count = width * height
    cells = tuple(draw(st.lists(pieces, min_size=count, max_size=count)))
    return Position(width=width, height=height, pieces=cells, turn=draw(st.sampled_from([None, "white", "black"])))


@given(positions(), st.booleans(), st.sampled_from(["none", "256", "full"]), st.booleans())
def test_any_board_has_its_pieces_where_they_are(position, flip, depth, unicode):
    screen = Screen(depth, unicode)
    lines = board_text(Diagram(position=position), Style(flip=flip, coordinates="none"), screen).split("\n")
    step = 2 if depth == "none" else 3
    letters = dict(zip(OUTLINED + FILLED, "KQRBNPkqrbnp", strict=True))
    ranks = range(position.height) if flip else range(position.height - 1, -1, -1)
    files = range(position.width - 1, -1, -1) if flip else range(position.width)
    assert len(lines) == position.height
    for line, rank in zip(lines, ranks, strict=True):
        row = cells(line)
        for at, file in enumerate(files):
            piece = position.piece_at(Square(file, rank))
            char, (_, ink) = row[step * at + 1]
            letter = char if not unicode else letters.get(char)
            if piece is None:
                assert char in "·. "
            elif depth == "none" or not unicode:
                assert letter == piece.symbol
            else:
                assert (letter.upper(), ink in ("2;255;255;255", "5;231")) == (piece.letter, piece.side == "white")
