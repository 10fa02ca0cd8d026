"""The set `letters`: the letter of the piece in a disc, for readers who do not know the figures."""

from __future__ import annotations

from fen2img.letters import LETTERS
from fen2img.pieceset.model import GRID, PEN, Pen, PieceSet, SetInfo
from fen2img.position import PIECE_LETTERS
from fen2img.scene import Group, Path, Shape, disc
from fen2img.text import EM, outline
from fen2img.themes import PieceColors, Theme

RADIUS, LINE, RING = 39.0, 3.2, 33.5
SIZE = 56.0
WEIGHT = 650
INFO = SetInfo(
    "letters", "Letters", "The fen2img authors", "CC0-1.0", "the letter of the piece, in --piece-letters' language"
)


class LetterSet(PieceSet):
    """Discs with letters, drawn from the typeface."""

    takes = frozenset({"white", "black", "piece_letters"})

    def __init__(self, code: str) -> None:
        super().__init__(INFO)
        self.letters = LETTERS[code].letters

    def palette(self, theme: Theme) -> tuple[PieceColors, PieceColors]:
        """The theme's colours for pieces, or black on white."""
        return theme.sides()

    def shapes(self, piece: str, theme: Theme, *, dark: bool, pen: Pen = PEN) -> tuple[Shape, ...]:
        """A disc with its edge and the letter, which is centred by its ink."""
        colors = self.palette(theme)[piece[0] == "b"]
        letter = outline(self.letters[PIECE_LETTERS.index(piece[1])], WEIGHT)
        wide = (letter.right - letter.left) / EM
        size = min(SIZE, 2 * RING * 0.86 / wide)
        scale = size / EM
        x, y = GRID / 2 - letter.middle * scale, GRID / 2 - (letter.top + letter.bottom) / 2 * scale
        ink = colors.outline if piece[0] == "w" else colors.detail
        plate = disc(GRID / 2, GRID / 2, RADIUS)
        halo = (Path(plate, theme.light, theme.light, LINE + 2 * pen.halo),) if theme.halo else ()
        return (
            *halo,
            Path(plate, colors.body, colors.outline, LINE),
            Group(x, y, (Path(letter.d, ink),), scale),
        )
