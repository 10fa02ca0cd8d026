"""fen2img beside its peers: everything that docs/benchmarks.md shows, in one run."""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import os
import platform
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import report
from peers import Job
from report import Race, Result

try:
    import batches
    import cold_start
    from positions import samples
    from turns import Field, field_of, png_pieces, race
except ImportError as error:
    sys.exit(f"{error.name} is missing: pip install -e '.[pgn]' (python-chess is GPL-3.0; fen2img never needs it)")

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PARTS = ("speed", "batch", "cold")
#: Positions that everybody draws before the first round: programs that run for long are compared.
WARM_UP = 200
#: So few are packed as small as they get: for their size, as each takes a while.
OPTIMIZED = 20


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def machine() -> str:
    """Cores, processor, system and Python; nothing that names a computer."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        system = f"{platform.system()} {platform.release()}"
    processor = models[0] if models else platform.processor() or "unknown processor"
    cores = os.cpu_count()
    return f"{cores} cores of {processor}, {platform.machine()}, {system}, Python {platform.python_version()}"


def jobs(pieces: str) -> dict[str, Job]:
    """The races by title; those with smaller files only when fen2img has the option."""
    from fen2img import Style

    found = {
        report.SMALL: Job("plain", 360, pieces=pieces),
        report.LARGE: Job("plain", 800, pieces=pieces),
        report.MARKED: Job("marked", 360),
        report.ARROWS: Job("arrows", 360),
        report.SVG: Job("plain", 360, "svg"),
    }
    if "optimize" in {one.name for one in dataclasses.fields(Style)}:
        found[report.OPTIMIZED_SMALL] = Job("plain", 360, optimize=True)
        found[report.OPTIMIZED_LARGE] = Job("plain", 800, optimize=True)
    return found


def races(found: Field, args: argparse.Namespace, folder: Path) -> list[Race]:
    most = args.count * report.SVG_TIMES
    drawn = samples(WARM_UP + most * args.rounds)
    warm_up, rest = drawn[:WARM_UP], drawn[WARM_UP:]
    rounds = [rest[i * most : (i + 1) * most] for i in range(args.rounds)]
    done = []
    for title, job in jobs(png_pieces(folder)).items():
        if args.race and title not in args.race:
            continue
        # The smaller files are fen2img's own affair.
        entries = found.entries[:1] if job.optimize else found.entries
        count = min(args.count, OPTIMIZED) if job.optimize else most if job.format == "svg" else args.count
        say(f"{title}: {args.rounds} rounds of {count} positions")
        done.append(race(title, job, entries, warm_up, [part[:count] for part in rounds], args.pictures))
    return done


def measure(args: argparse.Namespace) -> Result:
    found = field_of(args.peers, args.cache)
    missing = dict(found.missing)
    drawn: list[Race] = []
    batch: dict[str, float] = {}
    cold: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "speed" in args.only:
            drawn = races(found, args, folder)
            if report.OPTIMIZED_SMALL not in jobs(""):
                missing["smaller PNG"] = "this fen2img has no option `optimize`"
        if "batch" not in args.only:
            pass
        elif batches.has_jobs():
            batch = batches.measure(folder, args.batch_count, args.rounds, args.long, say)
        else:
            missing["two workers, memory"] = "this fen2img has no `batch --jobs`"
        if "cold" in args.only:
            say(f"cold start: {args.cold_rounds} processes each")
            cold = cold_start.measure(args.cold_rounds, args.peers)
    if "batch" in args.only and not args.long:
        missing["memory of 1,000,000 positions"] = "`--long`"
    own = found.versions[report.OURS]
    theirs = {package: n for name, told in found.versions.items() if name != report.OURS for package, n in told.items()}
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return Result(today, machine(), own, theirs, args.count, args.rounds, drawn, batch, cold, missing)


def reached(batch: Mapping[str, float]) -> set[str]:
    """What is not missing, for an earlier run has it."""
    return {"memory of 1,000,000 positions"} if "memory-long" in batch else set()


def completed(found: Result, earlier: Result, only: Sequence[str]) -> Result:
    """A run with the parts that it left out from an earlier one. Ends the program where that was not the same thing."""
    for what in ("machine", "versions", "peer_versions"):
        if getattr(found, what) != getattr(earlier, what):
            sys.exit(f"the earlier run had another {what.replace('_', ' ').removesuffix('s')}: measure all parts anew")
    parts: dict[str, Any] = {"missing": {**earlier.missing, **found.missing}}
    parts |= {} if "speed" in only else {n: getattr(earlier, n) for n in ("count", "rounds")}
    parts["races"] = list({race.title: race for race in (*earlier.races, *found.races)}.values())
    parts |= {name: {**getattr(earlier, name), **getattr(found, name)} for name in ("batch", "cold")}
    parts["missing"] = {what: why for what, why in parts["missing"].items() if what not in reached(parts["batch"])}
    if found.date != earlier.date:
        parts["date"] = f"{earlier.date}, {' and '.join(only)} {found.date}"
    return dataclasses.replace(found, **parts)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="Python that has the peers")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="where npm may install the peer in JavaScript")
    parser.add_argument("--count", type=int, default=1000, help="positions a round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds each (default: %(default)s)")
    parser.add_argument("--batch-count", type=int, default=100_000, help="positions of a batch (default: %(default)s)")
    parser.add_argument("--cold-rounds", type=int, default=25, help="cold starts each (default: %(default)s)")
    parser.add_argument("--long", action="store_true", help="memory of a million positions too: minutes more")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts of it (default: all)")
    parser.add_argument(
        "--race", nargs="+", choices=jobs(""), metavar="TITLE", help="of the speeds only these, such as 'SVG text'"
    )
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a picture of each")
    parser.add_argument("--earlier", type=Path, metavar="FILE", help="take other parts from what --json kept of a run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep all figures")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md (else it goes to the terminal)")
    args = parser.parse_args()
    if min(args.count, args.rounds, args.batch_count, args.cold_rounds) < 1:
        parser.error("counts and rounds begin at 1")
    if args.write and (set(args.only) != set(PARTS) or args.race) and not args.earlier:
        parser.error("--write wants all parts, or --earlier")
    return args


def main() -> int:
    args = arguments()
    found = measure(args)
    if args.earlier:
        found = completed(found, report.from_json(args.earlier.read_text(encoding="utf-8")), args.only)
    if args.json:
        args.json.write_text(json.dumps(dataclasses.asdict(found), indent=2) + "\n", encoding="utf-8")
    if args.write:
        PAGE.write_text(report.markdown(found), encoding="utf-8")
        say(f"{PAGE.name} written")
    else:
        print(report.markdown(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
