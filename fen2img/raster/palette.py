"""The palette of a board: few colours that are near to all that its tiles have.

A piece on a light square and the same piece on a dark one are *twins*: what is a third of the way from black to light
in one is a third of the way from black to dark in the other. Colours of twins are chosen as pairs and numbered in two
equal runs, so that both tiles hold the same numbers but for a shift, and filtered ones are equal. Deflate then finds
each of them in the other: files are a seventh smaller, and sooner done.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from PIL.Image import Image

#: No part of a colour is further from its true value than this, of 255.
REACH = 6
COLORS = 256
#: Colour types of PNG (ISO/IEC 15948, section 11.2.2).
GREY, TRUE, INDEXED = 0, 2, 3
#: More colours than that in one image, and it is not one of few colours.
MANY = 1 << 13
#: A colour that has this part of an image is one of whole areas; of those, so many are exact.
FLAT, FLATS = 512, 24
#: As many colours of pictures are remembered with their numbers.
KNOWN = 1 << 16

#: A pixel as the number that its four bytes are.
Pixel = int
#: Its red, green and blue; of twins those of the light and of the dark one.
Parts = tuple[int, ...]
Key = TypeVar("Key", Pixel, tuple[Pixel, Pixel])


class TooFarError(Exception):
    """A colour is far from all of the palette."""


class TrueColors:
    """All colours as they are: three numbers a pixel. Used as a palette is."""

    type, depth, bytes = TRUE, 3, b""

    def extended(self) -> TrueColors:
        """Itself: it has every colour."""
        return self

    def __enter__(self) -> TrueColors:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def numbers(self, image: Image) -> Image:
        """An RGB image as one of numbers, three times as wide."""
        from PIL import Image

        return Image.frombytes("L", (image.width * self.depth, image.height), image.tobytes())

    def twins(self, light: Image, dark: Image) -> None:
        """Nothing: colours stay as they are."""


class Palette:
    """Up to 256 colours, and the number that stands for each pixel; greys stand for themselves.

    A number is that of the very colour or of the first one that is near, since first come those that cover most.
    """

    depth = 1

    def __init__(self, pairs: Sequence[Parts], others: Sequence[Parts], *, grey: bool = False) -> None:
        self.pairs = pairs
        self.colors: list[Parts] = [p[:3] for p in pairs] + [p[3:] for p in pairs] + list(others)
        self.bytes = b"" if grey else bytes(part for color in self.colors for part in color)
        if grey:
            self.colors = [(value,) * 3 for value in range(COLORS)]
        self.grey = grey
        self.type = GREY if grey else INDEXED
        self.exact = {color: number for number, color in reversed(list(enumerate(self.colors)))}
        self.near, self.near_pairs = _Near([] if grey else self.colors), _Near(pairs)
        self.single: _Numbers[Pixel] = _Numbers(self._number)
        self.spare: list[_Numbers[Pixel]] = []
        self.double: _Numbers[tuple[Pixel, Pixel]] = _Numbers(self._pair)

    def extended(self) -> Extension:
        """The palette for one picture."""
        return Extension(self)

    def numbers(self, image: Image) -> Image | None:
        """An RGB image with a number for each pixel; None if one of them would be off by too much."""
        try:
            return _drawn(image, map(self.single.__getitem__, _pixels(image)))
        except TooFarError:
            return None

    def twins(self, light: Image, dark: Image) -> tuple[Image, Image] | None:
        """The numbers of a piece on a light and on a dark square; None if they have not the same but for a shift."""
        if self.grey or not self.pairs:
            return None
        try:
            first = bytes(map(self.double.__getitem__, zip(_pixels(light), _pixels(dark), strict=True)))
        except TooFarError:
            return None
        count = len(self.pairs)
        shift = bytes((number + count) & 255 for number in range(256))
        return _drawn(light, first), _drawn(dark, first.translate(shift))

    def find(self, color: Parts) -> int:
        """The number for a colour; -1 if there is none."""
        number = self.exact.get(color)
        return self.near.first(color) if number is None else number

    def _number(self, pixel: Pixel) -> int:
        number = self.find(_parts(pixel))
        if number < 0:
            raise TooFarError
        return number

    def _pair(self, pixels: tuple[Pixel, Pixel]) -> int:
        number = self.near_pairs.first(_parts(pixels[0]) + _parts(pixels[1]))
        if number < 0:
            raise TooFarError
        return number


class Extension:
    """A palette with what one picture needs besides, as far as there is room.

    Numbers of pixels that the palette has are kept for the next picture, the others are forgotten at the end.
    """

    depth = 1

    def __init__(self, base: Palette) -> None:
        self.base = base
        self.added: list[Parts] = []
        self.own: list[Pixel] = []
        self.near = _Near([])

    def __enter__(self) -> Extension:
        try:
            self.known = self.base.spare.pop()  # no two pictures have the same one at the same time
        except IndexError:
            self.known = _Numbers(self._number)
        self.known.find = self._number
        return self

    def __exit__(self, *_: object) -> None:
        for pixel in self.own:
            self.known.pop(pixel, None)
        self.base.spare.append(self.known)

    @property
    def bytes(self) -> bytes:
        """The red, green and blue of all colours."""
        return self.base.bytes + bytes(part for color in self.added for part in color)

    def numbers(self, image: Image) -> Image:
        """An RGB image with a number for each pixel. Raises TooFarError where the palette is full."""
        return _drawn(image, map(self.known.__getitem__, _pixels(image)))

    def _number(self, pixel: Pixel) -> int:
        color = _parts(pixel)
        number = self.base.find(color)
        if number >= 0:
            return number
        self.own.append(pixel)
        number, first = self.near.first(color), len(self.base.colors)
        if number < 0:
            number = len(self.added)
            if first + number >= COLORS:
                raise TooFarError
            self.added.append(color)
            self.near.add(color)
        return first + number


class _Near:
    """Which of some colours are near to another: for each part of a colour, the set of those that are, as bits."""

    def __init__(self, colors: Sequence[Parts]) -> None:
        self.count = 0
        self.sets: list[list[int]] = [[0] * 256 for _ in range(6)]
        for color in colors:
            self.add(color)

    def add(self, color: Parts) -> None:
        """Add one behind the others."""
        for part, sets in zip(color, self.sets, strict=False):
            for value in range(max(0, part - REACH), min(255, part + REACH) + 1):
                sets[value] |= 1 << self.count
        self.count += 1

    def first(self, color: Parts) -> int:
        """The number of the first near one; -1 if there is none."""
        found = -1
        for part, sets in zip(color, self.sets, strict=False):
            found &= sets[part]
        return (found & -found).bit_length() - 1


class _Numbers(dict[Key, int]):
    """Numbers of pixels, looked for when first asked for."""

    def __init__(self, find: Any) -> None:
        self.find = find

    def __missing__(self, key: Key) -> int:
        if len(self) >= KNOWN:
            self.clear()
        number: int = self.find(key)
        self[key] = number
        return number


def palette_of(twins: Sequence[tuple[Image, Image]], others: list[Image], ramps: Iterable[Image] = ()) -> Palette:
    """A palette for images: twins, the first of which are an empty light and an empty dark square, others, and ramps.

    Images of too many colours do not count: the palette will not do for them, which is seen later.
    """
    either = [image for pair in twins for image in pair]
    rest = _counted(others) + _counted(ramps)
    if all(len(set(color)) == 1 for color in (*rest, *_counted(either))):
        return Palette([], [], grey=True)
    pairs = _cover(_counted_pairs(twins), [pair for pair, _ in _counted_pairs(twins[:1]).most_common(1)])
    if 2 * len(pairs) < COLORS:
        known = [p[:3] for p in pairs] + [p[3:] for p in pairs]
        flat = [color for color in _flat(others) if color not in known]
        near = _Near(known)
        left = {color: count for color, count in rest.items() if color in flat or near.first(color) < 0}
        added = _cover(left, flat)
        if len(known) + len(added) <= COLORS:
            return Palette(pairs, added)
    return Palette([], _cover(rest + _counted(either), _flat(others + either))[:COLORS])


def ramp(one: Parts, other: Parts) -> Image:
    """What lies between two colours, an edge of one on the other has it."""
    from PIL import Image

    blends = [
        Image.linear_gradient("L").crop((0, 0, 1, 256)).point([a + round((b - a) * i / 255) for i in range(256)])
        for a, b in zip(one, other, strict=True)
    ]
    return Image.merge("RGB", blends)


def _flat(images: Iterable[Image]) -> list[Parts]:
    """The colours of whole areas, which a palette has exactly, the largest first."""
    shares: Counter[Parts] = Counter()
    for image in images:
        found: Any = image.getcolors(MANY) or ()
        area = image.width * image.height
        shares.update({color: count / area for count, color in found if count * FLAT >= area})
    return [color for color, _ in shares.most_common(FLATS)]


def _counted(images: Iterable[Image]) -> Counter[Parts]:
    """How often each colour is there."""
    counts: Counter[Parts] = Counter()
    for image in images:
        found: Any = image.getcolors(MANY) or ()
        counts.update({color: count for count, color in found})
    return counts


def _counted_pairs(twins: Iterable[tuple[Image, Image]]) -> Counter[Parts]:
    """How often each pair of colours is at one place in a tile and its twin."""
    counts: Counter[tuple[Pixel, Pixel]] = Counter()
    for light, dark in twins:
        if len(counts) <= MANY:
            counts.update(Counter(zip(_pixels(light), _pixels(dark), strict=True)))
    return Counter({_parts(light) + _parts(dark): count for (light, dark), count in counts.items()})


def _cover(counts: Mapping[Parts, int], first: Iterable[Parts]) -> list[Parts]:
    """Colours that all others are near to: `first`, then always the one to which most pixels come that are left."""
    if len(counts) > MANY // 8:
        return _quick_cover(counts, first)
    near = _neighbours(sorted({*counts, *first}))
    gain = {color: sum(counts.get(other, 0) for other in others) for color, others in near.items()}
    left, chosen = set(counts), []
    waiting = [*first]
    while left:
        chosen.append(waiting.pop(0) if waiting else max(near, key=lambda color: (gain[color], color)))
        for other in near[chosen[-1]]:
            if other in left:
                left.remove(other)
                for third in near[other]:
                    gain[third] -= counts[other]
    return chosen


def _quick_cover(counts: Mapping[Parts, int], first: Iterable[Parts]) -> list[Parts]:
    """The same for many colours: always the one that most pixels have, a few more in the end."""
    left = [*first, *sorted(counts, key=lambda color: (-counts[color], color))]
    chosen: list[Parts] = []
    while left and len(chosen) <= COLORS:
        chosen.append(left[0])
        left = [color for color in left if not _are_near(color, chosen[-1])]
    return chosen


def _neighbours(colors: Sequence[Parts]) -> dict[Parts, list[Parts]]:
    """Which of the sorted colours are near to each."""
    near: dict[Parts, list[Parts]] = {color: [color] for color in colors}
    for index, color in enumerate(colors):
        for other in colors[index + 1 :]:
            if other[0] - color[0] > REACH:
                break
            if _are_near(color, other):
                near[color].append(other)
                near[other].append(color)
    return near


def _are_near(one: Parts, other: Parts) -> bool:
    """Written out, as it is what a palette takes its time for."""
    return (
        -REACH <= one[0] - other[0] <= REACH
        and -REACH <= one[1] - other[1] <= REACH
        and -REACH <= one[2] - other[2] <= REACH
        and (len(one) == 3 or _are_near(one[3:], other[3:]))
    )


def _parts(pixel: Pixel) -> Parts:
    return tuple(pixel.to_bytes(4, sys.byteorder)[:3])


def _pixels(image: Image) -> memoryview:
    """The pixels of an RGB image as numbers."""
    return memoryview(image.convert("RGBX").tobytes()).cast("I")


def _drawn(like: Image, numbers: Iterable[int]) -> Image:
    from PIL import Image

    return Image.frombytes("L", like.size, bytes(numbers))
