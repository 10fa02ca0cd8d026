"""Piece letters of other languages, to recognise a placement written in them.

Order: king, queen, rook, bishop, knight, pawn. Source: FIDE Handbook, Laws of Chess, C.2 lets each player use the
first letter of the name in the player's language; the names are those of the national chess literatures.
"""

from __future__ import annotations

LANGUAGES = {
    "German": "KDTLSB",
    "French": "RDTFCP",
    "Spanish": "RDTACP",
    "Italian": "RDTACP",
    "Portuguese": "RDTBCP",
    "Dutch": "KDTLPO",
    "Danish": "KDTLSB",
    "Swedish": "KDTLSB",
    "Norwegian": "KDTLSB",
    "Czech": "KDVSJP",
    "Polish": "KHWGSP",
    "Hungarian": "KVBFHG",
    "Finnish": "KDTLRS",
}


def languages_of(letters: set[str]) -> list[str]:
    """The languages whose piece letters cover all of `letters` (upper case)."""
    return [name for name, known in LANGUAGES.items() if letters <= set(known)]
