"""Somebody else's SVG drawn anew: what becomes of its paints, clips, references and lengths, and what is too much."""

from __future__ import annotations

import re

import pytest
from piece_files import apart, at_most, svg, write_set

import fen2img
from fen2img.errors import OutputError, PieceSetError
from fen2img.layout import layout
from fen2img.notation import read_fen
from fen2img.pieceset.document import MAX_ELEMENTS
from fen2img.pieceset.layers import MAX_LAYERS
from fen2img.pieceset.redrawn import MAX_DASHES, MAX_GRADIENTS, MAX_SHAPES
from fen2img.pieceset.untrusted import read_foreign
from fen2img.raster import draw, draw_whole
from fen2img.raster.backend import backend, cairo, resvg
from fen2img.style import Style

D = "M1 1h9v9z"
SHAPE = f'<path d="{D}"/>'
DRAWN = "M1 1L10 1L10 10Z"
STOPS = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
WRITTEN = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'


def redrawn(body: str, box: str = "0 0 45 45") -> str:
    """The markup, `@` for the prefix of ids."""
    return re.sub("f2i-[0-9a-f]{8}-", "@", read_foreign(svg(body, box).encode(), "wK.svg").markup)


def needs(body: str) -> str:
    return read_foreign(svg(body).encode(), "wK.svg").needs


@pytest.mark.parametrize(
    ("value", "paint"),
    [
        ("RED", 'fill="#f00"'), ("rebeccapurple", 'fill="#639"'), ("DarkSlateGrey", 'fill="#2f4f4f"'),
        ("#f008", 'fill="#f00" fill-opacity=".5333"'), ("#FF000080", 'fill="#f00" fill-opacity=".502"'),
        ("rgb(255 120 0)", 'fill="#ff7800"'), ("rgb(100%, 50%, 0%)", 'fill="#ff8000"'),
        ("rgb(300,-4,0)", 'fill="#f00"'), ("rgba(255,120,0,50%)", 'fill="#ff7800" fill-opacity=".5"'),
        ("rgb(255 120 0 / .25)", 'fill="#ff7800" fill-opacity=".25"'), ("hsl(120, 100%, 25%)", 'fill="#008000"'),
        ("hsla(-240deg 100% 25% / 50%)", 'fill="#008000" fill-opacity=".5"'), ("currentcolor", 'fill="#0a0"'),
        ("CurrentColor", 'fill="#0a0"'), ("inherit", 'fill="#111"'),
    ],
)  # fmt: skip
def test_colours_of_every_form(value, paint):
    found = redrawn(f'<g fill="#111"><path color="#0a0" fill="{value}" d="{D}"/></g>')
    assert found == f'<path {paint} d="{DRAWN}"/>'


@pytest.mark.parametrize(
    "value", ["rgb(1,2)", "rgb(1,2,3deg)", "hsl(1,2,3)", "hsl(1%,2%,3%)", "rgb(1,2,3,4deg)", "rgb(1,,3)", "#ff", "wat"]
)
def test_what_is_no_colour(value):
    with pytest.raises(PieceSetError) as caught:
        redrawn(f'<path fill="{value}" d="{D}"/>')
    assert str(caught.value) == f"wK.svg:1: the value of fill is not understood: {value!r}"


GRADIENTS = {
    "inherited": (
        f'<linearGradient id="b" x1="9" spreadMethod="reflect">{STOPS}</linearGradient><linearGradient id="a" href="#b"'
        ' gradientUnits="userSpaceOnUse" x2="29" gradientTransform="scale(2)"/>',
        '<linearGradient id="@0" gradientUnits="userSpaceOnUse" x1="9" y1="0" x2="29" y2="0"'
        f' gradientTransform="matrix(2 0 0 2 0 0)" spreadMethod="reflect">{WRITTEN}</linearGradient>',
    ),
    "in the box of the shape": (
        f'<linearGradient id="a" y2="50%">{STOPS}</linearGradient>',
        '<linearGradient id="@0" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="1" y2=".5"'
        f' gradientTransform="matrix(9 0 0 9 1 1)">{WRITTEN}</linearGradient>',
    ),
    "of the view box": (
        f'<radialGradient id="a" gradientUnits="userSpaceOnUse" fx="10%">{STOPS}</radialGradient>',
        '<radialGradient id="@0" gradientUnits="userSpaceOnUse" cx="22.5" cy="22.5" r="22.5" fx="4.5" fy="22.5">'
        f"{WRITTEN}</radialGradient>",
    ),
    "with a middle": (
        f'<radialGradient id="a" gradientUnits="userSpaceOnUse" cx="9" cy="9" r="8" fr="2">{STOPS}</radialGradient>',
        '<radialGradient id="@0" gradientUnits="userSpaceOnUse" cx="9" cy="9" r="8" fx="9" fy="9">'
        + WRITTEN.replace('"0"', '".25"')
        + "</radialGradient>",
    ),
    "stops at one place": (
        '<linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset=".5"/><stop offset="50%" stop-color="lime"'
        ' stop-opacity="50%"/>'
        '<stop offset=".2" stop-color="red"/><stop offset="2"/><stop offset="1"/></linearGradient>',
        '<linearGradient id="@0" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="45" y2="0"><stop offset=".5"'
        ' stop-color="#000"/><stop offset=".50001" stop-color="#f00"/><stop offset=".99999" stop-color="#000"/>'
        '<stop offset="1" stop-color="#000"/></linearGradient>',
    ),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_written_out(name):
    text, written = GRADIENTS[name]
    found = redrawn(f'{text}<path fill="url(#a) red" d="{D}"/>')
    assert found == f'<defs>{written}</defs><path fill="url(#@0)" d="{DRAWN}"/>'


@pytest.mark.parametrize(
    ("gradient", "paint"),
    [
        ("<linearGradient id='a'/>", "none"),
        ("<linearGradient id='a'><stop stop-color='red'/></linearGradient>", "#f00"),
        (f"<radialGradient id='a' r='0'>{STOPS}</radialGradient>", "#00f"),
        (f"<radialGradient id='a' fr='.6'>{STOPS}</radialGradient>", "#00f"),
        (f"<linearGradient id='a' x2='0'>{STOPS}</linearGradient>", "#00f"),
        (f"<linearGradient id='a' gradientTransform='scale(0)'>{STOPS}</linearGradient>", "none"),
        ("<g id='a'/>", "none"),
    ],
)
def test_gradients_of_one_colour(gradient, paint):
    found = redrawn(f'{gradient}<path fill="url(#a)" stroke="#000" d="{D}"/>')
    assert found == f'<path fill="{paint}" stroke="#000" stroke-width="1" d="{DRAWN}"/>'


def test_a_gradient_in_a_box_paints_nothing_without_area():
    assert redrawn(f'<linearGradient id="a">{STOPS}</linearGradient>{SHAPE}<path stroke="url(#a)" d="M1 1h9"/>') == (
        f'<path fill="#000" d="{DRAWN}"/><path fill="#000" d="M1 1L10 1"/>'
    )


#: Something written with references, per cent and the like, and what it is drawn like.
ALIKE = {
    "per cent": ('<rect x="10%" y="20%" width="50%" height="40%" rx="10%"/>', '<rect x="4.5" y="9" width="22.5"'
                 ' height="18" rx="4.5"/>'),
    "units": ('<circle cx="5mm" cy="1pc" r="6pt"/>', '<circle cx="18.8976" cy="16" r="8"/>'),
    "one radius": ('<rect width="9" height="9" ry="3"/>', '<rect width="9" height="9" rx="3" ry="3"/>'),
    "a stroke in per cent": (f'<path stroke="red" stroke-width="10%" d="{D}"/>',
                             f'<path stroke="red" stroke-width="4.5" d="{D}"/>'),
    "a use with properties": (f'<defs><g id="a">{SHAPE}</g></defs><use href="#a" x="3" y="4" fill="red" opacity=".5"/>',
                              f'<g transform="translate(3 4)" opacity=".5" fill="red">{SHAPE}</g>'),
    "a use that is hidden": (f'<g id="a">{SHAPE}</g><use href="#a" x="9" display="none"/>', SHAPE),
    "a symbol": ('<symbol id="a" viewBox="0 0 10 10"><circle cx="9" cy="5" r="5"/></symbol>'
                 '<use href="#a" x="10" y="10" width="25" height="15"/>',
                 '<clipPath id="b"><rect x="10" y="10" width="25" height="15"/></clipPath><g clip-path="url(#b)">'
                 '<circle cx="28.5" cy="17.5" r="7.5"/></g>'),
    "a symbol that may be left": ('<symbol id="a" overflow="visible"><circle cx="9" cy="5" r="9"/></symbol>'
                                  '<use href="#a" x="1" y="9"/>', '<circle cx="10" cy="14" r="9"/>'),
    "a stretched symbol": ('<symbol id="a" viewBox="5 0 5 10" preserveAspectRatio="none"><rect x="5" width="3"'
                           ' height="4"/></symbol><use href="#a" width="10" height="10"/>',
                           '<rect width="6" height="4"/>'),
    "a symbol cut": ('<symbol id="a" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMin slice"><rect x="5"'
                     ' width="5" height="9"/></symbol><use href="#a" width="10" height="20"/>',
                     '<rect width="10" height="18"/>'),
    "symbols of no size": ('<symbol id="a" viewBox="0 0 0 9"><path d="M0 0h9v9z"/></symbol><symbol id="b">'
                           '<path d="M0 0h9v9z"/></symbol><symbol id="c" display="none"/><use href="#a"/>'
                           f'<use href="#c"/><use href="#b" width="0"/>{SHAPE}', SHAPE),
    "strokes first": (f'<path fill="#fff" stroke="#000" stroke-width="4" paint-order="markers stroke" d="{D}"/>',
                      f'<path fill="none" stroke="#000" stroke-width="4" d="{D}"/><path fill="#fff" d="{D}"/>'),
    "a stroke that does not grow": (
        f'<path fill="none" stroke="#000" vector-effect="non-scaling-stroke" transform="scale(2 3)" d="{D}"/>',
        '<path fill="none" stroke="#000" d="M2 3h18v27z"/>'),
    "an uneven stroke": (f'<g transform="skewX(20)"><path stroke="#000" transform="scale(2 3)" d="{D}"/></g>',
                         f'<path stroke="#000" transform="matrix(2 0 1.0919 3 0 0)" d="{D}"/>'),
    "transformations": (f'<path transform="translate(+5.,.5)scale(2)rotate(9 4 5)skewY(3)" d="{D}"/>',
                        f'<g transform="translate(5 .5)"><g transform="scale(2)"><g transform="rotate(9 4 5)">'
                        f'<path transform="skewY(3)" d="{D}"/></g></g></g>'),
    "numbers": ('<path d="M+5+5 L+10 40L10-.5e1.5.5"/>', '<path d="M5 5L10 40L10 -5L.5 .5"/>'),
    "dots": ('<path stroke="#000" stroke-width="5" stroke-linecap="square" d="M9 9z"/>',
             '<rect x="6.5" y="6.5" width="5" height="5"/>'),
    "dashes": ('<path stroke="#000" stroke-dasharray="3 1mm 10%" stroke-dashoffset="1" fill="none" d="M0 9h45"/>',
               '<path stroke="#000" stroke-dasharray="3 3.7795 4.5 3 3.7795 4.5" stroke-dashoffset="1" d="M0 9h45"/>'),
    "no dashes": (f'<path stroke="#000" stroke-dasharray="0 0" d="{D}"/>', f'<path stroke="#000" d="{D}"/>'),
    "limits": (f'<path stroke="#000" stroke-miterlimit="1" stroke-linejoin="miter" d="{D}"/>',
               f'<path stroke="#000" stroke-linejoin="bevel" d="{D}"/>'),
    "an arc that is a line": ('<path d="M1 1A0 9 0 0 1 9 9A1 1 0 0 0 9 9L1 9"/>', '<path d="M1 1L9 9L1 9"/>'),
    "an arc against the clock": ('<path d="M9 20A9 9 0 0 0 27 20z"/>',
                                 '<path d="M9 20C9 25 13 29 18 29S27 25 27 20z"/>'),
    "an empty path": (f'{SHAPE}<path d="none"/>', SHAPE),
    "arcs the long way": ('<path d="M9 9a9 9 0 1 0 9 9z"/>', '<path d="M9 9C4 9 0 13 0 18S4 27 9 27S18 23 18 18z"/>'),
    "a switch": (f"<switch><g>{SHAPE}</g><circle r='30'/></switch>", SHAPE),
    "lines and points": ('<line x1="1" y1="1" x2="9" y2="9" stroke="#000"/><polyline points="9 9 20 9 20 20"/>'
                         '<polygon points=""/><ellipse rx="0" ry="3"/><rect width="9"/>',
                         '<path stroke="#000" d="M1 1L9 9"/><path d="M9 9h11v11z"/>'),
    # --- clips ---
    "a clip of the box": ('<clipPath id="c" clipPathUnits="objectBoundingBox"><rect x=".5" width=".5" height="1"/>'
                          '</clipPath><circle cx="20" cy="20" r="10" clip-path="url(#c)"/>',
                          '<path d="M20 10a10 10 0 0 1 0 20z"/>'),
    "a clip with a clip": ('<clipPath id="d"><rect width="9" height="45"/></clipPath><clipPath id="c"'
                           ' clip-path="url(#d)"><rect height="9" width="45"/></clipPath>'
                           '<rect width="45" height="45" clip-path="url(#c)"/>', '<rect width="9" height="9"/>'),
    "shapes over each other in a clip": (
        '<clipPath id="c"><rect width="20" height="20"/><path d="M10 10v20h20v-20z"/></clipPath>'
        '<rect width="45" height="45" clip-path="url(#c)"/>',
        '<path d="M0 0h20v10h10v20h-20v-10h-10z"/>'),
    "shapes apart in a clip": (
        '<clipPath id="c"><path d="M0 0h9v9h-9zM2 2v3h3v-3z"/><path d="M20 20h9v9zM40 40h1v1z"/></clipPath>'
        '<rect width="45" height="45" clip-path="url(#c)"/>',
        '<path d="M0 0h9v9h-9zM2 2v3h3v-3z"/><path d="M20 20h9v9zM40 40h1v1z"/>'),
    "a clip by use": ('<path id="p" transform="scale(2)" d="M1 1h9v9z"/><g id="g"><rect width="40" height="40"/></g>'
                      '<clipPath id="c"><use href="#p" x="20"/><use href="#g"/><g><rect width="9"/></g></clipPath>'
                      '<rect width="45" height="45" fill="red" clip-path="url(#c)"/>',
                      '<path d="M2 2h18v18z"/><rect width="40" height="40"/><path fill="red" d="M22 2h18v18z"/>'),
    "a clip that hides": (f'{SHAPE}<clipPath id="c"><rect display="none" width="9" height="9"/><circle r="9"'
                          ' visibility="hidden"/></clipPath><rect width="45" height="45" clip-path="url(#c)"/>', SHAPE),
    "a clip of parts that are clipped": (
        '<clipPath id="d"><path d="M0 0"/></clipPath><clipPath id="c"><rect width="9" height="9" clip-path="url(#d)"/>'
        '<use href="#u"/></clipPath><defs><path display="none" id="u"/></defs>'
        f'{SHAPE}<rect width="45" height="45" clip-path="url(#c)"/>', SHAPE),
    "a clip of nothing": (f'{SHAPE}<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/>'
                          f'</clipPath><g clip-path="url(#c)"><path d="M0 0h9" stroke="#000"/></g>', SHAPE),
    # --- masks that are clips ---
    "a white mask": ('<mask id="m"><circle fill="#fff" cx="20" cy="20" r="9"/></mask>'
                     '<rect x="10" y="10" width="30" height="10" mask="url(#m)"/>',
                     '<clipPath id="c"><rect x="7" y="9" width="36" height="12"/></clipPath><clipPath id="d">'
                     '<rect x="10" y="10" width="30" height="10"/></clipPath><g clip-path="url(#d)">'
                     '<circle cx="20" cy="20" r="9" clip-path="url(#c)"/></g>'),
    "masks that hide": ('<mask id="m"/><mask id="n" width="0"><circle r="9" fill="#fff"/></mask>'
                        f'<circle r="20" mask="url(#m)"/><circle r="20" mask="url(#n)"/>{SHAPE}', SHAPE),
}  # fmt: skip


@pytest.mark.parametrize("name", ALIKE)
def test_what_is_drawn_like_something_plain(name, render):
    one, other = ALIKE[name]
    found = read_foreign(svg(one).encode(), "wK.svg")
    assert not found.needs
    attributes = ' width="90" height="90"'
    pictures = [render(svg(body, attributes=attributes), 90, 90) for body in (found.markup, redrawn(other))]
    assert apart(*pictures) < 0.4
    assert pictures[0].getbbox()
    original = resvg(svg(other, attributes=attributes), 90, 90)
    assert apart(pictures[0], original) < 4


#: What cairo cannot draw, and what it is called.
NEEDED = {
    "a mask": '<mask id="m"><rect width="45" height="45" fill="#888"/><circle cx="20" cy="20" r="9"/></mask>'
    '<g transform="rotate(9)" mask="url(#m)"><rect x="5" y="5" width="30" height="30"/></g>',
    "fr of a gradient, a mask": f'<radialGradient id="g" fr=".2" fx=".4">{STOPS}</radialGradient><mask id="m"'
    ' maskUnits="userSpaceOnUse" width="20" height="20" maskContentUnits="objectBoundingBox" mask-type="alpha">'
    '<circle r="1"/><rect width="1" height=".5"/></mask>'
    '<rect x="5" y="5" width="30" height="30" mask="url(#m)" fill="url(#g)"/>',
    "clip-rule evenodd": '<clipPath id="c"><path clip-rule="evenodd" d="M5 5h35v35h-35zM15 15h15v15h-15z"/></clipPath>'
    '<rect width="45" height="45" clip-path="url(#c)"/>',
    "a clip of several shapes": '<clipPath id="d"><circle r="20"/></clipPath><clipPath id="c"><path d="M5 5h20v20h-20z'
    'M9 9v9h9v-9z"/><circle cx="25" cy="25" r="9" clip-path="url(#d)"/></clipPath>'
    '<rect width="45" height="45" fill="red" clip-path="url(#c)"/>',
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_cairo_would_draw_wrong_is_drawn_by_resvg_and_refused_in_pdf(name, tmp_path, needs_cairo):
    body = NEEDED[name]
    assert needs(body) == name
    original, ours = (resvg(svg(b, attributes=' width="90" height="90"'), 90, 90) for b in (body, redrawn(body)))
    assert apart(original, ours) < 0.6
    write_set(tmp_path)
    (tmp_path / "wK.svg").write_text(svg(body))
    diagram, plain = (fen2img.Diagram.from_fen(f"{piece}7/8/8/8/8/8/8/7k") for piece in "KQ")
    style = Style.of(pieces=str(tmp_path), size=160)
    picture = layout(diagram, style)
    assert backend(picture.needs) is resvg
    assert backend(layout(plain, style).needs) is cairo
    assert draw(picture).tobytes() == draw_whole(picture).convert("RGB").tobytes() == draw(picture, resvg).tobytes()
    for target in ("pdf", "eps", "ps"):
        assert plain.render(target, pieces=str(tmp_path))
        with pytest.raises(PieceSetError) as caught:
            diagram.render(target, pieces=str(tmp_path))
        assert str(caught.value) == f"{tmp_path}/wK.svg: {name} cannot be had in PDF, EPS and PostScript"
        assert caught.value.hint == "SVG and PNG can have it"


def test_a_neutral_piece_needs_what_its_halves_need(tmp_path):
    write_set(tmp_path)
    (tmp_path / "wK.svg").write_text(svg(NEEDED["a mask"]))
    diagram = read_fen("-K7/8/8/8/8/8/8/8", fairy=True).diagram()
    assert layout(diagram, Style.of(pieces=str(tmp_path))).needs == f"{tmp_path}/wK.svg: a mask"


def test_without_resvg_such_a_piece_is_refused(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(OutputError) as caught:
        backend("x/wK.svg: a mask")
    assert caught.value.report() == (
        "error: resvg-py cannot be loaded, and x/wK.svg: a mask needs it\n  hint: pip install resvg-py"
    )


def many(body: str, count: int) -> str:
    return body * count


LOCAL = "l1 1l-1-.5" * 4000
REFUSED = {
    "nothing": ("", "nothing is drawn in the view box"),
    "nothing in the view box": ('<circle cx="99" r="9"/>', "nothing is drawn in the view box"),
    "nothing but a definition": (f"<defs>{SHAPE}</defs>", "nothing is drawn in the view box"),
    "nothing to be seen": (f'<g opacity="0">{SHAPE}</g><path fill="#0000" d="{D}"/><path visibility="hidden" d="{D}"/>'
                           '<path d="M1 1h9"/><path transform="scale(0)" d="M1 1h9v9z"/><path/><g display="none"/>',
                           "nothing is drawn in the view box"),
    "long outlines": (f'<path d="M1 1{LOCAL}" fill="none" stroke="#000"/>',
                      "longer outlines than are drawn in a moment"),
    "numbers": (f'<path d="M1 1{"l.001 0" * 13_000}"/>', "longer outlines than are drawn in a moment"),
    "crossing lines": (f'<path d="M1 1{"L44 44L1 1" * 600}"/>', "longer outlines than are drawn in a moment"),
    "a crossing clip": (f'<clipPath id="c"><path d="M1 1{"L44 44L1 1" * 600}"/></clipPath><circle r="9"'
                        ' clip-path="url(#c)"/>', "longer outlines than are drawn in a moment"),
    "shapes": (many('<path d="M1 1h1v1z"/>', MAX_SHAPES + 1),
               f"more than {MAX_SHAPES} shapes once references are followed"),
    "layers": (many(f'<g opacity=".5">{SHAPE}</g>', MAX_LAYERS + 1),
               f"more than {MAX_LAYERS} clips, masks and groups with an opacity"),
    "gradients": (f'<linearGradient id="a">{STOPS}</linearGradient>'
                  + many('<path fill="url(#a)" d="M1 1h1v1z"/>', MAX_GRADIENTS + 1),
                  f"more than {MAX_GRADIENTS} shapes with gradients"),
    "stops": (f'<linearGradient id="a">{STOPS * 33}</linearGradient><path fill="url(#a)" d="{D}"/>',
              "more than 64 stops of a gradient"),
    "repeats": (f'<radialGradient id="a" spreadMethod="repeat" r=".01">{STOPS}</radialGradient><path fill="url(#a)"'
                f' d="{D}"/>', "a gradient repeated more than 50 times"),
    "dashes": ('<path stroke="#000" stroke-dasharray=".01" d="M0 9h45"/>', f"more than {MAX_DASHES} dashes"),
    "dashes of a known length": ('<path stroke="#000" stroke-dasharray="1" pathLength="3" d="M0 9h45"/>',
                                 "dashes with a pathLength are refused"),
    "transformations": (f'<path transform="{"rotate(1)" * 33}" d="{D}"/>',
                        f"the value of transform has numbers that no piece needs: {('rotate(1)' * 33)[:40]!r}"),
    "elements": (many("<g/>", MAX_ELEMENTS), f"more than {MAX_ELEMENTS} elements"),
    "classes": ("<style>" + "".join(f".a{i}{{fill:red}}" for i in range(200)) + "</style>" + many("<g/>", 600),
                "more than 100000 comparisons of elements with selectors"),
    "far away": (f'<g transform="translate(40000)"><path transform="translate(40000)" d="{D}"/></g>',
                 "a shape far outside the view box"),
    "a focus outside": (f'<radialGradient id="a" r=".3" fx=".95">{STOPS}</radialGradient><path fill="url(#a)"'
                        f' d="{D}"/>', "a gradient with its focus outside its circle is refused"),
    "a masked mask": (f'<mask id="n"/><mask id="m" mask="url(#n)">{SHAPE}</mask><path mask="url(#m)" d="{D}"/>',
                      "a mask or clip of a mask is refused: renderers disagree about it"),
    "a mask that is none": (f'<g id="m"/><path mask="url(#m)" d="{D}"/>', "a mask that refers to <g>"),
    "a clip that is none": (f'<g id="m"/><path clip-path="url(#m)" d="{D}"/>', "a clip-path that refers to <g>"),
    "deep clips": (
        '<clipPath id="a"><circle r="9"/></clipPath><clipPath id="b" clip-path="url(#a)"><circle r="9"/></clipPath>'
        f'<clipPath id="c"><path d="{D}" clip-path="url(#b)"/>{SHAPE}</clipPath><path clip-path="url(#c)" d="{D}"/>',
        "clips nested so deep in a clip are refused"),
    "languages": (f'<path systemLanguage="en" d="{D}"/>', "systemLanguage is refused: renderers disagree about it"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_much_or_nothing(name):
    body, message = REFUSED[name]
    with at_most(3), pytest.raises(PieceSetError) as caught:
        redrawn(body)
    assert str(caught.value) == f"wK.svg:1: {message}"


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        (' preserveAspectRatio="none" width="9" height="8"', "preserveAspectRatio none of the root element is refused"),
        (' transform="scale(2)"', "transform of the root element is refused: renderers disagree about it"),
        (' clip-path="url(#c)"', "clip-path of the root element is refused: renderers disagree about it"),
    ],
)
def test_roots_that_are_refused(attributes, message):
    with pytest.raises(PieceSetError) as caught:
        read_foreign(svg(f'<clipPath id="c"/>{SHAPE}', attributes=attributes).encode(), "wK.svg")
    assert str(caught.value) == f"wK.svg:1: {message}"


def test_a_view_box_in_numbers_of_python_is_none():
    with pytest.raises(PieceSetError, match="no viewBox, and no width"):
        redrawn(SHAPE, "0 0 4_5 45")


def test_a_square_that_nothing_stretches_is_drawn():
    text = svg(SHAPE, attributes=' preserveAspectRatio="none"')
    assert read_foreign(text.encode(), "wK.svg").markup == f'<path fill="#000" d="{DRAWN}"/>'


def test_a_focus_on_the_edge_is_drawn():
    text = f'<radialGradient id="a" cx=".5" r=".5" fx="1">{STOPS}</radialGradient><path fill="url(#a)" d="{D}"/>'
    assert ' fx=".995" ' in redrawn(text)


def test_one_paint_takes_the_opacity_of_its_shape():
    assert redrawn(f'<path opacity=".5" fill-opacity="50%" d="{D}"/>') == (
        f'<path fill="#000" fill-opacity=".25" d="{DRAWN}"/>'
    )
    assert redrawn(f'<path opacity=".5" stroke="#000" fill-rule="evenodd" d="{D}"/>') == (
        f'<g opacity=".5"><path fill="#000" fill-rule="evenodd" stroke="#000" stroke-width="1" d="{DRAWN}"/></g>'
    )
