"""The pipeline: Diagram + Style -> the bytes of a format. Everything that draws goes through here."""

from __future__ import annotations

from collections.abc import Iterable

from fen2img.diagram import Diagram
from fen2img.errors import OptionError
from fen2img.formats import Format
from fen2img.layout import layout
from fen2img.style import OPTIONS, Style


def render(diagram: Diagram, style: Style, target: Format) -> bytes:
    """The picture of a diagram in a format.

    Raises OptionError for a size that cannot be, OutputError where a format cannot be made on this machine.
    """
    return target.write(layout(diagram, style, paper=target.vector), style)


def check_applicable(asked: Iterable[str], targets: Iterable[Format]) -> None:
    """Raises OptionError for an option among `asked` that none of the formats takes."""
    names = [f.name for f in targets]
    for option in (OPTIONS[n] for n in asked):
        if option.formats is not None and not option.formats.intersection(names):
            only = " and ".join(sorted(name.upper() for name in option.formats))
            raise OptionError(f"{option.flag} does not apply to {', '.join(names).upper()}", hint=f"it is for {only}")
