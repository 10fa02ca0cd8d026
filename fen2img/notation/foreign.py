"""Placements in the piece letters of other languages: read as they are asked for, never guessed."""

from __future__ import annotations

from fen2img.errors import Finding, OptionError, code_point, near_match
from fen2img.letters import LETTERS, english, pattern
from fen2img.notation.clean import Char, Token
from fen2img.notation.placement import MAX_FINDINGS, PIECES, PlacementReader

#: No placement of a board that can be drawn is longer by much; what is gets no proposals.
_LONGEST = 1000


def in_english(tokens: list[Token], code: str, height: int) -> tuple[list[Token], list[Finding]]:
    """The words of a FEN with the letters of a language replaced by the English ones, each of which keeps its place.

    The findings are letters of the placement that only English has. Raises OptionError for an unknown language.
    """
    if code not in LETTERS:
        hint = near_match(code, LETTERS) or f"known: {', '.join(LETTERS)}"
        raise OptionError(f"letters: '{code}' is no language", hint=hint)
    first, rest = tokens[0], tokens[1:]
    if "/" not in first.text and height > 1:
        return tokens, []  # no placement
    if len(rest) > 1 and rest[0].text in ("w", "b") and (rights := _rights(rest[1], code)):
        rest = [rest[0], rights, *rest[2:]]
    read = _read(first, code)
    return [Token(tuple(char for char, _ in read)), *rest], _strangers(read, code, height)


def proposed(
    tokens: list[Token], findings: list[Finding], code: str, size: tuple[int, int], *, fairy: bool
) -> list[Finding]:
    """The findings about a placement: one instead of all errors where other letters than those of `code` fit it."""
    chars = {char.start: char.text for char in tokens[0].chars}
    unknown = sorted((f for f in findings if f.code == "bad-character"), key=lambda f: f.span)
    if not unknown or len(chars) > _LONGEST or not all(chars[f.span[0]].isalpha() for f in unknown):
        return findings
    fitting = [other for other in LETTERS if other != code and _fits(tokens, other, size, fairy=fairy)]
    if not fitting:
        return findings
    hint = f"the placement fits the piece letters of {named(fitting)}"
    warnings = [f for f in findings if f.severity == "warning"]
    return [Finding("error", "foreign-letters", unknown[0].message, unknown[0].span, hint), *warnings]


def named(codes: list[str]) -> str:
    """Languages with their letters and the option that asks for them; those with the same letters together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for code in codes:
        alike.setdefault(LETTERS[code].letters, []).append(code)
    each = [
        f"{_listed([LETTERS[c].language for c in codes], 'and')} (--letters {codes[0]}: {' '.join(letters)})"
        for letters, codes in alike.items()
    ]
    return _listed(each, "or")


def _fits(tokens: list[Token], code: str, size: tuple[int, int], *, fairy: bool) -> bool:
    words, strangers = in_english(tokens, code, size[1])
    following = words[1].text if len(words) > 1 else ""
    return not strangers and PlacementReader(words[0], *size, following, fairy=fairy).read() is not None


def _read(token: Token, code: str) -> list[tuple[Char, bool]]:
    """The characters of a word, piece letters as the English ones; and whether each is a letter of the language."""
    known, letter, text = english(code), pattern(code), token.text
    out: list[tuple[Char, bool]] = []
    i = 0
    while i < len(text):
        match = letter.match(text, i)
        end = match.end() if match else i + 1
        char = token.chars[i]
        out.append((Char(known[match[0]], char.start, token.chars[end - 1].end), True) if match else (char, False))
        i = end
    return out


def _rights(token: Token, code: str) -> Token | None:
    """A castling availability in the letters of king and queen, in English."""
    read = _read(token, code)
    good = all(own and char.text in "KQkq" for char, own in read)
    return Token(tuple(char for char, _ in read)) if good else None


def _strangers(read: list[tuple[Char, bool]], code: str, height: int) -> list[Finding]:
    """English letters that the language does not have, each at its first place."""
    language, letters = LETTERS[code]
    counted = sum(char.text == "/" for char, _ in read) == height - 1
    found: dict[str, Finding] = {}
    row = 0
    for char, own in read:
        row += char.text == "/"
        if not own and char.text in PIECES and char.text not in found:
            where = f"rank {height - row}" if counted else f"rank {row + 1} of the text"
            message = f"{code_point(char.text)} is no piece letter of {language} ({where})"
            hint = f"those are {' '.join(letters)}"
            found[char.text] = Finding("error", "bad-character", message, (char.start, char.end), hint)
    return list(found.values())[:MAX_FINDINGS]


def _listed(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
