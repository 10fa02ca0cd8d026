"""House styles begun by `fen2img style init` and looked at by `fen2img style check`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from cli_cases import invoke
from hypothesis import assume, given
from hypothesis import strategies as st

import fen2img
from fen2img.config import KEYS, House, examine, read_style
from fen2img.errors import OptionError
from fen2img.house import LONGEST, Checked, check, template
from fen2img.marks import MARKS
from fen2img.style import OPTIONS, SIZES, Style
from fen2img.themes import THEMES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "house-style.md").read_text("utf-8")
LINES = template().split("\n")
COMMENTS = [n for n, line in enumerate(LINES) if line.startswith("#")]
SETTINGS = {n: m[1] for n, line in enumerate(LINES) if (m := re.match("# ([a-z-]+) = ", line))}
FIRST_KEY = LINES.index("[theme.mine]")
FIRST_MARK = LINES.index("[marks]")
PLAIN = THEMES["brown"].changed(name="mine", about="after brown")


def used(*numbers: int) -> str:
    """The template with lines taken into use as it says: without their first #."""
    return "\n".join(re.sub("^# ?", "", line) if n in numbers else line for n, line in enumerate(LINES))


def read(text: str) -> House:
    house, faults = examine(tomllib.loads(text), Path())
    assert faults == []
    return house


def check_text(folder: Path, text: str, name: str = "house.toml") -> Checked:
    (folder / name).write_text(text, "utf-8", newline="")
    return check(folder / name)


def found(folder: Path, text: str, name: str = "house.toml") -> list[tuple[int, str, str]]:
    """Line, code and message of each finding."""
    checked = check_text(folder, text, name)
    return [(checked.line(f), f.code, f.message) for f in checked.findings]


# --- the file to begin with ---


def test_the_template_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(template(), "utf-8")
    house = read_style(file)
    assert house == House({}, {"mine": PLAIN}, {})
    assert house.style({}) == Style()
    diagram = fen2img.Diagram.from_fen("8/8/8/3k4/8/3K4/8/8 w")
    assert diagram.svg(theme=house.themes["mine"]) == diagram.svg()
    assert str(check(file)) == "fine, 0 options, 1 theme"


def test_the_template_has_every_option_and_every_key_once() -> None:
    names = [name.replace("-", "_") for name in SETTINGS.values()]
    assert names == [*OPTIONS, "auto_check", *MARKS, *KEYS]
    assert [n for n in SETTINGS if n > FIRST_KEY] == list(SETTINGS)[len(OPTIONS) + 1 + len(MARKS) :]
    for option in [*OPTIONS.values(), *KEYS.values()]:
        assert option.help.split(". ")[0][:60] in template()
    assert max(map(len, LINES)) <= 110


@pytest.mark.parametrize("number", COMMENTS)
def test_every_line_may_be_taken_into_use_by_itself(tmp_path: Path, number: int) -> None:
    text = used(number)
    house = read(text)
    name = SETTINGS.get(number, "").replace("-", "_")
    assert list(house.options) == ([name] if name and number < FIRST_MARK else [])
    assert list(house.marks) == ([name] if name and FIRST_MARK < number < FIRST_KEY else [])
    assert list(tomllib.loads(text)["theme"]["mine"]) == ([name] if name and number > FIRST_KEY else [])
    checked = check_text(tmp_path, text)
    assert checked.count("error") == 0
    assert {f.code for f in checked.findings} <= {"unused", "no-effect"}


@given(st.sets(st.sampled_from(list(SETTINGS))))
def test_any_lines_may_be_taken_into_use_together(numbers: set[int]) -> None:
    names = [SETTINGS[n].replace("-", "_") for n in numbers if n < FIRST_MARK]
    assume(len({*names} & {*SIZES}) <= 1)
    assert {*read(used(*numbers)).options} == {*names}


@pytest.mark.parametrize("number", [n for n, name in SETTINGS.items() if n < FIRST_MARK and name != "pieces"])
def test_what_has_a_default_is_written_with_it(number: int) -> None:
    option = OPTIONS[SETTINGS[number].replace("-", "_")]
    if option.default is not None:
        assert read(used(number)).options == {option.name: option.default}


# --- what is wrong in one ---


def test_a_fine_style(tmp_path: Path) -> None:
    text = '[style]\ntheme = "mine"\nwidth = "60mm"\n[theme.mine]\nextends = "print"\nhatch.pitch = 1\n'
    checked = check_text(tmp_path, text)
    assert (checked.findings, str(checked)) == ((), "fine, 2 options, 1 theme")


def test_marks_are_counted(tmp_path: Path) -> None:
    assert str(check_text(tmp_path, '[marks]\ndot = "e4"\n')) == "fine, 0 options, 0 themes, marks of 1 kind"


def test_the_sample_is_fine_and_stands_in_the_page_about_it() -> None:
    sample = ROOT / "samples" / "book.toml"
    assert str(check(sample)) == "fine, 4 options, 1 theme"
    code = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert code
    assert tomllib.loads(code[1]) == tomllib.loads(sample.read_text("utf-8"))


def test_the_findings_in_the_page_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.toml").write_text(
        '[style]\ntheme = "bok"\n\n[theme.book]\nink = "#1f3a5f"\nframe = "#1f3a5f"\n', "utf-8"
    )
    shown = re.search(r"```console\n\$ fen2img style check book.toml\n(.*?)```", PAGE, re.DOTALL)
    assert shown
    assert invoke(["style", "check", "book.toml"]).stdout == shown[1]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_are_those_of_the_keys(tmp_path: Path, newline: str) -> None:
    text = """\ufeff# [style]
    "flip" = 1
    [style]
    # flip = 1
    pieces = '''
    flip = 1
    '''
      flip = 1
    margin = [
      "flip = 1",
    ]
    svg-reuse = true
    svg_reuse = true
    [theme.'a']
    halo = 1
    hatch = { pitch = 1, halo = 1 }
    [theme.b.hatch]
    width = "1px"
    [theme]
    c = { light = 1 }
    d.dark = 1
    """
    lines = [(line, code) for line, code, _ in found(tmp_path, text.replace("\n", newline))]
    assert [line for line, code in lines if code == "unused"] == [14, 17, 20, 21]
    assert [found for found in lines if found[1] != "unused"] == [
        (2, "unknown-table"),
        (5, "value"),
        (8, "value"),
        (9, "value"),
        (13, "given-twice"),
        (15, "value"),
        (16, "value"),
        (17, "value"),
        (20, "value"),
        (21, "value"),
    ]


def test_a_very_long_statement_is_passed_over(tmp_path: Path) -> None:
    text = '[style]\npieces = """\n' + "flap\n" * LONGEST + '"""\nflip = 1\n'
    assert [(line, code) for line, code, _ in found(tmp_path, text)] == [(1, "value"), (LONGEST + 4, "value")]


@given(
    st.lists(st.sampled_from(list(SETTINGS)), max_size=6, unique=True), st.integers(0, len(LINES) - 1), st.booleans()
)
def test_a_foreign_key_is_found_where_it_is(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int], number: int, crlf: bool
) -> None:
    lines = used(*numbers).split("\n")
    lines.insert(number, "xyzzy = '''\n'''")
    text = ("\r\n" if crlf else "\n").join("\n".join(lines).split("\n"))
    checked = check_text(tmp_path_factory.getbasetemp(), text)
    (finding,) = (f for f in checked.findings if "xyzzy" in f.message)
    assert checked.line(finding) == number + 1
    assert checked.text[slice(*finding.span)] == "xyzzy"


@given(st.text(), st.integers(0, len(template())))
def test_no_text_is_too_strange(tmp_path_factory: pytest.TempPathFactory, text: str, place: int) -> None:
    spoilt = (template()[:place] + text + template()[place:]).encode("utf-8", "surrogatepass")
    file = tmp_path_factory.getbasetemp() / "strange.toml"
    file.write_bytes(spoilt)
    checked = check(file)
    for finding in checked.findings:
        assert finding.draw(checked.text, f"strange.toml:{checked.line(finding)}").startswith("strange.toml:")
    if checked.count("error"):
        with pytest.raises(OptionError, match=r"strange\.toml"):
            read_style(file)
    else:
        read_style(file)


@pytest.mark.parametrize(
    "text", ["[style]\nsize = 0x" + "f" * 5000, "[style]\nsize = " + "1" * 5000, "a = " + "[" * 5000]
)
def test_monstrous_toml_is_a_finding(tmp_path: Path, text: str) -> None:
    assert [code for _, code, _ in found(tmp_path, text)] in (["value"], ["toml"])


@pytest.mark.parametrize(
    ("name", "code"),
    [("x" * 5000, "value"), ("x/" * 5000, "pieces"), ("x" * 5000 + ".ttf", "pieces"), ("\\u0000/", "pieces")],
)
def test_pieces_of_strange_names(tmp_path: Path, name: str, code: str) -> None:
    assert [(line, code) for line, code, _ in found(tmp_path, f'[style]\npieces = "{name}"')] == [(2, code)]


def test_no_utf_8(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes("# f\u00fcr\r\n[style] # \u00e9".encode("utf-8")[:-1] + b"\xff")
    checked = check(tmp_path / "x.toml")
    assert [f.draw(checked.text, "x.toml:1") for f in checked.findings] == [
        "x.toml:2:11: error: this is no UTF-8 [encoding]\n    [style] # \ufffd\ufffd\n              ^"
    ]


def test_a_folder_is_no_style(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"^cannot read .*: Is a directory$"):
        check(tmp_path)


# --- what is doubtful in one ---

FAINT = "black pieces hardly show on light squares: body #000 and outline #000 on #262626, contrast 1.38"


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ('[style]\nflip = true\nlight = "#262626"\ndark = "#111"', [(3, "faint", f"[style] {FAINT}")]),
        (
            '[style]\ntheme = "mine"\n[theme.mine]\nextends = "grey"\nlight = "#262626"\ndark = "#111"',
            [(5, "faint", f"[theme.mine] {FAINT}")],
        ),
        (
            '[style]\ntheme = "b"\n[theme.a]\nlight = "#262626"\ndark = "#111"\n[theme.b]\nextends = "a"',
            [(4, "faint", f"[theme.a] {FAINT}")],
        ),
        (
            '[style]\nlight = "#262626"\ntheme = "mine"\ndark = "#111"\n[theme.mine]\nextends = "grey"\nink = "#111"',
            [(2, "faint", f"[style] {FAINT}")],
        ),
        (
            '[style]\nlight = "#fff"\ndark = "#fff"',
            [(2, "faint", "[style] light and dark squares hardly differ: #fff and #fff, contrast 1.00")],
        ),
        (
            '[style]\npiece-letters = "fr"\nfont-map = "merida"',
            [
                (2, "no-effect", "[style] piece-letters does not apply to the pieces book"),
                (3, "no-effect", "[style] font-map does not apply to the pieces book"),
            ],
        ),
        ('[style]\npiece-letters = "fr"\npieces = "letters"\nquality = 80\nsvg-reuse = true', []),
        (
            '[style]\ntheme = "mine"\n[theme.mine]\nextends = "print"\ndark = "#ccc"\nhatch = {}',
            [(5, "no-effect", "[theme.mine] dark does not show: there are lines on the dark squares")],
        ),
        ('[style]\ntheme = "mine"\n[theme.mine]\nextends = "print"\ndark = "#ccc"', []),
        (
            '[style]\ntheme = "mine"\n[theme.mine]\nframe = "red"',
            [(4, "no-effect", "[theme.mine] frame does not show: there is no border")],
        ),
        ('[style]\ntheme = "mine"\nborder = "1px"\n[theme.mine]\nframe = "red"', []),
        ('[style]\ntheme = "mine"\n[theme.mine]\nframe = "red"\nborder = "1px"', []),
        (
            '[style]\ntheme = "mine"\nlight = "#eee"\n[theme.mine]\nlight = "#fff"\n[theme.a]\nlight = "#ddd"',
            [
                (5, "no-effect", "[theme.mine] light does not show: [style] sets it, too"),
                (6, "unused", "[theme] a is never used"),
            ],
        ),
        (
            '[style]\ntheme = "c"\n[theme.a]\nmono = true\n[theme.b]\nmono = true\n[theme.c]\nextends = "b"',
            [(3, "unused", "[theme] a is never used")],
        ),
        (
            '[style]\ntheme = "mein"\n[theme.mine]\nmono = true',
            [(2, "value", f"[style] theme: 'mein' is not one of {', '.join(THEMES)}, mine")],
        ),
    ],
)
def test_doubts(tmp_path: Path, text: str, findings: list[tuple[int, str, str]]) -> None:
    assert found(tmp_path, text) == findings


def test_pieces_that_are_missing(tmp_path: Path) -> None:
    text = '[style]\nsize = 400\npieces = "no/such"\nwhite = "#fff #fff #fff"\nlight = "#fff"\n'
    assert found(tmp_path, text) == [
        (3, "pieces", f"[style] no piece set at {tmp_path / 'no/such'}"),
        (
            4,
            "faint",
            "[style] white pieces hardly show on light squares: body #fff and outline #fff on #fff, contrast 1.00",
        ),
    ]


def test_a_font_map_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(b"")
    text = '[style]\npieces = "x.ttf"\nfont-map = "no.toml"\n'
    assert found(tmp_path, text) == [
        (3, "pieces", f"[style] cannot read {tmp_path / 'no.toml'}: No such file or directory")
    ]


def test_credits_that_nobody_knows(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in (side + letter for side in "wb" for letter in "KQRBNP"):
        (folder / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
        )
    assert found(tmp_path, '[style]\npieces = "mine"\ncredits = true\nwhite = "#fff #000 #000"\n') == [
        (3, "faint", "[style] credits: no credit line is known for the pieces mine"),
        (4, "no-effect", f"[style] white does not apply to the pieces {folder}"),
    ]


def test_remedies_are_written_as_the_file_has_them(tmp_path: Path) -> None:
    checked = check_text(tmp_path, '[style]\nlight = "#262626"\ndark = "#111"\n')
    assert [f.hint for f in checked.findings] == ['black = "#000 #fff #fff" shows them']
    checked = check_text(tmp_path, '[style]\nwhite = "#f0d9b5 #f0d9b5 #000"\n')
    assert [f.hint for f in checked.findings] == ['theme = "dark" shows them']
    checked = check_text(tmp_path, '[style]\nlight = "#fff"\ndark = "#fff"\n')
    assert [f.hint for f in checked.findings] == ["light and dark set them"]


# --- a project ---


def test_a_project(tmp_path: Path) -> None:
    text = """[project]
    name = 'x'
    [tool.fen2img]
    piece-letters = "fr"
    flip = 1
    [tool.fen2img.style]
    svg-reuse = 1
    font_map = "merida"
    [tool.fen2img.theme.mine]
    inc = 1
    """
    assert found(tmp_path, text, "pyproject.toml") == [
        (4, "no-effect", "[tool.fen2img] piece-letters does not apply to the pieces book"),
        (5, "value", "[tool.fen2img] flip: '1' is not true or false"),
        (7, "value", "[tool.fen2img.style] svg-reuse: '1' is not true or false"),
        (8, "no-effect", "[tool.fen2img.style] font-map does not apply to the pieces book"),
        (9, "unused", "[tool.fen2img.theme] mine is never used"),
        (10, "unknown-option", "[tool.fen2img.theme.mine] unknown option 'inc'"),
    ]
    assert found(tmp_path, "[tool]\nfen2img = 3", "pyproject.toml") == [(2, "no-table", "[tool.fen2img] is no table")]
    assert found(tmp_path, "[project]\nname = 'x'", "pyproject.toml") == []


def test_a_theme_as_a_word_and_as_a_table(tmp_path: Path) -> None:
    checked = check_text(tmp_path, '[tool.fen2img]\ntheme = "a"\n[tool.fen2img.theme.a]\n', "pyproject.toml")
    assert [f.draw(checked.text) for f in checked.findings] == [
        "error: Cannot overwrite a value [toml]\n    [tool.fen2img.theme.a]\n                         ^\n"
        "    hint: beside own themes, theme = stands under [tool.fen2img.style]"
    ]
