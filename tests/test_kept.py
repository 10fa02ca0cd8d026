"""Plates on disk: the same picture with and without them, whatever happens to the files."""

import multiprocessing
import os
import sys
import zlib

import pytest
from drawing import EMPTY, MIDDLEGAME, diagram, indexed, scene

from fen2img import cache
from fen2img.formats import FORMATS
from fen2img.raster import kept, plate
from fen2img.raster.backend import cairo
from fen2img.render import render
from fen2img.style import Style

pytestmark = pytest.mark.usefixtures("needs_cairo", "anew")


@pytest.fixture
def anew():
    plate._plate.cache_clear()
    plate._kept_plate.cache_clear()
    yield
    plate._plate.cache_clear()
    plate._kept_plate.cache_clear()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def again(drawn):
    plate._kept_plate.cache_clear()
    return indexed(drawn)


@pytest.mark.parametrize(
    "options", [{}, {"coordinates": "inside"}, {"theme": "print"}, {"pieces": "staunton"}, {"marker": "king"}], ids=str
)
def test_a_kept_plate_gives_the_same_picture(folder, options):
    drawn = scene(MIDDLEGAME, size=240, **options)
    first = indexed(drawn, cairo)
    assert len(list(folder.glob("*.plate"))) == 1
    assert again(drawn) == first
    assert plate._kept_plate.cache_info().currsize == 1
    assert indexed(scene(EMPTY, size=240, **options)) == indexed(scene(EMPTY, size=240, **options), cairo)


def test_a_kept_plate_needs_no_renderer(folder, monkeypatch):
    drawn = scene(MIDDLEGAME, size=240)
    first = indexed(drawn)
    monkeypatch.setattr(plate, "plate_of", None)
    assert again(drawn) == first


@pytest.mark.parametrize(
    "change",
    [{"size": 241}, {"theme": "blue"}, {"pieces": "line"}, {"orientation": "black"}, {"light": "#eeeeee"}],
    ids=str,
)
def test_another_look_has_a_plate_of_its_own(folder, change):
    indexed(scene(MIDDLEGAME, size=240))
    drawn = scene(MIDDLEGAME, **{"size": 240, **change})
    assert again(drawn) == indexed(drawn, cairo)
    assert len(list(folder.glob("*.plate"))) == 2


def damages():
    whole = zlib.compress(b'{"size":[240,240],"type":3,"pairs":0,"tiles":[],"colors":0,"empty":0}\n')
    return {
        "empty": lambda data: b"",
        "cut": lambda data: data[:-9],
        "other": lambda data: b"something else",
        "flipped": lambda data: data[:99] + bytes([data[99] ^ 255]) + data[100:],
        "no-tiles": lambda data: kept._MAGIC + whole,
        "no-header": lambda data: kept._MAGIC + zlib.compress(b"\n"),
        "no-object": lambda data: kept._MAGIC + zlib.compress(b"[]\n"),
    }


@pytest.mark.parametrize("damage", damages().values(), ids=damages())
def test_a_damaged_plate_counts_as_missing_and_is_written_anew(folder, damage):
    drawn = scene(MIDDLEGAME, size=240)
    first = indexed(drawn)
    (path,) = folder.glob("*.plate")
    good = path.read_bytes()
    path.write_bytes(damage(good))
    plate._plate.cache_clear()
    assert again(drawn) == first
    assert path.read_bytes() == good


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file"))
    drawn = scene(MIDDLEGAME, size=240)
    assert indexed(drawn) == indexed(drawn, cairo)


@pytest.mark.parametrize("word", ["off", "OFF", "0"])
def test_the_cache_can_be_switched_off(monkeypatch, word):
    monkeypatch.setenv(cache.VARIABLE, word)
    assert kept._path(scene(MIDDLEGAME, size=240).frame) is None


def test_it_lies_in_the_users_cache_folder(monkeypatch, tmp_path):
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    cache._folder.cache_clear()
    path = kept._path(scene(MIDDLEGAME, size=240).frame)
    cache._folder.cache_clear()
    assert path.parent.name == "plates"
    if sys.platform == "linux":
        assert path.parent == tmp_path / "fen2img" / "plates"


def test_large_boards_and_marked_ones_are_not_kept(folder):
    indexed(scene(MIDDLEGAME, size=1600))
    style = Style.of(size=240)
    render(diagram(MIDDLEGAME).marked(lastmove="e2e4", arrow="d1h5"), style, FORMATS["png"])
    assert not list(folder.glob("*"))


def test_only_so_many_are_kept(folder, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 2)
    for size in (100, 110, 120, 130):
        indexed(scene(MIDDLEGAME, size=size))
    assert len(list(folder.glob("*.plate"))) == 2


def _one_of_many(folder):
    os.environ[cache.VARIABLE] = folder
    for size in (100, 110, 120):
        plate._plate.cache_clear()
        plate._kept_plate.cache_clear()
        indexed(scene(MIDDLEGAME, size=size))


def test_many_processes_may_write_at_once(folder):
    workers = [multiprocessing.get_context("spawn").Process(target=_one_of_many, args=(str(folder),)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert len(list(folder.glob("*.plate"))) == 3
    assert not list(folder.glob(".*"))
    for size in (100, 110, 120):
        drawn = scene(MIDDLEGAME, size=size)
        assert kept.load(drawn.frame)
        assert indexed(drawn) == indexed(drawn, cairo)
