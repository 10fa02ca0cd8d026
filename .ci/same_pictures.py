"""See that generated files are as committed: same_pictures.py FOLDER…, after they were made again in place.

Every file must have the committed bytes, but pixels may differ a little, as another version of cairo rounds otherwise.
"""

import io
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

PICTURES = {".png", ".jpg", ".jpeg", ".webp"}
#: Of 255: the mean over all pixels of any channel.
TOLERANCE = 0.5


def git(*args: str) -> bytes:
    """The output of git."""
    return subprocess.run(["git", *args], check=True, stdout=subprocess.PIPE).stdout


def difference(before: bytes, after: bytes) -> str:
    """What is wrong with a picture made again, or nothing."""
    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(after)) as new:
        if (old.size, old.mode) != (new.size, new.mode):
            return f"{old.mode} of {old.size} became {new.mode} of {new.size}"
        if old.info != new.info:
            return f"metadata {old.info} became {new.info}"
        mean = max(ImageStat.Stat(ImageChops.difference(old.convert("RGBA"), new.convert("RGBA"))).mean)
    return "" if mean <= TOLERANCE else f"pixels differ by {mean:.2f} of 255 on average"


def faults(folders: list[str]) -> list[str]:
    """A line for each file that is not as committed."""
    found = [
        f"{name}: made, but not committed" for name in _names("ls-files", "-zo", "--exclude-standard", "--", *folders)
    ]
    for name in _names("diff", "-z", "--name-only", "HEAD", "--", *folders):
        path = Path(name)
        if not path.exists():
            found.append(f"{name}: committed, but gone")
        elif path.suffix not in PICTURES:
            found.append(f"{name}: other bytes")
        elif text := difference(git("show", f"HEAD:{name}"), path.read_bytes()):
            found.append(f"{name}: {text}")
    return found


def _names(*args: str) -> list[str]:
    return [name for name in git(*args).decode().split("\0") if name]


if __name__ == "__main__":
    if lines := faults(sys.argv[1:]):
        sys.exit("\n".join(["generated files are not as committed; make them again and commit them:", *lines]))
    print("as committed:", *sys.argv[1:])
