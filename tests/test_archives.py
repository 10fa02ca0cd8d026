"""Archives that other programs read, the same on every machine."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fen2img
from fen2img.batching import archives
from fen2img.batching.archives import PartFile, Tar, Zip, tar_entry, zip_entry
from fen2img.errors import OutputError
from fen2img.style import Style

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
SMALL = Style(size=64)
ENTRIES = {
    "000001.png": b"\x89PNG" * 99,
    "a/Šach.svg": b"<svg/>" * 99,
    "x" * 150 + "/" + "y" * 150 + ".json": b"{}",
    "empty.eps": b"",
}


def batch(records, out, **options) -> fen2img.Report:
    return fen2img.batch(records, out, **{"formats": "svg,png,png@2x", "style": SMALL, **options})


def written(path: Path, entries=ENTRIES) -> Path:
    file = PartFile(path)
    file.begin()
    archive, pack = (Zip(file), zip_entry) if path.suffix == ".zip" else (Tar(file), tar_entry)
    for name, data in entries.items():
        archive.append(pack(name, data))
    archive.finish()
    file.publish()
    return path


def read_zip(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {info.filename: archive.read(info) for info in archive.infolist()}


def read_tar(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        return {m.name: archive.extractfile(m).read() for m in archive.getmembers()}


def test_a_zip(tmp_path):
    path = written(tmp_path / "a.zip")
    assert read_zip(path) == ENTRIES
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
    assert [i.compress_type for i in infos] == [zipfile.ZIP_STORED, *[zipfile.ZIP_DEFLATED] * 3]
    assert {(i.date_time, i.external_attr >> 16, i.create_system) for i in infos} == {
        ((1980, 1, 1, 0, 0, 0), 0o100644, 3)
    }


@pytest.mark.parametrize("suffix", ["zip", "tar"])
def test_an_empty_archive(tmp_path, suffix):
    path = written(tmp_path / f"a.{suffix}", {})
    assert (read_zip if suffix == "zip" else read_tar)(path) == {}


def test_a_zip_beyond_its_old_limits(tmp_path, monkeypatch):
    """With limits as low as the test can reach: the numbers of ZIP64 stand where the old ones are full."""
    monkeypatch.setattr(archives, "_FULL16", 3)
    path = written(tmp_path / "many.zip")
    data = path.read_bytes()
    assert data[-22:-18] == b"PK\5\6"
    assert data[-42:-38] == b"PK\6\7"
    assert data[-98:-94] == b"PK\6\6"
    patched = data[:-22] + data[-22:].replace(b"\3\0\3\0", b"\xff\xff\xff\xff")
    path.write_bytes(patched)
    assert read_zip(path) == ENTRIES


def test_a_zip_beyond_4_gigabytes(tmp_path):
    """A hole in the file stands for four gigabytes of pictures."""
    hole = (1 << 32) + 5
    file = PartFile(tmp_path / "far.zip")
    file.begin()
    archive = Zip(file)
    file._stream.truncate(hole)
    file._stream.seek(hole)
    file.length = hole
    archive.append(zip_entry("far.png", b"far away"))
    end = file.length
    file.flush()
    with file.part.open("rb") as stream:
        stream.seek(hole)
        archive._list(stream)
    archive._end(end, 1)
    file.publish()
    with zipfile.ZipFile(file.path) as opened:
        assert [(i.filename, i.header_offset) for i in opened.infolist()] == [("far.png", hole)]
        assert opened.read("far.png") == b"far away"


@pytest.mark.parametrize("command", [["unzip", "-tq", "a.zip"], ["tar", "tf", "a.tar"]], ids=["unzip", "tar"])
def test_other_programs_read_it(tmp_path, command):
    written(tmp_path / command[-1])
    if shutil.which(command[0]):
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_a_tar(tmp_path):
    path = written(tmp_path / "a.tar")
    assert read_tar(path) == ENTRIES
    assert path.stat().st_size % tarfile.RECORDSIZE == 0
    with tarfile.open(path) as archive:
        assert {(m.mtime, m.mode, m.uid, m.gid, m.uname, m.gname) for m in archive} == {(0, 0o644, 0, 0, "", "")}


@given(st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=120), st.integers(0, 8**11 + 9))
@example("%s%d.png", 9123)
@example("x" * 100, 8**11 - 1)
def test_headers_of_a_tar_are_those_of_tarfile(name, size):
    info = tarfile.TarInfo(name)
    info.size = size
    try:
        expected = info.tobuf(tarfile.PAX_FORMAT, "utf-8")
    except UnicodeEncodeError:  # a lone surrogate
        return
    assert archives.tar_header(name, size) == expected


def test_a_data_set_in_samples(tmp_path):
    """WebDataset: what stands before the first point of a name is the sample, the rest is what it is of it."""
    batch([f"{GOOD} 1.e4", f"{GOOD} bad/bad"], tmp_path / "a.tar", name="{n:03}-{caption}", shard=1)
    samples: dict[str, set[str]] = {}
    files = read_tar(tmp_path / "a.tar")
    for name in files:
        folder, _, base = name.rpartition("/")
        key, _, kind = base.partition(".")
        samples.setdefault(f"{folder}/{key}", set()).add(kind)
    kinds = {"svg", "png", "2x.png", "json"}
    assert samples == {"000/001-1_e4": kinds, "001/002-bad_bad": kinds}
    said = json.loads(files["000/001-1_e4.json"])
    assert (said["caption"], said["number"], len(said["files"])) == ("1.e4", 1, 3)
    assert said["files"][1]["size"] == len(files["000/001-1_e4.png"])


def test_names_in_a_zip(tmp_path):
    batch([GOOD], tmp_path / "a.zip")
    assert list(read_zip(tmp_path / "a.zip")) == ["000001.svg", "000001.png", "000001@2x.png", "000001.json"]


def test_a_tar_to_standard_output(tmp_path, monkeypatch):
    class Out:
        buffer = io.BytesIO()

        def isatty(self):
            return False

    monkeypatch.setattr("sys.stdout", Out())
    batch([GOOD, GOOD], "-")
    monkeypatch.undo()
    batch([GOOD, GOOD], tmp_path / "a.tar")
    assert Out.buffer.getvalue() == (tmp_path / "a.tar").read_bytes()


def test_a_terminal_wants_no_archive(monkeypatch):
    class Out:
        def isatty(self):
            return True

    monkeypatch.setattr("sys.stdout", Out())
    with pytest.raises(OutputError, match="an archive would only upset the terminal"):
        batch([GOOD], "-")


def test_an_archive_is_replaced_only_when_asked(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"old")
    with pytest.raises(OutputError, match="exists"):
        batch([GOOD], tmp_path / "a.zip")
    batch([GOOD], tmp_path / "a.zip", if_exists="replace")
    assert read_zip(tmp_path / "a.zip")


def test_a_folder_with_the_name_of_an_archive(tmp_path):
    (tmp_path / "a.zip").mkdir()
    batch([GOOD], tmp_path / "a.zip", formats="svg")
    assert (tmp_path / "a.zip" / "0001.svg").exists()


def test_no_folder_for_an_archive(tmp_path):
    with pytest.raises(OutputError, match=r"cannot write .*a\.zip.*: No such file or directory"):
        batch([GOOD], tmp_path / "none" / "a.zip")


def test_failures_of_a_part(tmp_path):
    class Broken:
        def __getattr__(self, name):
            def fail(*_):
                raise OSError(5, "Input/output error")

            return fail

    for step in (lambda f: f.write(b"x"), PartFile.flush, PartFile.close, PartFile.publish):
        file = PartFile(tmp_path / "a.zip")
        file._stream = Broken()
        with pytest.raises(OutputError, match=r"cannot write .*a\.zip\.part: Input/output error"):
            step(file)
    with pytest.raises(OutputError, match="No such file"):
        PartFile(tmp_path / "a.zip").publish()
    file.begin()
    file.length = 10
    file.part.unlink()
    with pytest.raises(OutputError, match="cannot read"):
        Zip(file).finish()
    file.close()
