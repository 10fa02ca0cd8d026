"""Scene -> pixels."""

from fen2img.raster.plate import indexed
from fen2img.raster.spaces import in_space, on_paper
from fen2img.raster.tiles import draw, draw_whole

__all__ = ["draw", "draw_whole", "in_space", "indexed", "on_paper"]
