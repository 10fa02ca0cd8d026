"""Sets that a user has as files: SVG, cleaned, or PNG, read and written anew."""

from __future__ import annotations

import base64
import io
from functools import cached_property
from pathlib import Path

from fen2img.errors import PieceSetError
from fen2img.pieceset.folder import find_pieces
from fen2img.pieceset.model import GRID, PieceSet, SetInfo
from fen2img.pieceset.untrusted import Foreign, read_foreign
from fen2img.scene import Group, Markup, Shape, number
from fen2img.themes import Theme

#: Pixels of a PNG piece each way.
MAX_PIXELS = 2048
MAX_BYTES = 4 << 20


class ForeignSet(PieceSet):
    """A folder of piece files; they keep the colours that they have."""

    def __init__(self, info: SetInfo, folder: Path) -> None:
        super().__init__(info)
        self.files = find_pieces(folder)

    @cached_property
    def pictures(self) -> dict[str, Foreign]:
        """All twelve, read and cleaned together, so that a bad file is found whatever is on the board."""
        return {name: read_piece(path) for name, path in self.files.items()}

    def shapes(self, piece: str, theme: Theme, *, dark: bool) -> tuple[Shape, ...]:
        """The picture, as large as fits into the square, in its middle."""
        picture = self.pictures[piece]
        left, top, width, height = picture.box
        scale = GRID / max(width, height)
        x, y = (GRID - width * scale) / 2 - left * scale, (GRID - height * scale) / 2 - top * scale
        return (Group(x, y, (Markup(picture.markup),), scale),)

    @property
    def shared(self) -> bool:
        """Foreign pictures may be large and have ids."""
        return True


def read_piece(path: Path) -> Foreign:
    """The picture in a file. Raises PieceSetError naming it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PieceSetError(f"cannot read {path}: {error.strerror or error}") from None
    return _read_png(data, str(path)) if path.suffix.lower() == ".png" else read_foreign(data, str(path))


def _read_png(data: bytes, where: str) -> Foreign:
    """A PNG as an embedded image, with nothing of the file but its pixels."""
    from PIL import Image, UnidentifiedImageError

    if len(data) > MAX_BYTES:
        raise PieceSetError(f"{where}: {len(data)} bytes; a piece may have {MAX_BYTES}")
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            if max(image.size) > MAX_PIXELS:
                raise PieceSetError(f"{where}: {image.width} x {image.height} px; a piece may have {MAX_PIXELS}")
            pixels = image.convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise PieceSetError(f"{where}: no PNG that can be read: {error}") from None
    out = io.BytesIO()
    pixels.save(out, "PNG", optimize=True)
    width, height = map(float, pixels.size)
    encoded = base64.b64encode(out.getvalue()).decode("ascii")
    size = f'width="{number(width)}" height="{number(height)}"'
    markup = f'<image {size} xlink:href="data:image/png;base64,{encoded}"/>'
    return Foreign((0.0, 0.0, width, height), markup, out.getvalue())
