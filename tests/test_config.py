"""Style options from TOML files; every message names the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from fen2img.config import read_project, read_style
from fen2img.errors import OptionError
from fen2img.options import Length
from fen2img.style import OPTIONS


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_a_style_file(tmp_path: Path) -> None:
    file = write(tmp_path / "house.toml", '[style]\ntheme = "print"\nwidth = "60mm"\nsvg-reuse = true\n')
    assert read_style(file) == {"theme": "print", "width": Length(60, "mm"), "svg_reuse": True}


@pytest.mark.parametrize("text", ["", "# nothing\n", "[style]\n", "\ufeff[style]\n"])
def test_an_empty_style_file(tmp_path: Path, text: str) -> None:
    assert read_style(write(tmp_path / "house.toml", text)) == {}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ('theme = "print"', ": unknown table or key 'theme'", "options of the style stand under [style]"),
        ("[styles]", ": unknown table or key 'styles'", "known: [style]"),
        ("[style]\n[tool.fen2img]", ": unknown table or key 'tool'", "known: [style]"),
        ("style = 3", " [style] is no table", None),
        ("[[style]]", " [style] is no table", None),
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
    assert read_project(inner) == {"theme": "blue"}
    write(tmp_path / "a" / "pyproject.toml", '[project]\nname = "other"\n')
    assert read_project(inner) == {}
    assert read_project(tmp_path) == {"theme": "blue"}


def test_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _: False)
    assert read_project(tmp_path) == {}


@pytest.mark.parametrize("text", ["", "tool = 3", "[tool.other]\nx = 1"])
def test_a_project_without_options(tmp_path: Path, text: str) -> None:
    write(tmp_path / "pyproject.toml", text)
    assert read_project(tmp_path) == {}


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
