"""Piece letters of other languages: read where they are asked for, proposed where they fit, never guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.errors import NotationError, OptionError
from fen2img.letters import LETTERS, english
from fen2img.notation import parse_fen, read_fen
from fen2img.notation.placement import MAX_FINDINGS

BOARD = "r1bq1rk1/pp3ppp/2n1pn2/2b5/8/2NBPN2/PP3PPP/R1BQ1RK1"
OTHERS = sorted(LETTERS.keys() - {"en"})
BOARDS = st.lists(st.sampled_from("KQRBNPkqrbnp1"), min_size=64, max_size=64).map(
    lambda squares: "/".join("".join(squares[i : i + 8]) for i in range(0, 64, 8))
)


def written(fen: str, code: str) -> str:
    """A placement in the letters of a language."""
    own = dict(zip("KQRBNP", LETTERS[code].letters, strict=True))
    upper = {letter: text[0].upper() + text[1:] for letter, text in own.items()}
    return "".join(
        upper[c] if c in upper else own[c.upper()].lower() if c.upper() in own and c.isalpha() else c for c in fen
    )


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_tells_the_twelve_pieces_apart(code: str) -> None:
    assert sorted(set(english(code).values())) == sorted("KQRBNPkqrbnp")


@pytest.mark.parametrize("code", OTHERS)
@given(board=BOARDS)
def test_there_and_back_is_the_same_board(code: str, board: str) -> None:
    reading = read_fen(f"{written(board, code)} b - - 3 9", letters=code)
    assert reading.position == parse_fen(f"{board.replace('1' * 8, '8')} b - - 3 9")
    assert {f.code for f in reading.findings} <= {"ranks-reversed", "digits"}


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_not_asked_for_is_proposed(code: str) -> None:
    reading = read_fen(written(BOARD, code))
    assert reading.position is None
    (finding,) = reading.findings
    assert finding.code == "foreign-letters"
    same = next(c for c in LETTERS if LETTERS[c].letters == LETTERS[code].letters)
    assert f"(--letters {same}: {' '.join(LETTERS[code].letters)})" in (finding.hint or "")
    assert LETTERS[code].language in (finding.hint or "")


def test_the_report() -> None:
    with pytest.raises(NotationError) as caught:
        parse_fen("7k/8/8/3s4/6d1/8/8/K1T5 w - - 0 1")
    assert (
        caught.value.report()
        == """\
error: 's' is no piece letter (rank 5, square d5) [foreign-letters]
    7k/8/8/3s4/6d1/8/8/K1T5 w - - 0 1
            ^
    hint: the placement fits the piece letters of German, Danish, Swedish and Norwegian (--letters de: K D T L S B), \
Finnish (--letters fi: K D T L R S) or Croatian (--letters hr: K D T L S P)"""
    )


def test_english_letters_where_another_language_is_asked_for() -> None:
    reading = read_fen("7k/8/8/3n4/8/8/7Q/K1T5", letters="de")
    assert reading.position is None
    assert [(f.code, f.message, f.hint) for f in reading.findings] == [
        ("bad-character", "'n' is no piece letter of German (rank 5)", "those are K D T L S B"),
        ("bad-character", "'Q' is no piece letter of German (rank 2)", "those are K D T L S B"),
    ]
    assert [reading.source[slice(*f.span)] for f in reading.findings] == ["n", "Q"]


def test_the_place_of_a_letter_where_ranks_are_missing() -> None:
    messages = [f.message for f in read_fen("8/n7/T7", letters="de").findings]
    assert messages == ["3 ranks instead of 8", "'n' is no piece letter of German (rank 2 of the text)"]


def test_a_placement_in_english_after_all() -> None:
    (finding,) = read_fen(BOARD, letters="fr").findings
    assert finding.code == "foreign-letters"
    assert finding.hint == "the placement fits the piece letters of English (--letters en: K Q R B N P)"


def test_letters_that_both_languages_have_are_read_as_asked_for() -> None:
    assert parse_fen("8/8/8/8/8/8/8/R7").fen().split()[0] == "8/8/8/8/8/8/8/R7"
    assert parse_fen("8/8/8/8/8/8/8/R7", letters="fr").fen().split()[0] == "8/8/8/8/8/8/8/K7"
    assert parse_fen("8/8/8/8/8/8/8/R7 w - - 0 1", letters="fi").fen().split()[0] == "8/8/8/8/8/8/8/N7"


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("ru", "Кр1кр1К1к1", "K1k1N1n1"),
        ("ru", "КРФЛСКП2", "KQRBNP2"),
        ("ru-latn", "KrK1krk3", "KN1kn3"),
        ("uk", "ФфТтСсКр1", "QqRrBbK1"),
        ("tr", "ŞşVK4", "KkQR4"),
        ("lt", "Z\u030cz\u030cŽž4", "NnNn4"),
        ("el", "ΡΒΠΑΙΣσ1", "KQRBNPp1"),
        ("de", "D~7", "Q~7"),
    ],
)
def test_single_ranks(code: str, text: str, expected: str) -> None:
    reading = read_fen(f"{text}/8/8/8/8/8/8/8", letters=code)
    assert reading.position is not None
    assert reading.position.placement == f"{expected}/8/8/8/8/8/8/8"


def test_castling_and_pockets_in_the_same_letters() -> None:
    assert parse_fen("t3k2t/8/8/8/8/8/8/T3K2T[Ds] w KDkd - 0 1", letters="de").fen() == (
        "r3k2r/8/8/8/8/8/8/R3K2R[Qn] w KQkq - 0 1"
    )
    assert parse_fen("t3k2t/8/8/8/8/8/8/T3K2T w KQkq - 0 1", letters="de").castling == "KQkq"
    assert parse_fen("т3кр2т/8/8/8/8/8/8/Т3Кр2Т w КрФкрф - 0 1", letters="uk").castling == "KQkq"


def test_turned_pieces() -> None:
    assert parse_fen("*1D-S6/8/8/8/8/8/8/8", letters="de", fairy=True).placement == "*1Q-N6/8/8/8/8/8/8/8"


def test_places_are_those_of_the_source() -> None:
    text = "Кр7/8/8/8/8/8/8/Кр8 w z z9"
    reading = read_fen(text, letters="ru")
    assert [text[slice(*f.span)] for f in reading.findings] == ["Кр8"]
    text = "Кр7/8/8/8/8/8/8/Кр7 w zz - 0 1"
    reading = read_fen(text, letters="ru")
    assert [text[slice(*f.span)] for f in reading.findings] == ["zz"]


def test_what_is_no_placement_is_quoted_as_it_is() -> None:
    (finding,) = read_fen("Schach", letters="de").findings
    assert finding.message == "'Schach' is no placement"


def test_unknown_languages() -> None:
    with pytest.raises(OptionError) as caught:
        read_fen("8/8/8/8/8/8/8/8", letters="dee")
    assert caught.value.report() == "error: letters: 'dee' is no language\n  hint: did you mean de?"
    with pytest.raises(OptionError) as caught:
        read_fen("8/8/8/8/8/8/8/8", letters="")
    assert caught.value.hint == f"known: {', '.join(LETTERS)}"


@given(st.text(st.sampled_from("КрФЛСкрфп/8 1wKQz~[]-*\u030c"), max_size=40), st.sampled_from(OTHERS))
def test_no_text_raises(text: str, code: str) -> None:
    reading = read_fen(text, letters=code)
    assert reading.position or any(f.severity == "error" for f in reading.findings)
    assert len(reading.findings) <= 2 * MAX_FINDINGS + 4
    for finding in reading.findings:
        assert 0 <= finding.span[0] <= finding.span[1] <= len(text)
