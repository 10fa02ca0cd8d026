"""Diagram: a position and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass

from fen2img.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """A position with its words; how it looks is a `Style`."""

    position: Position
    title: str | None = None
    caption: str | None = None

    @property
    def heading(self) -> str:
        """What the picture is called in metadata: the title, else the caption, else a plain name."""
        return self.title or self.caption or "Chess diagram"
