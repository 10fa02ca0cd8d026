"""`fen2img themes`: the board themes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fen2img.cli.options import Force, StyleFile, effective_style, house_style
from fen2img.cli.tables import only_with_preview, show, write_preview
from fen2img.preview import theme_sheet
from fen2img.style import in_group
from fen2img.themes import THEMES, Theme

EXAMPLES = """[bold]Examples[/bold]

fen2img themes

fen2img themes --preview sheet.png --size 300

fen2img themes --style house.toml --preview sheet.png"""

#: Options of the style that cannot change the sheet.
NO_OPTIONS = ("svg_reuse", "quality", "color", "png_colors", "optimize", *in_group("Words"))


def themes(
    preview: Annotated[
        Path | None,
        typer.Option("--preview", metavar="FILE", help="Draw a board in every theme, as PNG.", show_default=False),
    ] = None,
    force: Force = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
) -> None:
    """List the board themes, with those of the house style; with --preview draw them."""
    own = house_style(style_file).themes
    if preview is not None:
        style = effective_style(style_file, asked)
        shown: list[str | Theme] = [style.theme] if "theme" in asked else [*THEMES, *own.values()]
        write_preview(preview, lambda: theme_sheet(shown, style), force)
        return
    only_with_preview({"--force": force or None, **asked})
    rows = [
        (t.name, str(t.light), "hatched" if t.hatch else str(t.dark), t.about)
        for t in (*THEMES.values(), *own.values())
    ]
    show(("name", "light", "dark", "about"), rows)
