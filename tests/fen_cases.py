"""Cases of reading a FEN as data: the text, the whole report, the normalised FEN and the caption.

`python tests/fen_cases.py` reads them all anew and writes down what came out; read the difference before committing it.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

from fen2img.errors import NotationError
from fen2img.notation import Reading, read_fen

FOLDER = Path(__file__).with_name("fens")


@dataclass
class Case:
    """One text. `fen` is empty when it is refused; `report` is empty when nothing is wrong with it."""

    name: str
    text: str
    board: str = "8x8"
    fen: str = ""
    caption: str = ""
    report: str = ""

    def read(self) -> Reading:
        """What the parser makes of the text."""
        width, height = map(int, self.board.split("x"))
        return read_fen(self.text, width=width, height=height)

    def found(self) -> Case:
        """The case as it comes out now."""
        reading = self.read()
        fen = reading.position.fen() if reading.position else ""
        report = NotationError(self.text, reading.findings).report() + "\n" if reading.findings else ""
        return Case(self.name, self.text, self.board, fen, reading.rest, report)


def load(group: str) -> list[Case]:
    """The cases of a file in tests/fens."""
    data = tomllib.loads((FOLDER / f"{group}.toml").read_text("utf-8"))
    return [Case(**case) for case in data["case"]]


def _text(case: Case) -> str:
    lines = ["[[case]]", f"name = {_string(case.name)}", f"text = {_string(case.text)}"]
    if case.board != "8x8":
        lines.append(f"board = {_string(case.board)}")
    if case.fen:
        lines.append(f"fen = {_string(case.fen)}")
    if case.caption:
        lines.append(f"caption = {_string(case.caption)}")
    if case.report:
        lines.append(f"report = '''\n{case.report}'''")
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    plain = "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in json.dumps(text, ensure_ascii=False))
    return plain.replace("\x7f", "\\u007f")


def main() -> None:
    """Write down what comes out now."""
    for file in sorted(FOLDER.glob("*.toml")):
        cases = [case.found() for case in load(file.stem)]
        file.write_text("\n".join(map(_text, cases)), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
