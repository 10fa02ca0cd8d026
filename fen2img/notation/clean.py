"""What surrounds and disguises a FEN in real texts, taken off without losing the place of a character."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import NamedTuple

from fen2img.errors import Finding
from fen2img.position import Side

#: Nothing that anyone writes by hand is longer; a line of that size is another kind of file.
MAX_TEXT = 100_000

_INVISIBLE = frozenset(
    "\ufeff\u200b\u200c\u200d\u2060\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Patterns of the long way round stay text: most runs never compile them.
#: An ASCII character, or the bytes of others.
_PERCENT = r"%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+"
_TAG = r'(?i)(?:\[\s*\w+\s+"[^"]*"\s*\]\s*)*?\[\s*FEN\s+"([^"]*)"\s*\]?'
_ADDRESS = r"(?i)https?://"
#: A host without `https://` and a path. One of piece letters alone is a rank with dots for its empty squares.
_HOST = r"(?i)(?![KQRBNP.0-9-]+/)(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/"
_RANK = "[1-8KQRBNPkqrbnp~]{1,16}"
_IN_ADDRESS = rf"(?<=[/=]){_RANK}(?:/{_RANK}){{7}}(?=[\[_+&#?\s]|/(?:white|black)\b|\Z)"
#: Which side an address wants at the bottom.
_BOTTOM = r"(?i)[?&;](?:color|orientation)=(white|black)\b|[?&;]flip=(true|1)\b|/(white|black)(?=[/?#]|\Z)"
#: Eight ranks, perhaps with blanks round the slashes.
_SPACED = rf"{_RANK}(?:[^\S\r\n]*/[^\S\r\n]*{_RANK}){{7}}(?=\s|\Z)(?!\s*/)"
_LABEL = r"(?i)(?:FEN|position)\s*(?:[:=]|\s)\s*"
#: The number of a list or its bullet, in front of a placement or a line of UCI.
ITEM = r"(?:([0-9]{1,9})[.)]\s*|#([0-9]{1,9})[.):]?\s+|[-*•–]\s+)(?=(?:[^\s/]*/){4}|(?i:position|startpos)\b)"
_QUOTES = "\"'`“”„‘’‚«»‹›"


#: Findings about single characters that mean nothing in the text behind a FEN.
HARMLESS_IN_TEXT = frozenset({"invisible-character", "full-width"})


class Char(NamedTuple):
    """A character and the span of the source that it stands for."""

    text: str
    start: int
    end: int


class Token(NamedTuple):
    """A word between blanks, character by character."""

    chars: tuple[Char, ...]

    @property
    def text(self) -> str:
        """The word."""
        return "".join(c.text for c in self.chars)

    @property
    def span(self) -> tuple[int, int]:
        """Its place in the source."""
        return self.chars[0].start, self.chars[-1].end

    def cut(self, start: int, end: int) -> Token:
        """A part of it."""
        return Token(self.chars[start:end])


def tokens_of(source: str) -> tuple[list[Token], list[Finding]]:
    """The words of a text that should hold a FEN, and what was odd about it."""
    findings: list[Finding] = []

    def warn(code: str, message: str, chars: list[Char]) -> None:
        findings.append(Finding("warning", code, message, (chars[0].start, chars[-1].end)))

    chars = [Char(c, i, i + 1) for i, c in enumerate(source)]
    if re.search(r"%2[Ff]|%20", source):
        chars = _percent_decoded(source)
        warn("percent-encoding", "percent-encoded text is decoded", chars)
    chars = _trim(_visible_only(chars, warn))
    chars = _unwrapped(_narrow(chars, warn), warn)
    return _split(_closed_up(_url_blanks(chars, warn), warn)), findings


Warn = Callable[[str, str, list[Char]], None]


def _percent_decoded(source: str) -> list[Char]:
    import urllib.parse

    out: list[Char] = []
    end = 0
    for match in re.finditer(_PERCENT, source):
        out += [Char(source[i], i, i + 1) for i in range(end, match.start())]
        span = match.span()
        out += [Char(c, *span) for c in urllib.parse.unquote(match[0], errors="replace")]
        end = match.end()
    return out + [Char(source[i], i, i + 1) for i in range(end, len(source))]


def _visible_only(chars: list[Char], warn: Warn) -> list[Char]:
    """Without zero-width characters; at the ends they are as harmless as blanks."""
    kept = [c for c in chars if c.text not in _INVISIBLE]
    hidden = [c for c in chars if c.text in _INVISIBLE]
    visible = [c for c in kept if not c.text.isspace()]
    inner = [c for c in hidden if visible and visible[0].start < c.start < visible[-1].start]
    if inner:
        warn("invisible-character", "an invisible character is left out", inner[:1])
    return kept


def _narrow(chars: list[Char], warn: Warn) -> list[Char]:
    """Full-width forms (U+FF01 to U+FF5E) as the ASCII characters that they are."""
    wide = [c for c in chars if "\uff01" <= c.text <= "\uff5e"]
    if not wide:
        return chars
    warn("full-width", "full-width characters are read as plain ones", wide[:1])
    return [c._replace(text=chr(ord(c.text) - 0xFEE0)) if "\uff01" <= c.text <= "\uff5e" else c for c in chars]


def _trim(chars: list[Char], what: str = "") -> list[Char]:
    start, end = 0, len(chars)
    while start < end and (chars[start].text.isspace() or chars[start].text in what):
        start += 1
    while end > start and (chars[end - 1].text.isspace() or chars[end - 1].text in what):
        end -= 1
    return chars[start:end]


def _unwrapped(chars: list[Char], warn: Warn) -> list[Char]:
    """Without a PGN tag, a web address, the number in a list, a label and quotation marks around."""
    for _ in range(3):
        chars = _unquoted(chars)
        text = "".join(c.text for c in chars)
        if tag := re.match(_TAG, text):
            if behind := _trim(chars[tag.end() :]):
                warn("tag", "what stands behind the FEN tag is left out", behind)
            chars = chars[tag.start(1) : tag.end(1)]
        elif item := re.match(ITEM, text):
            chars = chars[item.end() :]
        elif is_address(text):
            chars = _from_address(chars, warn)
            break
        elif label := re.match(_LABEL, text):
            warn("label", "the label in front of the FEN is left out", chars[: label.end()])
            chars = chars[label.end() :]
        else:
            break
    return _unquoted(chars)


def is_address(text: str) -> bool:
    """Whether a text begins as a web address does, `https://` or not."""
    return bool(re.match(_ADDRESS, text) or re.match(_HOST, text))


def item_number(text: str) -> str:
    """The number that a position has in a list: `12) 8/8/…`; nothing where it has none."""
    item = re.match(ITEM, text.lstrip())
    return (item[1] or item[2] or "") if item else ""


def bottom_side(text: str) -> Side | None:
    """The side that the web address in a text wants at the bottom: `…?color=black`, `…/black`, `…&flip=true`."""
    sides: dict[str, Side] = {"white": "white", "black": "black"}
    found: Side | None = None
    address = next((word for word in text.split() if "/" in word), "")
    for asked, flip, path in re.findall(_BOTTOM, address):
        side = sides["black" if flip else (asked or path).lower()]
        found = side if asked or flip or found is None else found
    return found


def _from_address(chars: list[Char], warn: Warn) -> list[Char]:
    """The FEN in a web address, which is not opened, and the text behind the address."""
    blank = (i for i, c in enumerate(chars) if c.text.isspace() and c.end - c.start == 1)  # none that was written %20
    stop = next(blank, len(chars))
    text = "".join(c.text for c in chars[:stop])
    found = re.search(_IN_ADDRESS, text)
    if not found or re.search(rf"[/=]{_RANK}[/=]\Z", text[: found.start()]):
        return chars  # no eight ranks, or more than eight
    warn("address", "the web address around the FEN is left out", chars[: found.start()])
    end = next((i for i in range(found.end(), stop) if chars[i].text in "&#?/"), stop)
    return chars[found.start() : end] + chars[stop:]


def _unquoted(chars: list[Char]) -> list[Char]:
    """Without the quotation marks at the start, and those at the end that belong to them."""
    start = 0
    chars = _trim(chars)
    while start < len(chars) and chars[start].text in _QUOTES:
        start += 1
    if not start:
        return chars
    chars = chars[start:]
    if chars and chars[0].text == "[":
        return _trim(chars, _QUOTES)  # the next marks are those of a tag
    closing = next((i for i, c in enumerate(chars) if c.text in _QUOTES), None)
    if closing is None:
        return _trim(chars)
    rest = itertools.dropwhile(lambda c: c.text in _QUOTES, chars[closing:])
    return _trim([*chars[:closing], chars[closing]._replace(text=" "), *rest])


def _url_blanks(chars: list[Char], warn: Warn) -> list[Char]:
    """Blanks written as `_` or `+`, as URLs and forms do it; in a FEN neither stands for anything else."""
    first = next((i for i, c in enumerate(chars) if c.text.isspace()), len(chars))
    head = "".join(c.text for c in chars[:first])
    plus = bool(re.search(r"\+[wb]\+", head))
    if plus:
        warn("form-encoding", "'+' is read as a blank", [c for c in chars[:first] if c.text == "+"])
    blanks = "_+" if plus else "_"
    return [c._replace(text=" ") if i < first and c.text in blanks else c for i, c in enumerate(chars)]


def _closed_up(chars: list[Char], warn: Warn) -> list[Char]:
    """Without blanks round the slashes of a placement, where there are eight ranks and no more."""
    found = re.match(_SPACED, "".join(c.text for c in chars))
    inside = chars[: found.end()] if found else []
    blanks = [c for c in inside if c.text.isspace()]
    if not blanks:
        return chars
    warn("blanks", "blanks round the slashes are left out", blanks[:1])
    return [c for c in inside if not c.text.isspace()] + chars[len(inside) :]


def _split(chars: list[Char]) -> list[Token]:
    out: list[Token] = []
    word: list[Char] = []
    for c in chars:
        if not c.text.isspace():
            word.append(c)
        elif word:
            out.append(Token(tuple(word)))
            word = []
    return [*out, Token(tuple(word))] if word else out
