"""Make the sample pictures again, by the commands in commands.sh."""

import os
import shlex
import sys
from pathlib import Path

from fen2img.cli import run

HERE = Path(__file__).resolve().parent


def main() -> int:
    os.chdir(HERE.parent)
    (HERE / "pictures").mkdir(exist_ok=True)
    commands = [shlex.split(line) for line in (HERE / "commands.sh").read_text("utf-8").splitlines()]
    return max(run(words[1:]) for words in commands if words and words[0] == "fen2img")


if __name__ == "__main__":
    sys.exit(main())
