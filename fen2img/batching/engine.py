"""The batch: records in, files out, in order, every one of them accounted for, whatever happens.

Records are named in order by this process and drawn in chunks by workers; what comes back is committed in order.
Chunks are a matter of speed alone: nothing of them is to be seen in the output.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Literal

from fen2img.batching.archives import PartFile
from fen2img.batching.checkpoint import Checkpoint, Digests, changed_input, may_return, sizes_of
from fen2img.batching.crews import Borrowed, Crew, Inline, Processes, died
from fen2img.batching.job import Done, Drawn, Job
from fen2img.batching.manifest import entries_of, error_line, manifest_head, manifest_kind, manifest_lines, sample_json
from fen2img.batching.naming import Named, Namer
from fen2img.batching.report import Account, Report
from fen2img.batching.sources import Record
from fen2img.batching.stores import Folder, HandOn, IfExists, Store
from fen2img.batching.targets import Target, check_apart, check_inputs, check_new
from fen2img.errors import OptionError, OutputError

#: Seconds: what a chunk should take; how long drawing alone goes on before processes are begun; between checkpoints;
#: between looks at the watch; what chunks in hand may take when the batch is stopped.
CHUNK, PATIENCE, SAVE, TICK, GRACE = 0.15, 0.3, 0.3, 0.1, 1.0
LARGEST_CHUNK = 1000

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
    resumable: bool
    if_exists: IfExists = "error"
    resume: bool = False
    manifest: Path | None = None
    errors: Path | None = None
    jobs: int = 1
    executor: Executor | None = None


class _StopError(Exception):
    """A record was refused, and that is to be the end."""


class Batch:
    """A run of a plan."""

    def __init__(self, plan: Plan, watch: Watch) -> None:
        self.plan, self.watch, self.target = plan, watch, plan.target
        self.kind = manifest_kind(plan.manifest) if plan.manifest else ""
        named = {"archive": plan.target.file, "manifest": plan.manifest, "errors": plan.errors}
        self.files = {k: PartFile(v) if isinstance(v, Path) else v for k, v in named.items() if v}
        check_apart(self.files)
        self.state = self.target.state if plan.resumable else None
        self.account, self.digests = Account(), Digests()
        self.size, self.chunks, self.spent = 1, 0, 0.0
        self.now = Checkpoint(options=plan.options, inputs=sizes_of(plan.inputs))
        self.saved, self.saved_at = self.now, 0.0
        self.pending: deque[tuple[list[Named], Future[Done]]] = deque()
        self.before: Checkpoint | None = None
        self.committing: Done | None = None
        self.began = False
        self.store: Store = HandOn()

    def run(self, records: Iterable[Record]) -> Report:
        """Draw everything. Raises OutputError when something cannot be written, OptionError for a size that cannot be.

        Whatever is raised, the account that the watch gets at the end is right.
        """
        finished = False
        try:
            self._look()
            iterator = iter(records)
            first = next(iterator, None)
            if first is not None or not self.target.folder:
                self._open()
                self._draw(chain([] if first is None else [first], iterator))
                self._finish()
            finished = True
        except _StopError:
            pass
        finally:
            if self.began and not finished:
                self._leave()
            report = self.account.report(finished=finished)
            self.watch.ended(report, resumable=self.began and not finished and self.state is not None)
        return report

    # --- before and after ----------------------------------------------------------------------------------------

    def _look(self) -> None:
        """See what is there already. Raises OutputError when that must not be."""
        plan, target = self.plan, self.target
        check_inputs(self.files.values(), plan.inputs)
        if plan.resume and self.state is None:
            what = "standard output" if target.kind == "stream" else next(n for n in plan.inputs if not may_return(n))
            raise OptionError(f"--resume: there is no going back in {what}", hint="name a file")
        if self.state and os.path.exists(self.state):  # noqa: PTH110 - false for names too long
            if plan.resume:
                self.before = Checkpoint.load(self.state)
                self.before.check(self.now)
                return
            if plan.if_exists == "error":
                hint = "--resume goes on with it, --force starts anew"
                raise OutputError(f"{target.out} is an unfinished batch", hint=hint)
        elif plan.resume and not target.empty:
            hint = "it is finished, or another program's; --if-exists skip leaves alone what is there"
            raise OutputError(f"--resume: {target.out} is no unfinished batch", hint=hint)
        check_new(self.files.values(), plan.if_exists)

    def _open(self) -> None:
        """Make ready, as far as the batch had come. The checkpoint is the first thing there is."""
        before = self.before
        self.target.make()
        self.began = True
        self.store = self.target.store(self.plan.if_exists, resumed=before is not None)
        if before is None:
            self.now.lengths = dict.fromkeys(self.files, 0)
            if self.state:
                self.now.save(self.state)
        else:
            self.account, self.saved = Account(before.counts), before
            if before.ended:
                return
        lengths = before.lengths if before else self.now.lengths
        self.target.begin(lengths.get("archive", 0))
        for name in ("manifest", "errors"):
            if name in self.files:
                self.files[name].begin(lengths.get(name, 0))
        if "manifest" in self.files and not lengths["manifest"]:
            self.files["manifest"].write(manifest_head(self.kind))
        self._note_lengths()

    def _note_lengths(self) -> None:
        self.now.lengths = {name: file.length for name, file in self.files.items()}

    def _save(self, *, ended: bool = False) -> None:
        """Make sure of what is done. Raises OutputError; then what was sure before is still."""
        for file in self.files.values():
            file.flush()
        now = self.now
        saved = Checkpoint(
            options=now.options,
            inputs=now.inputs,
            done=now.done,
            ended=ended,
            digests=self.digests.list(),
            lengths=dict(now.lengths),
            counts=dict(self.account.counts),
        )
        if self.state:
            saved.save(self.state)
        self.saved, self.saved_at = saved, time.monotonic()

    def _finish(self) -> None:
        """Give everything its name. A run that is killed in the middle of this goes on with it."""
        if self.before and self.before.ended:
            self._reopen(self.before)
        else:
            self._save(ended=True)
        if self.target.archive:
            self.target.archive.finish()
        for file in self.files.values():
            if file.part.exists():
                file.publish()
        self.target.tidy()
        if self.state:
            with suppress(FileNotFoundError):
                self.state.unlink()

    def _reopen(self, before: Checkpoint) -> None:
        """Cut to their lengths the files that have not got their names yet."""
        for name, file in self.files.items():
            if file.part.exists() and name == "archive":
                self.target.begin(before.lengths[name])
            elif file.part.exists():
                file.begin(before.lengths[name])

    def _leave(self) -> None:
        """Stop in good order: what is done is sure, and the account says no more than that."""
        if self.state and not self.before and not self.now.done:
            self._forget(self.state)
            return
        try:
            if not self.saved.ended and self.now.done >= self.saved.done:
                self._save()
        except OutputError:
            self.account.counts = dict.fromkeys(self.account.counts, 0) | self.saved.counts
        for file in self.files.values():
            with suppress(OutputError):
                file.close()
        self.target.tidy()

    def _forget(self, state: Path) -> None:
        """Leave no trace of a batch that has done nothing."""
        for file in self.files.values():
            with suppress(OSError, OutputError):
                file.close()
                file.part.unlink(missing_ok=True)
        self.target.tidy()
        with suppress(OSError):
            state.unlink(missing_ok=True)
        self.began = False

    # --- drawing -------------------------------------------------------------------------------------------------

    def _draw(self, records: Iterable[Record]) -> None:
        """Keep workers busy and commit what they have done."""
        if self.before and self.before.ended:
            return
        plan, job = self.plan, replace(self.plan.job, store=self.store)
        crew: Crew = Borrowed(job, plan.executor, plan.jobs) if plan.executor else Inline(job)
        named, more, orderly = self._named(records), True, False
        try:
            while True:
                while more and len(self.pending) < crew.ahead:
                    chunk = self._chunk(named)
                    more = bool(chunk)
                    if isinstance(crew, Inline) and self._pays(len(chunk)):
                        crew = Processes(job, plan.jobs)
                    if chunk:
                        self.pending.append((chunk, crew.submit([n.task for n in chunk])))
                if not self.pending:
                    break
                self._take()
            orderly = True
        except BrokenExecutor:
            raise self._death() from None
        except KeyboardInterrupt:
            self._wind_up(commit=self.committing is None)
            raise
        finally:
            if not orderly:
                self._wind_up(commit=False)
            crew.close(kill=not orderly)

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
        done = self.before.done if self.before else 0
        count = 0
        for record in records:
            named = self.plan.namer.name(record)
            count += 1
            if count <= done:
                self.digests.add(record)
                self.watch.tick(self.account.counts)
                if count == done and self.before:
                    self._same(self.before)
            else:
                yield named
        if count < done:
            raise changed_input(self.plan.inputs[-1])

    def _same(self, before: Checkpoint) -> None:
        before.check_digests(self.digests)
        self.now.done = before.done

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
        self.committing, before = done, self.now.done
        try:
            self._commit(chunk, done)
        finally:
            del done.drawn[: self.now.done - before]  # what is left was not counted
        self.committing = None
        self.pending.popleft()
        self.spent += done.seconds if self.chunks else 0.0  # the first one pays for what all of them share
        self.chunks += 1
        rate = len(chunk) / max(done.seconds, 1e-6)
        self.size = max(1, min(2 * self.size, int(rate * CHUNK), LARGEST_CHUNK))
        if time.monotonic() - self.saved_at > SAVE:
            self._save()
        self.watch.tick(self.account.counts)

    def _wait(self, future: Future[Done]) -> Done:
        while True:
            try:
                return future.result(TICK)
            except TimeoutError:
                self.watch.tick(self.account.counts)

    def _commit(self, chunk: list[Named], done: Done) -> None:
        """Take over what became of a chunk. Raises what went wrong in it."""
        for named, drawn in zip(chunk, done.drawn, strict=False):
            self._commit_one(named, drawn)
        if done.failure:
            raise done.failure
        if self.plan.job.stop and done.drawn and done.drawn[-1].state == "refused":
            raise _StopError

    def _commit_one(self, named: Named, drawn: Drawn) -> None:
        """Write what is to be written of a record, then count it."""
        task = named.task
        if drawn.state == "refused":
            if "errors" in self.files:
                self.files["errors"].write(error_line(task.record, drawn.findings))
        else:
            if self.target.archive and drawn.state == "written":
                self._archive(named, drawn)
            if "manifest" in self.files:
                self.files["manifest"].write(manifest_lines(self.kind, entries_of(task, drawn)))
        self.digests.add(task.record)
        self.now.done += 1
        self._note_lengths()
        self.account.add(task.record, drawn, renamed=bool(named.taken) and drawn.state != "refused")
        if named.taken and drawn.state != "refused":
            self.watch.renamed(task.record, named.taken, task.name)
        self.watch.record(task.record, drawn)

    def _archive(self, named: Named, drawn: Drawn) -> None:
        assert self.target.archive  # noqa: S101 - the caller looked
        for file in drawn.files:
            self.target.archive.append(file.name, file.data or b"")
        self.target.archive.append(f"{named.task.name}.json", sample_json(named.task, drawn))

    def _wind_up(self, *, commit: bool) -> None:
        """Let the chunks in hand finish. Those done are committed in order, if asked; of others no new file stays."""
        deadline = time.monotonic() + GRACE
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
        if isinstance(self.store, Folder):
            self.store.undo({file.name for drawn in done.drawn for file in drawn.files if file.new})
