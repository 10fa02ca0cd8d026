"""Somebody else's SVG -> markup that is safe to copy into a picture.

Parsed through an allow-list and drawn anew with plain paths. Nothing is fetched, nothing is run.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from fen2img.errors import PieceSetError
from fen2img.pieceset.document import Document
from fen2img.pieceset.redrawn import Redrawing
from fen2img.scene import number

MAX_BYTES = 512 * 1024


class Foreign(NamedTuple):
    """A picture from elsewhere: its view box (left, top, width, height) and the markup that draws it.

    `png` holds the image where the picture is one; `needs` names what of it cairo cannot draw.
    """

    box: tuple[float, float, float, float]
    markup: str
    png: bytes | None = None
    needs: str = ""

    def as_file(self) -> tuple[str, bytes]:
        """Suffix and content of a file that reads back as the same picture."""
        if self.png is not None:
            return ".png", self.png
        box = " ".join(number(v, 4) for v in self.box)
        spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        return ".svg", f'<svg {spaces} viewBox="{box}">{self.markup}</svg>\n'.encode()


def read_foreign(data: bytes, where: str) -> Foreign:
    """The safe part of an SVG file. Raises PieceSetError naming `where`, with the line when there is one."""
    if len(data) > MAX_BYTES:
        raise PieceSetError(f"{where}: {len(data)} bytes; a piece may have {MAX_BYTES}")
    document = Document(*_parse(data, where), where)
    redrawing = Redrawing(document, hashlib.sha256(data).hexdigest()[:8])
    return Foreign(document.box, redrawing.markup(), needs=", ".join(redrawing.needs))


def _parse(data: bytes, where: str) -> tuple[Any, dict[Any, int]]:
    """The root element and the line of each element."""
    from xml.etree.ElementTree import TreeBuilder

    from defusedxml import DefusedXmlException, ElementTree

    lines: dict[Any, int] = {}

    def here(message: str) -> PieceSetError:
        return PieceSetError(f"{where}:{parser.parser.CurrentLineNumber}: {message}")

    class Builder(TreeBuilder):
        def start(self, tag: Any, attrs: Any, /) -> Any:
            element = super().start(tag, attrs)
            lines[element] = parser.parser.CurrentLineNumber
            return element

        def pi(self, target: str, text: str | None = None, /) -> Any:
            if target == "xml-stylesheet":
                raise here("a style sheet out of the file is refused")

    def declared(*_: object) -> None:
        raise here("attributes in a DTD are refused")

    parser = ElementTree.DefusedXMLParser(target=Builder(), forbid_entities=True, forbid_external=True)
    parser.parser.AttlistDeclHandler = declared
    try:
        parser.feed(data)
        return parser.close(), lines
    except DefusedXmlException:
        raise here("an entity is refused") from None
    except ElementTree.ParseError as error:
        raise PieceSetError(f"{where}:{error.position[0]}: not well-formed XML: {error}") from None
    except (ValueError, LookupError) as error:
        raise PieceSetError(f"{where}: not readable as XML: {error}") from None
