"""Compressed inputs: read as streams, by suffix and by their first bytes; a damaged one says so."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.cli.progress import count_lines
from fen2img.errors import Fen2imgError, OptionError
from fen2img.inputs import CHESS, ReadOptions, read_input, read_record, streams

FEN = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
LIST = f"{FEN}\n".encode() * 3
try:
    zstd: Any = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
except ImportError:
    zstd = None
PACK: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
if zstd:
    PACK[".zst"] = zstd.compress
NAMES = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "Zstandard"}
SUFFIXES = pytest.mark.parametrize(
    "suffix",
    [*PACK, pytest.param(".zst", marks=pytest.mark.skip("Zstandard is an optional extra: pip install 'fen2img[zstd]'"))]
    if zstd is None
    else [*PACK],
)


def texts(data: bytes, source: str) -> list[str]:
    return [record.text for record in read_input(io.BytesIO(data), source)]


@SUFFIXES
def test_by_suffix_and_by_first_bytes(suffix: str) -> None:
    for source in (f"list.txt{suffix}", f"LIST.TXT{suffix.upper()}", "<stdin>", "list.txt", f"list{suffix}"):
        assert texts(PACK[suffix](LIST), source) == [FEN] * 3


@SUFFIXES
def test_the_suffix_before_tells_the_kind(suffix: str) -> None:
    (record,) = read_input(io.BytesIO(PACK[suffix](f"name,fen\nx,{FEN}\n".encode())), f"a.csv{suffix}")
    assert (record.source, record.id, record.text) == (f"a.csv{suffix}", "x", FEN)


@SUFFIXES
def test_several_streams_one_after_the_other(suffix: str) -> None:
    assert texts(PACK[suffix](LIST) + PACK[suffix](LIST), f"list.txt{suffix}") == [FEN] * 6


@SUFFIXES
@pytest.mark.parametrize("tail", ["garbage", "damaged", "cut off", "short"])
def test_what_follows_the_first_stream_is_not_left_out(suffix: str, tail: str) -> None:
    second = PACK[suffix](LIST)
    tails = {
        "garbage": b"and so on, and so on",
        "damaged": second[:6] + bytes(byte ^ 0xA5 for byte in second[6:]),
        "cut off": second[:-3],
        "short": b"x",
    }
    given: list[str] = []
    with pytest.raises(OptionError, match=rf"list.txt{suffix}: the {NAMES[suffix]} stream is (damaged|cut off)"):
        given.extend(
            record.text for record in read_input(io.BytesIO(PACK[suffix](LIST) + tails[tail]), f"list.txt{suffix}")
        )
    assert given[:3] == [FEN] * 3


@pytest.mark.parametrize("zeros", [4, 200_000])
def test_xz_may_be_filled_up_with_zeros(zeros: int) -> None:
    data = lzma.compress(LIST)
    assert texts(data + bytes(zeros) + data + bytes(zeros), "list.txt.xz") == [FEN] * 6


@SUFFIXES
def test_encodings_inside(suffix: str) -> None:
    assert texts(PACK[suffix]("a é\n".encode("utf-16")), f"list.txt{suffix}") == ["a é"]


@SUFFIXES
def test_an_empty_file_has_no_records(suffix: str) -> None:
    assert texts(b"", f"list.txt{suffix}") == []


@SUFFIXES
def test_a_stream_that_is_cut_off_gives_what_was_before(suffix: str) -> None:
    many = b"".join(f"{FEN} {n * 7919 % 100_003}\n".encode() for n in range(60_000))
    data = PACK[suffix](many)
    given: list[str] = []
    with pytest.raises(OptionError) as caught:
        given.extend(record.text for record in read_input(io.BytesIO(data[: len(data) * 2 // 3]), f"list.txt{suffix}"))
    assert len(given) > 1000
    assert all(text.startswith(FEN) for text in given)
    assert caught.value.report() == (
        f"error: list.txt{suffix}: the {NAMES[suffix]} stream is cut off\n  hint: what came before it was read"
    )


@SUFFIXES
def test_a_damaged_stream(suffix: str) -> None:
    data = bytearray(PACK[suffix](bytes(range(256)) * 40))
    for at in range(10, min(200, len(data))):
        data[at] ^= 0xA5
    with pytest.raises(OptionError, match=f"list.txt{suffix}: the {NAMES[suffix]} stream is (damaged|cut off)"):
        texts(bytes(data), f"list.txt{suffix}")


@SUFFIXES
def test_a_suffix_that_is_not_true(suffix: str) -> None:
    with pytest.raises(OptionError) as caught:
        texts(LIST, f"list.txt{suffix}")
    assert caught.value.message == f"list.txt{suffix} is not compressed with {NAMES[suffix]}, as its suffix says"


def test_without_zstandard_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("no such module")

    monkeypatch.setattr(streams, "_zstd", missing)
    with pytest.raises(OptionError) as caught:
        texts(b"\x28\xb5\x2f\xfd" + LIST, "<stdin>")
    assert caught.value.report() == (
        "error: <stdin> is compressed with Zstandard, which is not there\n  hint: pip install 'fen2img[zstd]'"
    )


def test_without_a_module_of_the_standard_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(streams, "import_module", missing)
    with pytest.raises(OptionError) as caught:
        texts(bz2.compress(LIST), "<stdin>")
    assert caught.value.hint == "this Python was built without it"


def test_faults_of_the_disk_are_not_taken_for_damage() -> None:
    class Failing(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            part = super().read1(64)
            if not part:
                raise OSError(5, "Input/output error")
            return part

    with pytest.raises(OSError, match="Input/output error"):
        list(read_input(Failing(gzip.compress(LIST)[:-1]), "list.txt.gz"))


def test_other_faults_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def read1(self, size: int) -> bytes:
            raise RuntimeError("a fault of the program")

    monkeypatch.setattr(gzip, "open", lambda stream: Broken())
    with pytest.raises(RuntimeError, match="of the program"):
        texts(gzip.compress(LIST), "list.txt.gz")


def test_little_is_read_ahead() -> None:
    class Counted(io.BytesIO):
        given = 0

        def read1(self, size: int | None = -1, /) -> bytes:
            part = super().read1(size)
            self.given += len(part)
            return part

    stream = Counted(gzip.compress(b"".join(f"{FEN} {n * 7919 % 100_003}\n".encode() for n in range(300_000))))
    records = read_input(stream, "list.txt.gz")
    next(records)
    assert stream.given < len(stream.getvalue()) // 10
    records.close()
    assert not stream.closed


def test_lines_are_counted_in_lists_only(tmp_path: Path) -> None:
    files = {"list.txt": LIST, "list.txt.gz": gzip.compress(LIST), "packed.txt": gzip.compress(LIST),
             "table.csv": f"fen\n{FEN}\n".encode(), "x.json": b"[]", "more.fen": LIST}  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)

    def count(*names: str, **options: object) -> int | None:
        return count_lines([str(tmp_path / name) for name in names], ReadOptions(**options))  # type: ignore[arg-type]

    assert count("list.txt", "more.fen") == 6
    assert count("list.txt", "more.fen", limit=2) == 4
    for name in ("list.txt.gz", "packed.txt", "table.csv", "x.json"):
        assert count("list.txt", name) is None


@given(st.binary(max_size=200), st.sampled_from([*PACK, ""]), st.booleans())
def test_any_bytes_are_read_or_refused(data: bytes, suffix: str, begun: bool) -> None:
    begin = next((PACK[suffix](b"8/8")[:10] for _ in "x" if suffix and begun), b"")
    try:
        for record in read_input(io.BytesIO(begin + data), f"x.txt{suffix}"):
            read_record(record, CHESS)
    except Fen2imgError as error:
        assert error.report()  # noqa: PT017
