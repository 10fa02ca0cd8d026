"""What a run found, and docs/benchmarks.md from it."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

OURS = "fen2img"
CAIRO = "chess.svg + cairosvg"
SMALL, LARGE = "360 px", "800 px"
MARKED, ARROWS, SVG = "coordinates, last move", "two arrows", "SVG text"
OPTIMIZED_SMALL, OPTIMIZED_LARGE = "360 px, optimize", "800 px, optimize"
#: How many times as many positions a round has of SVG text, of which a thousand are drawn too fast for a clock.
SVG_TIMES = 5
TYPER, COLD_SVG, COLD_PNG = "import typer", "fen2img FEN -o x.svg", "fen2img FEN -o x.png"

#: What is compared and what is not equal about it; each a paragraph of a list.
NOTES = (
    "Everybody gets the same positions as FEN text, from random legal play, each drawn once, and gives the bytes of a "
    "file in memory; no files are written. Each program runs in a process of its own, one draws at a time. Rounds "
    "alternate; a ratio is taken within a round, and the median round counts (in brackets the least and the largest).",
    "fen2img writes palette images by default; the peers write full colours with an alpha channel or without. With "
    "`--png-colors full` fen2img writes larger files and is slower.",
    "The pieces are those each program comes with, in more or less detail. fentoboardimage brings none; it gets "
    "fen2img's set `book` as PNG files of 200 pixels.",
    "fen2img reads the whole FEN and refuses a wrong placement; python-chess (also inside fen2pil) builds a board that "
    "could move; fentoboardimage and chessboard-image look at the placement only, and hardly check it.",
    "fen2img's PNG has the position in words and the FEN in its metadata, its SVG a title and description. `chess.svg` "
    "writes a board of letters into its SVG; the other peers write neither.",
    "chessboard-image decodes its pieces anew for each picture and goes through a temporary file, fen2pil loads and "
    "scales them anew: that is how their public functions work.",
    "Coordinates and last move, and arrows, are compared with `chess.svg` alone: other peers have no such marks, or "
    "different ones (coordinates in the squares, arrows from pictures of one's own). The two arrows of each position "
    "are possible moves; a knight's bends in fen2img. `chess.svg` writes coordinates on four sides, fen2img on two.",
)


@dataclass(frozen=True)
class Row:
    """Somebody in a race: images a second of each round, and the median bytes of a file."""

    name: str
    speeds: Sequence[float]
    bytes: float


@dataclass(frozen=True)
class Race:
    """Who drew the same positions, how fast, into how many bytes."""

    title: str
    rows: Sequence[Row]

    def row(self, name: str) -> Row | None:
        return next((row for row in self.rows if row.name == name), None)

    def ratios(self, name: str) -> list[float]:
        """fen2img ÷ the peer, in each round; nothing when one of them is missing."""
        ours, theirs = self.row(OURS), self.row(name)
        return [a / b for a, b in zip(ours.speeds, theirs.speeds, strict=True)] if ours and theirs else []


@dataclass(frozen=True)
class Result:
    """All of a run. `batch` are the figures of batches.py, `cold` the milliseconds of cold_start.py."""

    date: str
    machine: str
    versions: Mapping[str, str]
    peer_versions: Mapping[str, str]
    count: int
    rounds: int
    races: Sequence[Race]
    batch: Mapping[str, float] = field(default_factory=dict)
    cold: Mapping[str, float] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)

    def race(self, title: str) -> Race | None:
        return next((race for race in self.races if race.title == title), None)

    def faster(self, title: str, peer: str) -> float | None:
        race = self.race(title)
        found = race.ratios(peer) if race else []
        return statistics.median(found) if found else None

    def weight(self, title: str) -> float | None:
        """Median bytes of fen2img's files, in kB."""
        race = self.race(title)
        row = race.row(OURS) if race else None
        return row.bytes / 1000 if row else None

    def colder(self, name: str, than: str) -> float | None:
        return self.cold[name] / self.cold[than] if name in self.cold and than in self.cold else None


def from_json(text: str) -> Result:
    """The figures of a run as `--json` kept them."""
    known = json.loads(text)
    races = [Race(race["title"], [Row(**row) for row in race["rows"]]) for race in known.pop("races")]
    return Result(**known, races=races)


@dataclass(frozen=True)
class Target:
    """Something wanted: at least that much, or with `most` at most."""

    what: str
    bound: float
    unit: str
    found: Callable[[Result], float | None]
    most: bool = False

    def reached(self, value: float) -> bool:
        return value <= self.bound if self.most else value >= self.bound


TARGETS = (
    Target(f"PNG {SMALL}, beside {CAIRO}", 200, "x", lambda run: run.faster(SMALL, CAIRO)),
    Target(f"PNG {SMALL}, beside fentoboardimage", 25, "x", lambda run: run.faster(SMALL, "fentoboardimage")),
    Target(f"PNG {LARGE}, beside {CAIRO}", 100, "x", lambda run: run.faster(LARGE, CAIRO)),
    Target(f"PNG {SMALL}, {MARKED}, beside {CAIRO}", 120, "x", lambda run: run.faster(MARKED, CAIRO)),
    Target(f"PNG {SMALL}, {ARROWS}, beside {CAIRO}", 25, "x", lambda run: run.faster(ARROWS, CAIRO)),
    Target("SVG text, beside chess.svg", 40, "x", lambda run: run.faster(SVG, "chess.svg")),
    Target(f"median file, PNG {SMALL}", 9.5, " kB", lambda run: run.weight(SMALL), most=True),
    Target(f"median file, PNG {LARGE}", 26, " kB", lambda run: run.weight(LARGE), most=True),
    Target("batch, two workers beside one", 1.8, "x", lambda run: run.batch.get("workers")),
    Target("memory of a worker, 10,000 positions", 150, " MB", lambda run: run.batch.get("memory"), most=True),
    Target("memory of a worker, 1,000,000 positions", 150, " MB", lambda run: run.batch.get("memory-long"), most=True),
    Target("memory, 1,000,000 beside 10,000", 1.1, "x", lambda run: run.batch.get("flat"), most=True),
    Target("cold start to SVG, beside `import typer`", 2, "x", lambda run: run.colder(COLD_SVG, TYPER), most=True),
    Target("cold start to PNG, beside `import typer`", 4, "x", lambda run: run.colder(COLD_PNG, TYPER), most=True),
    Target(f"cold start to PNG, beside {CAIRO}", 1, "x", lambda run: run.colder(COLD_PNG, CAIRO), most=True),
)


def number(value: float) -> str:
    """Three digits, no more: the rest is noise."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def targets(run: Result) -> str:
    rows = []
    for target in TARGETS:
        value = target.found(run)
        sign = "≤" if target.most else "≥"
        wanted = f"{sign} {target.bound:g}{target.unit}"
        if value is None:
            rows.append((target.what, wanted, "", "not measured"))
        else:
            verdict = "reached" if target.reached(value) else "**missed**"
            rows.append((target.what, wanted, f"{number(value)}{target.unit}", verdict))
    return table(("", "target", "this run", ""), rows)


def peers(run: Result) -> list[str]:
    """All who drew, fen2img first, in the order in which they appear."""
    return list(dict.fromkeys(row.name for race in run.races for row in race.rows))


def matrix(run: Result, cell: Callable[[Race, str], str], without: Sequence[str] = ()) -> str:
    """One row a peer, one column a race; peers and races with nothing to say are left out."""
    shown = [race for race in run.races if any(cell(race, row.name) for row in race.rows if row.name not in without)]
    rows = [(name, *(cell(race, name) for race in shown)) for name in peers(run) if name not in without]
    return table(("", *(race.title for race in shown)), [row for row in rows if any(row[1:])])


def ratio(race: Race, name: str) -> str:
    found = race.ratios(name)
    return f"{number(statistics.median(found))} ({number(min(found))}–{number(max(found))})" if found else ""


def lighter(race: Race, name: str) -> str:
    ours, theirs = race.row(OURS), race.row(name)
    return number(ours.bytes / theirs.bytes) if ours and theirs else ""


def speed(race: Race, name: str) -> str:
    row = race.row(name)
    return number(statistics.median(row.speeds)) if row else ""


def weight(race: Race, name: str) -> str:
    row = race.row(name)
    return f"{row.bytes / 1000:.1f}" if row else ""


def cold(run: Result) -> str:
    rows = [(name, number(ms / run.cold[TYPER]), f"{ms:.0f}") for name, ms in run.cold.items()]
    return table(("", "as a multiple of `import typer`", "this run, ms"), rows)


def listed(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in versions.items())


def smaller(run: Result) -> list[str]:
    """What the option `optimize` saves, where it was measured."""
    pairs = ((SMALL, OPTIMIZED_SMALL), (LARGE, OPTIMIZED_LARGE))
    found = [(title, run.weight(title), run.weight(optimized)) for title, optimized in pairs]
    shares = [f"{number(small / full)} times as large at {title}" for title, full, small in found if full and small]
    return [f"With `--optimize` the median file of fen2img is {' and '.join(shares)}."] if shares else []


def markdown(run: Result) -> str:
    """The whole of docs/benchmarks.md."""
    parts = [
        "# Benchmarks",
        "Written by `python benchmarks/compare.py --write` ([how to run it](../benchmarks/README.md)); not by hand.",
        f"{run.date}. {run.machine}. {run.count} positions a round ({SVG_TIMES} times as many of SVG text), "
        f"{run.rounds} rounds.",
        "## Targets",
        targets(run),
    ]
    if any(len(race.rows) > 1 for race in run.races):
        parts += ["## Images a second: fen2img ÷ peer", matrix(run, ratio, without=[OURS])]
        parts += ["## Bytes of the median file: fen2img ÷ peer", matrix(run, lighter, without=[OURS])]
        parts += smaller(run)
    if run.cold:
        about = "One diagram in a process of its own, from start to exit; files in the disk cache, bytecode compiled."
        parts += ["## Cold start", about, cold(run)]
    if run.missing:
        parts += ["## Not measured", table(("", "how"), run.missing.items())]
    parts += ["## What is compared, and what is not equal", "\n".join(f"- {note}" for note in NOTES)]
    parts += [
        "## This run in absolute numbers",
        "They tell about this machine in this hour; two machines or two hours cannot be compared. Images a second:",
        matrix(run, speed),
        "Median kB of a file:",
        matrix(run, weight),
        f"Versions: {listed(run.versions)}. Peers: {listed(run.peer_versions) or 'none'}.",
    ]
    return "\n\n".join(parts) + "\n"
