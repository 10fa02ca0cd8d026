"""Whole processes, from nothing to the finished file: what one call at a prompt costs.

The programs take turns, so that what slows the machine slows them all; medians count. Files are in the disk cache and
bytecode is compiled, as after the first use.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from report import CAIRO, COLD_PNG, COLD_SVG, TYPER

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"

PEER = f"""
import cairosvg, chess, chess.svg
cairosvg.svg2png(bytestring=chess.svg.board(chess.Board({FEN!r}), size=400).encode(), write_to="y.png")
"""


def programs(python: str) -> dict[str, list[str]]:
    """What is called, by name; the peer only if it works under that Python."""
    command = Path(sys.executable).with_name("fen2img")
    if not command.exists():
        sys.exit(f"no fen2img command beside {sys.executable}: pip install -e . there first")
    found = {
        "python -c pass": [sys.executable, "-c", "pass"],
        TYPER: [sys.executable, "-c", "import typer"],
        COLD_SVG: [str(command), FEN, "-o", "x.svg", "--force"],
        COLD_PNG: [str(command), FEN, "-o", "x.png", "--force"],
    }
    if subprocess.run([python, "-c", "import cairosvg, chess"], capture_output=True, check=False).returncode == 0:
        found[CAIRO] = [python, "-c", PEER]
    return found


def timed(arguments: list[str], folder: str) -> float:
    # An installed package is compiled once; a checkout whose byte code may not be written would be so on each start.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(arguments, cwd=folder, check=True, capture_output=True, env=environment)
    return (time.perf_counter() - start) * 1000


def measure(rounds: int, python: str) -> dict[str, float]:
    """Median milliseconds of each program."""
    called = programs(python)
    times: dict[str, list[float]] = {name: [] for name in called}
    with tempfile.TemporaryDirectory() as folder:
        for arguments in called.values():
            timed(arguments, folder)
        for _ in range(rounds):
            for name, arguments in called.items():
                times[name].append(timed(arguments, folder))
    return {name: statistics.median(found) for name, found in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, help="runs of each program (default: %(default)s)")
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="Python that has the peer")
    args = parser.parse_args()
    if args.rounds < 1:
        parser.error("rounds begin at 1")
    medians = measure(args.rounds, args.peers)
    print(f"median of {args.rounds} processes each, in turns\n")
    print(f"{'':26}  {'ms':>6}  of typer's")
    for name, ms in medians.items():
        print(f"{name:26}  {ms:6.0f}  {ms / medians[TYPER]:10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
