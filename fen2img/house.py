"""House styles for who writes them: a file to begin with, and all that is wrong or doubtful in one, with its lines."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from fen2img.config import KEYS, PROJECT, Fault, House, clash, examine, project_table
from fen2img.errors import Finding, OptionError, PieceSetError, Severity, visible
from fen2img.formats import FORMATS
from fen2img.layout import pieces_of
from fen2img.marks import AUTO_CHECK, MARKS
from fen2img.options import Option
from fen2img.render import check_applicable
from fen2img.style import OPTIONS, SIZES, Style
from fen2img.themes import Hatch, Theme
from fen2img.visibility import doubts

#: More lines than any statement of a house style takes.
LONGEST = 200
_AT = r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$"

HEAD = """A house style for fen2img: how all diagrams of a book or a site look.
fen2img FEN -o board.svg --style FILE draws with it, fen2img style check FILE explains what is wrong in it.

As it is, it changes nothing: take the # away from a line and change its value. Lines with ## explain."""
MARKS_HEAD = "Marks that every diagram gets, in the form of the options --arrow, --circle …"
THEME = """A theme of its own. theme = "mine" in [style] draws with it, or --theme mine; a file may hold several.
What is not set here is as in the theme that it extends."""


# --- a file to begin with ----------------------------------------------------------------------------------------


def template() -> str:
    """A house style that changes nothing and explains every option; each line may be taken into use by itself."""
    blocks = [_prose(HEAD), "[style]\n"]
    group = ""
    plain = Style().colors
    for option in OPTIONS.values():
        if option.group != group:
            group = option.group
            blocks.append(f"## --- {group} ---\n")
        blocks.append(_entry(option, getattr(plain, option.name, None) if option.default is None else option.default))
    blocks += [f"## --- Marks ---\n##\n{_prose(MARKS_HEAD)}", "[marks]\n"]
    blocks.append(f"{_prose(AUTO_CHECK)}# auto-check = true\n")
    blocks += [f"{_prose(kind.help)}# {kind.name} = {_toml(kind.example)}\n" for kind in MARKS.values()]
    blocks += [f"## --- Themes ---\n##\n{_prose(THEME)}", "[theme.mine]\n"]
    plain = plain.changed(about="")
    blocks += [_entry(key, getattr(plain, key.name, key.default)) for key in KEYS.values()]
    return "\n".join(blocks)


def _entry(option: Option, value: object) -> str:
    """An option explained, and as a setting that is not in force."""
    shown = option.kind.example if value in (None, "") else value
    values = _prose(f"Values: {option.kind.values.removeprefix('one of ')}.")
    return f"{_prose(option.help)}{values}# {option.flag[2:]} = {_toml(shown)}\n"


def _prose(text: str) -> str:
    """Comments that stay comments when a # is taken away."""
    lines = [line for part in text.split("\n") for line in textwrap.wrap(part, 107, break_on_hyphens=False) or [""]]
    return "".join(f"## {line}".rstrip() + "\n" for line in lines)


def _toml(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float | Hatch) else json.dumps(str(value), ensure_ascii=False)


# --- what is wrong in one ----------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """A house style that was looked at: its text, what was found in the order of its lines, and how much it holds."""

    text: str
    findings: tuple[Finding, ...]
    options: int = 0
    themes: int = 0
    marks: int = 0

    def count(self, severity: Severity) -> int:
        """How many findings are errors, or warnings."""
        return sum(f.severity == severity for f in self.findings)

    def line(self, finding: Finding) -> int:
        """The line that a finding is in, from 1."""
        return self.text.count("\n", 0, finding.span[0]) + 1

    def __str__(self) -> str:
        held = [_counted(self.options, "option"), _counted(self.themes, "theme")]
        held += [f"marks of {_counted(self.marks, 'kind')}"] if self.marks else []
        errors, warnings = (_counted(self.count(s), s) for s in ("error", "warning"))
        if self.count("error"):
            return f"{errors}, {warnings}"
        return ", ".join([warnings if self.findings else "fine", *held])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def check(path: Path) -> Checked:
    """All that is wrong or doubtful in a house style or a pyproject.toml. Raises OptionError for an unreadable file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror or error}") from None
    text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    try:
        data.decode("utf-8-sig")
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        good = error.object[: error.start].decode().replace("\r\n", "\n")
        return Checked(text, (Finding("error", "encoding", "this is no UTF-8", (len(good), len(good) + 1)),))
    except (ValueError, RecursionError) as error:
        place, message = _position(text, str(error)), re.sub(_AT, "", str(error))
        return Checked(text, (Finding("error", "toml", visible(message), (place, place), clash(path)),))
    root = PROJECT if path.name == "pyproject.toml" else ()
    table = project_table(tables) if root else tables
    house, faults = examine(table, path.parent, root)
    where = _places(text)
    found = [_finding("error", fault, where) for fault in faults]
    judge = _Judge(house, table if isinstance(table, dict) else {}, root, faults)
    found += [_finding(severity, fault, where) for severity, fault in judge.all()]
    in_order = sorted(dict.fromkeys(found), key=lambda f: f.span)
    return Checked(text, tuple(in_order), len(house.options), len(house.themes), len(house.marks))


def _position(text: str, message: str) -> int:
    """Where TOML goes wrong, as tomllib's message says it; the beginning where it does not."""
    match = re.search(_AT, message)
    if not match:
        return 0
    if not match[1]:
        return len(text.rstrip())
    return sum(len(line) + 1 for line in text.split("\n")[: int(match[1]) - 1]) + int(match[2]) - 1


def _finding(severity: Severity, fault: Fault, places: Mapping[tuple[str, ...], tuple[int, int]]) -> Finding:
    """A fault with its place: that of the key, else of the table around it, else the beginning."""
    spans = (places.get(_spelt(fault.place[:n])) for n in range(len(fault.place), 0, -1))
    exact = places.get(fault.place)
    span = exact or next((s for s in spans if s), (0, 0))
    message = f"[{'.'.join(fault.table)}] {fault.message}" if fault.table else fault.message
    return Finding(severity, fault.code, visible(message), span, fault.hint)


def _places(text: str) -> dict[tuple[str, ...], tuple[int, int]]:
    """Where each key of a TOML text stands, in its own spelling and in Python's.

    tomllib does not tell; but the fewest lines that it takes by themselves are a statement, whose keys it gives.
    """
    out: dict[tuple[str, ...], tuple[int, int]] = {}
    table: tuple[str, ...] = ()
    for start, statement, data in _statements(text):
        first = statement.partition("\n")[0]
        begin = start + len(first) - len(first.lstrip())
        if first.lstrip().startswith("["):
            keys = list(_paths(data))
            table, end = keys[-1], begin + len(re.match(r"[^\]#]*\]*", first.lstrip())[0])  # type: ignore[index]
        else:
            keys = [(*table, *path) for path in _paths(data)]
            end = start + len(first.partition("=")[0].rstrip())
        for key in keys:
            out.setdefault(key, (begin, end))
    return {**{_spelt(key): span for key, span in out.items()}, **out}


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Each statement of a TOML text with its offset and what it says by itself; a blank line is one, too."""
    lines = text.split("\n")
    first = offset = 0
    while first < len(lines):
        for last in range(first + 1, min(first + LONGEST, len(lines)) + 1):
            statement = "\n".join(lines[first:last])
            try:
                data = tomllib.loads(statement)
            except ValueError:
                continue
            yield offset, statement, data
            break
        else:
            statement, last = lines[first], first + 1
        first, offset = last, offset + len(statement) + 1


def _paths(data: object) -> Iterator[tuple[str, ...]]:
    """Every way down through tables."""
    if isinstance(data, list):  # [[a]] holds the table
        data = data[0] if data else None
    for key, value in data.items() if isinstance(data, dict) else ():
        yield (key,)
        yield from ((key, *rest) for rest in _paths(value))


def _spelt(place: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key.replace("-", "_") for key in place)


# --- what is doubtful in one -------------------------------------------------------------------------------------


class _Judge:
    """Looks at what a house style amounts to. What is wrong has been left out of it."""

    def __init__(self, house: House, table: Mapping[str, Any], root: tuple[str, ...], faults: list[Fault]) -> None:
        style, themes = table.get("style"), table.get("theme")
        self.house = house
        self.faults = faults
        self.root = root
        self.in_style = {*_spelt(tuple(style))} if isinstance(style, dict) else set()
        self.keys = {n: themes[n] for n in house.themes} if isinstance(themes, dict) else {}
        self.options = {k: v for k, v in house.options.items() if k not in SIZES}
        self.missing = self._without_missing_pieces()
        self.style = Style.layered(self.options)

    def all(self) -> Iterator[tuple[Severity, Fault]]:
        """Everything, as errors and warnings."""
        for fault in self.missing:
            yield "error", fault
        for fault in (*self._faint(), *self._out_of_force(), *self._covered(), *self._unused()):
            yield "warning", fault

    def _without_missing_pieces(self) -> list[Fault]:
        """A fault where there are no such pieces; all else is then judged with others."""
        try:
            pieces_of(Style.layered(self.options))
        except PieceSetError as error:
            named = [n for n in ("font_map", "pieces") if str(self.options.get(n)) in error.message]
            fault = self._of_style((*named, "pieces")[0], "pieces", error.message, error.hint)
            self.options = {k: v for k, v in self.options.items() if k not in ("font_map", "pieces")}
            return [fault]
        return []

    def _table_of(self, option: str) -> tuple[str, ...]:
        """The table that an option stands in."""
        return (*self.root, "style") if option in self.in_style or not self.root else self.root

    def _of_style(self, key: str, code: str, message: str, hint: str | None) -> Fault:
        table = self._table_of(key)
        return Fault(table, (*table, key), code, message, hint)

    def _of_theme(self, name: str, key: str, code: str, message: str, hint: str) -> Fault:
        table = (*self.root, "theme", name)
        return Fault(table, (*table, key), code, message, hint)

    def _faint(self) -> Iterator[Fault]:
        """What hardly shows, in the style and with every theme of the house."""
        seen: set[str] = set()
        for name, theme in {**self.house.themes, "": self.style.theme}.items():
            for message, hint in doubts(Style.layered(self.options, {"theme": theme})):
                if message in seen:
                    continue
                seen.add(message)
                said = re.sub(r'--(\w+) "?(#[^"]*|[\w-]+)"? shows', r'\1 = "\2" shows', hint).replace("--", "")
                words = [w for w in re.findall(r"[a-z]+", message) if w in KEYS or w == "credits"]
                own = [w for w in words if w in self.keys.get(name, ())]
                asked = [w for w in words if w in self.options]
                if name and (own or not asked):
                    yield self._of_theme(name, (*own, "extends")[0], "faint", message, said)
                else:
                    yield self._of_style((*asked, "theme")[0], "faint", message.removeprefix("--"), said)

    def _out_of_force(self) -> Iterator[Fault]:
        """Options that the pieces do not take."""
        for name in self.options:
            try:
                check_applicable([name], FORMATS.values(), self.style)
            except OptionError as error:
                yield self._of_style(name, "no-effect", error.message.removeprefix("--"), error.hint)

    def _covered(self) -> Iterator[Fault]:
        """Keys of themes that do not show."""
        for name, theme in self.house.themes.items():
            keys = self.keys[name]
            if "dark" in keys and theme.hatch:
                message = "dark does not show: there are lines on the dark squares"
                yield self._of_theme(name, "dark", "no-effect", message, "hatch = false takes them off")
            if "frame" in keys and not (self.style.border or theme.border).value:
                message = "frame does not show: there is no border"
                yield self._of_theme(name, "frame", "no-effect", message, 'border = "1px" draws one')
            for key in keys:
                if theme == self.style.theme and key in self.options:
                    message = f"{key} does not show: [{'.'.join(self._table_of(key))}] sets it, too"
                    yield self._of_theme(name, key, "no-effect", message, "leave one of them out")

    def _unused(self) -> Iterator[Fault]:
        """Themes with something in them that neither the style nor another theme names."""
        if any(fault.place[-1] in ("theme", "extends") for fault in self.faults):
            return  # the name that is wrong may be meant for it
        used = {keys.get("extends") for keys in self.keys.values()}
        if isinstance(self.style.theme, Theme):
            used.add(self.style.theme.name)
        for name in self.keys:
            if self.keys[name] and name not in used:
                table = (*self.root, "theme")
                hint = f'theme = "{name}" in [{".".join((*self.root, "style"))}] uses it, or --theme {name}'
                yield Fault(table, (*table, name), "unused", f"{name} is never used", hint)
