"""One writer at a time: what two batches wrote into one file would be neither's.

Locks are the system's, so that one of a killed process is gone with it; workers do not inherit them. Where there are
none (Windows, some network file systems) nothing is locked: Windows refuses to rename files that are open.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from fen2img.errors import OutputError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]


def busy(path: str | Path) -> OutputError:
    """The error for what another process writes."""
    return OutputError(f"another batch is writing {path}", hint="wait for it, or name another output")


def hold(stream: BinaryIO, path: str | Path) -> None:
    """Lock an open file until it is closed. Raises OutputError when another process has it."""
    if fcntl is None:  # pragma: no cover - Windows
        return
    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise busy(path) from None
    except OSError:  # a file system without locks
        pass


class Lock:
    """A file that says that `what` is being written; it goes when that is over."""

    def __init__(self, path: Path, what: str) -> None:
        self.path, self.what = path, what
        self._stream: BinaryIO | None = None

    def take(self) -> None:
        """Raises OutputError when another process has it, or it cannot be made."""
        try:
            if self.path.is_symlink():
                self.path.unlink()
            stream = self.path.open("ab")
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror or error}") from None
        try:
            hold(stream, self.what)
            if not self._is_there(stream):  # the other one has just gone, and its file with it
                raise busy(self.what)
        except OutputError:
            stream.close()
            raise
        self._stream = stream

    def _is_there(self, stream: BinaryIO) -> bool:
        with suppress(OSError):
            return os.path.samestat(os.fstat(stream.fileno()), self.path.lstat())
        return False

    def drop(self) -> None:
        """Let others write."""
        stream, self._stream = self._stream, None
        if stream:
            with stream, suppress(OSError):
                self.path.unlink(missing_ok=True)
