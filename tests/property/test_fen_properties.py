"""What holds for every FEN and for every text."""

from __future__ import annotations

import dataclasses
import unicodedata
import urllib.parse

from hypothesis import assume, example, given
from hypothesis import strategies as st

from fen2img.errors import NotationError, visible
from fen2img.notation import parse_fen, read_fen
from fen2img.position import MAX_SIDE, Piece, Position, Side, Square

SIDES: tuple[Side, ...] = ("white", "black")
PIECES = [Piece(letter, side) for letter in "KQRBNP" for side in SIDES]
ALPHABET = "KQRBNPkqrbnp12345678/ wb-09~[]_+.,;:\"'%2F\t\n\r\u00a0\u200b／８АКРx"


def pieces() -> st.SearchStrategy[Piece]:
    return st.sampled_from(PIECES)


@st.composite
def positions(draw: st.DrawFn, *, standard: bool = False) -> Position:
    """Any position that can be written; `standard` ones are 8 x 8 without pockets."""
    width = 8 if standard else draw(st.integers(1, MAX_SIDE))
    height = 8 if standard else draw(st.integers(1, MAX_SIDE))
    board: list[Piece | None] = [None] * (width * height)
    for index in draw(st.sets(st.integers(0, len(board) - 1), max_size=40)):
        board[index] = draw(pieces())._replace(promoted=not standard and draw(st.integers(0, 9)) == 0)
    turn = draw(st.sampled_from(SIDES))
    target = None
    if height >= 3 and draw(st.booleans()):
        target = Square(draw(st.integers(0, width - 1)), height - 3 if turn == "white" else 2)
    rights = st.sampled_from(("KQkq", "K", "kq", "Qk")) if standard else st.sampled_from(("KQkq", "HAha", "Bg", "Kq"))
    return Position(
        width=width,
        height=height,
        pieces=tuple(board),
        turn=turn,
        castling=draw(st.just("-") | rights),
        en_passant=target,
        halfmove=draw(st.integers(0, 9999)),
        fullmove=draw(st.integers(1, 9999)),
        pockets=()
        if standard
        else tuple(draw(st.lists(pieces().filter(lambda piece: piece.letter != "K"), max_size=8))),
    )


@given(positions())
def test_a_position_written_and_read_is_the_same(position: Position) -> None:
    reading = read_fen(position.fen(), width=position.width, height=position.height)
    assert reading.position == position
    assert {f.code for f in reading.findings} <= {"ranks-reversed", "promoted"}
    assert reading.rest == ""


@given(positions(standard=True))
def test_the_short_way_and_the_long_way_agree(position: Position) -> None:
    short, long = read_fen(position.fen()), read_fen(" " + position.fen())
    assert short.position == long.position == position
    assert [f.code for f in short.findings] == [f.code for f in long.findings]


@given(
    st.from_regex(
        r"([1-8KQRBNPkqrbnp]{1,9}/){7}[1-8KQRBNPkqrbnp]{1,9} [wb] (-|K?Q?k?q?) (-|[a-h][36]) [0-9]{1,4} [0-9]{1,4}",
        fullmatch=True,
    ),
    st.data(),
)
@example("pppppppp/8/8/8/8/8/8/8 w KQkq e3 0 1", None)
@example("8/8/8/8/8/8/8/8 w  - 0 1", None)
@example("44/8/8/8/8/8/8/8 w - - 0 0", None)
def test_both_ways_agree_on_what_nearly_is_one(text: str, data: st.DataObject | None) -> None:
    if data:  # ranks of random letters hardly ever have eight squares
        ranks = text.split(" ")[0].split("/")
        keep = data.draw(st.sets(st.integers(0, 7), max_size=2))
        ranks = [rank if i in keep else "p6K" for i, rank in enumerate(ranks)]
        text = " ".join(["/".join(ranks), *text.split(" ")[1:]])
    short, long = read_fen(text), read_fen(" " + text)
    assert short.position == long.position
    assert [(f.code, f.message) for f in short.findings] == [(f.code, f.message) for f in long.findings]


def check_any(text: str, width: int, height: int) -> None:
    reading = read_fen(text, width=width, height=height)
    errors = [f for f in reading.findings if f.severity == "error"]
    assert (reading.position is None) == bool(errors)
    for finding in reading.findings:
        start, end = finding.span
        assert 0 <= start <= end <= len(text)
        assert finding.message == visible(finding.message)
        assert (finding.hint or "") == visible(finding.hint or "")
    if reading.findings:
        drawn = NotationError(text, reading.findings).report("list\x1b.txt:1")
        assert not {unicodedata.category(c) for c in drawn.replace("\n", "")} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
        assert all(len(line) < 1_200 for line in drawn.split("\n"))
    if reading.position:
        fen = reading.position.fen()
        again = read_fen(fen, width=width, height=height).position
        assert again
        turn = reading.position.turn or again.turn
        assert again == dataclasses.replace(reading.position, turn=turn)
        assert reading.rest == reading.rest.rstrip()


@given(st.text(), st.integers(1, 26), st.integers(1, 26))
@example("[Q]", 3, 1)
@example("k[", 1, 1)
@example(".", 1, 1)
@example("~", 1, 1)
@example("https:", 1, 1)
def test_any_text_is_read_without_an_exception(text: str, width: int, height: int) -> None:
    check_any(text, width, height)


@given(st.text(ALPHABET, max_size=60), st.sampled_from([(8, 8), (1, 1), (3, 1), (2, 2), (10, 3)]))
def test_any_text_of_the_signs_of_a_fen_is_read(text: str, size: tuple[int, int]) -> None:
    check_any(text, *size)


@given(positions(standard=True), st.lists(st.tuples(st.integers(0, 100), st.text(ALPHABET, max_size=2)), max_size=4))
def test_any_damaged_fen_is_read(position: Position, damage: list[tuple[int, str]]) -> None:
    text = position.fen()
    for place, new in damage:
        text = text[:place] + new + text[place + 1 :]
    check_any(text, 8, 8)


def squares(rank: str) -> int:
    """A second opinion on how many squares a rank has."""
    return sum(int(c) if c in "12345678" else 1 for c in rank if c != "~")


@given(positions(standard=True), st.integers(0, 71), st.sampled_from(sorted(set(ALPHABET) - set(" \t\n\r\u00a0"))))
def test_one_other_character_never_moves_a_piece_in_silence(position: Position, place: int, new: str) -> None:
    placement = position.placement
    assume(place < len(placement))
    text = placement[:place] + new + placement[place + 1 :]
    reading = read_fen(text + " w - - 0 1")
    if reading.position is None:
        return
    assert len(reading.position.pieces) == 64
    if set(new) <= set("KQRBNPkqrbnp12345678~"):
        assert [squares(rank) for rank in text.split("/")] == [8] * 8
    elif reading.position.placement != placement:
        assert reading.findings, "another board without a word"


DISGUISES = {
    "blanks": lambda fen: f"\t {fen} \r\n",
    "quotes": lambda fen: f'"{fen}"',
    "typographic quotes": lambda fen: f"“{fen}”",
    "code": lambda fen: f"`{fen}`",
    "label": lambda fen: f"FEN: {fen}",
    "command": lambda fen: f"position fen {fen}",
    "tag": lambda fen: f'[FEN "{fen}"]',
    "tags": lambda fen: f'[SetUp "1"]\n[FEN "{fen}"]',
    "no-break spaces": lambda fen: fen.replace(" ", "\u00a0"),
    "lines": lambda fen: fen.replace(" ", "\n"),
    "underscores": lambda fen: fen.replace(" ", "_"),
    "percent": lambda fen: urllib.parse.quote(fen, safe=""),
    "form": lambda fen: urllib.parse.quote_plus(fen),
    "zero width": lambda fen: "\u200b".join(fen),
    "full width": lambda fen: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in fen),
    "full stop": lambda fen: fen + ".",
    "caption": lambda fen: fen + " White mates in 2",
    "address": lambda fen: "https://example.org/editor/" + fen.replace(" ", "_") + "?color=black",
    "query": lambda fen: "http://example.org/?a=b&fen=" + urllib.parse.quote_plus(fen) + "&c=d",
}


@given(positions(standard=True), st.sampled_from(sorted(DISGUISES)))
def test_a_disguise_changes_nothing(position: Position, name: str) -> None:
    reading = read_fen(DISGUISES[name](position.fen()))
    assert reading.position == position
    assert reading.rest == ("White mates in 2" if name == "caption" else "")


@given(positions(standard=True), st.sampled_from(sorted(set(DISGUISES) - {"full stop", "caption"})), st.data())
def test_two_disguises_change_nothing(position: Position, name: str, data: st.DataObject) -> None:
    around = data.draw(st.sampled_from(["blanks", "quotes", "code", "label"]))
    reading = read_fen(DISGUISES[around](DISGUISES[name](position.fen())))
    assert reading.position == position


@given(st.text(min_size=1, max_size=40).map(str.strip).filter(bool))
def test_the_text_behind_a_fen_is_kept_as_it_is(text: str) -> None:
    assume(not text.startswith(tuple(";|,# \t")) and not any(c.isspace() and c not in " \n" for c in text))
    invisible = {c for c in text if unicodedata.category(c) in {"Cf", "Cc"}}
    assume(not invisible and "%2" not in text)
    reading = read_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1 " + text)
    assert reading.rest == text
    assert parse_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1 " + text, strict=True) == reading.position
