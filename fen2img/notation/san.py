"""Moves as people write them -> SAN (PGN standard, section 8.2.3) in English letters.

Only the spelling changes: what could be another piece or square is no move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from fen2img.letters import LETTERS
from fen2img.position import PIECE_LETTERS

#: Characters of a move with all that may be behind it.
_LONGEST = 30
#: The moves of chess, those of pieces in hand (Crazyhouse), and none.
_SAN = re.compile(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNK])?|[PNBRQ]?@[a-h][1-8]|O-O(?:-O)?|--")
_DASH = "[-‐‑‒–—−]"
_CASTLING = re.compile(rf"([Oo0ОоΟο]){_DASH}\1({_DASH}\1)?")
_NULL = frozenset(("--", "Z0", "z0", "@@@@", "0000", "<>", "null", "––", "—"))
_LONG = re.compile(rf"([KQRBN]?(?:[a-h][1-8])?){_DASH}(?=[a-h][1-8])")
_FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", ["K", "Q", "R", "B", "N", ""] * 2, strict=True))
_FIGURINES |= {"\ufe0e": "", "\ufe0f": ""}
#: Signs behind a move that change nothing of it; a dash alone might belong to its second half.
_BEHIND = re.compile(r"(?:\+/-|-/\+|\+/=|=/\+|\+-|-\+|[+#†‡≠=,.±∓∞⩲⩱]|e\.?p\.?|ch|mate)+\Z")
_PROMOTION = re.compile(r"(?<=[a-h][18])(=?)([^\W\d_a-h]{1,2})\Z")


def spelled(word: str, code: str = "en") -> str | None:
    """A move in the form that the standard gives it; None for what is no move.

    `code` is the language of its piece letters.
    """
    if word in _NULL:
        return "--"
    if len(word) > _LONGEST:
        return None
    text = _BEHIND.sub("", word) or word
    if castling := _CASTLING.fullmatch(text):
        return "O-O-O" if castling[2] else "O-O"
    drawn = "".join(_FIGURINES.get(char, char) for char in text)
    english = drawn if code == "en" or drawn != text else _translated(text, code)
    if english is None:
        return None
    text = english.replace(":", "x").replace("×", "x").replace("/", "=")
    if re.match("P[a-h]", text):
        text = text[1:]
    text = _LONG.sub(r"\1", text, count=1)
    return text if _SAN.fullmatch(text) else None


def figurines(word: str) -> bool:
    """Whether a move is written with chess symbols."""
    return any(char in _FIGURINES for char in word)


def fitting(words: Iterable[str]) -> list[str]:
    """The codes of the languages whose piece letters moves are written with, English left out."""
    found = {match[1] for word in words if (match := re.match(r"([^\W\d_a-hOo][^\W\d_a-h]?)(?=[a-h1-8x:×-])", word))}
    if not found:
        return []
    return [code for code, known in LETTERS.items() if code != "en" and found <= set(known.letters)]


def _translated(text: str, code: str) -> str | None:
    """A move with the piece letters of a language in English; None where it has others."""
    names = dict(zip(LETTERS[code].letters, PIECE_LETTERS, strict=True))
    if match := _PROMOTION.search(text):
        if match[2] not in names:
            return None
        text = f"{text[: match.start()]}={names[match[2]]}"
    if text[:1] in "abcdefgh@":
        return text
    name = max((name for name in names if text.startswith(name)), key=len, default="")
    if not name or (names[name] == "P" and name in PIECE_LETTERS[:-1]):
        return None  # a pawn's B that hardly anyone writes would be a bishop's in a game that is in English after all
    return names[name] + text[len(name) :]
