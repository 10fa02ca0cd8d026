"""House styles in TOML: a file of its own, or `[tool.fen2img]` of a project. Options of the style, own themes."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from fen2img.errors import OptionError, near_match, shorten
from fen2img.files import read_toml
from fen2img.marks import parse_marks
from fen2img.options import Choice, Flag, Option, known_name, known_only
from fen2img.pieceset.registry import NAME
from fen2img.style import OPTIONS, Style
from fen2img.themes import THEME_KEYS, THEMES, Theme
from fen2img.values import ThemeName

#: Where the tables of a house style lie in a pyproject.toml.
PROJECT = ("tool", "fen2img")
TABLES = ("style", "theme", "marks")
EXTENDS = Option(
    "extends",
    Choice(tuple(THEMES), "NAME"),
    "The theme to start from: a bundled one, or another one of this file.",
    "Theme",
    OPTIONS["theme"].default,
    None,
    "",
)
#: What a table of a theme may hold.
KEYS = {EXTENDS.name: EXTENDS, **THEME_KEYS}


class House(NamedTuple):
    """What a house style says: options of the style, its own themes by their names, marks for every diagram."""

    options: dict[str, object]
    themes: dict[str, Theme]
    marks: dict[str, object]

    def style(self, asked: Mapping[str, object]) -> Style:
        """The style with options over those of the house; a theme may be one of its own. Raises OptionError."""
        if "theme" in asked:
            asked = {**asked, "theme": _options_with(self.themes)["theme"].parse(asked["theme"])}
        return Style.layered(self.options, asked)


class Fault(NamedTuple):
    """What is wrong in a house style: `table` is named in messages, `place` are the keys that lead there."""

    table: tuple[str, ...]
    place: tuple[str, ...]
    code: str
    message: str
    hint: str | None = None

    def error(self, path: Path) -> OptionError:
        """The fault as an error that names the file."""
        where = f"{path} [{'.'.join(self.table)}]" if self.table else str(path)
        return OptionError(self.message, hint=self.hint).within(where)


def load_style(path: str | os.PathLike[str], /, **options: object) -> Style:
    """The style of a house style file with options on top of it; `theme` may name a theme of the file.

    Raises OptionError naming the file and what is wrong in it.
    """
    return read_style(Path(path)).style(known_only(options, OPTIONS, "style"))


def read_style(path: Path) -> House:
    """The tables `[style]`, `[theme.…]` and `[marks]` of a TOML file. Raises OptionError naming the file."""
    return _faultless(path, *examine(read_toml(path), path.parent))


def read_project(start: Path) -> House:
    """`[tool.fen2img]` of the nearest pyproject.toml at or above `start`; nothing when there is none."""
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            try:
                data = read_toml(path)
            except OptionError as error:
                raise OptionError(error.message, hint=clash(path)) from None
            return _faultless(path, *examine(project_table(data), folder, PROJECT))
    return House({}, {}, {})


def project_table(data: Mapping[str, object]) -> object:
    """What a pyproject.toml says about fen2img."""
    tool = data.get("tool", {})
    return tool.get("fen2img", {}) if isinstance(tool, dict) else {}


def clash(path: Path) -> str | None:
    """A hint where `theme` may be a word and the table of the themes at once, which TOML does not allow."""
    try:
        text = path.read_text("utf-8", "replace")
    except OSError:
        return None
    both = all(re.search(rf"(?m)^\s*{start}", text) for start in (r"theme\s*=", r"\[tool\.fen2img\.theme\."))
    return "beside own themes, theme = stands under [tool.fen2img.style]" if both else None


def examine(table: object, folder: Path, root: tuple[str, ...] = ()) -> tuple[House, list[Fault]]:
    """A house style, and all that is wrong in it, which is left out; paths start at the folder.

    Below a `root` other keys than the tables are options, too: `[tool.fen2img]` may hold them itself.
    """
    reader = _Reader(folder)
    data = reader.table(table, root)
    tables = {k: v for k, v in data.items() if k in TABLES and (not root or isinstance(v, dict))}
    others = {k: v for k, v in data.items() if k not in tables}
    themes = reader.themes(tables.get("theme", {}), (*root, "theme"))
    known = _options_with(themes)
    options: dict[str, object] = {}
    if root:
        reader.values(others, root, known, options)
    else:
        reader.unknown(others)
    style = (*root, "style")
    reader.values(reader.table(tables.get("style", {}), style), style, known, options)
    reader.together(options, style if "style" in tables else root)
    marks = reader.marks(tables.get("marks", {}), (*root, "marks"))
    return House(options, themes, marks), reader.faults


def _faultless(path: Path, house: House, faults: list[Fault]) -> House:
    for fault in faults:
        raise fault.error(path)
    return house


def _options_with(themes: Mapping[str, Theme]) -> dict[str, Option]:
    """The options where a house has themes of its own."""
    return {**OPTIONS, "theme": OPTIONS["theme"]._replace(kind=ThemeName(themes))} if themes else OPTIONS


class _Reader:
    """Reads tables and keeps what is wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Fault] = []

    def unknown(self, others: Mapping[str, object]) -> None:
        """Nothing but the tables may stand in a file of its own."""
        for name in others:
            hint = near_match(name, TABLES) or "known: [style], [theme.NAME], [marks]"
            if name.replace("-", "_") in OPTIONS:
                hint = "options of the style stand under [style]"
            self.faults.append(Fault((), (name,), "unknown-table", f"unknown table or key {name!r}", hint))

    def table(self, value: object, place: tuple[str, ...]) -> dict[str, object]:
        """The value if it is a table."""
        if isinstance(value, dict):
            return value
        hint = "options of the style stand under [style]" if place == ("theme",) else None
        self.faults.append(Fault((), place, "no-table", f"[{'.'.join(place)}] is no table", hint))
        return {}

    def values(
        self, table: Mapping[str, object], place: tuple[str, ...], known: Mapping[str, Option], out: dict[str, object]
    ) -> dict[str, object]:
        """Known names with possible values, added to `out`."""
        for raw, value in table.items():
            code = "unknown-option"
            try:
                name = known_name(raw, known)
                code = "given-twice"
                known_name(raw, known, out)
                code = "value"
                seen = known[name].kind.seen_from(value, self.folder)
                typed = known[name].parse(seen)
            except OptionError as error:
                self.faults.append(Fault(place, (*place, raw), code, error.message, error.hint))
            else:  # a table may be given in part; what it changes completes it
                out[name] = value if isinstance(value, dict) else typed
        return out

    def together(self, options: dict[str, object], place: tuple[str, ...]) -> None:
        """Whether the options are possible together."""
        try:
            Style.layered(options)
        except OptionError as error:
            named = [name for name in options if OPTIONS[name].flag in error.message.split()]
            self.faults.append(Fault(place, (*place, *named[-1:]), "exclusive", error.message, error.hint))

    def marks(self, value: object, place: tuple[str, ...]) -> dict[str, object]:
        """The marks that can be read, by their kind; whether they fit the board is seen when they are drawn."""
        out: dict[str, object] = {}
        for name, text in self.table(value, place).items():
            try:
                if name.replace("-", "_") == "auto_check":
                    Flag().parse(text)
                else:
                    parse_marks({name: text})
            except OptionError as error:
                self.faults.append(Fault(place, (*place, name), "mark", error.message, error.hint))
            except ValueError:
                message = f"{name}: {shorten(str(text))!r} is not {Flag().values}"
                self.faults.append(Fault(place, (*place, name), "mark", message))
            else:
                out[name.replace("-", "_")] = text
        return out

    def themes(self, value: object, place: tuple[str, ...]) -> dict[str, Theme]:
        """The themes, each on top of the one that it extends."""
        tables = {n: t for n, t in self.table(value, place).items() if self._is_theme(n, t, place)}
        kind = Choice(tuple(dict.fromkeys((*THEMES, *tables))), EXTENDS.kind.metavar)
        known = {**KEYS, EXTENDS.name: EXTENDS._replace(kind=kind)}
        given = {n: self.values(t, (*place, n), known, {}) for n, t in tables.items() if isinstance(t, dict)}
        bases = {n: str(keys.pop(EXTENDS.name, EXTENDS.default)) for n, keys in given.items()}
        self._open_circles(bases, place)
        out: dict[str, Theme] = {}
        for name in given:
            line = [name]
            while line[-1] not in THEMES and line[-1] not in out:
                line.append(bases[line[-1]])
            for one, base in zip(line[-2::-1], line[:0:-1], strict=True):
                out[one] = self._changed(out.get(base) or THEMES[base], one, given[one], (*place, one))
        return out

    def _is_theme(self, name: str, table: object, place: tuple[str, ...]) -> bool:
        """Whether it is a table; its name may be wrong all the same."""
        if not isinstance(table, dict):
            fault = "no-table", f"{shorten(name)} is no table", "a theme has a name of its own: [theme.mine]"
        elif not re.fullmatch(NAME, name):
            fault = "theme-name", f"{name!r} is no name for a theme", "small letters, digits, - and _, 40 at most"
        elif name in THEMES:
            hint = f'choose another; extends = "{name}" starts from it'
            fault = "theme-name", f"{name} is the name of a bundled theme", hint
        else:
            return True
        self.faults.append(Fault(place, (*place, name), *fault))
        return isinstance(table, dict)

    def _open_circles(self, bases: dict[str, str], place: tuple[str, ...]) -> None:
        """Have every theme begin at a bundled one."""
        sound = set(THEMES)
        for name in bases:
            line = {name: None}  # as a set that knows which came first
            last = name
            while last not in sound:
                base = bases[last]
                if base in line:
                    circle = list(line)[list(line).index(base) :]
                    here = (*place, base)
                    message = f"extends goes round in a circle: {', '.join((*circle, base))}"
                    hint = f"one of them has to extend a bundled theme, such as {EXTENDS.default}"
                    self.faults.append(Fault(here, (*here, EXTENDS.name), "circle", message, hint))
                    base = bases[last] = str(EXTENDS.default)
                line[base] = None
                last = base
            sound.update(line)

    def _changed(self, base: Theme, name: str, given: dict[str, object], place: tuple[str, ...]) -> Theme:
        """The theme with what its table says. What is wrong here is so on top of what it extends only."""
        named: dict[str, object] = {"name": name, "about": f"after {base.name}"}
        try:
            return base.changed(**{**named, **given})
        except OptionError as error:
            key = error.message.partition(":")[0]
            self.faults.append(Fault(place, (*place, key), "value", error.message, error.hint))
            return base.changed(**named)
