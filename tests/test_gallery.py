"""The page that shows a batch: whole, escaped, the same whoever draws, and of use in a browser."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser import Browser
from hypothesis import given
from hypothesis import strategies as st
from peak import peak

import fen2img
from fen2img.batching import engine, gallery
from fen2img.batching.archives import PartFile
from fen2img.batching.checkpoint import Checkpoint
from fen2img.batching.engine import Watch
from fen2img.batching.gallery import LISTED, Gallery, Spool, escape
from fen2img.batching.outputs import outputs_of
from fen2img.diagram import Diagram
from fen2img.errors import OptionError, OutputError
from fen2img.inputs import Record
from fen2img.notation import parse_fen
from fen2img.style import Style

GOOD = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
OTHER = "8/8/8/8/8/8/8/K6k b - - 0 1"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5"
SMALL = Style(size=64)
LIST = [f"{GOOD} caption {n % 50}" if n % 7 else BAD for n in range(1, 301)]
VOID = {"meta", "img", "input", "wbr", "br", "link"}


def batch(records, out, **options) -> fen2img.Report:
    return fen2img.batch(records, out, **{"formats": "svg", "style": SMALL, **options})


class Page(HTMLParser):
    """What an independent parser sees: elements with their attributes and text, all of them closed in order."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.source = path.read_text("utf-8")
        self.feed(self.source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs)
        text: list[str] = []
        self.elements.append((tag, dict(attrs), text))
        if tag not in VOID:
            self.open.append((tag, text))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for _, text in self.open:
            text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes, _ in self.elements if name == tag]

    def texts(self, tag: str) -> list[str]:
        return ["".join(text).strip() for name, _, text in self.elements if name == tag]


def page_of(records, folder: Path, **options) -> Page:
    batch(records, folder / "out", html=folder / "page.html", **options)
    return Page(folder / "page.html")


# --- what is on it -----------------------------------------------------------------------------------------------


def test_the_diagrams_are_on_it(tmp_path):
    page = page_of([{"fen": GOOD, "title": "One", "caption": "Mate", "id": "x1"}, OTHER, BAD], tmp_path)
    assert page.texts("h1") == page.texts("title") == ["Chess diagrams"]
    first, second = page.all("img")
    assert first == {
        "src": "out/0001.svg",
        "alt": "White: Ka1, Rd1. Black: Kg8, pawns f7, g7, h7. White to move.",
        "width": "64",
        "height": "64",
        "loading": "lazy",
        "decoding": "async",
    }
    assert second["src"] == "out/0002.svg"
    assert page.texts("code")[:2] == [GOOD, OTHER]
    said = [text.split("\n") for text in page.texts("figcaption")]
    assert said == [
        ["1 One Mate", "White to move", "x1", GOOD, "Copy FEN"],
        ["2", "Black to move", OTHER, "Copy FEN"],
    ]
    assert [b["aria-label"] for b in page.all("button")] == ["Copy FEN of diagram 1", "Copy FEN of diagram 2"]
    assert page.texts("h2") == ["Not drawn"]
    assert page.texts("li") == [f"Record 3rank 1 has 9 squares instead of 8 (1 square too many){BAD}"]
    assert page.texts("footer") == ["2 diagrams, 1 not drawn."]


def test_without_a_side_to_move_none_is_named(tmp_path):
    page = page_of([GOOD.split()[0]], tmp_path)
    assert page.texts("figcaption")[0].split("\n") == ["1", GOOD, "Copy FEN"]


def test_nothing_is_refused(tmp_path):
    page = page_of([GOOD], tmp_path)
    assert not page.all("section")
    assert page.texts("footer") == ["1 diagram."]


def test_the_page_judged_by_a_parser(tmp_path):
    page = page_of(LIST, tmp_path, formats="svg,png@2x", name="{caption}", shard=40, dedupe=True)
    assert len(page.all("img")) == 258
    for image in page.all("img"):
        assert image["alt"]
        assert int(image["width"])
        assert int(image["height"])
        assert (tmp_path / unquote(image["src"])).is_file()
    for link in page.all("a"):
        assert (tmp_path / unquote(link["href"])).is_file()
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids) == 258
    assert "style" not in {name for _, attributes, _ in page.elements for name in attributes}


def test_nothing_comes_from_elsewhere(tmp_path):
    page = page_of(LIST[:10], tmp_path)
    assert "://" not in page.source
    assert not page.all("link")
    assert all("src" not in script for script in page.all("script"))
    (policy,) = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    assert policy.startswith("default-src 'none'; img-src 'self' file:; style-src 'sha256-")


@pytest.mark.parametrize(
    ("inputs", "title"),
    [
        (["lists/puzzles.txt"], "puzzles"),
        (["C:\\lists\\a.b.txt", "-", "two"], "a.b, -, two"),
        (["1.txt", "2.txt", "3.txt", "4.txt", "5.txt"], "1, 2, 3 and 2 more"),
        (["<stdin>"], "Chess diagrams"),
        (["a\u202e<b>.txt"], "a\\u202e<b>"),
    ],
)
def test_titles(tmp_path, inputs, title):
    page = page_of([GOOD], tmp_path, inputs=inputs)
    assert page.texts("title") == page.texts("h1") == [title]


def test_places_of_refused_records_have_no_folders(tmp_path):
    page = page_of([Record("/home/me/list.txt", 7, 1, BAD)], tmp_path)
    assert page.texts("b") == ["list.txt:7"]


def test_a_long_list_of_refused_records(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "LISTED", 5)
    page = page_of([BAD] * 1234 + [""], tmp_path, errors=tmp_path / "out" / "é e.jsonl")
    assert len(page.all("li")) == 5 < LISTED
    assert page.texts("section")[0].endswith("and 1,230 more.\nEverything that is wrong, as JSON lines")
    assert page.all("a")[-1]["href"] == "out/%C3%A9%20e.jsonl"
    assert page.texts("footer") == ["0 diagrams, 1,235 not drawn."]


# --- pictures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formats", "source", "larger"),
    [
        ("png", "0001.png", None),
        ("png,svg", "0001.svg", None),
        ("png@2x,png", "0001.png", "out/0001%402x.png 2x"),
        ("png@3x,png@2x", "0001%402x.png", "out/0001%402x.png 2x, out/0001%403x.png 3x"),
        ("jpeg,webp,tiff", "0001.webp", None),
        ("tiff,jpeg", "0001.jpg", None),
    ],
)
def test_the_format_that_is_shown(tmp_path, formats, source, larger):
    page = page_of([GOOD], tmp_path, formats=formats)
    (image,) = page.all("img")
    assert image["src"] == page.all("a")[0]["href"] == f"out/{source}"
    assert image.get("srcset") == larger
    assert (image["width"], image["height"]) == ("64", "64")
    named = [o.replace("png", "PNG") for o in formats.split(",")] if formats.startswith("png,") else None
    assert named is None or page.texts("a")[1:] in ([], ["PNG", "SVG"])


def test_pictures_that_are_no_squares(tmp_path):
    page = page_of(
        [GOOD, f"{GOOD} words"], tmp_path, style=Style(size=64, caption="{caption}"), formats="svg,png@2x", name="{n}"
    )
    sizes = [(image["width"], image["height"]) for image in page.all("img")]
    assert sizes[0] == ("64", "64")
    assert sizes[1][0] == "64"
    assert int(sizes[1][1]) > 64
    drawn = (tmp_path / "out" / "2.svg").read_text()
    assert f'viewBox="0 0 64 {sizes[1][1]}' in drawn


@pytest.mark.parametrize(
    ("style", "mat"),
    [
        ({}, "#fff"),
        ({"theme": "dark"}, "#22252b"),
        ({"background": "transparent"}, "#fff"),
        ({"background": "transparent", "theme": "dark"}, "#17181b"),
        ({"background": "#abc8"}, "#fff"),
    ],
)
def test_what_is_behind_pictures(tmp_path, style, mat):
    page = page_of([GOOD], tmp_path, style=Style.of(size=64, **style))
    assert f":root {{ --mat: {mat}; }}" in page.source


@pytest.mark.parametrize(
    ("page", "out", "base"),
    [
        ("page.html", "out", "out/"),
        ("out/page.html", "out", ""),
        ("pages/page.htm", "out", "../out/"),
        ("page.html", "a:b/c d#?%25é\u202e", "a%3Ab/c%20d%23%3F%2525%C3%A9%E2%80%AE/"),
    ],
)
def test_relative_urls(tmp_path, page, out, base):
    (tmp_path / "pages").mkdir()
    batch([f"{GOOD} a#b,c é%"], tmp_path / out, html=tmp_path / page, name="x/{caption}", shard=5)
    made = Page(tmp_path / page)
    (image,) = made.all("img")
    assert image["src"] == f"{base}000/x/a%23b%2Cc%20%C3%A9%25.svg"
    assert made.all("div")[1]["data-base"] == base
    assert ((tmp_path / page).parent / unquote(image["src"])).is_file()


def test_marks_are_in_the_alternative_text(tmp_path):
    page = page_of([GOOD], tmp_path, marks={"arrow": "d1d8", "hide": "g8"})
    assert page.all("img")[0]["alt"] == ("White: Ka1, Rd1. Black: pawns f7, g7, h7. White to move. Marks: arrow d1–d8.")
    assert page.texts("code") == ["8/5ppp/8/8/8/8/8/K2R4 w - - 0 1"]


# --- escaping ----------------------------------------------------------------------------------------------------

NASTY = ["</script><script>x", "\" onerror='x", "&amp; &lt;", "a\nb\r\tc", "\u202eevil\u2066", "\0\x7f\x85\ud800\ufffe"]
#: Everything that may be in a text, with a liking for what means something in HTML.
TEXT = st.text(st.one_of(st.sampled_from("<>&\"'=/-! \n\t;#x0`\u202e\u2069\u200f\0\x7f\x9f\ud800"), st.characters()))


class Attribute(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[object] = []
        self.feed(f"<p title=\"{text}\" lang='{text}'>{text}</p>")
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, attrs))

    def handle_data(self, data):
        self.seen.append(data)

    def handle_endtag(self, tag):
        self.seen.append(tag)


@given(TEXT)
def test_texts_stay_texts(text):
    escaped = escape(text)
    escaped.encode()
    assert not set(escaped) & set("<>\"'\n\r\t\0\x7f\x85\u202e\u2066\u2069\u200f")
    tag, *between, end = Attribute(escaped).seen
    said = "".join(map(str, between))
    assert tag == ("p", [("title", said), ("lang", said)])
    assert end == "p"
    assert len(said) <= len(text)
    if text.isprintable() and text.isascii():
        assert said == " ".join(text.split())


@given(TEXT, TEXT, TEXT)
def test_captions_are_data(title, caption, name):
    page = Gallery.of(Path("p.html"), Path("o"), outputs_of("svg"), SMALL, [name])
    diagram = Diagram(position=parse_fen(GOOD), title=title, caption=caption)
    figure = page.figure(diagram, Record(name, 1, 1, caption, id=name), "n")
    plain = page.figure(Diagram(position=parse_fen(GOOD)), Record("", 1, 1, "", id="x"), "n")
    tags = [tag for tag in _tags(figure) if tag not in ("strong", "bdi")]
    assert tags == [tag for tag in _tags(plain) if tag not in ("strong", "bdi")][: len(tags)]
    assert page.head().decode().count("<script>") == 1


def _tags(text: str) -> list[str]:
    class Tags(HTMLParser):
        seen: list[str] = []

        def handle_starttag(self, tag, attrs):
            self.seen.append(tag)

    parser = Tags()
    parser.seen = []
    parser.feed(text)
    return [tag for tag in parser.seen if tag != "p"]


def test_nasty_texts_on_a_whole_page(tmp_path):
    records = [{"fen": GOOD, "caption": text, "title": text, "id": text} for text in NASTY]
    page = page_of([*records, *(f"{BAD} {text}" for text in NASTY)], tmp_path)
    assert len(page.all("script")) == 1
    assert len(page.all("figure")) == len(page.all("li")) == len(NASTY)
    assert page.texts("strong")[:4] == ["</script><script>x", "\" onerror='x", "&amp; &lt;", "a b c"]


# --- whoever draws, and after whatever ---------------------------------------------------------------------------


def options_of(folder: Path) -> dict[str, object]:
    return {"html": folder / "out" / "index.html", "errors": folder / "e.jsonl", "shard": 40, "dedupe": True}


class Stop(Watch):
    def __init__(self, at: int) -> None:
        self.at = at

    def record(self, record, drawn):
        if record.number == self.at:
            raise KeyboardInterrupt


@pytest.fixture
def often(monkeypatch):
    """A checkpoint after each chunk, small chunks, and processes from the beginning."""
    monkeypatch.setattr(engine, "SAVE", -1)
    monkeypatch.setattr(engine, "LARGEST_CHUNK", 8)
    monkeypatch.setattr(engine, "PATIENCE", -1)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_bytes_after_stops(tmp_path, jobs):
    for name in ("undisturbed", "stopped"):
        (tmp_path / name).mkdir()
    batch(LIST, tmp_path / "undisturbed" / "out", **options_of(tmp_path / "undisturbed"))
    folder = tmp_path / "stopped"
    for at in (1, 2, 7, 8, 120, 300):
        with pytest.raises(KeyboardInterrupt):
            batch(LIST, folder / "out", **options_of(folder), jobs=jobs, resume=True, watch=Stop(at))
        assert (folder / "out" / "index.html.part").exists()
        assert not (folder / "out" / "index.html").exists()
    batch(LIST, folder / "out", **options_of(folder), jobs=jobs, resume=True)
    assert contents(folder) == contents(tmp_path / "undisturbed")
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize(
    ("owner", "name", "number"),
    [
        (Spool, "copy_to", 1),
        (PartFile, "write", -1),
        (Checkpoint, "save", -1),
        (PartFile, "publish", 1),
        (PartFile, "publish", 2),
        (Spool, "publish", 1),
    ],
)
def test_the_same_bytes_after_failures_at_the_end(tmp_path, monkeypatch, owner, name, number):
    """What is done at the end fails once: a copy, the last words, the last checkpoint, one of the names."""
    original, calls = getattr(owner, name), []

    def fail(self, *args):
        calls.append(self)
        if len(calls) == number:
            raise OutputError("no room")
        return original(self, *args)

    (tmp_path / "undisturbed").mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, fail)
        patched.setattr(engine, "SAVE", 1000)
        number, last = 0, number
        batch(LIST, tmp_path / "undisturbed" / "out", **options_of(tmp_path / "undisturbed"))
        number = len(calls) if last < 0 else last
        calls.clear()
        (folder := tmp_path / "failed").mkdir()
        with pytest.raises(OutputError, match="no room"):
            batch(LIST, folder / "out", **options_of(folder))
    for file in folder.rglob("*.part"):
        with file.open("ab") as stream:
            stream.write(b"half of something")
    batch(LIST, folder / "out", **options_of(folder), resume=True)
    assert contents(folder) == contents(tmp_path / "undisturbed")


def test_a_page_that_has_changed_its_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        batch(LIST, tmp_path / "out", html="a.html", watch=Stop(20))
    with pytest.raises(OutputError, match=r"--resume: html was a\.html when the batch was begun and is b\.html now"):
        batch(LIST, tmp_path / "out", html="b.html", resume=True)


def test_skipped_pictures_are_shown(tmp_path):
    batch(LIST[:6], tmp_path / "out")
    page = page_of(LIST[:10], tmp_path, if_exists="skip")
    assert len(page.all("img")) == 9


def test_the_list_of_refused_records_cannot_be_read(tmp_path, monkeypatch):
    original = Spool.copy_to

    def gone(self, page):
        self.flush()
        self.part.unlink()
        original(self, page)

    monkeypatch.setattr(Spool, "copy_to", gone)
    with pytest.raises(OutputError, match=r"cannot write .*page\.html\.refused\.part: No such file"):
        batch([BAD], tmp_path / "out", html=tmp_path / "page.html")


def test_the_list_of_refused_records_cannot_be_removed(tmp_path):
    spool = Spool(tmp_path / "list")
    spool.part.mkdir()
    with pytest.raises(OutputError, match=r"cannot write .*list\.part"):
        spool.publish()


STREAM = """
records = ("8/8/8/8/8/8/8/K6k w" + (" caption" if n % 3 else "-") for n in range(count))
report = fen2img.batch(records, str(count), html=f"{count}.html", formats="svg", if_exists="skip")
"""


def test_memory_is_constant(tmp_path):
    """The page of the larger batch has 10 MB."""
    few, many = (peak(STREAM, n, tmp_path) for n in (1000, 20000))
    assert many < few + 6_000
    assert (tmp_path / "20000.html").stat().st_size > 8_000_000


# --- usage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "options", "report"),
    [
        ("o.zip", {}, "--html is for folders\n  hint: a page shows files in a folder of this machine"),
        ("o.tar", {}, "--html is for folders\n  hint: a page shows files in a folder of this machine"),
        ("-", {}, "--html is for folders\n  hint: a page shows files in a folder of this machine"),
        (
            "o",
            {"formats": "pdf,tiff"},
            "--html: browsers do not show PDF, TIFF\n  hint: add svg or png to --format",
        ),
        ("o", {"html": "p.svg"}, "html: p.svg is no .html"),
        ("o", {"html": ""}, "the name of the html is empty"),
        ("o", {"html": "-"}, "html: - is no .html"),
        ("o", {"errors": "p.html"}, "p.html cannot be both errors and html\n  hint: name two files"),
    ],
)
def test_usage(tmp_path, monkeypatch, out, options, report):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError) as caught:
        batch([GOOD], out, **{"html": "p.html", **options})
    assert caught.value.report() == f"error: {report}"
    assert not list(tmp_path.iterdir())


def test_two_drives(monkeypatch):
    def no_way(path, start):
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    monkeypatch.setattr(gallery.os.path, "relpath", no_way)
    with pytest.raises(OptionError) as caught:
        Gallery.of(Path("D/p.html"), Path("C"), outputs_of("svg"), SMALL, [])
    assert caught.value.report() == "error: html: there is no way from D to C\n  hint: use one drive for both"


def test_a_page_is_not_replaced_unasked(tmp_path):
    (tmp_path / "page.html").write_text("mine")
    with pytest.raises(OutputError, match=r"page\.html exists"):
        page_of([GOOD], tmp_path)
    assert page_of([GOOD], tmp_path, if_exists="replace").all("img")


# --- in a browser ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery")
    records = [{"fen": GOOD, "caption": f"Réti {n}" if n % 2 else "Study", "id": f"id{n}"} for n in range(1, 31)]
    batch([*records, BAD], folder / "a b" / "ö", html=folder / "page.html", formats="svg,png@2x", name="p-{n}")
    return folder / "page.html"


#: Types into the filter and waits for what comes of it.
TYPE = """(async (text) => {
  const field = document.querySelector("[type=search]");
  field.value = text;
  field.dispatchEvent(new Event("input"));
  await new Promise((done) => setTimeout(done, 400));
  const shown = [...document.querySelectorAll("figure")].filter((figure) => figure.checkVisibility());
  return [document.querySelector("output").value, shown.map((figure) => figure.id)];
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280, 2560])
def test_it_shows(browser, shown, width, scheme):
    browser.open(shown, width, prefers_color_scheme=scheme)
    assert browser.run("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert browser.run("document.querySelector('output').value") == "30 diagrams"
    loaded = browser.run(
        "(async () => { const i = document.querySelector('img'); await i.decode(); return i.naturalWidth })()"
    )
    assert loaded == 64
    ground = browser.run("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(23, 24, 27)")
    assert not browser.complaints()


@pytest.mark.parametrize(
    ("text", "count", "ids"),
    [
        ("reti", 15, ["d1", "d3"]),
        ("RÉTI 29", 1, ["d29"]),
        ("id12", 1, ["d12"]),
        ("p-17.svg", 1, ["d17"]),
        ("5ppp/8 black", 0, []),
        ("Copy", 0, []),
        ("png ö", 0, []),
        (" ", 30, ["d1", "d2"]),
    ],
)
def test_the_filter(browser, shown, text, count, ids):
    browser.open(shown)
    said, found = browser.run(f"{TYPE}({text!r})")
    assert (len(found), found[:2]) == (count, ids)
    assert said == ("30 diagrams" if text == " " else f"{count} of 30 diagrams")
    assert browser.run(f"{TYPE}('')") == ["30 diagrams", [f"d{n}" for n in range(1, 31)]]


def test_a_fen_is_copied(browser, shown):
    browser.open(shown)
    copied = browser.run("""(async () => {
      let copied = "";
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text } } });
      const button = document.querySelector("button");
      button.focus();
      button.click();
      await new Promise((done) => setTimeout(done, 50));
      return [copied, button.textContent, document.querySelector("[role=status]").textContent];
    })()""")
    assert copied == [GOOD, "Copied", "FEN copied"]


@pytest.mark.parametrize(("works", "said"), [("true", "Copied"), ("false", "Selected")])
def test_a_fen_is_copied_in_an_old_browser(browser, shown, works, said):
    browser.open(shown)
    copied = browser.run(f"""(async () => {{
      Object.defineProperty(navigator, "clipboard", {{ value: undefined }});
      document.execCommand = () => {works};
      const button = document.querySelectorAll("button")[3];
      button.click();
      await new Promise((done) => setTimeout(done, 50));
      return [getSelection().toString(), button.textContent];
    }})()""")
    assert copied == [GOOD, said]


def test_the_size_of_diagrams(browser, shown):
    browser.open(shown)
    widths = [
        browser.run(f"""(() => {{
          const slider = document.querySelector("[type=range]");
          slider.value = {size};
          slider.dispatchEvent(new Event("input"));
          return document.querySelector("img").clientWidth;
        }})()""")
        for size in (8, 16, 40)
    ]
    assert widths == sorted(set(widths))


def test_it_prints(browser, shown):
    browser.open(shown)
    browser.call("Emulation.setEmulatedMedia", media="print")
    seen = browser.run("""["button", ".tools", "figure", "footer"].map(
      (name) => document.querySelector(name).checkVisibility())""")
    assert seen == [False, False, True, False]
    assert browser.run("getComputedStyle(document.querySelector('figure')).breakInside") == "avoid"


def test_without_scripts(browser, shown):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(shown)
        seen = browser.run("""["button", ".tools", "figure img", "code"].map(
          (name) => document.querySelector(name).checkVisibility())""")
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
    assert seen == [False, False, True, True]
