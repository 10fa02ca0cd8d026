"""How fast inputs are read: records a second of a processor, and the most memory (on Linux).

`python benchmarks/reading.py [ROWS]` makes the inputs itself, in a temporary folder: positions of random games, no two
alike; for a million that takes some minutes.
"""

from __future__ import annotations

import gzip
import json
import re
import resource
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import chess
from positions import stream

READ = r"""
import re, sys, time
from pathlib import Path
from fen2img.inputs import CHESS, read_input, read_record
start = time.process_time()
rows = good = 0
with open(sys.argv[1], "rb") as stream:
    for record in read_input(stream, sys.argv[1]):
        rows += 1
        good += {good}
seconds = time.process_time() - start
print(rows, good, seconds, re.search(r"VmHWM:\s+([0-9]+)", Path("/proc/self/status").read_text())[1])
"""
PLACEMENT = "read_record(record, CHESS).position is not None"


def write_inputs(folder: Path, rows: int) -> list[Path]:
    """The same positions as a list, a table, a table of puzzles, that one compressed, and JSON Lines."""
    files = [folder / name for name in ("list.txt", "table.csv", "puzzles.csv", "puzzles.csv.gz", "objects.jsonl")]
    header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    with ExitStack() as opened:
        fens, table, puzzles, objects = (opened.enter_context(files[i].open("w")) for i in (0, 1, 2, 4))
        packed = opened.enter_context(gzip.open(files[3], "wt", 1))
        table.write("id,fen,rating,title\n")
        puzzles.write(header)
        packed.write(header)
        for n, fen in enumerate(stream(rows)):
            fens.write(fen + "\n")
            table.write(f'{n:07},{fen},{800 + n % 2000},"Position, the {n}th"\n')
            objects.write(json.dumps({"id": f"{n:07}", "fen": fen, "title": f"Position {n}"}) + "\n")
            move = next(iter(chess.Board(fen).legal_moves), None) or "0000"
            row = f"{n:07},{fen},{move} a1a2,{800 + n % 2000},80,90,100,middlegame short,https://example.org,\n"
            puzzles.write(row)
            packed.write(row)
    return files


def run(command: list[str]) -> tuple[str, float]:
    """What a process says, and its seconds on a processor: whatever else the machine does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout + done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(files: list[Path]) -> None:
    """A line for each input."""
    for file in files:
        told = [file.name.ljust(15)]
        for what, good in (("rows alone", "1"), ("with placement", PLACEMENT)):
            said, _ = run([sys.executable, "-c", READ.replace("{good}", good), str(file)])
            count, _, seconds, memory = map(float, said.split())
            told.append(f"{what} {count / seconds:9,.0f}/s {memory / 1024:4.0f} MB")
        said, seconds = run([sys.executable, "-m", "fen2img", "check", str(file)])
        read = int(re.search(r"(?m)^([0-9]+) read:", said)[1])  # type: ignore[index]
        told.append(f"check {read / seconds:9,.0f}/s")
        print("; ".join(told), flush=True)


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        measure(write_inputs(Path(name), rows))


if __name__ == "__main__":
    main()
