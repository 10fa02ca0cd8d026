"""How an option is declared, parsed and documented: once, for the command line, TOML files and the API."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import Field, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from fen2img.color import NAMES, Color
from fen2img.errors import OptionError, near_match, shorten

MM_PER_INCH = 25.4
_UNITS_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / 72}
_LENGTH = r"([0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})\s*(mm|cm|in|pt|px|%)"


class Length(NamedTuple):
    """A length: `unit` is mm, cm, in or pt (physical), px, or % (of the side of a square)."""

    value: float
    unit: str

    @property
    def mm(self) -> float:
        """Millimetres, for the physical units. Raises KeyError for px and %."""
        return self.value * _UNITS_MM[self.unit]

    def __str__(self) -> str:
        return f"{self.value:g}{self.unit}"


class Kind:
    """What values an option takes.

    `parse` turns text or a value into the typed value or raises ValueError, whose text, if any, is a hint. `example` is
    a value to show where there is no default.
    """

    metavar = "TEXT"
    example: object = None

    def parse(self, value: object) -> Any:
        """The typed value."""
        raise ValueError

    @property
    def values(self) -> str:
        """The values in words, for messages and the reference."""
        return self.metavar

    def seen_from(self, value: object, folder: Path) -> object:
        """The value as a file in `folder` means it: where it is a path, it starts there."""
        return value


class Choice(Kind):
    """One of a few words."""

    def __init__(self, words: tuple[str, ...], metavar: str = "WORD") -> None:
        self.words = words
        self.metavar = metavar
        self.example = words[0]

    def parse(self, value: object) -> str:
        """The word. Raises ValueError."""
        if isinstance(value, str) and value in self.words:
            return value
        raise ValueError((near_match(value, self.words) if isinstance(value, str) else None) or "")

    @property
    def values(self) -> str:
        """All the words."""
        return f"one of {', '.join(self.words)}"


class Flag(Kind):
    """Yes or no."""

    metavar = "BOOL"
    example = True

    def parse(self, value: object) -> bool:
        """The truth. Raises ValueError."""
        if isinstance(value, bool):
            return value
        raise ValueError

    @property
    def values(self) -> str:
        """The two."""
        return "true or false"


class Whole(Kind):
    """A whole number from `low` to `high`."""

    def __init__(self, low: int, high: int, metavar: str = "N", *, example: int | None = None) -> None:
        self.low = low
        self.high = high
        self.metavar = metavar
        self.example = low if example is None else example

    def parse(self, value: object) -> int:
        """The number. Raises ValueError."""
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        raise ValueError

    @property
    def values(self) -> str:
        """The range."""
        return f"a whole number from {self.low} to {self.high}"


class Measure(Kind):
    """A length in one of `units`; `zero` tells whether it may be nothing."""

    metavar = "LENGTH"

    def __init__(self, units: tuple[str, ...], example: str, *, zero: bool = True) -> None:
        self.units = units
        self.examples = example
        self.example = example.split()[0]
        self.zero = zero

    def parse(self, value: object) -> Length:
        """The length. Raises ValueError."""
        if isinstance(value, str) and (match := re.fullmatch(_LENGTH, value.strip())):
            value = Length(float(match[1]), match[2])
        if not isinstance(value, Length) or value.unit not in self.units or not 0 <= value.value < 10**6:
            raise ValueError
        if not (value.value or self.zero):
            raise ValueError("more than nothing")
        return value

    @property
    def values(self) -> str:
        """The units."""
        return f"a length in {', '.join(self.units)} such as {self.examples}"


class Paint(Kind):
    """A colour."""

    metavar = "COLOR"
    example = "#fff"

    def parse(self, value: object) -> Color:
        """The colour. Raises ValueError."""
        if isinstance(value, Color) and all(isinstance(v, int) and 0 <= v <= 255 for v in value):
            return value
        if isinstance(value, str):
            try:
                return Color.parse(value)
            except ValueError:
                raise ValueError(near_match(value, NAMES) or "") from None
        raise ValueError

    @property
    def values(self) -> str:
        """The forms."""
        return "a colour: #rgb, #rrggbb, #rrggbbaa, an HTML name or transparent"


class Line(Kind):
    """A line of text."""

    def __init__(self, longest: int, example: str) -> None:
        self.longest = longest
        self.example = example

    def parse(self, value: object) -> str:
        """The text. Raises ValueError."""
        if isinstance(value, str) and value.isprintable() and len(value) <= self.longest:
            return value
        raise ValueError

    @property
    def values(self) -> str:
        """What fits."""
        return f"a line of at most {self.longest} characters"


class Millimetres(Kind):
    """A length on paper from `low` to `high` millimetres, as their number or with a unit."""

    metavar = "MM"

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high
        self.example = low

    def parse(self, value: object) -> float:
        """The number of millimetres. Raises ValueError."""
        if isinstance(value, str):
            value = Measure(tuple(_UNITS_MM), "1mm").parse(value).mm
        if isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high:
            return float(value)
        raise ValueError

    @property
    def values(self) -> str:
        """The range."""
        return f"millimetres from {self.low:g} to {self.high:g}"


class OrNot(Kind):
    """What another kind takes, or false for nothing."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.metavar = kind.metavar
        self.example = kind.example

    def parse(self, value: object) -> Any:
        """The typed value or None. Raises ValueError."""
        return None if value is False else self.kind.parse(value)

    @property
    def values(self) -> str:
        """The values of the other kind, too."""
        return f"{self.kind.values}, or false"


class Option(NamedTuple):
    """A declared option: `formats` is None when it applies to every output format.

    `sets` says in words which piece sets it is for; empty when for all.
    """

    name: str
    kind: Kind
    help: str
    group: str
    default: object
    formats: frozenset[str] | None
    sets: str

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.shown

    @property
    def shown(self) -> str:
        """Its name as people write it; one that Python has a word for ends in `_` there."""
        return self.name.rstrip("_").replace("_", "-")

    def parse(self, value: object) -> object:
        """The typed value. Raises OptionError naming the option and what it takes."""
        if value is None and self.default is None:
            return None
        try:
            return self.kind.parse(value)
        except ValueError as error:
            # An int may have more digits than Python turns into text.
            shown = "a number of thousands of digits" if _huge(value) else f"'{shorten(str(value))}'"
            message = f"{self.shown}: {shown} is not {self.kind.values}"
            raise OptionError(message, hint=str(error) or None) from None


def _huge(value: object) -> bool:
    return isinstance(value, int) and abs(value) > 10**100


def option(
    default: Any, kind: Kind, doc: str, *, group: str = "Look", formats: Iterable[str] | None = None, sets: str = ""
) -> Any:
    """Declare an option as a dataclass field. A default of None means that something else decides."""
    only = frozenset(formats) if formats is not None else None
    return field(default=default, metadata={"kind": kind, "help": doc, "group": group, "formats": only, "sets": sets})


def options_of(owner: type) -> dict[str, Option]:
    """The options that a dataclass declares, in order; other fields have no kind."""
    return {f.name: _from_field(f) for f in fields(owner) if f.metadata}


def _from_field(f: Field[Any]) -> Option:
    m = f.metadata
    return Option(f.name, m["kind"], m["help"], m["group"], f.default, m["formats"], m["sets"])


def known_only(given: Mapping[str, object], known: Mapping[str, Option], where: str) -> dict[str, object]:
    """`given` with names in Python's spelling.

    Raises OptionError for a name in two spellings and for an unknown one, offering near ones.
    """
    out: dict[str, object] = {}
    for raw, value in given.items():
        try:
            out[known_name(raw, known, out)] = value
        except OptionError as error:
            raise error.within(where) from None
    return out


def known_name(raw: str, known: Mapping[str, Option], taken: Container[str] = ()) -> str:
    """A name in Python's spelling. Raises OptionError as `known_only` does."""
    name = raw.replace("-", "_")
    if name not in known:
        close = near_match(name, known)
        raise OptionError(f"unknown option '{shorten(raw)}'", hint=close or f"known: {', '.join(known)}")
    if name in taken:
        raise OptionError(f"option {raw!r} is given twice", hint="'-' and '_' are the same in names")
    return name
