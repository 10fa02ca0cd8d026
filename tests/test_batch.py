"""The batch: order, numbers, whole files, an account that adds up, whoever draws."""

from __future__ import annotations

import csv
import gc
import hashlib
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest
from peak import peak
from PIL import Image

import fen2img
from fen2img.batching import crews, engine, job, run, shelf
from fen2img.batching.engine import Watch
from fen2img.batching.manifest import COLUMNS
from fen2img.batching.naming import PLACEHOLDERS
from fen2img.batching.outputs import Output
from fen2img.batching.report import KEPT
from fen2img.errors import NotationError, OptionError, OutputError
from fen2img.formats import FORMATS
from fen2img.inputs import PROGRAM, Record
from fen2img.style import Style

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
OTHER = "8/8/8/8/8/8/8/K6k b - - 0 1"
DOUBTFUL = "6k1/5ppp/8/8/8/8/8/K2R4 x"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5"
SMALL = Style(size=64)


def batch(records, out, **options) -> fen2img.Report:
    return fen2img.batch(records, out, **{"formats": "svg", "style": SMALL, **options})


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir())


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names(folder)}


@pytest.fixture
def pool(monkeypatch):
    """Processes are begun as soon as there is a second chunk."""
    monkeypatch.setattr(engine, "PATIENCE", -1)
    monkeypatch.setattr(crews, "_context", lambda: multiprocessing.get_context("fork"))  # so that they are patched, too


class Seen(Watch):
    def __init__(self) -> None:
        self.records: list[tuple[int, str]] = []
        self.notes: list[tuple[str, str]] = []
        self.counts: dict[str, int] = {}
        self.report: fen2img.Report | None = None
        self.resumable = False

    def record(self, record, drawn):
        self.records.append((record.number, drawn.state))

    def renamed(self, record, wanted, name):
        self.notes.append((wanted, name))

    def tick(self, counts):
        self.counts = dict(counts)

    def ended(self, report, *, resumable):
        self.report, self.resumable = report, resumable


# --- order, numbers, names ---------------------------------------------------------------------------------------


def test_records_come_in_order_with_what_became_of_them(tmp_path):
    seen = Seen()
    report = batch([GOOD, BAD, DOUBTFUL], tmp_path, watch=seen)
    assert seen.records == [(1, "written"), (2, "refused"), (3, "written")]
    assert (report.read, report.written, report.refused, report.doubtful) == (3, 2, 1, 1)
    ((record, findings),) = report.findings
    assert (record.where, [f.code for f in findings]) == (f"{PROGRAM}:2", ["rank-width"])
    assert names(tmp_path) == ["0001.svg", "0003.svg"]


def test_a_mended_line_keeps_its_name(tmp_path):
    batch([GOOD, BAD, GOOD], tmp_path / "before")
    batch([GOOD, GOOD, GOOD], tmp_path / "after")
    before, after = contents(tmp_path / "before"), contents(tmp_path / "after")
    assert (sorted(before), sorted(after)) == (["0001.svg", "0003.svg"], ["0001.svg", "0002.svg", "0003.svg"])
    assert before.items() <= after.items()


@pytest.mark.parametrize(("number", "name"), [(1, "0001.svg"), (9999, "9999.svg"), (10000, "10000.svg")])
def test_numbers_have_four_digits_at_least(tmp_path, number, name):
    batch([Record("l", 1, number, GOOD)], tmp_path)
    assert names(tmp_path) == [name]


def test_several_formats_of_a_record_have_one_number(tmp_path):
    report = batch([GOOD], tmp_path, formats=["svg", "png", "png@2x", "jpg@3x"])
    assert names(tmp_path) == ["0001.png", "0001.svg", "0001@2x.png", "0001@3x.jpg"]
    assert report.files == 4
    for name, side in {"0001.png": 64, "0001@2x.png": 128, "0001@3x.jpg": 192}.items():
        with Image.open(tmp_path / name) as image:
            assert image.size == (side, side)


@pytest.mark.parametrize(
    ("style", "scaled"),
    [
        (Style(), Style(size=960)),
        (Style(square=20, margin="3px"), Style(square=40, margin="6px")),
        (Style(size=100, border="2%"), Style(size=200, border="2%")),
        (Style(size=100, margin="2mm"), Style(size=200, margin="4mm")),
        (Style(size=100, margin="2mm", dpi=100), Style(size=200, margin="2mm", dpi=200)),
        (Style(width="60mm", margin="2mm"), Style(width="60mm", margin="2mm", dpi=600)),
    ],
)
def test_twice_the_pixels(style, scaled):
    made = Output(FORMATS["png"], 2).scaled(style)
    border = style.border or style.colors.border
    assert made.border in (None, border, type(border)(2 * border.value, border.unit))
    assert Style.of(made, border=scaled.border) == scaled


def test_twice_the_pixels_of_every_length(tmp_path):
    style = Style(square=20, margin="3px")
    batch([GOOD], tmp_path, formats="png,png@2x", style=style)
    for name, times in {"0001.png": 1, "0001@2x.png": 2}.items():
        with Image.open(tmp_path / name) as image:
            assert image.size == (times * 177, times * 177)


def test_a_list_is_read_as_a_stream(tmp_path):
    taken = []

    def endless():
        n = 0
        while True:
            n += 1
            taken.append(n)
            yield GOOD

    class Enough(Watch):
        def record(self, record, drawn):
            if record.number == 3:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        batch(endless(), tmp_path, watch=Enough())
    assert len(taken) < 10


def test_strict_refuses_what_is_doubtful(tmp_path):
    report = batch([GOOD, DOUBTFUL], tmp_path, strict=True)
    assert (report.written, report.refused) == (1, 1)
    assert [f.severity for f in report.findings[0].findings] == ["warning"]


def test_another_board(tmp_path):
    assert batch(["10/K8k", OTHER], tmp_path, board=(10, 2)).refused == 1


def test_a_glyph_that_is_missing_is_a_finding(tmp_path):
    style = Style(size=64, caption="{caption}")
    for dedupe in (False, True):
        report = batch([f"{GOOD} \U0001f600"] * 2, tmp_path, style=style, dedupe=dedupe)
        assert [f.code for refused in report.findings for f in refused.findings] == ["glyph"] * 2


def test_marks_are_those_of_every_diagram(tmp_path):
    batch([GOOD], tmp_path / "plain")
    batch([GOOD], tmp_path / "marked", marks={"circle": "d1"})
    assert contents(tmp_path / "plain") != contents(tmp_path / "marked")


def test_nothing_is_made_of_nothing(tmp_path):
    assert str(batch([], tmp_path / "none")) == "0 read = 0 written + 0 skipped + 0 refused; 0 files written"
    assert not (tmp_path / "none").exists()
    batch([], tmp_path / "empty.tar")
    assert (tmp_path / "empty.tar").stat().st_size == 10240


def test_the_folder_is_made_when_there_is_something_to_read(tmp_path):
    batch([BAD], tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize(
    ("folder", "message"),
    [("file", "is a file, not a folder"), ("file/below", "cannot make the folder"), ("x" * 300, "File name too long")],
)
def test_a_folder_that_cannot_be(tmp_path, folder, message):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(OutputError, match=message):
        batch([GOOD], tmp_path / folder)


# --- what records may be -----------------------------------------------------------------------------------------


class Board:
    def fen(self) -> str:
        return OTHER


def test_records_of_every_kind(tmp_path):
    given = [
        GOOD,
        fen2img.Diagram.from_fen(GOOD, title="A diagram").marked(circle="d1"),
        {"fen": GOOD, "id": "x7", "caption": "A mapping", "rating": 1500, "themes": None},
        Board(),
    ]
    batch(given, tmp_path / "out", manifest=tmp_path / "m.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    assert [row["id"] for row in rows] == ["", "", "x7", ""]
    assert (rows[1]["title"], rows[2]["caption"]) == ("A diagram", "A mapping")
    assert rows[1]["alt"].endswith("Marks: circle d1.")
    assert rows[3]["fen"] == OTHER


def test_columns_name_files(tmp_path):
    rows = [{"fen": GOOD, "id": "a/b", "rating": 7}, {"fen": GOOD, "id": "c", "rating": ""}]
    batch(rows, tmp_path, name="{rating:04}/{id}")
    assert names(tmp_path) == ["0002.svg", "0007/a_b.svg"]


@pytest.mark.parametrize(("given", "error"), [([7], "record 1 is no FEN"), ("text", "not one text"), ([{}], "mapping")])
def test_what_is_no_record(tmp_path, given, error):
    with pytest.raises(TypeError, match=error):
        batch(given, tmp_path)
    with pytest.raises(TypeError, match=error):
        list(fen2img.render_many(given))


# --- existing files ----------------------------------------------------------------------------------------------


def test_no_name_is_that_of_a_larger_picture(tmp_path):
    records = [{"fen": GOOD, "id": "x"}, {"fen": OTHER, "id": "x@2x"}, {"fen": OTHER, "id": "y@3X"}]
    options = {"name": "{id}", "formats": "png,png@2x", "if_exists": "replace"}
    batch(records, tmp_path / "out", **options)
    assert names(tmp_path / "out") == [
        "x.png", "x@2x.png", "x_2x.png", "x_2x@2x.png", "y_3X.png", "y_3X@2x.png",
    ]  # fmt: skip
    batch(records, tmp_path / "set.zip", **options)
    assert len(set(zipfile.ZipFile(tmp_path / "set.zip").namelist())) == 9


def test_existing_files_are_refused(tmp_path):
    (tmp_path / "0002.svg").write_bytes(b"old")
    seen = Seen()
    with pytest.raises(OutputError, match=re.escape("0002.svg exists")):
        batch([GOOD, GOOD], tmp_path, watch=seen)
    assert (seen.report.read, seen.report.written, seen.report.finished, seen.resumable) == (1, 1, False, True)
    assert (tmp_path / "0002.svg").read_bytes() == b"old"


def test_the_second_file_of_a_record_takes_the_first_with_it(tmp_path, monkeypatch):
    (tmp_path / "0001.png").mkdir()
    (tmp_path / "0002.svg").write_bytes(b"old")
    with pytest.raises(OutputError, match="Is a directory"):
        batch([GOOD], tmp_path, formats="svg,png", if_exists="replace")
    assert not (tmp_path / "0001.svg").exists()


def test_an_old_file_survives_when_the_next_format_fails(tmp_path):
    (tmp_path / "0001.png").mkdir()
    (tmp_path / "0001.svg").write_text("old")
    with pytest.raises(OutputError):
        batch([GOOD], tmp_path, formats="svg,png", if_exists="replace")
    assert (tmp_path / "0001.svg").is_file()


def test_skipping_draws_only_what_is_missing(tmp_path, monkeypatch):
    (tmp_path / "0001.svg").write_bytes(b"old")
    (tmp_path / "0001.png").write_bytes(b"old")
    (tmp_path / "0002.png").write_bytes(b"old")
    drawn = []
    monkeypatch.setattr(job, "render", lambda d, s, f: drawn.append((d.number, f.name)) or b"new")
    report = batch([GOOD, GOOD, BAD], tmp_path, formats="svg,png", if_exists="skip", manifest=tmp_path / "m.jsonl")
    assert drawn == [(2, "svg")]
    assert (report.written, report.skipped, report.refused, report.files) == (1, 1, 1, 1)
    rows = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [(row["name"], row["size"]) for row in rows] == [
        ("0001.svg", 3),
        ("0001.png", 3),
        ("0002.svg", 3),
        ("0002.png", 3),
    ]
    assert rows[0]["hash"] == hashlib.sha256(b"old").hexdigest()


def test_replacing_leaves_equal_files_alone(tmp_path):
    batch([GOOD, OTHER], tmp_path)
    (tmp_path / "0002.svg").write_bytes(b"old")
    os.utime(tmp_path / "0001.svg", (1, 1))
    report = batch([GOOD, OTHER], tmp_path, if_exists="replace")
    assert report.written == 2
    assert (tmp_path / "0001.svg").stat().st_mtime == 1
    assert (tmp_path / "0002.svg").read_bytes() != b"old"


@pytest.mark.parametrize("if_exists", ["skip", "replace", "error"])
def test_links_are_never_followed(tmp_path, if_exists):
    out, victim = tmp_path / "out", tmp_path / "victim"
    out.mkdir()
    victim.write_bytes(b"precious")
    (out / "0001.svg").symlink_to(victim)
    if if_exists == "error":
        with pytest.raises(OutputError, match=re.escape(f"{out}/0001.svg exists")):
            batch([GOOD], out)
    else:
        batch([GOOD], out, if_exists=if_exists, manifest=tmp_path / "m.jsonl")
    assert victim.read_bytes() == b"precious"
    assert (out / "0001.svg").is_symlink() == (if_exists != "replace")


@pytest.mark.parametrize("name", ["{n}/x", "a/{n}/x"])
def test_folders_that_are_links_are_not_entered(tmp_path, name):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    (out / "a").mkdir(parents=True)
    elsewhere.mkdir()
    (out / name.removesuffix("/x").replace("{n}", "1")).symlink_to(elsewhere)
    with pytest.raises(OutputError, match="is no folder"):
        batch([GOOD], out, name=name)
    assert list(elsewhere.iterdir()) == []


def test_the_output_itself_may_be_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real")
    batch([GOOD], tmp_path / "out")
    assert names(tmp_path / "real") == ["0001.svg"]


def test_links_in_the_place_of_what_is_unfinished(tmp_path):
    out, victim = tmp_path / "out", tmp_path / "victim"
    out.mkdir()
    victim.mkdir()
    (victim / "precious").write_bytes(b"precious")
    (out / ".fen2img-part").symlink_to(victim)
    (tmp_path / "m.csv.part").symlink_to(victim / "precious")
    batch([GOOD], out, manifest=tmp_path / "m.csv")
    assert contents(victim) == {"precious": b"precious"}


# --- whole or not at all -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OutputError("no cairo"), RuntimeError("a fault"), KeyboardInterrupt()])
def test_a_writer_that_fails_leaves_nothing_of_its_record(tmp_path, monkeypatch, error):
    def fail(diagram, style, target):
        if diagram.number == 2:
            raise error
        return b"<svg/>"

    monkeypatch.setattr(job, "render", fail)
    seen = Seen()
    with pytest.raises(type(error)) as caught:
        batch([GOOD, GOOD], tmp_path, watch=seen)
    if isinstance(error, RuntimeError):
        assert f"while drawing {PROGRAM}:2" in caught.value.__notes__[0]
    assert seen.report.read == seen.report.written == 1
    assert names(tmp_path) == [".fen2img-resume.json", "0001.svg"]


def test_a_batch_that_did_nothing_leaves_nothing(tmp_path):
    with pytest.raises(OptionError):
        batch([GOOD], tmp_path / "out", style=Style(margin="400px"), manifest=tmp_path / "m.csv")
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["link", "replace"])
def test_a_disk_that_fails_leaves_no_half_file(tmp_path, monkeypatch, step):
    original = getattr(os, step)

    def fail(source, target, **_):
        if str(target).endswith("0002.svg"):
            raise OSError(28, "No space left on device")
        return original(source, target)

    monkeypatch.setattr(os, step, fail)
    if step == "replace":  # a file system without hard links
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(PermissionError(1, "no")))
    seen = Seen()
    if step == "link":
        original_replace = os.replace
        monkeypatch.setattr(os, "replace", lambda s, t: fail(s, t) if "0002" in str(t) else original_replace(s, t))
    with pytest.raises(OutputError, match=r"cannot write .*0002.svg: No space left on device"):
        batch([GOOD, GOOD], tmp_path, watch=seen)
    assert seen.report.written == 1
    assert names(tmp_path) == [".fen2img-resume.json", "0001.svg"]
    monkeypatch.undo()
    assert batch([GOOD, GOOD], tmp_path, resume=True).written == 2
    assert names(tmp_path) == ["0001.svg", "0002.svg"]


def test_a_file_that_comes_in_the_meantime_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    (tmp_path / "0001.svg").write_bytes(b"old")
    with pytest.raises(OutputError, match="exists"):
        batch([GOOD], tmp_path)
    assert (tmp_path / "0001.svg").read_bytes() == b"old"


def test_an_archive_that_vanishes(tmp_path):
    part = tmp_path / "o.tar.part"

    class Thief(Watch):
        def record(self, record, drawn):
            part.unlink(missing_ok=True)

    told = (f"{part} is gone", "--force without --resume starts anew")
    for ways in ({"watch": Thief()}, {"resume": True}):
        with pytest.raises(OutputError) as caught:
            batch([GOOD] * 3, tmp_path / "o.tar", **ways)
        assert (caught.value.message, caught.value.hint) == told
    assert batch([GOOD] * 3, tmp_path / "o.tar", if_exists="replace").written == 3


def test_there_is_no_going_on_with_a_finished_archive(tmp_path):
    batch([GOOD], tmp_path / "o.tar")
    with pytest.raises(OutputError) as caught:
        batch([GOOD], tmp_path / "o.tar", resume=True)
    assert caught.value.message == f"--resume: {tmp_path / 'o.tar'} is no unfinished batch"
    assert caught.value.hint == "it is finished, or another program's; --force makes it anew"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_that_vanishes(tmp_path, pool, jobs):
    out = tmp_path / "out"

    class Vandal(Watch):
        def record(self, record, drawn):
            if record.number == 3 and out.exists():
                out.rename(tmp_path / "gone")

    with pytest.raises(OutputError, match=f"the folder {out} is gone"):
        batch([GOOD] * 3000, out, jobs=jobs, watch=Vandal())
    assert not out.exists()


# --- whoever draws -----------------------------------------------------------------------------------------------

MIXED = [OTHER, BAD, GOOD, f"{GOOD} The end", DOUBTFUL, f"{GOOD} The end", OTHER] * 40


def everything(folder: Path, **options) -> tuple[dict[str, bytes], str]:
    """All that a batch leaves, for every kind of output."""
    folder.mkdir()
    for out in ("out", "out.zip", "out.tar"):
        files = {"manifest": folder / f"{out}.jsonl", "errors": folder / f"{out}-errors.jsonl"}
        report = batch(MIXED, folder / out, formats="svg,png", name="{slug}", dedupe=True, **files, **options)
    return contents(folder), str(report)


def test_the_output_does_not_depend_on_who_draws(tmp_path, pool, monkeypatch):
    one = everything(tmp_path / "one", jobs=1)
    assert everything(tmp_path / "two", jobs=2) == one
    with ThreadPoolExecutor(3) as executor:
        assert everything(tmp_path / "threads", jobs=3, executor=executor) == one
    monkeypatch.setattr(engine, "LARGEST_CHUNK", 1)
    assert everything(tmp_path / "chunks", jobs=2) == one
    account = "280 read = 4 written + 236 skipped + 40 refused (1 written with warnings); 236 equal to others"
    assert one[1] == f"{account}; 8 files written"


context = crews._context


@pytest.mark.parametrize("call", ["fen2img.batch(FENS, OUT, jobs=2)", "list(fen2img.render_many(FENS, jobs=2))"])
def test_a_script_that_runs_again_in_its_processes(tmp_path, call):
    """It has no `if __name__ == "__main__":`; nothing of it may be done twice."""
    script = tmp_path / "script.py"
    script.write_text(
        "import threading, fen2img\n"
        "from fen2img.batching import engine\n"
        "engine.PATIENCE = -1\n"
        f"FENS, OUT = [{GOOD!r}] * 9, {str(tmp_path / 'out')!r}\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()  # so that processes are begun anew\n"
        f"{call}\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "RuntimeError: a script that draws in processes needs 'if __name__ == \"__main__\":'" in done.stderr
    assert "a worker died" in done.stderr.splitlines()[-1]


def test_processes_may_be_begun_anew(tmp_path, pool, monkeypatch):
    """As on systems that do not copy a process; the module that is run there must be importable."""
    batch(MIXED[:20], tmp_path / "one")
    monkeypatch.setattr(crews, "_context", context)
    monkeypatch.setattr(crews, "_threads", lambda: 2)
    batch(MIXED[:20], tmp_path / "two", jobs=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_where_threads_cannot_be_counted_nothing_is_copied(monkeypatch):
    def hidden(path):
        raise FileNotFoundError(path)

    monkeypatch.setattr(crews.os, "listdir", hidden)
    assert crews._context().get_start_method() == "spawn"


def test_threads_of_libraries_do_not_stop_workers(tmp_path):
    """Those of oxipng are no threads of Python's; a copy of the process would have none of them and wait for them."""
    pytest.importorskip("oxipng", reason="oxipng is an optional extra: pip install 'fen2img[optimize]'")
    (tmp_path / "list.txt").write_text(f"{GOOD}\n" * 8)
    asked = [sys.executable, "-m", "fen2img", "batch", "list.txt", "-o", "out", "--size", "64", "--optimize", "--jobs"]
    for jobs, out in (("1", "one"), ("2", "two")):
        asked[asked.index("-o") + 1] = out
        subprocess.run([*asked, jobs], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(names(tmp_path / "two")) == 8


def test_a_short_list_begins_no_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "Processes", None)
    monkeypatch.setattr(engine, "PATIENCE", 60)  # a machine may be so busy that the list is no short one
    batch(MIXED[:50], tmp_path, jobs=8)


def test_a_worker_that_dies(tmp_path, pool, monkeypatch):
    main = os.getpid()

    def die(diagram, style, target):
        if diagram.number == 40 and os.getpid() != main:
            os.kill(os.getpid(), signal.SIGKILL)
        return b"<svg/>"

    monkeypatch.setattr(job, "render", die)
    seen = Seen()
    with pytest.raises(OutputError, match=rf"^a worker died between {PROGRAM}:[0-9]+ and {PROGRAM}:[0-9]+$") as caught:
        batch([GOOD] * 100, tmp_path / "out", jobs=2, watch=seen)
    assert caught.value.hint == "it was killed, or there was too little memory; try fewer jobs"
    assert seen.report.read == seen.report.written < 40
    assert seen.resumable
    monkeypatch.setattr(job, "render", lambda *_: b"<svg/>")
    assert batch([GOOD] * 100, tmp_path / "out", jobs=2, resume=True).written == 100
    assert len(names(tmp_path / "out")) == 100


def test_what_fails_in_a_worker_comes_back(tmp_path, pool, monkeypatch):
    def fail(diagram, style, target):
        if diagram.number == 30:
            raise RuntimeError("a fault")
        return b"<svg/>"

    monkeypatch.setattr(job, "render", fail)
    seen = Seen()
    with pytest.raises(RuntimeError, match="a fault"):
        batch([GOOD] * 500, tmp_path, jobs=2, watch=seen)
    assert seen.report.written == 29
    assert names(tmp_path) == [".fen2img-resume.json", *(f"{n:04}.svg" for n in range(1, 30))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_stopping_at_the_first_refused_record(tmp_path, pool, jobs):
    report = batch([GOOD] * 50 + [BAD] + [GOOD] * 500, tmp_path, jobs=jobs, on_error="stop")
    assert (report.read, report.written, report.refused, report.finished) == (51, 50, 1, False)
    assert len(names(tmp_path)) == 51
    assert batch([GOOD] * 50 + [BAD] + [GOOD] * 500, tmp_path, jobs=jobs, resume=True).written == 550


def test_an_interrupt_lets_chunks_in_hand_finish(tmp_path, pool, monkeypatch):
    class Interrupt(Watch):
        def tick(self, counts):
            if counts["read"] >= 20:
                raise KeyboardInterrupt

        def ended(self, report, *, resumable):
            self.report = report

    watch = Interrupt()
    with pytest.raises(KeyboardInterrupt):
        batch([GOOD] * 1000, tmp_path / "out", jobs=2, watch=watch)
    made, count = names(tmp_path / "out"), watch.report.written
    assert 20 <= watch.report.read == count < 1000
    assert made[1 : count + 1] == [f"{n:04}.svg" for n in range(1, count + 1)]  # on a slow machine there may be more
    batch([GOOD] * 1000, tmp_path / "out", jobs=2, resume=True)
    assert len(names(tmp_path / "out")) == 1000


def test_an_interrupt_does_not_wait_for_ever(tmp_path, pool, monkeypatch):
    main = os.getpid()
    monkeypatch.setattr(engine, "GRACE", 0.05)

    def slow(diagram, style, target):
        if os.getpid() != main:
            time.sleep(60)
        return b"<svg/>"

    class Interrupt(Watch):
        def tick(self, counts):
            begun.append(time.monotonic())
            if begun[-1] - begun[0] > 0.3:
                raise KeyboardInterrupt

    begun: list[float] = []
    monkeypatch.setattr(job, "render", slow)
    with pytest.raises(KeyboardInterrupt):
        batch([GOOD] * 1000, tmp_path / "out", jobs=2, watch=Interrupt())
    assert time.monotonic() - begun[0] < 30
    assert names(tmp_path / "out") == []


def test_what_a_worker_does(tmp_path, monkeypatch):
    """In this process, as the tests cannot see into others."""
    ends = []

    class Parent:
        def join(self):
            ends.append("waits")

    with monkeypatch.context() as patched:
        patched.setattr(signal, "signal", lambda *what: ends.append(what))
        patched.setattr(crews.multiprocessing, "parent_process", Parent)
        patched.setattr(os, "_exit", ends.append)
        patched.setattr(gc, "freeze", lambda: ends.append("frozen"))
        patched.setattr(threading.Thread, "start", threading.Thread.run)
        given = job.Job(style=SMALL, outputs=(Output(FORMATS["svg"]),), reader=job.Reader())
        crews._begin(given, None)
        done = crews._work([(*Record("l", 1, 1, GOOD), "a/1", False)], 0)
    monkeypatch.setattr(crews, "_job", None)
    assert ends == [(signal.SIGINT, signal.SIG_IGN), "frozen", "waits", 1]
    assert [file.name for file in done.drawn[0].files] == ["a/1.svg"]
    crews._outlive_nobody()  # the main process has none


def test_what_is_packed_lies_on_a_shelf(monkeypatch):
    monkeypatch.setattr(shelf, "PLACE", 10)
    shared = shelf.Shelf(2)
    lay = shared.place(1)
    packed = [b"12345", b"", b"123456", b"12345", b"1"]
    laid = [lay(job.Drawn("written", fen=str(n), packed=data)) for n, data in enumerate(packed)]
    assert [type(one.packed) for one in laid] == [shelf._Laid, shelf._Laid, bytes, shelf._Laid, bytes]
    got = pickle.loads(pickle.dumps(laid))
    assert [(one.fen, bytes(one.packed)) for one in got] == [(str(n), data) for n, data in enumerate(packed)]
    assert bytes(shared.memory[:]) == bytes(10) + b"1234512345"
    assert shared.number in shelf._SHELVES
    del shared, got, lay
    assert not shelf._SHELVES


def test_a_system_may_have_no_room_for_a_shelf(monkeypatch):
    monkeypatch.setattr(shelf.mmap, "mmap", lambda *_: (_ for _ in ()).throw(OSError(12, "Cannot allocate memory")))
    assert shelf.shelf_of(3) is None


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copies on Linux alone")
def test_pictures_larger_than_their_place_go_the_long_way(tmp_path, monkeypatch):
    monkeypatch.setattr(engine, "PATIENCE", 0)
    for place in (1 << 24, 3000):
        monkeypatch.setattr(shelf, "PLACE", place)
        assert batch([GOOD] * 40, tmp_path / f"{place}.tar", jobs=2).written == 40
    assert (tmp_path / "3000.tar").read_bytes() == (tmp_path / f"{1 << 24}.tar").read_bytes()


# --- the account -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "formats", "summary"),
    [
        ([GOOD], "svg", "1 read = 1 written + 0 skipped + 0 refused; 1 file written"),
        ([GOOD, BAD, GOOD], "svg,png", "3 read = 2 written + 0 skipped + 1 refused; 4 files written"),
        ([BAD, BAD], "svg", "2 read = 0 written + 0 skipped + 2 refused; 0 files written"),
        (
            [DOUBTFUL, BAD, GOOD],
            "svg",
            "3 read = 2 written + 0 skipped + 1 refused (1 written with warnings); 2 files written",
        ),
    ],
)
def test_the_report_adds_up(tmp_path, texts, formats, summary):
    report = batch(texts, tmp_path / "out", formats=formats)
    assert str(report) == summary
    assert report.read == report.written + report.skipped + report.refused == len(texts)
    assert report.files == len(list(tmp_path.glob("out/*")))


def test_a_report_keeps_so_many_findings(tmp_path):
    report = batch([BAD] * (KEPT + 5), tmp_path / "out", errors=tmp_path / "e.jsonl")
    assert (report.refused, len(report.findings)) == (KEPT + 5, KEPT)
    assert len((tmp_path / "e.jsonl").read_text().splitlines()) == KEPT + 5


def test_errors_are_data(tmp_path):
    batch([GOOD, BAD], tmp_path / "out", errors=tmp_path / "e.jsonl")
    (row,) = map(json.loads, (tmp_path / "e.jsonl").read_text().splitlines())
    (finding,) = row.pop("findings")
    assert row == {"source": PROGRAM, "line": 2, "number": 2, "text": BAD}
    assert (finding["code"], finding["span"], finding["column"]) == ("rank-width", [19, 23], 20)
    assert finding["drawn"].splitlines()[1:3] == [f"    {BAD}", " " * 23 + "^^^^"]


def test_a_manifest_for_programs_and_one_for_spreadsheets(tmp_path):
    given = [f'{GOOD} =HYPERLINK(1), "x"', f"{OTHER} Réti", GOOD]
    for kind in ("jsonl", "csv"):
        batch(given, tmp_path / kind, formats="svg,png", manifest=tmp_path / f"m.{kind}")
    rows = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    with (tmp_path / "m.csv").open(encoding="utf-8", newline="") as stream:
        table = list(csv.DictReader(stream))
    assert [row["name"] for row in rows] == [f"{n:04}.{kind}" for n in (1, 2, 3) for kind in ("svg", "png")]
    assert rows[0]["caption"] == '=HYPERLINK(1), "x"'
    for row, cells in zip(rows, table, strict=True):
        if "=" in row["caption"]:  # a spreadsheet must not take it for a formula
            assert cells["caption"] == f"'{row['caption']}"
            cells["caption"] = row["caption"]
        assert {name: str(value) for name, value in row.items()} == cells
        data = (tmp_path / "csv" / row["name"]).read_bytes()
        assert (row["size"], row["hash"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert rows[0]["alt"] == "White: Ka1, Rd1. Black: Kg8, pawns f7, g7, h7. White to move."


def test_equal_diagrams_once(tmp_path):
    given = [GOOD, OTHER, GOOD, f"{GOOD} with words", BAD, GOOD]
    report = batch(given, tmp_path / "out", dedupe=True, manifest=tmp_path / "m.jsonl")
    assert (report.written, report.skipped, report.duplicates, report.refused) == (3, 2, 2, 1)
    rows = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()]
    assert [row["name"] for row in rows] == ["0001.svg", "0002.svg", "0001.svg", "0004.svg", "0001.svg"]
    assert (rows[2]["size"], rows[2]["hash"], rows[2]["number"]) == (None, None, 3)


def test_diagrams_whose_number_shows_are_never_equal(tmp_path):
    style = Style(size=64, number="{n}")
    assert batch([GOOD, GOOD], tmp_path, dedupe=True, style=style).duplicates == 0


STREAM = """
records = ({"fen": "8/8/8/8/8/8/8/K6k w - - 0 1", "caption": n % (count // 2)} for n in range(count))
report = fen2img.batch(records, f"{count}.zip", name="{caption}", dedupe=True, manifest=f"{count}.csv")
"""


def test_memory_is_constant(tmp_path):
    """Ten times as many records, all of them remembered for their names: a list of them would take 20 MB."""
    few, many = (peak(STREAM, n, tmp_path) for n in (2000, 30000))
    assert many < few + 8_000


# --- usage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"if_exists": "never"}, "if-exists: 'never' is not one of error, skip, replace"),
        ({"on_error": "cry"}, "on-error: 'cry' is not one of skip, stop"),
        ({"formats": []}, "no format is asked for"),
        ({"formats": "png,png@1x"}, "--format png,png@1x names png twice"),
        ({"board": (0, 8)}, "board: (0, 8) is not files x ranks, from 1x1 to 26x26"),
        ({"manifest": "same.csv", "errors": "./same.csv"}, "same.csv cannot be both manifest and errors"),
        ({"jobs": 0}, "jobs: 0 is less than 1"),
        ({"errors": ""}, "the name of the errors is empty"),
        ({"manifest": ""}, "the name of the manifest is empty"),
        ({"name": ""}, "name: '' has a part without a name"),
        ({"name": "{"}, "name: '{' is no template"),
        ({"marks": {"circle": "z9"}}, "circle: z9 is not on the board"),
    ],
)
def test_what_cannot_be(tmp_path, options, message):
    with pytest.raises(OptionError) as caught:
        batch([GOOD], tmp_path / "out", **options)
    assert caught.value.message == message
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_a_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("real").mkdir()
    Path("link").symlink_to("real")
    for out, options, message in [
        ("out", {"errors": "-"}, "errors: - is no file"),
        ("out", {"errors": "out"}, "out cannot be both output and errors"),
        ("out", {"errors": "out/0001.svg"}, "errors: out/0001.svg may be the name of a picture"),
        (
            "out",
            {"errors": "out/.fen2img-resume.json"},
            "out/.fen2img-resume.json cannot be both checkpoint and errors",
        ),
        (
            "out",
            {"manifest": "m.csv", "errors": "m.csv.part"},
            "m.csv.part cannot be both errors and unfinished manifest",
        ),
        ("real/a.zip", {"errors": "link/a.zip"}, "link/a.zip cannot be both archive and errors"),
    ]:
        with pytest.raises(OptionError) as caught:
            batch([GOOD], out, **options)
        assert caught.value.message == message
        assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "real"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_a_report_never_takes_the_place_of_what_is_no_file(tmp_path, kind):
    path = tmp_path / "m.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/proc/self/fd/1")  # what /dev/stdout is
    with pytest.raises(OutputError) as caught:
        batch([GOOD], tmp_path / "out", manifest=path, if_exists="replace")
    assert caught.value.report() == f"error: {path} is there and no file\n  hint: name a file"
    assert not (tmp_path / "out").exists()
    assert os.path.lexists(path)
    assert not path.is_file() or path.is_symlink()


def test_an_unfinished_report_is_no_input(tmp_path):
    part = tmp_path / "m.jsonl.part"
    part.write_text(f"{GOOD}\n")
    with pytest.raises(OptionError) as caught:
        batch([GOOD], tmp_path / "out", manifest=tmp_path / "m.jsonl", inputs=[str(part)])
    assert caught.value.message == f"{part} is an input"
    assert part.read_text() == f"{GOOD}\n"


def test_the_package_offers_the_batch_without_loading_it():
    code = "import sys, fen2img; assert 'fen2img.batching' not in sys.modules; print(fen2img.batch.__module__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "fen2img.batching.run\n"
    assert {"batch", "render_many", "Report"} <= set(dir(fen2img))
    with pytest.raises(AttributeError, match="no attribute 'batches'"):
        _ = fen2img.batches


# --- pictures for programs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_pictures_come_in_order_with_their_records(jobs):
    given = [{"fen": GOOD, "id": n} for n in range(300)]
    made = list(fen2img.render_many(given, SMALL, format="svg", jobs=jobs))
    assert [record for record, _ in made] == given
    assert {data for _, data in made} == {fen2img.Diagram.from_fen(GOOD).svg(size=64).encode()}


def test_pictures_are_a_stream():
    def endless():
        while True:
            yield GOOD

    assert len(list(islice(fen2img.render_many(endless(), SMALL, format="svg"), 20))) == 20
    stream = fen2img.render_many(endless(), SMALL, format="svg", jobs=2)
    assert len(list(islice(stream, 500))) == 500
    stream.close()


def test_large_pictures_are_not_drawn_far_ahead(monkeypatch):
    """Two hundred large ones would fill the memory."""
    sizes = []

    class Slow(crews.Inline):
        def submit(self, chunk):
            sizes.append(len(chunk))
            future = super().submit(chunk)
            done = future.result()
            slow = Future()
            slow.set_result(done._replace(seconds=0.05 * len(chunk)))
            return slow

    monkeypatch.setattr(run, "Inline", Slow)
    assert len(list(fen2img.render_many([GOOD] * 20, SMALL))) == 20
    assert max(sizes) <= 3


def test_pictures_of_faulty_records():
    assert len(list(fen2img.render_many([GOOD, BAD, GOOD], SMALL, on_error="skip"))) == 2
    stream = fen2img.render_many([GOOD, BAD], SMALL)
    next(stream)
    with pytest.raises(NotationError, match="9 squares instead of 8"):
        next(stream)
    with pytest.raises(OptionError):
        list(fen2img.render_many([GOOD], Style(margin="400px")))


def test_pictures_of_a_worker_that_dies(pool, monkeypatch):
    main = os.getpid()
    monkeypatch.setattr(job, "render", lambda *_: os.getpid() == main or os._exit(1))
    with pytest.raises(OutputError, match=r"^a worker died$"):
        list(fen2img.render_many([GOOD] * 3, SMALL, jobs=2))


def test_pictures_as_arrays():
    numpy = pytest.importorskip("numpy")
    with ThreadPoolExecutor(1) as executor:
        ((_, image),) = fen2img.render_many([GOOD], SMALL, as_array=True, executor=executor)
    assert (image.shape, image.dtype, image.flags.writeable) == ((64, 64, 3), numpy.uint8, True)
    with pytest.raises(OptionError, match="svg has no pixels"):
        fen2img.render_many([GOOD], SMALL, format="svg", as_array=True)


def test_arrays_without_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(OutputError) as caught:
        fen2img.render_many([GOOD], as_array=True)
    assert caught.value.report() == "error: as_array needs numpy\n  hint: pip install numpy"


# --- the page that explains it -----------------------------------------------------------------------------------

PAGE = Path(__file__).parent.parent / "docs" / "batch.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_page_run(tmp_path, monkeypatch, capsys, example):
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, str(PAGE), "exec"), {"__name__": "example"})
    for said in re.findall(r"print\(.*\)  # (.*)", example):
        assert said in capsys.readouterr().out


def test_the_page_names_every_column_option_and_exit_code():
    text = PAGE.read_text("utf-8")
    assert [name for name in COLUMNS if f"`{name}`" not in text] == []
    assert [name for name in PLACEHOLDERS if f"| `{{{name}}}` |" not in text] == []
    options = "name shard dedupe if-exists force resume on-error strict errors manifest quiet jobs format"
    assert [name for name in options.split() if f"`--{name}" not in text] == []
    assert [code for code in (0, 1, 2, 3, 130) if f"\n| {code} |" not in text] == []
