"""The command `fen2img`, also `python -m fen2img`."""

import sys

from fen2img.cli import run


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
