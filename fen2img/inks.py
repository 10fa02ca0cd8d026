"""Inks: a Scene in the colours that its colour space has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from fen2img.color import Color, rgb
from fen2img.errors import OptionError
from fen2img.scene import Frame, Glyph, Ground, Group, Half, Local, Markup, Path, Rect, Scene, Shape
from fen2img.style import COLORED, Style

_BLACK_AND_WHITE = (rgb("#000"), rgb("#fff"))


def inked(scene: Scene, style: Style, *, vector: bool) -> Scene:
    """The scene in the colours that `style.color` has, as far as its shapes tell them.

    Pieces from elsewhere keep theirs, and only pixels of them can be changed later. Raises OptionError for them in a
    vector format, and for a colour that black and white do not have.
    """
    if style.color == "rgb":
        return scene
    if vector and any(_foreign(placed.glyph) for placed in scene.placed()):
        message = f"--color {style.color} cannot change the colours of the pieces {style.pieces}"
        raise OptionError(message, hint=f"PNG takes any pieces, a vector format {COLORED}")
    if style.color == "bw":
        _check_black_and_white(scene, style)
    return _grey_scene(scene) if style.color == "gray" else scene


def _check_black_and_white(scene: Scene, style: Style) -> None:
    owners: tuple[Frame | Glyph, ...] = (scene.frame, *(placed.glyph for placed in scene.placed()))
    found = (*(c for owner in owners for c in _colors(owner)), *_paints(scene.under + scene.over + scene.words))
    grey = next((color for color in found if color not in _BLACK_AND_WHITE), None)
    if grey:
        message = f"--color bw has black and white only; with the theme {style.theme} there is {grey}"
        raise OptionError(message, hint="--theme print is in black and white")


def _parts(shapes: tuple[Shape, ...]) -> Iterator[Rect | Path | Markup]:
    """What is painted, out of all groups."""
    for shape in shapes:
        if isinstance(shape, Group | Local):
            yield from _parts(shape.shapes)
        elif isinstance(shape, Half):
            yield from _parts(shape.left + shape.right)
        else:
            yield shape


@lru_cache(maxsize=512)
def _foreign(glyph: Glyph) -> bool:
    return any(isinstance(part, Markup) for part in _parts(glyph.shapes))


@lru_cache(maxsize=512)
def _colors(owner: Frame | Glyph) -> tuple[Color, ...]:
    """The colours that show, without those of pieces from elsewhere, which nobody knows."""
    return _paints(owner.shapes)


def _paints(shapes: tuple[Shape, ...]) -> tuple[Color, ...]:
    parts = [part for part in _parts(shapes) if not isinstance(part, Markup)]
    paints = [paint for p in parts for paint in ((p.fill,) if isinstance(p, Rect) else (p.fill, p.stroke))]
    return tuple(dict.fromkeys(paint for paint in paints if paint and paint.alpha))


# --- grey ------------------------------------------------------------------------------------------------------
# Equal objects for equal ones, as frames, grounds and glyphs key the caches of those who draw.


def _grey_scene(scene: Scene) -> Scene:
    pieces = tuple((cell, _grey_glyph(glyph)) for cell, glyph in scene.pieces)
    figures = tuple(placed._replace(glyph=_grey_glyph(placed.glyph)) for placed in scene.figures)
    under, over, words = _grey(scene.under), _grey(scene.over), _grey(scene.words)
    marked = scene._replace(frame=_grey_frame(scene.frame), pieces=pieces, under=under, over=over)
    return marked._replace(words=words, figures=figures)


@lru_cache(maxsize=64)
def _grey_frame(frame: Frame) -> Frame:
    glyphs = tuple(placed._replace(glyph=_grey_glyph(placed.glyph)) for placed in frame.glyphs)
    grounds = tuple(_grey_ground(ground) for ground in frame.grounds)
    return replace(frame, shapes=_grey(frame.shapes), glyphs=glyphs, grounds=grounds, looks=None)


@lru_cache(maxsize=512)
def _grey_glyph(glyph: Glyph) -> Glyph:
    return replace(glyph, shapes=_grey(glyph.shapes))


@lru_cache(maxsize=512)
def _grey_ground(ground: Ground) -> Ground:
    return Ground(_grey(ground.shapes))


def _grey(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    return tuple(_grey_shape(shape) for shape in shapes)


def _grey_shape(shape: Shape) -> Shape:
    if isinstance(shape, Rect):
        return shape._replace(fill=shape.fill.grey)
    if isinstance(shape, Path):
        return shape._replace(fill=shape.fill and shape.fill.grey, stroke=shape.stroke and shape.stroke.grey)
    if isinstance(shape, Group | Local):
        return shape._replace(shapes=_grey(shape.shapes))
    if isinstance(shape, Half):
        return shape._replace(left=_grey(shape.left), right=_grey(shape.right))
    return shape
