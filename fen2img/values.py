"""Kinds of values that options of the look have: themes, piece sets, fonts, languages, texts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from fen2img.errors import near_match
from fen2img.files import expanded
from fen2img.languages import LANGUAGES
from fen2img.options import Choice, Kind
from fen2img.pieceset import FONT_SUFFIXES, bundled_names, is_path, set_names
from fen2img.template import PLACEHOLDERS, check_template
from fen2img.themes import THEMES, Theme

#: Characters of a title or caption.
MAX_TEXT = 2000


class ThemeName(Choice):
    """A bundled theme by its name; one of a house style by its name or as it is."""

    def __init__(self, own: Mapping[str, Theme] = {}) -> None:
        super().__init__((*THEMES, *own), "NAME")
        self.own = own

    def parse(self, value: object) -> Any:
        """The name of a bundled theme, or the theme. Raises ValueError with near names."""
        if isinstance(value, Theme):
            return value
        name = super().parse(value)
        return self.own.get(name, name)


class SetSource(Kind):
    """A piece set by name or path."""

    metavar = "SET"

    def parse(self, value: object) -> str:
        """The name or path. Raises ValueError with near names."""
        # Bundled names first: looking for installed ones costs a part of every start.
        if isinstance(value, str) and (value in bundled_names() or value in set_names()):
            return value
        if isinstance(value, str) and value and is_path(value):
            return _absolute(value)
        raise ValueError(near_match(str(value), set_names()) or "")

    def seen_from(self, value: object, folder: Path) -> object:
        """A path starts at the folder."""
        if isinstance(value, str) and value and value not in set_names():
            with suppress(OSError):  # too long for a name
                if is_path(value) or (folder / value).exists():
                    return str(folder / expanded(value))
        return value

    @property
    def values(self) -> str:
        """The names."""
        return f"one of {', '.join(bundled_names())}, an installed set or a path"


class MapSource(Kind):
    """The layout of a chess font by name, or a TOML file."""

    metavar = "NAME"

    def parse(self, value: object) -> str:
        """The name or path. Raises ValueError with near names."""
        from fen2img.pieceset.font import MAP_NAMES

        if isinstance(value, str) and value.endswith(".toml"):
            return _absolute(value)
        if isinstance(value, str) and value in MAP_NAMES:
            return value
        raise ValueError(near_match(str(value), MAP_NAMES) or "")

    def seen_from(self, value: object, folder: Path) -> object:
        """A path starts at the folder."""
        if isinstance(value, str) and value.endswith(".toml"):
            return str(folder / expanded(value))
        return value

    @property
    def values(self) -> str:
        """The names."""
        from fen2img.pieceset.font import MAP_NAMES

        return f"one of {', '.join(MAP_NAMES)}, or a TOML file"


def _absolute(path: str) -> str:
    """A path that means the same when the working folder is another one: styles are kept and compared."""
    return str(expanded(path).absolute())


class FontSource(Kind):
    """A font file."""

    metavar = "FONT"
    example = "my-font.ttf"

    def parse(self, value: object) -> str:
        """The path. Raises ValueError."""
        if isinstance(value, str) and value.lower().endswith(FONT_SUFFIXES):
            return _absolute(value)
        raise ValueError

    def seen_from(self, value: object, folder: Path) -> object:
        """A path starts at the folder."""
        return str(folder / expanded(value)) if isinstance(value, str) else value

    @property
    def values(self) -> str:
        """The form."""
        return "a TTF or OTF file"


class LanguageCode(Choice):
    """A language by its code."""

    def parse(self, value: object) -> str:
        """The code. Raises ValueError that offers the one of a language with its country, or by its name."""
        try:
            return super().parse(value)
        except ValueError as error:
            asked = str(value).lower()
            known = {name.lower(): code for code, names in LANGUAGES.items() for name in (code, *names)}
            found = known.get(asked) or known.get(asked.replace("_", "-").split("-")[0])
            raise ValueError(f"did you mean {found}?" if found else str(error)) from None


class Template(Kind):
    """A text with placeholders."""

    def __init__(self, example: str) -> None:
        self.example = example

    def parse(self, value: object) -> str:
        """The text. Raises ValueError, with a hint."""
        if isinstance(value, str) and len(value) <= MAX_TEXT:
            check_template(value, columns=True)
            return value
        raise ValueError

    @property
    def values(self) -> str:
        """The form."""
        names = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
        return f"a text, of {MAX_TEXT} characters at most, with the placeholders {names} or {{COLUMN}}"
