"""The batch beyond one machine: workers of a real Dask scheduler on loopback, and places that are no folder."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import CancelledError as Cancelled
from dataclasses import replace
from pathlib import Path

import pytest
from piece_files import write_set

import fen2img
from fen2img.batching import engine
from fen2img.batching.engine import Watch
from fen2img.batching.job import Job, Reader, Task
from fen2img.batching.outputs import outputs_of
from fen2img.batching.stores import Folder
from fen2img.errors import OptionError, OutputError
from fen2img.inputs import Record
from fen2img.style import Style

MISSING = "dask.distributed is an optional extra: pip install 'fen2img[cluster]'"
pytest.importorskip("distributed", reason=MISSING)
fsspec = pytest.importorskip("fsspec", reason=MISSING)

from fen2img.batching import cluster, parcels, remote  # noqa: E402

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5"
SMALL = Style(size=64)
LIST = [f"{GOOD} caption {n % 50}" if n % 7 else BAD for n in range(1, 301)]
SECONDS = 60


def batch(records, out, **options) -> fen2img.Report:
    return fen2img.batch(records, out, **{"formats": "svg", "style": SMALL, **options})


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if not p.is_dir()}


class Cluster:
    """A scheduler and its workers, which work in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.workers = folder, []
        known = folder / "scheduler.json"
        self.scheduler = self._begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(known))
        deadline = time.monotonic() + SECONDS
        while not known.exists() or not known.read_text():
            assert time.monotonic() < deadline, "no scheduler"
            time.sleep(0.05)
        self.address = json.loads(known.read_text())["address"]

    def _begin(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def hire(self) -> None:
        """One more worker."""
        self.workers.append(self._begin("worker", self.address, "--no-nanny", "--nthreads", "1"))

    def wait(self, count: int) -> None:
        """Until so many workers are there."""
        client = cluster.connect(self.address)
        client.wait_for_workers(count, timeout=SECONDS)
        client.close()

    def end(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
        for process in [*self.workers, self.scheduler]:
            process.wait(SECONDS)


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """A scheduler with two workers."""
    running = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        running.hire()
        running.hire()
        running.wait(2)
        yield running
    finally:
        running.end()


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(engine, "LARGEST_CHUNK", 8)
    monkeypatch.setattr(engine, "SAVE", -1)


class Stop(Watch):
    """Stops a batch at a record."""

    def __init__(self, at: int) -> None:
        self.at = at

    def record(self, record, drawn):
        if record.number == self.at:
            raise KeyboardInterrupt


def all_options(folder: Path) -> dict[str, object]:
    return {"manifest": folder / "m.csv", "errors": folder / "e.jsonl", "name": "{slug}", "shard": 40, "dedupe": True}


# --- the workers of a scheduler ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("kind", ["out", "out.tar"])
def test_what_comes_out_is_what_this_machine_draws(tmp_path, monkeypatch, dask, kind):
    """Also into a folder that is named from where the workers are not."""
    reports = []
    for name, options in (("here", {}), ("there", {"scheduler": dask.address})):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        reports.append(batch(LIST, kind, **all_options(Path()), **options))
    assert reports[0] == reports[1]
    assert reports[0].written > 0 < reports[0].refused
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


@pytest.mark.usefixtures("small_chunks")
def test_stopped_and_gone_on_with(tmp_path, dask):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    report = batch(LIST, tmp_path / "here" / "out", **all_options(tmp_path / "here"))
    options = {**all_options(tmp_path / "there"), "scheduler": dask.address, "resume": True}
    for at in (3, 150):
        with pytest.raises(KeyboardInterrupt):
            batch(LIST, tmp_path / "there" / "out", **options, watch=Stop(at))
    assert str(batch(LIST, tmp_path / "there" / "out", **options)) == str(report)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_workers_remember_nothing_of_the_last_batch(tmp_path, dask):
    for _ in range(2):
        assert batch([GOOD] * 4, tmp_path / "out", name="{n}/x", scheduler=dask.address).written == 4
        shutil.rmtree(tmp_path / "out")


@pytest.mark.parametrize("if_exists", ["error", "skip", "replace"])
def test_existing_files(tmp_path, dask, if_exists):
    said = []
    for name, options in (("here", {}), ("there", {"scheduler": dask.address})):
        out = tmp_path / name / "out"
        out.mkdir(parents=True)
        (out / "0002.svg").write_bytes(b"old")
        try:
            report = batch([GOOD] * 3, out, if_exists=if_exists, manifest=tmp_path / name / "m.csv", **options)
            said.append(str(report))
        except OutputError as error:
            said.append(error.message.replace(name, ""))
            shutil.rmtree(out)  # how far others were is not the same
    assert said[0] == said[1]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_stop_at_a_refused_record(tmp_path, dask):
    report = batch([GOOD, BAD, GOOD], tmp_path, on_error="stop", scheduler=dask.address)
    assert (report.read, report.written, report.refused, report.finished) == (2, 1, 1, False)


def test_pieces_that_only_this_machine_has(tmp_path, dask):
    pieces = write_set(tmp_path / "mine")
    style = Style(size=64, pieces=str(pieces), credits=True)
    batch([GOOD], tmp_path / "here", style=style, formats="svg,png")
    batch([GOOD], tmp_path / "there", style=style, formats="svg,png", scheduler=dask.address)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


class Murder(Watch):
    """Halts a worker, and kills it when it holds work that is waited for."""

    def __init__(self, worker: subprocess.Popen[bytes]) -> None:
        self.worker, self.halted, self.ticks = worker, False, 0

    def record(self, record, drawn):
        if record.number == 100:
            self.worker.send_signal(signal.SIGSTOP)
            self.halted = True

    def tick(self, counts):
        self.ticks += self.halted
        if self.ticks == 10:
            self.worker.kill()


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be halted")
def test_a_worker_killed_in_mid_run(tmp_path, dask):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    records = LIST * 3
    report = batch(records, tmp_path / "here" / "out", **all_options(tmp_path / "here"))
    murder = Murder(dask.workers[0])
    dask.hire()
    options = {**all_options(tmp_path / "there"), "scheduler": dask.address, "watch": murder}
    assert batch(records, tmp_path / "there" / "out", **options) == report
    assert murder.worker.wait(SECONDS) == -signal.SIGKILL
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_on_the_command_line(tmp_path, dask):
    (tmp_path / "list.txt").write_text("\n".join(LIST[:20]))
    command = [sys.executable, "-m", "fen2img", "batch", "list.txt", "-o", "out", "--format", "svg"]
    run = subprocess.run(
        [*command, "--scheduler", dask.address], cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS
    )
    assert run.stderr.endswith("\n20 read = 18 written + 0 skipped + 2 refused; 18 files written\n")
    assert run.returncode == 1


def test_a_scheduler_that_is_lost(tmp_path, monkeypatch):
    """With all its workers; what is done stays, and the error says how to go on."""
    monkeypatch.setattr(cluster, "TIMEOUT", 2)
    running = Cluster(tmp_path)
    try:
        running.hire()
        running.wait(1)

        class End(Watch):
            def record(self, record, drawn):
                running.end()

        with pytest.raises(OutputError) as caught:
            batch(LIST, tmp_path / "out", scheduler=running.address, watch=End())
    finally:
        running.end()
    assert caught.value.report() == (
        f"error: the scheduler at {running.address} is lost\n  hint: --resume goes on when it is there again"
    )
    assert (tmp_path / "out" / ".fen2img-resume.json").exists()


def test_a_scheduler_without_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "TIMEOUT", 1)
    running = Cluster(tmp_path)
    try:
        with pytest.raises(OutputError) as caught:
            batch(LIST, tmp_path / "out", scheduler=running.address)
    finally:
        running.end()
    where = running.address
    assert caught.value.report() == f"error: the scheduler at {where} has no workers\n  hint: dask worker {where}"
    assert not (tmp_path / "out").exists()


# --- addresses, extras, machines that are not alike --------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["", "host", "host:8786", "http://host:1", "tcp://host", "tcp://h:99999", "tcp://:1"]
)
def test_what_is_no_address(tmp_path, address):
    with pytest.raises(OptionError) as caught:
        batch([GOOD], tmp_path / "out", scheduler=address)
    assert caught.value.report() == (f"error: scheduler: '{address}' is no address\n  hint: such as tcp://host:8786")


def test_an_address_where_nobody_answers(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(OutputError) as caught:
        batch([GOOD], tmp_path / "out", scheduler=address)
    assert caught.value.report() == (
        f"error: no scheduler answers at {address}: Connection refused\n  hint: dask scheduler begins one"
    )
    assert not (tmp_path / "out").exists()


def test_a_missing_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(OutputError) as caught:
        batch([GOOD], tmp_path / "out", scheduler="tcp://127.0.0.1:8786")
    assert caught.value.report() == (
        "error: --scheduler needs dask.distributed\n  hint: pip install 'fen2img[cluster]'"
    )
    with pytest.raises(OutputError) as caught:
        batch([GOOD], "memory://x")
    assert caught.value.report() == "error: memory://x needs fsspec\n  hint: pip install 'fen2img[cluster]'"


@pytest.mark.parametrize("other", [{"jobs": 2}, {"executor": ThreadPoolExecutor(1)}], ids=["jobs", "executor"])
def test_one_kind_of_workers(tmp_path, other):
    with pytest.raises(OptionError, match=f"^scheduler and {next(iter(other))} exclude each other$"):
        batch([GOOD], tmp_path, scheduler="tcp://127.0.0.1:8786", **other)


class Client:
    """What workers answer."""

    status = "running"

    def __init__(self, version, made_by=None) -> None:
        self.version, self.made_by = version, made_by

    def wait_for_workers(self, count, timeout):
        pass

    def run_on_scheduler(self, *_):
        if self.version is None:
            raise ModuleNotFoundError("No module named 'fen2img'")

    def run(self, function, *_, **__):
        return {"tcp://w:1": self.made_by if function is parcels.made_by else self.version}


@pytest.mark.parametrize(
    ("version", "renderer", "message"),
    [
        (
            None,
            "",
            "error: the scheduler cannot load fen2img: No module named 'fen2img'\n"
            "  hint: pip install fen2img for the scheduler and all workers",
        ),
        (
            ModuleNotFoundError("No module named 'fen2img'"),
            "",
            "error: the worker tcp://w:1 cannot load fen2img: No module named 'fen2img'\n"
            "  hint: pip install fen2img for the scheduler and all workers",
        ),
        (
            "0.0.1",
            "",
            f"error: the worker tcp://w:1 has fen2img 0.0.1, not {fen2img.__version__}\n"
            f"  hint: pip install fen2img=={fen2img.__version__} there: other versions draw other bytes",
        ),
        (
            fen2img.__version__,
            "crayons",
            f"error: the worker tcp://w:1 renders with crayons, not {parcels.made_by()[1]}\n"
            "  hint: install the cairo library on all machines or on none: each renderer has its own edges",
        ),
    ],
    ids=["scheduler", "missing", "version", "renderer"],
)
def test_workers_that_would_draw_something_else(version, renderer, message):
    with pytest.raises(OutputError) as caught:
        cluster.check_workers(Client(version, (version, renderer)), "tcp://s:1")
    assert caught.value.report() == message


class KilledWorker(Exception):  # noqa: N818 - the name that Dask has for it
    pass


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (KilledWorker("task"), BrokenExecutor, "task"),
        (ImportError("no fen2img"), OutputError, "a worker cannot load fen2img: no fen2img"),
        (OSError("closed"), OutputError, "the scheduler at tcp://s:1 is lost"),
        (Cancelled("lost"), OutputError, "the scheduler at tcp://s:1 is lost"),
        (RuntimeError("odd"), RuntimeError, "odd"),
    ],
)
def test_errors_of_dask(error, kind, message):
    inner: Future = Future()
    answer = cluster._Answer(inner, Client(""), "tcp://s:1")
    inner.set_exception(error)
    assert type(answer.exception()) is kind
    assert str(answer.exception()) == message


def test_a_chunk_that_is_taken_back():
    inner: Future = Future()
    answer = cluster._Answer(inner, Client(""), "tcp://s:1")
    assert answer.cancel()
    assert inner.cancelled()
    assert answer.cancelled()


def test_a_scheduler_that_is_lost_without_a_word():
    client = Client("")
    answer = cluster._Answer(Future(), client, "tcp://s:1")
    with pytest.raises(TimeoutError):
        answer.result(0)
    client.status = "closed"
    with pytest.raises(OutputError, match=r"^the scheduler at tcp://s:1 is lost$"):
        answer.result(0)


@pytest.mark.parametrize(("status", "kind"), [("closed", OutputError), ("running", ValueError)])
def test_chunks_that_nobody_takes(dask, status, kind):
    """A scheduler may be lost between two chunks."""
    crew = cluster.Cluster(job_of(SMALL), dask.address, fresh=True)
    try:
        own, crew._client, crew._looked = crew._client, Client(""), 0.0
        crew._client.status = status
        with pytest.raises((AttributeError, OutputError) if kind is ValueError else kind):
            crew.submit([])
        crew._client = own
        crew._looked = 0.0
        assert crew.submit([]).result(SECONDS).drawn == []
    finally:
        crew.close()


# --- parcels and second tries ------------------------------------------------------------------------------------


def job_of(style: Style, store=None) -> Job:
    job = Job(style=style, outputs=outputs_of("svg"), reader=Reader(), entries=True)
    return replace(job, store=store) if store else job


def moved(job: Job) -> Job:
    return pickle.loads(pickle.dumps(parcels.Parcel.of(job))).unpacked()


def font_of(folder: Path) -> Path:
    import fontpkg_source_sans_3

    own = fontpkg_source_sans_3.ROOT / "files" / "SourceSans3[wght].ttf"
    return Path(shutil.copy(own, folder / "own.ttf"))


def test_files_go_with_the_job(tmp_path, monkeypatch):
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path / "installed"))
    pieces = write_set(tmp_path / "installed" / "mine")
    (pieces / "set.toml").write_text('credit = "Mine"')
    (pieces / "notes.txt").write_text("stays")
    style = Style(size=64, pieces="mine", font=str(font_of(tmp_path)), caption="{caption}", credits=True)
    diagram = fen2img.Diagram.from_fen(f"{GOOD} Words")
    expected = diagram.svg(style)
    arrived = moved(job_of(style)).style
    shutil.rmtree(tmp_path / "installed")
    (tmp_path / "own.ttf").unlink()
    assert diagram.svg(arrived) == expected
    assert sorted(p.name for p in Path(arrived.pieces).iterdir()) == sorted(
        ["set.toml", *(f"{side}{piece}.svg" for side in "wb" for piece in "KQRBNP")]
    )


def test_a_font_of_pieces_goes_with_its_map(tmp_path):
    letters = dict(zip([side + piece for side in "wb" for piece in "KQRBNP"], "ABCDEFGHIJKL", strict=True))
    layout = tmp_path / "map.toml"
    layout.write_text("\n".join(["[light]", *(f'{piece} = "{letter}"' for piece, letter in letters.items())]))
    style = Style(size=64, pieces=str(font_of(tmp_path)), font_map=str(layout))
    expected = fen2img.Diagram.from_fen(GOOD).svg(style)
    arrived = moved(job_of(style)).style
    layout.unlink()
    (tmp_path / "own.ttf").unlink()
    assert (Path(arrived.pieces).name, Path(arrived.font_map).name) == ("own.ttf", "map.toml")
    assert fen2img.Diagram.from_fen(GOOD).svg(arrived) == expected


def test_an_installed_font_of_pieces(tmp_path, monkeypatch):
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "set.toml").write_text('font-map = "merida"')
    font_of(tmp_path / "mine")
    arrived = moved(job_of(Style(size=64, pieces="mine"))).style
    assert sorted(p.name for p in Path(arrived.pieces).iterdir()) == ["own.ttf", "set.toml"]


def test_a_machine_that_cannot_render(monkeypatch):
    def nothing(needs=""):
        raise OutputError("neither")

    monkeypatch.setattr("fen2img.raster.backend.backend", nothing)
    parcels.made_by.cache_clear()
    assert parcels.made_by() == (fen2img.__version__, "nothing")
    parcels.made_by.cache_clear()


def test_a_run_that_goes_on_need_not_look():
    assert remote.Bucket("memory://x", resumed=True).before(["1"]) == frozenset()


def test_bundled_sets_are_everywhere():
    parcel = parcels.Parcel.of(job_of(SMALL))
    assert not parcel.files
    assert len(parcel.job) < 5000
    assert parcel.unpacked() is parcel.unpacked()


def test_few_jobs_are_kept():
    for size in range(64, 70):
        moved(job_of(Style(size=size)))
    assert len(parcels._jobs) == parcels.KEPT


def test_pieces_that_are_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(parcels, "LARGEST", 100)
    pieces = write_set(tmp_path / "mine")
    with pytest.raises(OptionError, match=r"^pieces: 0 MB are too much to send to the workers of a cluster$"):
        parcels.Parcel.of(job_of(Style(pieces=str(pieces))))


def test_a_font_that_is_gone(tmp_path):
    style = Style(font=str(tmp_path / "gone.ttf"))
    with pytest.raises(OptionError, match=r"^cannot read .*gone.ttf: No such file or directory$"):
        parcels.Parcel.of(job_of(style))


def test_a_worker_that_came_later_and_is_not_alike():
    parcel = replace(parcels.Parcel.of(job_of(SMALL)), made_by=("0.0.1", "cairo"), key="other")
    with pytest.raises(OutputError, match=f"^a worker has fen2img {fen2img.__version__}, not 0.0.1$"):
        parcel.unpacked()


@pytest.fixture
def memory():
    """What is in memory, by its name."""
    fs = fsspec.filesystem("memory")
    fs.store.clear()
    fs.pseudo_dirs[:] = [""]
    yield lambda: {name: fs.cat_file(name) for name in fs.find("/")}
    fs.store.clear()
    fs.pseudo_dirs[:] = [""]


@pytest.fixture(params=["folder", "memory"])
def store(request, tmp_path, memory):
    """A place with an old file."""
    if request.param == "folder":
        (tmp_path / ".fen2img-part").mkdir()
        (tmp_path / "2.svg").write_bytes(b"old")
        return Folder(str(tmp_path))
    fsspec.filesystem("memory").pipe_file("/second/2.svg", b"old")
    return remote.Bucket("memory://second")


@pytest.mark.parametrize("if_exists", ["error", "skip", "replace"])
def test_a_chunk_drawn_twice_is_as_if_drawn_once(store, if_exists):
    store.if_exists = if_exists
    tasks = [Task(Record("l", n, n, GOOD), str(n)) for n in (1, 2, 3)]
    before = store.before(["1.svg", "2.svg", "3.svg"])
    assert before == {"2.svg"}
    parcel, chunk = pickle.dumps(parcels.Parcel.of(job_of(SMALL, store))), pickle.dumps((tasks, before))
    first, second = cluster.draw_there(parcel, chunk), cluster.draw_there(parcel, chunk)
    assert first.drawn == second.drawn
    assert [d.state for d in first.drawn] == {
        "error": ["written"], "skip": ["written", "skipped", "written"], "replace": ["written"] * 3
    }[if_exists]  # fmt: skip
    assert [f.new for d in second.drawn for f in d.files] == [True, False, True][: len(second.drawn)]
    assert str(first.failure) == str(second.failure)
    assert (first.failure is not None) == (if_exists == "error")


def test_a_second_try_does_not_take_what_another_program_wrote(store):
    with pytest.raises(OutputError, match=r"2\.svg exists"):
        store.after(frozenset()).put({"1.svg": b"new", "2.svg": b"new"})
    assert (store.read("1.svg"), store.read("2.svg")) == (None, b"old")


# --- URLs --------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["whole", "moved"])
def way(request, monkeypatch):
    """As in object stores, and as in file systems, where files are moved when they are whole."""
    if request.param == "moved":
        monkeypatch.setattr(remote, "WHOLE", frozenset())


@pytest.mark.usefixtures("way", "small_chunks")
@pytest.mark.parametrize("workers", [{}, {"executor": ThreadPoolExecutor(2)}], ids=["inline", "threads"])
def test_a_url_is_like_a_folder(tmp_path, memory, workers):
    for name in ("folder", "url"):
        (tmp_path / name).mkdir()
    report = batch(LIST, tmp_path / "out", **all_options(tmp_path / "folder"))
    assert batch(LIST, "memory://a/b/", **all_options(tmp_path / "url"), **workers) == report
    assert {f"/a/b/{name}": data for name, data in contents(tmp_path / "out").items()} == memory()
    assert contents(tmp_path / "folder") == contents(tmp_path / "url")


@pytest.mark.usefixtures("way", "small_chunks")
def test_a_batch_at_a_url_that_is_stopped(tmp_path, memory):
    report = batch(LIST, "memory://whole", **all_options(tmp_path))
    whole = {name.removeprefix("/whole"): data for name, data in memory().items()}
    (tmp_path / "m.csv").unlink()
    (tmp_path / "e.jsonl").unlink()
    for at in (1, 3, 150, 299):
        with pytest.raises(KeyboardInterrupt):
            batch(LIST, "memory://part", **all_options(tmp_path), resume=True, watch=Stop(at))
        if at == 3:
            with pytest.raises(OutputError, match=r"^memory://part is an unfinished batch$"):
                batch(LIST, "memory://part", **all_options(tmp_path))
    assert str(batch(LIST, "memory://part", **all_options(tmp_path), resume=True)) == str(report)
    assert {n.removeprefix("/part"): d for n, d in memory().items() if n.startswith("/part")} == whole
    with pytest.raises(OutputError, match=r"^--resume: memory://part is no unfinished batch$"):
        batch(LIST, "memory://part", **all_options(tmp_path), resume=True)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("if_exists", ["error", "skip", "replace"])
def test_files_that_exist_at_a_url(tmp_path, memory, if_exists):
    fsspec.filesystem("memory").pipe_file("/x/0002.svg", b"old")
    if if_exists == "error":
        with pytest.raises(OutputError) as caught:
            batch([GOOD] * 3, "memory://x", if_exists=if_exists)
        assert caught.value.report() == "error: memory://x/0002.svg exists\n  hint: --force replaces it"
        assert memory()["/x/0002.svg"] == b"old"
        return
    report = batch([GOOD] * 3, "memory://x", if_exists=if_exists, manifest=tmp_path / "m.csv")
    assert (report.written, report.skipped) == {"skip": (2, 1), "replace": (3, 0)}[if_exists]
    assert (memory()["/x/0002.svg"] == b"old") == (if_exists == "skip")
    assert sorted(memory()) == ["/x/0001.svg", "/x/0002.svg", "/x/0003.svg"]


@pytest.mark.usefixtures("memory")
def test_a_note_that_says_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, "memory://x", watch=Stop(200))
    fs = fsspec.filesystem("memory")
    fs.pipe_file("/x/.fen2img-resume.json", b"{}")
    with pytest.raises(OutputError, match=r"^memory://x/.fen2img-resume.json does not tell where to go on$"):
        batch(LIST, "memory://x", resume=True)
    with pytest.raises(OutputError, match=r"^cannot read memory://x/none$"):
        remote.RemoteNote(remote.Place("memory://x"), "none").read()


def test_the_whole_of_a_memory(memory):
    batch([GOOD], "memory://", resume=True)
    assert list(memory()) == ["/0001.svg"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"jobs": 2}, "memory://x is the memory of one process"),
        ({"scheduler": "tcp://127.0.0.1:1"}, "memory://x is the memory of one process"),
        ({"manifest": "memory://m.csv"}, "manifest: memory://m.csv is a URL"),
    ],
)
def test_what_memory_is_not_for(options, message):
    with pytest.raises(OptionError, match=f"^{message}$"):
        batch([GOOD], "memory://x", **options)
    with ProcessPoolExecutor(1) as pool, pytest.raises(OptionError, match="is the memory of one process"):
        batch([GOOD], "memory://x", executor=pool)


def test_archives_are_not_for_urls():
    with pytest.raises(OptionError) as caught:
        batch([GOOD], "s3://bucket/x.tar")
    assert caught.value.report() == (
        "error: s3://bucket/x.tar: an archive grows bit by bit, and what is at a URL cannot\n"
        "  hint: write it here and copy it, or name a folder there"
    )


def test_a_protocol_that_nobody_knows():
    with pytest.raises(OptionError, match=r"^nothing://x: Protocol not known: nothing$"):
        batch([GOOD], "nothing://x")


def test_a_protocol_whose_package_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(OutputError) as caught:
        batch([GOOD], "s3://bucket/x")
    assert caught.value.report() == (
        "error: s3://bucket/x: Install s3fs to access S3\n  hint: install it on all machines that draw"
    )


def test_files_by_url(tmp_path):
    batch([GOOD], f"file://{tmp_path}/out")
    assert list(contents(tmp_path / "out")) == ["0001.svg"]
    batch([GOOD], f"local://{tmp_path}/x.tar")
    assert (tmp_path / "x.tar").is_file()
    with pytest.raises(OptionError) as caught:
        batch([GOOD], "file://host/x")
    assert caught.value.report() == (
        "error: 'file://host/x' is no folder of this machine\n  hint: file:///FOLDER has three slashes"
    )
    assert remote.local_path("file:///C:/x") == "C:/x"


class Broken:
    """A service that refuses everything."""

    def __getattr__(self, name):
        def refuse(*_, **__):
            raise RuntimeError("no credentials")

        return (lambda: None) if name == "invalidate_cache" else refuse


def test_a_service_that_refuses_everything(monkeypatch):
    monkeypatch.setattr(remote, "place_of", lambda url: (Broken(), "b"))
    place, bucket = remote.Place("gs://b"), remote.Bucket("gs://b")
    for what, tried in {
        "cannot read gs://b": place.empty,
        "cannot read gs://b/x": lambda: bucket.is_there("x"),
        "cannot write gs://b/x": lambda: bucket.overwrite("x", b""),
    }.items():
        with pytest.raises(OutputError, match=f"^{what}: no credentials$"):
            tried()
    bucket.undo({"x"})
    assert bucket.read("x") is None
    monkeypatch.setattr(remote, "WHOLE", frozenset())
    with pytest.raises(OutputError, match=r"^cannot write gs://b: no credentials$"):
        remote.Place("gs://b").make()
    remote.Place("gs://b").tidy()


def test_a_connection_that_fails(monkeypatch):
    def fail(url):
        raise RuntimeError

    monkeypatch.setattr("fsspec.core.url_to_fs", fail)
    with pytest.raises(OutputError, match=r"^cannot write gs://b: RuntimeError$"):
        batch([GOOD], "gs://b")


@pytest.mark.usefixtures("memory", "way")
def test_the_files_of_a_record_come_together_or_not_at_all(monkeypatch):
    fs = fsspec.filesystem("memory")
    write = type(fs).pipe_file

    def fail(self, path, data, **options):
        if data == b"second":
            raise OSError(28, "No space left on device")
        write(self, path, data, **options)

    monkeypatch.setattr(type(fs), "pipe_file", fail)
    with pytest.raises(OutputError, match=r"^cannot write memory://x/2: No space left on device$"):
        remote.Bucket("memory://x").put({"1": b"first", "2": b"second"})
    assert fs.find("/") == []


def test_connections_are_of_one_process(memory):
    bucket = remote.Bucket("memory://x", "skip", known=frozenset())
    bucket.put({"1": b"first"})
    copy = pickle.loads(pickle.dumps(bucket))
    assert (copy, copy.read("1")) == (replace(bucket, _place=copy._place), b"first")
    with contextlib.suppress(AttributeError):
        assert os.getpid() == bucket._place[0]
