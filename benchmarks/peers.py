"""Who draws: fen2img and its peers, each in a process of its own.

`python peers.py NAME JOB` answers each line of JSON, a list of samples, with one of JSON: the seconds that drawing
took, the bytes of each picture and the first picture in base 64. It runs under any Python that has the peer: nothing
of fen2img is imported for the others.
"""

from __future__ import annotations

import base64
import importlib
import io
import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, NamedTuple

Marked = tuple[str, str, tuple[str, str]]
Drawer = Callable[[Marked], bytes]


class Job(NamedTuple):
    """What is drawn: `plain`, `marked` (outside coordinates, the last move) or `arrows` (two of them)."""

    scene: str
    size: int
    format: str = "png"
    pieces: str = ""
    """A folder with white/King.png … for peers that bring no pieces."""
    optimize: bool = False


class Peer(NamedTuple):
    """Somebody who draws. `packages` are those whose versions are told, `modules` those it needs."""

    name: str
    packages: tuple[str, ...]
    scenes: tuple[str, ...]
    make: Callable[[Job], Drawer]
    modules: tuple[str, ...]


def by_fen2img(job: Job) -> Drawer:
    from fen2img import Diagram, Style

    own: dict[str, Any] = {"optimize": True} if job.optimize else {}
    style = Style(size=job.size, coordinates="outside" if job.scene == "marked" else "none", **own)
    if job.format == "svg":
        return lambda sample: Diagram.from_fen(sample[0]).svg(style).encode()
    if job.scene == "marked":
        return lambda sample: Diagram.from_fen(sample[0]).marked(lastmove=sample[1]).png(style)
    if job.scene == "arrows":
        return lambda sample: Diagram.from_fen(sample[0]).marked(arrow=",".join(sample[2])).png(style)
    return lambda sample: Diagram.from_fen(sample[0]).png(style)


def chess_svg(job: Job) -> Callable[[Marked], str]:
    import chess
    import chess.svg

    def options(sample: Marked) -> dict[str, Any]:
        if job.scene == "marked":
            return {"coordinates": True, "lastmove": chess.Move.from_uci(sample[1])}
        moves = [chess.Move.from_uci(text) for text in sample[2]] if job.scene == "arrows" else []
        return {"coordinates": False, "arrows": [chess.svg.Arrow(move.from_square, move.to_square) for move in moves]}

    return lambda sample: chess.svg.board(chess.Board(sample[0]), size=job.size, **options(sample))


def by_chess_svg(job: Job) -> Drawer:
    svg = chess_svg(job)
    return lambda sample: svg(sample).encode()


def by_cairosvg(job: Job) -> Drawer:
    import cairosvg

    svg = chess_svg(job)
    return lambda sample: cairosvg.svg2png(bytestring=svg(sample).encode())


def by_resvg_py(job: Job) -> Drawer:
    import resvg_py

    svg = chess_svg(job)
    return lambda sample: bytes(resvg_py.svg_to_bytes(svg_string=svg(sample), skip_system_fonts=True))


def by_resvg(job: Job) -> Drawer:
    from resvg import render, usvg

    svg, options = chess_svg(job), usvg.Options.default()
    identity = (1, 0, 0, 0, 1, 0)  # by rows; another order draws squares without pieces
    return lambda sample: bytes(render(usvg.Tree.from_str(svg(sample), options), identity))


def by_fentoboardimage(job: Job) -> Drawer:
    from fentoboardimage import fen_to_image, load_pieces_folder

    pieces = load_pieces_folder(job.pieces)
    look = {"square_length": job.size // 8, "piece_set": pieces, "dark_color": "#b58863", "light_color": "#f0d9b5"}
    return lambda sample: png_of(fen_to_image(sample[0], **look))


def by_chessboard_image(job: Job) -> Drawer:
    from chessboard_image import generate_bytes

    return lambda sample: generate_bytes(sample[0], size=job.size)


def by_fen2pil(job: Job) -> Drawer:
    from fen2pil.draw import transform_fen_pil

    return lambda sample: png_of(transform_fen_pil(fen=sample[0], board_size=job.size))


def png_of(image: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


PLAIN, ALL = ("plain",), ("plain", "marked", "arrows")
OURS = Peer("fen2img", ("fen2img", "cairosvg", "pillow", "isal"), (*ALL, "svg"), by_fen2img, ("fen2img",))
PEERS = (
    Peer("chess.svg + cairosvg", ("chess", "cairosvg"), ALL, by_cairosvg, ("chess", "cairosvg")),
    Peer("chess.svg + resvg", ("resvg", "chess"), PLAIN, by_resvg, ("chess", "resvg")),
    Peer("chess.svg + resvg-py", ("resvg-py", "chess"), PLAIN, by_resvg_py, ("chess", "resvg_py")),
    Peer("fentoboardimage", ("fentoboardimage", "pillow"), PLAIN, by_fentoboardimage, ("fentoboardimage",)),
    Peer("chessboard-image", ("chessboard-image", "pillow"), PLAIN, by_chessboard_image, ("chessboard_image",)),
    Peer("fen2pil", ("fen2pil", "pillow", "chess"), PLAIN, by_fen2pil, ("fen2pil.draw",)),
    Peer("chess.svg", ("chess",), ("svg",), by_chess_svg, ("chess",)),
)
NAMED = {peer.name: peer for peer in (OURS, *PEERS)}


def versions(peer: Peer) -> dict[str, str]:
    """Versions of what the peer needs. Raises ImportError or PackageNotFoundError when it cannot draw here."""
    for module in peer.modules:
        importlib.import_module(module)
    found = {name: version(name) for name in peer.packages}
    if "cairosvg" in peer.modules:
        found["cairo"] = importlib.import_module("cairocffi").cairo_version_string()
    return found


def serve(draw: Drawer) -> None:
    for line in sys.stdin:
        samples = json.loads(line)
        start = time.perf_counter()
        sizes = [len(draw(sample)) for sample in samples]  # a picture is let go, as one that was written
        seconds = time.perf_counter() - start
        first = base64.b64encode(draw(samples[0])).decode()
        print(json.dumps({"seconds": seconds, "bytes": sizes, "first": first}), flush=True)


def main() -> int:
    peer = NAMED[sys.argv[1]]
    if len(sys.argv) == 2:
        print(json.dumps(versions(peer)))
        return 0
    serve(peer.make(Job(**json.loads(sys.argv[2]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
