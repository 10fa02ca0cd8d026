"""What is imported when: a start is felt with every picture."""

from __future__ import annotations

import subprocess
import sys

import pytest

RENDERERS = {"PIL", "cairocffi", "cairosvg", "isal", "pikepdf", "resvg_py"}
HEAVY = RENDERERS | {"chess", "defusedxml", "fontpkg_source_sans_3", "rich"}
FRONT = {"click", "typer"}
SHAPING = {"uharfbuzz"}
MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"


def loaded(code: str, folder) -> set[str]:
    """The top-level modules that some code in a fresh Python has loaded."""
    report = "import sys; print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], cwd=folder, capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split("\n")[-2].split())


def test_importing_the_package_loads_nothing_heavy(tmp_path):
    assert loaded("import fen2img", tmp_path) & (HEAVY | FRONT | SHAPING) == set()


def test_reading_a_fen_loads_nothing_heavy(tmp_path):
    code = f"import fen2img; fen2img.Diagram.from_fen('{MATE}')"
    assert loaded(code, tmp_path) & (HEAVY | FRONT | SHAPING) == set()


@pytest.mark.parametrize(
    "argv", [[MATE, "-o", "x.svg"], ["batch", "list.txt", "-o", "out", "--format", "svg"]], ids=["draw", "batch"]
)
def test_drawing_svg_loads_no_rasteriser_and_no_rich(tmp_path, argv):
    (tmp_path / "list.txt").write_text(MATE, "utf-8")
    modules = loaded(f"from fen2img.cli import run\nassert run({argv!r}) == 0", tmp_path)
    assert modules & (RENDERERS | {"rich"}) == set()
    assert "typer" in modules


def test_checking_loads_nothing_that_draws(tmp_path):
    modules = loaded(f"from fen2img.cli import run\nassert run(['check', '--fen', {MATE!r}]) == 0", tmp_path)
    assert modules & (HEAVY | SHAPING) == set()


@pytest.mark.parametrize("argv", [["explain", MATE], ["show", MATE], ["show", MATE, "--color", "always"]])
def test_text_in_a_terminal_loads_no_rasteriser_and_no_rules(tmp_path, argv):
    modules = loaded(f"from fen2img.cli import run\nassert run({argv!r}) == 0", tmp_path)
    assert modules & (RENDERERS | {"chess", "rich"}) == set()


def test_a_png_loads_what_it_needs(tmp_path):
    """So that the names above are those of real modules."""
    modules = loaded(f"from fen2img.cli import run\nassert run([{MATE!r}, '-o', 'x.png']) == 0", tmp_path)
    assert "PIL" in modules
    assert modules & {"cairosvg", "resvg_py"}


@pytest.mark.usefixtures("needs_cairo")
def test_a_pdf_loads_pikepdf(tmp_path):
    """The name above is that of a real module, too."""
    modules = loaded(f"from fen2img.cli import run\nassert run([{MATE!r}, '-o', 'x.pdf']) == 0", tmp_path)
    assert "pikepdf" in modules
