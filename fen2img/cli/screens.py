"""What the commands that print boards share: options of the terminal."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from fen2img.terminal import Screen, screen_of
from fen2img.terminal import When as Wanted

When = Annotated[
    Wanted,
    typer.Option("--color", metavar="WORD", help="Colours in the terminal: auto, always, never."),
]
Ascii = Annotated[
    bool, typer.Option("--ascii", help="Letters instead of chess symbols. \\[default: where the terminal has none]")
]


def screen_for(when: Wanted, ascii: bool) -> Screen:
    """What standard output shows."""
    return screen_of(sys.stdout, os.environ, when, ascii=ascii)
