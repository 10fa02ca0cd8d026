"""Preview sheets: every set, every theme, each picture under its name."""

import pytest
from drawing import scene
from PIL import ImageChops

from fen2img.errors import OptionError
from fen2img.preview import ALL_PIECES, COLUMNS, EXAMPLE, GAP, piece_sheet, theme_sheet
from fen2img.raster import draw
from fen2img.style import Style
from fen2img.themes import THEMES

LABEL = 18


def test_a_piece_sheet_shows_every_piece_on_both_colours():
    sheet = piece_sheet(["book"], Style.of(square=24, coordinates="all", marker="king", flip=True))
    board = scene(ALL_PIECES, board=(6, 4), square=24, coordinates="none")
    assert sheet.size == (6 * 24 + 2 * GAP, 4 * 24 + LABEL + 2 * GAP)
    part = sheet.crop((GAP, GAP + LABEL, GAP + 144, GAP + LABEL + 96))
    assert ImageChops.difference(part, draw(board)).getbbox() is None
    assert {(p.glyph.name, (i // 6 + i) % 2) for i, p in enumerate(board.placed())} == {
        (side + letter, shade) for side in "wb" for letter in "KQRBNP" for shade in (0, 1)
    }


def test_piece_sheets_stand_one_below_the_other():
    one, two = (piece_sheet(names, Style.of(square=24)) for names in (["book"], ["book", "book"]))
    assert two.width == one.width
    assert two.height == 2 * one.height - GAP


def test_many_piece_sheets_stand_in_columns():
    one, many = (piece_sheet(["book"] * n, Style.of(square=128)) for n in (1, 9))
    assert many.width == 2 * one.width - GAP
    assert many.height == 5 * one.height - 4 * GAP


def test_a_theme_sheet_shows_the_same_position_in_each_theme():
    sheet = theme_sheet(THEMES, Style.of(square=24))
    frame = scene(EXAMPLE, square=24).frame
    wide = frame.width
    rows = -(-len(THEMES) // COLUMNS)
    assert sheet.size[0] <= COLUMNS * (wide + GAP) + GAP + 20
    for i, name in enumerate(THEMES):
        expected = draw(scene(EXAMPLE, square=24, theme=name)).convert("RGB")
        cell_wide, cell_high = (sheet.width - GAP) // COLUMNS, (sheet.height - GAP) // rows
        x, y = (
            GAP + i % COLUMNS * cell_wide,
            GAP
            + i // COLUMNS * cell_high
            + cell_high
            - GAP
            - max(scene(EXAMPLE, square=24, theme=n).frame.pixels[1] for n in THEMES),
        )
        part = sheet.crop((x, y, x + expected.width, y + expected.height))
        assert ImageChops.difference(part, expected).getbbox() is None, name


def test_few_themes_take_few_columns():
    one, two = (theme_sheet(list(THEMES)[:n], Style.of(square=24)) for n in (1, 2))
    assert two.width == 2 * one.width - GAP
    assert two.height == one.height


def test_the_names_are_written_above():
    sheet = theme_sheet(["brown"], Style.of(square=24))
    label = sheet.crop((GAP, GAP, sheet.width - GAP, GAP + LABEL))
    assert label.convert("L").getextrema()[0] < 100
    assert sheet.crop((0, 0, sheet.width, GAP)).getcolors(1) == [(sheet.width * GAP, (255, 255, 255))]


def test_what_is_transparent_lies_on_white():
    sheet = theme_sheet(["brown"], Style.of(square=24, background="transparent", margin="9px", coordinates="none"))
    assert sheet.mode == "RGB"
    assert sheet.getpixel((GAP + 2, GAP + LABEL + 3)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("make", "report"),
    [
        (
            lambda: theme_sheet(THEMES, Style.of(size=2000)),
            "error: the sheet would be 10096 x 4298 px; each side can have 8192 px\n  hint: ask for smaller pictures",
        ),
        (
            lambda: piece_sheet(["book"] * 20, Style.of(square=1000)),
            "error: the sheet would be 6032 x 85336 px; each side can have 8192 px\n  hint: ask for smaller pictures",
        ),
    ],
)
def test_a_sheet_beyond_the_limits(make, report):
    with pytest.raises(OptionError) as caught:
        make()
    assert caught.value.report() == report
