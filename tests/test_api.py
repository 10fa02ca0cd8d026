"""The public API: what `import fen2img` offers."""

from __future__ import annotations

import doctest
import importlib
import inspect
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from PIL import Image

import fen2img
from fen2img import Diagram, Fen2imgError, NotationError, OptionError, OutputError, Style
from fen2img.style import OPTIONS

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
DOUBTFUL = "6k1/5ppp/8/8/8/8/8/K2R4 x"


class Board:
    """Anything with a FEN."""

    def fen(self) -> str:
        return MATE


# --- reading -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source", [MATE, Board(), "6k1/5ppp/8/8/8/8/8/K2R4 w", f"FEN: {MATE}"], ids=["FEN", "object", "short", "label"]
)
def test_from_fen_takes_text_and_objects_with_a_fen(source):
    assert Diagram.from_fen(source).position == fen2img.parse_fen(MATE)


@pytest.mark.parametrize("source", [None, 5, b"8/8", ["8/8"], {"fen": MATE}], ids=repr)
def test_from_fen_takes_nothing_else(source):
    with pytest.raises(TypeError, match="a FEN is text or an object with"):
        Diagram.from_fen(source)


def test_boards_of_python_chess():
    chess = pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    board = chess.Board()
    board.push_san("e4")
    assert Diagram.from_fen(board).position.fen() == board.fen()
    assert Diagram.from_fen(chess.Board(MATE)).svg() == Diagram.from_fen(MATE).svg()


@pytest.mark.parametrize(
    ("fen", "given", "title", "caption"),
    [
        (MATE, {}, None, None),
        (f"{MATE} White mates", {}, None, "White mates"),
        (f"{MATE} White mates", {"caption": "Mate in 1"}, None, "Mate in 1"),
        (f"{MATE} White mates", {"title": "Nr 1"}, "Nr 1", "White mates"),
        (MATE, {"title": "Nr 1", "caption": "Mate in 1"}, "Nr 1", "Mate in 1"),
    ],
)
def test_words_of_a_diagram(fen, given, title, caption):
    diagram = Diagram.from_fen(fen, **given)
    assert (diagram.title, diagram.caption) == (title, caption)


def test_a_faulty_placement_is_refused_with_every_fault():
    with pytest.raises(NotationError) as caught:
        Diagram.from_fen("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPP/RNBQKBNR")
    assert [f.code for f in caught.value.findings] == ["bad-character", "rank-width"]
    assert caught.value.span == (13, 14)


def test_strict_refuses_a_doubtful_field():
    assert Diagram.from_fen(DOUBTFUL).position.turn is None
    with pytest.raises(NotationError) as caught:
        Diagram.from_fen(DOUBTFUL, strict=True)
    assert caught.value.code == "side-unknown"


def test_another_board():
    diagram = Diagram.from_fen("10/10/10/10/10/10/10/K8k", board=(10, 8))
    assert (diagram.position.width, diagram.position.height) == (10, 8)
    with pytest.raises(NotationError):
        Diagram.from_fen("10/10/10/10/10/10/10/K8k")


@pytest.mark.parametrize("board", [(0, 8), (8, 0), (27, 8), (-1, -1)])
def test_a_board_that_cannot_be(board):
    with pytest.raises(OptionError, match="board"):
        Diagram.from_fen(MATE, board=board)


# --- drawing -----------------------------------------------------------------------------------------------------


def test_svg_is_text():
    text = Diagram.from_fen(MATE, title="Mate").svg(size=200)
    root = ET.fromstring(text)
    assert (root.get("width"), root.get("height")) == ("200", "200")
    assert "<title>Mate</title>" in text


def test_png_is_bytes():
    with Image.open(io.BytesIO(Diagram.from_fen(MATE).png(size=100))) as image:
        assert (image.format, image.size) == ("PNG", (100, 100))


@pytest.mark.parametrize("name", fen2img.formats())
def test_render_makes_every_format(name, request):
    if name in ("pdf", "eps", "ps"):
        request.getfixturevalue("needs_cairo")
    assert len(Diagram.from_fen(MATE).render(name, size=64)) > 100


def test_render_and_its_short_forms_agree():
    diagram = Diagram.from_fen(MATE)
    assert diagram.render("svg", size=64) == diagram.svg(size=64).encode()
    assert diagram.render("png", size=64) == diagram.png(size=64)


def test_jupyter_shows_svg():
    diagram = Diagram.from_fen(MATE)
    assert diagram._repr_svg_() == diagram.svg()


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ({"size": 200}, {"size": "200"}),
        ({"margin": fen2img.style.Length(2, "mm")}, {"margin": "2mm"}),
        ({"background": fen2img.color.rgb("#eee")}, {"background": "#eeeeee"}),
        ({"svg_reuse": True}, {"svg-reuse": True}),
    ],
)
def test_options_typed_and_as_text(typed, text):
    diagram = Diagram.from_fen(MATE)
    assert diagram.svg(**typed) == diagram.svg(**text) != diagram.svg()


def test_options_on_top_of_a_style():
    diagram, style = Diagram.from_fen(MATE), Style(theme="green", size=200)
    assert diagram.svg(style) == diagram.svg(theme="green", size=200)
    assert diagram.svg(style, theme="blue") == diagram.svg(theme="blue", size=200)
    assert diagram.svg(style, width="60mm") == diagram.svg(theme="green", width="60mm")


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"them": "green"}, "style: unknown option 'them'", "did you mean theme?"),
        ({"lastmove": "e2e4"}, "style: unknown option 'lastmove'", "known: theme, pieces"),
        ({"theme": "gren"}, "theme: 'gren' is not one of", "did you mean green or grey?"),
        ({"size": 0}, "size: '0' is not a whole number from 16 to 8192", None),
        ({"size": True}, "size: 'True' is not a whole number", None),
        ({"flip": "yes"}, "flip: 'yes' is not true or false", None),
        ({"size": 200, "square": 20}, "--size and --square exclude each other", "one of them"),
        ({"quality": 50}, "--quality does not apply to SVG", "it is for JPEG and WEBP"),
    ],
)
def test_wrong_options_are_refused(options, message, hint):
    with pytest.raises(OptionError) as caught:
        Diagram.from_fen(MATE).svg(**options)
    assert caught.value.message.startswith(message)
    assert (caught.value.hint or "").startswith(hint or "")
    assert bool(caught.value.hint) == bool(hint)


@pytest.mark.parametrize("spelling", ["svg_reuse", "svg-reuse"])
def test_an_option_of_another_format_is_refused(spelling):
    with pytest.raises(OptionError, match="--svg-reuse does not apply to PNG"):
        Diagram.from_fen(MATE).png(**{spelling: True})


def test_a_style_may_hold_what_another_format_wants():
    assert Diagram.from_fen(MATE).png(Style(svg_reuse=True, size=64)) == Diagram.from_fen(MATE).png(size=64)


def test_an_unknown_format_is_refused_with_a_near_one():
    with pytest.raises(OptionError, match="unknown format 'pgn'") as caught:
        Diagram.from_fen(MATE).render("pgn")
    assert caught.value.hint == "did you mean png or jpg?"


# --- saving ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [str, Path])
def test_save_writes_the_file_and_returns_its_path(tmp_path, kind):
    path = Diagram.from_fen(MATE).save(kind(tmp_path / "x.svg"), size=200, orientation="black")
    assert path == tmp_path / "x.svg"
    assert path.read_text("utf-8") == Diagram.from_fen(MATE).svg(size=200, orientation="black")


def test_save_replaces(tmp_path):
    path = tmp_path / "x.svg"
    path.write_text("old", "utf-8")
    Diagram.from_fen(MATE).save(path)
    assert path.read_text("utf-8").startswith("<svg")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("x", OptionError, "has no suffix to tell the format"),
        ("x.sgv", OptionError, "unknown format '.sgv'"),
        ("no/x.svg", OutputError, "cannot write .*x.svg: No such file or directory"),
    ],
)
def test_save_says_why_it_cannot(tmp_path, name, error, message):
    with pytest.raises(error, match=message):
        Diagram.from_fen(MATE).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_faulty_option_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.svg"
    path.write_text("old", "utf-8")
    with pytest.raises(OptionError):
        Diagram.from_fen(MATE).save(path, theme="gren")
    assert path.read_text("utf-8") == "old"


# --- the whole ---------------------------------------------------------------------------------------------------


def test_a_diagram_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Diagram.from_fen(MATE).title = "x"


def test_equal_diagrams_are_equal():
    assert Diagram.from_fen(MATE) == Diagram.from_fen(Board())
    assert len({Diagram.from_fen(MATE), Diagram.from_fen(Board())}) == 1


@pytest.mark.parametrize("error", [NotationError, OptionError, OutputError])
def test_every_error_has_the_same_base(error):
    assert issubclass(error, Fen2imgError)


@pytest.mark.parametrize("name", fen2img.__all__)
def test_every_public_name_is_there_and_documented(name):
    assert inspect.getdoc(getattr(fen2img, name))


def test_every_public_method_is_documented():
    own = {n: m for n, m in vars(Diagram).items() if not n.startswith("__") and not isinstance(m, str)}
    assert {"from_fen", "render", "svg", "png", "save"} <= own.keys()
    assert all(inspect.getdoc(m) for m in own.values())


@pytest.mark.parametrize("name", ["fen2img", "fen2img.api"])
def test_the_examples_in_the_docstrings_are_true(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted >= 1
    assert result.failed == 0


def test_options_are_the_same_everywhere():
    """Those of the methods are those of `Style`, which the command line is made from."""
    text = str(inspect.signature(Style.__init__))
    assert [n for n in OPTIONS if not re.search(rf"\b{n}:", text)] == []
