"""How fast inputs are read: records a second and the most memory, for tables, lists, puzzles and JSON Lines.

`python benchmarks/reading.py [ROWS]` makes the inputs itself (positions of random games), in a temporary folder.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import chess

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


def positions(count: int) -> Iterator[tuple[str, str, str]]:
    """FEN, a legal move, and the FEN after it, of random games."""
    random.seed(64)
    board = chess.Board()
    for _ in range(count):
        if board.is_game_over() or board.ply() > 120:
            board = chess.Board()
        before, move = board.fen(en_passant="fen"), random.choice(list(board.legal_moves))
        board.push(move)
        yield before, move.uci(), board.fen(en_passant="fen")


def write_inputs(folder: Path, rows: int) -> list[Path]:
    """The same positions as a list, a table, a table of puzzles, that one compressed, and JSON Lines."""
    files = [folder / name for name in ("list.txt", "table.csv", "puzzles.csv", "puzzles.csv.gz", "objects.jsonl")]
    distinct = list(positions(min(rows, 50_000)))
    with files[0].open("w") as fens, files[1].open("w") as table, files[4].open("w") as objects:
        table.write("id,fen,rating,title\n")
        for n in range(rows):
            fen = distinct[n % len(distinct)][0]
            fens.write(fen + "\n")
            table.write(f'{n:07},{fen},{800 + n % 2000},"Position, the {n}th"\n')
            objects.write(json.dumps({"id": f"{n:07}", "fen": fen, "title": f"Position {n}"}) + "\n")
    header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    with files[2].open("w") as puzzles, gzip.open(files[3], "wt", 1) as packed:
        for out in (puzzles, packed):
            out.write(header)
            for n in range(rows):
                fen, move, _ = distinct[n % len(distinct)]
                out.write(
                    f"{n:07},{fen},{move} a1a2,{800 + n % 2000},80,90,100,middlegame short,https://example.org,\n"
                )
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
