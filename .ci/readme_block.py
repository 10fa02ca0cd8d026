"""Print the N-th `sh` code block of the README's section "Quick start": python .ci/readme_block.py N."""

import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def blocks(text: str) -> list[str]:
    """The `sh` blocks between the heading and the next one of its level."""
    section = re.search(r"^## Quick start\s*?$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^```sh\n(.*?)^```\s*?$", section[1], re.MULTILINE | re.DOTALL) if section else []


if __name__ == "__main__":
    number, found = int(sys.argv[1]), blocks(README.read_text("utf-8"))
    if not 0 < number <= len(found):
        sys.exit(f"README.md has {len(found)} sh blocks under '## Quick start', so none with number {number}")
    print(found[number - 1], end="")
