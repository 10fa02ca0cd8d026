"""Folders of pieces in the layouts that people have, SVG and PNG."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from unittest import mock

import pytest
from piece_files import FAIRY, NAMES, apart, piece, svg, write_set
from PIL import Image

import fen2img
from fen2img.config import read_style
from fen2img.errors import OptionError, OutputError, PieceSetError
from fen2img.layout import layout
from fen2img.notation import read_fen
from fen2img.pieceset import load_set
from fen2img.pieceset.folder import MAX_FILES, find_pieces, piece_name
from fen2img.pieceset.foreign import LARGEST, MAX_BYTES, MAX_PIXELS, ForeignSet, read_piece
from fen2img.pieceset.installed import install
from fen2img.pieceset.model import SetInfo
from fen2img.raster import draw, draw_whole, tiles
from fen2img.raster.backend import beyond, cairo, load_cairosvg, resvg
from fen2img.render import prove
from fen2img.style import Style
from fen2img.svg import to_svg

WORDS = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
SIDES = {"w": "white", "b": "black"}


def spelt(form: str, name: str) -> str:
    """`{Side}` and the like for one piece."""
    side, letter = name
    word = WORDS[letter]
    return form.format(
        s=side, S=side.upper(), l=letter.lower(), L=letter, side=SIDES[side], Side=SIDES[side].title(),
        SIDE=SIDES[side].upper(), word=word, Word=word.title(), WORD=word.upper(), ld={"w": "l", "b": "d"}[side],
        light={"w": "light", "b": "dark"}[side], fen=letter if side == "w" else letter.lower(),
    )  # fmt: skip


LAYOUTS = [
    "{s}{L}.svg", "{s}{l}.svg", "{S}{L}.svg", "{S}{l}.SVG", "{side}/{Word}.png", "{Side}/{word}.svg",
    "{SIDE}/{WORD}.PNG",
    "{side}_{word}.svg", "{Word}-{Side}.svg", "{word} {side}.svg", "{Side}{Word}.svg", "{word}.{side}.svg",
    "{SIDE}_{WORD}.svg", "Chess_{l}{ld}t45.svg", "chess-{l}{ld}t60.png", "Chess {l}{ld}45.svg", "chess{L}{ld}.svg",
    "{side}/{L}.png", "{s}/{l}.svg", "{light}/{word}.svg", "{light}-{word}.svg", "{s}_{word}.svg", "{word}_{s}.svg",
    "my_{side}_{word}_v2.svg", "{side}/my {word} 2.svg", "any/{s}{L}.svg", "{fen}.svg", "2x/{Word}{Side}.png",
]  # fmt: skip


@pytest.mark.parametrize("form", LAYOUTS)
def test_layouts_that_people_have(tmp_path, form):
    files = {name: tmp_path / spelt(form, name) for name in NAMES}
    if len({str(f).lower() for f in files.values()}) < len(files):
        (tmp_path / "a").touch()
        if (tmp_path / "A").exists():
            pytest.skip("the file system takes K.svg and k.svg for one file")
    for file in files.values():
        file.parent.mkdir(exist_ok=True)
        file.touch()
    for other in ("README.md", "board.svg", "arrow.png", "white/notes.txt", "set.toml", "preview white.png"):
        (tmp_path / other).parent.mkdir(exist_ok=True)
        (tmp_path / other).touch()
    assert find_pieces(tmp_path) == files


@pytest.mark.parametrize(
    "name",
    ["K.txt.svg", "wKK.svg", "white.svg", "king.svg", "white_king_queen.svg", "white_black_king.svg", "wX.svg",
     "x/9.svg", "kingdom_white.svg", "Chess_kxt45.svg", "whiteking.svg"],
)  # fmt: skip
def test_names_that_are_no_piece(name):
    assert piece_name(Path(name)) is None


def test_a_knight_may_be_a_horse():
    assert piece_name(Path("white_horse.svg")) == "wN"


def test_no_pieces(tmp_path):
    (tmp_path / "board.svg").touch()
    (tmp_path / "wK.svg").mkdir()
    with pytest.raises(PieceSetError) as caught:
        find_pieces(tmp_path)
    assert caught.value.report() == (
        f"error: {tmp_path}: no piece files\n  hint: files are named wK.svg … bP.svg, or white/king.png …"
    )


def test_missing_pieces_are_named(tmp_path):
    write_set(tmp_path)
    for name in ("wQ", "bN", "bP"):
        (tmp_path / f"{name}.svg").unlink()
    with pytest.raises(PieceSetError) as caught:
        find_pieces(tmp_path)
    assert str(caught.value) == f"{tmp_path}: no file for wQ, bN, bP"


@pytest.mark.parametrize("second", ["wK.png", "white_king.svg", "white/K.svg", "other/wK.svg", "W-King.SVG"])
def test_a_piece_that_is_there_twice_is_named(tmp_path, second):
    write_set(tmp_path)
    (tmp_path / second).parent.mkdir(exist_ok=True)
    (tmp_path / second).touch()
    with pytest.raises(PieceSetError) as caught:
        find_pieces(tmp_path)
    both = " and ".join(sorted([second, "wK.svg"], key=lambda name: tmp_path / name))
    assert str(caught.value) == f"{tmp_path}: both {both} are wK"


def test_what_macos_adds_to_archives_is_no_piece(tmp_path):
    write_set(tmp_path)
    (tmp_path / "__MACOSX").mkdir()
    for extra in ("__MACOSX/wK.svg", "._wK.svg", ".wK.svg"):
        (tmp_path / extra).touch()
    assert find_pieces(tmp_path)["wK"] == tmp_path / "wK.svg"


def test_a_home_that_nobody_has_is_no_set():
    with pytest.raises(PieceSetError, match="no piece set at ~nobody-has-this/x"):
        load_set("~nobody-has-this/x")


def test_no_name_is_no_set(tmp_path):
    (tmp_path / "house.toml").write_text('[style]\npieces = ""\n')
    with pytest.raises(OptionError, match="pieces: '' is not one of"):
        read_style(tmp_path / "house.toml")


def test_a_folder_of_photographs_is_no_set(tmp_path):
    for i in range(MAX_FILES + 1):
        (tmp_path / f"{i}.png").touch()
    with pytest.raises(PieceSetError) as caught:
        find_pieces(tmp_path)
    assert str(caught.value) == f"{tmp_path}: {MAX_FILES + 1} images; a piece set has twelve"


@pytest.mark.parametrize("place", ["nowhere/", "file.svg", "missing.ttf"])
def test_a_path_that_is_no_set(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    Path("file.svg").touch()
    with pytest.raises(PieceSetError) as caught:
        load_set(f"./{place}")
    assert caught.value.report() == (
        f"error: no piece set at {Path(place)}\n  hint: a folder of piece files, or a TTF or OTF chess font"
    )


def test_a_path_means_the_same_from_everywhere(tmp_path, monkeypatch):
    write_set(tmp_path / "here" / "mine")
    write_set(tmp_path / "there" / "mine", lambda name: '<path fill="#123" d="M0 0h9v9z"/>')
    styles = []
    for place in ("here", "there"):
        monkeypatch.chdir(tmp_path / place)
        styles.append(Style.of(pieces="mine"))
    pictures = [to_svg(layout(read_fen("8/8/8/8/8/8/8/K7").diagram(), style)) for style in styles]
    assert 'fill="#123"' not in pictures[0]
    assert 'fill="#123"' in pictures[1]
    assert styles[0].pieces == str(tmp_path / "here" / "mine")


def test_a_set_is_called_like_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(write_set(tmp_path / "mine"))
    assert load_set("./").info == SetInfo("mine")


# --- PNG -------------------------------------------------------------------------------------------------------


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, rows: bytes = b"", extra: bytes = b"") -> bytes:
    """A PNG file whose header says what it likes."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + extra + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pixels(mode: str = "RGBA", size: tuple[int, int] = (90, 90), **options: object) -> bytes:
    """A disc as PNG."""
    image = Image.radial_gradient("L").resize(size).point(lambda v: 255 if v < 160 else 0)
    picture = Image.merge("RGBA", (image, image.point(lambda v: v // 2), image, image))
    out = io.BytesIO()
    picture.convert(mode).save(out, "PNG", **options)
    return out.getvalue()


BAD_PNG = {
    "text": (b"hello", "not a PNG that can be read"),
    "nothing": (b"", "not a PNG that can be read"),
    "JPEG": (b"\xff\xd8\xff\xe0" + b"\0" * 60, "not a PNG that can be read"),
    "SVG": (svg(piece("wK")).encode(), "not a PNG that can be read"),
    "half": (pixels()[:200], "not a PNG that can be read"),
    "a header": (pixels()[:33], "not a PNG that can be read"),
    "no pixels": (png(5, 5), "not a PNG that can be read"),
    "no size": (png(0, 0), "not a PNG that can be read"),
    "a bomb of text": (
        png(2, 2, bytes(18), chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10**7)))),
        "not a PNG that can be read",
    ),
    "wide": (png(MAX_PIXELS + 1, 1), f"{MAX_PIXELS + 1} x 1 px; a piece may have {MAX_PIXELS}"),
    "a warning": (png(10_000, 10_000), f"10000 x 10000 px; a piece may have {MAX_PIXELS}"),
    "a bomb": (png(2**31 - 1, 2**31 - 1), f"2147483647 x 2147483647 px; a piece may have {MAX_PIXELS}"),
    "16 bits": (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 16, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"\0\x80\0")) + chunk(b"IEND", b""),
        "grey of 16 bits; a piece may have 8",
    ),
    "huge": (pixels() + bytes(MAX_BYTES), f"more than {MAX_BYTES} bytes; no piece needs them"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_PNG)
def test_a_png_that_is_refused(tmp_path, name):
    data, message = BAD_PNG[name]
    file = tmp_path / "wK.png"
    file.write_bytes(data)
    with pytest.raises(PieceSetError) as caught:
        read_piece(file)
    assert str(caught.value) == f"{file}: {message}"


@pytest.mark.parametrize("cut", range(0, 400, 7))
def test_a_png_that_is_cut_off_or_changed_is_read_or_refused(tmp_path, cut):
    data = pixels(size=(20, 20))
    file = tmp_path / "wK.png"
    for changed in (data[:cut], data[:cut] + b"\xff" + data[cut + 1 :], data[:cut] + data[cut + 3 :]):
        file.write_bytes(changed)
        try:
            found = read_piece(file)
        except PieceSetError:
            continue
        assert found.png


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(PieceSetError) as caught:
        read_piece(tmp_path / "wK.svg")
    assert str(caught.value) == f"cannot read {tmp_path / 'wK.svg'}: No such file or directory"


def test_a_large_png_is_made_smaller(tmp_path):
    file = tmp_path / "wK.png"
    file.write_bytes(pixels(size=(1600, 800)))
    found = read_piece(file)
    assert found.box == (0, 0, LARGEST, LARGEST / 2)
    with Image.open(file) as before, Image.open(io.BytesIO(found.png)) as after:
        assert apart(before.resize(after.size, Image.Resampling.LANCZOS), after) < 0.1


def test_a_png_without_ink_is_refused(tmp_path):
    file = tmp_path / "wK.png"
    Image.new("RGBA", (9, 9)).save(file)
    with pytest.raises(PieceSetError) as caught:
        read_piece(file)
    assert str(caught.value) == f"{file}: nothing is drawn in it"


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P", "L", "LA", "1"])
def test_every_kind_of_png_keeps_its_pixels_and_nothing_else(tmp_path, mode):
    file = tmp_path / "wK.png"
    file.write_bytes(pixels(mode, dpi=(300, 300)))
    found = read_piece(file)
    assert found.box == (0, 0, 90, 90)
    with Image.open(file) as before, Image.open(io.BytesIO(found.png)) as after:
        assert after.convert("RGBA").tobytes() == before.convert("RGBA").tobytes()
        assert after.info == {}
    suffix, data = found.as_file()
    assert suffix == ".png"
    assert (tmp_path / "again.png").write_bytes(data)
    assert read_piece(tmp_path / "again.png") == found


def test_words_in_a_png_do_not_come_along(tmp_path):
    file = tmp_path / "wK.png"
    data = pixels()
    at = data.index(b"IDAT") - 4
    file.write_bytes(data[:at] + chunk(b"tEXt", b"Comment\0</svg><script>secret") + data[at:])
    found = read_piece(file)
    assert b"secret" not in found.png
    assert found.markup.count("<") == 1


# --- as pictures -----------------------------------------------------------------------------------------------


def shades(name: str) -> str:
    """A piece with all that renderers shade differently from place to place."""
    return (
        '<linearGradient id="a" x2="1" y2="1"><stop stop-color="#f40"/><stop offset="1" stop-color="#04f"'
        ' stop-opacity=".4"/>'
        '</linearGradient><radialGradient id="b"><stop stop-color="#fff"/><stop offset="1"/></radialGradient>'
        '<mask id="m"><circle cx="22" cy="22" r="20" fill="#fff"/></mask>'
        '<circle cx="22" cy="22" r="21" fill="url(#a)"/><path mask="url(#m)" d="M0 20h45v9h-45z" fill="#0a4"/>'
        f'<circle cx="20" cy="20" r="9" fill="url(#b)" opacity=".7"/>{piece(name)}'
    )


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets")
    write_set(folder / "svg", shades)
    (folder / "png").mkdir()
    for i, name in enumerate(NAMES):
        (folder / "png" / f"{name}.png").write_bytes(pixels(size=(90, 70 + i)))
    return folder


def scene(fen: str, **options: object):
    return layout(read_fen(fen, fairy=True).diagram(), Style.of(**options))


@pytest.mark.parametrize("source", ["svg", "png", "book", "letters", "line", "modern", "staunton"])
@pytest.mark.parametrize(("theme", "size"), [("brown", 97), ("print", 221), ("dark", 404)])
def test_tiles_give_the_pixels_of_the_whole(render, sets, source, theme, size):
    pieces = str(sets / source) if source in ("svg", "png") else source
    options = {"pieces": pieces, "theme": theme, "size": size}
    draw(scene("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", **options), render)
    drawn = scene(FAIRY, **options)
    assert draw(drawn, render).convert("RGB").tobytes() == draw_whole(drawn, render).convert("RGB").tobytes()


def test_a_large_board_is_drawn_like_a_small_one(render, sets, monkeypatch):
    drawn = scene(FAIRY, pieces=str(sets / "svg"), size=131)
    small = draw(drawn, render).tobytes()
    monkeypatch.setattr(tiles, "SMALL", 100)
    assert draw(drawn, render).tobytes() == small


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_piece_stands_in_a_picture_once_whatever_its_number(sets, kind):
    markup = to_svg(scene("8/pppppppp/8/8/8/8/PPPPPPPP/8", pieces=str(sets / kind)))
    assert markup.count("<use ") == 16
    assert markup.count('<g id="f2i-') == 2


def test_files_keep_their_colours_in_every_theme(sets):
    pieces = ForeignSet(SetInfo("x"), sets / "svg")
    style = Style.of(white="#111 #222 #333")
    assert pieces.palette(style.colors) is None
    theme = Style.of(theme="print").colors
    assert pieces.shapes("wK", theme, dark=False) == pieces.shapes("wK", style.colors, dark=True)


def test_renderers_draw_a_set_alike(needs_cairo, sets):
    drawn = scene(FAIRY, pieces=str(sets / "svg"), size=400)
    assert apart(draw(drawn, cairo), draw(drawn, resvg)) < 6


# --- what a renderer cannot draw -------------------------------------------------------------------------------


@pytest.fixture
def odd(tmp_path, monkeypatch, needs_cairo):
    """A set over whose white king cairosvg fails."""
    write_set(tmp_path / "odd")
    (tmp_path / "odd" / "wK.svg").write_text(svg('<path fill="#123" d="M1 1h7v7z"/>'), "utf-8")
    surface = load_cairosvg().surface.Surface
    draw = surface.draw

    def fail(self, node):
        if node.get("fill") == "#123":
            raise ValueError("out of order")
        draw(self, node)

    monkeypatch.setattr(surface, "draw", fail)
    return tmp_path / "odd"


@pytest.mark.parametrize("name", ["png", "jpeg", "pdf", "eps"])
def test_the_file_is_named_that_the_renderer_fails_over(odd, name, needs_cairo):
    with pytest.raises(PieceSetError) as caught:
        fen2img.Diagram.from_fen("K7/8/8/8/8/8/8/8").render(name, pieces=str(odd))
    assert caught.value.report() == f"error: {odd}/wK.svg: cairo cannot draw this picture: out of order"


def test_it_is_not_installed(odd, needs_cairo, tmp_path, monkeypatch):
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path / "installed"))
    with pytest.raises(PieceSetError, match="cannot draw this picture"):
        install(odd, "odd", {}, prove=prove)
    assert not (tmp_path / "installed").exists()
    assert fen2img.Diagram.from_fen("8/8/8/8/8/8/8/k7").png(pieces=str(odd)).startswith(b"\x89PNG")


def test_a_piece_whose_ink_is_clipped_away_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path / "installed"))
    write_set(tmp_path / "set")
    clip = '<clipPath id="c"><path d="M30 30h9v9z"/></clipPath>'
    (tmp_path / "set" / "wQ.svg").write_text(svg(f'{clip}<path clip-path="url(#c)" d="M1 1h9v9z"/>'), "utf-8")
    with pytest.raises(PieceSetError) as caught:
        install(tmp_path / "set", "own", {}, prove=prove)
    assert str(caught.value) == f"{tmp_path}/set/wQ.svg: its picture is blank"


def test_errors_of_renderers_are_told_in_words():
    assert str(beyond("cairo", MemoryError("cairo returned X: b'out of memory'", 1))) == (
        "cairo cannot draw this picture: out of memory"
    )
    assert str(beyond("resvg", KeyError())) == "resvg cannot draw this picture: KeyError"


def test_a_panic_of_resvg_is_an_error(monkeypatch):
    class Panic(BaseException):
        pass

    def panic(**_: object) -> bytes:
        raise Panic("index out of range")

    monkeypatch.setattr("resvg_py.svg_to_bytes", panic)
    with pytest.raises(OutputError, match="resvg cannot draw this picture: index out of range"):
        resvg("<svg/>", 9, 9)
    monkeypatch.setattr("resvg_py.svg_to_bytes", mock.Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        resvg("<svg/>", 9, 9)


def test_a_failure_without_foreign_pieces_stays_what_it_is(monkeypatch):
    monkeypatch.setattr(
        "fen2img.raster.plate.backend", lambda needs: mock.Mock(side_effect=OutputError("out of order"))
    )
    monkeypatch.setattr(
        "fen2img.raster.tiles.backend", lambda needs: mock.Mock(side_effect=OutputError("out of order"))
    )
    with pytest.raises(OutputError, match="out of order"):
        fen2img.Diagram.from_fen("8/8/8/8/8/8/8/k7").png(size=177, png_colors="full")
