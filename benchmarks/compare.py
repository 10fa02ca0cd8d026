"""Positions to PNG in one process: fen2img beside python-chess' `chess.svg` drawn by cairosvg.

Both get the same FENs as text and give the bytes of a PNG, without coordinates. Rounds alternate, so that what slows
the machine slows both; the median round counts.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import cairosvg

from fen2img import Diagram, Style

try:
    import chess
    import chess.svg
except ImportError:
    sys.exit("python-chess is missing: pip install chess (licence: GPL-3.0; fen2img itself never needs it)")

SEED = 64
TARGET = 8.0
WARM_UP = 20

Drawer = Callable[[str], bytes]


def positions(count: int) -> list[str]:
    """Distinct positions from random legal play, with all six fields; the same ones each time."""
    rng = random.Random(SEED)
    found: dict[str, str] = {}
    while len(found) < count:
        board = chess.Board()
        for _ in range(rng.randrange(8, 120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        found.setdefault(board.board_fen(), board.fen())
    return list(found.values())


def by_fen2img(size: int) -> Drawer:
    style = Style(size=size, coordinates="none")
    return lambda fen: Diagram.from_fen(fen).png(style)


def by_python_chess(size: int) -> Drawer:
    def draw(fen: str) -> bytes:
        svg = chess.svg.board(chess.Board(fen), size=size, coordinates=False)
        png: bytes = cairosvg.svg2png(bytestring=svg.encode())
        return png

    return draw


def timed(draw: Drawer, fens: list[str]) -> tuple[float, float]:
    """Images a second, and the median of their bytes."""
    start = time.perf_counter()
    sizes = [len(draw(fen)) for fen in fens]
    return len(fens) / (time.perf_counter() - start), statistics.median(sizes)


def measure(fens: list[str], size: int, rounds: int) -> dict[str, object]:
    ours, theirs = by_fen2img(size), by_python_chess(size)
    for draw in (ours, theirs):
        timed(draw, fens[:WARM_UP])
    speeds: dict[Drawer, list[float]] = {ours: [], theirs: []}
    weights: dict[Drawer, float] = {}
    for i in range(rounds):
        for draw in (ours, theirs) if i % 2 == 0 else (theirs, ours):
            speed, weights[draw] = timed(draw, fens)
            speeds[draw].append(speed)
    fast, slow = statistics.median(speeds[ours]), statistics.median(speeds[theirs])
    return {
        "size": size,
        "fen2img": {"images_per_second": round(fast, 1), "median_bytes": weights[ours]},
        "python-chess": {"images_per_second": round(slow, 1), "median_bytes": weights[theirs]},
        "ratio": round(fast / slow, 2),
    }


def versions() -> dict[str, str]:
    names = ("fen2img", "chess", "cairosvg", "cairocffi", "pillow", "isal", "resvg-py")
    return {
        "python": platform.python_version(),
        "cairo": cairosvg.surface.cairo.cairo_version_string(),
        **{name: version(name) for name in names},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="positions (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds each (default: %(default)s)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[360, 800], help="pixels (default: 360 800)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    args = parser.parse_args()
    if min(args.count, args.rounds, *args.sizes) < 1:
        parser.error("counts, rounds and sizes begin at 1")
    fens = positions(args.count)
    about = f"{args.count} positions, median of {args.rounds} rounds, no coordinates"
    results = []
    if not args.json:
        print(", ".join(f"{name} {number}" for name, number in versions().items()))
        print(f"{about}; images/s (median bytes)\n")
        print(f"{'px':>5}  {'fen2img':>20}  {'chess.svg + cairosvg':>20}  {'ratio':>6}  target {TARGET:g}")
    for size in args.sizes:
        results.append(found := measure(fens, size, args.rounds))
        if not args.json:
            cells = [
                f"{found[name]['images_per_second']:,.0f} ({found[name]['median_bytes']:,.0f} B)"
                for name in ("fen2img", "python-chess")
            ]
            verdict = "reached" if found["ratio"] >= TARGET else "missed"
            print(f"{size:5}  {cells[0]:>20}  {cells[1]:>20}  {found['ratio']:6.1f}  {verdict}", flush=True)
    if args.json:
        print(json.dumps({"about": about, "versions": versions(), "target": TARGET, "results": results}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
