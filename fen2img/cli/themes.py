"""`fen2img themes`: the board themes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fen2img.cli.options import Force, StyleFile, effective_style
from fen2img.cli.tables import only_with_preview, show, write_preview
from fen2img.preview import theme_sheet
from fen2img.themes import THEMES

EXAMPLES = """[bold]Examples[/bold]

fen2img themes

fen2img themes --preview sheet.png --size 300"""

#: Options of the style that cannot change the sheet.
NO_OPTIONS = ("svg_reuse", "quality", "color")


def themes(
    preview: Annotated[
        Path | None,
        typer.Option("--preview", metavar="FILE", help="Draw a board in every theme, as PNG.", show_default=False),
    ] = None,
    force: Force = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
) -> None:
    """List the board themes; with --preview draw them."""
    if preview is None:
        only_with_preview({"--force": force or None, "--style": style_file, **asked})
    else:
        style = effective_style(style_file, asked)
        names = [style.theme] if "theme" in asked else list(THEMES)
        write_preview(preview, lambda: theme_sheet(names, style), force)
        return
    rows = [(t.name, str(t.light), "hatched" if t.hatch else str(t.dark), t.about) for t in THEMES.values()]
    show(("name", "light", "dark", "about"), rows)
