"""Whether pieces stand out from the squares: the warning, and that its remedy helps."""

import re

import pytest
from cli_cases import invoke
from hypothesis import given
from hypothesis import strategies as st

import fen2img
from fen2img.api import StyleWarning
from fen2img.pieceset import bundled_names
from fen2img.style import Style
from fen2img.themes import THEMES
from fen2img.visibility import doubts

FEN = "8/8/8/3k4/8/3K4/8/8 w"
FAINT = {"dark": "#111", "light": "#262626", "black": "#000 #000 #fff"}


@pytest.mark.parametrize("name", bundled_names())
@pytest.mark.parametrize("theme", THEMES)
def test_no_set_vanishes_on_any_theme(name, theme):
    assert doubts(Style(pieces=name, theme=theme)) == ()


def test_the_pair_is_named_with_an_outline_that_helps():
    assert doubts(Style.of(**FAINT)) == (
        (
            "black pieces hardly show on light squares: body #000 and outline #000 on #262626, contrast 1.38",
            '--black "#000 #fff #fff" shows them',
        ),
    )
    assert doubts(Style.of(**{**FAINT, "black": "#000 #fff #fff"})) == ()


def test_both_sides_are_named():
    found = doubts(Style.of(light="#888", dark="#777", white="#808080 #808080 #000", black="#777 #777 #fff"))
    assert [message.split()[0] for message, _ in found] == ["white", "black"]


@pytest.mark.parametrize(
    "asked",
    [
        {"theme": "dark", "black": "#434a54 #434a54 #434a54"},
        {"theme": "print", "white": "#fff #fff #fff"},
        {"theme": "brown", "white": "#f0d9b5 #f0d9b5 #000"},
        {"light": "#fff", "dark": "#000", "white": "#fff #fff #000"},
        {"light": "#eee", "dark": "#ccc", "white": "#fff #fff #000", "black": "#fff #fff #000"},
    ],
)
def test_the_remedy_helps(asked):
    for _ in range(3):  # one for each side, at most
        found = doubts(Style.of(**asked))
        if not found:
            break
        hint = found[0][1]
        if theme := re.fullmatch(r"--theme (\S+) shows them", hint):
            asked = {**asked, "theme": theme[1]}
        else:
            side, colors = re.fullmatch(r'--(\w+) "(.*)" shows them', hint).groups()
            asked = {**asked, side: colors}
    assert doubts(Style.of(**asked)) == ()


GREYS = st.integers(0, 255).map(lambda n: "#" + f"{n:02x}" * 3)


@given(GREYS, GREYS, GREYS, GREYS, GREYS, GREYS)
def test_colours_named_as_remedies_always_help(light, dark, body, edge, black_body, black_edge):
    asked = {"light": light, "dark": dark, "white": f"{body} {edge} #000", "black": f"{black_body} {black_edge} #fff"}
    for message, hint in doubts(Style.of(**asked)):
        if message.startswith("light and dark squares hardly differ"):
            continue
        side, colors = re.fullmatch(r'--(\w+) "(.*)" shows them', hint).groups()
        assert message.startswith(side)
        asked[side] = colors
    assert [message for message, _ in doubts(Style.of(**asked)) if not message.startswith("light and dark")] == []


@given(GREYS, GREYS, st.sampled_from(sorted(THEMES)))
def test_a_theme_named_as_a_remedy_shows_both_sides(white, black, theme):
    asked = {"theme": theme, "white": f"{white} {white} #000", "black": f"{black} {black} #fff"}
    for _, hint in doubts(Style.of(**asked)):
        if named := re.fullmatch(r"--theme (\S+) shows them", hint):
            asked["theme"] = named[1]
        else:
            side, colors = re.fullmatch(r'--(\w+) "(.*)" shows them', hint).groups()
            asked[side] = colors
    assert doubts(Style.of(**asked)) == ()


def test_the_command_line_warns_and_draws(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = [word for name, value in FAINT.items() for word in (f"--{name}", value)]
    result = invoke([FEN, "-o", "x.svg", *options])
    assert (result.exit, result.stderr) == (
        0,
        "warning: black pieces hardly show on light squares: body #000 and outline #000 on #262626, contrast 1.38\n"
        '  hint: --black "#000 #fff #fff" shows them\n',
    )
    assert (tmp_path / "x.svg").is_file()


def test_the_api_warns():
    diagram = fen2img.Diagram.from_fen(FEN)
    with pytest.warns(StyleWarning, match="black pieces hardly show on light squares"):
        assert diagram.svg(**FAINT).startswith("<svg")


@pytest.mark.parametrize("draw", ["svg", "render", "save"])
def test_the_warning_points_at_the_caller(tmp_path, draw):
    diagram = fen2img.Diagram.from_fen(FEN)
    first = {"svg": (), "render": ("svg",), "save": (tmp_path / "x.svg",)}[draw]
    with pytest.warns(StyleWarning) as caught:
        getattr(diagram, draw)(*first, **FAINT)
    assert {warning.filename for warning in caught} == {__file__}
