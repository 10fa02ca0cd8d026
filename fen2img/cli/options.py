"""Command-line options made from the declarations in `style.py`, and what several commands share."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated, Any, Optional, get_type_hints

import typer

from fen2img.config import House, read_project, read_style
from fen2img.inputs.options import READ_OPTIONS, ReadOptions
from fen2img.inputs.reading import Rules
from fen2img.marks import AUTO_CHECK, MARKS, joined
from fen2img.options import Flag, Option
from fen2img.position import check_board
from fen2img.style import OPTIONS, Style
from fen2img.visibility import doubts

StyleFile = Annotated[
    Optional[Path],  # noqa: UP045 - typer reads it at run time
    typer.Option(
        "--style",
        metavar="FILE",
        help="House style: a TOML file with \\[style] and own themes, instead of pyproject.toml's.",
        rich_help_panel="Look",
    ),
]
Board = Annotated[str, typer.Option("--board", metavar="WxH", help="Files and ranks of the board.")]
Fairy = Annotated[bool, typer.Option("--fairy", help="Read turned and neutral pieces: *1Q to *3Q, -Q.")]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse what would only be a warning.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Replace existing files.")]


def with_style(function: Callable[..., Any], without: Collection[str] = ()) -> Callable[..., Any]:
    """Give a command that takes `asked` the options of `Style`, but for some; it gets there those asked for.

    One that takes `marks` gets options for the marks, and one that takes `reading` those for its input.
    """
    function.__doc__ = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.getdoc(function) or "")  # help is wrapped anew
    wanted = inspect.signature(function).parameters.keys() & {"asked", "marks", "reading"}
    if not wanted:
        return function
    hints = get_type_hints(function, include_extras=True)
    own = [
        p.replace(annotation=hints[p.name])
        for p in inspect.signature(function).parameters.values()
        if p.name not in wanted
    ]
    style = [_parameter(o) for o in OPTIONS.values() if o.name not in without] if "asked" in wanted else []
    marks = _mark_parameters() if "marks" in wanted else []
    inputs = [_parameter(o) for o in READ_OPTIONS.values()] if "reading" in wanted else []

    def command(**values: Any) -> Any:
        taken = {p.name: values.pop(p.name) for p in (*style, *marks, *inputs)}
        if style:
            values["asked"] = _asked(style, taken)
        if marks:
            values["marks"] = {p.name: v for p in marks if (v := taken[p.name])}
        if inputs:
            values["reading"] = ReadOptions(**_asked(inputs, taken))
        return function(**values)

    added = style + marks + inputs
    keyword_only = inspect.Parameter.KEYWORD_ONLY
    parameters = [p.replace(kind=keyword_only) for p in own + added]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    command.__doc__ = function.__doc__
    return command


def _asked(parameters: list[inspect.Parameter], values: dict[str, Any]) -> dict[str, Any]:
    """The values of options that were given."""
    given = {p.name: values[p.name] for p in parameters if values[p.name] is not None}
    return {name: argument_text(value) if isinstance(value, str) else value for name, value in given.items()}


def _parameter(option: Option) -> inspect.Parameter:
    """An option as typer wants it: text that `Style` parses, so that errors read the same everywhere."""
    flag = isinstance(option.kind, Flag)
    names = f"{option.flag}/--no-{option.flag[2:]}" if flag else option.flag
    kind: Any = bool | None if flag else str | None
    info = typer.Option(
        names,
        metavar=None if flag else option.kind.metavar,
        help=_help(option),
        show_default=False,
        rich_help_panel=option.group,
    )
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, info]
    )


def _mark_parameters() -> list[inspect.Parameter]:
    """The marks as options that may be given several times."""
    flags = [_mark_parameter(k.name, list[str], f"{k.help} [such as {k.example}]") for k in MARKS.values()]
    return [*flags, _mark_parameter("auto_check", bool, AUTO_CHECK)]


def _mark_parameter(name: str, kind: Any, about: str) -> inspect.Parameter:
    flag = "--" + name.replace("_", "-")
    info = typer.Option(
        f"{flag}/--no-{flag[2:]}" if kind is bool else flag,
        metavar=None if kind is bool else "MARKS",
        help=about.replace("[", "\\["),
        show_default=False,
        rich_help_panel="Marks",
    )
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, info]
    )


def _help(option: Option) -> str:
    """The declared help with the words of a choice and the default, brackets safe from rich's markup."""
    text = option.help
    if option.default is not None and not isinstance(option.kind, Flag):
        text += f" [default: {option.default}]"
    return text.replace("[", "\\[")


def rules_of(board: str, fairy: bool, reading: ReadOptions) -> Rules:
    """What holds for all positions of a command. Raises OptionError."""
    return Rules(*board_size(board), fairy, reading.letters)


def effective_style(file: Path | None, asked: dict[str, object]) -> Style:
    """The style in force: options asked for, over those of a style file or of the project.

    Warns on standard error of what its user hardly wants.
    """
    return effective(file, asked, {})[0]


def effective(file: Path | None, asked: dict[str, object], marks: dict[str, Any]) -> tuple[Style, dict[str, Any]]:
    """The style and the marks in force; marks that are asked for join those of the file."""
    house = house_style(file)
    style = house.style(asked)
    for message, hint in doubts(style):
        print(f"warning: {message}\n  hint: {hint}", file=sys.stderr)
    return style, joined(house.marks, marks)


def house_style(file: Path | None) -> House:
    """What a style file or the project says."""
    if file:
        return read_style(file)
    try:
        return read_project(Path.cwd())
    except FileNotFoundError:  # the working folder itself has been removed
        return House({}, {}, {})


def argument_text(argument: str) -> str:
    """Text of the command line; where the locale is ASCII, Python hands UTF-8 over as bytes in disguise."""
    return re.sub("[\udc80-\udcff]+", lambda m: os.fsencode(m[0]).decode("utf-8", "replace"), argument)


def board_size(text: str) -> tuple[int, int]:
    """Files and ranks of `--board 10x8`. Raises OptionError."""
    match = re.fullmatch(r"([0-9]{1,2})[xX×]([0-9]{1,2})", text)
    return check_board((int(match[1]), int(match[2])) if match else (0, 0), shown=repr(text))
