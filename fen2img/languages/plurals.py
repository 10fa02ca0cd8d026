"""Numbers in words: which form of a noun goes with one, and how its digits are grouped.

The forms are those of Unicode CLDR 46, cardinal plural rules (`common/supplemental/plurals.xml`), for whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from fen2img.languages import Forms, Language


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _romance(n: int) -> str:
    return "one" if n == 1 else _millions(n)


def _with_zero(n: int) -> str:
    return "one" if n in (0, 1) else _millions(n)


def _millions(n: int) -> str:
    return "many" if n and n % 1_000_000 == 0 else "other"


def _russian(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else _few(n)


def _polish(n: int) -> str:
    return "one" if n == 1 else _few(n)


def _few(n: int) -> str:
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


#: The forms that a language has, the last one for most numbers, and the rule that chooses.
RULES: dict[str, tuple[tuple[str, ...], Callable[[int], str]]] = {
    "en": (("one", "other"), _one),
    "de": (("one", "other"), _one),
    "es": (("one", "many", "other"), _romance),
    "fr": (("one", "many", "other"), _with_zero),
    "it": (("one", "many", "other"), _romance),
    "ko": (("other",), lambda n: "other"),
    "nl": (("one", "other"), _one),
    "pl": (("one", "few", "many"), _polish),
    "pt": (("one", "many", "other"), _with_zero),
    "ru": (("one", "few", "many"), _russian),
}


def counted(said: type[Language], forms: Forms, n: int) -> str:
    """The message for a number of things: `3 pawns`, `1 пешка`, `5 пешек`."""
    return forms[RULES[said.code][1](n)].format(n=grouped(said, n))


def grouped(said: type[Language], n: int) -> str:
    """The digits of a number, in groups of three: `1,234`, `1.234`, `1 234`."""
    digits = str(n)
    return f"{n:,}".replace(",", said.group) if len(digits) >= said.grouped_from else digits
