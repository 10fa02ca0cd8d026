"""Races: everybody draws the same positions in turns, each in a process of its own."""

from __future__ import annotations

import base64
import json
import shutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from chess import STARTING_FEN
from peers import OURS, PEERS, Job
from positions import Sample
from report import Race, Row

HERE = Path(__file__).parent
NODE_PEER = "chess-vision + resvg-js"
NODE_SVG = "chess-vision (JavaScript)"
NODE_PACKAGES = ("@chessvision-org/chess-vision", "@resvg/resvg-js")
PIECES = {"K": "King", "Q": "Queen", "R": "Rook", "B": "Bishop", "N": "Knight", "P": "Pawn"}


@dataclass
class Entry:
    """Somebody who takes part: the command that starts the process (a job is added to it), and what it can draw."""

    name: str
    command: list[str]
    scenes: Sequence[str]


@dataclass
class Field:
    """All who take part, their versions, and who cannot and how to change that."""

    entries: list[Entry] = field(default_factory=list)
    versions: dict[str, dict[str, str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


class Drawing:
    """A process that draws what it is given."""

    def __init__(self, entry: Entry, job: Job) -> None:
        self.name, self.job = entry.name, job
        command = [*entry.command, json.dumps(job._asdict())]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.process.communicate()

    def draw(self, samples: Sequence[Sample]) -> tuple[float, list[int], bytes]:
        """Images a second, the bytes of each, the first picture. Ends the program when there is no picture."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(samples) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} draws nothing: {self.job}")
        answer = json.loads(line)
        first = base64.b64decode(answer["first"])
        if not first.startswith(b"<svg" if self.job.format == "svg" else b"\x89PNG\r\n\x1a\n"):
            sys.exit(f"{self.name} gives no {self.job.format}: {first[:20]!r}")
        if len(answer["bytes"]) != len(samples):
            sys.exit(f"{self.name} drew {len(answer['bytes'])} of {len(samples)} positions")
        return len(samples) / answer["seconds"], answer["bytes"], first


def race(
    title: str,
    job: Job,
    entries: Sequence[Entry],
    warm_up: Sequence[Sample],
    rounds: Sequence[Sequence[Sample]],
    pictures: Path | None,
) -> Race:
    """Each round has positions of its own, so that no memory of earlier ones helps; the order is turned each time."""
    scene = "svg" if job.format == "svg" else job.scene
    drawings = [Drawing(entry, job) for entry in entries if scene in entry.scenes]
    speeds: dict[str, list[float]] = {one.name: [] for one in drawings}
    sizes: dict[str, list[int]] = {one.name: [] for one in drawings}
    for drawing in drawings:
        _, found, first = drawing.draw(warm_up)
        if len(set(found)) < min(2, len(warm_up)):
            sys.exit(f"{drawing.name} draws the same for every position: {job}")
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            (pictures / f"{title} {drawing.name}.{job.format}").write_bytes(first)
    for i, samples in enumerate(rounds):
        for drawing in drawings if i % 2 == 0 else reversed(drawings):
            speed, found, _ = drawing.draw(samples)
            speeds[drawing.name].append(speed)
            sizes[drawing.name] += found
    for drawing in drawings:
        with drawing:
            pass
    return Race(title, [Row(name, found, statistics.median(sizes[name])) for name, found in speeds.items()])


def field_of(python: str, cache: Path | None) -> Field:
    """Who can take part: fen2img here, the peers of that Python, those of npm in that folder."""
    found = Field()
    script = str(HERE / "peers.py")
    for peer in (OURS, *PEERS):
        command = [sys.executable if peer is OURS else python, script, peer.name]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode == 0:
            found.entries.append(Entry(peer.name, command, peer.scenes))
            found.versions[peer.name] = json.loads(told.stdout)
        elif peer is OURS:
            sys.exit(f"fen2img cannot be imported: {told.stderr.strip().splitlines()[-1]}")
        else:
            found.missing[peer.name] = "`pip install -r benchmarks/requirements.txt`, then `--peers`"
    add_node(found, cache)
    return found


def add_node(found: Field, cache: Path | None) -> None:
    """The peer written in JavaScript, installed into a folder under the cache if npm is there and finds it."""
    install = f"`npm install {' '.join(NODE_PACKAGES)}`"
    node, npm = shutil.which("node"), shutil.which("npm")
    if cache is None or not (node and npm):
        how = (
            "`--cache FOLDER` installs it there" if node and npm else "install Node.js with npm, then `--cache FOLDER`"
        )
        found.missing[NODE_PEER] = f"{how} ({install})"
        return
    folder = cache.absolute() / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n')
    command = [npm, "install", "--no-audit", "--no-fund", "--silent", *NODE_PACKAGES]
    if subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode:
        found.missing[NODE_PEER] = f"npm did not find it here: {install}"
        return
    command = [node, str(HERE / "peers.mjs"), str(folder)]
    asked = [*command, json.dumps(Job("plain", 360)._asdict())]
    trial = json.dumps([(STARTING_FEN, "", ("", ""))])
    told = subprocess.run(asked, input=trial, capture_output=True, text=True, check=False)
    if told.returncode or not told.stdout:
        found.missing[NODE_PEER] = f"installed by {install}, but it draws nothing"
        return
    found.entries.append(Entry(NODE_PEER, command, ("plain",)))
    found.entries.append(Entry(NODE_SVG, command, ("svg",)))
    about = {name: json.loads((folder / "node_modules" / name / "package.json").read_text()) for name in NODE_PACKAGES}
    found.versions[NODE_PEER] = {name: one["version"] for name, one in about.items()}


def png_pieces(folder: Path) -> str:
    """The set `book` as PNG files in the layout of fentoboardimage, which brings no pieces."""
    import cairosvg

    for color, letter in (("white", "w"), ("black", "b")):
        (folder / color).mkdir(parents=True, exist_ok=True)
        for piece, name in PIECES.items():
            source = HERE.parent / "pieces" / "book" / f"{letter}{piece}.svg"
            target = folder / color / f"{name}.png"
            cairosvg.svg2png(url=str(source), write_to=str(target), output_width=200, output_height=200)
    return str(folder)
