"""Texts with placeholders: `Diagram {n}: {caption}`. Names only; nothing is looked up in objects.

Names of files may also pad a value to a width: `{n:06}`, `{rating:4}`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from fen2img.errors import near_match

#: What may stand in braces.
PLACEHOLDERS = {
    "n": "the place of the position in its list",
    "title": "the title of the diagram",
    "caption": "the text behind the FEN",
    "turn": "who moves, in words",
    "fen": "the FEN",
    "id": "the name of the position in its source",
    "answer": "the solution",
}
#: What a name may be that only the diagrams know: a column of a table.
_COLUMN = r"[^\W\d](?:[\w -]*\w)?"
#: How alike a placeholder and another name are, so that the name is taken for a slip.
_NEAR = 0.75
_PART = r"\{\{|\}\}|\{([^{}]*)\}|[{}]"
_FIELD = r"(?P<name>[^:]+)(?::(?P<zero>0?)(?P<width>[1-9][0-9]?))?"


class Field(NamedTuple):
    """A placeholder; `width` is the least number of characters, filled up with blanks or with zeros."""

    name: str
    zero: bool = False
    width: int = 0

    def padded(self, value: str) -> str:
        """The value at its width: numbers stand to the right, and whatever is filled up with zeros."""
        if self.zero:
            return value.rjust(self.width, "0")
        return value.rjust(self.width) if value.isdecimal() else value.ljust(self.width)


def check_template(
    text: str, known: Collection[str] = tuple(PLACEHOLDERS), *, widths: bool = False, columns: bool = False
) -> None:
    """Raises ValueError, with a hint, for a brace that is alone or a name that there is not.

    With `widths` a placeholder may have one. With `columns` other names are those of columns, which the diagrams know,
    unless they are a slip.
    """
    for match in re.finditer(_PART, text):
        if match[0] in ("{", "}"):
            raise ValueError(f"a brace by itself is written {match[0] * 2}")
        if match[1] is None:
            continue
        found = re.fullmatch(_FIELD, match[1]) if widths else None
        name = found["name"] if found else match[1]
        if name not in known and not (columns and _column(name, known)):
            raise ValueError(near_match(name, known) or "a brace that is no placeholder is written twice")


def _column(name: str, known: Collection[str]) -> bool:
    """Whether a name can be that of a column: also one that differs from a placeholder in its case alone."""
    slip = name.lower() not in known and get_close_matches(name.lower(), list(known), n=1, cutoff=_NEAR)
    return bool(re.fullmatch(_COLUMN, name)) and not slip


def fields_of(text: str) -> Iterator[Field]:
    """The placeholders of a checked text."""
    return (_field(match[1]) for match in re.finditer(_PART, text) if match[1] is not None)


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with values for its placeholders, which have been checked."""
    return re.sub(_PART, lambda m: m[0][0] if m[1] is None else _value(_field(m[1]), values), text)


def _value(field: Field, values: Mapping[str, str]) -> str:
    value = values[field.name]
    return field.padded(value) if field.width else value


def _field(inside: str) -> Field:
    found = re.fullmatch(_FIELD, inside)
    if not found or found["width"] is None:
        return Field(inside)
    return Field(found["name"], bool(found["zero"]), int(found["width"]))
