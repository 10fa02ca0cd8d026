"""What a worker needs to know, and what it does with a record. Nothing here knows of order, progress or accounts."""

from __future__ import annotations

import dataclasses
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from fen2img.batching.archives import Pack, Packed
from fen2img.batching.gallery import Gallery
from fen2img.batching.outputs import Output
from fen2img.batching.stores import HandOn, Store
from fen2img.diagram import Diagram
from fen2img.errors import DiagramError, Fen2imgError, Finding, NotationError
from fen2img.inputs import CHESS, Record, Rules, read_record, words_of
from fen2img.marks import Mark, check_on_board, parse_marks
from fen2img.render import render
from fen2img.style import Style
from fen2img.words import describe

State = Literal["written", "skipped", "duplicate", "refused"]


class Marking(NamedTuple):
    """The marks that every diagram of a batch gets."""

    marks: tuple[Mark, ...]
    auto_check: bool

    @classmethod
    def of(cls, asked: Mapping[str, object], width: int, height: int) -> Marking | None:
        """What is asked for, if anything. Raises OptionError for what no diagram of that size can have."""
        marks = parse_marks({name: value for name, value in asked.items() if name != "auto_check"})
        check_on_board(marks, width, height)
        for wish in [name.replace("_", "-") for name in ("auto_check", "legal") if asked.get(name)]:
            from fen2img.rules import rules

            rules(width, height, wish)
        return cls(marks, bool(asked.get("auto_check"))) if asked else None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """How a record becomes a diagram."""

    rules: Rules = CHESS
    strict: bool = False
    marking: Marking | None = None

    def read(self, record: Record) -> tuple[Diagram, tuple[Finding, ...]]:
        """The diagram without marks, and what is doubtful about it. Raises NotationError, DiagramError."""
        if record.diagram:
            return dataclasses.replace(record.diagram, number=record.number, **words_of(record)), ()
        reading = read_record(record, self.rules)
        return reading.diagram(strict=self.strict, number=record.number, **words_of(record)), reading.findings

    def marked(self, diagram: Diagram) -> Diagram:
        """The diagram with the marks of the batch. Raises DiagramError."""
        if not self.marking:
            return diagram
        return diagram.with_marks(self.marking.marks, auto_check=self.marking.auto_check)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A batch as its workers see it: the same for every record, and all that decides the bytes.

    With `entries` they tell what a manifest wants to know, with a `gallery` also what stands there; for an archive they
    `pack` the files of a record. With `stop` a chunk ends at its first refused record.
    """

    style: Style
    outputs: tuple[Output, ...]
    reader: Reader
    store: Store = dataclasses.field(default_factory=HandOn)
    entries: bool = False
    gallery: Gallery | None = None
    stop: bool = False
    samples: bool = False
    pack: Pack | None = None


class Task(NamedTuple):
    """A record, the name of its files without their suffix, and whether it is equal to one that had that name."""

    record: Record
    name: str
    duplicate: bool = False


class File(NamedTuple):
    """A file of a record: whether it is new there. The bytes where the store hands them on."""

    name: str
    size: int = 0
    digest: str = ""
    new: bool = False
    data: bytes | None = None


class Drawn(NamedTuple):
    """What became of a record. `put` counts the files that were written; of an archive these are not always listed."""

    state: State
    findings: tuple[Finding, ...] = ()
    put: int = 0
    files: tuple[File, ...] = ()
    fen: str = ""
    alt: str = ""
    title: str = ""
    caption: str = ""
    figure: str = ""
    packed: Packed = b""


class Done(NamedTuple):
    """What became of a chunk: of its records up to the first failure, the time they took, and that failure."""

    drawn: list[Drawn]
    seconds: float
    failure: BaseException | None = None

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """What goes through a pipe: plain tuples, which take a fraction of the time of named ones."""
        return _done, ([tuple(one) for one in self.drawn], self.seconds, self.failure)


def _done(rows: list[tuple[Any, ...]], seconds: float, failure: BaseException | None) -> Done:
    return Done([Drawn._make(row) for row in rows], seconds, failure)


def draw_chunk(job: Job, chunk: Sequence[Task], lay: Callable[[Drawn], Drawn] | None = None) -> Done:
    """Draw records one after the other, and `lay` down what is to go to another process.

    Whatever goes wrong comes back as data, so that what is done is not lost.
    """
    drawn: list[Drawn] = []
    start = time.monotonic()
    try:
        for task in chunk:
            one = _draw(job, task)
            drawn.append(lay(one) if lay else one)
            if job.stop and drawn[-1].state == "refused":
                break
    except BaseException as failure:
        if not isinstance(failure, Fen2imgError | KeyboardInterrupt):
            failure.add_note(f"while drawing {task.record.where}\n{traceback.format_exc()}")
        return Done(drawn, time.monotonic() - start, failure)
    return Done(drawn, time.monotonic() - start)


def _draw(job: Job, task: Task) -> Drawn:
    """What becomes of a record. Raises OutputError when its files cannot be written."""
    record = task.record
    try:
        diagram, findings = job.reader.read(record)
        diagram = job.reader.marked(diagram)
        said = _said(job, task, diagram)
        if task.duplicate:
            if job.style.has_words or diagram.marks:  # words may lack a glyph; then this one is refused like the first
                _render(job, diagram, job.outputs)
            files = tuple(File(task.name + o.suffix(samples=job.samples)) for o in job.outputs)
            return Drawn("duplicate", findings, 0, files, **said)
        names = {task.name + o.suffix(samples=job.samples): o for o in job.outputs}
        wanted = job.store.wanted(list(names))
        pictures = _render(job, diagram, [names[name] for name in wanted])
    except NotationError as error:
        return Drawn("refused", error.findings)
    except DiagramError as error:
        finding = Finding("error", error.code, error.message, (0, len(record.text)), error.hint)
        return Drawn("refused", (finding,))
    made = dict(zip(wanted, pictures, strict=True))
    new = job.store.put(made)
    files = tuple(_file(job, name, made.get(name), name in new) for name in names)
    drawn = Drawn("written" if wanted else "skipped", findings, len(made), files, **said)
    return _packed(job.pack, task, drawn, made, keep=job.entries) if job.pack else drawn


def _packed(pack: Pack, task: Task, drawn: Drawn, made: Mapping[str, bytes], *, keep: bool) -> Drawn:
    """A record as it lies in an archive, with all that is known of it; `keep` that for a manifest, too."""
    from fen2img.batching.manifest import sample_json  # which knows what a task is

    entries = [pack(name, data) for name, data in made.items()]
    packed = b"".join([*entries, pack(f"{task.name}.json", sample_json(task, drawn))])
    # What nobody asks for need not go from one process to another.
    return drawn._replace(packed=packed) if keep else Drawn(drawn.state, drawn.findings, drawn.put, packed=packed)


def _render(job: Job, diagram: Diagram, outputs: Sequence[Output]) -> list[bytes]:
    return [render(diagram, output.scaled(job.style), output.format) for output in outputs]


def _said(job: Job, task: Task, diagram: Diagram) -> dict[str, Any]:
    """What a manifest and a gallery say about a diagram, where there are such."""
    figure = {"figure": job.gallery.figure(diagram, task.record, task.name)} if job.gallery else {}
    if not (job.entries or job.pack):
        return figure
    shown = diagram.shown
    return figure | {
        "fen": shown.fen(),
        "alt": describe(shown, diagram.marks, job.style.lang),
        "title": diagram.title or "",
        "caption": diagram.caption or "",
    }


def _file(job: Job, name: str, data: bytes | None, new: bool) -> File:
    """The file as the account has it; one that was left alone is read where that is of use."""
    wanted = job.entries or job.pack
    if data is None and wanted:
        data = job.store.read(name)
    digest = sha256(data).hexdigest() if wanted and data is not None else ""
    return File(name, len(data or b""), digest, new, data if job.store.hands_on and not job.pack else None)
