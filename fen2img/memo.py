"""What was made for an object, found again by the object itself and not by what it holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")

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
