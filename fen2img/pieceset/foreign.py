"""Sets that a user has as files: SVG, cleaned, or PNG, read and written anew."""

from __future__ import annotations

import base64
import io
from functools import cached_property
from pathlib import Path

from fen2img.errors import PieceSetError
from fen2img.pieceset.folder import find_pieces
from fen2img.pieceset.model import GRID, PEN, Pen, PieceSet, SetInfo
from fen2img.pieceset.untrusted import Foreign, read_foreign
from fen2img.scene import Group, Markup, Shape, number
from fen2img.themes import Theme

#: Pixels of a PNG piece each way.
MAX_PIXELS = 2048
#: Larger ones are made as small as that: no square of a book is larger, and drawing takes no longer.
LARGEST = 512
MAX_BYTES = 4 << 20
_PNG = b"\x89PNG\r\n\x1a\n"


class ForeignSet(PieceSet):
    """A folder of piece files; they keep the colours that they have."""

    def __init__(self, info: SetInfo, folder: Path) -> None:
        super().__init__(info)
        self.files = find_pieces(folder)

    @cached_property
    def pictures(self) -> dict[str, Foreign]:
        """All twelve, read and cleaned together, so that a bad file is found whatever is on the board."""
        return {name: read_piece(path) for name, path in self.files.items()}

    def shapes(self, piece: str, theme: Theme, *, dark: bool, pen: Pen = PEN) -> tuple[Shape, ...]:
        """The picture, as large as fits into the square, in its middle."""
        picture = self.pictures[piece]
        left, top, width, height = picture.box
        scale = GRID / max(width, height)
        x, y = (GRID - width * scale) / 2 - left * scale, (GRID - height * scale) / 2 - top * scale
        return (Group(x, y, (Markup(_clipped(picture)),), scale),)

    def source(self, piece: str) -> str:
        """The path of the file."""
        return str(self.files[piece])

    def needs(self, piece: str) -> str:
        """What cairo would draw wrong of a piece, after the path of its file."""
        needs = self.pictures[piece].needs
        return f"{self.source(piece)}: {needs}" if needs else ""

    @property
    def shared(self) -> bool:
        """Foreign pictures may be large and have ids."""
        return True


def _clipped(picture: Foreign) -> str:
    """A picture that does not leave its view box; the id says all that the clip is."""
    left, top, width, height = (number(v, 4) for v in picture.box)
    name = f"f2i-box_{left}_{top}_{width}_{height}"
    clip = f'<clipPath id="{name}"><path d="M{left} {top}h{width}v{height}h-{width}z"/></clipPath>'
    return f'{clip}<g clip-path="url(#{name})">{picture.markup}</g>'


def read_piece(path: Path) -> Foreign:
    """The picture in a file. Raises PieceSetError naming it."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise PieceSetError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise PieceSetError(f"{path}: more than {MAX_BYTES} bytes; no piece needs them")
    return _read_png(data, str(path)) if path.suffix.lower() == ".png" else read_foreign(data, str(path))


def _read_png(data: bytes, where: str) -> Foreign:
    """A PNG as an embedded image, with nothing of the file but its pixels."""
    from PIL import Image

    wide, high = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))  # Pillow would warn, or refuse, first
    if data.startswith(_PNG) and max(wide, high) > MAX_PIXELS:
        raise PieceSetError(f"{where}: {wide} x {high} px; a piece may have {MAX_PIXELS}")
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            if image.mode.startswith("I"):  # Pillow cuts the values off instead of scaling them
                raise PieceSetError(f"{where}: grey of 16 bits; a piece may have 8")
            pixels = image.convert("RGBA")
            pixels.thumbnail((LARGEST, LARGEST), Image.Resampling.LANCZOS)
    except (OSError, SyntaxError, ValueError):
        raise PieceSetError(f"{where}: not a PNG that can be read") from None
    if not pixels.getchannel("A").getextrema()[1]:
        raise PieceSetError(f"{where}: nothing is drawn in it")
    out = io.BytesIO()
    pixels.save(out, "PNG", optimize=True)
    width, height = map(float, pixels.size)
    encoded = base64.b64encode(out.getvalue()).decode("ascii")
    size = f'width="{number(width)}" height="{number(height)}"'
    markup = f'<image {size} xlink:href="data:image/png;base64,{encoded}"/>'
    return Foreign((0.0, 0.0, width, height), markup, out.getvalue())
