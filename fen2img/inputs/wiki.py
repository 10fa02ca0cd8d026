"""Pages of wikis: one record a diagram, whatever stands around them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from fen2img.errors import Finding, OptionError
from fen2img.inputs.options import ReadOptions
from fen2img.inputs.reading import Rules
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.notation import Reading
from fen2img.notation.clean import MAX_TEXT

#: Characters of a page; the longest ones of Wikipedia have a tenth of that.
MAX_PAGE = 20_000_000
#: In a line that is longer than any of a wiki columns are counted from the diagram.
MAX_COLUMN = 20_000


def looks(head: str) -> bool:
    """Whether a text has a diagram of a wiki."""
    if "{{" not in head and "체스게임(" not in head:
        return False
    from fen2img.notation.wikitext import hidden

    return next(_starts(hidden(head)), None) is not None


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The diagrams of a page. Raises OptionError for a page that is too long."""
    from fen2img.notation.wikitext import end_of, hidden

    page = text.whole(MAX_PAGE)
    if page is None:
        raise OptionError(
            f"{text.source}: a page of more than {MAX_PAGE} characters", hint="a dump of a wiki is to be cut into pages"
        )
    shown = hidden(page)
    last: Record | None = None
    line, done = 1, 0
    for start, following in pairwise([*_starts(shown), len(page)]):
        limit = min(following, start + MAX_TEXT + 1)
        end = end_of(shown, start, limit) or limit
        if page[start - 1 : start] == "[":  # the macro and its brackets
            start, end = start - 1, end + page.startswith("]", end)
        if last:
            yield last
        findings = text.findings() + _skipped(shown, done, start, line)
        line += page.count("\n", done, start)
        # What stands before it in its line is blank, so that columns are those of the page.
        column = start - (page.rfind("\n", 0, start) + 1)
        before = " " * column if column < MAX_COLUMN else ""
        last = Record(text.source, line, 0, before + page[start:end], notation="wiki", findings=findings)
        line, done = line + page.count("\n", start, end), end
    if last:  # what stands behind all diagrams is told with the last one
        yield last._replace(findings=last.findings + _skipped(shown, done, len(page), line))


def _skipped(text: str, begin: int, end: int, line: int) -> tuple[Finding, ...]:
    """A warning of FENs between two diagrams; `line` is where that begins."""
    from fen2img.inputs.skipped import fens_in, skipped

    places = [*fens_in(text, begin, end)]
    return skipped(line + text.count("\n", begin, places[0]), len(places), "a page of a wiki") if places else ()


def read_record(record: Record, rules: Rules) -> Reading:
    """The reading of a diagram of a wiki."""
    from fen2img.notation.wiki import read_wiki

    return read_wiki(record.text, width=rules.width, height=rules.height, fairy=rules.fairy)


def _starts(text: str) -> Iterator[int]:
    from fen2img.notation.wiki import START, is_diagram

    return (match.start() for match in START.finditer(text) if match[1] is None or is_diagram(match[1]))
