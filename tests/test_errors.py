"""Findings drawn for people: the caret stands under the place, nothing strange reaches a terminal."""

from __future__ import annotations

import pickle
import unicodedata

import pytest

from fen2img.errors import (
    EXCERPT,
    Fen2imgError,
    Finding,
    NotationError,
    OptionError,
    OutputError,
    code_point,
    near_match,
    shorten,
    visible,
)


def finding(start: int, end: int, hint: str | None = None) -> Finding:
    return Finding("error", "bad", "this is wrong", (start, end), hint)


@pytest.mark.parametrize(
    ("source", "span", "lines"),
    [
        pytest.param("abc def", (4, 7), ["abc def", "    ^^^"], id="a word"),
        pytest.param("abc def", (0, 1), ["abc def", "^"], id="the first character"),
        pytest.param("abc", (3, 3), ["abc", "   ^"], id="something missing at the end"),
        pytest.param("abc", (1, 1), ["abc", " ^"], id="something missing within"),
        pytest.param("one\ntwo three\nfour", (8, 13), ["two three", "    ^^^^^"], id="a later line"),
        pytest.param("one\r\ntwo three\r\nfour", (9, 14), ["two three", "    ^^^^^"], id="a later line of Windows"),
        pytest.param("one\rtwo three\rfour", (8, 13), ["two three", "    ^^^^^"], id="a later line of old Macs"),
        pytest.param("one two\nthree", (4, 13), ["one two", "    ^^^"], id="over a line's end"),
        pytest.param("馬馬x", (2, 3), ["馬馬x", "    ^"], id="behind wide characters"),
        pytest.param("a馬馬b", (1, 3), ["a馬馬b", " ^^^^"], id="under wide characters"),
        pytest.param("e\u0301x", (2, 3), ["e\u0301x", " ^"], id="behind a combining mark"),
        pytest.param("\u2654\ufe0ex", (2, 3), ["\u2654\ufe0ex", " ^"], id="behind a variation selector"),
        pytest.param("a\u20ddx", (2, 3), ["a\u20ddx", " ^"], id="behind an enclosing mark"),
        pytest.param("\x1b[31mx", (5, 6), ["\\x1b[31mx", "        ^"], id="behind an escape"),
        pytest.param("a\tb", (1, 2), ["a\\x09b", " ^^^^"], id="a tab"),
        pytest.param("a\u200bb", (1, 2), ["a\\u200bb", " ^^^^^^"], id="an invisible character"),
        pytest.param("a\u2028b", (2, 3), ["a\\u2028b", "       ^"], id="behind a line separator"),
        pytest.param("a\U000e0041b", (1, 2), ["a\\U000e0041b", " ^^^^^^^^^^"], id="an invisible tag"),
        pytest.param("a\udcffb", (1, 2), ["a\\udcffb", " ^^^^^^"], id="half a surrogate pair"),
    ],
)
def test_the_caret_stands_under_the_place(source: str, span: tuple[int, int], lines: list[str]) -> None:
    drawn = finding(*span).draw(source).split("\n")
    assert drawn == ["error: this is wrong [bad]", *("    " + line for line in lines)]


@pytest.mark.parametrize("source", ["", "  ", "\t\n"])
def test_a_blank_line_is_not_drawn(source: str) -> None:
    assert finding(0, len(source)).draw(source) == "error: this is wrong [bad]"


@pytest.mark.parametrize("start", [0, 1, 50, 99, 100, 133, 200, 298, 299, 300])
def test_a_long_line_is_cut_around_the_place(start: int) -> None:
    source = "." * start + "X" + "." * (299 - start) if start < 300 else "." * 300
    _, shown, carets = finding(start, min(300, start + 1)).draw(source).split("\n")
    assert len(shown) <= 4 + EXCERPT + 2
    column = carets.index("^")
    assert carets.strip() == "^"
    assert (shown + " ")[column] == ("X" if start < 300 else " ")
    assert shown.startswith("    …") == (start > EXCERPT // 3)
    assert shown.endswith("…") == (shown.removeprefix("    …") not in source[-EXCERPT:] or start < 200)


def test_a_long_span_is_cut_with_its_line() -> None:
    _, shown, carets = finding(0, 300).draw("x" * 300).split("\n")
    assert shown == "    " + "x" * EXCERPT + "…"
    assert carets == "    " + "^" * EXCERPT


def test_the_place_has_a_name_and_a_column() -> None:
    assert finding(2, 3, "do so").draw("abc", "list.txt:7") == (
        "list.txt:7:3: error: this is wrong [bad]\n    abc\n      ^\n    hint: do so"
    )
    assert finding(5, 6).draw("abc\ndef", "a").startswith("a:2: error")
    assert finding(0, 1).draw("x", "evil\x1b[31m\n.txt:1").startswith("evil\\x1b[31m\\x0a.txt:1:1: error")


@pytest.mark.parametrize(
    ("start", "place", "drawn"),
    [
        (0, (1, 1), "list.txt:7:1:"),
        (2, (1, 3), "list.txt:7:3:"),
        (4, (2, 1), "list.txt:8:1:"),
        (8, (3, 2), "list.txt:9:2:"),
        (10, (4, 1), "list.txt:10:1:"),
        (11, (4, 2), "list.txt:10:2:"),
    ],
)
def test_the_line_of_the_place_is_named(start: int, place: tuple[int, int], drawn: str) -> None:
    source = "abc\nd\r\nef\rg"
    assert finding(start, start).place(source) == place
    assert finding(start, start).draw(source, "list.txt:7").split(" ")[0] == drawn
    assert finding(start, start).draw(source, "a text").startswith("a text:")


def test_a_finding_as_data() -> None:
    warning = Finding("warning", "odd", "this is odd", (1, 2), "do so")
    assert warning.as_dict() == {
        "severity": "warning", "code": "odd", "message": "this is odd", "span": [1, 2], "hint": "do so",
    }  # fmt: skip


def test_notation_error_puts_errors_first_and_then_places() -> None:
    late, early = finding(4, 5, "late"), finding(1, 2, "early")
    warning = Finding("warning", "odd", "this is odd", (0, 1))
    error = NotationError("abcdef", [warning, late, early])
    assert error.findings == (early, late, warning)
    assert (error.code, error.span, error.message, error.hint) == ("bad", (1, 2), "this is wrong", "early")
    assert str(error) == "this is wrong"
    assert error.exit_code == 1
    assert error.report("x:1") == "\n".join(f.draw("abcdef", "x:1") for f in (early, late, warning))


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Fen2imgError("no", hint="but"), 1),
        (OptionError("no", hint="but"), 2),
        (OutputError("no", hint="but"), 3),
        (NotationError("abc", [finding(1, 2, "but")]), 1),
    ],
)
def test_errors_cross_processes(error: Fen2imgError, code: int) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.report() == error.report()
    assert again.hint == "but"
    assert again.exit_code == code


def test_report() -> None:
    assert OptionError("no such thing").report() == "error: no such thing"
    assert OptionError("no such thing", hint="try this").report() == "error: no such thing\n  hint: try this"
    assert OptionError("no \x1b[2J", hint="\r").report() == "error: no \\x1b[2J\n  hint: \\x0d"


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("brwon", "did you mean brown?"),
        ("BROWN", "did you mean brown?"),
        ("gren", "did you mean green or grey?"),
        ("zzz", None),
        ("", None),
    ],
)
def test_near_match(word: str, hint: str | None) -> None:
    assert near_match(word, ["brown", "green", "grey", "blue"]) == hint


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("x", "'x'"),
        ("'", "'''"),
        ("é", "'é' (U+00E9 LATIN SMALL LETTER E WITH ACUTE)"),
        ("\n", "'\\x0a' (U+000A)"),
        ("\x7f", "'\\x7f' (U+007F)"),
        ("\u200b", "'\\u200b' (U+200B ZERO WIDTH SPACE)"),
        ("\U0001f451", "'\U0001f451' (U+1F451 CROWN)"),
        ("\U000f0000", "'\\U000f0000' (U+F0000)"),
    ],
)
def test_code_point(char: str, name: str) -> None:
    assert code_point(char) == name


def test_shorten() -> None:
    assert shorten("x" * 40) == "x" * 40
    assert shorten("x" * 41) == "x" * 39 + "…"
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("a\x00b") == "a\\x00b"


def test_nothing_strange_stays_visible() -> None:
    every = "".join(map(chr, (*range(0xD800), *range(0xD800, 0x3400), *range(0xE000, 0x11000), 0x10FFFF)))
    left = {unicodedata.category(c) for c in visible(every)}
    assert not left & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert visible("Šach 馬 ♔ é ~") == "Šach 馬 ♔ é ~"
