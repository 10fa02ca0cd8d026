"""Whole processes, from nothing to the finished file: what one call at a prompt costs.

The programs take turns, so that what slows the machine slows them all; medians count. Files are in the disk cache and
bytecode is compiled, as after the first use.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
TARGET = 2.5
YARDSTICK, SVG = "python -c 'import typer'", "fen2img FEN -o x.svg"

PEER = f"""
import cairosvg, chess, chess.svg
cairosvg.svg2png(bytestring=chess.svg.board(chess.Board({FEN!r}), size=400).encode(), write_to="y.png")
"""


def programs() -> dict[str, list[str]]:
    command = Path(sys.executable).with_name("fen2img")
    if not command.exists():
        sys.exit(f"no fen2img command beside {sys.executable}: pip install -e . there first")
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        YARDSTICK: [sys.executable, "-c", "import typer"],
        SVG: [str(command), FEN, "-o", "x.svg"],
        "fen2img FEN -o x.png": [str(command), FEN, "-o", "x.png"],
        "chess.svg + cairosvg": [sys.executable, "-c", PEER],
    }


def timed(arguments: list[str], folder: str) -> float:
    # An installed package is compiled once; a checkout whose byte code may not be written would be so on each start.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(arguments, cwd=folder, check=True, capture_output=True, env=environment)
    return (time.perf_counter() - start) * 1000


def measure(rounds: int) -> dict[str, float]:
    """Median milliseconds of each program."""
    called = programs()
    times: dict[str, list[float]] = {name: [] for name in called}
    with tempfile.TemporaryDirectory() as folder:
        for arguments in called.values():
            timed(arguments, folder)
        for _ in range(rounds):
            for name, arguments in called.items():
                times[name].append(timed(arguments, folder))
    return {name: statistics.median(found) for name, found in times.items()}


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("fen2img", "typer", "chess", "cairosvg", "cairocffi", "pillow"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, help="runs of each program (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    args = parser.parse_args()
    if args.rounds < 1:
        parser.error("rounds begin at 1")
    used = versions()
    if used["chess"] == "missing":
        sys.exit("python-chess is missing: pip install chess (licence: GPL-3.0; fen2img itself never needs it)")
    medians = measure(args.rounds)
    ratios = {name: round(ms / medians[YARDSTICK], 2) for name, ms in medians.items()}
    if args.json:
        rows = {name: {"ms": round(ms, 1), "ratio": ratios[name]} for name, ms in medians.items()}
        print(json.dumps({"versions": used, "rounds": args.rounds, "target": TARGET, "results": rows}, indent=2))
        return 0
    print(", ".join(f"{name} {number}" for name, number in used.items()))
    print(f"median of {args.rounds} processes each, in turns\n")
    print(f"{'':26}  {'ms':>6}  of typer's")
    for name, ms in medians.items():
        print(f"{name:26}  {ms:6.0f}  {ratios[name]:10.2f}")
    print(f"\nSVG target {TARGET:g} times the bare typer: {'reached' if ratios[SVG] <= TARGET else 'missed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
