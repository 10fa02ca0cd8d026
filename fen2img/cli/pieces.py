"""`fen2img pieces`: the piece sets, and installing more of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from fen2img.cli.options import Force, StyleFile, effective_style
from fen2img.cli.tables import only_with_preview, show, write_preview
from fen2img.errors import PieceSetError
from fen2img.layout import pieces_of
from fen2img.pieceset import installed_names, load_set, set_info, set_names
from fen2img.preview import piece_sheet
from fen2img.render import check_pieces
from fen2img.style import Style, in_group

EXAMPLES = """[bold]Examples[/bold]

fen2img pieces

fen2img pieces --preview sheet.png --theme green --square 64

fen2img pieces --preview mine.png --pieces my-pieces/

fen2img pieces add my-pieces/ --name mine --author "A. Carver" --licence CC-BY-4.0

fen2img pieces remove mine"""

#: Options of the style that cannot change the sheet.
NO_OPTIONS = ("coordinates", "marker", "orientation", "flip", *in_group("Format"), *in_group("Words"))


def pieces(
    ctx: typer.Context,
    preview: Annotated[
        Path | None,
        typer.Option("--preview", metavar="FILE", help="Draw every piece of every set, as PNG.", show_default=False),
    ] = None,
    force: Force = False,
    style_file: StyleFile = None,
    asked: dict[str, object] = {},  # noqa: B006
) -> None:
    """List the piece sets, with licence and whether they may be printed in what is sold; with --preview draw them."""
    if ctx.invoked_subcommand:
        return
    if preview is not None:
        style = effective_style(style_file, asked)
        names = [style.pieces] if "pieces" in asked else _drawable(style)
        check_pieces(asked, [Style.of(style, pieces=name) for name in names])
        write_preview(preview, lambda: piece_sheet(names, style), force)
        return
    only_with_preview({"--force": force or None, "--style": style_file, **asked})
    show(("name", "licence", "commercial print", "author", "about"), [_row(name) for name in set_names()])


def _row(name: str) -> tuple[str, ...]:
    """A line of the list; of a broken set what is wrong with it."""
    try:
        info = load_set(name).info if name in installed_names() else set_info(name)
    except PieceSetError as error:
        return name, "", "", "", f"broken: {error.message}"
    return name, info.licence, info.printable, info.author, info.about


def _drawable(style: Style) -> list[str]:
    """The names of all sets, but for those that cannot be read: of each a warning says why."""
    names = []
    for name in set_names():
        try:
            pieces_of(Style.of(style, pieces=name))["wK", False]
        except PieceSetError as error:
            hint = f"fen2img pieces remove {name} removes it"
            print(f"warning: the set {name} is left out: {error.message}\n  hint: {hint}", file=sys.stderr)
        else:
            names.append(name)
    return names


def _said(option: str, about: str) -> Any:
    return typer.Option(option, metavar="TEXT", help=about, show_default=False)


def add(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="A folder of piece files, or a font.", show_default=False)
    ],
    name: Annotated[str, _said("--name", "What the set is called from now on.")],
    title: Annotated[str | None, _said("--title", "Its full name.")] = None,
    author: Annotated[str | None, _said("--author", "Who drew it.")] = None,
    licence: Annotated[
        str | None, _said("--licence", "Its licence, as an SPDX identifier such as CC-BY-SA-4.0.")
    ] = None,
    about: Annotated[str | None, _said("--about", "A line about it.")] = None,
    credit: Annotated[str | None, _said("--credit", "The credit line that its licence asks for.")] = None,
    font_map: Annotated[str, _said("--font-map", "Layout of a font: auto, unicode, merida, cases.")] = "auto",
    force: Force = False,
) -> None:
    """Install a piece set under a name: checked, cleaned and copied into your data folder."""
    from fen2img.pieceset.installed import install
    from fen2img.render import prove

    given = {"title": title, "author": author, "licence": licence, "about": about, "credit": credit}
    said = {k: v for k, v in given.items() if v is not None}
    info = install(path, name, said, font_map=font_map, force=force, prove=prove)
    print(f"installed {info.name} (licence {info.licence}, commercial print: {info.printable})")


def remove(name: Annotated[str, typer.Argument(metavar="NAME", help="The set.", show_default=False)]) -> None:
    """Remove an installed set."""
    from fen2img.pieceset.installed import remove as uninstall

    uninstall(name)
    print(f"removed {name}")


SUBCOMMANDS = {"add": add, "remove": remove}
