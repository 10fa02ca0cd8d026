"""Wiki text: where a template ends, what its arguments are, and what a reader sees of a text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

#: Where something begins that a reader of the wiki does not see.
_HIDING = re.compile(r"(?i)<!--|<ref\b[^<>]*/>|<(nowiki|pre|syntaxhighlight|ref)\b[^<>/]*>")
#: Characters between two tags; a tag that is not closed does not hide the rest of a page.
_LONGEST_HIDDEN = 100_000


class Argument(NamedTuple):
    """A part between bars: its name, None for one by position, and its text with the place in the source.

    `begin` is where the name begins.
    """

    name: str | None
    text: str
    start: int
    begin: int

    @property
    def value(self) -> str:
        """The text without blanks around it."""
        return self.text.strip()

    @property
    def span(self) -> tuple[int, int]:
        """The place of the value; of an empty one where it would be."""
        start = self.start + len(self.text) - len(self.text.lstrip()) if self.value else self.start
        return start, start + len(self.value)

    @property
    def name_span(self) -> tuple[int, int]:
        """The place of the name."""
        return self.begin, self.begin + len(self.name or "")


def hidden(text: str) -> str:
    """The text with comments, notes and what is no wiki text as blanks of the same length."""
    parts: list[str] = []
    ends: dict[str, re.Match[str] | None] = {}
    done = 0
    for match in _HIDING.finditer(text):
        if match.start() < done:
            continue  # within what is hidden already
        end = _hidden_until(text, match, ends)
        if end is not None:
            parts += text[done : match.start()], re.sub(r"[^\n]", " ", text[match.start() : end])
            done = end
    return "".join((*parts, text[done:]))


def _hidden_until(text: str, match: re.Match[str], ends: dict[str, re.Match[str] | None]) -> int | None:
    """Where what begins with a comment or a tag ends; None for a tag that is not closed soon.

    `ends` has the next closing tags so far, so that however many tags are open the text is searched once.
    """
    if match[0] == "<!--":
        end = text.find("-->", match.end())
        return len(text) if end < 0 else end + 3
    if not match[1]:
        return match.end()  # closed in itself
    name = match[1].lower()
    closing = ends.get(name)
    if name not in ends or (closing and closing.start() < match.end()):
        closing = ends[name] = re.compile(rf"(?i)</{name}\s*>").search(text, match.end())
    return closing.end() if closing and closing.start() - match.end() <= _LONGEST_HIDDEN else None


def end_of(text: str, start: int, limit: int) -> int | None:
    """Where the diagram that begins at `start` ends; None where that is not before `limit`."""
    if text.startswith("{{", start):
        found = _nested(text, start, limit)
        return next((place + 2 for place, mark, depth in found if mark == "}}" and not depth), None)
    if start and text[start - 1] == "[":
        end = text.find(")]", start, limit)
        return end + 1 if end >= 0 else None
    depth = 0
    for match in re.compile(r"[()]").finditer(text, start, limit):
        depth += 1 if match[0] == "(" else -1
        if not depth:
            return match.end()
    return None


def plain(text: str) -> str:
    """Wiki text as plain text: without markup, links by what they show."""
    text = re.sub(r"(?i)<br\b[^<>]*>", " ", text)
    text = re.sub(r"</?[A-Za-z][^<>]*>", "", text)
    text = re.sub(r"\[\[(?:[^\[\]|]*\|)*([^\[\]|]*)\]\]", r"\1", text)
    text = re.sub(r"\[(?:https?:)?//[^\s\[\]]+\s*([^\[\]]*)\]", r"\1", text)
    for _ in range(5):  # templates in templates: what the last argument says
        text = re.sub(r"\{\{[^{}|]*(?:\|[^{}|]*)*?(?:\|([^{}|=]*))?\}\}", r"\1", text)
    return " ".join(html.unescape(re.sub(r"'{2,}", "", text)).split())


def _nested(text: str, start: int, end: int) -> Iterator[tuple[int, str, int]]:
    """Marks of wiki text from a place on, with how many brackets are open behind each."""
    depth = 0
    for match in re.compile(r"\{\{|\}\}|\[\[|\]\]|[|=<>]").finditer(text, start, end):
        depth += match[0] in ("{{", "[[")
        depth -= match[0] in ("}}", "]]")
        yield match.start(), match[0], depth


def arguments_of(text: str, start: int, end: int) -> Iterator[Argument]:
    """What stands between the bars of a template, from its name on."""
    begin, equals, tag = start, -1, False
    for place, mark, depth in _nested(text, start, end):
        if mark in "<>":
            tag = mark == "<" and bool(re.match(r"</?[A-Za-z]", text[place : place + 3]))
        elif mark == "|" and not depth:
            yield _argument(text, begin, place, equals)
            begin, equals, tag = place + 1, -1, False
        elif mark == "=" and not depth and not tag and equals < 0:
            equals = place
    yield _argument(text, begin, end, equals)


def _argument(text: str, begin: int, end: int, equals: int) -> Argument:
    if equals < 0:
        return Argument(None, text[begin:end], begin, begin)
    name = text[begin:equals]
    return Argument(name.strip(), text[equals + 1 : end], equals + 1, begin + len(name) - len(name.lstrip()))


def parameters_of(text: str, start: int, end: int) -> Iterator[Argument]:
    """The parameters of a macro, which commas set apart; those of a caption are its own."""
    found: list[tuple[int, int]] = []
    for part in re.compile(r"[^,]*").finditer(text, start, end):
        words = part[0]
        goes_on = "=" not in words and found and re.match(r"(?i)\s*caption\s*=", text[found[-1][0] :])
        if goes_on:
            found[-1] = found[-1][0], part.end()
        elif words.strip():
            found.append(part.span())
    for begin, stop in found:
        equals = text.find("=", begin, stop)
        yield _argument(text, begin, stop, equals)
