"""Names of files: from a template, fit for every file system, each only once, the same from run to run."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from hashlib import blake2b, sha256
from typing import NamedTuple

from fen2img.batching.job import Marking, Reader, Task
from fen2img.diagram import Diagram
from fen2img.errors import DiagramError, NotationError, OptionError
from fen2img.files import file_stem
from fen2img.inputs import Record
from fen2img.marks import Mark
from fen2img.style import Style
from fen2img.template import check_template, fields_of, fill
from fen2img.words import turn_words

DEFAULT = "{n:04}"
#: Archives are data sets, and those are long.
IN_ARCHIVES = "{n:06}"
#: What may stand in the braces of a name, besides the columns of the records.
PLACEHOLDERS = {
    "n": "the place of the record, counted from 1 through all inputs",
    "id": "the name that the record has in its source",
    "slug": "the caption in small letters, digits and dashes",
    "hash": "the first 12 digits of the SHA-256 of FEN and marks",
    "caption": "the text behind the FEN",
    "turn": "who moves, in words",
    "fen": "the FEN, its slashes made underscores",
    "source": "the name of the input without folder and suffix",
    "line": "the line of the input",
}
#: Those for which the record must be read first.
_READ = {"slug", "hash", "caption", "turn", "fen"}
#: Bytes of a part of a name: 255 less the longest suffix and the number of a duplicate.
LONGEST = 230
SLUG = 80


class Named(NamedTuple):
    """A task, and the name that it did not get because another record has it."""

    task: Task
    taken: str = ""


class Namer:
    """Gives records their names, in order. Raises OptionError for a template that cannot be.

    `columns` are the further columns that records have. With `samples` names have no points. `shard` is how many
    records share a numbered folder, 0 for none; `lang` is the language of `{turn}`.
    """

    def __init__(
        self,
        template: str,
        reader: Reader,
        *,
        columns: Collection[str] = (),
        shard: int = 0,
        samples: bool = False,
        dedupe: Style | None = None,
        lang: str = "en",
    ) -> None:
        known = [*PLACEHOLDERS, *columns]
        try:
            check_template(template, known, widths=True)
        except ValueError as error:
            raise OptionError(f"name: '{template}' is no template", hint=f"{error}; {_listed(columns)}") from None
        self.parts = template.split("/")
        if not all(part.strip() for part in self.parts):
            raise OptionError(f"name: '{template}' has a part without a name")
        self.reader, self.shard, self.samples, self.dedupe, self.lang = reader, shard, samples, dedupe, lang
        self.fields = {field.name for field in fields_of(template)}
        self.reads = bool(self.fields & _READ) or dedupe is not None
        self.fallback = IN_ARCHIVES if samples else DEFAULT
        # A number at the beginning that nothing can lengthen tells all names apart.
        counted = re.match(r"\{n(:0?[1-9][0-9]?)?\}(?![0-9{])", self.parts[-1])
        self._names = None if counted else Seen()
        # Nothing but a number needs no care: by far the most frequent case.
        number = re.fullmatch(r"\{n(?::0([1-9][0-9]?))?\}", template)
        self._digits = int(number[1] or 0) if number and dedupe is None else None
        self._drawn = Seen() if dedupe is not None else None

    def name(self, record: Record) -> Named:
        """The task of a record."""
        if self._digits is not None:
            number = str(record.number).zfill(self._digits)
            return Named(Task(record, f"{self._folder(record)}/{number}" if self.shard else number))
        diagram = self._diagram(record) if self.reads else None
        wanted = self._wanted(record, diagram)
        content = _content(diagram, self.dedupe) if diagram and self.dedupe is not None else ""
        if self._drawn and content and (first := self._drawn.get(content)) is not None:
            return Named(Task(record, str(first), duplicate=True))
        name = self._names.free(wanted) if self._names else wanted
        if self._drawn and content:
            self._drawn.put(content, name)
        return Named(Task(record, name), wanted if name != wanted else "")

    def _diagram(self, record: Record) -> Diagram | None:
        try:
            return self.reader.read(record)[0]
        except (NotationError, DiagramError):
            return None

    def _wanted(self, record: Record, diagram: Diagram | None) -> str:
        values = _values(record, diagram, self.fields, self.reader.marking, self.lang)
        parts = [fill(self.fallback, {"n": str(record.number)})]
        if all(values[name] for name in self.fields):
            filled = [self._fit(fill(part, values)) for part in self.parts]
            parts = filled if all(filled) else parts
        if self.shard:
            parts.insert(0, self._folder(record))
        return "/".join(parts)

    def _folder(self, record: Record) -> str:
        return f"{(record.number - 1) // self.shard:03}"

    def _fit(self, text: str) -> str:
        """A part of a name; nothing where no character of it can be kept."""
        if self.samples:
            text = text.replace(".", "_")
        else:  # `x@2x.png` is the larger picture of `x`
            text = re.sub(r"@(?=[0-9]x\s*\Z)", "_", text, flags=re.ASCII | re.IGNORECASE)
        return file_stem(text, LONGEST, empty="")


def _listed(columns: Collection[str]) -> str:
    """What a name can have; a column that is called as a placeholder cannot be had."""
    further = ", ".join(column for column in columns if column not in PLACEHOLDERS)
    return f"known: {', '.join(PLACEHOLDERS)}{f'; columns of the first input: {further}' if further else ''}"


def _values(
    record: Record, diagram: Diagram | None, wanted: Collection[str], marking: Marking | None, lang: str
) -> Mapping[str, str]:
    """Values for placeholders; nothing for what the record does not have."""
    own: dict[str, Callable[[], str]] = {
        "n": lambda: str(record.number),
        "id": lambda: record.id,
        "source": lambda: re.split(r"[/\\]", record.source)[-1].rpartition(".")[0] or record.source,
        "line": lambda: str(record.line),
    }
    if diagram:
        shown = diagram
        own |= {
            "caption": lambda: shown.caption or "",
            "slug": lambda: slug(shown.caption or ""),
            "hash": lambda: diagram_hash(shown, marking),
            "turn": lambda: turn_words(shown.position, lang),
            "fen": lambda: shown.position.fen(),
        }
    values = {}
    for name in wanted:
        value = own[name]() if name in own else "" if name in PLACEHOLDERS else record.fields.get(name, "")
        values[name] = value.replace("/", "_").replace("\\", "_")
    return values


def slug(text: str) -> str:
    """A text in small ASCII letters, digits and dashes: `Réti – Tartakower` is `reti-tartakower`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    # Dashes and the like are no ASCII; what they part stays apart.
    if not text.isascii():
        apart = "".join(
            c if c.isalnum() or unicodedata.combining(c) else " " for c in unicodedata.normalize("NFKD", text)
        )
        plain = apart.encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:SLUG].rstrip("-")


def diagram_hash(diagram: Diagram, marking: Marking | None = None) -> str:
    """The first 12 hexadecimal digits of the SHA-256 of the FEN of six fields and, a line each, of the marks."""
    marks = [*diagram.marks, *(marking.marks if marking else ())]
    lines = [diagram.position.fen(), *map(_spelled, marks)]
    if marking and marking.auto_check:
        lines.append("auto-check")
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def _spelled(mark: Mark) -> str:
    """Everything about a mark, on a line."""
    squares = "".join(square.name for square in mark.squares)
    color = str(mark.color) if mark.color else ""
    return " ".join((mark.kind, squares, color, mark.text, mark.line, mark.layer, "straight" if mark.straight else ""))


def _content(diagram: Diagram, style: Style) -> str:
    """Everything about a diagram that decides its bytes, what all diagrams of a batch share apart."""
    texts = (style.title, style.caption, style.number, style.white_player, style.black_player)
    used = {field.name for text in texts if text for field in fields_of(text)}
    own = {**diagram.fields, "n": str(diagram.number), "id": diagram.id or "", "answer": diagram.answer or ""}
    values = [f"{name}={own[name]}" for name in sorted(used & own.keys())]
    words = (diagram.title or "", diagram.caption or "", *values)
    turn = f"{diagram.position.turn or ''} {diagram.orientation or ''}"
    return "\n".join((diagram.position.fen(), turn, *words, *map(_spelled, diagram.marks)))


class Seen:
    """What was seen before, in a temporary database on disk: ten million names do not fit into memory."""

    def __init__(self) -> None:
        import sqlite3  # most batches number their files and need none of it

        # An empty name: a file of its own, which goes by itself. Whichever thread clears up may close it.
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        for line in (
            "PRAGMA journal_mode = OFF",
            "PRAGMA cache_size = -16384",
            "CREATE TABLE seen (key BLOB PRIMARY KEY, value) WITHOUT ROWID",
            "BEGIN",
        ):
            self._db.execute(line)

    def get(self, text: str) -> str | int | None:
        """What was put for a text."""
        row = self._db.execute("SELECT value FROM seen WHERE key = ?", (_key(text),)).fetchone()
        return row[0] if row else None

    def put(self, text: str, value: str | int) -> None:
        """Put something for a text, instead of what was there."""
        self._db.execute("INSERT OR REPLACE INTO seen VALUES (?, ?)", (_key(text), value))

    def free(self, name: str) -> str:
        """The name, or the first of `name-2`, `name-3` … that nobody has; it is taken then."""
        same = _folded(name)
        last = self.get(same)
        if last is None:
            self.put(same, 1)
            return name
        n = int(last) + 1
        while self.get(f"{same}-{n}") is not None:
            n += 1
        self.put(same, n)
        self.put(f"{same}-{n}", 1)
        return f"{name}-{n}"

    def __del__(self) -> None:
        self._db.close()


def _folded(name: str) -> str:
    """The name as a file system sees it that knows no case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
