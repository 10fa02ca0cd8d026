"""Tables and previews, for the commands that list things."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fen2img.errors import OptionError
from fen2img.files import write_whole
from fen2img.style import OPTIONS

if TYPE_CHECKING:
    from PIL.Image import Image


def show(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table: drawn by rich on a terminal, plain columns apart by tabs in a pipe."""
    if not sys.stdout.isatty():
        for row in (head, *rows):
            print("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(*head, box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def only_with_preview(given: Mapping[str, object]) -> None:
    """Raises OptionError for an option that was given: without --preview nothing is drawn."""
    for name, value in given.items():
        if value is not None:
            flag = OPTIONS[name].flag if name in OPTIONS else name
            raise OptionError(f"{flag} applies to --preview only", hint="--preview sheet.png draws")


def write_preview(path: Path, draw: Callable[[], Image], force: bool) -> None:
    """Draw a sheet and write it as PNG. Raises OptionError for another suffix."""
    if path.suffix.lower() != ".png":
        raise OptionError(
            f"--preview draws PNG, not {path.suffix or 'a file without suffix'}", hint="end the name in .png"
        )
    from fen2img.raster.png import encode

    write_whole(path, encode(draw(), {"Title": "fen2img"}), replace=force)
