"""Lines -> the texts of games, one after the other and in little memory, however large the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fen2img.errors import Finding
from fen2img.inputs.text import Text

#: Characters of a game, or of a line; even a much annotated game has a hundredth of it.
LONGEST = 4_000_000
#: What programs leave between files that they join, or at the end of one: byte order marks, Ctrl-Z.
_LEFTOVERS = frozenset("\ufeff\x1a")
_TAG_LINE = re.compile(r'\s*\[\s*([A-Za-z0-9_][\w+#=:-]*)\s*(?:"|\]|\s\S)', re.ASCII)
_CLOSED = re.compile(r'"[^\S\n]*\]')
_SPECIAL = re.compile("[{}();]")
_NUMBERED = re.compile(r"\s*[0-9]+\s*[.…]")
_FIRST_MOVE = re.compile(r"\s*1\s*\.(?!\s*[.…])")
_EVENT = re.compile(r'\s*\[\s*Event\s+"', re.IGNORECASE)


@dataclass(slots=True)
class Cut:
    """The lines of a game, from `line` on; `long` when there is more of it than anyone can read."""

    line: int
    lines: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    size: int = 0
    long: bool = False

    @property
    def text(self) -> str:
        """The lines, joined."""
        return "\n".join(self.lines)


def cuts_of(text: Text) -> Iterator[Cut]:
    """The texts of a source that are games, or what stands between games."""
    cutter = _Cutter()
    for number, line in enumerate(text.lines(LONGEST), 1):
        if line[:1] in _LEFTOVERS or line[-1:] in _LEFTOVERS:
            line = line.strip("".join(_LEFTOVERS))
        if cutter.begins(line):
            yield from cutter.taken()
        cutter.add(number, line, text.findings())
    yield from cutter.taken()


class _Cutter:
    """Follows the lines: tags, then moves; a tag behind moves begins another game, and so does a move 1."""

    def __init__(self) -> None:
        self.cut: Cut | None = None
        self._reset()

    def _reset(self) -> None:
        self.names: set[str] = set()
        self.solid = self.numbered = self.blank = self.comment = self.open_tag = False
        self.depth = 0

    def taken(self) -> Iterator[Cut]:
        """What there is so far, if anything; the next line begins anew."""
        if self.cut and any(map(str.strip, self.cut.lines)):
            yield self.cut
        self.cut = None
        self._reset()

    def begins(self, line: str) -> bool:
        """Whether a line begins another game."""
        if self.comment:
            # A comment that nobody ended must not swallow the rest of the file.
            return self.blank and bool(_EVENT.match(line))
        if "[" in line[:100] and (tag := _TAG_LINE.match(line)):
            name = tag[1].lower()
            again = name in self.names and (self.blank or name in ("event", "fen"))
            return self.solid or again or (name == "event" and self.blank and bool(self.names))
        return self.numbered and not self.depth and bool(_FIRST_MOVE.match(line))

    def add(self, number: int, line: str, findings: tuple[Finding, ...]) -> None:
        """Take a line; a game begins with one that is not blank."""
        if not self.cut and not line.strip():
            return
        cut = self.cut = self.cut or Cut(number)
        for finding in findings:
            start, end = finding.span
            cut.findings.append(
                Finding(finding.severity, finding.code, finding.message, (start + cut.size, end + cut.size))
            )
        cut.size += len(line) + 1
        cut.long = cut.long or cut.size > LONGEST
        if not cut.long:
            cut.lines.append(line)
        self._follow(line)

    def _follow(self, line: str) -> None:
        if not self.comment:
            if not line or line.isspace():
                self.blank = True
                return
            if line.startswith("%"):
                return
            if self._tag(line):
                self.blank = False
                return
            if not self.depth and not self.numbered and _NUMBERED.match(line):
                self.numbered = True
        self.blank = not line.strip()
        if self.comment or _SPECIAL.search(line):
            self._brackets(line)
        else:
            self.solid = True

    def _tag(self, line: str) -> bool:
        """Take a line of tags, or the rest of a tag that goes on in a second line."""
        tag = _TAG_LINE.match(line)
        if self.open_tag and not tag:
            self.open_tag = False
            if (closed := _CLOSED.search(line)) and not line[closed.end() :].strip():
                return True
        if not tag or self.solid:
            return False
        place = 0
        while tag := _TAG_LINE.match(line, place):
            self.names.add(tag[1].lower())
            closed = _CLOSED.search(line, tag.end())
            if not closed:
                self.open_tag = True
                return True
            place = closed.end()
        behind = line[place:]
        self.numbered = self.numbered or bool(_NUMBERED.match(behind))
        self._brackets(behind)
        return True

    def _brackets(self, line: str) -> None:
        """Follow comments and variations through a line."""
        place = 0
        for match in _SPECIAL.finditer(line):
            char = match[0]
            if self.comment:
                self.comment = char != "}"
                place = match.end()
                continue
            self.solid = self.solid or bool(line[place : match.start()].strip())
            place = match.end()
            if char == ";":
                return
            if char == "{":
                self.comment = True
            elif char == "(":
                self.depth += 1
            elif char == ")":
                self.depth = max(0, self.depth - 1)
        if not self.comment and line[place:].strip():
            self.solid = True
