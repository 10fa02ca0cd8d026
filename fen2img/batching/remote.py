"""Places that are no folder of this machine: `s3://bucket/diagrams` and whatever else fsspec knows. Needs fsspec."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from fen2img.batching.stores import UNFINISHED, IfExists, exists
from fen2img.errors import OptionError, OutputError

#: Where a file is there as a whole or not at all; elsewhere it is written under another name and moved.
WHOLE = frozenset({"memory", "s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oci", "oss", "tos", "r2"})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")  # a single letter is a drive of Windows


def scheme_of(out: str) -> str:
    """`s3` of `s3://bucket/diagrams`; nothing for what is no URL."""
    match = _SCHEME.match(out)
    return match[1].lower() if match else ""


def local_path(url: str) -> str:
    """The path of `file:///folder`, as it stands. Raises OptionError for one of another machine."""
    path = url.partition("://")[2]
    if not path.startswith("/"):
        raise OptionError(f"'{url}' is no folder of this machine", hint="file:///FOLDER has three slashes")
    return path[1:] if re.match("/[A-Za-z]:", path) else path


def place_of(url: str) -> tuple[Any, str]:
    """A file system of fsspec and a path in it. Raises OutputError, OptionError."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise OutputError(f"{url} needs fsspec", hint="pip install 'fen2img[cluster]'") from None
    try:
        fs, path = url_to_fs(url)
    except ImportError as error:  # it names the package that its protocol needs
        raise OutputError(f"{url}: {error}", hint="install it on all machines that draw") from None
    except ValueError as error:
        raise OptionError(f"{url}: {error}") from None
    except Exception as error:  # whatever a service says
        raise failure(url, error) from None
    return fs, path.rstrip("/")


def failure(what: str, error: BaseException) -> OutputError:
    """The error for something that a service refused, for whatever reason."""
    return OutputError(f"cannot write {what}: {_reason(error)}")


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


class Place:
    """A URL as the main process sees it: whether there is something, and what comes before and after the files."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/") if not url.endswith("://") else url
        self.fs, self.root = place_of(self.url)
        self.whole = scheme_of(url) in WHOLE

    def empty(self) -> bool:
        """Whether there is nothing yet."""
        try:
            # Looking whether there is anything takes a moment; listing a hundred million objects takes hours.
            self.fs.info(self.root)
            return not (self.whole and "/" in self.root.strip("/")) and not self.fs.ls(self.root, detail=False)
        except FileNotFoundError:
            return True
        except Exception as error:
            raise OutputError(f"cannot read {self.url}: {_reason(error)}") from None
        finally:
            self.fs.invalidate_cache()

    def make(self) -> None:
        """Make the folder where there are some."""
        if not self.whole:
            try:
                self.fs.makedirs(f"{self.root}/{UNFINISHED}", exist_ok=True)
            except Exception as error:
                raise failure(self.url, error) from None

    def tidy(self) -> None:
        """Remove what is unfinished."""
        if not self.whole:
            with suppress(Exception):
                self.fs.rm(f"{self.root}/{UNFINISHED}", recursive=True)


class RemoteNote:
    """A small file at a URL, replaced as a whole."""

    def __init__(self, place: Place, name: str) -> None:
        self.bucket, self.name = Bucket(place.url, "replace"), name

    def __str__(self) -> str:
        return f"{self.bucket.url}/{self.name}"

    def exists(self) -> bool:
        """Whether it is there. Raises OutputError."""
        return self.bucket.is_there(self.name)

    def read(self) -> str:
        """Its text. Raises OutputError, and ValueError for what is no text."""
        data = self.bucket.read(self.name)
        if data is None:
            raise OutputError(f"cannot read {self}")
        return data.decode("utf-8")

    def write(self, text: str) -> None:
        """Replace it. Raises OutputError."""
        self.bucket.overwrite(self.name, text.encode("utf-8"))

    def remove(self) -> None:
        """Remove it, if it is there."""
        self.bucket.undo({self.name})


@dataclass(slots=True)
class Bucket:
    """Files below a URL. A file that comes in the moment between a look and the writing is overwritten."""

    url: str
    if_exists: IfExists = "error"
    resumed: bool = False
    known: frozenset[str] | None = None
    hands_on: bool = False
    _place: tuple[int, Any, str] | None = None

    def __reduce__(self) -> tuple[type[Bucket], tuple[str, IfExists, bool, frozenset[str] | None]]:
        """Connections stay where they are."""
        return Bucket, (self.url, self.if_exists, self.resumed, self.known)

    def _path(self, name: str) -> tuple[Any, str]:
        """The file system and a path in it; connections do not survive the copying of a process."""
        if self._place is None or self._place[0] != os.getpid():
            self._place = (os.getpid(), *place_of(self.url))
        return self._place[1], f"{self._place[2]}/{name}"

    def is_there(self, name: str) -> bool:
        """Whether a file is there. Raises OutputError."""
        fs, path = self._path(name)
        try:
            return bool(fs.exists(path))
        except Exception as error:
            raise OutputError(f"cannot read {self.url}/{name}: {_reason(error)}") from None

    def before(self, names: list[str]) -> frozenset[str]:
        """Those that are there. A run that goes on takes equal ones for its own in any case, and need not look."""
        if self.resumed and self.if_exists == "error":
            return frozenset()
        return frozenset(filter(self.is_there, names))

    def after(self, before: frozenset[str]) -> Bucket:
        """The same place; it knows what was there."""
        return replace(self, known=before)

    def wanted(self, names: list[str]) -> list[str]:
        """Those to be drawn. Raises OutputError for one that exists and must not."""
        if self.if_exists == "replace" or (self.if_exists == "error" and self.resumed):
            return names
        there = self.before(names) if self.known is None else self.known
        if self.if_exists == "skip":
            return [name for name in names if name not in there]
        if old := [name for name in names if name in there]:
            raise exists(f"{self.url}/{old[0]}")
        return names

    def put(self, files: dict[str, bytes]) -> set[str]:
        """Write the files of a record; an equal one is left alone. Raises OutputError; then none of them is new."""
        new: set[str] = set()
        try:
            for name, data in files.items():
                there, own = self.is_there(name), self.known is not None and name not in self.known
                if not there or self.read(name) != data:
                    if there and self.if_exists != "replace":
                        raise exists(f"{self.url}/{name}")
                    self.overwrite(name, data)
                if own or not there:
                    new.add(name)
        except BaseException:
            self.undo(new)
            raise
        return new

    def overwrite(self, name: str, data: bytes) -> None:
        """Write a file, whatever is there. Raises OutputError; then the file is what it was."""
        fs, path = self._path(name)
        try:
            if scheme_of(self.url) in WHOLE:
                fs.pipe_file(path, data)
                return
            unfinished = self._path(f"{UNFINISHED}/{uuid4().hex}")[1]
            fs.makedirs(path.rpartition("/")[0], exist_ok=True)
            fs.makedirs(unfinished.rpartition("/")[0], exist_ok=True)
            try:
                fs.pipe_file(unfinished, data)
                fs.mv(unfinished, path)
            except BaseException:
                with suppress(Exception):
                    fs.rm_file(unfinished)
                raise
        except Exception as error:
            raise failure(f"{self.url}/{name}", error) from None

    def undo(self, names: set[str]) -> None:
        """Remove files that are new."""
        for name in names:
            fs, path = self._path(name)
            with suppress(Exception):
                fs.rm_file(path)

    def read(self, name: str) -> bytes | None:
        """What a file holds; None for what cannot be read."""
        fs, path = self._path(name)
        try:
            return bytes(fs.cat_file(path))
        except Exception:
            return None
