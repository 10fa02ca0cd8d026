"""Colours, parsed once at the edge."""

from __future__ import annotations

import pytest

from fen2img.color import NAMES, TRANSPARENT, Color, contrast, rgb


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("#f0d9b5", Color(240, 217, 181)),
        ("F0D9B5", Color(240, 217, 181)),
        ("#abc", Color(0xAA, 0xBB, 0xCC)),
        ("#abcd", Color(0xAA, 0xBB, 0xCC, 0xDD)),
        ("#11223344", Color(0x11, 0x22, 0x33, 0x44)),
        (" White ", Color(255, 255, 255)),
        ("orange", Color(255, 165, 0)),
        ("transparent", TRANSPARENT),
    ],
)
def test_forms(text: str, color: Color) -> None:
    assert Color.parse(text) == color == rgb(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "#", "#f", "#ff", "#fffff", "#fffffff", "#fffffffff", "##fff", "#white", "ggg", "#ff ff", "rgb(1,2,3)",
        "٣٣٣", "ｆｆｆ", "#١١١", "blac\u212a", "url(#a)", "+ff", "0x1", "-12",
    ],
)  # fmt: skip
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(ValueError, match="is no colour"):
        Color.parse(text)


@pytest.mark.parametrize(
    ("color", "hexadecimal", "text"),
    [
        (Color(255, 255, 255), "#fff", "#fff"),
        (Color(0, 0, 1), "#000001", "#000001"),
        (Color(0x11, 0x22, 0x34), "#112234", "#112234"),
        (Color(1, 2, 3, 128), "#010203", "#01020380"),
        (Color(1, 2, 3, 0), "#010203", "transparent"),
    ],
)
def test_written(color: Color, hexadecimal: str, text: str) -> None:
    assert color.hex == hexadecimal
    assert str(color) == text


@pytest.mark.parametrize("name", sorted(NAMES))
def test_names_are_colours_and_can_be_written_and_read(name: str) -> None:
    color = Color.parse(name.upper())
    assert Color.parse(str(color)) == color
    assert all(0 <= part <= 255 for part in color)


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000", "#fff", 21),
        ("#fff", "#fff", 1),
        ("#767676", "#fff", 4.54),
        ("#ff0000", "#fff", 4.0),
        ("#00f", "#000", 2.44),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(rgb(one), rgb(other)) == pytest.approx(ratio, abs=0.005)
    assert contrast(rgb(other), rgb(one)) == contrast(rgb(one), rgb(other))


def test_luminance() -> None:
    assert rgb("#000").luminance == 0
    assert rgb("#fff").luminance == pytest.approx(1)
    assert rgb("#0a0a0a").luminance == pytest.approx(10 / 255 / 12.92)
