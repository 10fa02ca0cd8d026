"""Text as outlines: shaped, whole units, bounded by its ink."""

import re
import string

import pytest
from drawing import bounds, commands

from fen2img import cache, text
from fen2img.color import rgb
from fen2img.raster.backend import backend
from fen2img.scene import Frame, Group, Path, Scene
from fen2img.svg import to_svg
from fen2img.text import EM, outline


def test_outlines_are_short_relative_paths_in_whole_units():
    for char in string.ascii_letters + string.digits:
        assert re.fullmatch(r"(?:M-?\d+[- ]-?\d+|[lqc][-\d ]+|z)+", outline(char).d), char


@pytest.mark.parametrize("text", ["a", "g", "Q", "8", "10", "abc", "Ägypten", "1. e4"])
def test_the_box_holds_every_point(text):
    shape = outline(text)
    assert (shape.left, shape.top, shape.right, shape.bottom) == bounds(shape.d)
    assert shape.middle == (shape.left + shape.right) / 2


@pytest.mark.parametrize("char", "abcdefgh12345678")
def test_the_box_is_the_ink(char):
    shape = outline(char)
    scale, room = 0.5, 300
    frame = Frame(2 * room, 2 * room, 100, (Group(room, room, (Path(shape.d, rgb("#000")),), scale),), (), (), ())
    ink = backend()(to_svg(Scene(frame, (), "", "", "")), 2 * room, 2 * room).getchannel("A").getbbox()
    expected = [room + v * scale for v in (shape.left, shape.top, shape.right, shape.bottom)]
    assert ink == pytest.approx(expected, abs=1.01)


def test_the_baseline_is_at_zero_and_y_runs_down():
    assert outline("x").bottom == 0
    assert outline("g").bottom > 0
    assert outline("x").top < 0
    assert outline("h").top < outline("x").top


def test_every_contour_is_closed():
    for char in "abcdefgh0123456789":
        letters = [letter for letter, _ in commands(outline(char).d)]
        assert letters.count("M") == letters.count("z") > 0
        assert letters[-1] == "z"


def test_text_is_as_wide_as_its_characters_with_kerning():
    assert outline("ab").advance == pytest.approx(outline("a").advance + outline("b").advance, abs=6)
    assert outline("AV").advance < outline("A").advance + outline("V").advance
    assert outline("To").right < outline("T").advance + outline("o").right


def test_digits_share_one_width():
    assert len({outline(digit).advance for digit in string.digits}) == 1


def test_heavier_is_wider_and_blacker():
    light, bold = outline("8", 200), outline("8", 900)
    assert light.d != bold.d
    assert bold.right - bold.left > light.right - light.left


@pytest.mark.parametrize("text", ["", " ", "   "])
def test_text_without_ink_has_an_empty_box(text):
    shape = outline(text)
    assert shape.d == ""
    assert (shape.left, shape.top, shape.right, shape.bottom) == (0, 0, 0, 0)
    assert shape.advance == len(text) * outline(" ").advance


def test_marks_are_placed_by_shaping():
    composed, combining = outline("\u00e9"), outline("e\u0301")
    assert combining.advance == composed.advance
    assert combining.top < outline("e").top


def test_a_size_is_an_em():
    assert 0.6 * EM < -outline("H").top < 0.7 * EM


# --- labels on disk ----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


def forget():
    for known in (text.outline, text._labels):
        known.cache_clear()


def labels():
    return {(weight, label): outline(label, weight) for weight in text.LABEL_WEIGHTS for label in text.LABELS}


def test_labels_need_no_shaper_the_second_time(folder, monkeypatch):
    made = {(weight, label): text._made(label, weight, None) for weight in (500, 600) for label in text.LABELS}
    assert labels() == made
    forget()
    monkeypatch.setattr(text, "_made", None)
    assert labels() == made
    assert [path.name for path in folder.iterdir()] == ["labels.txt"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"M", b"X", 1),
        lambda data: data.replace(b"\t", b"\t<", 1),
        lambda data: data.replace(b"text.py", b"test.py"),
        lambda data: b"\xff" + data,
        lambda data: data[: data.rindex(b"500")],
    ],
)
def test_damaged_labels_are_made_anew(folder, damage):
    made = labels()
    path = folder / "labels.txt"
    good = path.read_bytes()
    path.write_bytes(damage(good))
    forget()
    assert labels() == made
    assert path.read_bytes() == good


def test_other_texts_and_fonts_are_shaped(folder):
    assert outline("Q", 500) == text._made("Q", 500, None)
    assert outline("a", 400) == text._made("a", 400, None)
    assert not folder.exists()
