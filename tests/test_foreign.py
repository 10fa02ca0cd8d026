"""Somebody else's SVG: what is refused and how it is said, what stays, and that files never mix."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st
from piece_files import HEAD, apart, at_most, svg, write_set

from fen2img.errors import PieceSetError
from fen2img.pieceset import load_set
from fen2img.pieceset.css import MAX_SELECTORS
from fen2img.pieceset.document import MAX_ELEMENTS
from fen2img.pieceset.foreign import ForeignSet
from fen2img.pieceset.model import SetInfo
from fen2img.pieceset.untrusted import MAX_BYTES, Foreign, read_foreign
from fen2img.raster.backend import resvg
from fen2img.scene import Frame, Placed, Scene
from fen2img.svg import to_svg
from fen2img.themes import THEMES

SHAPE = '<path d="M1 1h9v9z"/>'
#: What SHAPE becomes.
DRAWN = '<path fill="#000" d="M1 1L10 1L10 10Z"/>'
BOX = (0, 0, 45, 45)
ONLY = ": a piece is drawn with shapes, groups, gradients, clips and masks"


def with_attribute(text: str) -> str:
    return svg(f"\n<path {text} d='M1 1h9v9z'/>")


def style(text: str) -> str:
    return svg(f"\n<style>{text}</style>{SHAPE}")


def bomb(levels: int, each: int) -> str:
    lines = [f'<g id="a0">{SHAPE}</g>']
    lines += [f'<g id="a{i}">' + f'<use xlink:href="#a{i - 1}"/>' * each + "</g>" for i in range(1, levels)]
    return svg("<defs>" + "\n".join(lines) + f'</defs><use xlink:href="#a{levels - 1}"/>')


#: A file, and the message behind its name.
ATTACKS: dict[str, tuple[str | bytes, str]] = {
    "script": (svg("\n<script>alert(1)</script>"), f":2: <script> is refused{ONLY}"),
    "script in a group": (svg("<g>\n\n<g><script/></g></g>"), f":3: <script> is refused{ONLY}"),
    "script in unused definitions": (svg("<defs>\n<script/></defs>"), f":2: <script> is refused{ONLY}"),
    "an event": (with_attribute('onclick="x()"'), ":2: the attribute onclick holds a script"),
    "an event in capitals": (with_attribute('ONLOAD="x()"'), ":2: the attribute ONLOAD holds a script"),
    "an event of the root": (svg("", attributes=' onload="x()"'), ":1: the attribute onload holds a script"),
    "an event by DTD": (
        f'<!DOCTYPE svg [\n<!ATTLIST path onload CDATA "x()">]>{svg(SHAPE)}',
        ":2: attributes in a DTD are refused",
    ),
    "HTML inside": (svg("\n<foreignObject/>"), f":2: <foreignObject> is refused{ONLY}"),
    "an image": (svg('\n<image xlink:href="http://e.org/x.png"/>'), f":2: <image> is refused{ONLY}"),
    "an image within": (svg('\n<image xlink:href="data:image/png;base64,AA=="/>'), f":2: <image> is refused{ONLY}"),
    "text": (svg("\n<text>K</text>"), f":2: <text> is refused{ONLY}"),
    "a file in a file": (svg("\n<svg/>"), f":2: <svg> is refused{ONLY}"),
    "animation": (svg(f'<g>\n<animate attributeName="href"/>{SHAPE}</g>'), f":2: <animate> is refused{ONLY}"),
    "animation of a shape": (svg("<path d='M1 1'>\n<set/></path>"), f":2: <set> is refused{ONLY}"),
    "a filter in use": (with_attribute('filter="url(#f)"'), ":2: filter is refused: renderers disagree about it"),
    "a filter in a style": (
        with_attribute('style="filter:blur(3px)"'),
        ":2: filter is refused: renderers disagree about it",
    ),
    "a filter in a style sheet": (
        style("path{filter:blur(3px)}"),
        ":2: filter is refused: renderers disagree about it",
    ),
    "blending": (
        with_attribute('style="mix-blend-mode:multiply"'),
        ":2: mix-blend-mode is refused: renderers disagree about it",
    ),
    "arrow heads": (
        with_attribute('marker-end="url(#m)"'),
        ":2: marker-end is refused: renderers disagree about it",
    ),
    "a transform in a style": (
        with_attribute('style="transform:scale(2)"'),
        ":2: transform in a style is refused: it is an attribute",
    ),
    # --- references ---
    "a paint elsewhere": (
        with_attribute('fill="url(http://e.org/x.svg#a)"'),
        ":2: a reference out of the file: 'http://e.org/x.svg#a'",
    ),
    "a paint in another file": (with_attribute('fill="url(x.svg#a)"'), ":2: a reference out of the file: 'x.svg#a'"),
    "a paint in capitals": (
        with_attribute('fill="URL(http://e.org/x#a)"'),
        ":2: a reference out of the file: 'http://e.org/x#a'",
    ),
    "a paint that does not end": (
        with_attribute('fill="url(http://e.org/x#a"'),
        ":2: the value of fill is not understood: 'url(http://e.org/x#a'",
    ),
    "a paint of data": (
        with_attribute('fill="url(data:image/svg+xml;base64,AA)"'),
        ":2: a reference out of the file: 'data:image/svg+xml;base64,AA'",
    ),
    "a paint in a style": (
        with_attribute("style=\"fill:url('//e.org/x#a')\""),
        ":2: a reference out of the file: '//e.org/x#a'",
    ),
    "a paint in a style sheet": (
        style('path{fill:url("file:///etc/passwd#a")}'),
        ":2: a reference out of the file: 'file:///etc/passwd#a'",
    ),
    "data in a style": (
        with_attribute("style='mask:url(data:image/svg+xml;utf8,x)'"),
        ":2: a reference out of the file: 'data:image/svg+xml;utf8,x'",
    ),
    "two references in one": (
        with_attribute('fill="url(#a) url(x)"'),
        ":2: the value of fill is not understood: 'url(#a) url(x)'",
    ),
    "a clip elsewhere": (with_attribute('clip-path="url(x#a)"'), ":2: a reference out of the file: 'x#a'"),
    "use of another file": (svg('\n<use xlink:href="x.svg#a"/>'), ":2: a reference out of the file: 'x.svg#a'"),
    "use of another file, new": (svg('\n<use href="//e.org"/>'), ":2: a reference out of the file: '//e.org'"),
    "use of a script": (svg('\n<use href="javascript:x()"/>'), ":2: a reference out of the file: 'javascript:x()'"),
    "use of nothing": (svg('\n<use href="#a"/>'), ":2: a reference to '#a', which is not there"),
    "use of what is left out": (
        svg('<title id="a"/>\n<use href="#a"/>'),
        ":2: a reference to '#a', which is not there",
    ),
    "itself": (svg('\n<use id="a" href="#a"/>'), ":2: #a refers to itself"),
    "its own group": (svg('<g id="a">\n<use href="#a"/></g>'), ":2: #a refers to itself"),
    "its own file": (svg('\n<use href="#a"/>', attributes=' id="a"'), ":2: #a refers to itself"),
    "each other": (
        svg('<g id="a"><use href="#b"/></g>\n<g id="b">\n<use href="#a"/></g>'),
        ":1: #b refers to itself",
    ),
    "its own gradient": (
        svg(f'\n<linearGradient id="a" xlink:href="#a"/>{SHAPE}'),
        ":2: #a refers to itself",
    ),
    "a mask that masks itself": (
        svg('<mask id="a">\n<path mask="url(#a)" d="M1 1"/></mask>'),
        ":2: #a refers to itself",
    ),
    "a mask in itself by a style sheet": (
        svg('<style>.a{fill:url(#p)}</style><mask id="p">\n<path class="a" d="M1 1"/></mask>'),
        ":2: #p refers to itself",
    ),
    "a bomb of use": (bomb(30, 10), f":4: more than {MAX_ELEMENTS} elements once references are followed"),
    "a bomb of few": (bomb(60, 2), f":11: more than {MAX_ELEMENTS} elements once references are followed"),
    # --- size ---
    "many elements": (svg("<g/>" * MAX_ELEMENTS), f":1: more than {MAX_ELEMENTS} elements"),
    "nesting": (svg("<g>" * 70 + "</g>" * 70), ":1: elements nested more than 64 deep"),
    "deep nesting": (svg("<g>" * 60_000 + "</g>" * 60_000), f":1: more than {MAX_ELEMENTS} elements"),
    "nesting by reference": (
        svg("\n".join(f'<g id="a{i}"><use href="#a{i + 1}"/></g>' for i in range(64)) + '<g id="a64"/>'),
        ":33: elements nested more than 64 deep",
    ),
    "a huge file": (svg(" " * MAX_BYTES), f": {MAX_BYTES + len(svg())} bytes; a piece may have {MAX_BYTES}"),
    "blanks in a value": (
        with_attribute(f'fill="url({" " * 200_000}x"'),
        ":2: the value of fill is not understood: 'url( x'",
    ),
    "a value that goes on": (
        with_attribute(f'fill="{"url(" * 50_000}"'),
        ":2: the value of fill is not understood: 'url(url(url(url(url(url(url(url(url(url('",
    ),
    "a number that goes on": (
        with_attribute(f'stroke-width="{"1" * 200_000}x"'),
        f":2: the value of stroke-width is not understood: '{'1' * 40}'",
    ),
    "a path that goes on": (
        svg(f'\n<path d="M{"1 " * 100_000}x"/>'),
        ":2: the value of d is not understood: 'M1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'",
    ),
    "selectors": (
        style(",".join("*" * (MAX_SELECTORS + 1)) + "{fill:red}"),
        f":2: more than {MAX_SELECTORS} selectors in style sheets",
    ),
    "rules": (
        style("a{fill:red}" * 40_000),
        f":2: more than {MAX_SELECTORS} selectors in style sheets",
    ),
    "comments": (style("/*" * 100_000 + "*/ @x"), ":2: @x in a style sheet is refused"),
    "brackets": (style("a{fill:" + "(" * 100_000 + "}"), ":2: '(' in a style is not understood"),
    "braces": (style("a" + "{" * 100_000), ":2: a style sheet that cannot be read"),
    "quotes": (with_attribute("style=\"fill:" + "'" * 99_999 + '"'), ':2: "\'" in a style is not understood'),
    # --- numbers that renderers take ages over, or fail with ---
    "a flat arc": (
        svg('\n<path d="M0 0 A 1e3 1e-9 0 0 1 999999e-3 5" stroke="red"/>'),
        ":2: the value of d has numbers that no piece needs: 'M0 0 A 1e3 1e-9 0 0 1 999999e-3 5'",
    ),
    "a flat arc among others": (
        svg('\n<path d="M0 0a1 1 0 01.5.5-9 8 0 002,2 .0001,5,0,1,1,2,2z"/>'),
        ":2: the value of d has numbers that no piece needs: 'M0 0a1 1 0 01.5.5-9 8 0 002,2 .0001,5,0,'",
    ),
    "a far point": (
        svg('\n<path d="M0 0L9 45001"/>'),
        ":2: the value of d has numbers that no piece needs: 'M0 0L9 45001'",
    ),
    "a far circle": (
        svg('\n<circle cx="-99e3"/>'),
        ":2: the value of cx has numbers that no piece needs: '-99e3'",
    ),
    "a large mask": (
        svg('\n<mask id="m" width="999999"/>'),
        ":2: the value of width has numbers that no piece needs: '999999'",
    ),
    "a far move": (
        with_attribute('transform="translate(0 1e8)"'),
        ":2: the value of transform is not understood: 'translate(0 1e8)'",
    ),
    "a far turn": (
        with_attribute('transform="rotate(99999)"'),
        ":2: the value of transform has numbers that no piece needs: 'rotate(99999)'",
    ),
    "nested enlargement": (
        svg('\n<g transform="scale(40)">\n<g transform="rotate(30) scale(2 -30)"/></g>'),
        ":2: transformations that enlarge 1200 times; a piece may 1000",
    ),
    "enlargement by skewing and by use": (
        svg('\n<g id="a" transform="skewX(89.5)"/>\n<use href="#a" transform="matrix(9 0 0 9 0 0)"/>'),
        ":3: transformations that enlarge 1031 times; a piece may 1000",
    ),
    "a pattern in use": (svg('<pattern id="p"/>\n<path fill="url(#p)"/>'), f":2: <pattern> is refused{ONLY}"),
    # --- CSS ---
    "an import": (style("@import url(http://e.org/x.css);"), ":2: @import in a style sheet is refused"),
    "an import behind a rule": (style('a{}\n@import "x";'), ":2: @import in a style sheet is refused"),
    "a font": (style("@font-face{src:url(x)}"), ":2: @font-face in a style sheet is refused"),
    "a lone @": (style("@ {}"), ":2: @ in a style sheet is refused"),
    "a style sheet in CDATA": (
        style("<![CDATA[@import 'x';]]>"),
        ":2: @import in a style sheet is refused",
    ),
    "a style sheet elsewhere": (
        f'<?xml-stylesheet href="http://e.org/x.css"?>{svg(SHAPE)}',
        ":1: a style sheet out of the file is refused",
    ),
    "an expression": (
        with_attribute('style="fill:expression(x)"'),
        ":2: the value of fill is not understood: 'expression(x)'",
    ),
    "an escape": (with_attribute(r'style="fill:\75rl(x)"'), r":2: '\\' in a style is not understood"),
    "an escape in brackets": (with_attribute(r'style="fill:url(\23 a)"'), ":2: '(' in a style is not understood"),
    "an escaped selector": (style(r"\61{fill:red}"), r":2: a selector that is not understood: '\\61'"),
    "a selector with a sign": (style("g>path{}"), ":2: a selector that is not understood: 'g>path'"),
    "a selector of many parts": (style("g g g g g{}"), ":2: a selector that is not understood: 'g g g g g'"),
    "a style sheet for a medium": (
        svg('\n<style media="print">path{fill:red}</style>'),
        ":2: a style sheet for 'print' only",
    ),
    "a selector with a condition": (style("g:has(a){}"), ":2: a selector that is not understood: 'g:has(a)'"),
    "a selector that is missing": (style(".a,{}"), ":2: a selector that is not understood: ''"),
    "a rule that does not end": (style(".a{fill:red"), ":2: a style sheet that cannot be read"),
    "a style without a value": (with_attribute('style="fill"'), ":2: a style that is not understood: 'fill'"),
    "a style without a name": (with_attribute('style=":red"'), ":2: a style that is not understood: ':red'"),
    "an importance": (
        with_attribute('style="fill:red !very"'),
        ":2: a style that is not understood: 'fill:red !very'",
    ),
    "a style that ends early": (
        with_attribute('style="fill:"'),
        ":2: a style that is not understood: 'fill:'",
    ),
    "a variable": (with_attribute('fill="var(--x)"'), ":2: the value of fill is not understood: 'var(--x)'"),
    # --- breaking out of an attribute ---
    "a quote": (
        with_attribute('fill="red&quot; onload=&quot;x()"'),
        ":2: the value of fill is not understood: 'red\" onload=\"x()'",
    ),
    "an element in an attribute": (
        with_attribute('stroke="&lt;script&gt;"'),
        ":2: the value of stroke is not understood: '<script>'",
    ),
    "a quote in a style": (
        with_attribute("style='fill:\"/>\"'"),
        ":2: the value of fill is not understood: '\"/>\"'",
    ),
    "a quote in an id": (
        svg('\n<use href="#a&quot;b"/>'),
        ":2: a reference to '#a\"b', which is not there",
    ),
    # --- XML ---
    "entities": (
        f'<!DOCTYPE svg [\n<!ENTITY a "aaaa">\n<!ENTITY b "&a;&a;">]>{svg("&b;")}',
        ":2: an entity is refused",
    ),
    "an entity of a file": (
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>{svg("&a;")}',
        ":1: an entity is refused",
    ),
    "an entity of a DTD": (
        f'<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://e.org/x"> %a;]>{svg()}',
        ":1: an entity is refused",
    ),
    "an entity of an external DTD": (
        f'<!DOCTYPE svg SYSTEM "http://e.org/x.dtd">{svg("&x;")}',
        ":1: not well-formed XML: undefined entity &x;: line 1, column "
        + str(len(f'<!DOCTYPE svg SYSTEM "http://e.org/x.dtd">{svg()}') - 6),
    ),
    "no XML": ("hello", ":1: not well-formed XML: syntax error: line 1, column 0"),
    "nothing": ("", ":1: not well-formed XML: no element found: line 1, column 0"),
    "half a file": (HEAD + ">\n<g>", ":2: not well-formed XML: no element found: line 2, column 3"),
    "an unknown encoding": (
        '<?xml version="1.0" encoding="klingon"?>' + svg(),
        ": not readable as XML: unknown encoding: klingon",
    ),
    "an encoding that is none": (
        '<?xml version="1.0" encoding="utf-7"?>' + svg(),
        ": not readable as XML: multi-byte encodings are not supported",
    ),
    "bytes that are no text": (
        svg("@").encode().replace(b"@", b"\xff"),
        f":1: not well-formed XML: not well-formed (invalid token): line 1, column {len(svg()) - 6}",
    ),
    "HTML": ("<html/>", ":1: the root element is not <svg> of the SVG namespace"),
    "no namespace": ("<svg/>", ":1: the root element is not <svg> of the SVG namespace"),
    # --- the view box ---
    "no view box": (svg(SHAPE, box=None), ":1: no viewBox, and no width and height in px, mm … instead of it"),
    "sizes in per cent": (
        svg(SHAPE, box=None, attributes=' width="100%" height="100%"'),
        ":1: no viewBox, and no width and height in px, mm … instead of it",
    ),
    "sizes that are none": (
        svg(SHAPE, box=None, attributes=' width="1.2.3" height="."'),
        ":1: no viewBox, and no width and height in px, mm … instead of it",
    ),
    "a view box of three": (svg(box="0 0 9"), ":1: no viewBox, and no width and height in px, mm … instead of it"),
    "a view box of words": (svg(box="a b c d"), ":1: no viewBox, and no width and height in px, mm … instead of it"),
    "an empty view box": (svg(box="0 0 0 45"), ":1: a view box of 0 x 45 at 0, 0 is no picture"),
    "a negative view box": (svg(box="0 0 45 -45"), ":1: a view box of 45 x -45 at 0, 0 is no picture"),
    "a huge view box": (svg(box="0 0 1e300 45"), ":1: a view box of 1e+300 x 45 at 0, 0 is no picture"),
    "a view box far away": (svg(box="1e9 -1e9 45 45"), ":1: a view box of 45 x 45 at 1e+09, -1e+09 is no picture"),
    "a tiny view box": (svg(box="0 0 1e-9 1e-9"), ":1: a view box of 1e-09 x 1e-09 at 0, 0 is no picture"),
    "a view box that is no number": (svg(box="0 0 nan inf"), ":1: a view box of nan x inf at 0, 0 is no picture"),
    # --- values that renderers fail over ---
    **{
        f"{name}={value}": (
            svg(f'\n<path {name}="{value}"/>'),
            f":2: the value of {name} is not understood: {value!r}",
        )
        for name, value in [
            ("d", "L1 2"), ("d", "M1"), ("d", "M12"), ("d", "M1 2 3"),
            ("d", "9M1 2"), ("d", "M0 0A1 1"), ("d", "M0 0z1"),
            ("d", "M0 0a1 1 0 2 0 1 1"), ("d", "M1e999 0"), ("d", "M1234567890 0"), ("d", "M0 0K1"),
            ("points", "1 2 3"),
            ("transform", "scale(1e300)"), ("transform", "rotate(4 5)"), ("transform", "none"),
            ("transform", "matrix(1)"),
            ("transform", "matrix(123456)"), ("fill", "rgb(1,2)"), ("fill", "wat"), ("fill", "#ff"),
            ("opacity", "50deg"), ("x", "inherit"), ("r", "2em"), ("stroke-linejoin", "arcs"),
            ("opacity", "x"), ("stroke-width", "-1"), ("stroke-width", "nan"), ("stroke-dasharray", "-1 2"),
            ("width", "1 2"), ("viewBox", "0 0"), ("fill-rule", ""), ("mask", "red"), ("x", "\u0663"),
        ]
    },
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_refused(name):
    text, message = ATTACKS[name]
    data = text.encode() if isinstance(text, str) else text
    with at_most(5), pytest.raises(PieceSetError) as caught:
        read_foreign(data, "set/wK.svg")
    assert str(caught.value) == "set/wK.svg" + message


#: A file, its view box and what is made of it. `@` stands for the prefix of private ids.
GOOD: dict[str, tuple[str, tuple[float, ...], str]] = {
    "shapes": (svg(SHAPE), BOX, DRAWN),
    "sizes in millimetres beside a view box": (
        svg(SHAPE, box="0,0,\n100 , 100", attributes=' width="45mm" height="45mm"'),
        (0, 0, 100, 100),
        DRAWN,
    ),
    "sizes instead of a view box": (
        svg(SHAPE, box=None, attributes=' width="50px" height=" 40 "'),
        (0, 0, 50, 40),
        DRAWN,
    ),
    "sizes on paper": (svg(SHAPE, box=None, attributes=' width="1in" height="72pt"'), (0, 0, 96, 96), DRAWN),
    "an offset": (svg(SHAPE, box="-5 1.5 30 20"), (-5, 1.5, 30, 20), DRAWN),
    "stretched by nothing": (
        svg(SHAPE, attributes=' width="9mm" height="9mm" preserveAspectRatio="none"'), BOX, DRAWN,
    ),
    "attributes of the root": (
        svg(SHAPE, attributes=' fill="red" id="x" style="width:100%;stroke:#000"'),
        BOX,
        '<path fill="#f00" stroke="#000" stroke-width="1" d="M1 1L10 1L10 10Z"/>',
    ),
    "a link draws what is in it": (svg(f'<a xlink:href="javascript:x()" href="http://e.org">{SHAPE}</a>'), BOX, DRAWN),
    "of a switch the first that can be": (
        svg(f'<switch><foreignObject requiredExtensions="x"><script/></foreignObject><g>{SHAPE}</g><circle r="9"/>'
            "</switch>"),
        BOX,
        DRAWN,
    ),
    "definitions that nobody uses": (
        svg(f'<defs><filter id="f"><feBlend/></filter><marker id="m">{SHAPE}</marker><pattern><image/></pattern></defs>'
            f"{SHAPE}"),
        BOX,
        DRAWN,
    ),
    "ids that nobody refers to go": (svg(f'<g id="layer1">{SHAPE}</g>'), BOX, DRAWN),
    "use of a part": (
        svg('<g id="a b"><path id="c" d="M1 1h9v9z"/></g><use href="#c" x="3" y="4"/>'),
        BOX,
        DRAWN + '<path fill="#000" d="M4 5L13 5L13 14Z"/>',
    ),
    "of two with one id the first is meant": (
        svg(f'<g id="c"/><path id="c" d="M1 1h9v9z"/><use href="#c"/>{SHAPE}'), BOX, DRAWN + DRAWN,
    ),
    "of two references the newer form is meant": (
        svg('<path id="c" d="M1 1h9v9z"/><use href="#c" xlink:href="#d"/><g id="d"/>'), BOX, DRAWN + DRAWN,
    ),
    "a reference on a shape means nothing": (svg('<g id="c"/><path href="#c" d="M1 1h9v9z"/>'), BOX, DRAWN),
    "use without a reference": (svg(f"<use/>{SHAPE}"), BOX, DRAWN),
    "style over class over attribute": (
        svg('<style>.a{fill:red;stroke:red}</style><path class="a" fill="blue" stroke-width="2" style="stroke:#000"'
            ' d="M1 1h9v9z"/>'),
        BOX,
        '<path fill="#f00" stroke="#000" stroke-width="2" d="M1 1L10 1L10 10Z"/>',
    ),
    "weight of selectors": (
        svg('<style>#p{fill:#111}.a.b{fill:#222;stroke:#222}.a{fill:#333;opacity:.3}path{fill:#444;color:#444}'
            '*{stroke-width:5}path.c,circle{fill:#666}</style><path id="p" class="a  b" d="M1 1h9v9z"/>'),
        BOX,
        '<g opacity=".3"><path fill="#111" stroke="#222" stroke-width="5" d="M1 1L10 1L10 10Z"/></g>',
    ),
    "selectors of elements in others": (
        svg('<style>g path{fill:#111}.a #p{stroke:#222}.b path{fill:#333}g .a path{fill:#444}</style>'
            '<g class="a"><g><path id="p" d="M1 1h9v9z"/></g></g>'),
        BOX,
        '<path fill="#111" stroke="#222" stroke-width="1" d="M1 1L10 1L10 10Z"/>',
    ),
    "of equal rules the later one": (
        svg('<style>.a{fill:#111}</style><style>.b{fill:#222}</style><path class="b a" d="M1 1h9v9z"/>'),
        BOX,
        '<path fill="#222" d="M1 1L10 1L10 10Z"/>',
    ),
    "what is important": (
        svg('<style>path{fill:#111!important;stroke:#111 ! important}</style>'
            '<path d="M1 1h9v9z" style="fill:#222;stroke:#222 !important"/>'),
        BOX,
        '<path fill="#111" stroke="#222" stroke-width="1" d="M1 1L10 1L10 10Z"/>',
    ),
    "a style sheet in CDATA, with comments": (
        svg('<style type="text/css" media=" screen "><![CDATA[\n<!-- /* .a{} */ .a /*x*/ { fill : red ; } -->\n]]>'
            '</style><path class="a" d="M1 1h9v9z"/>'),
        BOX,
        '<path fill="#f00" d="M1 1L10 1L10 10Z"/>',
    ),
    "empty style sheets": (svg(f"<style/><style> </style>{SHAPE}"), BOX, DRAWN),
    "properties that do not matter": (
        svg("<path style=\"font-family:'A;B: (c)';-inkscape-x:url(http://e.org);enable-background:new 0 0 9 9;;\""
            ' d="M1 1h9v9z"/>'),
        BOX,
        DRAWN,
    ),
    "what says that nothing is done": (
        svg('<path filter="none" style="marker:none;mix-blend-mode:normal" d="M1 1h9v9z"/>'), BOX, DRAWN,
    ),
    "leftovers of editors": (
        svg('<sodipodi:namedview id="n" xmlns:sodipodi="http://sodipodi.example" onload="x" width="3"><sodipodi:guide/>'
            '</sodipodi:namedview><metadata><rdf:RDF xmlns:rdf="urn:rdf"><script/></rdf:RDF></metadata><title>K</title>'
            '<desc/><!-- words --><i:pgf xmlns:i="http://ns.adobe.com/i">xxx</i:pgf>'
            '<g xmlns:s="urn:s" s:label="x" data-x="1" aria-label="K" xml:space="preserve">words' + SHAPE + "</g>"),
        BOX,
        DRAWN,
    ),
    "a document type and instructions": (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        ' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<?php x ?>' + svg(SHAPE),
        BOX,
        DRAWN,
    ),
    "a path in every form": (
        svg('<path d="M1-2.5L.5.5 1e1,3E-1\n4 5H6v7S1 2 3 4zm1 1Q1 2 3 4t1 1C1 2 3 4 5 6M7 7"/>'),
        BOX,
        '<path fill="#000" d="M1 -2.5L.5 .5L10 .3L4 5L6 5L6 12C6 12 1 2 3 4ZM2 -1.5C1.3333 .8333 1.6667 2.6667 3 4'
        'C4.3333 5.3333 4.6667 5.6667 4 5C1 2 3 4 5 6"/>',
    ),
    "an arc without blanks": (
        svg('<path d="m0 0a1 1 0 01.5.5"/>'), BOX, '<path fill="#000" d="M0 0C.222 .1002 .3998 .278 .5 .5"/>',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_what_stays(name):
    text, box, markup = GOOD[name]
    found = read_foreign(text.encode(), "wK.svg")
    assert found.box == box
    prefix = re.search(r"f2i-[0-9a-f]{8}-", found.markup)
    assert found.markup == markup.replace("@", prefix[0] if prefix else "@")


def test_other_encodings_are_read():
    text = '<?xml version="1.0" encoding="{}"?>' + svg(f"<title>Läufer</title>{SHAPE}")
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        assert read_foreign(text.format(encoding).encode(encoding), "x").markup == DRAWN
    assert read_foreign(b"\xef\xbb\xbf" + svg(SHAPE).encode(), "x").markup == DRAWN


def test_a_cleaned_file_reads_back_as_the_same_picture():
    text = svg(
        '<clipPath id="c"><path clip-rule="evenodd" d="M0 0h40v40h-40zM9 9h9v9h-9z"/></clipPath>'
        '<mask id="m"><circle fill="#888" r="30"/></mask><linearGradient id="g"><stop/><stop offset="1"'
        ' stop-color="red"/></linearGradient><symbol id="s" viewBox="0 0 9 9"><g clip-path="url(#c)" mask="url(#m)">'
        '<path stroke="url(#g)" transform="skewX(9)" d="M1 1h9v9z"/></g></symbol><use xlink:href="#s"/>'
    )
    once = read_foreign(text.encode(), "x")
    suffix, data = once.as_file()
    again = read_foreign(data, "x")
    assert suffix == ".svg"
    assert again.box == once.box
    anonymous = [re.sub("f2i-[0-9a-f]{8}-", "", found.markup) for found in (once, again)]
    assert anonymous[0] == anonymous[1]


# --- pictures --------------------------------------------------------------------------------------------------


def picture(markup: str, render=resvg, side: int = 90, box: str = "0 0 45 45"):
    return render(svg(markup, box, f' width="{side}" height="{side}"'), side, side)


def drawn(set_folder: Path, names: list[str], render=resvg):
    """Pieces side by side in one picture."""
    colored = ForeignSet(SetInfo("x"), set_folder).in_colors(THEMES["brown"])
    placed = tuple(Placed(colored[name, False], 90 * i, 0, 90) for i, name in enumerate(names))
    frame = Frame(90 * len(names), 90, 90, (), placed, (), ())
    text = to_svg(Scene(frame, (), "", "", ""))
    ElementTree.fromstring(text)
    return render(text, 90 * len(names), 90)


def gradient(name: str) -> str:
    color = {"wK": "#ff0000", "wQ": "#0000ff"}.get(name, "#00ff00")
    return (
        f'<style>.st0{{stroke:{color};stroke-width:4}}</style><linearGradient id="a"><stop stop-color="{color}"/>'
        '<stop offset="1" stop-color="#fff"/></linearGradient>'
        '<rect class="st0" id="b" x="5" y="5" width="30" height="20" fill="url(#a)"/>'
        '<use xlink:href="#b" y="12"/>'
    )


def test_pieces_with_the_same_ids_and_classes_do_not_mix(tmp_path, render):
    write_set(tmp_path, gradient)
    together = drawn(tmp_path, ["wK", "wQ", "bP"], render)
    for i, name in enumerate(("wK", "wQ", "bP")):
        alone = picture(gradient(name), render)
        assert apart(alone, picture("", render)) > 50
        assert apart(together.crop((90 * i, 0, 90 * i + 90, 90)), alone) < 0.2


@pytest.mark.parametrize("name", [n for n in GOOD if n != "what is important"])  # resvg takes it for unimportant
def test_cleaning_does_not_change_the_picture(name):
    text, box, _ = GOOD[name]
    view = " ".join(map(str, box))
    root, _, rest = text[text.index(HEAD) :].partition(">")
    root = re.sub(r' (?:width|height|viewBox)="[^"]*"|width:100%;', "", root)
    original = resvg(f'{root} viewBox="{view}" width="90" height="90">{rest}', 90, 90)
    assert apart(original, picture(read_foreign(text.encode(), "x").markup, box=view)) < 0.05


@pytest.mark.parametrize(
    ("compact", "plain"),
    [
        ("M5-2.5L.5.5 30 30z", "M5,-2.5 L0.5,0.5 L30,30 Z"),
        ("m9 9a9 9 0 0120 20z", "M9 9 A9 9 0 0 1 29 29 Z"),
        ("m9 9a9,9,0,1,020,20a9 9 0 0 0-20-20", "M9 9 A9 9 0 1 0 29 29 A9 9 0 0 0 9 9"),
        ("M1e1,5E-1l20 0 0 20", "M10 0.5 L30 0.5 L30 20.5"),
        (
            "M5 5c0 9 9 9 9 9s9 0 9-9Q30 30 20 30T5 40z",
            "M5 5C5 14 14 14 14 14C14 14 23 14 23 5Q30 30 20 30Q10 30 5 40Z",
        ),
        ("M5 5H30V40h-9v-9H5V5", "M5 5L30 5L30 40L21 40L21 31L5 31L5 5"),
    ],
)
def test_path_data_means_the_same_to_every_renderer(render, compact, plain):
    found = [read_foreign(svg(f'<path d="{d}"/>').encode(), "x").markup for d in (compact, plain)]
    assert apart(picture(found[0], render), picture(found[1], render)) < 0.3
    assert picture(found[0], render).getbbox()


@pytest.mark.parametrize(
    ("box", "body", "ink"),
    [
        ("0 0 100 100", '<rect width="100" height="100"/>', (0, 0, 90, 90)),
        ("-50 -50 100 100", '<rect x="-50" y="-50" width="100" height="50"/>', (0, 0, 90, 45)),
        ("0 0 100 50", '<rect width="100" height="50"/>', (0, 22, 90, 68)),
        ("0 0 10 40", '<rect width="10" height="40"/>', (33, 0, 57, 90)),
        ("7 7 20 20", '<rect x="-300" y="-300" width="900" height="900"/>', (0, 0, 90, 90)),
        ("0 0 100 50", '<rect x="-300" y="-300" width="900" height="900"/>', (0, 22, 90, 68)),
    ],
)
def test_a_picture_lies_in_the_middle_of_its_square_and_never_leaves_it(tmp_path, render, box, body, ink):
    write_set(tmp_path)
    (tmp_path / "wK.svg").write_text(svg(body, box))
    for name in ("bK", "bQ"):
        (tmp_path / f"{name}.svg").write_text(svg('<path fill-opacity=".01" d="M9 9h9v9z"/>'))
    alpha = drawn(tmp_path, ["bK", "wK", "bQ"], render).getchannel("A").point(lambda v: v if v > 9 else 0)
    left, top, right, bottom = alpha.getbbox()
    assert (left - 90, top, right - 90, bottom) == ink


# --- anything --------------------------------------------------------------------------------------------------


def words(text: str):
    return st.sampled_from(text.split())


KEPT = ["g", "path", "rect", "circle", "use", "defs", "symbol", "clipPath", "mask", "linearGradient"]
KEPT += ["radialGradient", "stop"]
NAMES = st.sampled_from(KEPT) | words("script a image text svg filter animate foreignObject style title x:y")
IDS = st.sampled_from(["a", "b", "c", "#a", "a b", '"'])
VALUES = st.one_of(
    words("url(#a) url(#b) url('#c') url(http://e.org/) #a #b #c red javascript:x() data:image/png;base64,AA 1 -1 1e9"),
    words('M1,1h3 M1,1,2 rotate(3) "onload="x <script> expression(x) \\75rl(x) fill:url(#a) fill:red;stroke:url(#b)'),
    words(".a{fill:url(#c)} @import,url(x) /* } 0,0,9,9"),
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), max_size=8
    ),
)
ATTRIBUTES = st.dictionaries(
    words("id class style fill stroke d points href xlink:href onload onclick filter mask clip-path transform x width")
    | words("viewBox opacity offset x:z"),
    VALUES | IDS,
    max_size=4,
)
Tree = st.recursive(
    st.tuples(NAMES, ATTRIBUTES, st.just([])),
    lambda children: st.tuples(NAMES, ATTRIBUTES, st.lists(children, max_size=4)),
    max_leaves=20,
)


def written(tree) -> str:
    name, attributes, children = tree
    pairs = "".join(f" {key}={_quoted(value)}" for key, value in attributes.items())
    inner = _escaped(attributes.get("style", "")) if name == "style" else "".join(map(written, children))
    return f"<{name}{pairs}>{inner}</{name}>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _quoted(text: str) -> str:
    return '"' + _escaped(text).replace('"', "&quot;") + '"'


def read_or_refuse(data: bytes) -> Foreign | str:
    try:
        return read_foreign(data, "x.svg")
    except PieceSetError as error:
        return str(error)


@given(st.lists(Tree, max_size=4))
def test_whatever_comes_in_only_plain_markup_comes_out(trees):
    text = svg("".join(map(written, trees)), attributes=' xmlns:x="urn:x"')
    with at_most(5):
        found = read_or_refuse(text.encode())
    if isinstance(found, str):
        assert re.match(r"x\.svg(:\d+)?: ", found)
        return
    root = ElementTree.fromstring(svg(found.markup))
    ids = {e.get("id") for e in root.iter()} - {None}
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag == "svg" or tag in KEPT
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert name not in ("style", "class", "filter")
            for target in re.findall(r"url\(#(.*?)\)", value) + ([value[1:]] if name.endswith("href") else []):
                assert re.fullmatch(r"f2i-[0-9a-f]{8}-\d+", target)
                assert target in ids
            if "href" not in name and name != "id":
                assert not re.search(r"[:;<>\"'\\/@{}]|url\((?!#f2i-)", value)
    assert all(re.fullmatch(r"f2i-[0-9a-f]{8}-\d+", name) for name in ids)
    picture(found.markup)


@given(st.binary(max_size=300))
def test_bytes_are_read_or_refused(data):
    for text in (data, svg("@").encode().replace(b"@", data)):
        found = read_or_refuse(text)
        assert isinstance(found, Foreign) or found.startswith("x.svg:")


def test_nothing_is_fetched_and_nothing_but_the_pieces_is_read(tmp_path, monkeypatch):
    write_set(tmp_path / "set")
    load_set("book")
    read_foreign(svg(SHAPE).encode(), "x")  # what is imported late is there now
    secret = tmp_path / "secret"
    secret.write_text("x")
    opened: list[str] = []
    real = Path.open

    def note(path, *rest, **named):
        opened.append(path.name)
        return real(path, *rest, **named)

    def refuse(*_):
        raise AssertionError("a connection")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    monkeypatch.setattr(Path, "open", note)
    monkeypatch.setattr("builtins.open", refuse)
    for text in (
        svg(f'<image href="{secret}"/>'),
        f'<!DOCTYPE svg SYSTEM "{secret}">{svg(SHAPE)}',
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "{secret.as_uri()}">]>{svg("&a;")}',
        f'<?xml-stylesheet href="{secret.as_uri()}"?>{svg(SHAPE)}',
        style(f"@import '{secret}'"),
    ):
        (tmp_path / "set" / "wK.svg").write_bytes(text.encode())
        opened.clear()
        try:
            assert len(ForeignSet(SetInfo("x"), tmp_path / "set").pictures) == 12
        except PieceSetError:
            assert opened == ["wK.svg"]
        else:
            assert len(opened) == 12
        assert "secret" not in opened
