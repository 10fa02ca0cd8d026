"""Style options from TOML files; every message names the file."""

from __future__ import annotations

import dataclasses
import itertools
import pickle
import tomllib
from pathlib import Path

import pytest

import fen2img
from fen2img.color import rgb
from fen2img.config import KEYS, House, examine, read_project, read_style
from fen2img.errors import OptionError
from fen2img.options import Length
from fen2img.style import OPTIONS, Style
from fen2img.themes import THEME_KEYS, THEMES, Hatch, PieceColors, Theme


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_a_style_file(tmp_path: Path) -> None:
    file = write(tmp_path / "house.toml", '[style]\ntheme = "print"\nwidth = "60mm"\nsvg-reuse = true\n')
    assert read_style(file).options == {"theme": "print", "width": Length(60, "mm"), "svg_reuse": True}


@pytest.mark.parametrize("text", ["", "# nothing\n", "[style]\n", "\ufeff[style]\n"])
def test_an_empty_style_file(tmp_path: Path, text: str) -> None:
    assert read_style(write(tmp_path / "house.toml", text)) == House({}, {}, {})


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('theme = "print"', ": [theme] is no table", "options of the style stand under [style]"),
        ("svg-reuse = true", ": unknown table or key 'svg-reuse'", "options of the style stand under [style]"),
        ("[styles]", ": unknown table or key 'styles'", "did you mean style?"),
        ("[style]\n[fen2img]", ": unknown table or key 'fen2img'", "known: [style], [theme.NAME], [marks]"),
        ("style = 3", ": [style] is no table", None),
        ("[[style]]", ": [style] is no table", None),
        ('[style]\nthem = "x"', " [style]: unknown option 'them'", "did you mean theme?"),
        ("[style]\nsize = 3", " [style]: size: '3' is not a whole number from 16 to 8192", None),
        ("[style]\nsize = 480.0", " [style]: size: '480.0' is not a whole number from 16 to 8192", None),
        ("[style]\nflip = 1", " [style]: flip: '1' is not true or false", None),
        (
            "[style]\nsvg-reuse = true\nsvg_reuse = false",
            " [style]: option 'svg_reuse' is given twice",
            "'-' and '_' are the same in names",
        ),
        (
            "[style]\nsize = 480\nsquare = 60",
            " [style]: --size and --square exclude each other",
            "one of them sets the size",
        ),
        ("[style", " is no TOML: Expected ']' at the end of a table declaration (at end of document)", None),
    ],
)
def test_refusals_name_the_file(tmp_path: Path, text: str, message: str, hint: str | None) -> None:
    file = write(tmp_path / "house.toml", text)
    with pytest.raises(OptionError) as caught:
        read_style(file)
    assert (caught.value.message, caught.value.hint) == (f"{file}{message}", hint)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"^cannot read .*none\.toml: No such file or directory$"):
        read_style(tmp_path / "none.toml")
    with pytest.raises(OptionError, match=r"^cannot read "):
        read_style(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes('# é\n[style]\ntheme = "print"\n'.encode("latin-1"))
    with pytest.raises(OptionError, match=r"latin\.toml is no TOML: 'utf-8' codec can't decode"):
        read_style(latin)


def test_the_nearest_project_counts(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    write(tmp_path / "pyproject.toml", '[tool.fen2img]\ntheme = "blue"\n')
    assert read_project(inner).options == {"theme": "blue"}
    write(tmp_path / "a" / "pyproject.toml", '[project]\nname = "other"\n')
    assert read_project(inner) == House({}, {}, {})
    assert read_project(tmp_path).options == {"theme": "blue"}


def test_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _: False)
    assert read_project(tmp_path) == House({}, {}, {})


@pytest.mark.parametrize("text", ["", "tool = 3", "[tool.other]\nx = 1"])
def test_a_project_without_options(tmp_path: Path, text: str) -> None:
    write(tmp_path / "pyproject.toml", text)
    assert read_project(tmp_path) == House({}, {}, {})


def test_refusals_name_the_project(tmp_path: Path) -> None:
    file = write(tmp_path / "pyproject.toml", "[tool.fen2img]\nzzz = 1\n")
    with pytest.raises(OptionError) as caught:
        read_project(tmp_path)
    assert caught.value.message == f"{file} [tool.fen2img]: unknown option 'zzz'"
    assert caught.value.hint == f"known: {', '.join(OPTIONS)}"
    write(file, "[tool]\nfen2img = 1\n")
    with pytest.raises(OptionError, match=r"\[tool\.fen2img\] is no table$"):
        read_project(tmp_path)


MONSTROUS = ["[style]\nsize = " + "1" * 5000, "[style]\nsize = 0x" + "f" * 5000, "a = " + "[" * 5000 + "]" * 5000]


@pytest.mark.parametrize("text", MONSTROUS, ids=["decimal", "hexadecimal", "nested"])
def test_monstrous_toml_is_refused(tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(OptionError, match=r"house\.toml"):
        read_style(path)


# --- own themes ---


def themes_of(tmp_path: Path, text: str) -> dict[str, Theme]:
    return read_style(write(tmp_path / "house.toml", text)).themes


def test_a_theme_with_every_key(tmp_path: Path) -> None:
    text = """[theme.mine]
    extends = "dark"
    about = "mine"
    light = "#111"
    dark = "#222"
    background = "#333"
    ink = "#444"
    frame = "#555"
    border = "0.5mm"
    hatch = { pitch = 1, width = "0.5pt", color = "navy" }
    halo = true
    mono = true
    white = "#666 #777 #888"
    black = false
    """
    theme = Theme(
        name="mine",
        about="mine",
        light=rgb("#111"),
        dark=rgb("#222"),
        background=rgb("#333"),
        ink=rgb("#444"),
        frame=rgb("#555"),
        border=Length(0.5, "mm"),
        hatch=Hatch(pitch=1.0, width=Length(0.5, "pt").mm, color=rgb("navy")),
        halo=True,
        mono=True,
        white=PieceColors.parse("#666 #777 #888"),
        black=None,
    )
    assert themes_of(tmp_path, text) == {"mine": theme}
    assert {f.name for f in dataclasses.fields(Theme)} == {"name", *THEME_KEYS}, "a field that no file can set"
    assert all(key in text for key in KEYS)


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_what_it_extends(tmp_path: Path, name: str) -> None:
    (theme,) = themes_of(tmp_path, f'[theme.mine]\nextends = "{name}"').values()
    assert theme == dataclasses.replace(THEMES[name], name="mine", about=f"after {name}")


def test_themes_extend_each_other_in_any_order(tmp_path: Path) -> None:
    text = """
    [theme.c]
    extends = "b"
    ink = "#222"
    [theme.a]
    extends = "print"
    [theme.b]
    extends = "a"
    ink = "#111"
    hatch.width = 0.2
    """
    found = themes_of(tmp_path, text)
    a, b, c = (found[name] for name in "abc")
    assert (a.ink, b.ink, c.ink) == (THEMES["print"].ink, rgb("#111"), rgb("#222"))
    assert a.hatch == Hatch()
    assert b.hatch == c.hatch == Hatch(width=0.2)
    assert (a.border, c.border, c.about) == (Length(0.4, "mm"), Length(0.4, "mm"), "after b")


def test_a_dark_colour_takes_the_place_of_hatching(tmp_path: Path) -> None:
    base = '[theme.mine]\nextends = "print"\n'
    assert themes_of(tmp_path, base + 'dark = "#ccc"')["mine"].hatch is None
    assert themes_of(tmp_path, base + "hatch = false")["mine"].hatch is None
    assert themes_of(tmp_path, base + 'dark = "#ccc"\nhatch = {}')["mine"].hatch == Hatch()


def test_a_theme_is_found_by_its_name_in_the_file_and_on_top_of_it(tmp_path: Path) -> None:
    text = '[style]\ntheme = "mine"\nflip = true\n[theme.mine]\nink = "#111"\n[theme.other]\nink = "#222"'
    house = read_style(write(tmp_path / "house.toml", text))
    assert house.style({}).colors is house.style({}).colors
    assert house.style({}).colors == house.themes["mine"]
    assert house.style({"theme": "other"}) == Style(theme=house.themes["other"], flip=True)
    assert house.style({"theme": "blue"}) == Style(theme="blue", flip=True)
    with pytest.raises(OptionError) as caught:
        house.style({"theme": "othr"})
    assert caught.value.message == f"theme: 'othr' is not one of {', '.join(THEMES)}, mine, other"
    assert caught.value.hint == "did you mean other?"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("theme = 3", ": [theme] is no table", "options of the style stand under [style]"),
        (
            '[theme]\nlight = "#fff"',
            " [theme]: light is no table",
            "a theme has a name of its own: [theme.mine]",
        ),
        (
            "[theme.Mine]",
            " [theme]: 'Mine' is no name for a theme",
            "small letters, digits, - and _, 40 at most",
        ),
        (
            "[theme.brown]",
            " [theme]: brown is the name of a bundled theme",
            'choose another; extends = "brown" starts from it',
        ),
        ('[theme.mine]\nlihgt = "#fff"', " [theme.mine]: unknown option 'lihgt'", "did you mean light?"),
        ("[theme.mine]\nname = 'x'", " [theme.mine]: unknown option 'name'", "did you mean frame?"),
        ("[theme.mine]\nxyz = 1", " [theme.mine]: unknown option 'xyz'", f"known: {', '.join(KEYS)}"),
        (
            '[theme.mine]\nlight = "whit"',
            " [theme.mine]: light: 'whit' is not a colour: #rgb, #rrggbb, #rrggbbaa, an HTML name or transparent",
            "did you mean white or wheat?",
        ),
        ("[theme.mine]\nhalo = 1", " [theme.mine]: halo: '1' is not true or false", None),
        (
            "[theme.mine]\nborder = 2",
            " [theme.mine]: border: '2' is not a length in px, %, mm, pt such as 1px or 4%",
            None,
        ),
        (
            "[theme.mine]\nwhite = '#fff'",
            " [theme.mine]: white: '#fff' is not three colours such as '#fff #000 #000', or false",
            None,
        ),
        (
            '[theme.mine]\nabout = "two\\nlines"',
            " [theme.mine]: about: 'two\\x0alines' is not a line of at most 100 characters",
            None,
        ),
        (
            "[theme.mine]\nhatch = true",
            f" [theme.mine]: hatch: 'True' is not {THEME_KEYS['hatch'].kind.values}",
            None,
        ),
        (
            "[theme.mine]\nhatch = { pich = 1 }",
            " [theme.mine]: hatch: unknown option 'pich'",
            "did you mean pitch?",
        ),
        (
            "[theme.mine]\nhatch = { pitch = 0.1 }",
            " [theme.mine]: hatch: pitch: '0.1' is not millimetres from 0.2 to 20",
            None,
        ),
        (
            "[theme.mine]\nhatch = { width = '1px' }",
            " [theme.mine]: hatch: width: '1px' is not millimetres from 0.02 to 10",
            None,
        ),
        (
            "[theme.mine]\nhatch = { width = nan }",
            " [theme.mine]: hatch: width: 'nan' is not millimetres from 0.02 to 10",
            None,
        ),
        (
            "[theme.mine]\nhatch = { width = 0.5 }",
            " [theme.mine]: hatch: lines of 0.5 mm are more than half of the pitch, 0.55 mm",
            "thinner lines, or a larger pitch",
        ),
        (
            '[theme.mine]\nextends = "prnt"',
            f" [theme.mine]: extends: 'prnt' is not one of {', '.join(THEMES)}, mine",
            "did you mean print?",
        ),
        (
            '[theme.mine]\nextends = "mine"',
            " [theme.mine]: extends goes round in a circle: mine, mine",
            "one of them has to extend a bundled theme, such as brown",
        ),
        (
            '[theme.x]\nextends = "a"\n[theme.a]\nextends = "b"\n[theme.b]\nextends = "a"',
            " [theme.a]: extends goes round in a circle: a, b, a",
            "one of them has to extend a bundled theme, such as brown",
        ),
        (
            '[style]\ntheme = "mein"\n[theme.mine]',
            f" [style]: theme: 'mein' is not one of {', '.join(THEMES)}, mine",
            "did you mean mine?",
        ),
    ],
)
def test_refusals_name_the_table(tmp_path: Path, text: str, message: str, hint: str | None) -> None:
    file = write(tmp_path / "house.toml", text)
    with pytest.raises(OptionError) as caught:
        read_style(file)
    assert (caught.value.message, caught.value.hint) == (f"{file}{message}", hint)


def test_all_that_is_wrong_is_found_at_once(tmp_path: Path) -> None:
    text = """size = 3
    [style]
    flip = 1
    size = 400
    square = 60
    [theme.Bad]
    ink = "x"
    [theme.a]
    extends = "b"
    dark = 3
    [theme.b]
    extends = "a"
    hatch.width = 3
    """
    _, faults = examine(tomllib.loads(text), tmp_path)
    assert sorted((".".join(f.place), f.code) for f in faults) == [
        ("size", "unknown-table"),
        ("style.flip", "value"),
        ("style.square", "exclusive"),
        ("theme.Bad", "theme-name"),
        ("theme.Bad.ink", "value"),
        ("theme.a.dark", "value"),
        ("theme.a.extends", "circle"),
        ("theme.b.hatch", "value"),
    ]


def test_a_long_line_of_themes(tmp_path: Path) -> None:
    names = [f"t{n}" for n in range(3000)]
    text = (
        "".join(f'[theme.{a}]\nextends = "{b}"\n' for a, b in itertools.pairwise(names)) + "[theme.t2999]\nink = 'red'"
    )
    assert themes_of(tmp_path, text)["t0"].ink == rgb("red")


def test_themes_of_a_project(tmp_path: Path) -> None:
    text = '[tool.fen2img]\nflip = true\n[tool.fen2img.style]\ntheme = "mine"\n[tool.fen2img.theme.mine]\nink = "#111"'
    write(tmp_path / "pyproject.toml", text)
    house = read_project(tmp_path)
    assert house.options == {"flip": True, "theme": house.themes["mine"]}
    write(tmp_path / "pyproject.toml", '[tool.fen2img]\ndpi = 300\n[tool.fen2img.theme.mine]\nink = "#111"')
    assert (read_project(tmp_path).options, list(read_project(tmp_path).themes)) == ({"dpi": 300}, ["mine"])


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            '[tool.fen2img]\ntheme = "mine"\n[tool.fen2img.theme.mine]\n',
            " is no TOML: Cannot overwrite a value (at line 3, column 25)",
            "beside own themes, theme = stands under [tool.fen2img.style]",
        ),
        (
            "[tool.fen2img]\nflip = true\n[tool.fen2img.style]\nflip = false",
            " [tool.fen2img.style]: option 'flip' is given twice",
            "'-' and '_' are the same in names",
        ),
        ("[tool.fen2img.theme.mine]\nhalo = 1", " [tool.fen2img.theme.mine]: halo: '1' is not true or false", None),
        (
            "[tool.fen2img]\nsize = 400\nsquare = 60",
            " [tool.fen2img]: --size and --square exclude each other",
            "one of them sets the size",
        ),
    ],
)
def test_refusals_name_the_table_of_the_project(tmp_path: Path, text: str, message: str, hint: str | None) -> None:
    file = write(tmp_path / "pyproject.toml", text)
    with pytest.raises(OptionError) as caught:
        read_project(tmp_path)
    assert (caught.value.message, caught.value.hint) == (f"{file}{message}", hint)


def test_other_faults_of_a_project_get_no_such_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "pyproject.toml", "[tool.fen2img.theme.mine]\nhalo = yes")
    with pytest.raises(OptionError, match="is no TOML: Invalid value") as caught:
        read_project(tmp_path)
    assert caught.value.hint is None

    def refuse(*_: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(OptionError, match=r"^cannot read .*pyproject\.toml: Permission denied$") as caught:
        read_project(tmp_path)
    assert caught.value.hint is None


def test_a_file_of_styles_for_the_api(tmp_path: Path) -> None:
    text = '[style]\ntheme = "mine"\nwidth = "60mm"\n[theme.mine]\nextends = "print"\n[theme.other]'
    file = write(tmp_path / "house.toml", text)
    style = fen2img.load_style(file)
    assert (style.colors.name, style.width) == ("mine", Length(60, "mm"))
    assert fen2img.load_style(str(file), theme="other", size=400) == Style.of(
        fen2img.load_style(file, theme="other"), size=400
    )
    assert pickle.loads(pickle.dumps(style)) == style
    assert hash(style) == hash(fen2img.load_style(file))
    diagram = fen2img.Diagram.from_fen("8/8/8/8/8/8/8/K1k5 w")
    assert diagram.svg(style) == diagram.svg(style, theme=style.theme) != diagram.svg(style, theme="print-grey")
    with pytest.raises(OptionError, match=r"^style: unknown option 'them'$"):
        fen2img.load_style(file, them="x")


# --- marks ---


def test_marks_of_a_house_style(tmp_path: Path) -> None:
    text = '[marks]\narrow = ["e2e4", "Rd2d4"]\ncircle = "e4"\nauto-check = true\n'
    house = read_style(write(tmp_path / "house.toml", text))
    assert house == House({}, {}, {"arrow": ["e2e4", "Rd2d4"], "circle": "e4", "auto_check": True})
    project = write(tmp_path / "pyproject.toml", '[tool.fen2img.marks]\ndot = "e4"\n')
    assert read_project(project.parent).marks == {"dot": "e4"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('arow = "e2e4"', "unknown mark 'arow'"),
        ('arrow = "e2e2"', "arrow: 'e2e2' is no mark of this kind"),
        ("arrow = 5", "arrow: a mark is text such as 'e2e4,Rg1f3:dashed'"),
        ('auto-check = "yes"', "auto-check: 'yes' is not true or false"),
    ],
)
def test_faulty_marks(tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path / "house.toml", f"[marks]\n{text}\n")
    with pytest.raises(OptionError) as caught:
        read_style(file)
    assert caught.value.message == f"{file} [marks]: {message}"
