"""The benchmarks: what is drawn, and what is written about it. Nothing here measures a time."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
report = importlib.import_module("report")
sys.path.remove(str(BENCHMARKS))


@pytest.fixture
def positions(monkeypatch):
    """The module, which needs python-chess."""
    pytest.importorskip("chess", reason="python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'")
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("positions")


def test_positions_are_distinct_and_legal_and_so_are_their_moves(positions):
    import chess

    samples = positions.samples(60)
    assert len({sample.fen.split()[0] for sample in samples}) == 60
    for sample in samples:
        board = chess.Board(sample.fen)
        assert board.is_valid()
        assert board.piece_at(chess.parse_square(sample.lastmove[2:])).color != board.turn
        assert len(set(sample.arrows)) == 2
        assert set(sample.arrows) <= {move.uci()[:4] for move in board.legal_moves}


def test_positions_are_the_same_each_time_and_fewer_are_the_first_of_more(positions):
    samples = positions.samples(40)
    assert positions.samples(10) == samples[:10]
    assert digest(repr([tuple(sample) for sample in samples])) == "968e6e592672f92f"


def test_stream_gives_distinct_positions_the_same_each_time(positions):
    fens = list(positions.stream(500))
    assert len({fen.split()[0] for fen in fens}) == 500
    assert list(islice(positions.stream(1000), 500)) == fens
    assert digest("\n".join(fens)) == "65a2c49a8903095c"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def race(title, *rows):
    return report.Race(title, [report.Row(*row) for row in rows])


RUN = report.Result(
    date="2026-11-30",
    machine="2 cores of Some CPU, x86_64, Python 3.11.7",
    versions={"fen2img": "0.1.0", "pillow": "13.0.0"},
    peer_versions={"chess": "1.11.2"},
    count=1000,
    rounds=3,
    races=[
        race(
            "360 px",
            ("fen2img", [9000.0, 10000.0, 11000.0], 9000.0),
            ("chess.svg + cairosvg", [45.0, 40.0, 50.0], 15000.0),
            ("fentoboardimage", [450.0, 500.0, 440.0], 18000.0),
        ),
        race("SVG text", ("fen2img", [40000.0] * 3, 10000.0), ("chess.svg", [1000.0] * 3, 12500.0)),
        race("360 px, optimize", ("fen2img", [3000.0] * 3, 7200.0)),
    ],
    batch={"workers": 1.834, "memory": 151.2},
    cold={
        "python -c pass": 12.0,
        "import typer": 60.0,
        "fen2img FEN -o x.svg": 120.0,
        "fen2img FEN -o x.png": 180.0,
        "chess.svg + cairosvg": 300.0,
    },
    missing={"fen2pil": "`pip install fen2pil`, then `--peers`"},
)

PAGE = """\
# Benchmarks

Written by `python benchmarks/compare.py --write` ([how to run it](../benchmarks/README.md)); not by hand.

2026-11-30. 2 cores of Some CPU, x86_64, Python 3.11.7. 1000 positions a round (5 times as many of SVG text), 3 rounds.

## Targets

|  | target | this run |  |
|---|---|---|---|
| PNG 360 px, beside chess.svg + cairosvg | ≥ 200x | 220x | reached |
| PNG 360 px, beside fentoboardimage | ≥ 25x | 20.0x | **missed** |
| PNG 800 px, beside chess.svg + cairosvg | ≥ 100x |  | not measured |
| PNG 360 px, coordinates, last move, beside chess.svg + cairosvg | ≥ 120x |  | not measured |
| PNG 360 px, two arrows, beside chess.svg + cairosvg | ≥ 25x |  | not measured |
| SVG text, beside chess.svg | ≥ 40x | 40.0x | reached |
| median file, PNG 360 px | ≤ 9.5 kB | 9.00 kB | reached |
| median file, PNG 800 px | ≤ 26 kB |  | not measured |
| batch, two workers beside one | ≥ 1.8x | 1.83x | reached |
| memory of a worker, 10,000 positions | ≤ 150 MB | 151 MB | **missed** |
| memory of a worker, 1,000,000 positions | ≤ 150 MB |  | not measured |
| memory, 1,000,000 beside 10,000 | ≤ 1.1x |  | not measured |
| cold start to SVG, beside `import typer` | ≤ 2x | 2.00x | reached |
| cold start to PNG, beside `import typer` | ≤ 4x | 3.00x | reached |
| cold start to PNG, beside chess.svg + cairosvg | ≤ 1x | 0.60x | reached |

## Images a second: fen2img ÷ peer

|  | 360 px | SVG text |
|---|---|---|
| chess.svg + cairosvg | 220 (200–250) |  |
| fentoboardimage | 20.0 (20.0–25.0) |  |
| chess.svg |  | 40.0 (40.0–40.0) |

## Bytes of the median file: fen2img ÷ peer

|  | 360 px | SVG text |
|---|---|---|
| chess.svg + cairosvg | 0.60 |  |
| fentoboardimage | 0.50 |  |
| chess.svg |  | 0.80 |

With `--optimize` the median file of fen2img is 0.80 times as large at 360 px.

## Cold start

One diagram in a process of its own, from start to exit; files in the disk cache, bytecode compiled.

|  | as a multiple of `import typer` | this run, ms |
|---|---|---|
| python -c pass | 0.20 | 12 |
| import typer | 1.00 | 60 |
| fen2img FEN -o x.svg | 2.00 | 120 |
| fen2img FEN -o x.png | 3.00 | 180 |
| chess.svg + cairosvg | 5.00 | 300 |

## Not measured

|  | how |
|---|---|
| fen2pil | `pip install fen2pil`, then `--peers` |

## What is compared, and what is ## This run in absolute numbers

They tell about this machine in this hour; two machines or two hours cannot be compared. Images a second:

|  | 360 px | SVG text | 360 px, optimize |
|---|---|---|---|
| fen2img | 10,000 | 40,000 | 3,000 |
| chess.svg + cairosvg | 45.0 |  |  |
| fentoboardimage | 450 |  |  |
| chess.svg |  | 1,000 |  |

Median kB of a file:

|  | 360 px | SVG text | 360 px, optimize |
|---|---|---|---|
| fen2img | 9.0 | 10.0 | 7.2 |
| chess.svg + cairosvg | 15.0 |  |  |
| fentoboardimage | 18.0 |  |  |
| chess.svg |  | 12.5 |  |

Versions: fen2img 0.1.0, pillow 13.0.0. Peers: chess 1.11.2.
"""


def test_page_of_a_run():
    head, notes, tail = parted(report.markdown(RUN))
    assert head + tail == PAGE
    assert notes == [f"- {note}" for note in report.NOTES]


def parted(page):
    """The page before and behind the notes, and the notes."""
    head, _, rest = page.partition("not equal\n\n")
    notes, _, tail = rest.partition("\n\n")
    return head, notes.splitlines(), tail


def test_figures_are_kept_as_json():
    assert report.from_json(json.dumps(asdict(RUN))) == RUN


def test_what_was_not_measured_is_not_said_to_be_reached():
    empty = replace(RUN, races=[], batch={}, cold={}, missing={})
    page = report.markdown(empty)
    assert page.count("| not measured |") == len(report.TARGETS)
    assert "reached" not in page
    assert "## Cold start" not in page


@pytest.mark.parametrize(("value", "text"), [(0.234, "0.23"), (9.5, "9.50"), (26.04, "26.0"), (1234.5, "1,234")])
def test_numbers_have_three_digits(value, text):
    assert report.number(value) == text


@pytest.mark.parametrize(
    ("bound", "most", "value", "reached"),
    [
        (200, False, 200, True),
        (200, False, 199.9, False),
        (2, True, 2, True),
        (2, True, 2.01, False),
    ],
)
def test_a_target_is_reached_at_its_bound(bound, most, value, reached):
    assert report.Target("", bound, "x", lambda run: None, most).reached(value) is reached
