"""Compressed inputs as streams: gzip, bzip2, xz and Zstandard, by what they begin with and by their suffix."""

from __future__ import annotations

import io
import re
import sys
from importlib import import_module
from pathlib import PurePath
from typing import Any, BinaryIO, NamedTuple, cast

from fen2img.errors import OptionError

#: Bytes at the beginning by which kinds of input are told apart.
HEAD = 1 << 16


class Packing(NamedTuple):
    """A way to compress: its name, the suffix, what its streams begin with, and `module:function` that opens them.

    Instead of that it may be a class of decompressors for one stream each.
    """

    name: str
    suffix: str
    begins: bytes
    opener: str


PACKINGS = (
    Packing("gzip", ".gz", rb"\x1f\x8b", "gzip:open"),
    Packing("bzip2", ".bz2", rb"BZh[1-9](1AY&SY|\x17rE8P\x90)", "bz2:BZ2Decompressor"),
    Packing("xz", ".xz", rb"\xfd7zXZ\x00", "lzma:LZMADecompressor"),
    Packing("Zstandard", ".zst", rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18", "zstd:open"),
)


def unpacked(stream: BinaryIO, source: str) -> tuple[BinaryIO, str]:
    """The stream without its compression, and the name of the source without the suffix that says so.

    Reading it raises OptionError where the compressed stream is damaged or cut off; what came before is given first.
    """
    head = read_head(stream)
    whole = io.BufferedReader(cast("io.RawIOBase", Chained(head, stream)), HEAD)
    path, packing = PurePath(source), packing_of(source, head)
    name = str(path.with_suffix("")) if packing and path.suffix.lower() == packing.suffix else source
    if packing is None or not head:
        return cast("BinaryIO", whole), name
    if not re.match(packing.begins, head):
        raise OptionError(f"{source} is not compressed with {packing.name}, as its suffix says")
    raw = _Unpacked(_opened(packing, whole, source), packing, source)
    return cast("BinaryIO", io.BufferedReader(raw, HEAD)), name


def packing_of(name: str, head: bytes) -> Packing | None:
    """How a file is compressed, by its suffix or by what it begins with."""
    suffix = PurePath(name).suffix.lower()
    named = next((packing for packing in PACKINGS if suffix == packing.suffix), None)
    return named or next((packing for packing in PACKINGS if re.match(packing.begins, head)), None)


def _opened(packing: Packing, stream: Any, source: str) -> Any:
    module, _, name = packing.opener.partition(":")
    try:
        opener = getattr(_zstd() if module == "zstd" else import_module(module), name)
        return _Streams(opener, stream) if name.endswith("Decompressor") else opener(stream)
    except ImportError:
        hint = "pip install 'fen2img[zstd]'" if module == "zstd" else "this Python was built without it"
        raise OptionError(f"{source} is compressed with {packing.name}, which is not there", hint=hint) from None


def _zstd() -> Any:
    """Zstandard of the standard library, which has it from 3.14 on, or its backport. Raises ImportError."""
    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


class _Streams:
    """Streams one after the other. What is no stream behind the first is a fault: `bz2` and `lzma` leave it out."""

    def __init__(self, maker: Any, stream: Any) -> None:
        self.maker, self.stream = maker, stream
        self.current = maker()

    def read1(self, size: int) -> bytes:
        """Some bytes; none at the end. Raises EOFError where a stream is cut off, and what the decompressor raises."""
        part = b""
        while not part:
            if self.current.eof:
                rest = self.current.unused_data.lstrip(b"\0")  # xz fills up with zeros
                while not rest and (more := self.stream.read1(HEAD)):
                    rest = more.lstrip(b"\0")
                if not rest:
                    return b""
                self.current = self.maker()
            else:
                rest = self.stream.read1(HEAD) if self.current.needs_input else b""
                if self.current.needs_input and not rest:
                    raise EOFError
            part = self.current.decompress(rest, size)
        return part


class _Unpacked(io.RawIOBase):
    """What a compressed stream holds; the compressed one stays open."""

    def __init__(self, opened: Any, packing: Packing, source: str) -> None:
        self.opened, self.packing, self.source = opened, packing, source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        try:
            part: bytes = self.opened.read1(len(buffer))
        except EOFError:
            raise self._error("is cut off") from None
        except OSError as error:
            if error.errno is not None:
                raise  # the disk, not the data
            raise self._error("is damaged") from None
        except Exception as error:
            if type(error).__name__ not in ("error", "LZMAError", "ZstdError"):  # of modules that may not be loaded
                raise
            raise self._error("is damaged") from None
        buffer[: len(part)] = part
        return len(part)

    def _error(self, what: str) -> OptionError:
        return OptionError(f"{self.source}: the {self.packing.name} stream {what}", hint="what came before it was read")


def read_head(stream: BinaryIO) -> bytes:
    """The first bytes, at least a line of them; a pipe may have no more yet."""
    read = stream.read1 if hasattr(stream, "read1") else stream.read
    head = b""
    while len(head) < HEAD and not (len(head) > 9 and (b"\n" in head or b"\r" in head)) and (more := read(HEAD)):
        head += more
    return head


class Chained(io.RawIOBase):
    """What was read already, then what is left of a stream, which stays open."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self.head, self.stream = head, stream

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        """Read a part; one of the two at a time."""
        if self.head:
            part, self.head = self.head[: len(buffer)], self.head[len(buffer) :]
        else:
            read = getattr(self.stream, "read1", self.stream.read)
            part = read(len(buffer))
        buffer[: len(part)] = part
        return len(part)
