"""Memory that a process shares with the workers that are copies of it: what they packed need not go through a pipe."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from itertools import count
from typing import NamedTuple, cast
from weakref import WeakValueDictionary

from fen2img.batching.job import Drawn

#: Bytes of a place, which holds what was packed of a chunk. They are taken when they are written to, and not before.
PLACE = 1 << 24


class Shelf:
    """Places for as many chunks as are in hand at a time; it must be there before the workers are begun.

    A place may be used again as soon as what lies there was written to the archive.
    """

    def __init__(self, places: int) -> None:
        self.memory = mmap.mmap(-1, places * PLACE)
        self.number = next(_NUMBERS)
        _SHELVES[self.number] = self

    def place(self, number: int) -> Callable[[Drawn], Drawn]:
        """Who lays down what was packed, in a worker; what finds no room goes the long way."""
        free, end = number * PLACE, (number + 1) * PLACE

        def lay(drawn: Drawn) -> Drawn:
            nonlocal free
            start, size = free, len(drawn.packed)
            if start + size > end:
                return drawn
            free += size
            self.memory[start:free] = drawn.packed
            return drawn._replace(packed=cast("memoryview", _Laid(self.number, start, size)))

        return lay


def shelf_of(places: int) -> Shelf | None:
    """A shelf; None where the system does not promise so much memory, taken or not."""
    try:
        return Shelf(places)
    except (OSError, ValueError):
        return None


class _Laid(NamedTuple):
    """What lies on a shelf. To the process that gets it, it is a view of the bytes there."""

    shelf: int
    start: int
    size: int

    def __reduce__(self) -> tuple[object, tuple[int, ...]]:
        return _taken, tuple(self)


def _taken(shelf: int, start: int, size: int) -> memoryview:
    return memoryview(_SHELVES[shelf].memory)[start : start + size]


_NUMBERS = count()
_SHELVES: WeakValueDictionary[int, Shelf] = WeakValueDictionary()
