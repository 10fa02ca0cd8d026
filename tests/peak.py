"""How much memory a batch of so many records takes whose pictures are one byte."""

import subprocess
import sys
from pathlib import Path

import pytest

_SCRIPT = """
import resource, sys
import fen2img
from fen2img.batching import job

job.render = lambda diagram, style, target: b"x"
count = int(sys.argv[1])
{lines}
assert report.read == count
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(lines: str, count: int, folder: Path) -> int:
    """Kilobytes at most; `lines` make a `report` of a batch of `count` records."""
    pytest.importorskip("resource")
    script = _SCRIPT.format(lines=lines)
    command = [sys.executable, "-c", script, str(count)]
    return int(subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout)
