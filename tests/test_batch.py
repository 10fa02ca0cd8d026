"""The batch: order, numbers, whole files, an account that adds up."""

from __future__ import annotations

import os
import re
import signal
import threading
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest

from fen2img.batch import Outcome, Record, Report, run
from fen2img.cli.interrupts import Interrupts
from fen2img.errors import OptionError, OutputError
from fen2img.formats import FORMATS, Format, format_named
from fen2img.style import Style

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
DOUBTFUL = "6k1/5ppp/8/8/8/8/8/K2R4 x"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5"
SVG, PNG = FORMATS["svg"], FORMATS["png"]
SMALL = Style(size=64)


def records(*texts: str) -> list[Record]:
    return [Record("list.txt", 10 * n, n, text) for n, text in enumerate(texts, 1)]


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def failing(suffix: str, error: BaseException) -> Format:
    def write(scene, style):
        raise error

    return Format("failing", (suffix,), "image/x-failing", True, ("rgb",), write)


def test_outcomes_come_in_order_with_what_became_of_them(tmp_path):
    given = records(GOOD, BAD, DOUBTFUL)
    good, bad, doubtful = run(given, tmp_path, SMALL, [SVG])
    assert [o.record for o in (good, bad, doubtful)] == given
    assert (good.files, good.findings, good.refused) == ((tmp_path / "0001.svg",), (), False)
    assert (bad.files, [f.code for f in bad.findings], bad.refused) == ((), ["rank-width"], True)
    assert (doubtful.files, [f.code for f in doubtful.findings]) == ((tmp_path / "0003.svg",), ["side-unknown"])
    assert names(tmp_path) == ["0001.svg", "0003.svg"]


def test_a_mended_line_keeps_its_name(tmp_path):
    list(run(records(GOOD, BAD, GOOD), tmp_path / "before", SMALL, [SVG]))
    list(run(records(GOOD, GOOD, GOOD), tmp_path / "after", SMALL, [SVG]))
    assert names(tmp_path / "before") == ["0001.svg", "0003.svg"]
    assert names(tmp_path / "after") == ["0001.svg", "0002.svg", "0003.svg"]
    for name in names(tmp_path / "before"):
        assert (tmp_path / "before" / name).read_bytes() == (tmp_path / "after" / name).read_bytes()


@pytest.mark.parametrize(("number", "name"), [(1, "0001.svg"), (9999, "9999.svg"), (10000, "10000.svg")])
def test_numbers_have_four_digits_at_least(tmp_path, number, name):
    list(run([Record("l", 1, number, GOOD)], tmp_path, SMALL, [SVG]))
    assert names(tmp_path) == [name]


def test_several_formats_of_a_record_have_one_number(tmp_path):
    (outcome,) = run(records(GOOD), tmp_path, SMALL, [SVG, PNG, FORMATS["jpeg"]])
    assert [p.name for p in outcome.files] == ["0001.svg", "0001.png", "0001.jpg"]
    assert names(tmp_path) == ["0001.jpg", "0001.png", "0001.svg"]


def test_a_list_is_read_as_a_stream(tmp_path):
    def endless():
        n = 0
        while True:
            n += 1
            yield Record("endless", n, n, GOOD)

    outcomes = list(islice(run(endless(), tmp_path, SMALL, [SVG]), 3))
    assert [o.record.number for o in outcomes] == [1, 2, 3]


def test_strict_refuses_what_is_doubtful(tmp_path):
    good, doubtful = run(records(GOOD, DOUBTFUL), tmp_path, SMALL, [SVG], strict=True)
    assert (good.refused, doubtful.refused) == (False, True)
    assert [f.severity for f in doubtful.findings] == ["warning"]


def test_another_board(tmp_path):
    wide, eight = run(records("10/K8k", "8/8/8/8/8/8/8/K6k"), tmp_path, SMALL, [SVG], width=10, height=2)
    assert (wide.refused, eight.refused) == (False, True)


def test_the_folder_is_made_when_there_is_something_to_read(tmp_path):
    assert list(run([], tmp_path / "none", SMALL, [SVG])) == []
    list(run(records(BAD), tmp_path / "a" / "b", SMALL, [SVG]))
    assert not (tmp_path / "none").exists()
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize(
    ("folder", "message"),
    [("file", "is a file, not a folder"), ("file/below", "cannot make the folder"), ("x" * 300, "File name too long")],
)
def test_a_folder_that_cannot_be(tmp_path, folder, message):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(OutputError, match=message):
        list(run(records(GOOD), tmp_path / folder, SMALL, [SVG]))


# --- whole or not at all -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OutputError("no cairo"), RuntimeError("a fault"), KeyboardInterrupt()])
def test_a_writer_that_fails_leaves_nothing_of_its_record(tmp_path, error):
    outcomes = run(records(GOOD), tmp_path, SMALL, [SVG, failing(".bad", error)])
    with pytest.raises(type(error)):
        next(outcomes)
    assert names(tmp_path) == []


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_disk_that_fails_leaves_no_half_file(tmp_path, monkeypatch, error, step):
    original = getattr(Path, step)

    def fail(self, *args):
        if self.name.startswith(".0002"):
            if step == "write_bytes":
                original(self, args[0][:10])
            raise error
        return original(self, *args)

    monkeypatch.setattr(Path, step, fail)
    outcomes = run(records(GOOD, GOOD), tmp_path, SMALL, [SVG], replace=True)
    next(outcomes)
    with pytest.raises((OutputError, KeyboardInterrupt), match=r"No space left|^$"):
        next(outcomes)
    assert names(tmp_path) == ["0001.svg"]
    assert (tmp_path / "0001.svg").read_text("utf-8").endswith("</svg>\n")


def test_the_second_file_of_a_record_takes_the_first_with_it(tmp_path):
    (tmp_path / "0002.png").write_bytes(b"old")
    outcomes = run(records(GOOD, GOOD), tmp_path, SMALL, [SVG, PNG])
    next(outcomes)
    with pytest.raises(OutputError, match=re.escape("0002.png exists")):
        next(outcomes)
    assert names(tmp_path) == ["0001.png", "0001.svg", "0002.png"]
    assert (tmp_path / "0002.png").read_bytes() == b"old"


def test_existing_files_are_replaced_when_asked(tmp_path):
    (tmp_path / "0001.svg").write_bytes(b"old")
    list(run(records(GOOD), tmp_path, SMALL, [SVG], replace=True))
    assert (tmp_path / "0001.svg").read_bytes() != b"old"
    assert names(tmp_path) == ["0001.svg"]


def test_a_size_that_cannot_be_writes_nothing(tmp_path):
    with pytest.raises(OptionError):
        list(run(records(GOOD), tmp_path, Style(margin="400px"), [SVG]))
    assert names(tmp_path) == []


def test_the_same_list_gives_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        list(run(records(GOOD, DOUBTFUL), tmp_path / name, SMALL, [SVG, PNG, FORMATS["jpeg"]]))
    for name in names(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


# --- the account -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "formats", "summary"),
    [
        ([], [SVG], "0 read = 0 drawn + 0 refused; 0 files written"),
        ([GOOD], [SVG], "1 read = 1 drawn + 0 refused; 1 file written"),
        ([GOOD, BAD, GOOD], [SVG, PNG], "3 read = 2 drawn + 1 refused; 4 files written"),
        ([BAD, BAD], [SVG], "2 read = 0 drawn + 2 refused; 0 files written"),
        ([DOUBTFUL, BAD, GOOD], [SVG], "3 read = 2 drawn + 1 refused (1 drawn with warnings); 2 files written"),
    ],
)
def test_the_report_adds_up(tmp_path, texts, formats, summary):
    report = Report()
    for outcome in run(records(*texts), tmp_path / "out", SMALL, formats):
        report.add(outcome)
    assert str(report) == summary
    assert report.read == report.drawn + report.refused == len(texts)
    assert report.files == len(list(tmp_path.glob("out/*")))


def test_a_refused_record_is_not_doubtful():
    (finding,) = next(run(records(BAD), Path(os.devnull).parent, SMALL, [])).findings
    report = Report()
    report.add(Outcome(records(BAD)[0], (), (finding,)))
    assert (report.refused, report.doubtful) == (1, 0)


# --- interrupts --------------------------------------------------------------------------------------------------


@pytest.fixture
def interrupts():
    """Interrupts in force, with the handler of Python before and after."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    guard = Interrupts()
    with guard:
        yield guard
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_for_the_record_in_work(interrupts):
    stream = interrupts.between([1, 2, 3])
    assert next(stream) == 1
    signal.raise_signal(signal.SIGINT)  # nothing happens while 1 is in work
    with pytest.raises(KeyboardInterrupt):
        next(stream)


def test_a_second_interrupt_does_not_wait(interrupts):
    next(interrupts.between([1, 2]))
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_waiting_for_a_record_is_interrupted_at_once(interrupts):
    def slow():
        yield 1
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("goes on reading")

    stream = interrupts.between(slow())
    assert next(stream) == 1
    with pytest.raises(KeyboardInterrupt):
        next(stream)


def test_an_undisturbed_list_comes_whole(interrupts):
    assert list(interrupts.between(iter("abc"))) == ["a", "b", "c"]


def test_an_interrupt_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as nohup does
    try:
        with Interrupts():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_have_no_interrupts():
    seen = []

    def work():
        with Interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]


def test_the_rooms_of_the_batch_do_not_know_the_command_line():
    assert "fen2img.cli" not in Path(import_module("fen2img.batch.run").__file__).read_text("utf-8")


def test_an_old_file_survives_when_the_next_format_fails(tmp_path):
    (tmp_path / "0001.png").mkdir()
    (tmp_path / "0001.svg").write_text("old")
    records = [Record("list.txt", 1, 1, "8/8/8/8/8/8/8/K6k w")]
    formats = [format_named("svg"), format_named("png")]
    with pytest.raises(OutputError):
        list(run(records, tmp_path, Style(size=64), formats, replace=True))
    assert (tmp_path / "0001.svg").is_file()
