"""Pixels -> PNG (ISO/IEC 15948), written here because deflate is most of the work of a batch."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fen2img.errors import OutputError
from fen2img.options import MM_PER_INCH
from fen2img.raster.palette import GREY, INDEXED, TRUE

if TYPE_CHECKING:
    from PIL.Image import Image

    from fen2img.raster.plate import Rows

#: Bits of the window in which deflate looks for what was there before. Where it reaches the same squares of the rank
#: above it finds them; where it does not, a small one is better, as near places take fewer bits.
FULL_WINDOW, NEAR_WINDOWS = 15, {GREY: 10, TRUE: 11, INDEXED: 10}
#: Of oxipng's 0 to 6: beyond it nothing gets smaller, below it some.
OPTIMIZE = 4
#: Colour type and bits of a sample.
_TYPES = {"1": (0, 1), "L": (0, 8), "RGB": (2, 8), "LA": (4, 8), "RGBA": (6, 8)}


def encode(image: Image, texts: Mapping[str, str], dpi: float | None = None) -> bytes:
    """An image in colours, in grey or in black and white as PNG with text chunks and, if given, its resolution."""
    kind, bits = _TYPES[image.mode]
    return _written(struct.pack(">IIBB", *image.size, bits, kind), [], _rows(image), texts, dpi)


def encode_rows(picture: Rows, texts: Mapping[str, str], dpi: float | None = None) -> bytes:
    """The same for a picture in rows."""
    header = struct.pack(">IIBB", *picture.size, 8, picture.type)
    palette = [_chunk(b"PLTE", picture.palette)] if picture.palette else []
    window = FULL_WINDOW if picture.rank < 1 << FULL_WINDOW else NEAR_WINDOWS[picture.type]
    return _written(header, palette, picture.rows, texts, dpi, window)


def optimized(data: bytes) -> bytes:
    """A PNG packed as small as it gets: the same pixels and texts. Raises OutputError where pyoxipng is missing."""
    try:
        import oxipng
    except ImportError:
        raise OutputError("--optimize needs pyoxipng", hint="pip install 'fen2img[optimize]'") from None
    return bytes(oxipng.optimize_from_memory(data, level=OPTIMIZE))


def _written(
    header: bytes,
    palette: list[bytes],
    rows: bytes | bytearray,
    texts: Mapping[str, str],
    dpi: float | None,
    window: int = FULL_WINDOW,
) -> bytes:
    """The file: a header of size, bits and colour type, the palette's chunk if there is one, filtered rows."""
    chunks = [_chunk(b"IHDR", header + b"\0\0\0")]
    if dpi:
        per_metre = round(dpi / MM_PER_INCH * 1000)
        chunks.append(_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
    chunks += [_text(key, value) for key, value in texts.items()]
    chunks += [*palette, _chunk(b"IDAT", _fast().deflate(rows, window))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + _chunk(b"IEND", b"")


def _rows(image: Image) -> bytes:
    """The rows, each behind its filter byte: no filter, as flat areas and repeated tiles gain nothing from one."""
    data = image.tobytes()
    stride = len(data) // image.height
    return b"".join([b"\0" + data[i : i + stride] for i in range(0, len(data), stride)])


class _Fast(NamedTuple):
    """Who packs bytes into a window of so many bits, and who adds them up."""

    deflate: Callable[[bytes | bytearray, int], bytes]
    crc32: Callable[[bytes], int]


@lru_cache(maxsize=1)
def _fast() -> _Fast:
    """The fastest at hand: isal where there is a wheel of it, else zlib."""
    try:
        from isal import igzip_lib, isal_zlib
    except ImportError:
        return _Fast(lambda data, window: zlib.compress(data, 1, window), zlib.crc32)
    kind, memory = igzip_lib.COMP_ZLIB, igzip_lib.MEM_LEVEL_DEFAULT
    return _Fast(lambda data, window: bytes(igzip_lib.compress(data, 1, kind, memory, window)), isal_zlib.crc32)


def _chunk(kind: bytes, data: bytes) -> bytes:
    data = kind + data
    return struct.pack(">I", len(data) - 4) + data + struct.pack(">I", _fast().crc32(data))


def _text(key: str, value: str) -> bytes:
    """A text chunk: Latin-1 when it fits, else UTF-8 (section 11.3.4). Control characters have no place in one."""
    if not value.isprintable():
        value = "".join(c if c.isprintable() or c in "\u00a0\u202f" else " " for c in value)
    try:
        return _chunk(b"tEXt", key.encode("ascii") + b"\0" + value.encode("latin-1"))
    except UnicodeEncodeError:
        return _chunk(b"iTXt", key.encode("ascii") + b"\0\0\0\0\0" + value.encode("utf-8", "replace"))
