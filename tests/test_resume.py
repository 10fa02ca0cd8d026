"""A batch that is stopped, by whatever, goes on and ends as if nothing had happened."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fen2img
from fen2img.batching import archives, engine, job, ledger, locks
from fen2img.batching.archives import PartFile
from fen2img.batching.checkpoint import Checkpoint, NoteFile
from fen2img.batching.engine import Watch
from fen2img.cli.batch import _going_on
from fen2img.errors import OptionError, OutputError
from fen2img.style import Style

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5"
SMALL = Style(size=64)
resource = pytest.importorskip("resource")  # these tests kill and limit as POSIX has it
LIST = [f"{GOOD} caption {n % 50}" if n % 7 else BAD for n in range(1, 301)]
KINDS = ["out", "out.zip", "out.tar"]


def batch(records, out, **options) -> fen2img.Report:
    return fen2img.batch(records, out, **{"formats": "svg", "style": SMALL, **options})


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if not p.is_dir()}


class Stop(Watch):
    """Stops a batch at a record, with an exception that nothing may catch."""

    def __init__(self, at: int, error: BaseException | None = None) -> None:
        self.at, self.error = at, error or KeyboardInterrupt()
        self.report = fen2img.Report()

    def record(self, record, drawn):
        if record.number == self.at:
            raise self.error

    def ended(self, report, *, resumable):
        self.report = report


@pytest.fixture
def often(monkeypatch):
    """A checkpoint after each chunk, and small chunks."""
    monkeypatch.setattr(engine, "SAVE", -1)
    monkeypatch.setattr(engine, "LARGEST_CHUNK", 8)


def all_options(folder: Path) -> dict[str, object]:
    return {"manifest": folder / "m.csv", "errors": folder / "e.jsonl", "name": "{slug}", "shard": 40, "dedupe": True}


@pytest.fixture(params=KINDS)
def undisturbed(request, tmp_path):
    """A kind of output, and everything of a batch that nobody disturbs."""
    folder = tmp_path / "undisturbed"
    folder.mkdir()
    report = batch(LIST, folder / request.param, **all_options(folder))
    return request.param, contents(folder), str(report)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("jobs", [1, 2])
def test_stopped_at_any_record(tmp_path, undisturbed, jobs):
    kind, expected, account = undisturbed
    folder = tmp_path / "stopped"
    folder.mkdir()
    for at in (1, 2, 3, 49, 50, 51, 120, 299, 300):
        with pytest.raises(KeyboardInterrupt):
            batch(LIST, folder / kind, **all_options(folder), jobs=jobs, resume=True, watch=Stop(at))
    assert str(batch(LIST, folder / kind, **all_options(folder), jobs=jobs, resume=True)) == account
    assert contents(folder) == expected


COMMAND = [sys.executable, "-m", "fen2img", "batch", "list.txt", "--format", "svg", "--size", "64", "--resume"]


@pytest.mark.parametrize("kind", KINDS)
def test_killed_at_any_moment(tmp_path, kind):
    """By SIGKILL, at random; each run gets a little further."""
    dice = random.Random(kind)
    listed = "".join(f"{text}\n" for text in LIST * 5)
    options = [*COMMAND, "-o", kind, "--manifest", "m.jsonl", "--errors", "e.jsonl", "--jobs", "2"]
    for name in ("undisturbed", "killed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "list.txt").write_text(listed)
    expected = subprocess.run(options, cwd=tmp_path / "undisturbed", capture_output=True, text=True, check=False)
    kills, wait = 0, 0.08  # no process is done so soon
    while True:
        with subprocess.Popen(
            options, cwd=tmp_path / "killed", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as running:
            try:
                _, said = running.communicate(timeout=wait * (1 + dice.random()))
                break
            except subprocess.TimeoutExpired:
                running.kill()
                kills, wait = kills + 1, wait * 1.2
    if "is no unfinished batch" not in said:  # the last kill may have come when all was done
        assert said.splitlines()[-1] == expected.stderr.splitlines()[-1]
    assert contents(tmp_path / "killed") == contents(tmp_path / "undisturbed")
    assert kills


def test_nobody_outlives_the_main_process(tmp_path):
    (tmp_path / "list.txt").write_text(f"{GOOD}\n" * 100_000)
    with subprocess.Popen(
        [*COMMAND, "-o", "out", "--jobs", "2"], cwd=tmp_path, stderr=subprocess.DEVNULL, start_new_session=True
    ) as running:
        for _ in range(600):
            if len(list(Path(f"/proc/{running.pid}/task/{running.pid}").glob("children"))) == 0:
                pytest.skip("no /proc to look into")
            if Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().strip():
                break
            time.sleep(0.05)
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
        running.kill()
    for _ in range(200):
        if not any(_alive(int(pid)) for pid in children):
            break
        time.sleep(0.05)
    assert children
    assert not any(_alive(int(pid)) for pid in children)


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("how", ["killed", "failed"])
@pytest.mark.parametrize("step", ["finish", "publish", "tidy", "unlink"])
def test_killed_while_names_are_given(tmp_path, monkeypatch, undisturbed, step, how):
    kind, expected, account = undisturbed
    folder = tmp_path / "killed"
    folder.mkdir()
    calls = []

    class Killed(BaseException):
        pass

    def die_second(self, *args, **kwargs):
        calls.append(self)
        if len(calls) > (step == "publish"):
            raise Killed
        return original(self, *args, **kwargs)

    owner, name = {
        "finish": (archives.Zip if kind.endswith("zip") else archives.Tar, "finish"),
        "publish": (PartFile, "publish"),
        "tidy": (ledger.Target, "tidy"),
        "unlink": (Path, "unlink"),
    }[step]
    original = getattr(owner, name)

    def die(self):
        """What the system does to the files of a process that ends."""
        for file in self.files.values():
            file.close()
        if self.target.lock:
            self.target.lock._stream.close()

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, die_second)
        if how == "killed":
            patched.setattr(ledger.Ledger, "leave", die)
        if step != "finish" or kind != "out":  # a folder has no end to be written
            with pytest.raises(Killed):
                batch(LIST, folder / kind, **all_options(folder))
    for file in folder.glob("*.part"):  # what a killed run had written since
        with file.open("ab") as stream:
            stream.write(b"half of something")
    if step != "finish" or kind != "out":
        assert str(batch(LIST, folder / kind, **all_options(folder), resume=True)) == account
        assert contents(folder) == expected


def test_what_a_killed_worker_left_is_removed(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, tmp_path, watch=Stop(5))
    (tmp_path / ".fen2img-part").mkdir()
    (tmp_path / ".fen2img-part" / "half").write_bytes(b"<sv")
    (tmp_path / ".fen2img-resume.json.new").write_bytes(b"{")
    batch(LIST, tmp_path, resume=True)
    assert not [p for p in tmp_path.iterdir() if p.name.startswith(".")]


def test_no_place_for_what_is_unfinished(tmp_path):
    (tmp_path / ".fen2img-part").write_bytes(b"")
    with pytest.raises(OutputError, match=r"cannot make the folder .*\.fen2img-part: File exists"):
        batch(LIST, tmp_path)


WRITES = """
import sys, fen2img
from fen2img.batching.engine import Watch
class Wait(Watch):
    def record(self, record, drawn):
        print(record.number, flush=True)
        sys.stdin.readline()
fen2img.batch(["8/8/8/8/8/8/8/K6k"] * 3, sys.argv[1], formats="svg", manifest=sys.argv[2], watch=Wait(), resume=True)
"""


@pytest.fixture
def other_batch(tmp_path):
    """Begins a batch in another process, that waits behind its first record until it is told to go on."""
    begun = []

    def begin(out: Path, manifest: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WRITES, str(out), str(manifest)]
        begun.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        assert begun[-1].stdout.readline() == "1\n"
        return begun[-1]

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [{"resume": True}, {"if_exists": "replace"}])
def test_two_batches_do_not_write_the_same(tmp_path, other_batch, kind, options):
    out, manifest = tmp_path / kind, tmp_path / "m.jsonl"
    other = other_batch(out, manifest)
    before = contents(tmp_path)
    records = ["8/8/8/8/8/8/8/K6k"] * 3
    options = {"style": None, "manifest": manifest, **options}
    with pytest.raises(OutputError) as caught:
        batch(records, out, **options)
    assert caught.value.report() == (
        f"error: another batch is writing {out}\n  hint: wait for it, or name another output"
    )
    assert contents(tmp_path) == before
    assert other.communicate("\n\n\n")[0] == "2\n3\n"
    assert other.returncode == 0
    done = contents(tmp_path)
    assert len(manifest.read_bytes().splitlines()) == 3
    assert not [name for name in done if "lock" in name or "part" in name]
    batch(records, out, **{**options, "resume": False, "if_exists": "replace"})
    assert contents(tmp_path) == done


def test_two_batches_do_not_write_the_same_manifest(tmp_path, other_batch):
    manifest = tmp_path / "m.jsonl"
    other = other_batch(tmp_path / "one", manifest)
    with pytest.raises(OutputError, match=r"another batch is writing .*m\.jsonl"):
        batch(LIST, tmp_path / "two", manifest=manifest)
    assert not list((tmp_path / "two").iterdir())
    other.communicate("\n\n\n")
    assert len(manifest.read_bytes().splitlines()) == 3


def test_a_killed_batch_locks_nothing(tmp_path, other_batch):
    other = other_batch(tmp_path / "out", tmp_path / "m.jsonl")
    other.kill()
    other.communicate()
    batch(["8/8/8/8/8/8/8/K6k"] * 3, tmp_path / "out", style=None, manifest=tmp_path / "m.jsonl", resume=True)
    assert sorted(contents(tmp_path)) == ["m.jsonl", "out/0001.svg", "out/0002.svg", "out/0003.svg"]


def test_a_lock_that_goes_while_it_is_taken(tmp_path, monkeypatch):
    """The other batch ends between our opening its lock and taking it: that lock is nobody's."""
    monkeypatch.setattr(locks, "hold", lambda stream, path: Path(stream.name).unlink())
    with pytest.raises(OutputError, match="another batch is writing"):
        batch(LIST, tmp_path / "out")


def test_a_lock_that_cannot_be(tmp_path, monkeypatch):
    lock = locks.Lock(tmp_path / "none" / "x.lock", "x")
    with pytest.raises(OutputError) as caught:
        lock.take()
    assert caught.value.message == f"cannot write {lock.path}: No such file or directory"

    def fail(*args):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks.fcntl, "lockf", fail)
    (tmp_path / "elsewhere").write_text("kept")
    lock = locks.Lock(tmp_path / "x.lock", "x")
    lock.path.symlink_to(tmp_path / "elsewhere")
    lock.take()  # where there are no locks there is no error
    assert not lock.path.is_symlink()
    lock.drop()
    lock.drop()
    assert contents(tmp_path) == {"elsewhere": b"kept"}


def test_an_interrupt_while_a_record_is_counted(tmp_path, monkeypatch):
    """A second Ctrl-C does not wait: what is half counted is not counted."""
    calls = []

    def note(self):
        calls.append(self)
        if len(calls) > 30:
            raise KeyboardInterrupt
        original(self)

    original = ledger.Ledger._note_lengths
    watch = Stop(0)
    with monkeypatch.context() as patched:
        patched.setattr(engine, "SAVE", -1)
        patched.setattr(ledger.Ledger, "_note_lengths", note)
        with pytest.raises(KeyboardInterrupt):
            batch(LIST, tmp_path / "out", watch=watch)
    state = json.loads((tmp_path / "out" / ".fen2img-resume.json").read_text())
    assert watch.report.read == state["done"] == state["counts"]["read"] < 30
    assert str(batch(LIST, tmp_path / "out", resume=True)).startswith("300 read = 258 written")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_counted_does_not_stay(tmp_path, kind):
    """A chunk that was interrupted while its records were counted."""
    watch = Stop(20)
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, tmp_path / kind, watch=watch)
    if kind == "out":
        assert len(list((tmp_path / kind).glob("*.svg"))) == watch.report.written
    assert watch.report.read == 20


def test_a_file_of_the_killed_run_that_comes_late(tmp_path, monkeypatch):
    """A worker of the run before may still write while this one looks."""
    out = stopped(tmp_path)
    data = (out / "0001.svg").read_bytes()

    def late(source, target):
        Path(target).write_bytes(data)
        raise FileExistsError

    monkeypatch.setattr(os, "link", late)
    monkeypatch.setattr(job, "render", lambda *_: data)
    assert batch(LIST, out, resume=True).read == 300


# --- when it cannot go on ----------------------------------------------------------------------------------------


def stopped(tmp_path: Path, at: int = 20, **options) -> Path:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, out, watch=Stop(at), **options)
    return out


def test_an_unfinished_batch_is_not_begun_anew_by_mistake(tmp_path):
    out = stopped(tmp_path)
    with pytest.raises(OutputError) as caught:
        batch(LIST, out)
    assert caught.value.report() == (
        f"error: {out} is an unfinished batch\n  hint: --resume goes on with it, --force starts anew"
    )
    assert batch(LIST[:3], out, if_exists="replace").written == 3
    assert not (out / ".fen2img-resume.json").exists()


def test_skipping_goes_past_an_unfinished_batch(tmp_path):
    out = stopped(tmp_path)
    report = batch(LIST, out, if_exists="skip")
    assert report.skipped
    assert report.written + report.skipped + report.refused == 300


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"style": Style(size=65)}, "--resume: size was 64 when the batch was begun and is 65 now"),
        ({"formats": "svg,png"}, "--resume: format was svg when the batch was begun and is svg,png now"),
        ({"style": Style()}, "--resume: size was 64 when the batch was begun and is None now"),
        ({"strict": True}, "--resume: strict was False when the batch was begun and is True now"),
        ({"name": "{n}"}, "--resume: name was {n:04} when the batch was begun and is {n} now"),
        ({"inputs": ["x.txt"]}, "--resume: the batch was begun with <records>, not with x.txt"),
    ],
)
def test_changed_options_are_named(tmp_path, changed, message):
    out = stopped(tmp_path)
    (tmp_path / "x.txt").write_text("")
    os.chdir(tmp_path)
    with pytest.raises(OutputError) as caught:
        batch(LIST, out, resume=True, **changed)
    assert caught.value.message == message
    assert "--force without --resume starts anew" in caught.value.hint


def test_what_to_do_with_errors_may_change(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "0030.svg").write_bytes(b"mine")
    with pytest.raises(OutputError, match="exists"):
        batch(LIST, tmp_path / "out")
    batch(LIST, tmp_path / "out", if_exists="skip", resume=True)
    assert (tmp_path / "out" / "0030.svg").read_bytes() == b"mine"


@pytest.mark.parametrize("records", [[GOOD, *LIST[1:]], LIST[:5], [LIST[0] + "x", *LIST[1:]]])
def test_changed_records_are_noticed(tmp_path, records):
    out = stopped(tmp_path)
    before = contents(out)
    with pytest.raises(OutputError, match=re.escape("--resume: <records> has changed since the batch was begun")):
        batch(records, out, resume=True)
    assert contents(out) == before
    assert batch(LIST, out, resume=True).read == 300


def test_changed_files_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "b.txt"):
        Path(name).write_text(GOOD)
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, "out", inputs=["a.txt", "b.txt"], watch=Stop(20))
    Path("b.txt").write_text(f"{GOOD}\n{GOOD}")
    with pytest.raises(OutputError, match=re.escape("--resume: b.txt has changed")):
        batch(LIST, "out", inputs=["a.txt", "b.txt"], resume=True)


def test_records_of_several_sources_are_told_apart(tmp_path):
    from fen2img.inputs import Record

    def records(first: str):
        yield Record("a.txt", 1, 1, first)
        yield from (Record("b.txt", n, n + 1, GOOD) for n in range(1, 30))

    with pytest.raises(KeyboardInterrupt):
        batch(records(GOOD), tmp_path / "out", watch=Stop(20))
    with pytest.raises(OutputError, match=re.escape("--resume: a.txt has changed")):
        batch(records(BAD), tmp_path / "out", resume=True)
    assert batch(records(GOOD), tmp_path / "out", resume=True).read == 30


def test_an_interrupt_while_old_records_are_read_loses_nothing(tmp_path):
    out = stopped(tmp_path, 100)
    state = (out / ".fen2img-resume.json").read_bytes()

    class Impatient(Watch):
        def tick(self, counts):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        batch(LIST, out, resume=True, watch=Impatient())
    assert (out / ".fen2img-resume.json").read_bytes() == state


def test_a_finished_batch_is_not_resumed(tmp_path):
    batch(LIST, tmp_path / "out.zip")
    with pytest.raises(OutputError, match=r"out\.zip is no unfinished batch"):
        batch(LIST, tmp_path / "out.zip", resume=True)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"version": 99}', '{"version": 1}', "\0"])
def test_a_checkpoint_that_is_none(tmp_path, text):
    (tmp_path / ".fen2img-resume.json").write_text(text)
    with pytest.raises(OutputError, match="does not tell where to go on"):
        batch(LIST, tmp_path, resume=True)


def test_a_checkpoint_that_cannot_be_read(tmp_path):
    (tmp_path / ".fen2img-resume.json").mkdir()
    with pytest.raises(OutputError, match="cannot read"):
        batch(LIST, tmp_path, resume=True)
    with pytest.raises(OutputError, match=r"cannot write .*fen2img-resume\.json: Is a directory"):
        Checkpoint(options={}, inputs=[]).save(NoteFile(tmp_path / ".fen2img-resume.json"))


def test_a_part_that_is_too_short(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, tmp_path / "out.tar", watch=Stop(20))
    os.truncate(tmp_path / "out.tar.part", 100)
    with pytest.raises(OutputError, match=r"out\.tar\.part is shorter than when the batch was stopped"):
        batch(LIST, tmp_path / "out.tar", resume=True)


@pytest.mark.parametrize("out", ["out", "-"])
def test_what_there_is_no_going_back_in(tmp_path, out):
    with pytest.raises(OptionError, match="there is no going back in"):
        batch(LIST, tmp_path / out if out != "-" else out, inputs=["<stdin>"], resume=True)


def test_without_going_back_what_is_done_stays(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, tmp_path / "out", inputs=["<stdin>"], manifest=tmp_path / "m.csv", watch=Stop(20))
    made = sorted(p.name for p in tmp_path.iterdir())
    assert made == ["m.csv.part", "out"]
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]


# --- a full disk -------------------------------------------------------------------------------------------------


class Full:
    """A file on a disk that is full after some bytes."""

    def __init__(self, stream, room):
        self.stream, self.room = stream, room

    def write(self, data):
        self.room -= len(data)
        if self.room < 0:
            self.stream.write(data[: len(data) // 2])
            raise OSError(28, "No space left on device")
        return self.stream.write(data)

    def __getattr__(self, name):
        return getattr(self.stream, name)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("full", ["out.zip", "out.tar", "m.csv", "e.jsonl"])
def test_a_disk_that_is_full(tmp_path, monkeypatch, undisturbed, full):
    kind, expected, account = undisturbed
    folder = tmp_path / "full"
    folder.mkdir()
    begin = PartFile.begin

    def limited(self, length=0):
        begin(self, length)
        if self.path.name == full:
            self._stream = Full(self._stream, 3_000)

    watch = Stop(0)
    if full in expected:
        with monkeypatch.context() as patched:
            patched.setattr(PartFile, "begin", limited)
            with pytest.raises(OutputError, match=r"part: No space left on device"):
                batch(LIST, folder / kind, **all_options(folder), watch=watch)
        report = watch.report
        assert report.read == report.written + report.skipped + report.refused < 300
    assert str(batch(LIST, folder / kind, **all_options(folder), resume=True)) == account
    assert contents(folder) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_of_file_sizes(tmp_path, kind):
    """The system itself refuses to write on: files of more than 20 kB."""
    (tmp_path / "list.txt").write_text("".join(f"{text}\n" for text in LIST))
    command = [*COMMAND, "-o", kind, "--manifest", "m.jsonl"]
    limits = (20_000, 20_000)
    done = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits),
    )
    *_, account, resume, error = done.stderr.splitlines()
    read, written, skipped, refused = map(int, re.findall(r"\d+", account)[:4])
    assert read == written + skipped + refused < 300
    assert re.fullmatch(r"error: cannot write .*\.part: File too large", error)
    assert resume.startswith("to go on: fen2img batch list.txt ")
    assert done.returncode == 3
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("300 read = 258 written + 0 skipped + 42 refused")
    assert len((tmp_path / "m.jsonl").read_text().splitlines()) == 258


@pytest.mark.skipif(not shutil.which("bash"), reason="escapes as bash reads them")
@pytest.mark.parametrize(
    "words",
    [
        ["batch", "list.txt", "-o", "out", "--resume"],
        ["batch", "-o", "a b'c\\\n\x1b\u202e\udcff7\"$x", "it's.txt", "--caption", "{caption}"],
        ["batch", "-o", "out", "--", "-list.txt", "--resume"],
    ],
)
def test_the_command_that_goes_on_can_be_pasted(words):
    said = _going_on(words)
    assert said.isprintable()
    shown = subprocess.run(
        ["bash", "-c", f"fen2img() {{ printf '%s\\0' \"$@\"; }}; {said}"],
        capture_output=True,
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    end = words.index("--") if "--" in words else len(words)
    expected = [*(w for w in words[:end] if w != "--resume"), "--resume", *words[end:]]
    assert [os.fsdecode(word) for word in shown.stdout.split(b"\0")[:-1]] == expected


def test_control_c_says_how_to_go_on(tmp_path):
    (tmp_path / "list.txt").write_text(f"{GOOD}\n" * 200_000)
    with subprocess.Popen(
        [*COMMAND, "-o", "out", "--jobs", "2"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as running:
        for _ in range(600):
            if (tmp_path / "out" / "0300.svg").exists():
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=60)[1].splitlines()
        assert running.returncode == 130
    made = sorted(p.name for p in (tmp_path / "out").iterdir())
    count = int(said[0].split()[0])
    assert made[1 : count + 1] == [f"{n:04}.svg" for n in range(1, count + 1)]
    assert said == [
        f"{count} read = {count} written + 0 skipped + 0 refused; {count} files written",
        "to go on: fen2img batch list.txt --format svg --size 64 -o out --jobs 2 --resume",
        "interrupted",
    ]
    state = json.loads((tmp_path / "out" / ".fen2img-resume.json").read_text())
    assert state["done"] == count
    shutil.rmtree(tmp_path / "out")
