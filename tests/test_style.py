"""Style: layers, limits and the one place where the view is decided."""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path
from typing import Any

import pytest

from fen2img.color import TRANSPARENT, Color, contrast
from fen2img.errors import OptionError
from fen2img.options import Length
from fen2img.style import DEFAULT_DPI, OPTIONS, SIZES, Style
from fen2img.themes import BLACK, THEMES, WHITE, PieceColors


def test_defaults_are_possible_and_nothing_is_asked() -> None:
    style = Style()
    assert style.asked() == {}
    assert style.colors is THEMES["brown"]
    assert style.pixels_per_inch is None
    assert [getattr(style, name) for name in SIZES] == [None, None, None]


def test_every_option_is_documented_in_a_sentence() -> None:
    for option in OPTIONS.values():
        assert option.help[0].isupper(), option.name
        assert option.help.endswith((".", "]")), option.name
        assert option.group in {"Look", "Words", "Size", "Format"}


def test_text_becomes_values() -> None:
    style = Style.of(width="6cm", margin="8px", border="4%", background="#fff8", quality="75", flip=True)
    assert style.width == Length(6, "cm")
    assert style.margin == Length(8, "px")
    assert style.border == Length(4, "%")
    assert style.background == Color(255, 255, 255, 0x88)
    assert (style.quality, style.flip) == (75, True)
    assert Style.of(background="transparent").background == TRANSPARENT


@pytest.mark.parametrize(
    ("given", "report"),
    [
        (
            {"theme": "brwon"},
            f"error: theme: 'brwon' is not one of {', '.join(THEMES)}\n  hint: did you mean brown?",
        ),
        ({"size": 15}, "error: size: '15' is not a whole number from 16 to 8192"),
        ({"size": 8193}, "error: size: '8193' is not a whole number from 16 to 8192"),
        ({"size": "8192.0"}, "error: size: '8192.0' is not a whole number from 16 to 8192"),
        ({"square": 1}, "error: square: '1' is not a whole number from 2 to 1024"),
        ({"width": "60px"}, "error: width: '60px' is not a length in mm, cm, in, pt such as 60mm"),
        ({"margin": None}, "error: margin: 'None' is not a length in px, %, mm, cm, in, pt such as 8px or 2mm"),
        ({"flip": "yes"}, "error: flip: 'yes' is not true or false"),
        ({"quality": 0}, "error: quality: '0' is not a whole number from 1 to 100"),
        (
            {"background": "blak"},
            "error: background: 'blak' is not a colour: #rgb, #rrggbb, #rrggbbaa, an HTML name or transparent\n"
            "  hint: did you mean black?",
        ),
        ({"colour": "gray"}, "error: style: unknown option 'colour'\n  hint: did you mean color or png_colors?"),
        ({"zoom": "2"}, f"error: style: unknown option 'zoom'\n  hint: known: {', '.join(OPTIONS)}"),
        ({"orientaton": "black"}, "error: style: unknown option 'orientaton'\n  hint: did you mean orientation?"),
        (
            {"size": 480, "square": 60},
            "error: --size and --square exclude each other\n  hint: one of them sets the size",
        ),
        (
            {"size": 480, "square": 60, "width": "6cm"},
            "error: --size and --square and --width exclude each other\n  hint: one of them sets the size",
        ),
    ],
)
def test_refusals(given: dict[str, object], report: str) -> None:
    with pytest.raises(OptionError) as caught:
        Style.of(**given)
    assert caught.value.report() == report


def test_the_constructor_checks_too() -> None:
    with pytest.raises(OptionError, match=r"^theme: '\.\./x' is not one of "):
        Style(theme="../x")
    bad: Any = "16"
    assert Style(size=bad).size == 16


@pytest.mark.parametrize("one", SIZES)
@pytest.mark.parametrize("other", SIZES)
def test_a_size_puts_out_the_sizes_of_the_layers_below(one: str, other: str) -> None:
    values: dict[str, object] = {"size": 480, "square": 60, "width": "6cm"}
    style = Style.of(Style.of(**{one: values[one]}), **{other: values[other]})
    assert [name for name in SIZES if getattr(style, name) is not None] == [other]


def test_layers() -> None:
    base = {"theme": "blue", "size": 480, "dpi": 300}
    assert Style.layered(base, {"theme": "green"}) == Style(theme="green", size=480, dpi=300)
    assert Style.layered(base, {"square": 60}) == Style(theme="blue", square=60, dpi=300)
    assert Style.layered(base, {"square": None}) == Style(theme="blue", size=480, dpi=300)
    assert Style.layered(base, {"size": None}) == Style(theme="blue", dpi=300)
    assert Style.layered() == Style()
    assert Style.of(Style(theme="blue"), flip=True) == Style(theme="blue", flip=True)


def test_asked_makes_the_same_style_again() -> None:
    style = Style.of(theme="print", width="60mm", flip=True, background="red")
    assert set(style.asked()) == {"theme", "width", "flip", "background"}
    assert Style.layered(style.asked()) == style


def test_styles_are_values() -> None:
    style = Style.of(width="60mm", theme="print")
    assert hash(style) == hash(Style.of(theme="print", width="60mm"))
    assert pickle.loads(pickle.dumps(style)) == style
    with pytest.raises(dataclasses.FrozenInstanceError):
        style.flip = True  # type: ignore[misc]


@pytest.mark.parametrize(
    ("orientation", "turn", "side"),
    [
        ("white", None, "white"),
        ("white", "black", "white"),
        ("black", None, "black"),
        ("black", "white", "black"),
        ("auto", None, "white"),
        ("auto", "white", "white"),
        ("auto", "black", "black"),
    ],
)
def test_view(orientation: Any, turn: Any, side: str) -> None:
    other = {"white": "black", "black": "white"}[side]
    assert Style(orientation=orientation).view(turn) == side
    assert Style(orientation=orientation, flip=True).view(turn) == other


def test_resolution() -> None:
    assert Style.of(width="60mm").pixels_per_inch == DEFAULT_DPI
    assert Style.of(width="60mm", dpi=600).pixels_per_inch == 600
    assert Style.of(dpi=150).pixels_per_inch == 150


# --- themes ---


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_themes(theme: Any) -> None:
    assert THEMES[theme.name] is theme
    assert theme.light != theme.dark or theme.hatch
    assert theme.light.luminance >= theme.dark.luminance
    assert contrast(theme.ink, theme.background) >= 4.5, "coordinates must be legible"
    for square in (theme.light, theme.dark):
        for pieces in (theme.white or WHITE, theme.black or BLACK):
            seen = max(contrast(pieces.body, square), contrast(pieces.outline, square))
            assert seen >= 3, "a piece must stand out from its square"


@pytest.mark.parametrize("value", ["#fff #000", "", "a b c", 5, None, ["#fff"]])
def test_three_colours_or_none(value: Any) -> None:
    if value is None:
        assert Style(white=None).white is None
        return
    with pytest.raises(OptionError, match=r"^white: .* is not three colours such as '#fff #000 #000'$"):
        Style.of(white=value)


def test_colours_of_pieces_are_written_as_they_are_read() -> None:
    colors = PieceColors.parse("#fff, #123456,#000")
    assert str(colors) == "#fff #123456 #000"
    assert Style(black=colors).black is colors
    with pytest.raises(ValueError, match="is not three colours"):
        PieceColors.parse("#fff")


def test_a_base_that_is_no_style_is_refused() -> None:
    with pytest.raises(TypeError, match="a style is a Style, not str; options are given by name"):
        Style.of("brown")  # type: ignore[arg-type]


def test_paths_in_a_file_start_at_its_folder(tmp_path: Path) -> None:
    kind = OPTIONS["pieces"].kind
    (tmp_path / "mine").mkdir()
    assert kind.seen_from("mine", tmp_path) == str(tmp_path / "mine")
    assert kind.seen_from("sets/mine", tmp_path) == str(tmp_path / "sets/mine")
    assert kind.seen_from("book", tmp_path) == "book"
    assert kind.seen_from(5, tmp_path) == 5
    assert OPTIONS["theme"].kind.seen_from("brown", tmp_path) == "brown"


def test_a_font_in_the_folder_of_nobody_is_no_crash(tmp_path: Path) -> None:
    assert OPTIONS["font"].kind.seen_from("a.ttf", tmp_path) == str(tmp_path / "a.ttf")
    assert OPTIONS["font"].kind.seen_from("~nouser/a.ttf", tmp_path) == str(tmp_path / "~nouser/a.ttf")
    assert OPTIONS["font"].kind.seen_from(5, tmp_path) == 5


def test_every_default_is_a_value_that_the_option_takes():
    """They are not checked again with each style."""
    for option in OPTIONS.values():
        assert option.parse(option.default) == option.default
