"""Files come whole or not at all; names fit every file system."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fen2img.errors import OutputError
from fen2img.files import MAX_NAME, file_stem, free_name, write_whole


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


@pytest.mark.parametrize("replace", [False, True])
def test_a_new_file(tmp_path: Path, replace: bool) -> None:
    write_whole(tmp_path / "a.svg", b"new", replace=replace)
    assert (tmp_path / "a.svg").read_bytes() == b"new"
    assert names(tmp_path) == ["a.svg"]


def test_an_old_file_is_replaced_only_when_asked(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_bytes(b"old")
    with pytest.raises(OutputError) as caught:
        write_whole(file, b"new", replace=False)
    assert caught.value.report() == f"error: {file} exists\n  hint: --force replaces it"
    assert file.read_bytes() == b"old"
    write_whole(file, b"new", replace=True)
    assert file.read_bytes() == b"new"
    assert names(tmp_path) == ["a.svg"]


@pytest.mark.parametrize("replace", [False, True])
def test_a_link_is_never_followed(tmp_path: Path, replace: bool) -> None:
    victim, link = tmp_path / "victim", tmp_path / "a.svg"
    victim.write_bytes(b"precious")
    link.symlink_to(victim)
    if replace:
        write_whole(link, b"new", replace=True)
        assert not link.is_symlink()
    else:
        with pytest.raises(OutputError, match=r"exists$"):
            write_whole(link, b"new", replace=False)
    assert victim.read_bytes() == b"precious"
    assert names(tmp_path) == ["a.svg", "victim"]


def test_the_name_of_an_open_file_is_written_to_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "stdout"
    with (tmp_path / "out.svg").open("wb") as stream:
        link.symlink_to(f"/proc/self/fd/{stream.fileno()}")
        write_whole(link, b"new", replace=True)
    assert link.is_symlink()
    assert (tmp_path / "out.svg").read_bytes() == b"new"


def test_a_dangling_link_counts_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.svg").symlink_to(tmp_path / "nowhere")
    with pytest.raises(OutputError, match=r"exists$"):
        write_whole(tmp_path / "a.svg", b"new", replace=False)
    assert names(tmp_path) == ["a.svg"]


def test_a_folder_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(OutputError, match=r"^cannot write .*a\.svg: Is a directory$"):
        write_whole(tmp_path / "a.svg", b"new", replace=True)
    assert names(tmp_path) == ["a.svg"]


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"^cannot write .*a\.svg: No such file or directory$"):
        write_whole(tmp_path / "none" / "a.svg", b"new", replace=False)


@pytest.mark.parametrize("path", [Path(), Path("/"), Path("a\0b")])
def test_what_names_no_file(path: Path) -> None:
    with pytest.raises(OutputError) as caught:
        write_whole(path, b"new", replace=True)
    assert caught.value.report().endswith("' is no name for a file")
    assert caught.value.report().isprintable()


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.svg").write_bytes(b"old")

    def fail(path: Path, data: bytes) -> int:
        with path.open("wb") as stream:
            stream.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OutputError, match=r"^cannot write .*a\.svg: No space left on device$"):
        write_whole(tmp_path / "a.svg", b"new", replace=True)
    assert names(tmp_path) == ["a.svg"]
    assert (tmp_path / "a.svg").read_bytes() == b"old"


def test_a_file_that_comes_in_the_meantime_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.svg").write_bytes(b"old")
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    with pytest.raises(OutputError, match=r"exists$"):
        write_whole(tmp_path / "a.svg", b"new", replace=False)
    assert (tmp_path / "a.svg").read_bytes() == b"old"
    assert names(tmp_path) == ["a.svg"]


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    write_whole(tmp_path / "a.svg", b"new", replace=False)
    assert (tmp_path / "a.svg").read_bytes() == b"new"
    assert names(tmp_path) == ["a.svg"]


def test_a_device_is_written_to(tmp_path: Path) -> None:
    write_whole(Path(os.devnull), b"new", replace=True)
    assert not Path(os.devnull).is_file()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"new", replace=True)
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert names(tmp_path) == ["pipe"]


@pytest.mark.parametrize("name", ["x" * 251 + ".svg", "馬" * 83 + ".svg"])
def test_the_longest_names(tmp_path: Path, name: str) -> None:
    write_whole(tmp_path / name, b"new", replace=False)
    assert names(tmp_path) == [name]


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("Puzzle 1", "Puzzle 1"),
        ("Kasparov – Topalov, 1999", "Kasparov – Topalov, 1999"),
        ("a/b\\c:d", "a_b_c_d"),
        ("../../etc/passwd", "etc_passwd"),
        ("/etc/passwd", "etc_passwd"),
        (".hidden", "hidden"),
        ("what? *now* <x>|\"y\"", "what_ _now_ _x_y"),
        ("line\nbreak\ttab\0nul", "line break tab nul"),
        ("a\u202egnp.exe", "a gnp.exe"),
        ("half \ud800 pair", "half   pair"),
        ("trailing. . ", "trailing"),
        ("", "diagram"),
        (" ._", "diagram"),
        ("///", "diagram"),
        ("e\u0301", "é"),
        ("CON", "_CON"),
        ("nul.svg", "_nul.svg"),
        ("Com1", "_Com1"),
        ("lpt²", "_lpt²"),
        ("aux .x", "_aux .x"),
        ("CONIN$", "_CONIN$"),
        ("console", "console"),
        ("com10", "com10"),
        ("{0.__class__}", "{0.__class__}"),
    ],
)  # fmt: skip
def test_file_stem(text: str, stem: str) -> None:
    assert file_stem(text) == stem


@pytest.mark.parametrize("char", ["x", "é", "馬", "👑", ". x"])
def test_long_stems_are_cut_between_characters(char: str) -> None:
    stem = file_stem(char * 50_000)
    assert MAX_NAME - 4 <= len(stem.encode()) <= MAX_NAME
    assert stem == file_stem(stem)
    assert set(stem) <= set(char)


def test_free_names(tmp_path: Path) -> None:
    assert free_name(tmp_path, "a", ".svg") == tmp_path / "a.svg"
    (tmp_path / "a.svg").touch()
    assert free_name(tmp_path, "a", ".svg") == tmp_path / "a-2.svg"
    (tmp_path / "a-2.svg").symlink_to("nowhere")
    assert free_name(tmp_path, "a", ".svg") == tmp_path / "a-3.svg"
    assert free_name(tmp_path, "a", ".png") == tmp_path / "a.png"
