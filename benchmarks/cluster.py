"""`fen2img batch` beyond one machine: what a Dask scheduler with two workers costs beside two processes.

    python benchmarks/cluster.py [POSITIONS [FOLDER]]

Whole processes; their start is taken off. Everything is in the same run, twice, and the better one counts: the ratios
mean something, the figures belong to this machine at this moment. FOLDER is on the disk to be measured.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from positions import stream

RUNS = 2
#: Pictures of a short batch, which is nearly all start.
FEW = 100


@contextlib.contextmanager
def dask(folder: Path) -> Iterator[str]:
    """The address of a scheduler with two workers of one thread each."""
    known = folder / "scheduler.json"

    def begin(*words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    processes = [begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(known))]
    try:
        while not known.exists() or not known.read_text():
            time.sleep(0.1)
        address = json.loads(known.read_text())["address"]
        processes += [begin("worker", address, "--no-nanny", "--nthreads", "1") for _ in range(2)]
        time.sleep(5)
        yield address
    finally:
        for process in processes:
            process.kill()
            process.wait()


def batch(source: Path, out: Path, *options: str) -> float:
    """Seconds of a batch."""
    shutil.rmtree(out, ignore_errors=True)
    out.unlink(missing_ok=True)
    command = [sys.executable, "-m", "fen2img", "batch", str(source), "-o", str(out), "-q", *options]
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def overhead(address: str, count: int = 500) -> tuple[float, float]:
    """Seconds of a chunk of no record: by Dask, by processes of our own."""
    from fen2img.batching.cluster import Cluster
    from fen2img.batching.crews import Processes
    from fen2img.batching.job import Job, Reader
    from fen2img.batching.outputs import outputs_of
    from fen2img.style import Style

    job, spent = Job(style=Style(), outputs=outputs_of("png"), reader=Reader()), []
    for crew in (Cluster(job, address, fresh=True), Processes(job, 2)):
        for times in (10, count):
            start = time.perf_counter()
            for future in [crew.submit([]) for _ in range(times)]:
                future.result()
        spent.append((time.perf_counter() - start) / count)
        crew.close()
    return spent[0], spent[1]


def main(count: int = 20_000, where: str | None = None) -> None:
    with tempfile.TemporaryDirectory(dir=where) as name, dask(Path(name)) as address:
        folder = Path(name)
        source = folder / "list.txt"
        source.write_text("".join(f"{fen}\n" for fen in stream(count)), "utf-8")
        out, tar = folder / "out", folder / "out.tar"
        ways = {
            "folder, 1 process": (out, "--jobs", "1", "--shard", "1000"),
            "tar, 1 process": (tar, "--jobs", "1"),
            "folder, 2 processes": (out, "--jobs", "2", "--shard", "1000"),
            "folder, Dask, 2 workers": (out, "--scheduler", address, "--shard", "1000"),
            "tar, 2 processes": (tar, "--jobs", "2"),
            "tar, Dask, 2 workers": (tar, "--scheduler", address),
        }
        few = folder / "few.txt"
        few.write_text("".join(f"{fen}\n" for fen in stream(FEW)), "utf-8")
        best = {(way, listed): float("inf") for way in ways for listed in (few, source)}
        for _ in range(RUNS):
            for way, listed in best:
                taken = batch(listed, *ways[way], "--size", "360", "--coordinates", "none")
                best[way, listed] = min(best[way, listed], taken)
        for way in ways:
            start, whole = best[way, few], best[way, source]
            print(f"{way}: {(count - FEW) / (whole - start):,.0f} images/s after {start:.1f} s for the first {FEW}")
        sizes = [file.stat().st_size for file in out.rglob("*.png")]
        print(f"bytes: {sum(sizes) / count:,.0f} a picture, {tar.stat().st_size / count:,.0f} an entry of the tar")
        start = time.perf_counter()
        for number in range(5000):
            (folder / f"{number}.new").write_bytes(bytes(9000))
            (folder / f"{number}.new").rename(folder / f"{number}.bin")
        print(f"a file of 9 kB, written and renamed: {(time.perf_counter() - start) / 5000 * 1e6:,.0f} µs")
        there, here = overhead(address)
        print(f"a chunk of nothing: Dask {there * 1e3:.2f} ms, processes {here * 1e3:.2f} ms")
    draws_nothing(count)


def draws_nothing(count: int) -> None:
    """What the main process does a record, which no number of workers takes from it."""
    import fen2img
    from fen2img.batching import crews
    from fen2img.batching.job import Done, Drawn, File

    def nothing(job: object, chunk: list[object]) -> Done:
        file = File("1.png", 9000, "0" * 64, True, bytes(9000))
        drawn = Drawn("written", (), 1, (file,), "8/8/8/8/8/8/8/K6k w - - 0 1", "White: Ka1.", packed=bytes(11_264))
        return Done([drawn for _ in chunk], 0.001)

    crews.draw_chunk = nothing
    fens = list(stream(count))
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("out", "out.tar"):
            start = time.perf_counter()
            fen2img.batch(fens, f"{folder}/{kind}", manifest=f"{folder}/{kind}.jsonl")
            spent = (time.perf_counter() - start) / count * 1e6
            print(f"the main process, {kind}, with a manifest: {spent:,.0f} µs a record")


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))
