"""The CSS of somebody else's SVG: `.st0{fill:#fff}` and style attributes, in a strict subset.

Anything that is not plainly this is refused, so that every file is read in time that grows with its length only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from fen2img.errors import PieceSetError

MAX_SELECTORS = 200
#: Elements that a selector speaks of: `g path` has two.
MAX_PARTS = 4
#: Comparisons of a selector with an element.
MAX_WORK = 100_000

#: What makes an error of a message and the element that it is about.
Fail = Callable[[str, Any], PieceSetError]

_RULE = re.compile(r"([^{}]*+)\{([^{}]*+)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*+)?((?:[.#][A-Za-z_-][\w-]*+)*+)", re.ASCII)
#: Pieces of a declaration; a lone character is one that has no place there.
_TOKEN = re.compile(r"""[^;:'"(){}\\]++|"[^"\\]*+"|'[^'\\]*+'|\([^(){}\\]*+\)|[;:]|(.)""", re.DOTALL)
#: After every rule of a style sheet.
_ATTRIBUTE = (1, 0, 0, 0)


class Declared(NamedTuple):
    """A property and its value."""

    name: str
    value: str
    important: bool


class _Compound(NamedTuple):
    """`path.a#b`; empty parts fit any element."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]

    def fits(self, one: Named) -> bool:
        return self.tag in ("", one.tag) and self.ids <= {one.name} and self.classes <= one.classes


class Named(NamedTuple):
    """What selectors ask of an element."""

    tag: str
    name: str | None
    classes: frozenset[str]

    @classmethod
    def of(cls, element: Any, tag: str) -> Named:
        """Those of an element."""
        return cls(tag, element.get("id"), frozenset(element.get("class", "").split()))


class _Selector(NamedTuple):
    """`g path.a`: the last part fits the element, and the ones before it elements around it, in their order."""

    parts: tuple[_Compound, ...]

    @property
    def weight(self) -> tuple[int, ...]:
        ids, classes = (sum(len(part[i]) for part in self.parts) for i in (1, 2))
        return (0, ids, classes, sum(bool(part.tag) for part in self.parts))

    def fits(self, chain: tuple[Named, ...]) -> bool:
        """Whether it fits the last of the elements from the root on."""
        around = iter(chain[-2::-1])
        return self.parts[-1].fits(chain[-1]) and all(
            any(part.fits(one) for one in around) for part in self.parts[-2::-1]
        )


class Styles:
    """The style sheets of a document.

    `known` are the properties that matter; what else is declared is left out here.
    """

    def __init__(self, sheets: list[Any], known: frozenset[str], fail: Fail) -> None:
        self.known = known
        self.fail = fail
        self.rules: list[tuple[_Selector, list[Declared]]] = []
        self.work = 0
        for sheet in sheets:
            media = sheet.get("media", "all").strip().lower()
            if media not in ("", "all", "screen"):
                raise fail(f"a style sheet for {media[:40]!r} only", sheet)
            for selector, declared in self._rules(sheet):
                self.rules.append((selector, declared))
                if len(self.rules) > MAX_SELECTORS:
                    raise fail(f"more than {MAX_SELECTORS} selectors in style sheets", sheet)

    def of(self, element: Any, chain: tuple[Named, ...]) -> dict[str, str]:
        """What holds for an element, the last of a chain of them from the root on.

        The rules by weight, then its style attribute; `!important` ones after all.
        """
        self.work += sum(len(selector.parts) for selector, _ in self.rules)
        if self.work > MAX_WORK:
            raise self.fail(f"more than {MAX_WORK} comparisons of elements with selectors", element)
        found = [(s.weight, declared) for s, declared in self.rules if s.fits(chain)]
        if style := element.get("style"):
            found.append((_ATTRIBUTE, self._declarations(style, element)))
        found.sort(key=lambda item: item[0])  # stable: of equal weights the later one wins
        ordered = [d for _, declared in found for d in declared]
        return {d.name: d.value for d in sorted(ordered, key=lambda d: d.important)}

    def _rules(self, sheet: Any) -> Iterator[tuple[_Selector, list[Declared]]]:
        rest = _uncommented(sheet.text).replace("<!--", " ").replace("-->", " ").strip()
        while rest:
            if rest.startswith("@"):
                named = re.split(r"[^@\w-]", rest[:40], maxsplit=1)[0]
                raise self.fail(f"{named} in a style sheet is refused", sheet)
            rule = _RULE.match(rest)
            if not rule:
                raise self.fail("a style sheet that cannot be read", sheet)
            declared = self._declarations(rule[2], sheet)
            for selector in rule[1].split(","):
                yield self._selector(selector.strip(), sheet), declared
            rest = rest[rule.end() :].lstrip()

    def _selector(self, text: str, sheet: Any) -> _Selector:
        matches = [_SELECTOR.fullmatch(word) for word in text.split()]
        if not matches or not all(matches) or len(matches) > MAX_PARTS:
            raise self.fail(f"a selector that is not understood: {text[:40]!r}", sheet)
        return _Selector(tuple(_compound(match) for match in matches if match))

    def _declarations(self, text: str, element: Any) -> list[Declared]:
        """`fill: red; stroke: none`, each known property once."""
        found: dict[tuple[str, bool], Declared] = {}
        for words in self._split(_uncommented(text), element):
            if not words:
                continue
            value, mark, important = "".join(words[2:]).partition("!")
            if words[1:2] != [":"] or not value.strip() or important.strip().lower() not in ("", "important"):
                raise self.fail(f"a style that is not understood: {''.join(words)[:40]!r}", element)
            one = Declared(words[0].strip().lower(), value.strip(), bool(mark))
            if one.name in self.known:
                found[one.name, one.important] = one
        return list(found.values())

    def _split(self, text: str, element: Any) -> Iterator[list[str]]:
        """The words between semicolons."""
        words: list[str] = []
        for token in _TOKEN.finditer(text):
            if token[1]:
                raise self.fail(f"{token[1]!r} in a style is not understood", element)
            if token[0] == ";":
                yield words
                words = []
            elif words or token[0].strip():
                words.append(token[0])
        yield words


def _compound(match: re.Match[str]) -> _Compound:
    parts = re.findall(r"([.#])([\w-]+)", match[2])
    ids, classes = (frozenset(name for sign, name in parts if sign == kind) for kind in "#.")
    return _Compound((match[1] or "").removeprefix("*"), ids, classes)


def _uncommented(text: str) -> str:
    """CSS without its comments; one that is not closed runs to the end."""
    first, *others = text.split("/*")
    return " ".join([first, *(part.partition("*/")[2] for part in others)])
