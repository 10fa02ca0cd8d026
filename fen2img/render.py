"""The pipeline: Diagram + Style -> the bytes of a format. Everything that draws goes through here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fen2img.color import TRANSPARENT
from fen2img.diagram import Diagram
from fen2img.errors import OptionError, OutputError, PieceSetError
from fen2img.formats import FORMATS, Format
from fen2img.layout import layout, pieces_of
from fen2img.options import Option
from fen2img.pieceset import GRID, NAMES, PieceSet
from fen2img.scene import Frame, Placed, Rect, Scene
from fen2img.style import OPTIONS, Style
from fen2img.svg import to_svg
from fen2img.text import lacks
from fen2img.themes import THEMES


def render(diagram: Diagram, style: Style, target: Format) -> bytes:
    """The picture of a diagram in a format.

    Raises OptionError for a size or colours that cannot be, OutputError where a format cannot be made on this machine.
    """
    scene, style = _scene(diagram, style, target)
    try:
        return target.write(scene, style)
    except OutputError:
        if any(placed.glyph.shared for placed in scene.placed()):
            prove(pieces_of(style).pieces)
        raise


def render_text(diagram: Diagram, style: Style, target: Format) -> str:
    """The picture as text, which SVG alone is. Raises OptionError as `render` does."""
    scene, style = _scene(diagram, style, target)
    return to_svg(scene, reuse=style.svg_reuse)


def _scene(diagram: Diagram, style: Style, target: Format) -> tuple[Scene, Style]:
    """The scene in colours that the format has, and the style that says so."""
    style = target.fitted(style)
    scene = layout(diagram, style, paper=target.vector)
    if style.color != "rgb":
        from fen2img.inks import inked  # a start in colour does without

        scene = inked(scene, style, vector=target.vector)
    return scene, style


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
        if image.mode == "RGBA" and not image.getbbox():
            raise PieceSetError(f"{pieces.source(name)}: its picture is blank")


def check_applicable(asked: Iterable[str], targets: Iterable[Format], style: Style) -> None:
    """Raises OptionError for an option among `asked` that none of the formats takes, or that the pieces do not take."""
    names, asked = [f.name for f in targets], list(asked)
    check_pieces(asked, [style])
    if "figurines" in asked and style.figurines and not style.has_words:
        raise OptionError("--figurines: there are no words to draw them in", hint="--title, --caption and the like")
    if "font" in asked:
        lacks("", style.font_file)  # raises for what is no font, before one is needed
    for option in (OPTIONS[n] for n in asked):
        takers = _takers(option, style)
        if not any(name in takers for name in names):
            what = f"{option.flag} {style.color}" if option.name == "color" else option.flag
            message = f"{what} does not apply to {', '.join(names).upper()}"
            raise OptionError(message, hint=f"it is for {_listed(takers)}")


def _takers(option: Option, style: Style) -> list[str]:
    """The formats that an option is for; of a colour space those that have it."""
    if option.name == "color":
        return [f.name for f in FORMATS.values() if style.color in f.spaces]
    return [name for name in FORMATS if option.formats is None or name in option.formats]


def _listed(names: list[str]) -> str:
    """`PDF, EPS and PS`."""
    *most, last = (name.upper() for name in names)
    return f"{', '.join(most)} and {last}" if most else last


def check_pieces(asked: Iterable[str], styles: Sequence[Style]) -> None:
    """Raises OptionError for an option among `asked` that the pieces of none of the styles take."""
    for option in (OPTIONS[n] for n in asked):
        if option.sets and not any(option.name in pieces_of(style).pieces.takes for style in styles):
            which = ", ".join(style.pieces for style in styles)
            message = f"{option.flag} does not apply to the pieces {which}"
            raise OptionError(message, hint=f"it is for {option.sets}")
