"""Piece letters of many languages: to draw them, and to read a placement written in them.

Order: king, queen, rook, bishop, knight, pawn. The FIDE Laws of Chess (C.2) let each player use the first letter of the
piece's name in the player's language. German to Romanian are the table of the PGN standard (section 17), but for the
Finnish pawn, sotilas; the other languages have the initials of the pieces as their chess literature has them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

_ENGLISH = "KQRBNP"


class Letters(NamedTuple):
    """A language and its six letters; some are written with two characters."""

    language: str
    letters: tuple[str, ...]


def _letters(language: str, letters: str) -> Letters:
    return Letters(language, tuple(letters.split()))


LETTERS = {
    "en": _letters("English", "K Q R B N P"),
    # The table of the PGN standard.
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
    "et": _letters("Estonian", "K L V O R P"),
    "is": _letters("Icelandic", "K D H B R P"),
    "ro": _letters("Romanian", "R D T N C P"),
    # Others.
    "ca": _letters("Catalan", "R D T A C P"),
    "hr": _letters("Croatian", "K D T L S P"),
    "sk": _letters("Slovak", "K D V S J P"),
    "lt": _letters("Lithuanian", "K V B R Ž P"),
    "tr": _letters("Turkish", "Ş V K F A P"),
    "el": _letters("Greek", "Ρ Β Π Α Ι Σ"),
    "bg": _letters("Bulgarian", "Ц Д Т О К П"),
    "uk": _letters("Ukrainian", "Кр Ф Т С К п"),
    "ru": _letters("Russian", "Кр Ф Л С К п"),
    "ru-latn": _letters("Russian in Latin letters", "Kr F L S K P"),
}


@cache
def english(code: str) -> dict[str, str]:
    """English piece letters by those of a language, upper case for White and lower case for Black: `{"D": "Q", …}`."""
    found: dict[str, str] = {}
    for own, letter in zip(LETTERS[code].letters, _ENGLISH, strict=True):
        found |= {own.upper(): letter, own[0].upper() + own[1:]: letter, own.lower(): letter.lower()}
    # A letter with a mark may come as two characters.
    return found | {normalize("NFD", own): letter for own, letter in found.items()}


@cache
def pattern(code: str) -> re.Pattern[str]:
    """Matches one piece letter of a language; of К and Кр the longer."""
    return re.compile("|".join(sorted(english(code), key=len, reverse=True)))
