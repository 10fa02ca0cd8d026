"""Pixels in another colour space."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


def on_paper(image: Image) -> Image:
    """The image without transparency: white paper lies below."""
    from PIL import Image

    if image.mode == "RGB":
        return image
    paper = Image.new("RGBA", image.size, "#fff")
    paper.alpha_composite(image)
    return paper.convert("RGB")
