"""How fast inputs are read: records a second and the most memory, for tables, lists, puzzles and JSON Lines.

`python benchmarks/reading.py [ROWS]` makes the inputs itself (positions of random games, no two alike; that takes some minutes), in a temporary folder.
"""

from __future__ import annotations

import gzip
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import chess
from positions import stream

READ = """
import resource, sys, time
from fen2img.inputs import CHESS, read_input, read_record
start = time.perf_counter()
rows = good = 0
with open(sys.argv[1], "rb") as stream:
    for record in read_input(stream, sys.argv[1]):
        rows += 1
        good += {good}
print(rows, good, time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
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


def run(command: list[str]) -> tuple[str, float, float]:
    """What a process says, its seconds, and the most memory of any child so far, in MB."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    return done.stdout or done.stderr, seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        for file in write_inputs(Path(name), rows):
            told = [file.name.ljust(15)]
            for what, good in (("rows alone", "1"), ("with placement", PLACEMENT)):
                said, _, _ = run([sys.executable, "-c", READ.replace("{good}", good), str(file)])
                count, _, seconds, memory = map(float, said.split())
                told.append(f"{what} {count / seconds:9,.0f}/s {memory / 1024:5.0f} MB")
            said, seconds, _ = run([sys.executable, "-m", "fen2img", "check", str(file)])
            read = int(re.search(r"([0-9]+) read", said)[1])  # type: ignore[index]
            told.append(f"check {read / seconds:9,.0f}/s")
            print("; ".join(told), flush=True)


if __name__ == "__main__":
    main()
