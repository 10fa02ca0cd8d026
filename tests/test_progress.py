"""How far a batch is, for people and for logs."""

from __future__ import annotations

import os
from importlib import import_module

import pytest

from fen2img.cli import progress
from fen2img.cli.progress import Progress, count_lines, line
from fen2img.inputs import ReadOptions

COUNTS = {"read": 1200, "refused": 3}


@pytest.mark.parametrize(
    ("rate", "total", "said"),
    [
        (400.4, None, "1200 read, 3 refused; 400/s"),
        (400, 1600, "1200 read, 3 refused; 400/s, 1 s left of about 1600"),
        (10, 2200, "1200 read, 3 refused; 10/s, 1 min 40 s left of about 2200"),
        (1240, 10_000_000, "1200 read, 3 refused; 1,240/s, 2 h 14 min left of about 10000000"),
        (0, 2000, "1200 read, 3 refused; 0/s"),
        (5, 1000, "1200 read, 3 refused; 5/s"),
    ],
)
def test_a_line(rate, total, said):
    assert line(COUNTS, rate, total) == said


def test_a_line_from_time_to_time(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    shown = Progress(False, False, 2000)
    for read in range(0, 2000, 100):
        now[0] += 1.5
        shown.show({"read": read + 500, "refused": 0})  # 500 were done by an earlier run
    shown.stop()
    assert capsys.readouterr().err.splitlines() == [
        "1100 read, 0 refused; 57/s, 16 s left of about 2000",
        "1800 read, 0 refused; 62/s, 3 s left of about 2000",
    ]


def test_nothing_when_quiet(monkeypatch, capsys):
    monkeypatch.setattr(progress, "LINE", 0)
    Progress(False, True, None).show(COUNTS)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("data", "lines"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"\n" * (1 << 21), 1 << 21)]
)
def test_lines_of_files(tmp_path, data, lines):
    (tmp_path / "a").write_bytes(data)
    (tmp_path / "b").write_bytes(b"b\n")
    assert count_lines([str(tmp_path / "a"), str(tmp_path / "b")], ReadOptions()) == lines + 1


@pytest.mark.parametrize("name", ["-", "missing", ".", "a\0b", "x" * 5000])
def test_what_has_no_lines_to_count(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert count_lines([name], ReadOptions()) is None


def test_as_many_processes_as_cores(monkeypatch):
    cores = import_module("fen2img.cli.batch")._cores
    assert cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
