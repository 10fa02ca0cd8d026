"""Plates on disk, in the user's cache folder: a picture of one call then needs no renderer."""

from __future__ import annotations

import hashlib
import json
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fen2img import cache
from fen2img.pieceset import NAMES
from fen2img.scene import Frame
from fen2img.svg import glyph_markup, shape_markup

#: So many plates are kept, those last written. One takes some 20 kB at usual sizes, and none is kept of larger boards.
MOST, LARGEST = 64, 1 << 21
_MAGIC = b"fen2img plate 1\n"


class Kept(NamedTuple):
    """An empty board and its tiles as numbers of a palette; `pairs` of its colours are those of twins.

    `tiles` has the rows of each piece, and of the empty square (`""`), on a light (False) and a dark square (True).
    """

    size: tuple[int, int]
    type: int
    pairs: int
    colors: bytes
    empty: bytes
    tiles: dict[tuple[str, bool], bytes]


def load(frame: Frame) -> Kept | None:
    """What is kept of the plate of a frame."""
    data = cache.load(_path(frame))
    try:
        return _unpacked(data, frame)
    except (ValueError, KeyError, TypeError, zlib.error):
        return None


def store(frame: Frame, kept: Kept) -> None:
    """Keep a plate, and no more than the last ones."""
    path = _path(frame)
    if path and cache.store(path, _packed(kept)):
        with suppress(OSError):
            _forget(path.parent)


def _forget(folder: Path) -> None:
    """Take away the oldest plates beyond the most that are kept."""
    plates = sorted(folder.glob("*.plate"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in plates[MOST:]:
        path.unlink(missing_ok=True)


def _packed(kept: Kept) -> bytes:
    head = {
        "size": kept.size,
        "type": kept.type,
        "pairs": kept.pairs,
        "colors": len(kept.colors),
        "empty": len(kept.empty),
    }
    keys = sorted(kept.tiles)
    body = json.dumps({**head, "tiles": keys}).encode() + b"\n" + kept.colors + kept.empty
    return _MAGIC + zlib.compress(body + b"".join(kept.tiles[key] for key in keys), 1)


def _unpacked(data: bytes, frame: Frame) -> Kept | None:
    """What a file holds; None where that is no plate of the frame. Raises ValueError and the like for other things."""
    if not data.startswith(_MAGIC):
        return None
    head, _, body = zlib.decompress(data[len(_MAGIC) :]).partition(b"\n")
    found: Any = json.loads(head)
    size, tile = (int(found["size"][0]), int(found["size"][1])), int(frame.square) ** 2
    keys = [(str(name), bool(dark)) for name, dark in found["tiles"]]
    colors, rest = body[: found["colors"]], body[found["colors"] :]
    empty, tiles = rest[: found["empty"]], rest[found["empty"] :]
    right = size == frame.pixels and len(empty) == (size[0] + 1) * size[1] and len(tiles) == tile * len(keys)
    if not right or keys != sorted((name, dark) for name in ("", *NAMES) for dark in (False, True)):
        return None
    parts = {key: tiles[i * tile : (i + 1) * tile] for i, key in enumerate(keys)}
    return Kept(size, int(found["type"]), int(found["pairs"]), colors, empty, parts)


def _path(frame: Frame) -> Path | None:
    """The file of a frame: its name tells all that the plate depends on."""
    folder = cache.folder()
    if folder is None or frame.looks is None or frame.width * frame.height > LARGEST:
        return None
    looks = [frame.looks[name, dark] for dark in {False, *frame.dark} for name in NAMES]
    if any(glyph.shared or glyph.needs for glyph in looks):
        return None
    said = [_programs(), frame.pixels, frame.square, frame.cells, *map(shape_markup, frame.shapes)]
    said += [shape_markup(shape) for ground in dict.fromkeys(frame.grounds) for shape in ground.shapes]
    said += [(placed.x, placed.y, placed.size, glyph_markup(placed.glyph)) for placed in frame.glyphs]
    said += map(glyph_markup, looks)
    return folder / f"{hashlib.sha256(repr(said).encode()).hexdigest()[:32]}.plate"


@lru_cache(maxsize=1)
def _programs() -> list[tuple[str, int, int]]:
    """What draws: these modules, and cairosvg."""
    own = map(cache.age, Path(__file__).parent.glob("*.py"))
    return sorted([*own, cache.module_age("cairosvg"), cache.module_age("cairocffi")])
