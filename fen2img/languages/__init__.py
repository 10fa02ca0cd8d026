"""What pictures and pages say, by language: one module each, loaded when it is first asked for.

The words are those of each language's chess literature; piece letters are those of `fen2img.letters`. Errors and the
command line are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import ClassVar

#: The languages by their code (ISO 639-1), with their names in English and in themselves.
LANGUAGES = {
    "en": ("English", "English"),
    "de": ("German", "Deutsch"),
    "es": ("Spanish", "Español"),
    "fr": ("French", "Français"),
    "it": ("Italian", "Italiano"),
    "ko": ("Korean", "한국어"),
    "nl": ("Dutch", "Nederlands"),
    "pl": ("Polish", "Polski"),
    "pt": ("Portuguese", "Português"),
    "ru": ("Russian", "Русский"),
}

#: A message for each plural form of a language, by the name of the form; `{n}` is the number.
Forms = Mapping[str, str]


class Language:
    """The messages of a language: a class of its own for each, with all of them, which nothing is made of.

    `pieces` are written before the squares of king, queen, rook, bishop and knight. `pawn` and `pawns` stand before the
    squares of one and of more, where no number does; `counted_pawns` has one. `marks` are the kinds of marks, `{}` for
    their squares. `page` is what the page of a batch says; `diagrams` are counted there. Numbers of `grouped_from`
    digits or more have `group` between thousands.
    """

    code: ClassVar[str]
    pieces: ClassVar[tuple[str, ...]]
    pawn: ClassVar[str]
    pawns: ClassVar[str]
    colon: ClassVar[str]
    white: ClassVar[str]
    black: ClassVar[str]
    neutral: ClassVar[str]
    nothing: ClassVar[str]
    empty: ClassVar[str]
    white_moves: ClassVar[str]
    black_moves: ClassVar[str]
    white_hand: ClassVar[str]
    black_hand: ClassVar[str]
    counted_piece: ClassVar[str]
    counted_pawns: ClassVar[Forms]
    turned: ClassVar[str]
    marked: ClassVar[str]
    marks: ClassVar[Mapping[str, str]]
    diagram: ClassVar[str]
    diagrams: ClassVar[Forms]
    group: ClassVar[str]
    grouped_from: ClassVar[int]
    page: ClassVar[Mapping[str, str]]


@cache
def language(code: str) -> type[Language]:
    """The messages of one of `LANGUAGES`."""
    found: type[Language] = import_module(f"{__name__}.{code}").LANGUAGE
    return found
