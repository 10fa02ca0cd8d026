"""Plane geometry of marks."""

import itertools
import math

import pytest
from drawing import bounds
from hypothesis import given
from hypothesis import strategies as st

from fen2img.strokes import Point, arc, circle, closed, cut, dashes, grown, length, ribbon, ring_of, spread

BENT = [Point(0, 0), Point(20, 0), Point(20, 10)]


def area(points):
    return sum(a.x * b.y - b.x * a.y for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2


def test_a_part_of_a_line_goes_round_its_corner():
    assert length(BENT) == 30
    assert cut(BENT, 5, 25) == [Point(5, 0), Point(20, 0), Point(20, 5)]
    assert cut(BENT, 0, 20) == [Point(0, 0), Point(20, 0)]
    assert cut(BENT, 21, 99) == [Point(20, 1), Point(20, 10)]
    assert cut(BENT, 5, 5) == []


@given(st.floats(0, 30), st.floats(0, 30))
def test_a_part_is_as_long_as_asked(start, end):
    start, end = sorted((start, end))
    assert length(cut(BENT, start, end)) == pytest.approx(end - start, abs=1e-6)


def test_a_ribbon_has_mitred_corners():
    left, right = ribbon(BENT, 2)
    assert left == [Point(0, -1), Point(21, -1), Point(21, 10)]
    assert right == [Point(0, 1), Point(19, 1), Point(19, 10)]


@given(st.floats(1, 500), st.floats(0.5, 50), st.floats(0.5, 50))
def test_dashes_begin_and_end_with_the_line(total, on, off):
    found = dashes(total, on, off)
    assert found[0][0] == 0
    assert found[-1][1] == pytest.approx(total)
    assert all(a < b for a, b in found)
    assert all(one[1] < two[0] for one, two in itertools.pairwise(found))


def test_a_grown_polygon_is_that_much_larger():
    square = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    assert bounds(closed(grown(square, 2))) == (-2, -2, 12, 12)
    assert area(grown(square, 2)) == pytest.approx(196)
    assert bounds(ring_of(square, 1)) == (-1, -1, 11, 11)


def test_a_sharp_corner_does_not_run_away():
    needle = [Point(0, 0), Point(100, 1), Point(0, 2)]
    assert max(p.x for p in grown(needle, 1)) < 112


def test_circles_and_arcs():
    left, top, right, bottom = bounds(circle(Point(10, 10), 4))
    assert (left, right) == (6, 14)
    assert top <= 10 <= bottom
    assert arc(Point(0, 0), 10, 0, 90) == "M10 0A10 10 0 0 1 0 10"
    assert arc(Point(0, 0), 10, 0, 270) == "M10 0A10 10 0 1 1 0 -10"


@given(st.lists(st.floats(0, 360), min_size=1, max_size=10))
def test_angles_are_spread(angles):
    found = spread(angles, 70)
    gap = min(70, 360 / len(angles) * 0.95)
    around = sorted(a % 360 for a in found)
    gaps = [b - a for a, b in itertools.pairwise([*around, around[0] + 360])]
    assert all(g > gap * 0.9 for g in gaps)


def test_angles_that_are_apart_stay():
    assert spread([0, 90, 180], 70) == [0, 90, 180]
    assert spread([10], 70) == [10]
    assert spread([40, 40], 70) == [5, 75]
    assert spread([355, 5], 70) == [pytest.approx(325), pytest.approx(35)]
    assert math.isclose(sum(spread([0, 1, 2], 70)), 3, abs_tol=1e-6)
