"""Texts with placeholders."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.template import PLACEHOLDERS, check_template, fill

VALUES = {name: f"<{name}>" for name in PLACEHOLDERS}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("Diagram {n}: {caption}", "Diagram <n>: <caption>"),
        ("{{n}} {n}}}", "{n} <n>}"),
        ("", ""),
        ("no braces", "no braces"),
    ],
)
def test_filled(text, filled):
    check_template(text)
    assert fill(text, VALUES) == filled


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{", "a brace by itself is written {{"),
        ("a } b", "a brace by itself is written }}"),
        ("{captoin}", "did you mean caption?"),
        ("{}", "a brace that is no placeholder is written twice"),
        ("{n!r}", "a brace that is no placeholder is written twice"),
        ("{n.real}", "a brace that is no placeholder is written twice"),
        ("{n:05}", "a brace that is no placeholder is written twice"),
    ],
)
def test_refused(text, hint):
    with pytest.raises(ValueError, match=re.escape(hint) + "$"):
        check_template(text)


@pytest.mark.parametrize(
    "text", ["{Rating}", "{c0}: {Opening Tags}", "{Weiß}", "{Title}", "{ID}", "{n}{white-elo}", "{_x}"]
)
def test_columns_where_diagrams_know_them(text):
    check_template(text, columns=True)
    with pytest.raises(ValueError, match=r"mean|twice"):
        check_template(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{captoin}", "did you mean caption?"),
        ("{Titel}", "did you mean title?"),
        ("{Fenn}", "did you mean fen?"),
        ("{}", "a brace that is no placeholder is written twice"),
        ("{0}", "a brace that is no placeholder is written twice"),
        ("{Rating:4}", "a brace that is no placeholder is written twice"),
        ("{Rating.real}", "a brace that is no placeholder is written twice"),
        ("{ Rating }", "a brace that is no placeholder is written twice"),
    ],
)
def test_what_is_no_column(text, hint):
    with pytest.raises(ValueError, match=re.escape(hint) + "$"):
        check_template(text, columns=True)


@given(st.text(alphabet="{}n .:!captio[]", max_size=20))
def test_what_is_not_refused_is_filled_without_fail(text):
    try:
        check_template(text)
    except ValueError:
        return
    assert fill(text, dict.fromkeys(PLACEHOLDERS, "x")).count("{") == text.count("{{")


@given(st.text(max_size=20))
def test_values_are_never_read_again(value):
    assert fill("{n}", {**VALUES, "n": value}) == value
