"""Pictures in terminals: who shows them, and the sequences that do it."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from typing import Literal

from fen2img.diagram import Diagram
from fen2img.formats import FORMATS
from fen2img.render import render
from fen2img.style import Style

Protocol = Literal["text", "kitty", "iterm", "sixel"]

#: Beginnings of TERM, and whole names in TERM_PROGRAM, of terminals that show pictures as they come.
_TERMS: dict[str, Protocol] = {
    "xterm-kitty": "kitty",
    "xterm-ghostty": "kitty",
    "foot": "sixel",
    "mlterm": "sixel",
    "contour": "sixel",
    "yaft": "sixel",
}
_PROGRAMS: dict[str, Protocol] = {
    "iTerm.app": "iterm",
    "WezTerm": "iterm",
    "mintty": "iterm",
    "ghostty": "kitty",
    "contour": "sixel",
}
#: Variables that a terminal sets for what runs in it. They are handed on to a terminal that is started from there,
#: so that they count only where no other one has left its own.
_OWN: dict[str, Protocol] = {"KITTY_WINDOW_ID": "kitty", "GHOSTTY_RESOURCES_DIR": "kitty"}
_OTHERS = ("VTE_VERSION", "XTERM_VERSION", "KONSOLE_VERSION", "ALACRITTY_WINDOW_ID", "WT_SESSION", "TERMINAL_EMULATOR")
#: Between programs and terminal these keep the screen, and no pictures.
_BETWEEN = ("TMUX", "STY", "ZELLIJ")
#: Bytes of base64 that kitty takes at a time.
CHUNK = 4096
#: Lines that a picture has within tmux, which does not know how high it is.
LINES = 20


def protocol_of(environ: Mapping[str, str]) -> Protocol:
    """How a terminal shows pictures, by the environment alone; text where that leaves a doubt."""
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    if any(environ.get(name) for name in _BETWEEN) or term.startswith(("screen", "tmux")) or term in ("dumb", "linux"):
        return "text"
    for beginning, protocol in _TERMS.items():
        if term == beginning or term.startswith(f"{beginning}-"):
            return protocol
    if "sixel" in term:
        return "sixel"
    if program:
        return _PROGRAMS.get(program, "text")
    own = [protocol for name, protocol in _OWN.items() if environ.get(name)]
    return own[0] if own and not any(environ.get(name) for name in _OTHERS) else "text"


def picture(diagram: Diagram, style: Style, protocol: Protocol, *, tmux: bool = False) -> str:
    """A diagram as the sequence that shows it, and the end of its line.

    With `tmux` it is handed through to the terminal behind (its option allow-passthrough), in a place kept free for it;
    sixel needs no such thing, as tmux shows it itself. Raises OptionError as `render` does.
    """
    data = render(diagram, style, FORMATS["png"])
    if protocol == "sixel":
        from PIL import Image

        from fen2img.raster.sixel import sixel

        with Image.open(io.BytesIO(data)) as image:
            return sixel(image) + "\n"
    sequence = kitty(data, LINES * tmux) if protocol == "kitty" else iterm(data, LINES * tmux)
    if not tmux:
        return sequence + "\n"
    room = "\n" * LINES + f"\x1b[{LINES}A"
    return f"{room}\x1b7{_through(sequence)}\x1b8\x1b[{LINES}B\r"


def kitty(png: bytes, lines: int = 0) -> str:
    """A PNG as kitty's graphics protocol has it; with `lines` so many lines high, the cursor staying where it is."""
    text = base64.standard_b64encode(png).decode("ascii")
    chunks = [text[i : i + CHUNK] for i in range(0, len(text), CHUNK)]
    # Transmit and show (a=T) a PNG (f=100), and answer nothing (q=2): nobody would read it.
    keys = ["a=T,f=100,q=2" + (f",r={lines},C=1" if lines else "")] + ["q=2"] * (len(chunks) - 1)
    last = len(chunks) - 1
    return "".join(f"\x1b_G{keys[i]},m={int(i < last)};{chunk}\x1b\\" for i, chunk in enumerate(chunks))


def iterm(png: bytes, lines: int = 0) -> str:
    """A PNG as iTerm2's inline images have it; with `lines` so many lines high."""
    height = f"height={lines};" if lines else ""
    text = base64.standard_b64encode(png).decode("ascii")
    return f"\x1b]1337;File=inline=1;size={len(png)};{height}preserveAspectRatio=1:{text}\x07"


def _through(sequence: str) -> str:
    """A sequence wrapped so that tmux hands it through, string by string: it takes no long ones."""
    parts = sequence.replace("\x1b\\", "\x1b\\\0").split("\0")
    return "".join("\x1bPtmux;" + part.replace("\x1b", "\x1b\x1b") + "\x1b\\" for part in parts if part)
