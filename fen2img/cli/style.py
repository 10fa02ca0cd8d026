"""`fen2img style`: house styles, begun and checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from fen2img.cli.options import Force
from fen2img.errors import OptionError, visible
from fen2img.files import write_whole

EXAMPLES = """[bold]Examples[/bold]

fen2img style init

fen2img style init - > book.toml

fen2img style check house.toml"""


def style(ctx: typer.Context) -> None:
    """Begin a house style, the file that --style takes, and explain what is wrong in one."""
    if not ctx.invoked_subcommand:
        raise OptionError("nothing to do", hint="fen2img style init begins a file, fen2img style check FILE checks it")


def init(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - for standard output.")] = "house.toml",
    force: Force = False,
) -> None:
    """Write a house style with every option and every key of a theme explained and commented out."""
    from fen2img.house import template

    text = template()
    if file == "-":
        print(text, end="")
        return
    write_whole(Path(file), text.encode(), replace=force)
    print(f"wrote {visible(file)}; fen2img style check {visible(file)} checks what you make of it")


def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="House styles, or a pyproject.toml.", show_default=False)
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file on standard output.")] = False,
) -> None:
    """Explain all that is wrong or doubtful in house styles; the exit code is 1 when something is wrong."""
    from fen2img.house import Checked
    from fen2img.house import check as look_at

    def as_dict(path: Path, checked: Checked) -> dict[str, object]:
        return {
            "source": {"file": str(path)},
            "ok": not checked.count("error"),
            "options": checked.options,
            "themes": checked.themes,
            "findings": [{"line": checked.line(f), **f.as_dict()} for f in checked.findings],
        }

    wrong = False
    for path in files:
        checked = look_at(path)
        wrong = wrong or bool(checked.count("error"))
        if as_json:
            print(json.dumps(as_dict(path, checked), ensure_ascii=True))
            continue
        for finding in checked.findings:
            print(finding.draw(checked.text, f"{path}:1"))
        print(f"{visible(str(path))}: {checked}")
    raise typer.Exit(1 if wrong else 0)


SUBCOMMANDS = {"init": init, "check": check}
