"""Plates on disk, under the user's cache folder: a picture of one call then needs no renderer.

FEN2IMG_CACHE names another folder, or is `off`. A file is written under a temporary name and renamed, so any number of
processes may share the folder; one that is damaged, or of another version, counts as missing. It holds numbers only,
nothing that could be run.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fen2img.files import expanded
from fen2img.pieceset import NAMES
from fen2img.scene import Frame
from fen2img.svg import glyph_markup, shape_markup

VARIABLE = "FEN2IMG_CACHE"
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
    path = _path(frame)
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            data = file.read()
        return _unpacked(data, frame)
    except (OSError, ValueError, KeyError, TypeError, zlib.error):
        return None


def store(frame: Frame, kept: Kept) -> None:
    """Keep a plate; a folder that cannot be written to does no harm."""
    path = _path(frame)
    if path is None:
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary.write_bytes(_packed(kept))
        temporary.replace(path)
        _forget(path.parent)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


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
    folder = _folder(os.environ.get(VARIABLE))
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


@lru_cache(maxsize=4)
def _folder(asked: str | None) -> Path | None:
    if asked:
        return None if asked.lower() in ("off", "0") else expanded(asked)
    import platformdirs

    return Path(platformdirs.user_cache_dir("fen2img", appauthor=False)) / "plates"


@lru_cache(maxsize=1)
def _programs() -> list[tuple[str, int, int]]:
    """The age and length of what draws: these modules, and cairosvg without importing it."""
    from importlib.util import find_spec

    paths = list(Path(__file__).parent.glob("*.py"))
    for name in ("cairosvg", "cairocffi"):
        spec = find_spec(name)
        if spec and spec.origin:
            paths.append(Path(spec.origin))
    return sorted((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in paths)
