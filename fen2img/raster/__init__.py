"""Scene -> pixels."""

from fen2img.raster.plate import in_full, indexed
from fen2img.raster.spaces import in_space, on_paper
from fen2img.raster.tiles import draw, draw_whole

__all__ = ["draw", "draw_whole", "in_full", "in_space", "indexed", "on_paper"]
