"""What is remembered of an unfinished batch, so that it can go on: a small JSON file, replaced as a whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from fen2img.errors import OutputError, shorten
from fen2img.inputs import PROGRAM, Record

VERSION = 1
ANEW = "--force without --resume starts anew"


class Note(Protocol):
    """A small text that is kept as a whole; as a string it is its name."""

    def exists(self) -> bool:
        """Whether it is there."""
        ...

    def read(self) -> str:
        """The text. Raises OutputError."""
        ...

    def write(self, text: str) -> None:
        """Keep a text instead of what was there. Raises OutputError."""
        ...

    def remove(self) -> None:
        """Remove it if it is there."""
        ...


class NoteFile:
    """A note that is a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def exists(self) -> bool:
        """Whether it is there."""
        return os.path.exists(self.path)  # noqa: PTH110 - false for names too long

    def read(self) -> str:
        """The text. Raises OutputError."""
        try:
            return self.path.read_text("utf-8")
        except OSError as error:
            raise OutputError(f"cannot read {self.path}: {error.strerror or error}") from None

    def write(self, text: str) -> None:
        """Keep a text instead of what was there. Raises OutputError."""
        new = self.path.with_name(self.path.name + ".new")
        try:
            new.write_text(text, "utf-8")
            new.replace(self.path)
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror or error}") from None
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove it if it is there."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class Digests:
    """The SHA-256 of the records done, by source: whether an input is still the same is seen when it is read again."""

    def __init__(self) -> None:
        self._done: list[tuple[str, str]] = []
        self._source: str | None = None
        self._running = sha256()

    def add(self, record: Record) -> None:
        """Take in a record."""
        if record.source != self._source:
            self._close()
            self._source, self._running = record.source, sha256()
        fields = json.dumps(dict(record.fields)) if record.fields else ""
        text = f"{record.line}\0{record.text}\0{record.id}\0{fields}\n"
        self._running.update(text.encode("utf-8", "surrogatepass"))

    def _close(self) -> None:
        if self._source is not None:
            self._done.append((self._source, self._running.hexdigest()))

    def list(self) -> list[list[str]]:
        """Source and digest of what was taken in so far."""
        last = [(self._source, self._running.hexdigest())] if self._source is not None else []
        return [[source, digest] for source, digest in [*self._done, *last]]


@dataclass(slots=True, kw_only=True)
class Checkpoint:
    """How far a batch is: `lengths` are those of the files that are appended to, `counts` is the account.

    `ended` means that only names are left to be given.
    """

    options: Mapping[str, str]
    inputs: list[list[Any]]
    done: int = 0
    ended: bool = False
    digests: list[list[str]] = field(default_factory=list)
    lengths: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    version: int = VERSION

    def save(self, note: Note) -> None:
        """Write it down as a whole. Raises OutputError."""
        note.write(json.dumps(asdict(self)))

    @classmethod
    def load(cls, note: Note) -> Checkpoint:
        """Read it. Raises OutputError when it is none of this version."""
        with suppress(ValueError, TypeError, KeyError):
            values = json.loads(note.read())
            if values["version"] == VERSION:
                return cls(**values)
        raise OutputError(f"{note} does not tell where to go on", hint=ANEW)

    def check(self, now: Checkpoint) -> None:
        """Raises OutputError naming the options or the input that are not what they were."""
        changed = [n for n in {**self.options, **now.options} if self.options.get(n) != now.options.get(n)]
        if changed:
            name = changed[0]
            was, is_ = (shorten(str(c.options.get(name))) for c in (self, now))
            message = f"--resume: {name.replace('_', '-')} was {was} when the batch was begun and is {is_} now"
            raise OutputError(message, hint=f"ask for the same; {ANEW}")
        if [i[0] for i in self.inputs] != [i[0] for i in now.inputs]:
            was, is_ = (" ".join(str(i[0]) for i in c.inputs) for c in (self, now))
            raise OutputError(f"--resume: the batch was begun with {was}, not with {is_}", hint=ANEW)
        for (name, before), (_, after) in zip(self.inputs, now.inputs, strict=True):
            if before != after:
                raise changed_input(name)

    def check_digests(self, digests: Digests) -> None:
        """Raises OutputError naming the input whose records are not what they were."""
        for before, after in zip(self.digests, digests.list(), strict=False):
            if before != after:
                raise changed_input(before[0])


def changed_input(name: str) -> OutputError:
    """The error for an input that is not what it was."""
    return OutputError(f"--resume: {name} has changed since the batch was begun", hint=ANEW)


def may_return(name: str) -> bool:
    """Whether an input can be read once more: a file can, and what a program gives."""
    return name == PROGRAM or os.path.isfile(name)  # noqa: PTH113


def sizes_of(names: Iterable[str]) -> list[list[Any]]:
    """Inputs with their sizes, where those are known."""
    return [[name, _size(name)] for name in names]


def _size(name: str) -> int | None:
    try:
        return os.stat(name).st_size if os.path.isfile(name) else None  # noqa: PTH113, PTH116
    except (OSError, ValueError):
        return None
