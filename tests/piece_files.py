"""What the tests of piece sets from elsewhere share: folders of pieces made on the spot, and pictures of them."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageChops

NAMES = [side + letter for side in "wb" for letter in "KQRBNP"]
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
#: All twelve kinds, turned and neutral ones among them.
FAIRY = "*1Q*2k-N-*3p3K/QqRrBbNn/8/*1p*2P*3p-R4/8/8/PpPpPpPp/8 w - - 0 1"


def svg(body: str = "", box: str | None = "0 0 45 45", attributes: str = "") -> str:
    """An SVG file."""
    view = f' viewBox="{box}"' if box is not None else ""
    return f"{HEAD}{view}{attributes}>{body}</svg>"


def piece(name: str) -> str:
    """A shape of its own for each piece."""
    width = 6 * ("KQRBNP".index(name[1]) + 1)
    fill = "#f8f8f8" if name[0] == "w" else "#222222"
    return f'<path fill="{fill}" stroke="#884422" d="M5 5h{width}v30h-{width}z"/>'


def write_set(folder: Path, draw: Callable[[str], str] = piece, file: str = "{}.svg") -> Path:
    """A folder with the twelve files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (folder / file.format(name)).write_text(svg(draw(name)), "utf-8")
    return folder


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the pixels, transparency among them."""
    histogram = ImageChops.difference(one.convert("RGBA"), other.convert("RGBA")).histogram()
    return sum(v % 256 * n for v, n in enumerate(histogram)) / (one.width * one.height)


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raises TimeoutError for what takes longer, where the system has alarms."""

    def ring(*_: object) -> None:
        raise TimeoutError(f"more than {seconds} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
