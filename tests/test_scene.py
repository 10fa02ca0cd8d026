"""Scene: numbers as they are written, frozen primitives compared as caches need it."""

import dataclasses

import pytest
from drawing import ENDGAME, scene

from fen2img.color import rgb
from fen2img.scene import Frame, Glyph, Ground, Path, number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (-0.004, "0"),
        (0.004, "0"),
        (0.005001, ".01"),
        (0.5, ".5"),
        (-0.5, "-.5"),
        (1, "1"),
        (10, "10"),
        (100, "100"),
        (-10, "-10"),
        (1.10, "1.1"),
        (1.999, "2"),
        (-1.999, "-2"),
        (123.456, "123.46"),
        (1e6, "1000000"),
        (1e-9, "0"),
    ],
)
def test_numbers_are_short_and_plain(value, text):
    assert number(value) == text


@pytest.mark.parametrize(("decimals", "text"), [(0, "1"), (1, "1.2"), (4, "1.2346"), (6, "1.234568")])
def test_decimals_can_be_asked_for(decimals, text):
    assert number(1.2345678, decimals) == text


@pytest.mark.parametrize("value", [0, 200, 1200, 40.0])
def test_whole_numbers_keep_their_zeros(value):
    assert float(number(value, 0)) == value


def test_glyphs_grounds_and_frames_are_compared_by_identity():
    shapes = (Path("M0 0Z", rgb("#fff")),)
    assert Glyph("wK", 100, shapes) != Glyph("wK", 100, shapes)
    assert Ground(shapes) != Ground(shapes)
    frame = Frame(10, 10, 1, (), (), (), ())
    assert frame != dataclasses.replace(frame)
    assert len({frame, dataclasses.replace(frame), frame}) == 2


def test_a_scene_cannot_be_changed():
    drawn = scene(ENDGAME)
    with pytest.raises(AttributeError):
        drawn.fen = ""
    with pytest.raises(dataclasses.FrozenInstanceError):
        drawn.frame.width = 1


def test_pixels_of_a_whole_scene():
    assert scene(size=321).frame.pixels == (321, 321)


@pytest.mark.parametrize(("width", "height"), [(10.5, 10), (10, 10.5)])
def test_a_scene_in_fractions_has_no_pixels(width, height):
    with pytest.raises(ValueError, match="a scene in fractions of a pixel"):
        _ = Frame(width, height, 1, (), (), (), ()).pixels


def test_placed_yields_the_marker_first_and_then_each_piece_on_its_cell():
    drawn = scene(ENDGAME, marker="king", square=40)
    marker, *pieces = drawn.placed()
    assert (marker, *(p.glyph.name for p in pieces)) == (drawn.frame.glyphs[0], "bK", "wK", "wP")
    assert [(p.x, p.y, p.size) for p in pieces] == [(*drawn.frame.cells[i], 40) for i in (26, 45, 52)]
