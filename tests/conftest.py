"""Fixtures for every room: goldens, and what some machines lack."""

from __future__ import annotations

import io
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from PIL import Image, ImageChops, ImageStat

from fen2img.cache import VARIABLE
from fen2img.raster.backend import Backend, cairo, load_cairosvg, resvg

GOLDEN = Path(__file__).parent / "golden"
#: Cairo's versions differ a little at edges: mean and largest difference of a channel, of 255.
MEAN, LARGEST = 0.3, 40

# What is drawn must be drawn here, and not come from a cache of this machine; commands that tests call inherit it.
os.environ[VARIABLE] = "off"

# In the background of a shell without job control Ctrl-C is ignored, by the commands that tests call, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("fen2img", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fen2img"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-goldens", action="store_true", help="write tests/golden anew, then fail once")


@pytest.fixture(scope="session")
def needs_cairo() -> None:
    """Skips a test where PDF, EPS and cairo's pixels cannot be had."""
    if load_cairosvg() is None:
        pytest.skip("the cairo library is missing")


@pytest.fixture(params=["cairo", "resvg"])
def render(request: pytest.FixtureRequest) -> Backend:
    """Each renderer in turn."""
    if request.param == "cairo":
        request.getfixturevalue("needs_cairo")
        return cairo
    return resvg


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str | bytes], None]:
    """Compares a picture with the file `area/case.svg` or `.png` in tests/golden."""
    regenerate: bool = request.config.getoption("--regenerate-goldens")

    def check(name: str, made: str | bytes) -> None:
        data = made.encode() if isinstance(made, str) else made
        file = GOLDEN / name
        fault = _fault(file, data)
        if fault and regenerate:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            pytest.fail(f"golden/{name} is written anew: look at it, then run again", pytrace=False)
        if fault:
            pytest.fail(f"golden/{name}: {fault}", pytrace=False)

    return check


def _fault(file: Path, data: bytes) -> str | None:
    """How a picture differs from its golden, or None; the picture and the difference go to golden/failed."""
    if not file.is_file():
        return "there is no such golden; pytest --regenerate-goldens makes it"
    failed = GOLDEN / "failed" / file.relative_to(GOLDEN)
    if file.suffix == ".svg":
        fault, difference = ("another text" if data != file.read_bytes() else None), None
    else:
        fault, difference = _compare(_pixels(file.read_bytes()), _pixels(data))
    if not fault:
        return None
    failed.parent.mkdir(parents=True, exist_ok=True)
    failed.write_bytes(data)
    if difference:
        difference.save(failed.with_suffix(".diff.png"))
    return f"{fault}; see golden/failed"


def _pixels(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGBA")


def _compare(expected: Image.Image, made: Image.Image) -> tuple[str | None, Image.Image | None]:
    """What is wrong, and the difference ten times enlarged in value."""
    if expected.size != made.size:
        return f"{made.size} pixels instead of {expected.size}", None
    # Premultiplied: the colour of a pixel that hardly shows does not matter.
    expected, made = (i.convert("RGBa") if i.mode == "RGBA" else i for i in (expected, made))
    difference = ImageChops.difference(expected, made)
    mean, largest = max(ImageStat.Stat(difference).mean), max(high for _, high in difference.getextrema())
    if mean <= MEAN and largest <= LARGEST:
        return None, None
    shown = (
        difference.convert("RGBA" if difference.mode == "RGBa" else "RGB")
        .convert("RGB")
        .point(lambda value: min(255, value * 10))
    )
    return f"mean difference {mean:.2f}, largest {largest}", shown
