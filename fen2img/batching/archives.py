"""Archives that are written from one end to the other, can be cut behind any record, and take no memory.

Neither zipfile nor tarfile is used to write, for both keep every entry in memory, and zipfile cannot go on with an
archive that has no directory yet. The headers of tar come from tarfile. Dates, modes and owners are always the same.
"""

from __future__ import annotations

import struct
import tarfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Protocol

from fen2img.batching.checkpoint import ANEW
from fen2img.batching.locks import hold
from fen2img.errors import OutputError

#: Formats that gain from being compressed once more.
_DEFLATED = (".svg", ".json", ".eps", ".ps")


#: A file of that name and those bytes as it lies in an archive.
Pack = Callable[[str, bytes], bytes]
#: Such files one after the other, perhaps in memory that a worker shares with the main process.
Packed = bytes | memoryview
#: Bytes that wait to be written together.
BUFFER = 1 << 18


class Sink(Protocol):
    """Where bytes go."""

    def write(self, data: Packed) -> None:
        """Append. Raises OutputError."""
        ...


class PartFile:
    """A file that is appended to under the name `NAME.part` and gets its own name when it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.length = 0
        self.begun = False
        self._stream: BinaryIO | None = None

    def begin(self, length: int = 0) -> None:
        """Open the file, cut to a length that it had. Raises OutputError."""
        try:
            if self.part.is_symlink():
                self.part.unlink()
            self._stream = self.part.open("r+b" if length else "ab", BUFFER)
            hold(self._stream, self.path)
            if self._stream.seek(0, 2) < length:
                raise OutputError(f"{self.part} is shorter than when the batch was stopped", hint=ANEW)
            self._stream.truncate(length)
            self._stream.seek(length)
        except OSError as error:
            if length:
                self.check_there()
            raise self._failure(error) from None
        self.length, self.begun = length, True

    def check_there(self) -> None:
        """Raises OutputError when somebody else removed the file."""
        if not self.part.exists():
            raise OutputError(f"{self.part} is gone", hint=ANEW)

    def write(self, data: Packed) -> None:
        """Append. Raises OutputError."""
        assert self._stream is not None  # noqa: S101 - begun before
        try:
            self._stream.write(data)
        except OSError as error:
            raise self._failure(error) from None
        self.length += len(data)

    def flush(self) -> None:
        """Hand everything to the system. Raises OutputError."""
        if self._stream:
            try:
                self._stream.flush()
            except OSError as error:
                raise self._failure(error) from None

    def close(self) -> None:
        """Leave the file as it is. Raises OutputError."""
        stream, self._stream = self._stream, None
        if stream:
            try:
                stream.close()
            except OSError as error:
                raise self._failure(error) from None

    def remove(self) -> None:
        """Leave nothing of the file, if it was begun."""
        with suppress(OSError, OutputError):
            self.close()
            if self.begun:
                self.part.unlink(missing_ok=True)

    def publish(self) -> None:
        """Give the file its name. Raises OutputError."""
        self.close()
        try:
            self.part.replace(self.path)
        except OSError as error:
            raise self._failure(error) from None

    def _failure(self, error: OSError) -> OutputError:
        return OutputError(f"cannot write {self.part}: {error.strerror or error}")


class Archive(Protocol):
    """A kind of archive on top of a sink."""

    def append(self, packed: Packed) -> None:
        """Put files at the end, as they were packed for this kind. Raises OutputError."""
        ...

    def finish(self) -> None:
        """Write what ends the archive. Raises OutputError."""
        ...


def tar_header(name: str, size: int) -> bytes:
    """The header of a file in a tar, as `tarfile` writes it for a file of nobody's and of no date."""
    title = name.encode()
    if not name.isascii() or len(title) > 100 or size >= 8**11:  # what needs POSIX.1-2001
        info = tarfile.TarInfo(name)
        info.size = size
        return info.tobuf(tarfile.PAX_FORMAT, "utf-8")
    first = title.ljust(100, b"\0") + _OWNER + b"%011o\0%011o\0" % (size, 0)
    total = sum(first) + _REST_SUM
    return first + b"%06o\0 " % total + _REST


#: Mode and nobody's numbers; a plain file, no link, the format.
_OWNER = b"0000644\0" + 2 * b"0000000\0"
_REST = b"0" + bytes(100) + b"ustar\0" + b"00" + bytes(247)
#: What it adds to the sum of all bytes, with the field of the sum itself, which counts as blanks.
_REST_SUM = sum(_REST) + 8 * ord(" ")


def tar_entry(name: str, data: bytes) -> bytes:
    """A file as it lies in a tar, wherever that is."""
    return tar_header(name, len(data)) + data + bytes(-len(data) % tarfile.BLOCKSIZE)


class Tar:
    """A tar file, POSIX.1-2001 where a name needs it."""

    def __init__(self, sink: Sink, length: int = 0) -> None:
        self.sink = sink
        self.length = length

    def append(self, packed: Packed) -> None:
        """Put files at the end. Raises OutputError."""
        self.sink.write(packed)
        self.length += len(packed)

    def finish(self) -> None:
        """Two empty blocks, filled up to a record as tar programs do."""
        end = self.length + 2 * tarfile.BLOCKSIZE
        self.append(bytes(2 * tarfile.BLOCKSIZE + -end % tarfile.RECORDSIZE))


#: Headers of the ZIP file format (APPNOTE 6.3.10): sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16.
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
_END = struct.Struct("<4s4H2LH")
_VERSION, _VERSION64, _UTF8 = 20, 45, 0x800
_DATE = (1980 - 1980) << 9 | 1 << 5 | 1  # the first day that a ZIP file knows
_UNIX, _FILE = 3 << 8, 0o100644 << 16
_FULL, _FULL16 = 0xFFFFFFFF, 0xFFFF


def zip_entry(name: str, data: bytes) -> bytes:
    """A file as it lies in a ZIP file, wherever that is: the directory tells where."""
    stored, method = data, 0
    if name.endswith(_DEFLATED):
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
        stored, method = deflate.compress(data) + deflate.flush(), 8
    title = name.encode()
    head = _LOCAL.pack(
        b"PK\3\4", _VERSION, _UTF8, method, 0, _DATE, zlib.crc32(data), len(stored), len(data), len(title), 0
    )
    return head + title + stored


class Zip:
    """A ZIP file. Its directory is made at the end from the headers of the entries, so nothing need be remembered."""

    def __init__(self, file: PartFile) -> None:
        self.file = file

    def append(self, packed: Packed) -> None:
        """Put files at the end. Raises OutputError."""
        self.file.write(packed)

    def finish(self) -> None:
        """The directory. Raises OutputError."""
        self.file.flush()
        start, count = self.file.length, 0
        try:
            with self.file.part.open("rb") as stream:
                while stream.tell() < start:
                    self._list(stream)
                    count += 1
        except OSError as error:
            raise OutputError(f"cannot read {self.file.part}: {error.strerror or error}") from None
        self._end(start, count)

    def _list(self, stream: BinaryIO) -> None:
        """The entry of the directory for the one that the stream is at, which it then has passed."""
        offset = stream.tell()
        _, _, flags, method, time, date, crc, stored, size, named, _ = _LOCAL.unpack(stream.read(_LOCAL.size))
        title = stream.read(named)
        stream.seek(stored, 1)
        far = offset >= _FULL
        extra = struct.pack("<2HQ", 1, 8, offset) if far else b""
        needed = _VERSION64 if far else _VERSION
        head = _CENTRAL.pack(
            b"PK\1\2", _UNIX | needed, needed, flags, method, time, date, crc, stored, size, named, len(extra),
            0, 0, 0, _FILE, _FULL if far else offset,
        )  # fmt: skip
        self.file.write(head + title + extra)

    def _end(self, start: int, count: int) -> None:
        end = self.file.length
        size = end - start
        if count >= _FULL16 or end >= _FULL:
            version = (_UNIX | _VERSION64, _VERSION64)
            self.file.write(_END64.pack(b"PK\6\6", _END64.size - 12, *version, 0, 0, count, count, size, start))
            self.file.write(_LOCATOR.pack(b"PK\6\7", 0, end, 1))
        few = min(count, _FULL16)
        self.file.write(_END.pack(b"PK\5\6", 0, 0, few, few, min(size, _FULL), min(start, _FULL), 0))


class Stream:
    """A stream such as standard output."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def write(self, data: Packed) -> None:
        """Append. A broken pipe and a full disk are for the caller to tell."""
        self.stream.write(data)
