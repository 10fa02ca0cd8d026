"""The public face: what `import fen2img` offers."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from fen2img import diagram as _diagram
from fen2img.files import write_whole
from fen2img.formats import FORMATS, format_named, format_of
from fen2img.notation import read_fen
from fen2img.position import check_board
from fen2img.render import check_applicable, render
from fen2img.style import Style
from fen2img.visibility import doubts


@runtime_checkable
class HasFen(Protocol):
    """Anything that knows its FEN, such as the boards of python-chess."""

    def fen(self) -> str:
        """The FEN."""
        ...


class StyleWarning(UserWarning):
    """What a style asks for is hardly wanted: pieces that do not show on their squares, credits that nobody knows."""


class Diagram(_diagram.Diagram):
    """A position that can be drawn.

    >>> Diagram.from_fen("8/8/8/8/8/8/8/K6k w").svg(size=200)[:4]
    '<svg'

    Drawing methods take the options of `Style` by name, on top of a `style` if one is given. They raise OptionError
    for an option that is unknown, has an impossible value or does not apply to the format.
    """

    __slots__ = ()

    @classmethod
    def from_fen(
        cls,
        fen: str | HasFen,
        *,
        title: str | None = None,
        caption: str | None = None,
        strict: bool = False,
        board: tuple[int, int] = (8, 8),
        fairy: bool = False,
    ) -> Self:
        """Read a FEN, or take that of a board object. Text behind the FEN becomes the caption, unless one is given.

        `board` is (files, ranks); with `fairy` pieces may be turned (`*1Q`) and neutral (`-Q`). Raises NotationError
        when the placement is faulty; with `strict` also for a doubtful field behind it; OptionError for a board that
        cannot be.
        """
        if not isinstance(fen, str | HasFen):
            raise TypeError(f"a FEN is text or an object with a method fen(), not {type(fen).__name__}")
        width, height = check_board(board)
        text = fen if isinstance(fen, str) else fen.fen()
        found = read_fen(text, width=width, height=height, fairy=fairy).diagram(strict=strict, title=title)
        return cls(position=found.position, title=title, caption=caption or found.caption)

    def render(self, format: str, style: Style | None = None, /, **options: object) -> bytes:
        """The picture as the bytes of a format: svg, png, jpeg, webp, pdf, eps, ps or tiff.

        Raises OutputError where the format cannot be made on this machine.
        """
        target = format_named(format)
        full = Style.of(style, **options)
        check_applicable((name.replace("-", "_") for name in options), [target], full)
        for message, hint in doubts(full):
            warnings.warn(f"{message} ({hint})", StyleWarning, stacklevel=3)
        return render(self, full, target)

    def svg(self, style: Style | None = None, /, **options: object) -> str:
        """The picture as SVG text."""
        return self.render("svg", style, **options).decode("utf-8")

    def png(self, style: Style | None = None, /, **options: object) -> bytes:
        """The picture as PNG bytes."""
        return self.render("png", style, **options)

    def save(self, path: str | os.PathLike[str], style: Style | None = None, /, **options: object) -> Path:
        """Write the picture in the format that the suffix names, replacing the file, and return its path.

        Raises OutputError when it cannot be written.
        """
        target = Path(path)
        write_whole(target, self.render(format_of(target).name, style, **options), replace=True)
        return target

    def _repr_svg_(self) -> str:
        """What Jupyter shows."""
        return self.svg()


def formats() -> tuple[str, ...]:
    """The names of the output formats."""
    return tuple(FORMATS)
