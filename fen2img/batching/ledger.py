"""What is written of a batch and known of it: archive, manifest, errors, page, account, checkpoint; all of it or none.

A record counts when everything about it is written. Of what lies behind that in a file nothing is known, and a run that
goes on cuts it off.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from fen2img.batching.archives import PartFile
from fen2img.batching.checkpoint import Checkpoint, Digests, Note, may_return, sizes_of
from fen2img.batching.gallery import Gallery
from fen2img.batching.job import Drawn
from fen2img.batching.manifest import entries_of, error_line, manifest_head, manifest_kind, manifest_lines
from fen2img.batching.naming import Named
from fen2img.batching.report import Account
from fen2img.batching.stores import IfExists
from fen2img.batching.targets import Target, check_apart, check_inputs, check_new, check_regular
from fen2img.errors import OptionError, OutputError
from fen2img.inputs import Record


class Ledger:
    """The books of a batch. `before` is how far an earlier run had come, `now` how far this one is."""

    def __init__(
        self,
        target: Target,
        *,
        options: Mapping[str, str],
        inputs: tuple[str, ...],
        manifest: Path | None,
        errors: Path | None,
        gallery: Gallery | None,
        if_exists: IfExists,
        resume: bool,
    ) -> None:
        self.target, self.inputs, self.if_exists, self.resume = target, inputs, if_exists, resume
        self.kind = manifest_kind(manifest) if manifest else ""
        self.gallery = gallery
        named = {"archive": target.file, "manifest": manifest, "errors": errors}
        self.files = {k: PartFile(v) if isinstance(v, Path) else v for k, v in named.items() if v}
        self.files |= gallery.files() if gallery else {}
        check_apart(target, self.files)
        self.state = target.state if all(map(may_return, inputs)) else None
        self.account, self.digests = Account(), Digests()
        self.now = Checkpoint(options=options, inputs=sizes_of(inputs))
        self.saved, self.saved_at = self.now, 0.0
        self.before: Checkpoint | None = None
        self.began = False
        self._seen, self._torn = 0, False  # `_torn`: an interrupt came while a record was being counted

    @property
    def resumable(self) -> bool:
        """Whether there is something that can be gone on with."""
        return self.began and self.state is not None

    @property
    def done(self) -> int:
        """How many records were done before."""
        return self.before.done if self.before else 0

    @property
    def ended(self) -> bool:
        """Whether all records were done before."""
        return self.before is not None and self.before.ended

    def see_again(self, record: Record) -> None:
        """Take note of a record that was done before. Raises OutputError when it was another one."""
        self.digests.add(record)
        self._seen += 1
        if self.before and self._seen == self.before.done:
            self.before.check_digests(self.digests)
            self.now.done = self._seen

    def look(self) -> None:
        """See what is there already. Raises OutputError when that must not be."""
        target = self.target
        check_inputs(self.files.values(), self.inputs)
        check_regular(self.files.values())
        if self.resume and self.state is None:
            what = "standard output" if target.kind == "stream" else next(n for n in self.inputs if not may_return(n))
            raise OptionError(f"--resume: there is no going back in {what}", hint="name a file")
        if self.state and self.state.exists():
            if self.resume:
                self.before = Checkpoint.load(self.state)
                self.before.check(self.now)
                return
            if self.if_exists == "error":
                hint = "--resume goes on with it, --force starts anew"
                raise OutputError(f"{target.out} is an unfinished batch", hint=hint)
        elif self.resume and not target.empty:
            way = "--if-exists skip leaves alone what is there" if target.loose else "--force makes it anew"
            hint = f"it is finished, or another program's; {way}"
            raise OutputError(f"--resume: {target.out} is no unfinished batch", hint=hint)
        check_new(self.files.values(), self.if_exists)

    def open(self) -> None:
        """Make ready, as far as the batch had come. The checkpoint is the first thing there is."""
        before = self.before
        self.target.make()
        self.began = True
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
        for name in self.files.keys() - {"archive"}:
            self.files[name].begin(lengths.get(name, 0))
        if "manifest" in self.files and not lengths["manifest"]:
            self.files["manifest"].write(manifest_head(self.kind))
        if self.gallery and not lengths["html"]:
            self.files["html"].write(self.gallery.head())
        self._note_lengths()

    def _note_lengths(self) -> None:
        self.now.lengths = {name: file.length for name, file in self.files.items()}

    def save(self, *, ended: bool = False) -> None:
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
            lengths={name: file.length for name, file in self.files.items()} if ended else dict(now.lengths),
            counts=dict(self.account.counts),
        )
        if self.state:
            saved.save(self.state)
        self.saved, self.saved_at = saved, time.monotonic()

    def finish(self) -> None:
        """Give everything its name. A run that is killed in the middle of this goes on with it."""
        if self.before and self.before.ended:
            self._reopen(self.before)
        else:
            for file in self.files.values():
                file.check_there()
            if self.gallery:
                self.gallery.finish(self.files["html"], self.files["refused"], self.account.counts)
            self.save(ended=True)
        if self.target.archive:
            self.target.archive.finish()
        for file in self.files.values():
            if file.part.exists():
                file.publish()
        self.target.tidy()
        # The checkpoint goes last: a run that is killed between the two is one that --resume can tidy up after.
        self.target.release()
        if self.state:
            self.state.remove()

    def _reopen(self, before: Checkpoint) -> None:
        """Cut to their lengths the files that have not got their names yet."""
        for name, file in self.files.items():
            if file.part.exists() and name == "archive":
                self.target.begin(before.lengths[name])
            elif file.part.exists():
                file.begin(before.lengths[name])

    def leave(self) -> None:
        """Stop in good order: what is done is sure, and the account says no more than that."""
        if not self.began:
            return
        try:
            if self.state and not self.before and not self.now.done:
                self._forget(self.state)
            else:
                self._close()
        finally:
            self.target.release()

    def _close(self) -> None:
        """Let what is done be found by a run that goes on."""
        try:
            if self._torn:
                self._count_saved()
            elif not self.saved.ended and self.now.done >= self.saved.done:
                self.save()
        except OutputError:
            self._count_saved()
        for file in self.files.values():
            with suppress(OutputError):
                file.close()
        self.target.tidy()

    def _count_saved(self) -> None:
        self.account.counts = dict.fromkeys(self.account.counts, 0) | self.saved.counts

    def _forget(self, state: Note) -> None:
        """Leave no trace of a batch that has done nothing."""
        for file in self.files.values():
            file.remove()
        self.target.tidy()
        state.remove()
        self.began = False

    def commit(self, named: Named, drawn: Drawn) -> None:
        """Write what is to be written of a record, then count it."""
        task = named.task
        if drawn.state == "refused":
            if "errors" in self.files:
                self.files["errors"].write(error_line(task.record, drawn.findings))
            if self.gallery:
                line = self.gallery.refused(task.record, drawn.findings, self.account.counts["refused"])
                self.files["refused"].write(line)
        else:
            if self.target.archive and drawn.state == "written":
                self.target.archive.append(drawn.packed)
            if "manifest" in self.files:
                self.files["manifest"].write(manifest_lines(self.kind, entries_of(task, drawn)))
            if self.gallery:
                self.files["html"].write(drawn.figure.encode())
        self._torn = True
        self.digests.add(task.record)
        self.now.done += 1
        self._note_lengths()
        self.account.add(task.record, drawn, renamed=bool(named.taken) and drawn.state != "refused")
        self._torn = False
