"""How options are declared, parsed and refused."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from fen2img.color import Color
from fen2img.errors import OptionError
from fen2img.options import (
    Choice,
    Flag,
    Kind,
    Length,
    Measure,
    Paint,
    Whole,
    known_only,
    option,
    options_of,
)

MEASURE = Measure(("mm", "cm", "in", "pt"), "60mm")


@dataclass
class Sample:
    word: str = option("one", Choice(("one", "two", "three"), "NAME"), "A word.")
    page_width: Length | None = option(None, MEASURE, "A width.", group="Size")
    lossless: bool = option(False, Flag(), "A flag.", group="Format", formats=["webp"])


SAMPLE = options_of(Sample)


def test_declaration() -> None:
    assert list(SAMPLE) == ["word", "page_width", "lossless"]
    width = SAMPLE["page_width"]
    assert (width.flag, width.help, width.group, width.default) == ("--page-width", "A width.", "Size", None)
    assert width.formats is None
    assert SAMPLE["lossless"].formats == frozenset({"webp"})
    assert SAMPLE["word"].group == "Look"


@pytest.mark.parametrize(
    ("kind", "given", "value"),
    [
        (Choice(("one", "two")), "two", "two"),
        (Flag(), True, True),
        (Flag(), False, False),
        (Whole(1, 100), 1, 1),
        (Whole(1, 100), "100", 100),
        (Whole(1, 100), "007", 7),
        (MEASURE, "60mm", Length(60, "mm")),
        (MEASURE, " 2.5 in ", Length(2.5, "in")),
        (MEASURE, ".5cm", Length(0.5, "cm")),
        (MEASURE, Length(170, "pt"), Length(170, "pt")),
        (Paint(), "#fff", Color(255, 255, 255)),
        (Paint(), Color(1, 2, 3), Color(1, 2, 3)),
    ],
)
def test_good_values(kind: Kind, given: object, value: object) -> None:
    parsed = kind.parse(given)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (Choice(("one", "two")), "One"),
        (Choice(("one", "two")), 1),
        (Choice(("one", "two")), None),
        (Flag(), "true"),
        (Flag(), 1),
        (Whole(1, 100), 0),
        (Whole(1, 100), 101),
        (Whole(1, 100), True),
        (Whole(1, 100), 1.0),
        (Whole(1, 100), "1.0"),
        (Whole(1, 100), "-1"),
        (Whole(1, 100), "1_0"),
        (Whole(1, 100), " 1"),
        (Whole(1, 100), "１"),
        (Whole(1, 100), "٣"),
        (Whole(1, 100), "9" * 5_000),
        (MEASURE, "60"),
        (MEASURE, "60 px"),
        (MEASURE, "mm"),
        (MEASURE, "-1mm"),
        (MEASURE, "1e3mm"),
        (MEASURE, "infmm"),
        (MEASURE, "1,5mm"),
        (MEASURE, "1.mm"),
        (MEASURE, "1mm2"),
        (MEASURE, "1234567mm"),
        (MEASURE, "１mm"),
        (MEASURE, 60),
        (MEASURE, Length(60, "px")),
        (MEASURE, Length(-1, "mm")),
        (MEASURE, Length(math.inf, "mm")),
        (MEASURE, Length(math.nan, "mm")),
        (Paint(), "fence"),
        (Paint(), 0xFFF),
        (Kind(), "anything"),
    ],
)
def test_bad_values(kind: Kind, given: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        kind.parse(given)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Choice(("one", "two")), "one of one, two"),
        (Flag(), "true or false"),
        (Whole(1, 100), "a whole number from 1 to 100"),
        (MEASURE, "a length in mm, cm, in, pt such as 60mm"),
        (Paint(), "a colour: #rgb, #rrggbb, #rrggbbaa, an HTML name or transparent"),
        (Kind(), "TEXT"),
    ],
)
def test_values_in_words(kind: Kind, words: str) -> None:
    assert kind.values == words


@pytest.mark.parametrize(
    ("name", "given", "report"),
    [
        ("word", "tow", "error: word: 'tow' is not one of one, two, three\n  hint: did you mean two?"),
        ("word", "x", "error: word: 'x' is not one of one, two, three"),
        ("word", None, "error: word: 'None' is not one of one, two, three"),
        ("page_width", "60", "error: page-width: '60' is not a length in mm, cm, in, pt such as 60mm"),
        ("lossless", "yes", "error: lossless: 'yes' is not true or false"),
        ("word", "a\x1b[0m", "error: word: 'a\\x1b[0m' is not one of one, two, three"),
        ("word", "x" * 99, f"error: word: '{'x' * 39}…' is not one of one, two, three"),
    ],
)
def test_refusals_name_the_option_and_what_it_takes(name: str, given: object, report: str) -> None:
    with pytest.raises(OptionError) as caught:
        SAMPLE[name].parse(given)
    assert caught.value.report() == report
    assert caught.value.__cause__ is None


def test_a_misspelt_colour_has_a_near_one() -> None:
    with pytest.raises(ValueError, match=r"^did you mean white or wheat\?$"):
        Paint().parse("whit")


def test_none_stands_for_no_choice_only_where_something_else_decides() -> None:
    assert SAMPLE["page_width"].parse(None) is None


def test_lengths() -> None:
    assert Length(2, "in").mm == 50.8
    assert Length(72, "pt").mm == pytest.approx(25.4)
    assert Length(3, "cm").mm == 30
    assert str(Length(2.5, "in")) == "2.5in"
    assert str(Length(60, "mm")) == "60mm"
    with pytest.raises(KeyError):
        _ = Length(5, "%").mm


def test_known_names_in_both_spellings() -> None:
    assert known_only({"page-width": 1, "word": 2}, SAMPLE, "here") == {"page_width": 1, "word": 2}
    assert known_only({"page_width": 1}, SAMPLE, "here") == {"page_width": 1}
    assert known_only({}, SAMPLE, "here") == {}


@pytest.mark.parametrize(
    ("given", "report"),
    [
        ({"pagewidth": 1}, "error: here: unknown option 'pagewidth'\n  hint: did you mean page_width?"),
        ({"zzz": 1}, "error: here: unknown option 'zzz'\n  hint: known: word, page_width, lossless"),
        ({"\x1b": 1}, "error: here: unknown option '\\x1b'\n  hint: known: word, page_width, lossless"),
        (
            {"page-width": 1, "page_width": 2},
            "error: here: option 'page_width' is given twice\n  hint: '-' and '_' are the same in names",
        ),
    ],
)
def test_unknown_names(given: dict[str, object], report: str) -> None:
    with pytest.raises(OptionError) as caught:
        known_only(given, SAMPLE, "here")
    assert caught.value.report() == report
