"""What was made once and is found again: for an object by the object itself, for many keys at one go."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import wraps
from operator import itemgetter
from typing import TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")
One = TypeVar("One", bound=Hashable)

#: Results kept for each function.
MAX_KEPT = 64


def by_identity(make: Callable[..., Made]) -> Callable[..., Made]:
    """Cache a function of a frozen object and hashable arguments, all by place.

    To hash and compare a style takes longer than to draw a board in it. What is kept holds on to its object, so that
    no other one can get the same id meanwhile.
    """
    kept: dict[tuple[Hashable, ...], tuple[object, Made]] = {}

    @wraps(make)
    def found(one: object, *rest: Hashable) -> Made:
        key = (id(one), *rest)
        known = kept.get(key)
        if known is None:
            if len(kept) >= MAX_KEPT:
                kept.clear()
            kept[key] = known = one, make(one, *rest)
        return known[1]

    return found


def each(table: Mapping[One, Made], keys: Sequence[One]) -> tuple[Made, ...]:
    """What a table has for each key, in half the time of a loop. Raises KeyError."""
    if len(keys) > 1:
        found: tuple[Made, ...] = itemgetter(*keys)(table)
        return found
    return tuple([table[key] for key in keys])
