"""Fail when a test was skipped for a reason that .ci/allowed-skips.txt does not list: check_skips.py RUN LOG."""

import re
import sys
from pathlib import Path

LIST = Path(__file__).with_name("allowed-skips.txt")


def allowed(run: str) -> set[str]:
    """The reasons listed for a run."""
    lines = [line for line in LIST.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    bad = [line for line, row in zip(lines, rows, strict=True) if len(row) != 3 or not all(row)]
    if bad:
        sys.exit(f"{LIST.name}: not of the form 'run | reason | why': {bad[0]}")
    return {reason for of, reason, _ in rows if of in (run, "any")}


def skips(log: str) -> list[tuple[int, str, str]]:
    """How many, where, why: from the short summary of `pytest -ra`; a folded skip of a file has no line number."""
    found = re.findall(r"^SKIPPED \[(\d+)\] (.+?\.py(?::\d+)?): (.*)$", log, re.MULTILINE)
    return [(int(count), where, reason.strip()) for count, where, reason in found]


def main(run: str, path: str) -> None:
    """Compare, and see that no skip escaped the parsing."""
    log = Path(path).read_text("utf-8")
    closing = re.findall(r"^=*\s*(?=.*\d+ passed).* in [\d.]+s.*$", log, re.MULTILINE)
    if not closing:
        sys.exit(f"{run}: pytest's closing line is missing")
    said = sum(map(int, re.findall(r"(\d+) skipped", closing[-1])))
    found = skips(log)
    if (listed := sum(count for count, _, _ in found)) != said:
        sys.exit(f"{run}: pytest skipped {said}, but {listed} are explained; it must run with -ra or -rs")
    reasons = allowed(run)
    refused = [f"  {where}: {reason} ({count})" for count, where, reason in found if reason not in reasons]
    if refused:
        sys.exit("\n".join([f"{run}: skipped without leave, see .ci/allowed-skips.txt:", *refused]))
    print(f"{run}: {said} skipped, all with leave" if said else f"{run}: nothing skipped")


if __name__ == "__main__":
    main(*sys.argv[1:])
