"""Who draws: this process, processes of our own, or the executor of somebody else. Each takes chunks and gives futures.

A cluster is one more of these: it holds the job where its workers are, and submits `draw_chunk` with it.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from itertools import cycle
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from fen2img.batching.job import Done, Job, Task, draw_chunk
from fen2img.batching.shelf import Shelf, shelf_of
from fen2img.errors import OutputError
from fen2img.inputs import Record


class Crew(Protocol):
    """Workers: `ahead` tells how many chunks are in hand at a time, so that none of them waits."""

    ahead: int

    def submit(self, chunk: Sequence[Task]) -> Future[Done]:
        """Have a chunk drawn."""
        ...

    def close(self, *, kill: bool = False) -> None:
        """Let the workers go; with `kill` whatever they are doing."""
        ...


class Inline:
    """Drawing in this process, at once."""

    ahead = 1

    def __init__(self, job: Job) -> None:
        self.job = job

    def submit(self, chunk: Sequence[Task]) -> Future[Done]:
        """Draw a chunk."""
        future: Future[Done] = Future()
        future.set_result(draw_chunk(self.job, chunk))
        return future

    def close(self, *, kill: bool = False) -> None:
        """Nobody is to go."""


class Processes:
    """Processes of our own. The job goes to each of them once, and what they have drawn keeps their caches warm."""

    def __init__(self, job: Job, size: int) -> None:
        self.ahead = 2 * size + 1
        self._workers: list[BaseProcess] = []
        context = _context()
        # What is packed for an archive is much, and all of it goes to the main process.
        self._shelf = shelf_of(self.ahead) if job.pack and context.get_start_method() == "fork" else None
        self._places = cycle(range(self.ahead))
        self._pool = ProcessPoolExecutor(size, context, initializer=_begin, initargs=(job, self._shelf))

    def submit(self, chunk: Sequence[Task]) -> Future[Done]:
        """Have a chunk drawn. No more than `ahead` may be in hand, and the oldest must be the first to be done with."""
        rows = [(*record, *others) for record, *others in chunk]  # see `Done.__reduce__`
        future = self._pool.submit(_work, rows, next(self._places))
        self._workers = self._workers or list((getattr(self._pool, "_processes", None) or {}).values())
        return future

    def close(self, *, kill: bool = False) -> None:
        """Let the processes go."""
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self._pool.shutdown(wait=not kill, cancel_futures=True)
        for process in self._workers if kill else ():
            process.kill()
        for process in self._workers if kill else ():  # none of them may write when the next run does
            process.join(1)
        if manager:  # while it lives no process can be begun as a copy
            manager.join(1)


class Borrowed:
    """An executor that somebody else began and will end. The job goes with each chunk."""

    def __init__(self, job: Job, executor: Executor, size: int) -> None:
        self.job, self.executor, self.ahead = job, executor, 2 * size + 1

    def submit(self, chunk: Sequence[Task]) -> Future[Done]:
        """Have a chunk drawn."""
        return self.executor.submit(draw_chunk, self.job, chunk)

    def close(self, *, kill: bool = False) -> None:
        """The executor is not ours."""


def check_begun() -> None:
    """Raises RuntimeError in a process that is being begun and runs the script of the main process once more."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise RuntimeError("a script that draws in processes needs 'if __name__ == \"__main__\":' before what it does")


def died(where: str) -> OutputError:
    """The error for a worker that is no more."""
    return OutputError(f"a worker died{where}", hint="it was killed, or there was too little memory; try fewer jobs")


def _context() -> multiprocessing.context.BaseContext:
    """How processes are begun: by a copy of this one where that is safe, which needs no imports and has warm caches."""
    forks = sys.platform == "linux" and _threads() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


def _threads() -> int:
    """How many threads there are, with those of libraries (oxipng), for which a copy would wait for ever."""
    try:
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208
    except OSError:  # then a copy is not known to be safe
        return 2


_job: Job | None = None
_shelf: Shelf | None = None


def _begin(job: Job, shelf: Shelf | None) -> None:
    """Make a process ready: what Ctrl-C means is for the main process to say."""
    global _job, _shelf
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what the main process had is not looked through again and again
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    _job, _shelf = job, shelf


def _outlive_nobody() -> None:
    """End when the main process is gone, killed perhaps: a worker would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _work(rows: Sequence[tuple[Any, ...]], place: int) -> Done:
    assert _job is not None  # noqa: S101 - begun before
    size = len(Record._fields)
    chunk = [Task(Record._make(row[:size]), *row[size:]) for row in rows]
    return draw_chunk(_job, chunk, _shelf.place(place) if _shelf else None)
