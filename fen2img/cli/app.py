"""The typer application: commands, the default one, usage errors."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from fen2img import __version__
from fen2img.cli.options import with_style
from fen2img.notation import like_placement

DEFAULT = "draw"
COMMANDS = (DEFAULT, "batch", "check", "fen", "explain", "show", "pieces", "themes", "style")
_ROOT_OPTIONS = ("--help", "-h", "--version")

EXAMPLES = """[bold]Examples[/bold]

fen2img "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" -o mate.svg

fen2img batch puzzles.txt -o diagrams --format svg,png

fen2img check puzzles.txt

[bold]fen2img draw --help[/bold] lists the options of the main job."""

_NEUTRAL = r"-[*KQRBNPkqrbnp]"

#: The base class of what is wrong with a command line; typer does not export it, whichever way it brings click.
USAGE_ERRORS: type[Any] = typer.BadParameter.__mro__[2]
Exit = typer.Exit


class DefaultGroup(TyperGroup):
    """A group of commands whose first word may be missing: then it is `draw`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command in front of what is not one; a FEN that begins with a neutral piece is no option."""
        args = [f" {word}" if re.match(_NEUTRAL, word) and like_placement(word) else word for word in args]
        if args and args[0] not in self.commands and args[0] not in _ROOT_OPTIONS:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


def build(args: Sequence[str]) -> Any:
    """The command line as one command object, with the commands that `args` can mean."""
    app = typer.Typer(
        cls=DefaultGroup,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(epilog=EXAMPLES)(_root)
    for name in _meant(args):
        module = import_module(f"fen2img.cli.{name}")
        without = getattr(module, "NO_OPTIONS", ())
        function = with_style(getattr(module, name), without)
        if hasattr(module, "SUBCOMMANDS"):
            app.add_typer(_group(function, module), name=name)
        else:
            app.command(name, epilog=module.EXAMPLES)(function)
    return get_command(app)


def _group(function: Any, module: Any) -> typer.Typer:
    """A command with commands below it."""
    group = typer.Typer(rich_markup_mode="rich")
    group.callback(invoke_without_command=True, epilog=module.EXAMPLES)(function)
    for name, command in module.SUBCOMMANDS.items():
        group.command(name, epilog=module.EXAMPLES)(with_style(command))
    return group


def _meant(args: Sequence[str]) -> tuple[str, ...]:
    """The commands to load: one of them costs a third of all of them, which only the overview needs."""
    first = args[0] if args else "--help"
    if first in COMMANDS:
        return (first,)
    return COMMANDS if first in _ROOT_OPTIONS else (DEFAULT,)


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=lambda v: _version(v)),
    ] = False,
) -> None:
    """Chess positions to diagrams: FEN in; SVG, PNG or PDF out.

    [bold]fen2img FEN… -o board.svg[/bold] needs no command word: drawing is what is done when none is given.
    """


def _version(asked: bool) -> None:
    if asked:
        print(f"fen2img {__version__}")
        raise typer.Exit


def explain_usage(error: Any, args: Sequence[str]) -> str:
    """A usage error in the form that all errors have."""
    command = next((a for a in args[:1] if a in COMMANDS), DEFAULT)
    unknown = hasattr(error, "possibilities")  # click's own suggestions go by spelling only a little
    message = (error.message if unknown else error.format_message()).strip().rstrip(".")
    hint = (_near_options(error) if unknown else "") or f"fen2img {command} --help"
    return f"error: {message[0].lower()}{message[1:]}\n  hint: {hint}"


def _near_options(error: Any) -> str:
    """Which options an unknown one could be."""
    word = error.option_name.removeprefix("--").replace("_", "-")
    names = [n for p in error.ctx.command.params for n in (*p.opts, *p.secondary_opts) if n.startswith("--")]
    known = [n[2:] for n in names if n.startswith("--no-") == word.startswith("no-")]
    close = difflib.get_close_matches(word, known, n=2)
    return f"did you mean {' or '.join('--' + c for c in close)}?" if close else ""
