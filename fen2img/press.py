"""Colour operators: what cairo writes in RGB, in the one colour space that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from fen2img.errors import OptionError
from fen2img.scene import number

if TYPE_CHECKING:
    from pikepdf import Object, Pdf


class _Space(NamedTuple):
    """A colour space: its name, how it fills and strokes, and its parts of a red, green and blue from 0 to 1."""

    name: str
    fill: str
    stroke: str
    parts: Callable[[float, float, float], Sequence[float]]


def _inks(red: float, green: float, blue: float) -> Sequence[float]:
    """Cyan, magenta, yellow and black, which takes all of the grey: black text and lines are printed in one ink."""
    light = max(red, green, blue)
    return *((light - part) / light if light else 0.0 for part in (red, green, blue)), 1 - light


_GRAY = _Space("/DeviceGray", "g", "G", lambda red, green, blue: (red,))  # all three are one: see inks.py
_SPACES = {"gray": _GRAY, "bw": _GRAY, "cmyk": _Space("/DeviceCMYK", "k", "K", _inks)}
#: Operators of RGB and grey, and whether they set the colour of strokes.
_STROKES = {"g": False, "rg": False, "G": True, "RG": True}

_PROLOG_END = b"%%EndProlog\n"
_PAINT = re.compile(rb"(?<!\S)((?:[0-9.]+\s+){3}rg|[0-9.]+\s+g)(?!\S)")


def repaint_pdf(document: Pdf, space: str) -> None:
    """Change the colours of a document that has no images or gradients; RGB stays as it is."""
    if space == "rgb":
        return
    from pikepdf import Name, Stream, unparse_content_stream

    target = _SPACES[space]
    page = document.pages[0].obj
    forms = [o for o in document.objects if isinstance(o, Stream) and o.get("/Subtype") == "/Form"]
    for stream in (page.Contents, *forms):
        stream.write(unparse_content_stream(list(_repainted(stream, target))))
    for owner in (page, *forms):  # what is transparent is blended in that space, too
        if "/Group" in owner:
            owner.Group.CS = Name(target.name)


def _repainted(stream: Object, target: _Space) -> Iterator[Any]:
    """The instructions of a stream, those that set a colour in the target's space."""
    from pikepdf import Operator, parse_content_stream

    for instruction in parse_content_stream(stream):
        stroke = _STROKES.get(str(instruction.operator))
        if stroke is None:
            yield instruction
        else:
            parts = [Decimal(part) for part in _parts(map(float, instruction.operands), target)]
            yield parts, Operator(target.stroke if stroke else target.fill)


def repaint_postscript(data: bytes, space: str) -> bytes:
    """PostScript of cairo with other colours. Raises OptionError for what cairo could only draw as an image in RGB."""
    if space == "rgb":
        return data
    target = _SPACES[space]
    prolog, end, body = data.partition(_PROLOG_END)
    if re.search(rb"^cairo_image", body, re.MULTILINE):
        message = f"--color {space}: PostScript cannot hold a colour that is partly transparent"
        raise OptionError(message, hint="give colours without alpha, or ask for PDF")

    def repaint(found: re.Match[bytes]) -> bytes:
        return " ".join([*_parts(map(float, found[1].split()[:-1]), target), target.fill]).encode()

    return prolog + b"/k { setcmykcolor } bind def\n" * (space == "cmyk") + end + _PAINT.sub(repaint, body)


def _parts(values: Iterator[float], target: _Space) -> list[str]:
    """The operands in the target's space; a single value is a grey."""
    parts = list(values)
    red, green, blue = parts if len(parts) == 3 else parts * 3
    return [number(part, 4) for part in target.parts(red, green, blue)]
