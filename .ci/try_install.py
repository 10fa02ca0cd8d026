"""See that an installed fen2img, not a checkout, draws with every piece set and theme: try_install.py CHECKOUT.

Run by the Python of the environment that it is installed in, from a folder that is not the checkout.
"""

import subprocess
import sys
from importlib.resources import files
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import fen2img
from fen2img.themes import THEMES

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
EVERY_PIECE = "kqrbnp2/8/8/8/8/8/8/KQRBNP2 w - - 0 1"
STARTS = {"svg": b"<svg", "png": b"\x89PNG"}


def packed(checkout: Path) -> list[str]:
    """Compare the packed pieces with the checkout's; the names of the sets."""
    home = Path(fen2img.__file__).parent
    assert Path(sys.prefix) in home.parents, f"this fen2img lies in {home}, not in the environment"
    assert (home / "py.typed").is_file(), "py.typed is missing"
    inside, outside = Path(str(files("fen2img") / "pieces")), checkout / "pieces"
    wanted = sorted(p.relative_to(outside) for p in outside.rglob("*") if p.is_file())
    there = sorted(p.relative_to(inside) for p in inside.rglob("*") if p.is_file())
    assert wanted == there, f"pieces in the package: {there}; in the checkout: {wanted}"
    assert all((inside / p).read_bytes() == (outside / p).read_bytes() for p in wanted), "a piece file differs"
    return sorted([*(p.parent.name for p in outside.glob("*/set.toml")), "letters"])  # that one needs no files


def command(*args: str) -> str:
    """The output of the installed command."""
    found = [str(Path(sys.executable).with_name("fen2img")), *args]
    return subprocess.run(found, check=True, text=True, stdout=subprocess.PIPE).stdout


def main(checkout: Path) -> None:
    """Try everything."""
    sets = packed(checkout)
    assert sets, "no piece sets"
    assert [row.split()[0] for row in command("pieces").splitlines()[1:]] == sets, "`fen2img pieces` lists other sets"
    listed = [row.split()[0] for row in command("themes").splitlines()[1:]]
    assert listed == list(THEMES), "`fen2img themes` lists other themes"
    diagram = fen2img.Diagram.from_fen(EVERY_PIECE)
    for pieces, theme, form in product(sets, THEMES, STARTS):
        data = diagram.render(form, pieces=pieces, theme=theme)
        assert data.startswith(STARTS[form]), f"no {form} with {pieces} on {theme}"
        assert len(data) > 3000, f"an empty {form} with {pieces} on {theme}"
    with TemporaryDirectory() as folder:
        for pieces, form in product(sets, STARTS):
            path = Path(folder, f"{pieces}.{form}")
            command(FEN, "-o", str(path), "--pieces", pieces)
            assert path.read_bytes().startswith(STARTS[form]), f"the command wrote no {form}"
    print(f"{len(sets)} piece sets on {len(THEMES)} themes: all drawn as {' and '.join(STARTS)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
