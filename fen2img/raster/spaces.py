"""Pixels in another colour space: grey, black and white, the inks of the press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from PIL.Image import Image

#: Rows that are separated into inks at a time: on the way a pixel takes sixteen bytes an ink.
BAND = 256


def in_space(image: Image, space: str) -> Image:
    """RGB or RGBA pixels as they are for `rgb`, as L or LA for `gray`, as 1 for `bw`, as CMYK for `cmyk`.

    Black and white and inks have no transparency: paper lies below.
    """
    if space == "gray":
        return image.convert("LA" if image.mode == "RGBA" else "L")
    if space == "bw":
        return on_paper(image).convert("L").point([255 * (value >= 128) for value in range(256)], "1")
    if space == "cmyk":
        return _separated(on_paper(image))
    return image


def on_paper(image: Image) -> Image:
    """The image without transparency: white paper lies below."""
    from PIL import Image

    if image.mode not in ("RGBA", "LA"):
        return image
    paper = Image.new("RGBA", image.size, "#fff")
    paper.alpha_composite(image.convert("RGBA"))
    return paper.convert(image.mode.removesuffix("A"))


def _separated(image: Image) -> Image:
    """RGB as CMYK with all of the grey in the black: Pillow's own would print it in three colours."""
    from PIL import Image

    out = Image.new("CMYK", image.size)
    for top in range(0, image.height, BAND):
        band = image.crop((0, top, image.width, min(top + BAND, image.height)))
        out.paste(Image.merge("CMYK", _inks(band)), (0, top))
    return out


def _inks(image: Image) -> list[Image]:
    from PIL import ImageChops, ImageMath

    parts = image.split()
    light = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])

    def ink(part: Image) -> Image:
        # Rounded; where the lightest is black, Pillow divides by nothing and gets nothing.
        def share(v: dict[str, Any]) -> Any:
            return v["convert"](((v["light"] - v["part"]) * 255 + v["light"] / 2) / v["light"], "L")

        return cast("Image", ImageMath.lambda_eval(share, light=light, part=part))

    return [*map(ink, parts), ImageChops.invert(light)]
