"""Pixels -> sixel, the pictures of terminals (DEC STD 070, chapter 9; VT330/VT340 Programmer Reference, chapter 14).

A picture is drawn in bands of six rows, colour by colour; a character says which of the six pixels of a column have
the colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

COLORS = 256
#: Rows of a band, and what is added to their bits to make a character.
BAND, FIRST = 6, 0x3F
#: A run shorter than that is not worth a counter.
RUN = 4
#: From this opacity on a pixel is drawn.
OPAQUE = 128
_RUNS = re.compile(rb"(.)\1{%d,}" % (RUN - 1), re.DOTALL)


def sixel(image: Image) -> str:
    """An image as the sequence that shows it. Where it is transparent the terminal's background stays."""
    numbers, palette, mask = _indexed(image)
    width, height = numbers.size
    rows = _rows(numbers)
    masks = _rows(mask) if mask else None
    # Parameters: square pixels, and no pixel is changed that has no colour.
    head = f'\x1bP0;1;0q"1;1;{width};{height}'
    registers = "".join(f"#{n};2;{red};{green};{blue}" for n, (red, green, blue) in sorted(palette.items()))
    bands = (_band(rows[y : y + BAND], masks and masks[y : y + BAND]) for y in range(0, height, BAND))
    return f"{head}{registers}{'-'.join(bands)}\x1b\\"


def _indexed(image: Image) -> tuple[Image, dict[int, tuple[int, ...]], Image | None]:
    """The numbers of the colours, the colours in parts of a hundred, and what is opaque if not all is."""
    from PIL import Image as Images

    if image.mode == "P" and "transparency" not in image.info:
        numbers, mask = image, None
    else:
        alpha = image.convert("RGBA").getchannel("A")
        mask = alpha.point(lambda a: 255 * (a >= OPAQUE)) if alpha.getextrema() != (255, 255) else None
        numbers = image.convert("RGB").quantize(COLORS, Images.Quantize.MEDIANCUT, dither=Images.Dither.NONE)
    parts = numbers.getpalette("RGB") or []
    # Rounded by whole numbers: half of a part goes up.
    palette = {n: tuple((part * 200 + 255) // 510 for part in parts[3 * n : 3 * n + 3]) for n in set(numbers.tobytes())}
    return numbers, palette, mask


def _rows(image: Image) -> list[bytes]:
    data, width = image.tobytes(), image.width
    return [data[i : i + width] for i in range(0, len(data), width)]


def _band(rows: list[bytes], masks: list[bytes] | None) -> str:
    """Up to six rows, one pass for each of their colours; `$` goes back to the left."""
    return "$".join(f"#{number}{_packed(bits)}" for number, bits in _passes(rows, masks))


def _passes(rows: list[bytes], masks: list[bytes] | None) -> Iterator[tuple[int, bytes]]:
    width = len(rows[0])
    shown = [int.from_bytes(mask) for mask in masks] if masks else None
    for number in sorted(set(b"".join(rows))):
        bits = 0
        for row, pixels in enumerate(rows):
            found = int.from_bytes(pixels.translate(_table(number, row)))
            bits |= found & shown[row] if shown else found
        if bits:
            yield number, bits.to_bytes(width)


@lru_cache(maxsize=COLORS * BAND)
def _table(number: int, row: int) -> bytes:
    """What makes the bit of a row of each pixel of one colour."""
    table = bytearray(256)
    table[number] = 1 << row
    return bytes(table)


def _packed(bits: bytes) -> str:
    """Characters, of which runs are counted; what is empty at the right is left out."""
    characters = bytes(FIRST + value for value in bits.rstrip(b"\0"))
    return _RUNS.sub(lambda run: b"!%d%c" % (len(run[0]), run[1][0]), characters).decode("ascii")
