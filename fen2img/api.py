"""The public face: what `import fen2img` offers."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol, Self, TypeVar, runtime_checkable

from fen2img import diagram as _diagram
from fen2img.errors import OptionError
from fen2img.files import write_whole
from fen2img.formats import FORMATS, Format, format_named, format_of
from fen2img.notation import read_fen, read_plain
from fen2img.options import known_only
from fen2img.position import check_board
from fen2img.render import check_applicable, render, render_text
from fen2img.style import OPTIONS, Style
from fen2img.visibility import doubts
from fen2img.words import describe

if TYPE_CHECKING:
    from fen2img.inputs import ReadOptions, Record

Drawn = TypeVar("Drawn", bytes, str)


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
        if not isinstance(fen, str):
            if not isinstance(fen, HasFen):
                raise TypeError(f"a FEN is text or an object with a method fen(), not {type(fen).__name__}")
            fen = fen.fen()
        if board == (8, 8) and (plain := read_plain(fen)):  # no Reading is made where there is nothing to report
            return _diagram.bare(cls, plain, title, caption or None)
        width, height = check_board(board)
        found = read_fen(fen, width=width, height=height, fairy=fairy)
        return cls(position=found.certain(strict=strict), title=title, caption=caption or found.rest or None)

    def alt_text(self, lang: str = "en") -> str:
        """The position and its marks in words, as they stand in every picture: for the `alt` attribute.

        >>> Diagram.from_fen("6k1/8/8/8/8/8/P7/K7 w").alt_text("de")
        'Weiß: Ka1, Bauer a2. Schwarz: Kg8. Weiß am Zug.'

        Raises OptionError for a language that is not known.
        """
        return describe(self.shown, self.marks, str(OPTIONS["lang"].parse(lang)))

    def render(self, format: str, style: Style | None = None, /, **options: object) -> bytes:
        """The picture as the bytes of a format: svg, png, jpeg, webp, pdf, eps, ps or tiff.

        Raises OutputError where the format cannot be made on this machine.
        """
        return self._drawn(render, format, style, options)

    def svg(self, style: Style | None = None, /, **options: object) -> str:
        """The picture as SVG text."""
        return self._drawn(render_text, "svg", style, options)

    def png(self, style: Style | None = None, /, **options: object) -> bytes:
        """The picture as PNG bytes."""
        return self._drawn(render, "png", style, options)

    def save(self, path: str | os.PathLike[str], style: Style | None = None, /, **options: object) -> Path:
        """Write the picture in the format that the suffix names, replacing the file, and return its path.

        Raises OutputError when it cannot be written.
        """
        target = Path(path)
        write_whole(target, self._drawn(render, format_of(target).name, style, options), replace=True)
        return target

    def _drawn(
        self,
        draw: Callable[[_diagram.Diagram, Style, Format], Drawn],
        format: str,
        style: Style | None,
        options: Mapping[str, object],
    ) -> Drawn:
        """The picture for the caller of the method that calls this one, whom warnings are for."""
        target = format_named(format)
        full = Style.of(style, **options)
        if options:
            full = _one_object(full)
            check_applicable((name.replace("-", "_") for name in options), [target], full)
        for message, hint in doubts(full):
            warnings.warn(f"{message} ({hint})", StyleWarning, stacklevel=3)
        return draw(self, full, target)

    def _repr_svg_(self) -> str:
        """What Jupyter shows."""
        return self.svg()


def read_diagrams(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    board: tuple[int, int] = (8, 8),
    fairy: bool = False,
    strict: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
    **options: Any,
) -> Iterator[Diagram]:
    """The diagrams of a file, by its path or open for reading bytes: FEN list, EPD, CSV, PGN and whatever else is read.

    `options` are those of reading (`limit=10`, `fen_column="FEN"`, `at="24w"`; `from_` names the kind of input). They
    are read one by one, so a file may be of any size. Raises NotationError for a position that is faulty (with `strict`
    doubtful), unless they are to be skipped; OptionError for a file that cannot be read, and for an option that does
    not apply to it.

    >>> import io
    >>> [diagram.caption for diagram in read_diagrams(io.BytesIO(b"8/8/8/8/8/8/8/K6k w Kings"))]
    ['Kings']
    """
    from fen2img.inputs import READ_OPTIONS, ReadOptions, Rules, read_record, words_of

    if on_error not in ("raise", "skip"):
        raise OptionError(f"on_error: '{on_error}' is not one of raise, skip")
    given: dict[str, Any] = known_only(options, READ_OPTIONS, "read_diagrams")
    reading = ReadOptions(**given)
    rules = Rules(*check_board(board), fairy, reading.letters)
    for record in _records(source, reading):
        found = read_record(record, rules)
        if on_error == "skip" and not found.good(strict=strict):
            continue
        read = found.diagram(strict=strict, number=record.number, **words_of(record))
        yield Diagram(**{field.name: getattr(read, field.name) for field in fields(read)})


def _records(source: str | os.PathLike[str] | BinaryIO, reading: ReadOptions) -> Iterator[Record]:
    """The records of a file. Raises OptionError where it cannot be read."""
    from fen2img.inputs import read_input

    if not isinstance(source, str | os.PathLike):
        yield from read_input(source, str(getattr(source, "name", "<stream>")), reading)
        return
    try:
        with Path(source).open("rb") as stream:
            yield from read_input(stream, os.fspath(source), reading)
    except OSError as error:
        raise OptionError(f"cannot read {os.fspath(source)}: {error.strerror or error}") from None


@lru_cache(maxsize=64)
def _one_object(style: Style) -> Style:
    """Equal styles as one object, by which all that is made for a style is found."""
    return style


def formats() -> tuple[str, ...]:
    """The names of the output formats."""
    return tuple(FORMATS)
