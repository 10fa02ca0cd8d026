"""What pictures and pages say, by language: one module each, loaded when it is first asked for.

The words are those of each language's chess literature; piece letters are those of `fen2img.letters`. Messages of errors
and the command line are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

#: The languages by their code (ISO 639-1), with the names that they give themselves.
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ko": "한국어",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
    "ru": "Русский",
}

#: A message for each plural form of a language, by the name of the form; `{n}` is the number.
Forms = Mapping[str, str]


class Language(NamedTuple):
    """The messages of a language, all of them.

    `pieces` are written before the squares of king, queen, rook, bishop and knight. `pawn` and `pawns` stand before the
    squares of one and of more, where no number does; `counted_pawns` has one. `marks` are the kinds of marks, `{}` for
    their squares. `page` is what the page of a batch says; `diagrams` are counted there. Numbers of `grouped_from`
    digits or more have `group` between thousands.
    """

    code: str
    pieces: tuple[str, ...]
    pawn: str
    pawns: str
    colon: str
    white: str
    black: str
    neutral: str
    nothing: str
    empty: str
    white_moves: str
    black_moves: str
    white_hand: str
    black_hand: str
    counted_piece: str
    counted_pawns: Forms
    turned: str
    marked: str
    marks: Mapping[str, str]
    diagram: str
    diagrams: Forms
    group: str
    grouped_from: int
    page: Mapping[str, str]


@cache
def language(code: str) -> Language:
    """The messages of one of `LANGUAGES`."""
    found: Language = import_module(f"{__name__}.{code}").LANGUAGE
    return found
