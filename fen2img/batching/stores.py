"""Where workers leave their files: a folder, which they write themselves, or nowhere, when the bytes are handed on."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Literal, Protocol
from uuid import uuid4

from fen2img.errors import OutputError

IfExists = Literal["error", "skip", "replace"]
#: The folder in the target that holds files while they are written; it goes when the batch is finished.
UNFINISHED = ".fen2img-part"


class Store(Protocol):
    """What a worker needs of the place that its files go to. It must be picklable.

    `hands_on` tells whether the bytes go back to the main process. Names have slashes, whatever the system. Where work
    may be done twice, for a worker is lost, the main process looks with `before`, and the worker writes to `after`.
    """

    @property
    def hands_on(self) -> bool:
        """Whether the bytes go back to the main process."""
        ...

    def wanted(self, names: list[str]) -> list[str]:
        """Those of the files of a record that are to be drawn. Raises OutputError for one that must not be there."""
        ...

    def put(self, files: dict[str, bytes]) -> set[str]:
        """Keep the files of a record, all or none; the names of new ones. Raises OutputError."""
        ...

    def read(self, name: str) -> bytes | None:
        """A file that was there before; None when it is none."""
        ...

    def undo(self, names: set[str]) -> None:
        """Remove files that are new."""
        ...

    def before(self, names: list[str]) -> frozenset[str]:
        """Those that are there already, as far as it matters."""
        ...

    def after(self, before: frozenset[str]) -> Store:
        """The same place, where files that were not there before and are equal are those of an earlier try."""
        ...


@dataclass(frozen=True, slots=True)
class HandOn:
    """Keeps nothing: the main process writes, for what it writes is one file."""

    hands_on: bool = True

    def wanted(self, names: list[str]) -> list[str]:
        """All of them."""
        return names

    def put(self, files: dict[str, bytes]) -> set[str]:
        """Nothing is kept."""
        return set()

    def read(self, name: str) -> bytes | None:
        """Nothing is there."""
        return None

    def undo(self, names: set[str]) -> None:
        """Nothing is there."""

    def before(self, names: list[str]) -> frozenset[str]:
        """Nothing is there."""
        return frozenset()

    def after(self, before: frozenset[str]) -> Store:
        """The same."""
        return self


@dataclass(slots=True)
class Folder:
    """A folder. Links in it are never followed; files come under another name and are renamed when whole.

    With `resumed` equal files may be there already: a run that was killed wrote them. `known` is what was there before,
    where that was looked up. `root` is how messages call it, `base` where it is for those who work elsewhere.
    """

    root: str
    if_exists: IfExists = "error"
    resumed: bool = False
    base: str = ""
    known: frozenset[str] | None = None
    hands_on: bool = False
    _made: set[str] = field(default_factory=set, repr=False)
    _token: str = field(default_factory=lambda: uuid4().hex, repr=False)
    _count: Iterator[int] = field(default_factory=count, repr=False)

    def __post_init__(self) -> None:
        self.base = self.base or self.root

    def __reduce__(self) -> tuple[type[Folder], tuple[str, IfExists, bool, str, frozenset[str] | None]]:
        """A copy elsewhere has names of its own for what is unfinished."""
        return Folder, (self.root, self.if_exists, self.resumed, self.base, self.known)

    def before(self, names: list[str]) -> frozenset[str]:
        """Those that are there. A run that goes on takes equal ones for its own in any case, and need not look."""
        if self.resumed and self.if_exists == "error":
            return frozenset()
        return frozenset(name for name in names if os.path.lexists(f"{self.base}/{name}"))

    def after(self, before: frozenset[str]) -> Folder:
        """The same folder; it knows what was there."""
        return replace(self, known=before)

    def wanted(self, names: list[str]) -> list[str]:
        """Those to be drawn. Raises OutputError for one that exists and must not."""
        if self.if_exists == "replace":
            return names
        there = [name for name in names if self._was_there(name)]
        if there and self.if_exists == "error" and not self.resumed:
            raise exists(f"{self.root}/{there[0]}")
        return [name for name in names if name not in there] if self.if_exists == "skip" else names

    def put(self, files: dict[str, bytes]) -> set[str]:
        """Write the files of a record; an equal one is left alone. Raises OutputError; then none of them is new."""
        new: set[str] = set()
        try:
            for name, data in files.items():
                path = f"{self.root}/{name}"
                try:
                    self._put(f"{self.base}/{name}", name, data, new)
                except FileExistsError:
                    if (self.known is None and not self.resumed) or self.read(name) != data:
                        raise exists(path) from None
                except OSError as error:
                    raise self._failure(path, error) from None
        except BaseException:
            self.undo(new)
            raise
        return new

    def _put(self, path: str, name: str, data: bytes, new: set[str]) -> None:
        there = os.path.lexists(path)
        if there and self.read(name) == data:
            if self.known is not None and name not in self.known:
                new.add(name)
            return
        if there and self.if_exists == "error":
            raise FileExistsError
        self._make_folder(name)
        unfinished = self._unfinished()
        try:
            with open(unfinished, "xb") as stream:  # noqa: PTH123 - text is faster than paths, and this is the bottleneck
                stream.write(data)
            if self.if_exists == "replace":
                os.replace(unfinished, path)  # noqa: PTH105
            else:
                _publish(unfinished, path)
            if not there:
                new.add(name)
        finally:
            with suppress(OSError):
                os.unlink(unfinished)  # noqa: PTH108

    def _was_there(self, name: str) -> bool:
        return name in self.known if self.known is not None else os.path.lexists(f"{self.base}/{name}")

    def _unfinished(self) -> str:
        """A name that no other worker has, be it a process begun as a copy of this one, or a thread."""
        return f"{self.base}/{UNFINISHED}/{self._token}-{os.getpid()}-{next(self._count)}"

    def _make_folder(self, name: str) -> None:
        """Make the folders that a name has, refusing links."""
        head, slash, _ = name.rpartition("/")
        if not slash or head in self._made:
            return
        path = ""
        for part in head.split("/"):
            path += f"/{part}"
            with suppress(FileExistsError):
                os.mkdir(self.base + path)  # noqa: PTH102
            if not stat.S_ISDIR(os.lstat(self.base + path).st_mode):
                raise OutputError(f"{self.root}{path} is no folder", hint="links in the output are not followed")
        self._made.add(head)

    def _failure(self, path: str, error: OSError) -> OutputError:
        if not os.path.isdir(self.base):  # noqa: PTH112
            return OutputError(f"the folder {self.root} is gone")
        return OutputError(f"cannot write {path}: {error.strerror or error}")

    def undo(self, names: set[str]) -> None:
        """Remove files that are new."""
        for name in names:
            with suppress(OSError):
                os.unlink(f"{self.base}/{name}")  # noqa: PTH108

    def read(self, name: str) -> bytes | None:
        """What a file holds; None for a link, a folder and what cannot be read."""
        path = Path(self.base, name)
        try:
            return path.read_bytes() if stat.S_ISREG(path.lstat().st_mode) else None
        except OSError:
            return None


def exists(path: str | Path) -> OutputError:
    """The error for a file that is there and must not be."""
    return OutputError(f"{path} exists", hint="--force replaces it")


def _publish(unfinished: str, path: str) -> None:
    """Give a file its name unless that is taken."""
    try:
        os.link(unfinished, path)  # unlike a rename it never replaces what came in the meantime
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            raise FileExistsError from None
        os.replace(unfinished, path)  # noqa: PTH105
