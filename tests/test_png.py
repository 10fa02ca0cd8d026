"""PNG: read by Pillow, and chunk by chunk by a reader of the test's own."""

import io
import struct
import zlib

import pytest
from drawing import ENDGAME, MIDDLEGAME, diagram, scene
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from fen2img.errors import OutputError
from fen2img.formats import FORMATS
from fen2img.raster import draw, png
from fen2img.raster.png import encode
from fen2img.render import render
from fen2img.style import Style

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(data):
    """(type, content) of every chunk, their checksums checked."""
    assert data[:8] == SIGNATURE
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        found.append((kind.decode("ascii"), content))
        at += 12 + length
    return found


def pixels(data):
    """The pixels of an 8-bit image that is not filtered or by the row above, by the letter of ISO/IEC 15948."""
    content = dict(chunks(data))
    width, height, depth, color, compression, filtering, interlace = struct.unpack(">IIBBBBB", content["IHDR"])
    assert (depth, compression, filtering, interlace) == (8, 0, 0, 0)
    size = {2: 3, 6: 4}[color] * width
    raw = zlib.decompress(content["IDAT"])
    assert len(raw) == (size + 1) * height
    rows, above = [], bytes(size)
    for i in range(0, len(raw), size + 1):
        kind, row = raw[i], raw[i + 1 : i + size + 1]
        assert kind in (0, 2)
        above = bytes((a + b) % 256 for a, b in zip(row, above, strict=True)) if kind else row
        rows.append(above)
    return b"".join(rows)


def made(fen=ENDGAME, **options):
    return render(diagram(fen), Style.of(**options), FORMATS["png"])


@pytest.mark.parametrize(
    "options", [{"size": 97}, {"size": 160, "background": "transparent"}, {"size": 65, "theme": "print", "dpi": 300}]
)
def test_pixels_come_back_exactly(options):
    data, expected = made(MIDDLEGAME, png_colors="full", **options), draw(scene(MIDDLEGAME, **options))
    assert pixels(data) == expected.tobytes()
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        assert (image.format, image.mode, image.size) == ("PNG", expected.mode, expected.size)
        assert image.tobytes() == expected.tobytes()


def test_the_chunks_stand_in_order(needs_cairo):
    assert [kind for kind, _ in chunks(made(size=65, dpi=300))] == [
        "IHDR", "pHYs", "tEXt", "tEXt", "tEXt", "PLTE", "IDAT", "IEND",
    ]  # fmt: skip
    assert "pHYs" not in dict(chunks(made(size=65)))
    assert chunks(made(size=65))[-1] == ("IEND", b"")


@pytest.mark.parametrize(("dpi", "per_metre"), [(24, 945), (72, 2835), (96, 3780), (300, 11811), (1200, 47244)])
def test_the_resolution_in_pixels_per_metre(dpi, per_metre):
    assert dict(chunks(made(size=65, dpi=dpi)))["pHYs"] == struct.pack(">IIB", per_metre, per_metre, 1)


def test_a_width_on_paper_means_300_dpi():
    data = made(width="10mm")
    assert dict(chunks(data))["pHYs"] == struct.pack(">IIB", 11811, 11811, 1)
    with Image.open(io.BytesIO(data)) as image:
        assert image.width == 118
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_the_texts_say_what_the_picture_shows():
    with Image.open(io.BytesIO(made(size=65))) as image:
        assert image.text == {
            "Title": "Chess diagram",
            "Description": "White: Kf3, pawn e2. Black: Kc5. White to move.",
            "FEN": ENDGAME,
        }


@pytest.mark.parametrize(
    ("title", "kind", "content"),
    [
        ("M\u00fcller", "tEXt", b"Title\0M\xfcller"),
        ("\u041a\u0430\u0440\u043f", "iTXt", b"Title\0\0\0\0\0" + "\u041a\u0430\u0440\u043f".encode()),
        ("a\nb\0c\x7fd", "tEXt", b"Title\0a b c d"),
        ("\ud83d!", "tEXt", b"Title\0 !"),
        ("\U0001f40e", "iTXt", b"Title\0\0\0\0\0\xf0\x9f\x90\x8e"),
        ("", "tEXt", b"Title\0"),
    ],
)  # fmt: skip
def test_texts_are_latin_1_or_utf_8_without_control_characters(title, kind, content):
    image = Image.new("RGB", (1, 1))
    assert chunks(encode(image, {"Title": title}))[1] == (kind, content)


@given(st.text(max_size=30))
def test_any_text_comes_back_but_for_what_is_not_printable(text):
    data = encode(Image.new("RGB", (1, 1)), {"Title": text})
    with Image.open(io.BytesIO(data)) as image:
        assert image.text["Title"] == "".join(c if c.isprintable() or c in "\u00a0\u202f" else " " for c in text)


@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from(["RGB", "RGBA"]), st.binary(min_size=1, max_size=64))
def test_any_image_comes_back(width, height, mode, seed):
    size = width * height * len(mode)
    image = Image.frombytes(mode, (width, height), (seed * (size // len(seed) + 1))[:size])
    with Image.open(io.BytesIO(encode(image, {}))) as read:
        assert read.mode == mode
        assert read.tobytes() == image.tobytes()


def test_the_standard_zlib_does_where_there_is_no_isal(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "isal", None)
    monkeypatch.setattr(png, "_fast", png._fast.__wrapped__)
    image = draw(scene(ENDGAME, size=97))
    data = encode(image, {})
    assert pixels(data) == image.tobytes()
    assert data == encode(image, {})


def test_isal_is_taken_where_it_is():
    isal_zlib = pytest.importorskip("isal.isal_zlib")
    data = b"fen2img" * 99
    fast = png._fast.__wrapped__()
    assert fast.deflate(data, 15) == isal_zlib.compress(data, 2)
    assert fast.crc32 is isal_zlib.crc32
    assert fast.crc32(data) == zlib.crc32(data)


def test_the_same_picture_is_the_same_bytes():
    assert made(MIDDLEGAME, size=143) == made(MIDDLEGAME, size=143)


OPTIMIZER = "oxipng is an optional extra: pip install 'fen2img[optimize]'"


@pytest.mark.parametrize(
    "options", [{"size": 240}, {"size": 240, "png_colors": "full"}, {"size": 97, "theme": "print"}]
)
def test_an_optimized_file_is_smaller_and_the_same_picture(options):
    pytest.importorskip("oxipng", reason=OPTIMIZER)
    quick, small = made(MIDDLEGAME, **options), made(MIDDLEGAME, optimize=True, **options)
    assert len(small) < 0.95 * len(quick)
    with Image.open(io.BytesIO(quick)) as one, Image.open(io.BytesIO(small)) as two:
        assert one.convert("RGB").tobytes() == two.convert("RGB").tobytes()
        assert one.text == two.text
    assert small == made(MIDDLEGAME, optimize=True, **options)


def test_without_the_optimizer_there_is_a_plain_error(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "oxipng", None)
    with pytest.raises(OutputError) as caught:
        made(size=97, optimize=True)
    assert caught.value.report() == "error: --optimize needs pyoxipng\n  hint: pip install 'fen2img[optimize]'"
