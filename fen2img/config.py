"""Style options from TOML: a house style of its own, or `[tool.fen2img]` of a project."""

from __future__ import annotations

from pathlib import Path

from fen2img.errors import OptionError
from fen2img.files import read_toml
from fen2img.options import known_only
from fen2img.style import OPTIONS, Style


def read_style(path: Path) -> dict[str, object]:
    """The table `[style]` of a TOML file. Raises OptionError naming the file."""
    data = read_toml(path)
    extra = sorted(data.keys() - {"style"})
    if extra:
        hint = "options of the style stand under [style]" if set(extra) & OPTIONS.keys() else "known: [style]"
        raise OptionError(f"{path}: unknown table or key {extra[0]!r}", hint=hint)
    return _checked(data.get("style", {}), path, "[style]")


def read_project(start: Path) -> dict[str, object]:
    """`[tool.fen2img]` of the nearest pyproject.toml at or above `start`; nothing when there is none."""
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            tool = read_toml(path).get("tool", {})
            table = tool.get("fen2img", {}) if isinstance(tool, dict) else {}
            return _checked(table, path, "[tool.fen2img]")
    return {}


def _checked(table: object, path: Path, name: str) -> dict[str, object]:
    """Known names with possible values; an error says which file it is in."""
    where = f"{path} {name}"
    if not isinstance(table, dict):
        raise OptionError(f"{where} is no table")
    out = known_only(table, OPTIONS, where)
    out = {name: OPTIONS[name].kind.seen_from(value, path.parent) for name, value in out.items()}
    try:
        typed = {name: OPTIONS[name].parse(value) for name, value in out.items()}
        Style.layered(typed)  # whether they are possible together
    except OptionError as error:
        raise OptionError(f"{where}: {error.message}", hint=error.hint) from None
    return typed
