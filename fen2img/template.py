"""Texts with placeholders: `Diagram {n}: {caption}`. Names only; nothing is looked up in objects or formatted."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fen2img.errors import near_match

#: What may stand in braces.
PLACEHOLDERS = {
    "n": "the place of the position in its list",
    "title": "the title of the diagram",
    "caption": "the text behind the FEN",
    "turn": "who moves, in words",
    "fen": "the FEN",
}
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


def check_template(text: str) -> None:
    """Raises ValueError, with a hint, for a brace that is alone or a name that there is not."""
    for match in _PART.finditer(text):
        if match[0] in ("{", "}"):
            raise ValueError(f"a brace by itself is written {match[0] * 2}")
        if match[1] is not None and match[1] not in PLACEHOLDERS:
            raise ValueError(near_match(match[1], PLACEHOLDERS) or "a brace that is no placeholder is written twice")


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with values for its placeholders, which have been checked."""
    return _PART.sub(lambda m: m[0][0] if m[1] is None else values[m[1]], text)
