"""The batch: records in, files out, in order, every one of them accounted for, whatever happens.

Records are named in order by this process and drawn in chunks by workers; what comes back is committed in order.
Chunks are a matter of speed alone: nothing of them is to be seen in the output.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Literal

from fen2img.batching.checkpoint import changed_input
from fen2img.batching.crews import Borrowed, Crew, Inline, Processes, died
from fen2img.batching.gallery import Gallery
from fen2img.batching.job import Done, Drawn, Job
from fen2img.batching.ledger import Ledger
from fen2img.batching.naming import Named, Namer
from fen2img.batching.report import Report
from fen2img.batching.stores import HandOn, IfExists, Store
from fen2img.batching.targets import Target
from fen2img.errors import OutputError
from fen2img.inputs import Record

#: Seconds: what a chunk should take; how long drawing alone goes on before processes are begun; between checkpoints;
#: between looks at the watch; what chunks in hand may take when the batch is stopped.
CHUNK, PATIENCE, SAVE, TICK, GRACE = 0.15, 0.05, 0.3, 0.1, 1.0
LARGEST_CHUNK = 500

OnError = Literal["skip", "stop"]


class Watch:
    """Who looks on. Any method may raise KeyboardInterrupt, which stops the batch in good order."""

    def record(self, record: Record, drawn: Drawn) -> None:
        """A record is done."""

    def renamed(self, record: Record, wanted: str, name: str) -> None:
        """A record did not get the name it should have, for another has it."""

    def tick(self, counts: Mapping[str, int]) -> None:
        """Some time has passed."""

    def ended(self, report: Report, *, resumable: bool) -> None:
        """The batch is over, or stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A batch before it begins. `options` are those that decide what comes out, in words."""

    target: Target
    job: Job
    namer: Namer
    options: Mapping[str, str]
    inputs: tuple[str, ...]
    if_exists: IfExists = "error"
    resume: bool = False
    manifest: Path | None = None
    errors: Path | None = None
    gallery: Gallery | None = None
    jobs: int = 1
    executor: Executor | None = None
    scheduler: str | None = None


def next_size(size: int, count: int, seconds: float, most: int) -> int:
    """How many records the next chunk should have, after one of `count` that took so long."""
    return max(1, min(2 * size, int(count / max(seconds, 1e-6) * CHUNK), most))


class _StopError(Exception):
    """A record was refused, and that is to be the end."""


class Batch:
    """A run of a plan."""

    def __init__(self, plan: Plan, watch: Watch) -> None:
        self.plan, self.watch = plan, watch
        self.ledger = Ledger(
            plan.target,
            options=plan.options,
            inputs=plan.inputs,
            manifest=plan.manifest,
            errors=plan.errors,
            gallery=plan.gallery,
            if_exists=plan.if_exists,
            resume=plan.resume,
        )
        self.store: Store = HandOn()
        self.crew: Crew = Inline(plan.job)
        self.pending: deque[tuple[list[Named], Future[Done]]] = deque()
        self.committing: Done | None = None
        self.size, self.chunks, self.spent = 1, 0, 0.0

    def run(self, records: Iterable[Record]) -> Report:
        """Draw everything. Raises OutputError when something cannot be written, OptionError for a size that cannot be.

        Whatever is raised, the account that the watch gets at the end is right.
        """
        finished, ledger = False, self.ledger
        try:
            ledger.look()
            iterator = iter(records)
            first = next(iterator, None)
            if first is not None or not self.plan.target.loose:
                self._hire()
                ledger.open()
                self._draw(chain([] if first is None else [first], iterator))
                ledger.finish()
            finished = True
        except _StopError:
            pass
        finally:
            if not finished:
                self.crew.close(kill=True)
                ledger.leave()
            report = ledger.account.report(finished=finished)
            self.watch.ended(report, resumable=ledger.resumable and not finished)
        return report

    def _hire(self) -> None:
        """Have workers, before there is any trace of the batch. Raises OutputError where there is no scheduler."""
        plan = self.plan
        self.store = plan.target.store(plan.if_exists, resumed=self.ledger.before is not None)
        job = replace(plan.job, store=self.store)
        if plan.scheduler is not None and not self.ledger.ended:
            from fen2img.batching.cluster import Cluster  # hardly anybody has one

            self.crew = Cluster(job, plan.scheduler, fresh=plan.target.empty)
        else:
            self.crew = Borrowed(job, plan.executor, plan.jobs) if plan.executor else Inline(job)

    def _draw(self, records: Iterable[Record]) -> None:
        """Keep workers busy and commit what they have done."""
        if self.ledger.ended:
            return
        named, more, orderly = self._named(records), True, False
        try:
            while True:
                while more and len(self.pending) < self.crew.ahead:
                    chunk = self._chunk(named)
                    more = bool(chunk)
                    if isinstance(self.crew, Inline) and self._pays(len(chunk)):
                        self.crew = Processes(self.crew.job, self.plan.jobs)
                    if chunk:
                        self.pending.append((chunk, self.crew.submit([n.task for n in chunk])))
                if not self.pending:
                    break
                self._take()
            orderly = True
        except BrokenExecutor:
            raise self._death() from None
        except KeyboardInterrupt:
            self._wind_up(GRACE, commit=self.committing is None)
            raise
        finally:
            if not orderly:
                self._wind_up(10 * GRACE, commit=False)
            self.crew.close(kill=not orderly)

    def _pays(self, ahead: int) -> bool:
        """Whether there is so much to do that processes are worth their start."""
        return self.plan.jobs > 1 and self.spent > PATIENCE and ahead >= self.size

    def _death(self) -> OutputError:
        """What is known of the death of a worker."""
        where = ""
        if self.pending:
            chunk = self.pending[0][0]
            where = f" between {chunk[0].task.record.where} and {chunk[-1].task.record.where}"
        return died(where)

    def _named(self, records: Iterable[Record]) -> Iterator[Named]:
        """Tasks, without those that are done; naming takes all of them, so that names are the same as before."""
        count = 0
        for record in records:
            named = self.plan.namer.name(record)
            count += 1
            if count > self.ledger.done:
                yield named
            else:
                self.ledger.see_again(record)
                self.watch.tick(self.ledger.account.counts)
        if count < self.ledger.done:
            raise changed_input(self.plan.inputs[-1])

    def _chunk(self, named: Iterator[Named]) -> list[Named]:
        """The next tasks: as many as should take a moment, fewer where they come slowly."""
        chunk: list[Named] = []
        start = time.monotonic()
        for task in named:
            chunk.append(task)
            if len(chunk) >= self.size or time.monotonic() - start > CHUNK:
                break
        return chunk

    def _take(self) -> None:
        """Wait for the chunk that is next in order, and commit it."""
        chunk, future = self.pending[0]
        done = self._wait(future)
        self.committing, before = done, self.ledger.now.done
        try:
            self._commit(chunk, done)
        finally:
            del done.drawn[: self.ledger.now.done - before]  # what is left was not counted
        self.committing = None
        self.pending.popleft()
        self.spent += done.seconds if self.chunks else 0.0  # the first one pays for what all of them share
        self.chunks += 1
        self.size = next_size(self.size, len(chunk), done.seconds, LARGEST_CHUNK)
        if time.monotonic() - self.ledger.saved_at > SAVE:
            self.ledger.save()
        self.watch.tick(self.ledger.account.counts)

    def _wait(self, future: Future[Done]) -> Done:
        while True:
            try:
                return future.result(TICK)
            except TimeoutError:
                if future.done():
                    return future.result()
                self.watch.tick(self.ledger.account.counts)

    def _commit(self, chunk: list[Named], done: Done) -> None:
        """Take over what became of a chunk. Raises what went wrong in it."""
        for named, drawn in zip(chunk, done.drawn, strict=False):
            self.ledger.commit(named, drawn)
            if named.taken and drawn.state != "refused":
                self.watch.renamed(named.task.record, named.taken, named.task.name)
            self.watch.record(named.task.record, drawn)
        if done.failure:
            raise done.failure
        if self.plan.job.stop and done.drawn and done.drawn[-1].state == "refused":
            raise _StopError

    def _wind_up(self, grace: float, *, commit: bool) -> None:
        """Let the chunks in hand finish, for some seconds at most.

        Those done are committed in order, if asked; of others no new file stays.
        """
        deadline = time.monotonic() + grace
        for _, future in reversed(self.pending):
            future.cancel()
        if self.committing:
            self._undo(self.committing)
            self.committing = None
            self.pending.popleft()
        while self.pending:
            chunk, future = self.pending.popleft()
            try:
                done = future.result(max(0.0, deadline - time.monotonic()))
            except BaseException:  # too late, cancelled, or the worker is dead
                commit = False
                continue
            if commit:
                try:
                    self._commit(chunk, done)
                except (Exception, KeyboardInterrupt):
                    commit = False
            else:
                self._undo(done)

    def _undo(self, done: Done) -> None:
        self.store.undo({file.name for drawn in done.drawn for file in drawn.files if file.new})
