"""The typer application: commands, the default one, usage errors."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from fen2img import __version__
from fen2img.cli import batch, check, draw, pieces, themes
from fen2img.cli.options import with_style

DEFAULT = "draw"

#: The base class of what is wrong with a command line; typer does not export it, whichever way it brings click.
USAGE_ERRORS: type[Any] = typer.BadParameter.__mro__[2]


class DefaultGroup(TyperGroup):
    """A group of commands whose first word may be missing: then it is `draw`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command in front of what is not one."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h", "--version"):
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


def build() -> Any:
    """The command line as one command object."""
    app = typer.Typer(
        cls=DefaultGroup,
        add_completion=False,
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    app.command(DEFAULT, epilog=draw.EXAMPLES)(with_style(draw.draw))
    app.command("batch", epilog=batch.EXAMPLES)(with_style(batch.batch))
    app.command("check", epilog=check.EXAMPLES)(check.check)
    app.command("pieces", epilog=pieces.EXAMPLES)(with_style(pieces.pieces))
    app.command("themes", epilog=themes.EXAMPLES)(with_style(themes.themes))
    return get_command(app)


def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=lambda v: _version(v))] = False,
) -> None:
    """Chess positions to diagrams: FEN in; SVG, PNG or PDF out.

    [bold]fen2img FEN… -o board.svg[/bold] needs no command word: drawing is what is done when none is given.
    """


def _version(asked: bool) -> None:
    if asked:
        print(f"fen2img {__version__}")
        raise typer.Exit


def explain_usage(error: Any) -> str:
    """A usage error in the form that all errors have."""
    command = error.ctx.command_path if getattr(error, "ctx", None) else "fen2img"
    message = str(error.format_message()).strip()
    return f"error: {message[0].lower()}{message[1:]}\n  hint: {command} --help"
