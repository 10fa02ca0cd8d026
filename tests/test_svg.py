"""SVG text: well-formed, self-contained, small, the same every time."""

import gzip
import re
from collections import Counter
from dataclasses import replace

import pytest
from defusedxml import ElementTree
from drawing import EMPTY, ENDGAME, MIDDLEGAME, START, SVG, diagram, scene

from fen2img import svg
from fen2img.color import rgb
from fen2img.diagram import Diagram
from fen2img.layout import layout
from fen2img.notation import parse_fen
from fen2img.scene import Frame, Glyph, Group, Path, Placed, Rect, Scene
from fen2img.style import Style
from fen2img.svg import glyph_markup, shape_markup, text_content, to_svg
from fen2img.themes import THEMES

XLINK = "{http://www.w3.org/1999/xlink}href"
EVERY = [
    {"theme": theme, "coordinates": coordinates, "marker": marker}
    for theme, coordinates, marker in zip(
        THEMES,
        ["outside", "inside", "all", "none"] * 3,
        ["none", "square", "dot", "triangle", "king"] * 2,
        strict=False,
    )
]


def titled(title):
    return to_svg(layout(diagram(ENDGAME, title=title), Style()))


@pytest.mark.parametrize("reuse", [False, True])
@pytest.mark.parametrize("options", EVERY, ids=lambda o: "-".join(o.values()))
def test_an_svg_is_well_formed_and_needs_nothing_else(options, reuse):
    text = to_svg(scene(MIDDLEGAME, **options), reuse=reuse)
    root = ElementTree.fromstring(text, forbid_dtd=True)
    tags = {e.tag.removeprefix(SVG) for e in root.iter()}
    assert tags - {"defs", "use"} == {"svg", "title", "desc", "g", "path"}
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("style", "class", "href", "font-family")
            assert "url(" not in value
            assert "http" not in value
            assert name != XLINK or value.startswith("#")
    assert not re.search(r"<\?|<!|script|font|image|data:", text)
    assert "\n\n" not in text
    assert text.endswith("</svg>\n")
    assert text.isascii()


@pytest.mark.parametrize("options", EVERY, ids=lambda o: "-".join(o.values()))
def test_the_default_form_has_no_ids_and_no_references(options):
    text = to_svg(scene(MIDDLEGAME, **options))
    assert not re.search(r"\bid=|<defs|<use|href|xlink", text)


def test_the_root_says_what_and_how_large_it_is():
    root = ElementTree.fromstring(to_svg(scene(ENDGAME, size=321)))
    assert root.attrib == {"role": "img", "width": "321", "height": "321", "viewBox": "0 0 321 321"}
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == "Chess diagram"
    assert root[1].text == "White: Kf3, pawn e2. Black: Kc5. White to move."


@pytest.mark.parametrize(
    ("width", "attribute", "units"),
    [("60mm", "60mm", 600), ("2.5in", "63.5mm", 635), ("170pt", "59.9722mm", 599.72), ("33.333mm", "33.333mm", 333.33)],
)
def test_a_physical_width_is_written_in_millimetres(width, attribute, units):
    root = ElementTree.fromstring(to_svg(scene(ENDGAME, width=width, coordinates="none", paper=True)))
    assert root.get("width") == root.get("height") == attribute
    assert root.get("viewBox") == f"0 0 {units} {units}"


def test_a_resolution_makes_pixels_physical():
    root = ElementTree.fromstring(to_svg(scene(ENDGAME, size=300, dpi=300)))
    assert root.get("width") == "25.4mm"
    assert root.get("viewBox") == "0 0 300 300"


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("A & B", "A &amp; B"),
        ("</title><script>alert(1)</script>", "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("]]>", "]]&gt;"),
        ('"quoted"', '"quoted"'),
        ("two\nlines\tand  blanks\r\n", "two lines and blanks"),
        ("bell\x07, null\x00", "bell\ufffd, null\ufffd"),
        ("lone \ud83d surrogate", "lone \ufffd surrogate"),
        ("\ufffe\uffff", "\ufffd\ufffd"),
        ("\U0001f40e \u2654 \u05d0", "\U0001f40e \u2654 \u05d0"),
    ],
)
def test_titles_are_escaped_and_hold_only_what_xml_can(title, written):
    text = titled(title)
    assert f"<title>{written}</title>" in text
    assert text_content(title) == written
    text.encode("utf-8")
    assert ElementTree.fromstring(text)[0].text == written.replace("&lt;", "<").replace("&gt;", ">").replace(
        "&amp;", "&"
    )


def test_the_start_position_is_small():
    assert len(gzip.compress(to_svg(scene(START)).encode(), 9, mtime=0)) < 5000


@pytest.mark.parametrize("fen", [START, MIDDLEGAME])
def test_reuse_is_smaller_and_its_ids_are_unique_and_used(fen):
    drawn = scene(fen)
    inlined, reused = to_svg(drawn), to_svg(drawn, reuse=True)
    assert len(reused) < 0.8 * len(inlined)
    root = ElementTree.fromstring(reused)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert all(re.fullmatch("f2i-[0-9a-f]{10}", i) for i in ids)
    assert len(ids) == len(set(ids))
    uses = Counter(e.get(XLINK).removeprefix("#") for e in root.iter(f"{SVG}use"))
    assert set(uses) == set(ids)
    assert min(uses.values()) > 1
    standing = Counter(p.glyph.name for p in drawn.placed())
    assert sorted(uses.values()) == sorted(n for n in standing.values() if n > 1)


def test_nothing_to_reuse_gives_the_default_form():
    drawn = scene(ENDGAME)
    assert to_svg(drawn, reuse=True) == to_svg(drawn)


def test_the_ids_of_two_themes_differ_and_those_of_two_positions_agree():
    def ids(fen, theme):
        return set(re.findall(r'id="([^"]+)"', to_svg(scene(fen, theme=theme), reuse=True)))

    assert ids(START, "brown") & ids(MIDDLEGAME, "brown")
    assert ids(START, "brown") == ids(START, "blue")  # the same piece colours
    assert ids(START, "brown") - ids(START, "dark")
    assert not ids(START, "brown") & ids(START, "print")


def test_each_piece_is_written_where_it_stands():
    text = to_svg(scene(ENDGAME, square=50, coordinates="none"))
    places = re.findall(r'<g transform="(translate\([\d ]+\) scale\(\.5\))">', text)
    assert places == [f"translate({x} {y}) scale(.5)" for x, y in ((100, 150), (250, 250), (200, 300))]


def test_the_same_scene_gives_the_same_text():
    assert to_svg(scene(MIDDLEGAME)) == to_svg(scene(MIDDLEGAME))


def test_an_empty_board_has_one_path_for_all_dark_squares():
    text = to_svg(scene(EMPTY, coordinates="none"))
    assert text.count("<path") == 3
    assert "<g" not in text


@pytest.mark.parametrize(
    ("shape", "markup"),
    [
        (Rect(1, 2, 3.5, 4, rgb("#fff")), '<path fill="#fff" d="M1 2h3.5v4h-3.5z"/>'),
        (Rect(0, 0, 1, 1, rgb("#000")), '<path fill="#000" d="M0 0h1v1h-1z"/>'),
        (Rect(0, 0, 1, 1, rgb("#0008")), '<path fill="#000" fill-opacity=".53" d="M0 0h1v1h-1z"/>'),
        (Path("M0 0Z"), '<path fill="none" d="M0 0Z"/>'),
        (Path("M0 0Z", rgb("#123456")), '<path fill="#123456" d="M0 0Z"/>'),
        (
            Path("M0 0Z", None, rgb("#000"), 2.6),
            '<path fill="none" stroke="#000" stroke-width="2.6" d="M0 0Z"/>',
        ),
        (
            Path("M0 0Z", rgb("#fff"), rgb("#1238"), 2, "round", "square"),
            '<path fill="#fff" stroke="#123" stroke-opacity=".53" stroke-width="2" stroke-linejoin="round"'
            ' stroke-linecap="square" d="M0 0Z"/>',
        ),
        (Group(1, 2.25, ()), '<g transform="translate(1 2.25)"></g>'),
        (
            Group(1, 2, (Group(3, 4, (Path("M0 0Z"),), 0.0123456),)),
            '<g transform="translate(1 2)"><g transform="translate(3 4) scale(.012346)">'
            '<path fill="none" d="M0 0Z"/></g></g>',
        ),
    ],
)
def test_shapes_as_elements(shape, markup):
    assert shape_markup(shape) == markup


def test_neighbours_in_a_glyph_share_their_attributes():
    red, blue = Path("M1 1Z", rgb("#f00")), Path("M2 2Z", rgb("#00f"))
    assert glyph_markup(Glyph("x", 100, (red, red, blue))) == (
        '<g fill="#f00"><path d="M1 1Z"/><path d="M1 1Z"/></g><path fill="#00f" d="M2 2Z"/>'
    )


def test_the_scale_of_a_glyph_has_digits_enough():
    glyph = Glyph("x", 100, (Path("M0 0Z", rgb("#f00")),))
    frame = Frame(10, 10, 57.69, (), (Placed(glyph, 0, 0, 57.6923),), (), ())
    assert "scale(.576923)" in to_svg(Scene(frame, (), "", "", ""))


def test_equal_glyphs_share_one_definition():
    drawn = layout(Diagram(position=parse_fen("8/8/8/8/8/8/PP6/8")), Style(square=40))
    (first, glyph), (second, _) = drawn.pieces
    twin = replace(glyph)  # as two threads make it
    assert to_svg(drawn._replace(pieces=((first, glyph), (second, twin))), reuse=True) == to_svg(drawn, reuse=True)


def test_what_is_kept_of_a_frame_is_bounded(monkeypatch):
    scenes = [scene(fen, size=333) for fen in (MIDDLEGAME, START, ENDGAME)]
    expected = [to_svg(one) for one in scenes]
    monkeypatch.setattr(svg, "MAX_CELLS", 10)
    svg._drawn.cache_clear()
    assert [to_svg(one) for one in scenes * 2] == expected * 2
    assert len(svg._drawn(scenes[0].frame)._cells) < 10 + 32


def test_glyphs_that_must_be_shared_are_found_at_any_time():
    path = Path("M0 0h1v1z", rgb("#000"))
    own, shared = Glyph("own", 10, (path,)), Glyph("shared", 10, (path,), True)
    frame = Frame(20, 10, 10, (), (), ((0, 0), (10, 0)), ())
    scenes = [Scene(frame, pieces, "", "", "") for pieces in (((0, own),), ((0, shared), (1, own)), ((1, own),))]
    first = [to_svg(one) for one in scenes]
    assert ["<use" in text for text in first] == [False, True, False]
    assert [to_svg(one) for one in scenes] == first
