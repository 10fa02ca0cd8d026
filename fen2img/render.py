"""The pipeline: Diagram + Style -> the bytes of a format. Everything that draws goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fen2img.color import TRANSPARENT
from fen2img.diagram import Diagram
from fen2img.errors import OptionError, OutputError, PieceSetError
from fen2img.formats import Format
from fen2img.layout import layout, pieces_of
from fen2img.pieceset import GRID, NAMES, PieceSet
from fen2img.scene import Frame, Placed, Rect, Scene
from fen2img.style import OPTIONS, Style
from fen2img.themes import THEMES


def render(diagram: Diagram, style: Style, target: Format) -> bytes:
    """The picture of a diagram in a format.

    Raises OptionError for a size that cannot be, OutputError where a format cannot be made on this machine.
    """
    scene = layout(diagram, style, paper=target.vector)
    try:
        return target.write(scene, style)
    except OutputError:
        if any(placed.glyph.shared for placed in scene.placed()):
            prove(pieces_of(style).pieces)
        raise


def prove(pieces: PieceSet) -> None:
    """Draw each piece by itself. Raises PieceSetError naming the first one that is beyond the renderer."""
    from fen2img.raster import draw_whole

    colored = pieces.in_colors(next(iter(THEMES.values())))
    for name in NAMES:
        ground = Rect(0, 0, GRID, GRID, TRANSPARENT)
        frame = Frame(GRID, GRID, GRID, (ground,), (Placed(colored[name, False], 0, 0, GRID),), (), ())
        try:
            image = draw_whole(Scene(frame, (), "", "", ""))
        except OutputError as error:
            raise PieceSetError(f"{pieces.source(name)}: {error.message}") from error
        if not image.getbbox():
            raise PieceSetError(f"{pieces.source(name)}: its picture is blank")


def check_applicable(asked: Iterable[str], targets: Iterable[Format], style: Style) -> None:
    """Raises OptionError for an option among `asked` that none of the formats takes, or that the pieces do not take."""
    names, asked = [f.name for f in targets], list(asked)
    check_pieces(asked, [style])
    for option in (OPTIONS[n] for n in asked):
        if option.formats is not None and not option.formats.intersection(names):
            only = " and ".join(sorted(name.upper() for name in option.formats))
            raise OptionError(f"{option.flag} does not apply to {', '.join(names).upper()}", hint=f"it is for {only}")


def check_pieces(asked: Iterable[str], styles: Sequence[Style]) -> None:
    """Raises OptionError for an option among `asked` that the pieces of none of the styles take."""
    for option in (OPTIONS[n] for n in asked):
        if option.sets and not any(option.name in pieces_of(style).pieces.takes for style in styles):
            which = ", ".join(style.pieces for style in styles)
            message = f"{option.flag} does not apply to the pieces {which}"
            raise OptionError(message, hint=f"it is for {option.sets}")
