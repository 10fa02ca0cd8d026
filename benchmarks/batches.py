"""`fen2img batch` as whole processes: two workers beside one, and the most memory that one process takes."""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from positions import stream

# A small process between: what a child inherits from a large parent would count as its own memory.
PROBE = """
import json, subprocess, sys, time
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - start
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
except ImportError:
    peak = None
print(json.dumps({"code": code, "seconds": seconds, "peak": peak}))
"""


def command() -> Path:
    return Path(sys.executable).with_name("fen2img")


def has_jobs() -> bool:
    """Whether this fen2img has the option that the measurements want."""
    wide = {**os.environ, "COLUMNS": "200"}
    told = subprocess.run([command(), "batch", "--help"], capture_output=True, text=True, check=False, env=wide)
    return "--jobs" in told.stdout


def listed(folder: Path, count: int) -> Path:
    """A list of as many positions, one a line."""
    path = folder / f"{count}.txt"
    with path.open("w", encoding="utf-8") as out:
        out.writelines(fen + "\n" for fen in stream(count))
    return path


def run(source: Path, jobs: int) -> tuple[float, float | None]:
    """Seconds of a whole run, and the megabytes of the largest process of it.

    It makes a tar that nobody keeps, so that no disk is waited for: the workers are what is measured.
    """
    look = ["--size", "360", "--coordinates", "none", "--quiet"]
    asked = [str(command()), "batch", str(source), "-o", "-", "--jobs", str(jobs), *look]
    told = subprocess.run([sys.executable, "-c", PROBE, *asked], capture_output=True, text=True, check=True)
    answer = json.loads(told.stdout)
    if answer["code"]:
        sys.exit(f"fen2img batch ended with {answer['code']}: {' '.join(asked[1:])}")
    return answer["seconds"], answer["peak"] / 1e6 if answer["peak"] is not None else None


def two_workers(source: Path, rounds: int) -> list[float]:
    """Time with one worker ÷ time with two, each round."""
    ratios = []
    for i in range(rounds):
        first, second = (1, 2) if i % 2 == 0 else (2, 1)
        times = {first: run(source, first)[0], second: run(source, second)[0]}
        ratios.append(times[1] / times[2])
    return ratios


def measure(folder: Path, count: int, rounds: int, long: bool, say: Callable[[str], None]) -> dict[str, float]:
    """Figures by name: `workers`, `memory` (MB, 10,000 positions), with `long` also `memory-long` and `flat`."""
    say(f"fen2img batch: {count} positions, one worker and two")
    found = {"workers": statistics.median(two_workers(listed(folder, count), rounds))}
    if importlib.util.find_spec("resource") is None:
        return found
    small = run(listed(folder, 10_000), 2)[1]
    assert small is not None
    found["memory"] = small
    if long:
        say("fen2img batch: 1,000,000 positions, for the memory")
        large = run(listed(folder, 1_000_000), 2)[1]
        assert large is not None
        found |= {"memory-long": large, "flat": large / small}
    return found
