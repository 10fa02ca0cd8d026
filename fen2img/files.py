"""Files written whole or not at all, and names that every file system takes."""

from __future__ import annotations

import os
import re
import sys
import threading
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

from fen2img.errors import OptionError, OutputError

#: What Windows refuses in names (Win32 naming conventions), with control characters; the slash for everyone.
_UNFIT = r'[\x00-\x1f\x7f<>:"/\\|?*]+'
_RESERVED = r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|\Z)"
MAX_NAME = 100


def write_whole(path: Path, data: bytes, *, replace: bool) -> None:
    """Write a file under a temporary name and rename it; a pipe or a device is written to as it is.

    Raises OutputError when the path cannot be written, or exists and `replace` is not asked.
    """
    if not path.name or "\0" in str(path):
        raise OutputError(f"'{path}' is no name for a file")
    temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        if not replace and os.path.lexists(path):
            raise FileExistsError
        if is_stream(path):
            path.write_bytes(data)
            return
        temporary.write_bytes(data)
        _publish(temporary, path, replace=replace)
    except FileExistsError:
        raise OutputError(f"{path} exists", hint="--force replaces it") from None
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_stdout(what: str) -> None:
    """Raises OutputError when standard output can do nothing with bytes."""
    if sys.stdout.isatty():
        raise OutputError(f"{what} would only upset the terminal", hint="send it into a file or a pipe")
    if getattr(sys.stdout, "name", "") == os.devnull:  # what the command line opens in the place of a closed stream
        raise OutputError("cannot write to standard output: it is closed")


def is_stream(path: Path) -> bool:
    """A pipe, a device or a name of an open file such as /dev/stdout, which no file must replace.

    Any other link is replaced and not followed: it may lead out of the folder.
    """
    if not os.path.exists(path):  # noqa: PTH110 - false for names too long
        return False
    return not path.is_file() or (path.is_symlink() and str(path.readlink()).startswith(("/proc/", "fd/")))


def _publish(temporary: Path, path: Path, *, replace: bool) -> None:
    if not replace:
        try:
            os.link(temporary, path)  # unlike a rename it never replaces what came in the meantime
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            pass
        else:
            return
    temporary.replace(path)


def expanded(path: str | Path) -> Path:
    """A path with the home folder for `~`; as it stands where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def read_toml(path: Path, failure: type[OptionError] = OptionError) -> dict[str, Any]:
    """The content of a TOML file. Raises `failure` naming the file."""
    import tomllib  # most runs meet no TOML

    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise failure(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, and bottomless nesting
        raise failure(f"{path} is no TOML: {error}") from None


def file_stem(text: str, limit: int = MAX_NAME, empty: str = "diagram") -> str:
    """A file name made of a text: nothing that a file system refuses, no leading dot, at most `limit` bytes.

    Where nothing is left it is `empty`.
    """
    text = unicodedata.normalize("NFC", "".join(c if c.isprintable() else " " for c in text))
    stem = re.sub(_UNFIT, "_", text).strip(" ._")
    if re.match(_RESERVED, stem):
        stem = f"_{stem}"
    stem = stem.encode()[:limit].decode(errors="ignore").rstrip(" .")
    return stem or empty


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """`stem.svg`, or the first of `stem-2.svg`, `stem-3.svg` … that is not taken."""
    path = folder / f"{stem}{suffix}"
    n = 1
    while os.path.lexists(path):
        n += 1
        path = folder / f"{stem}-{n}{suffix}"
    return path
