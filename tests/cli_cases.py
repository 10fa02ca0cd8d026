"""Cases of the command line as data: what is typed, what comes out, what lies in the folder afterwards.

`python tests/cli_cases.py` runs them all and writes down what came out; read the difference before committing it.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from fen2img.cli import run

FOLDER = Path(__file__).with_name("cases")
ENVIRONMENT = {"COLUMNS": "80", "TERMINAL_WIDTH": "80", "NO_COLOR": "1"}


@dataclass
class Case:
    """One run. `bytes` holds files as hexadecimal digits; `made` lists every file that was not there before."""

    name: str
    argv: list[str]
    stdin: str | None = None
    files: dict[str, str] = field(default_factory=dict)
    bytes: dict[str, str] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    exit: int = 0
    stdout: str = ""
    stderr: str = ""
    made: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> dict[str, bytes]:
        texts = {name: text.encode() for name, text in self.files.items()}
        return texts | {name: bytes.fromhex(digits) for name, digits in self.bytes.items()}


class Untouched:
    """A standard input that nobody may read: a run that waits for it would hang on a terminal."""

    @property
    def buffer(self) -> io.BytesIO:
        raise AssertionError("standard input is read though nothing asks for it")

    def close(self) -> None:
        """What a process does that draws."""


@dataclass
class Result:
    exit: int
    out: bytes
    stderr: str

    @property
    def stdout(self) -> str:
        return self.out.decode()


def invoke(argv: list[str], stdin: bytes | None = None) -> Result:
    """Run the command line in this process, in the working folder."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    source = Untouched() if stdin is None else io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with (
        mock.patch.dict(os.environ, ENVIRONMENT),
        mock.patch.object(sys, "stdin", source),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(argv)
    out.flush()
    err.flush()
    return Result(code, out.buffer.getvalue(), err.buffer.getvalue().decode())


def perform(case: Case, folder: Path) -> Case:
    """The case as it comes out when it is run in an empty folder."""
    for name in case.folders:
        (folder / name).mkdir(parents=True)
    for name, data in case.inputs.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    with chdir(folder):
        result = invoke(case.argv, None if case.stdin is None else case.stdin.encode())
    present = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    changed = [n for n, data in case.inputs.items() if n not in present or present[n].read_bytes() != data]
    here = os.path.realpath(folder)
    return Case(
        **{n: getattr(case, n) for n in ("name", "argv", "stdin", "files", "bytes", "folders")},
        exit=result.exit,
        stdout=result.stdout.replace(here, "{here}"),
        stderr=result.stderr.replace(here, "{here}"),
        made=sorted(present.keys() - case.inputs.keys()) + [f"{n} (changed)" for n in changed],
    )


def load(path: Path) -> list[Case]:
    """The cases of a file."""
    return [Case(**table) for table in tomllib.loads(path.read_text("utf-8"))["case"]]


def dump(cases: list[Case]) -> str:
    """Cases as TOML."""
    return "\n".join(_table(case) for case in cases)


def _table(case: Case) -> str:
    lines = ["[[case]]"]
    for name, default in vars(Case("", [])).items():
        value = getattr(case, name)
        if value != default or name in ("name", "argv", "exit"):
            lines.append(f"{name} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_basic(k)} = {_basic(v)}" for k, v in value.items()) + " }"
    if isinstance(value, str) and "\n" in value and not any(s in value for s in ("\r", "\x1b", "'''")):
        return f"'''\n{value}'''"
    return _basic(value)


def _basic(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def update() -> None:
    """Write down what comes out now."""
    for path in sorted(FOLDER.glob("*.toml")):
        cases = []
        for case in load(path):
            with tempfile.TemporaryDirectory() as folder:
                cases.append(perform(case, Path(folder)))
        path.write_text(dump(cases), "utf-8")


if __name__ == "__main__":
    update()
