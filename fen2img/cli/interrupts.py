"""Ctrl-C at a moment when the account of a batch is right."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class Interrupts:
    """Lets an interrupt wait until the record in work is done and counted; a second one does not wait."""

    def __init__(self) -> None:
        self.asked = False
        self.idle = False
        self.previous: Any = None

    def __enter__(self) -> None:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self.previous = signal.signal(signal.SIGINT, self._interrupt)

    def __exit__(self, *_: object) -> None:
        if self.previous:
            signal.signal(signal.SIGINT, self.previous)

    def _interrupt(self, *_: object) -> None:
        if self.idle or self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def check(self) -> None:
        """Let an interrupt that was asked for happen."""
        if self.asked:
            raise KeyboardInterrupt

    def between(self, records: Iterable[T]) -> Iterator[T]:
        """The records; while one is waited for, and before, there may be an interrupt."""
        iterator = iter(records)
        while True:
            self.idle = True
            self.check()
            try:
                record = next(iterator)
            except StopIteration:
                return
            finally:
                self.idle = False
            yield record
