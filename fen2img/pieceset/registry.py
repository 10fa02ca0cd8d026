"""Which piece sets there are: bundled ones, those that the user installed, and any folder or font by its path."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from fen2img.errors import PieceSetError
from fen2img.files import expanded
from fen2img.pieceset.bundled import DrawnSet
from fen2img.pieceset.lettered import INFO, LetterSet
from fen2img.pieceset.model import PieceSet, SetInfo
from fen2img.themes import BLACK, WHITE, PieceColors

FONT_SUFFIXES = (".ttf", ".otf")
NAME = r"[a-z0-9][a-z0-9_-]{0,39}"


@lru_cache(maxsize=1)
def bundled_folder() -> Path:
    """The folder of the bundled sets: in the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    if (package / "pieces").is_dir():
        return package / "pieces"
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "pieces").is_dir():
        return checkout / "pieces"
    raise PieceSetError("the piece sets are missing from this installation", hint="reinstall fen2img")


def user_folder() -> Path:
    """The folder of the sets that the user installed; `FEN2IMG_PIECES` names another one."""
    if folder := os.environ.get("FEN2IMG_PIECES"):
        return Path(folder)
    import platformdirs

    return Path(platformdirs.user_data_dir("fen2img", appauthor=False)) / "pieces"


@lru_cache(maxsize=1)
def bundled_names() -> tuple[str, ...]:
    """Names of the bundled sets, sorted."""
    drawn = [d.name for d in bundled_folder().iterdir() if (d / "set.toml").is_file()]
    return tuple(sorted([*drawn, INFO.name]))


def installed_names() -> tuple[str, ...]:
    """Names of the installed sets, sorted; one named like a bundled set is not reached."""
    folder = user_folder()
    if not folder.is_dir():
        return ()
    names = {d.name for d in folder.iterdir() if (d / "set.toml").is_file() and re.fullmatch(NAME, d.name)}
    return tuple(sorted(names - set(bundled_names())))


def set_names() -> tuple[str, ...]:
    """Names of all sets: bundled, then installed."""
    return (*bundled_names(), *installed_names())


def is_path(source: str) -> bool:
    """Whether a source is a path and no name."""
    return "/" in source or os.sep in source or source.lower().endswith(FONT_SUFFIXES) or _is_dir(Path(source))


def _is_dir(path: Path) -> bool:
    with suppress(OSError):  # too long for a name
        return path.is_dir()
    return False


def _is_file(path: Path) -> bool:
    with suppress(OSError):
        return path.is_file()
    return False


@lru_cache(maxsize=16)
def load_set(source: str, font_map: str = "auto", letters: str = "en") -> PieceSet:
    """The set of a name or path. Raises PieceSetError, naming what is missing or not understood."""
    if source == INFO.name:
        return LetterSet(letters)
    if source in bundled_names():
        return _drawn(bundled_folder() / source)
    if source in installed_names():
        return _from_path(user_folder() / source, font_map)
    if not is_path(source):
        raise PieceSetError(f"there is no piece set {source!r}", hint="fen2img pieces lists them")
    return _from_path(expanded(source), font_map)


def _from_path(path: Path, font_map: str) -> PieceSet:
    if path.suffix.lower() in FONT_SUFFIXES and _is_file(path):
        return _font(path, SetInfo(path.stem), font_map)
    if not _is_dir(path):
        raise PieceSetError(f"no piece set at {path}", hint="a folder of piece files, or a TTF or OTF chess font")
    data = _description(path)
    info = _info(path, data)
    fonts = [f for f in sorted(path.iterdir()) if f.suffix.lower() in FONT_SUFFIXES]
    if len(fonts) == 1 and (path / "set.toml").is_file():
        layout = str(data.get("font-map", "auto"))
        return _font(fonts[0], info, layout if font_map == "auto" else font_map)
    from fen2img.pieceset.foreign import ForeignSet

    return ForeignSet(info, path)


def _font(file: Path, info: SetInfo, name: str) -> PieceSet:
    from fen2img.pieceset.font import FontSet, font_map

    return FontSet(info, file, font_map(name, file))


def _drawn(folder: Path) -> DrawnSet:
    data = _description(folder)
    colors = _palette(data.get("colors", {}), (WHITE, BLACK))
    return DrawnSet(_info(folder, data), folder, colors, _palette(data.get("mono", {}), (WHITE, BLACK)))


def _palette(table: dict[str, Any], default: tuple[PieceColors, PieceColors]) -> tuple[PieceColors, PieceColors]:
    white, black = (
        PieceColors.parse(table[s]) if s in table else d for s, d in zip(("white", "black"), default, strict=True)
    )
    return white, black


def set_info(name: str) -> SetInfo:
    """What is known about a bundled or installed set."""
    if name == INFO.name:
        return INFO
    folder = (bundled_folder() if name in bundled_names() else user_folder()) / name
    return _info(folder, _description(folder))


def _info(folder: Path, data: dict[str, Any]) -> SetInfo:
    """What a description says; without one only the folder's name is known."""
    known = {k: data[k] for k in ("title", "author", "licence", "about", "credit") if k in data}
    for name, value in known.items():
        if not isinstance(value, str):
            raise PieceSetError(f"{folder / 'set.toml'}: {name} = {value!r} is no text")
    return SetInfo(folder.resolve().name, **known)


def _description(folder: Path) -> dict[str, Any]:
    """The `set.toml` of a folder; nothing where there is none."""
    import tomllib

    file = folder / "set.toml"
    try:
        return tomllib.loads(file.read_text("utf-8-sig")) if file.is_file() else {}
    except (OSError, ValueError, RecursionError) as error:
        raise PieceSetError(f"cannot read {file}: {error}") from None
