"""Drawn alike: the same SVG by cairosvg, resvg, Chromium and Inkscape, as a whole and square by square."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from drawing import MIDDLEGAME, START, diagram, scene
from PIL import Image, ImageChops, ImageStat

from fen2img.formats import FORMATS
from fen2img.raster.backend import cairo, resvg
from fen2img.render import render
from fen2img.style import Style

#: Largest mean differences of 255 for a board and for one square. Renderers shade the pixels along an outline
#: differently, about 6 in 100 of all: measured are 0.9 and 3.9. A piece that is not there makes more than 12.
PLAIN = (1.5, 6.0)
#: Hatching is nothing but outlines, which resvg shades in 16 steps: measured are 4 and 9.
HATCHED = (6.0, 12.0)

SIDE = 360
CASES = {
    "start": (START, {}),
    "reuse": (START, {"svg_reuse": True}),
    "middlegame": (MIDDLEGAME, {"theme": "blue", "coordinates": "inside", "orientation": "black"}),
    "reuse-king": (MIDDLEGAME, {"svg_reuse": True, "marker": "king", "theme": "walnut"}),
    "print": (MIDDLEGAME, {"theme": "print", "coordinates": "all"}),
    "dark": (MIDDLEGAME, {"theme": "dark", "marker": "triangle"}),
    "dot": ("8/8/8/8/8/8/8/8 w", {"marker": "dot", "coordinates": "all"}),
}


def svg(name):
    fen, options = CASES[name]
    return render(diagram(fen), Style.of(size=SIDE, **options), FORMATS["svg"]).decode()


def reference(name):
    return resvg(svg(name), SIDE, SIDE).convert("RGB")


def mean(one, other):
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def drawn_alike(name, image):
    """Compares the whole and each square, so that no piece can be missing."""
    fen, options = CASES[name]
    expected = reference(name)
    whole, square = HATCHED if options.get("theme") == "print" else PLAIN
    assert image.size == expected.size
    assert mean(image, expected) < whole
    frame = scene(fen, size=SIDE, **{k: v for k, v in options.items() if k != "svg_reuse"}).frame
    for x, y in frame.cells:
        box = (int(x), int(y), int(x + frame.square), int(y + frame.square))
        assert mean(image.crop(box), expected.crop(box)) < square, box


@pytest.mark.parametrize("name", CASES)
def test_by_cairosvg(name, needs_cairo):
    drawn_alike(name, cairo(svg(name), SIDE, SIDE).convert("RGB"))


def test_a_missing_piece_would_be_seen():
    empty = resvg(render(diagram(), Style.of(size=SIDE), FORMATS["svg"]).decode(), SIDE, SIDE).convert("RGB")
    full, frame = reference("start"), scene(START, size=SIDE).frame
    occupied = [cell for cell in range(64) if cell < 16 or cell >= 48]
    for x, y in (frame.cells[cell] for cell in occupied):
        box = (int(x), int(y), int(x + frame.square), int(y + frame.square))
        assert mean(empty.crop(box), full.crop(box)) > HATCHED[1]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    """All cases on one page, by one start of Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        pytest.skip("Chromium is not installed")
    folder = tmp_path_factory.mktemp("chromium")
    for name in CASES:
        (folder / f"{name}.svg").write_text(svg(name))
    tags = "".join(f'<img src="{name}.svg" style="display:block">' for name in CASES)
    (folder / "page.html").write_text(f'<!doctype html><body style="margin:0">{tags}')
    args = [
        program,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
    ]
    args += [
        "--force-color-profile=srgb",
        f"--user-data-dir={folder / 'profile'}",
        f"--screenshot={folder / 'page.png'}",
    ]
    args += [f"--window-size={SIDE},{SIDE * len(CASES)}", (folder / "page.html").as_uri()]
    done = subprocess.run(args, capture_output=True, text=True, timeout=120, check=False)
    if not (folder / "page.png").is_file():
        pytest.fail(f"Chromium made no screenshot: {json.dumps(done.stderr[-500:])}")
    with Image.open(folder / "page.png") as image:
        return image.convert("RGB")


@pytest.mark.parametrize("name", CASES)
def test_by_chromium(name, chromium):
    top = list(CASES).index(name) * SIDE
    drawn_alike(name, chromium.crop((0, top, SIDE, top + SIDE)))


@pytest.fixture(scope="module")
def inkscape(tmp_path_factory):
    """All cases by one start of Inkscape."""
    if not shutil.which("inkscape"):
        pytest.skip("Inkscape is not installed")
    folder = tmp_path_factory.mktemp("inkscape")
    for name in CASES:
        (folder / f"{name}.svg").write_text(svg(name))
    actions = "".join(
        f"file-open:{folder}/{name}.svg; export-filename:{folder}/{name}.png; export-do; file-close; " for name in CASES
    )
    home = {**os.environ, "HOME": str(folder)}
    args = ["inkscape", f"--actions={actions}", "--batch-process"]
    subprocess.run(args, capture_output=True, timeout=120, check=False, env=home)
    return folder


@pytest.mark.parametrize("name", CASES)
def test_by_inkscape(name, inkscape: Path):
    file = inkscape / f"{name}.png"
    assert file.is_file()
    with Image.open(file) as image:
        drawn_alike(name, image.convert("RGB"))
