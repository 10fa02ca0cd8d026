"""Boards in terminals: who shows pictures, the three protocols, what is printed."""

from __future__ import annotations

import base64
import io
import re

import pytest
from cli_cases import invoke
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from fen2img.diagram import Diagram
from fen2img.errors import OptionError
from fen2img.formats import FORMATS
from fen2img.graphics import CHUNK, LINES, iterm, kitty, picture, protocol_of
from fen2img.notation import parse_fen
from fen2img.raster.sixel import sixel
from fen2img.render import render
from fen2img.showing import Showing, check_shown
from fen2img.style import Style
from fen2img.terminal import Screen

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
SMALL = Style.of(size=64)


def diagram(**more: object) -> Diagram:
    return Diagram(position=parse_fen(MATE), **more)


# --- who shows pictures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "protocol"),
    [
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "GHOSTTY_RESOURCES_DIR": "/usr/share/ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iterm"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "iterm"),
        ({"TERM": "xterm", "TERM_PROGRAM": "mintty"}, "iterm"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "foot-extra"}, "sixel"),
        ({"TERM": "mlterm-256color"}, "sixel"),
        ({"TERM": "contour"}, "sixel"),
        ({"TERM": "xterm-sixel"}, "sixel"),
        ({"TERM": "xterm-256color"}, "text"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, "text"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, "text"),
        ({"TERM": "footloose"}, "text"),
        ({"TERM": "linux"}, "text"),
        ({"TERM": "dumb", "TERM_PROGRAM": "iTerm.app"}, "text"),
        ({}, "text"),
        # Variables are handed on to a terminal that is started from another one.
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "VTE_VERSION": "7200"}, "text"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "vscode"}, "text"),
        ({"TERM": "foot", "KITTY_WINDOW_ID": "1"}, "sixel"),
        # Within these there are no pictures, whatever is behind.
        ({"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, "text"),
        ({"TERM": "screen", "KITTY_WINDOW_ID": "1"}, "text"),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"}, "text"),
        ({"TERM": "xterm-kitty", "STY": "1.pts-0.host"}, "text"),
        ({"TERM": "xterm-kitty", "ZELLIJ": "0"}, "text"),
    ],
)
def test_protocols_by_the_environment(environ, protocol):
    assert protocol_of(environ) == protocol


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


KITTY = {"TERM": "xterm-kitty"}


@pytest.mark.parametrize(
    ("how", "terminal", "letters", "environ", "protocol"),
    [
        ("auto", True, False, KITTY, "kitty"),
        ("auto", False, False, KITTY, "text"),
        ("auto", True, True, KITTY, "text"),
        ("text", True, False, KITTY, "text"),
        ("sixel", False, False, KITTY, "sixel"),
        ("sixel", True, False, {}, "sixel"),
    ],
)
def test_pictures_go_to_terminals_unless_they_are_asked_for(how, terminal, letters, environ, protocol):
    showing = Showing.of(how, SMALL, Screen(), Stream(terminal), environ, letters=letters)
    assert showing.protocol == protocol


# --- the protocols ---------------------------------------------------------------------------------------------


def of_kitty(text: str) -> tuple[dict[str, str], bytes]:
    """The keys of the first string and the data of all: kitty's graphics protocol, read by itself."""
    strings = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert "".join(f"\x1b_G{keys};{data}\x1b\\" for keys, data in strings) == text
    keys = [dict(pair.split("=") for pair in keys.split(",")) for keys, _ in strings]
    assert [k["m"] for k in keys] == ["1"] * (len(keys) - 1) + ["0"]
    assert all(set(k) == {"m", "q"} for k in keys[1:])
    assert all(len(data) == CHUNK for _, data in strings[:-1])
    return keys[0], base64.standard_b64decode("".join(data for _, data in strings))


@pytest.mark.parametrize("size", [1, CHUNK // 4 * 3, CHUNK // 4 * 3 + 1, 10_000])
def test_kitty(size):
    data = bytes(i % 251 for i in range(size))
    keys, read = of_kitty(kitty(data))
    assert read == data
    assert keys == {"a": "T", "f": "100", "q": "2", "m": str(int(size > CHUNK // 4 * 3))}


def test_iterm():
    data = b"\x89PNG" * 9
    match = re.fullmatch(r"\x1b\]1337;File=([^:]*):([^\x07]*)\x07", iterm(data))
    assert match
    assert match[1] == "inline=1;size=36;preserveAspectRatio=1"
    assert base64.standard_b64decode(match[2]) == data


def of_sixel(text: str) -> Image.Image:
    """A sixel sequence as an image, RGBA: a reader by the manual of the VT340, strict about what is not there."""
    head = re.match(r'\x1bP0;1;0q"1;1;(\d+);(\d+)', text)
    assert head
    assert text.endswith("\x1b\\")
    size = int(head[1]), int(head[2])
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    pixels = image.load()
    palette: dict[int, tuple[int, ...]] = {}
    x = y = color = 0
    body = text[head.end() : -2]
    tokens = re.findall(r"#\d+(?:;2;\d+;\d+;\d+)?|!\d+[?-~]|[?-~]|[$-]", body)
    assert "".join(tokens) == body
    for token in tokens:
        if token[0] == "#":
            number, *parts = map(int, token[1:].split(";"))
            if parts:
                assert parts[0] == 2
                assert all(0 <= part <= 100 for part in parts[1:])
                palette[number] = (*(round(part * 255 / 100) for part in parts[1:]), 255)
            color = number
        elif token == "$":
            x = 0
        elif token == "-":
            x, y = 0, y + 6
        else:
            count = int(token[1:-1]) if token[0] == "!" else 1
            bits = ord(token[-1]) - 63
            for column in range(x, x + count):
                for row in range(6):
                    if bits >> row & 1:
                        assert pixels[column, y + row][3] == 0  # each pixel is drawn once
                        pixels[column, y + row] = palette[color]
            x += count
            assert x <= size[0]
    assert y < size[1] <= y + 6
    return image


def far(one: Image.Image, two: Image.Image) -> int:
    """The largest difference of a part of a colour."""
    return max(high for _, high in ImageChops.difference(one.convert("RGB"), two.convert("RGB")).getextrema())


@pytest.mark.parametrize("theme", ["brown", "print", "dark"])
def test_a_sixel_picture_is_that_of_the_png(theme):
    style = Style.of(size=131, theme=theme)
    with Image.open(io.BytesIO(render(diagram(), style, FORMATS["png"]))) as png:
        assert png.mode in ("P", "L")
        read = of_sixel(sixel(png))
        assert read.getchannel("A").getextrema() == (255, 255)
        assert far(read, png) <= 2  # parts of a hundred


def test_what_is_transparent_is_not_drawn():
    image = Image.new("RGBA", (9, 7), (255, 0, 0, 255))
    image.paste((0, 0, 255, 0), (2, 1, 5, 7))
    image.putpixel((8, 6), (0, 0, 255, 128))
    read = of_sixel(sixel(image))
    assert read.getchannel("A").point(lambda a: 255 * (a >= 128)).tobytes() == read.getchannel("A").tobytes()
    assert [read.getpixel(at) for at in ((0, 0), (3, 3), (8, 6))] == [(255, 0, 0, 255), (0, 0, 0, 0), (0, 0, 255, 255)]
    assert of_sixel(sixel(Image.new("RGBA", (3, 3)))).getbbox() is None


@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 256), st.randoms(use_true_random=False))
def test_any_palette_picture_comes_back(width, height, colors, rng):
    image = Image.new("P", (width, height))
    parts = [rng.randrange(101) for _ in range(3 * colors)]
    image.putpalette([round(part * 255 / 100) for part in parts])
    image.putdata([rng.randrange(colors) if rng.random() < 0.5 else 0 for _ in range(width * height)])
    assert of_sixel(sixel(image)).convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_many_colours_become_256():
    image = Image.linear_gradient("L").convert("RGB")
    image.paste(Image.radial_gradient("L"), (0, 0, 256, 256), Image.linear_gradient("L").rotate(90))
    image = Image.merge("RGB", (image.getchannel("R"), Image.linear_gradient("L"), image.getchannel("B").rotate(90)))
    assert far(of_sixel(sixel(image)), image) < 64


def test_the_same_picture_gives_the_same_bytes():
    assert len({picture(diagram(), SMALL, "sixel") for _ in range(2)}) == 1


# --- in tmux ---------------------------------------------------------------------------------------------------


def unwrapped(text: str) -> str:
    """What tmux hands through."""
    parts = re.findall(r"\x1bPtmux;((?:\x1b\x1b|[^\x1b])*)\x1b\\", text)
    return "".join(parts).replace("\x1b\x1b", "\x1b")


def test_tmux_hands_pictures_through_to_a_place_of_their_own():
    for protocol in ("kitty", "iterm"):
        text = picture(diagram(), SMALL, protocol, tmux=True)
        assert text.startswith("\n" * LINES + f"\x1b[{LINES}A\x1b7\x1bPtmux;")
        assert text.endswith(f"\x1b\\\x1b8\x1b[{LINES}B\r")
        inner = unwrapped(text)
        if protocol == "kitty":
            keys, data = of_kitty(inner)
            assert keys == {"a": "T", "f": "100", "q": "2", "r": str(LINES), "C": "1", "m": keys["m"]}
            assert data.startswith(b"\x89PNG")
        else:
            assert f";height={LINES};" in inner


def test_tmux_only_where_a_protocol_is_asked_for():
    tmux = {"TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"}
    found = [Showing.of(how, SMALL, Screen(), Stream(True), tmux) for how in ("auto", "kitty", "iterm", "sixel")]
    assert [(s.protocol, s.tmux) for s in found] == [
        ("text", False),
        ("kitty", True),
        ("iterm", True),
        ("sixel", False),
    ]


# --- what is printed -------------------------------------------------------------------------------------------


def test_a_picture_and_its_words():
    words = diagram(title="A title", caption="A\ncaption\x1b")
    plain = Showing("kitty", SMALL, Screen()).text(words)
    assert plain.endswith("\x1b\\\nWhite to move\nA title\nA caption\\x1b")
    drawn = Showing("kitty", Style.of(SMALL, title="Mine", caption="{caption}"), Screen()).text(words)
    assert drawn.endswith("\x1b\\\nWhite to move")


def test_text_and_its_words():
    look = Style.of(number="{n}.", white_player="Anna|2310", black_player="Ben", flip=True)
    lines = Showing("text", look, Screen("none")).text(diagram(title="A title", caption="A caption")).split("\n")
    assert [lines[i] for i in (0, 1, 2, 10, 11, 12, 13)] == [
        "A title",
        "Anna  2310",
        "1  · · · · ♖ · · ♔",
        "   h g f e d c b a",
        "Ben",
        "White to move",
        "1. A caption",
    ]


def test_options_that_do_not_apply():
    check_shown("text", ["theme", "title"], SMALL, {"--ascii": True})
    check_shown("auto", ["size", "pieces"], SMALL, {"--ascii": True})
    check_shown("kitty", ["size"], SMALL, {"--ascii": False})
    for how, asked, plain, message in [
        ("text", ["size"], {}, "--size does not apply to text"),
        ("kitty", [], {"--ascii": False, "--color": True}, "--color does not apply to --as kitty"),
        ("kitty", ["svg_reuse"], {}, "--svg-reuse does not apply to PNG"),
    ]:
        with pytest.raises(OptionError) as error:
            check_shown(how, asked, SMALL, plain)
        assert error.value.message == message


@pytest.mark.parametrize("protocol", ["kitty", "iterm", "sixel"])
def test_the_command_shows_pictures(protocol):
    result = invoke(["show", MATE, "--as", protocol, "--size", "64"])
    assert (result.exit, result.stderr) == (0, "")
    assert result.stdout == picture(diagram(), SMALL, protocol) + "White to move\n"
