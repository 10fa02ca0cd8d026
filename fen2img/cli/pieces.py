"""`fen2img pieces`: the piece sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fen2img.cli.options import Force, StyleFile, effective_style
from fen2img.cli.tables import only_with_preview, show, write_preview
from fen2img.pieceset import set_info, set_names
from fen2img.preview import piece_sheet

EXAMPLES = """[bold]Examples[/bold]

fen2img pieces

fen2img pieces --preview sheet.png --theme green --square 64"""

#: Options of the style that cannot change the sheet.
NO_OPTIONS = ("coordinates", "marker", "orientation", "flip", "svg_reuse", "quality")


def pieces(
    preview: Annotated[
        Path | None,
        typer.Option("--preview", metavar="FILE", help="Draw every piece of every set, as PNG.", show_default=False),
    ] = None,
    force: Force = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
) -> None:
    """List the piece sets; with --preview draw them."""
    if preview is None:
        only_with_preview({"--force": force or None, "--style": style_file, **asked})
    else:
        style = effective_style(style_file, asked)
        names = [style.pieces] if "pieces" in asked else list(set_names())
        write_preview(preview, lambda: piece_sheet(names, style), force)
        return
    infos = [set_info(name) for name in set_names()]
    show(("name", "licence", "author", "about"), [(i.name, i.licence, i.author, i.about) for i in infos])
