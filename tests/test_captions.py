"""Words round the board: what they say, how they are broken, where they stand."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from drawing import EMPTY, ENDGAME, bounds, diagram
from hypothesis import given
from hypothesis import strategies as st
from test_piece_fonts import LIGHT, build

import fen2img
from fen2img.captions import CAPTION_LINES, ELLIPSIS, TITLE_LINES, run_width, words_of
from fen2img.errors import DiagramError, GlyphError
from fen2img.layout import layout
from fen2img.scene import Group
from fen2img.style import Style
from fen2img.text import lacks

LONG = "The quick brown fox jumps over the lazy dog while the rook waits patiently on the open file. " * 6


def words(fen=EMPTY, board=(8, 8), view="white", **options):
    return words_of(diagram(fen, board, caption="behind the FEN"), Style.of(**options), view)


def text(line):
    return "".join(run.text or f"<{run.figure}>" for run in line.runs)


def width(line):
    return sum(run_width(run, None) for run in line.runs) * line.size


def test_no_words_take_no_room():
    assert words() == ((), (), 0.0, 0.0, "behind the FEN")
    assert not Style().has_words
    assert layout(diagram(EMPTY, caption="x", title="y"), Style()).frame.pixels == (480, 480)


def test_placeholders_are_filled():
    found = words(ENDGAME, title="{n} {turn}", number="Diagram {n}", caption="{caption} {{{title}}}")
    assert [text(line) for line in found.above] == ["1 White to move"]
    assert [text(line) for line in found.below] == ["Diagram 1 behind the FEN {}"]
    assert [run.weight for run in found.below[0].runs] == [650, 400]
    assert text(words(ENDGAME, caption="{fen}").below[0]).startswith(ENDGAME.split()[0])


def test_columns_id_and_answer_are_filled():
    known = replace(diagram(ENDGAME), fields={"Rating": "1500", "n": "no number"}, id="own 1", answer="Kb6")
    found = words_of(known, Style.of(title="{id}: {answer}", caption="{Rating} {n}"), "white")
    assert [text(line) for line in (*found.above, *found.below)] == ["own 1: Kb6", "1500 1"]
    found = words_of(diagram(ENDGAME), Style.of(title="{id}{answer}"), "white")
    assert found.above == ()


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ({}, "this diagram has no columns"),
        ({"Rating": "1500"}, "did you mean Rating?"),
        ({"Opening": "x", "Themes": "y"}, "columns: Opening, Themes"),
    ],
)
@pytest.mark.parametrize(
    ("option", "place"),
    [("title", "title"), ("caption", "caption"), ("number", "number"), ("white_player", "white player")],
)
def test_a_column_that_the_diagram_does_not_have(option, place, fields, hint):
    with pytest.raises(DiagramError) as caught:
        words_of(replace(diagram(ENDGAME), fields=fields), Style.of(**{option: "{Ratng}"}), "white")
    assert (caught.value.message, caught.value.hint) == (f"{place}: there is no column {{Ratng}}", hint)


def test_a_column_whose_name_differs_from_a_placeholder_in_its_case():
    known = replace(diagram(ENDGAME), fields={"Title": "T", "ID": "7", "Answer": "A", "Turn": "x"}, title="own", id="i")
    found = words_of(known, Style.of(title="{Title} {title}", caption="{ID} {id} {Answer} {Turn}"), "white")
    assert [text(line) for line in (*found.above, *found.below)] == ["T own", "7 i A x"]
    for fields in ({}, {"titled": "x"}):
        with pytest.raises(DiagramError) as caught:
            words_of(replace(known, fields=fields), Style.of(title="{Title}"), "white")
        assert (caught.value.message, caught.value.hint) == (
            "title: there is no column {Title}",
            "did you mean title?",
        )


def test_the_title_is_drawn_above_and_the_caption_below():
    drawn = layout(diagram(ENDGAME), Style.of(title="T", caption="C", square=40))
    top = min(y for _, y in drawn.frame.cells)
    title, caption = drawn.words
    assert title.y < top
    assert caption.y > top + 8 * 40


@pytest.mark.parametrize("coordinates", ["none", "outside", "all", "inside"])
@pytest.mark.parametrize("theme", ["brown", "print", "walnut"])
def test_words_keep_off_the_board_and_off_the_coordinates(coordinates, theme):
    style = Style.of(title=LONG, caption=LONG, white_player="A|1|2", black_player="B|3|4", square=40, theme=theme)
    drawn = layout(diagram(ENDGAME), Style.of(style, coordinates=coordinates))
    frame = drawn.frame
    top, bottom = min(y for _, y in frame.cells), max(y for _, y in frame.cells) + 40
    strips = {"none": (0, 0), "inside": (0, 0), "outside": (0, 1), "all": (1, 1)}[coordinates]
    high, low = top - frame.border - strips[0] * 0.54 * 40, bottom + frame.border + strips[1] * 0.54 * 40
    for shape in (s for s in drawn.words if isinstance(s, Group)):
        boxes = [bounds(path.d) for path in shape.shapes]
        upper, lower = (shape.y + shape.scale * f(b[i] for b in boxes) for f, i in ((min, 1), (max, 3)))
        assert lower <= high + 0.01 or upper >= low - 0.01
        assert upper >= 0
        assert lower <= frame.height
        assert shape.x + shape.scale * min(b[0] for b in boxes) >= 0
        assert shape.x + shape.scale * max(b[2] for b in boxes) <= frame.width


def test_long_words_end_in_an_ellipsis():
    found = words(title=LONG, caption=LONG)
    assert len(found.above) == TITLE_LINES
    assert len(found.below) == CAPTION_LINES
    last = min(found.above, key=lambda line: line.y)
    assert text(last).endswith(ELLIPSIS)
    assert LONG.startswith(" ".join(map(text, found.below)).removesuffix(ELLIPSIS))


@given(
    st.text(st.characters(codec="latin-1", categories=["L", "N", "P", "Zs"]), min_size=1, max_size=300),
    st.integers(1, 12),
    st.booleans(),
)
def test_no_line_is_wider_than_the_board(said, files, figurines):
    safe = said.replace("{", "").replace("}", "")
    if lacks("".join(safe.split()), None):
        return
    found = words("/".join([str(files)] * 8), (files, 8), caption=safe, title=safe, figurines=figurines)
    for line in (*found.above, *found.below):
        assert width(line) <= files + 0.02
        assert line.align == "middle"
    assert found.bottom >= max((line.y for line in found.below), default=0)


@given(st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=30))
def test_whole_words_are_kept_in_order(said):
    found = words(caption=" ".join(said))
    joined = " ".join(map(text, found.below))
    if joined.endswith(ELLIPSIS):
        assert " ".join(said).startswith(joined.removesuffix(ELLIPSIS))
    else:
        assert joined == " ".join(said)


def test_lines_are_not_broken_where_that_is_forbidden():
    found = words(caption="White wins in the end of it all with a nice 25.\u00a0Rd1+ and more")
    assert any("25.\u00a0Rd1+" in text(line) for line in found.below)


def test_control_characters_are_left_out():
    assert text(words(caption="a\x01b\x7fc\td").below[0]) == "abc d"
    assert words(caption="\x01").below == ()


@pytest.mark.parametrize("said", ["\u05d0\u05d1 abc", "\u05d0 25", "Nf3 \u0627"])
def test_both_directions_in_one_text_are_refused(said, monkeypatch):
    monkeypatch.setattr("fen2img.captions.lacks", lambda *_: "")
    with pytest.raises(GlyphError) as caught:
        words(caption=said)
    assert caught.value.report() == (
        "error: caption: words from right to left stand together with others, or with digits\n"
        "  hint: write one direction a text"
    )


def test_marks_stay_with_their_letter():
    found = words("/".join(["1"] * 8), (1, 8), caption="e\u0301" * 30)
    assert all(not line.runs[0].text.startswith("\u0301") for line in found.below)


# --- players ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "above", "below"), [("white", "B", "W"), ("black", "W", "B")])
def test_players_sit_at_their_side(view, above, below):
    found = words(view=view, white_player="W|2000|1:00", black_player="B")
    assert text(found.above[0]) == (above if above == "B" else "W 2000")
    assert text(found.below[0]) == (below if below == "B" else "W 2000")
    assert {line.swatch for line in (*found.above, *found.below)} == {"white", "black", None}


def test_a_name_gives_way_to_rating_and_clock():
    name, clock = words(white_player=f"{'Long ' * 20}|2400|1:02:03").below
    assert re.fullmatch(r"(Long )+Long… 2400", text(name))
    assert (text(clock), clock.align) == ("1:02:03", "right")
    assert width(name) + width(clock) <= 8 - 0.5 - 0.25


def test_a_player_may_have_no_name():
    assert [text(line) for line in words(white_player="|2400|").below] == ["2400"]


PART = st.text("abcdefghi 0123", max_size=60)


@given(PART, PART, PART, st.integers(1, 12))
def test_a_bar_never_leaves_the_board(name, rating, clock, files):
    board = "/".join([str(files)] * 8)
    found = words(board, (files, 8), white_player=f"{name}|{rating}|{clock}")
    assert sum(width(line) for line in found.below) <= max(0, files - 0.5) + 0.01
    drawn = layout(diagram(board, (files, 8)), Style.of(white_player=f"{name}|{rating}|{clock}", square=40))
    groups = [shape for shape in drawn.words if isinstance(shape, Group)]
    boxes = sorted((g.x + g.scale * bounds(g.shapes[0].d)[0], g.x + g.scale * bounds(g.shapes[0].d)[2]) for g in groups)
    assert all(one[1] <= two[0] + 1 for one, two in itertools.pairwise(boxes))
    assert all(left >= 0 and right <= drawn.frame.width for left, right in boxes)


# --- figures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        ("1.Nf3", "1.<wN>f3"),
        ("Nbd7 and N1xf3+", "<wN>bd7 and <wN>1xf3+"),
        ("exd8=Q+", "exd8=<wQ>+"),
        ("Kxe4 Qh4e1 Ba1", "<wK>xe4 <wQ>h4e1 <wB>a1"),
        ("O-O, Black, Rook, KN, B2, e8=Q", "O-O, Black, Rook, KN, B2, e8=<wQ>"),
        ("♔ ♚", "<wK> <bK>"),
    ],
)
def test_pieces_in_moves_are_drawn(said, drawn):
    found = words(caption=said, figurines=True)
    assert text(found.below[0]) == drawn
    plain = words(caption=said)
    assert ("<" in text(plain.below[0])) == ("♔" in said)


def test_figures_come_from_the_set():
    drawn = layout(diagram(ENDGAME), Style.of(caption="Nf3", figurines=True, pieces="modern"))
    (figure,) = drawn.figures
    assert figure.glyph.name == "wN"
    assert figure.size == pytest.approx(drawn.frame.square * 0.4 * 1.12)
    assert not drawn.plain


# --- fonts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "report"),
    [
        ({"title": "Läufer 後"}, "error: title: the font has no '後' (U+5F8C CJK UNIFIED IDEOGRAPH-5F8C)"),
        ({"caption": "אב"}, "error: caption: the font has no 'א' (U+05D0 HEBREW LETTER ALEF)"),
        ({"white_player": "王|1"}, "error: white player: the font has no '王' (U+738B CJK UNIFIED IDEOGRAPH-738B)"),
    ],
)
def test_a_character_that_the_font_lacks_the_whole_error(options, report):
    with pytest.raises(GlyphError) as caught:
        words(**options)
    assert caught.value.report() == report + "\n  hint: --font PATH names a font that has it"


@pytest.fixture
def chess_font(tmp_path):
    """A font that has the twelve letters of a chess font and nothing else."""
    return build(tmp_path / "letters.ttf", LIGHT)


def test_another_font(chess_font):
    found = words(caption="kqr", font=str(chess_font))
    assert text(found.below[0]) == "kqr"
    with pytest.raises(GlyphError, match="the font has no 'z'") as caught:
        words(caption="z", font=str(chess_font))
    assert caught.value.hint == "--font PATH names another font"
    drawn = layout(diagram(ENDGAME), Style.of(caption="kqr", font=str(chess_font)))
    own = layout(diagram(ENDGAME), Style.of(caption="kqr"))
    assert drawn.words != own.words


# --- sizes -----------------------------------------------------------------------------------------------------


def test_words_make_a_picture_higher_and_leave_its_width():
    plain, said = (layout(diagram(ENDGAME), Style.of(size=400, **o)).frame for o in ({}, {"title": "T"}))
    assert plain.pixels == (400, 400)
    assert said.pixels[0] == 400
    assert said.pixels[1] > 400
    assert said.square == plain.square
    tall = layout(diagram("/".join("4" * 8), (4, 8)), Style.of(size=400, title="T")).frame
    assert tall.pixels[1] == 400


def test_on_paper_words_leave_the_width():
    frame = layout(diagram(ENDGAME), Style.of(width="60mm", caption="C"), paper=True).frame
    assert frame.paper[0] == 60
    assert frame.paper[1] > 60


def test_what_the_picture_is_called():
    one = diagram(ENDGAME, title="T", caption="C")
    assert layout(one, Style()).title == layout(one, Style.of(caption="x")).title == "T"
    assert layout(one, Style.of(title="Mate {n}")).title == "Mate 1"
    assert "<title>Mate 1</title>" in fen2img.Diagram.from_fen(ENDGAME).svg(title="Mate {n}")
