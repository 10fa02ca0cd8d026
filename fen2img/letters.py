"""Piece letters of many languages: to draw them, and to recognise a placement written in them.

Order: king, queen, rook, bishop, knight, pawn. The FIDE Laws of Chess (C.2) let each player use the first letter of the
piece's name in the player's language; the names are those of each language's chess literature.
"""

from __future__ import annotations

from typing import NamedTuple


class Letters(NamedTuple):
    """A language and its six letters; some are written with two characters."""

    language: str
    letters: tuple[str, ...]


def _letters(language: str, letters: str) -> Letters:
    return Letters(language, tuple(letters.split()))


LETTERS = {
    "en": _letters("English", "K Q R B N P"),
    "de": _letters("German", "K D T L S B"),
    "fr": _letters("French", "R D T F C P"),
    "es": _letters("Spanish", "R D T A C P"),
    "it": _letters("Italian", "R D T A C P"),
    "pt": _letters("Portuguese", "R D T B C P"),
    "nl": _letters("Dutch", "K D T L P O"),
    "da": _letters("Danish", "K D T L S B"),
    "sv": _letters("Swedish", "K D T L S B"),
    "no": _letters("Norwegian", "K D T L S B"),
    "cs": _letters("Czech", "K D V S J P"),
    "pl": _letters("Polish", "K H W G S P"),
    "hu": _letters("Hungarian", "K V B F H G"),
    "fi": _letters("Finnish", "K D T L R S"),
    "ru": _letters("Russian", "Кр Ф Л С К п"),
}


def languages_of(letters: set[str]) -> list[Letters]:
    """The languages other than English whose piece letters cover all of `letters` (upper case)."""
    return [known for code, known in LETTERS.items() if code != "en" and letters <= set(known.letters)]
