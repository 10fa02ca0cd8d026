"""`batch` and `render_many`: many positions from a program, with the rules of the command line."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from fen2img.batching.crews import Borrowed, Crew, Inline, Processes, check_begun, died
from fen2img.batching.engine import Batch, OnError, Plan, Watch, next_size
from fen2img.batching.gallery import Gallery
from fen2img.batching.job import Done, Job, Marking, Reader, Task
from fen2img.batching.naming import DEFAULT, IN_ARCHIVES, PLACEHOLDERS, Namer
from fen2img.batching.outputs import Output, outputs_of
from fen2img.batching.remote import scheme_of
from fen2img.batching.report import Report
from fen2img.batching.stores import IfExists
from fen2img.batching.targets import STDOUT, Target
from fen2img.errors import NotationError, OptionError, OutputError
from fen2img.inputs import PROGRAM, ReadOptions, Record, Rules, records_of
from fen2img.position import check_board
from fen2img.style import Style
from fen2img.template import fields_of

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")
#: Records of a chunk of `render_many`, at first and at most.
FEW, MANY = 1, 200


def batch(
    records: Iterable[object],
    out: str | os.PathLike[str],
    *,
    formats: str | Iterable[str] = ("png",),
    style: Style | None = None,
    marks: Mapping[str, object] = {},
    board: tuple[int, int] = (8, 8),
    fairy: bool = False,
    reading: ReadOptions | None = None,
    strict: bool = False,
    name: str | None = None,
    columns: Collection[str] | None = None,
    shard: int = 0,
    dedupe: bool = False,
    if_exists: IfExists = "error",
    on_error: OnError = "skip",
    resume: bool = False,
    manifest: str | os.PathLike[str] | None = None,
    errors: str | os.PathLike[str] | None = None,
    html: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    inputs: Iterable[str] = (PROGRAM,),
    watch: Watch | None = None,
) -> Report:
    """Draw many positions into a folder, a URL of fsspec, `NAME.zip`, `NAME.tar`, or `-` for a tar to standard output.

    Records are FENs, `Diagram`s, boards with a method `fen()`, or mappings with `fen` and further columns, of which
    `id`, `title` and `caption` are known. `html` is a page that shows the diagrams of a folder. `jobs` is a number of
    processes; an `executor` is used instead if given, or the workers of Dask at the address `scheduler`, and what comes
    out is the same. `inputs` are the files that the records come from: `resume` sees whether they changed.

    A faulty record is refused and in the report. Raises OptionError for what cannot be, OutputError when something
    cannot be written.
    """
    check_begun()
    listed = records_of(records)
    full, target, outputs = style or Style(), Target(os.fspath(out)), outputs_of(formats)
    for output in outputs:
        output.scaled(full)  # raises where that cannot be, before anything is read
    reading = reading or ReadOptions()
    reader, names = _reader(board, fairy, reading.letters, strict, marks), tuple(inputs)
    template = (DEFAULT if target.loose else IN_ARCHIVES) if name is None else name
    if columns is None:
        listed, columns = _with_columns(listed, template)
    page, refused = (_path(name, path, target, outputs) for name, path in (("html", html), ("errors", errors)))
    gallery = Gallery.of(page, target.folder, outputs, full, names, refused) if page else None
    written = {"manifest": manifest, "errors": errors, "html": html}
    plan = Plan(
        target=target,
        job=Job(
            style=full,
            outputs=outputs,
            reader=reader,
            entries=manifest is not None,
            gallery=gallery,
            stop=_one_of("on-error", on_error, ("skip", "stop")) == "stop",
            samples=target.samples,
            pack=target.pack,
        ),
        namer=Namer(
            template,
            reader,
            columns=columns,
            shard=_counted("shard", shard, 0),
            samples=target.samples,
            dedupe=full if dedupe else None,
            lang=full.lang,
        ),
        options=_options(full, outputs, reader, **reading.told(), name=template, shard=shard, dedupe=dedupe, **written),
        inputs=names,
        if_exists=_if_exists(if_exists, target),
        resume=resume,
        manifest=_path("manifest", manifest, target, outputs),
        errors=refused,
        gallery=gallery,
        jobs=_workers(target, jobs, executor, scheduler),
        executor=executor,
        scheduler=scheduler,
    )
    return Batch(plan, watch or Watch()).run(listed)


def render_many(
    records: Iterable[T],
    style: Style | None = None,
    *,
    format: str = "png",
    marks: Mapping[str, object] = {},
    board: tuple[int, int] = (8, 8),
    fairy: bool = False,
    letters: str = "en",
    strict: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
    as_array: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
) -> Iterator[tuple[T, Any]]:
    """Each record with its picture, in order: the bytes of a format, or with `as_array` a numpy array of RGB pixels.

    Records are what `batch` takes. They are read as they are needed, a few chunks ahead. Raises NotationError at a
    faulty one, unless they are to be skipped; OptionError for what cannot be.
    """
    check_begun()
    (output,) = outputs_of([format])
    full = style or Style()
    output.scaled(full)
    _one_of("on_error", on_error, ("raise", "skip"))
    if as_array:
        _numpy(output)
    job = Job(style=full, outputs=(output,), reader=_reader(board, fairy, letters, strict, marks))
    _counted("jobs", jobs, 1)
    return _many(records, job, on_error == "raise", as_array, jobs, executor)


def _many(
    records: Iterable[T], job: Job, strict: bool, as_array: bool, jobs: int, executor: Executor | None
) -> Iterator[tuple[T, Any]]:
    if isinstance(records, str | bytes):
        raise TypeError("records are an iterable of FENs, not one text")
    crew: Crew = Borrowed(job, executor, jobs) if executor else Processes(job, jobs) if jobs > 1 else Inline(job)
    pending: deque[tuple[list[tuple[T, Record]], Future[Done]]] = deque()
    pairs, size, finished = ((item, _one(item, n)) for n, item in enumerate(records, 1)), FEW, False
    try:
        while True:
            while len(pending) < crew.ahead and (chunk := list(islice(pairs, size))):
                pending.append((chunk, crew.submit([Task(record, str(record.number)) for _, record in chunk])))
            if not pending:
                break
            chunk, future = pending.popleft()
            done = future.result()
            yield from _pictures(chunk, done, strict, as_array)
            size = next_size(size, len(chunk), done.seconds, MANY)
        finished = True
    except BrokenExecutor:
        raise died("") from None
    finally:
        crew.close(kill=not finished)


def _one(item: object, number: int) -> Record:

    (record,) = records_of([item])
    return record._replace(number=number, line=number) if record.source == PROGRAM else record


def _pictures(chunk: list[tuple[T, Record]], done: Done, strict: bool, as_array: bool) -> Iterator[tuple[T, Any]]:
    for (item, record), drawn in zip(chunk, done.drawn, strict=False):
        if drawn.state == "refused":
            if strict:
                raise NotationError(record.text, drawn.findings)
            continue
        (file,) = drawn.files
        yield item, _array(file.data or b"") if as_array else file.data
    if done.failure:
        raise done.failure


def _numpy(output: Output) -> Any:
    """The library, where it is needed and of use. Raises OptionError, OutputError."""
    if output.format.vector:
        raise OptionError(f"as_array: {output.format.name} has no pixels", hint="leave the format out")
    try:
        import numpy
    except ImportError:
        raise OutputError("as_array needs numpy", hint="pip install numpy") from None
    return numpy


def _array(data: bytes) -> np.ndarray[Any, Any]:
    import io

    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return np.array(image.convert("RGB"))  # one of its own, that may be written to


def _with_columns(records: Iterator[Record], template: str) -> tuple[Iterator[Record], list[str]]:
    """The records, and the columns of the first one, which is read for them only if a name wants one."""
    from itertools import chain

    if PLACEHOLDERS.keys() >= {field.name for field in fields_of(template)}:
        return records, []
    first = next(records, None)
    return (records, []) if first is None else (chain([first], records), list(first.fields))


def _reader(board: tuple[int, int], fairy: bool, letters: str, strict: bool, marks: Mapping[str, object]) -> Reader:
    width, height = check_board(board)
    rules = Rules(width, height, fairy, letters)
    return Reader(rules=rules, strict=strict, marking=Marking.of(marks, width, height))


def _options(full: Style, outputs: tuple[Output, ...], reader: Reader, **others: object) -> dict[str, str]:
    """What decides the output, in words."""
    values = {
        **full.asked(),
        "format": ",".join(map(str, outputs)),
        "board": f"{reader.rules.width}x{reader.rules.height}",
        "fairy": reader.rules.fairy,
        "strict": reader.strict,
        "marks": reader.marking or "",
        **{name: value or "" for name, value in others.items()},
        "version of fen2img": import_module("fen2img").__version__,
    }
    return {name: str(value) for name, value in values.items()}


def _if_exists(word: IfExists, target: Target) -> IfExists:
    _one_of("if-exists", word, ("error", "skip", "replace"))
    if word == "skip" and not target.loose:
        raise OptionError("--if-exists skip is for folders", hint="an archive is made as a whole")
    return word


def _workers(target: Target, jobs: int, executor: Executor | None, scheduler: str | None) -> int:
    """How many processes. Raises OptionError for two kinds of workers, or where they cannot reach the output."""
    _counted("jobs", jobs, 1)
    if scheduler is not None and (executor is not None or jobs > 1):
        raise OptionError(f"scheduler and {'executor' if executor is not None else 'jobs'} exclude each other")
    if target.scheme == "memory" and (
        scheduler is not None or jobs > 1 or not isinstance(executor, ThreadPoolExecutor | None)
    ):
        raise OptionError(f"{target.out} is the memory of one process", hint="jobs=1, without executor and scheduler")
    return jobs


def _one_of(name: str, word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise OptionError(f"{name}: '{word}' is not one of {', '.join(words)}")
    return word


def _counted(name: str, number: int, least: int) -> int:
    if number < least:
        raise OptionError(f"{name}: {number} is less than {least}")
    return number


def _path(name: str, path: str | os.PathLike[str] | None, target: Target, outputs: tuple[Output, ...]) -> Path | None:
    """The file of a report. Raises OptionError for what is none, and where a picture might come."""
    if path is None:
        return None
    if not os.fspath(path):
        raise OptionError(f"the name of the {name} is empty")
    if scheme_of(os.fspath(path)):
        raise OptionError(f"{name}: {os.fspath(path)} is a URL", hint="it grows bit by bit; write it here and copy it")
    made = Path(path)
    if name == "errors" and os.fspath(path) == STDOUT:  # others say which suffix they lack
        raise OptionError(f"{name}: - is no file", hint="name a file")
    pictures = {suffix for output in outputs for suffix in output.format.suffixes}
    if target.folder and made.suffix.lower() in pictures and made.absolute().is_relative_to(target.folder.absolute()):
        raise OptionError(f"{name}: {path} may be the name of a picture", hint="end it in .jsonl")
    return made
