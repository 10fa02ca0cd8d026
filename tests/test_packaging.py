"""The package: what it says about itself, and that it finds what it brings."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import fen2img
from fen2img.pieceset import bundled_names, set_info

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PIECES = [side + piece for side in "wb" for piece in "KQRBNP"]


def test_the_version_stands_in_one_place():
    assert PROJECT["dynamic"] == ["version"]
    assert "version" not in PROJECT
    assert re.fullmatch(r"\d+\.\d+\.\d+", fen2img.__version__)


def test_the_installed_package_is_this_one():
    assert metadata.version("fen2img") == fen2img.__version__
    assert metadata.metadata("fen2img")["License-Expression"] == PROJECT["license"]


def test_the_command_is_installed():
    (entry,) = metadata.entry_points(group="console_scripts", name="fen2img")
    assert entry.load() is __import__("fen2img.__main__").__main__.main


def test_the_types_are_published():
    assert (Path(fen2img.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize("name", PROJECT["license-files"])
def test_the_licences_are_there(name):
    assert (ROOT / name).read_text("utf-8").strip()


def test_no_gpl_at_run_time():
    names = {re.match(r"[\w-]+", d)[0].lower() for d in PROJECT["dependencies"]}
    assert names.isdisjoint({"chess", "python-chess"})


def test_there_is_a_piece_set():
    assert "book" in bundled_names()


@pytest.mark.parametrize("name", [n for n in bundled_names() if n != "letters"])  # that one has no files
def test_a_set_is_whole(name):
    folder = ROOT / "pieces" / name
    assert all((folder / f"{piece}.svg").is_file() for piece in PIECES)
    assert all(vars(set_info(name)).values() if hasattr(set_info(name), "__dict__") else set_info(name).title)


def test_no_code_among_the_pieces():
    assert list((ROOT / "pieces").rglob("*.py")) == []
