"""A page that shows the diagrams of a batch: one HTML file, written from one end to the other, without any network."""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from fen2img.batching.archives import PartFile
from fen2img.batching.outputs import Output
from fen2img.color import Color
from fen2img.diagram import Diagram
from fen2img.errors import Finding, OptionError, visible
from fen2img.inputs import PROGRAM, Record
from fen2img.languages import Language, language
from fen2img.languages.plurals import counted, grouped
from fen2img.layout import layout
from fen2img.scene import number
from fen2img.style import Style
from fen2img.svg import one_line
from fen2img.words import describe, turn_words

#: What browsers show, the best first.
SHOWN = ("svg", "png", "webp", "jpeg")
#: So many refused records are listed on the page; it counts them all.
LISTED = 1000
#: Bytes that are copied at a time.
BLOCK = 1 << 16
_NAMED = 3
#: Behind a picture without a ground of its own, so that its lettering can be read on any page.
_LIGHT, _DARK = "#fff", "#17181b"


class Spool(PartFile):
    """The list of refused records, kept beside the page until it goes to the end of it."""

    def publish(self) -> None:
        """It has no name to get. Raises OutputError."""
        self.close()
        try:
            self.part.unlink(missing_ok=True)
        except OSError as error:
            raise self._failure(error) from None

    def copy_to(self, page: PartFile) -> None:
        """Put everything at the end of a page. Raises OutputError."""
        self.flush()
        try:
            with self.part.open("rb") as stream:
                while block := stream.read(BLOCK):
                    page.write(block)
        except OSError as error:
            raise self._failure(error) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gallery:
    """What the page needs to know: the same for every diagram.

    `base` and `errors` are URLs, relative to the page, of the folder of the batch and of the file of errors. `pictures`
    are the outputs in the format that is shown, the fewest pixels first, with the suffixes of their names; `suffixes`
    are those of all outputs, by what they are called.
    """

    path: Path
    title: str
    base: str
    errors: str
    style: Style
    pictures: tuple[tuple[Output, str], ...]
    suffixes: tuple[tuple[str, str], ...]

    @classmethod
    def of(
        cls,
        path: Path,
        folder: Path | None,
        outputs: Sequence[Output],
        style: Style,
        inputs: Sequence[str],
        errors: Path | None = None,
    ) -> Gallery:
        """The page of a batch into a folder, from inputs. Raises OptionError where no browser could show it."""
        if path.suffix.lower() not in (".html", ".htm"):
            raise OptionError(f"html: {path} is no .html")
        if folder is None:
            raise OptionError("--html is for folders", hint="a page shows files in a folder of this machine")
        shown = [[o for o in outputs if o.format.name == name] for name in SHOWN]
        best = sorted(next(filter(None, shown), []), key=lambda output: output.scale)
        if not best:
            raise OptionError(
                f"--html: browsers do not show {', '.join(o.format.name.upper() for o in outputs)}",
                hint="add svg or png to --format",
            )
        return cls(
            path=path,
            title=_title(inputs, language(style.lang)),
            base=_relative(folder, path.parent, folder=True),
            errors=_relative(errors, path.parent) if errors else "",
            style=best[0].format.fitted(style),
            pictures=tuple((output, output.suffix()) for output in best),
            suffixes=tuple((str(output).upper().replace("X", "x"), output.suffix()) for output in outputs),
        )

    @property
    def said(self) -> type[Language]:
        """The messages of the page."""
        return language(self.style.lang)

    def files(self) -> dict[str, PartFile]:
        """The files that are appended to."""
        return {"html": PartFile(self.path), "refused": Spool(self.path.with_name(f"{self.path.name}.refused"))}

    # --- the parts of the page -----------------------------------------------------------------------------------

    def head(self) -> bytes:
        """Everything before the first diagram."""
        style, script = _asset("gallery.css") + f":root {{ --mat: {self._mat()}; }}\n", _asset("gallery.js")
        policy = (
            f"default-src 'none'; img-src 'self' file:; style-src {_allowed(style)}; script-src {_allowed(script)}; "
            "base-uri 'none'; form-action 'none'"
        )
        said = {name: escape(self.said.page[name]) for name in ("filter", "filter_by", "size")}
        fixed = {"title": escape(self.title), "base": escape(self.base), "words": escape(_for_script(self.said))}
        known = {"policy": policy, "style": style, "script": script, "lang": self.style.lang}
        return _HEAD.format(**known, **fixed, **said).encode()

    def _mat(self) -> str:
        """The colour behind pictures."""
        ground = self.style.background or self.style.colors.background
        if ground.alpha == 255:
            return ground.hex
        return _DARK if _is_light(self.style.colors.ink) else _LIGHT

    def figure(self, diagram: Diagram, record: Record, name: str) -> str:
        """A diagram. Raises DiagramError for one that cannot be drawn."""
        frame = layout(diagram, self.style, paper=self.pictures[0][0].format.vector).frame
        shown, lang, page = diagram.shown, self.style.lang, self.said.page
        turn = _fixed(turn_words(diagram.position, lang))
        urls = [(output.scale, self._url(name, suffix)) for output, suffix in self.pictures]
        larger = ", ".join(f"{url} {scale}x" for scale, url in urls if scale > 1)
        n, url = record.number, urls[0][1]
        placement, _, rest = shown.fen().partition(" ")
        parts = [
            f'<figure id="d{n}"><a href="{url}"><img src="{url}"',
            f' srcset="{larger}"' if larger else "",
            f' alt="{escape(describe(shown, diagram.marks, lang))}"',
            f' width="{_pixels(frame.width)}" height="{_pixels(frame.height)}" loading="lazy" decoding="async"></a>\n',
            f"<figcaption><p><b>{n}</b>{self._words(diagram)}</p>\n",
            f'<p class="about turn {diagram.position.turn}">{turn}</p>\n' if turn else "",
            f'<p class="about">{_isolated(record.id)}</p>\n' if record.id else "",
            f'<p class="fen"><code>{escape(placement).replace("/", "/<wbr>")} <span>{rest}</span></code></p>\n',
            f'<button type="button" aria-label="{_fixed(page["copy_of"]).format(n=n)}">{_fixed(page["copy"])}</button>',
            self._links(name),
            "</figcaption></figure>\n",
        ]
        return "".join(parts)

    def _words(self, diagram: Diagram) -> str:
        title = f" <strong>{_isolated(diagram.title)}</strong>" if diagram.title else ""
        return title + (f" {_isolated(diagram.caption)}" if diagram.caption else "")

    def _links(self, name: str) -> str:
        """The files of a diagram, where it has several."""
        if len(self.suffixes) == 1:
            return ""
        links = (f'<a href="{self._url(name, suffix)}">{said}</a>' for said, suffix in self.suffixes)
        return f'\n<p class="about files">{" ".join(links)}</p>'

    def _url(self, name: str, suffix: str) -> str:
        return self.base + quote(name + suffix)

    def refused(self, record: Record, findings: Sequence[Finding], before: int) -> bytes:
        """A refused record in the list of them; `before` is how many there were already."""
        if before >= LISTED:
            return b""
        place = f"{_file_name(record.source)}:{record.line}"
        if record.source == PROGRAM:
            place = self.said.page["record"].format(n=record.number)
        tag = "<span>" if self.style.lang == "en" else '<span lang="en">'
        said = "".join(f"{tag}{escape(f.message)}{_hint(f)}</span>" for f in findings if f.severity == "error")
        text = f"<code>{_isolated(record.text)}</code>" if record.text.strip() else ""
        return f"<li><b>{escape(place)}</b>{said}{text}</li>\n".encode()

    def finish(self, page: PartFile, spool: PartFile, counts: Mapping[str, int]) -> None:
        """Write everything behind the last diagram. Raises OutputError."""
        refused, said = counts["refused"], self.said
        page.write(b"</div>\n")
        if refused:
            page.write(f'<section class="refused"><h2>{escape(said.page["refused"])}</h2>\n<ul>\n'.encode())
            assert isinstance(spool, Spool)  # noqa: S101 - made here
            spool.copy_to(page)
            page.write(f"</ul>\n{self._rest(refused)}</section>\n".encode())
        diagrams = counted(said, said.diagrams, counts["read"] - refused)
        account = said.page["account_refused" if refused else "account"]
        account = account.format(diagrams=diagrams, n=grouped(said, refused))
        page.write(_TAIL.format(account=escape(account)).encode())

    def _rest(self, refused: int) -> str:
        said = self.said
        rest = escape(said.page["more"].format(n=grouped(said, refused - LISTED)))
        more = f"<p>{rest}</p>\n" if refused > LISTED else ""
        link = f'<a href="{self.errors}">{escape(said.page["errors"])}</a>' if self.errors else ""
        return more + (f"<p>{link}</p>\n" if link else "")


_HEAD = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="fen2img">
<title>{title}</title>
<style>{style}</style>
<script>{script}</script>
</head>
<body>
<header><h1>{title}</h1></header>
<div class="tools" role="search" data-words="{words}" hidden>
<label>{filter} <input type="search" placeholder="{filter_by}" autocomplete="off" spellcheck="false"></label>
<label>{size} <input type="range" min="8" max="40" value="16"></label>
<output></output>
</div>
<p role="status" class="unseen"></p>
<main>
<div class="diagrams" data-base="{base}">
"""
_TAIL = """</main>
<footer><p>{account}</p></footer>
</body>
</html>
"""


def escape(text: str) -> str:
    """Text for HTML, also in quotation marks: on one line, and what turns the direction of writing as a reference."""
    plain = one_line(text).translate(_UNFIT).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    quoted = plain.replace('"', "&quot;").replace("'", "&#39;")
    return re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", lambda match: f"&#x{ord(match[0]):x};", quoted)


@cache
def _fixed(text: str) -> str:
    """One of the few texts that stand at every diagram, escaped."""
    return escape(text)


#: Controls that HTML does not have, besides those that XML does not have either.
_UNFIT = dict.fromkeys(range(0x7F, 0xA0), "\ufffd")


def _isolated(text: str) -> str:
    """Text whose direction of writing is its own matter."""
    return f"<bdi>{escape(text)}</bdi>"


def _hint(finding: Finding) -> str:
    return f" ({escape(finding.hint)})" if finding.hint else ""


def _for_script(said: type[Language]) -> str:
    """What the script says, as JSON."""
    page = {name: said.page[name] for name in ("found", "copy", "copied", "selected", "fen_copied", "fen_selected")}
    return json.dumps({**page, "diagrams": dict(said.diagrams), "group": said.group, "from": said.grouped_from})


def _pixels(length: float) -> str:
    """Whole ones, as the attributes of HTML have them."""
    return number(max(1, round(length)), 0)


def _is_light(color: Color) -> bool:
    return 299 * color.red + 587 * color.green + 114 * color.blue > 127_500


def _file_name(path: str) -> str:
    return visible(re.split(r"[/\\]", path)[-1])


def _title(inputs: Sequence[str], said: type[Language]) -> str:
    """The names of the inputs, without folder and suffix."""
    stems = [name.rpartition(".")[0] or name for name in map(_file_name, inputs) if not name.startswith("<")]
    names, more = ", ".join(stems[:_NAMED]), len(stems) - _NAMED
    if more > 0:
        return said.page["and_more"].format(names=names, n=grouped(said, more))
    return names or said.page["title"]


def _relative(path: Path, start: Path, *, folder: bool = False) -> str:
    """The URL of a file as seen from a folder. Raises OptionError where there is none."""
    try:
        way = os.path.relpath(path, start)
    except ValueError:  # two drives of Windows
        raise OptionError(f"html: there is no way from {start} to {path}", hint="use one drive for both") from None
    url = quote(os.fsencode(way.replace(os.sep, "/")))
    if not folder:
        return url
    return "" if url == "." else f"{url}/"


def _allowed(text: str) -> str:
    """A source of Content Security Policy (level 2, section 4.2.2.1.) that allows exactly one text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@cache
def _asset(name: str) -> str:
    """A file beside this module; with one kind of line ends, however it was checked out."""
    return (files("fen2img.batching") / name).read_text("utf-8")
