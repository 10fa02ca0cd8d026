"""What the words for a position say, in every language, is the position."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from test_fen_properties import positions

from fen2img.languages import LANGUAGES, language
from fen2img.notation import read_plain
from fen2img.position import PIECE_LETTERS, Piece, Position
from fen2img.words import describe


def named(position: Position) -> list[str]:
    return sorted(position.square(i).name for i, piece in enumerate(position.pieces) if piece)


@given(positions(), st.sampled_from(list(LANGUAGES)))
def test_the_squares_named_are_those_occupied(position: Position, lang: str) -> None:
    text = describe(position, (), lang)
    assert sorted(re.findall(r"(?<![A-Za-z])[A-Z]?([a-z][1-9][0-9]?)(?![0-9])", text, re.ASCII)) == named(position)
    assert not set(text) & set("{}")
    assert text.endswith(".")
    assert "  " not in text


def read_back(text: str, lang: str) -> dict[str, Piece]:
    """The pieces that a text tells of, by square, by what the tables say alone."""
    said, pieces = language(lang), {}
    white, black = text.removeprefix(said.white + said.colon).split(f". {said.black}{said.colon}")
    for side, part in (("white", white), ("black", black.split(".")[0])):
        pawns = False
        for item in part.split(", ") if part != said.nothing else ():
            *words, square = item.rsplit(" ", 1) if lang == "ko" else re.split("(?=[a-h][1-8]$)", item)
            word = "".join(words).strip()
            pawns = pawns or word in (said.pawn, said.pawns)
            assert not (pawns and word not in ("", said.pawn, said.pawns))
            letter = "P" if pawns else PIECE_LETTERS[[name.strip() for name in said.pieces].index(word)]
            pieces[square] = Piece(letter, side)  # type: ignore[arg-type]
    return pieces


@given(positions(standard=True), st.sampled_from(list(LANGUAGES)))
def test_a_position_can_be_set_up_from_its_words(position: Position, lang: str) -> None:
    """By both ways: that of men, and that of any board."""
    short = read_plain(position.fen())
    text = describe(position, (), lang)
    assert short is None or describe(short, (), lang) == text
    expected = {position.square(i).name: piece for i, piece in enumerate(position.pieces) if piece}
    assert (read_back(text, lang) if expected else {}) == expected
