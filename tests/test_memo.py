"""What is kept, how much of it, and for which object."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fen2img import memo
from fen2img.memo import by_identity, each
from fen2img.style import Style


def test_the_same_object_is_worked_for_once():
    made = []

    @by_identity
    def make(style, *rest):
        made.append((style.theme, *rest))
        return len(made)

    brown, blue = Style(), Style(theme="blue")
    assert [make(brown, 1), make(blue, 1), make(brown, 2), make(brown, 1), make(blue, 1)] == [1, 2, 3, 1, 2]
    assert make(Style(), 1) == 4  # equal, and another one
    assert made == [("brown", 1), ("blue", 1), ("brown", 2), ("brown", 1)]


def test_no_other_object_gets_the_result_of_one_that_is_gone():
    name = by_identity(lambda style: style.theme)
    for theme in ("brown", "blue", "green") * 100:
        assert name(Style(theme=theme)) == theme  # ids are used again


def test_what_is_kept_is_bounded():
    make = by_identity(lambda style, number: number)
    kept = next(cell.cell_contents for cell in make.__closure__ if isinstance(cell.cell_contents, dict))
    style = Style()
    for number in range(3 * memo.MAX_KEPT):
        assert make(style, number) == number
        assert len(kept) <= memo.MAX_KEPT


def test_threads_get_their_own(monkeypatch):
    monkeypatch.setattr(memo, "MAX_KEPT", 2)
    make = by_identity(lambda style, number: (style.theme, number))
    styles = [Style(theme=theme) for theme in ("brown", "blue", "green")]
    asked = [(styles[i % 3], i % 5) for i in range(3000)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda a: make(*a), asked)) == [(style.theme, number) for style, number in asked]


@pytest.mark.parametrize("keys", ["", "a", "ab", "abba"])
def test_each_key_is_looked_up(keys):
    assert each({"a": 1, "b": None}, keys) == tuple({"a": 1, "b": None}[key] for key in keys)


@pytest.mark.parametrize("keys", ["c", "ac"])
def test_a_key_that_is_missing(keys):
    with pytest.raises(KeyError):
        each({"a": 1}, keys)
