"""The tables of messages: each language has them all, with the plural forms of CLDR, and they reach every output."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from browser import Browser
from PIL import Image

import fen2img
from fen2img import Diagram, Style
from fen2img.errors import GlyphError
from fen2img.languages import LANGUAGES, Language, language
from fen2img.languages.en import LANGUAGE as ENGLISH
from fen2img.languages.plurals import RULES, counted, grouped
from fen2img.letters import LETTERS

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
BAD = "6k1/5ppp/8/8/8/8/8/K2R5"
GERMAN = "Weiß: Ka1, Td1. Schwarz: Kg8, Bauern f7, g7, h7. Weiß am Zug."
RUSSIAN = "Белые: Крa1, Лd1. Чёрные: Крg8, пешки f7, g7, h7. Ход белых."
FRENCH = "Blancs\u00a0: Ra1, Td1. Noirs\u00a0: Rg8, pions f7, g7, h7. Trait aux Blancs."
FIELDS = tuple(Language.__annotations__)
FORMS = ("counted_pawns", "diagrams")
#: Where the English text has a number and a word for it, others need both apart.
EITHER = {"{count}", "{diagrams}"}
NUMBERS = [*range(202), 999, 1000, 1001, 1234, 11_111, 99_999, 999_999, 1_000_000, 1_000_001, 2_000_000, 12_345_678]


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{\w*\}", text)) - EITHER


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_is_there(code):
    said = language(code)
    assert said.code == code
    own = {name for name in vars(said) if not name.startswith("_")}
    assert own == set(FIELDS)
    for name in FIELDS:
        one, other = getattr(ENGLISH, name), getattr(said, name)
        assert type(one) is type(other)
        if isinstance(one, str):
            assert placeholders(one) == placeholders(other)
            assert other
    assert list(said.page) == list(ENGLISH.page)
    for name, text in said.page.items():
        assert placeholders(text) == placeholders(ENGLISH.page[name])
        assert text == text.strip() != ""
    assert len(said.pieces) == 5


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_forms_are_those_of_the_language(code):
    forms, rule = RULES[code]
    for name in FORMS:
        messages = getattr(language(code), name)
        assert tuple(messages) == forms
        assert all(placeholders(text) == {"{n}"} for text in messages.values())
    assert {rule(n) for n in NUMBERS} == set(forms)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ko"])
def test_pieces_have_the_letters_of_the_language(code):
    assert language(code).pieces == LETTERS[code].letters[:-1]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", ["0 pawns", "1 pawn", "2 pawns", "5 pawns", "21 pawns", "1,234 pawns"]),
        ("de", ["0 Bauern", "1 Bauer", "2 Bauern", "5 Bauern", "21 Bauern", "1.234 Bauern"]),
        ("es", ["0 peones", "1 peón", "2 peones", "5 peones", "21 peones", "1234 peones"]),
        ("fr", ["0 pion", "1 pion", "2 pions", "5 pions", "21 pions", "1\u202f234 pions"]),
        ("it", ["0 pedoni", "1 pedone", "2 pedoni", "5 pedoni", "21 pedoni", "1234 pedoni"]),
        ("ko", ["폰 0개", "폰 1개", "폰 2개", "폰 5개", "폰 21개", "폰 1,234개"]),
        ("nl", ["0 pionnen", "1 pion", "2 pionnen", "5 pionnen", "21 pionnen", "1.234 pionnen"]),
        ("pl", ["0 pionów", "1 pion", "2 piony", "5 pionów", "21 pionów", "1234 piony"]),
        ("pt", ["0 peão", "1 peão", "2 peões", "5 peões", "21 peões", "1.234 peões"]),
        ("ru", ["0 пешек", "1 пешка", "2 пешки", "5 пешек", "21 пешка", "1\u00a0234 пешки"]),
    ],
)
def test_counted(code, expected):
    said = language(code)
    assert [counted(said, said.counted_pawns, n) for n in (0, 1, 2, 5, 21, 1234)] == expected


def test_millions():
    found = {code: counted(language(code), language(code).diagrams, 10**6) for code in ("en", "fr", "es", "pl")}
    assert found == {
        "en": "1,000,000 diagrams",
        "fr": "1\u202f000\u202f000 de diagrammes",
        "es": "1.000.000 de diagramas",
        "pl": "1\u00a0000\u00a0000 diagramów",
    }


def test_an_independent_judge_of_plurals_and_digits(tmp_path):
    """The browser has the rules of CLDR, too."""
    browser = Browser(tmp_path)
    script = f"""Object.fromEntries({json.dumps(list(LANGUAGES))}.map((code) => {{
      const rules = new Intl.PluralRules(code);
      return [code, {NUMBERS}.map((n) => [rules.select(n), n.toLocaleString(code)])];
    }}))"""
    try:
        judged = browser.run(script)
    finally:
        browser.close()
    assert judged == {code: [[RULES[code][1](n), grouped(language(code), n)] for n in NUMBERS] for code in LANGUAGES}


# --- where they come out -----------------------------------------------------------------------------------------


def test_svg_says_its_language():
    svg = Diagram.from_fen(MATE).svg(lang="de")
    assert svg.splitlines()[0].startswith('<svg xmlns="http://www.w3.org/2000/svg" xml:lang="de" role="img" width=')
    assert svg.splitlines()[1:3] == ["<title>Schachdiagramm</title>", f"<desc>{GERMAN}</desc>"]
    english = Diagram.from_fen(MATE).svg()
    assert "lang" not in english
    assert svg.splitlines()[3:] == english.splitlines()[3:]


def test_svg_by_reference_says_it_too():
    root = Diagram.from_fen(MATE).svg(lang="ko", svg_reuse=True).splitlines()[0]
    assert 'xmlns:xlink="http://www.w3.org/1999/xlink" xml:lang="ko" role=' in root


def test_no_break_spaces_stay():
    assert f"<desc>{FRENCH}</desc>" in Diagram.from_fen(MATE).svg(lang="fr")
    with Image.open(io.BytesIO(Diagram.from_fen(MATE).png(lang="fr"))) as image:
        assert image.text["Description"] == FRENCH


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_has_the_alt_text(lang):
    diagram = Diagram.from_fen(MATE)
    alt = diagram.alt_text(lang)
    with Image.open(io.BytesIO(diagram.png(lang=lang))) as image:
        assert (image.text["Description"], image.text["Title"]) == (alt, language(lang).diagram)
    with Image.open(io.BytesIO(diagram.render("tiff", lang=lang, size=64))) as image:
        assert image.tag_v2[270].encode("latin-1").decode() == alt
    assert f"<desc>{alt}</desc>" in diagram.svg(lang=lang)


@pytest.mark.usefixtures("needs_cairo")
def test_pdf_says_its_language():
    pikepdf = pytest.importorskip("pikepdf")
    for lang in ("en", "ru"):
        with pikepdf.open(io.BytesIO(Diagram.from_fen(MATE).render("pdf", lang=lang))) as document:
            assert document.Root.get("/Lang") == (None if lang == "en" else "ru")
            assert document.docinfo["/Subject"] == Diagram.from_fen(MATE).alt_text(lang)


@pytest.mark.usefixtures("needs_cairo")
def test_postscript_has_no_title_of_question_marks():
    diagram = Diagram.from_fen(MATE)
    assert b"%%Title: (Schachdiagramm)\n" in diagram.render("eps", lang="de")
    assert b"%%Title" not in diagram.render("eps", lang="ru")


def test_turn_in_words_on_the_picture():
    diagram = Diagram.from_fen(MATE)
    svg = diagram.svg(title="{turn}", lang="de")
    assert "<title>Weiß am Zug</title>" in svg
    assert svg.splitlines()[3:] == diagram.svg(title="Weiß am Zug").splitlines()[3:]


def test_a_title_that_the_font_cannot_write():
    with pytest.raises(GlyphError) as caught:
        Diagram.from_fen(MATE).svg(title="{turn}", lang="ko")
    assert caught.value.report() == (
        "error: title: the font has no '백' (U+BC31 HANGUL SYLLABLE BAEG)\n  hint: --font PATH names a font that has it"
    )


def test_many():
    pictures = fen2img.render_many([MATE], Style(lang="ru", size=64), format="svg", jobs=1)
    assert [f"<desc>{RUSSIAN}</desc>" in picture.decode() for _, picture in pictures] == [True]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch(tmp_path, jobs):
    style = Style(lang="de", size=64)
    records = [MATE, MATE.replace(" w ", " b ")]
    manifest = tmp_path / "m.jsonl"
    fen2img.batch(
        records, tmp_path / "out", formats="svg", style=style, manifest=manifest, name="{n} {turn}", jobs=jobs
    )
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["1 Weiß am Zug.svg", "2 Schwarz am Zug.svg"]
    assert json.loads(manifest.read_text().splitlines()[0])["alt"] == GERMAN
    fen2img.batch(records, tmp_path / "out.tar", formats="svg", style=style, jobs=jobs)
    with tarfile.open(tmp_path / "out.tar") as archive:
        (told,) = [archive.extractfile(name) for name in archive.getnames() if name == "000001.json"]
        assert told is not None
        assert json.load(told)["alt"] == GERMAN


# --- the page of a batch -----------------------------------------------------------------------------------------


def page_of(folder: Path, lang: str, records: list[str], **options: object) -> Path:
    page = folder / "page.html"
    fen2img.batch(records, folder / "out", formats="svg", style=Style(lang=lang, size=64), html=page, **options)  # type: ignore[arg-type]
    return page


def test_the_page_of_a_batch(tmp_path):
    text = page_of(tmp_path, "de", [MATE, BAD]).read_text("utf-8")
    for part in (
        '<html lang="de">',
        "<h1>Schachdiagramme</h1>",
        '<label>Filter <input type="search" placeholder="Text, FEN, Name"',
        "<label>Größe <input",
        f'alt="{GERMAN}"',
        '<p class="about turn white">Weiß am Zug</p>',
        '<button type="button" aria-label="FEN von Diagramm 1 kopieren">FEN kopieren</button>',
        "<h2>Nicht gezeichnet</h2>",
        '<li><b>Datensatz 2</b><span lang="en">rank 1 has 9 squares',
        "<footer><p>1 Diagramm, 1 nicht gezeichnet.</p></footer>",
    ):
        assert part in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_english_is_left_on_a_page(tmp_path, monkeypatch, code):
    monkeypatch.setattr("fen2img.batching.gallery.LISTED", 1)
    inputs = ["1.txt", "2.txt", "3.txt", "4.txt", "5.txt"]
    page = page_of(tmp_path, code, [MATE, BAD, BAD], errors=tmp_path / "e.jsonl", inputs=inputs).read_text("utf-8")
    shown = re.sub(r'<(style|script)>.*?</\1>|<span lang="en">.*?</span>', "", page, flags=re.DOTALL)
    assert not set("{}") & set(re.sub(r'data-words="[^"]*"', "", shown))
    english = {*ENGLISH.page.values(), ENGLISH.white_moves} - {*language(code).page.values()}
    assert code == "en" or not [text for text in english if "{" not in text and text in shown]
    assert language(code).page["and_more"].format(names="1, 2, 3", n=2) in shown


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.close()


@pytest.mark.parametrize(
    ("code", "total", "found"),
    [
        ("en", "3 diagrams", "1 of 3 diagrams"),
        ("de", "3 Diagramme", "1 von 3"),
        ("es", "3 diagramas", "1 de 3 diagramas"),
        ("fr", "3 diagrammes", "1 sur 3 diagrammes"),
        ("it", "3 diagrammi", "1 su 3 diagrammi"),
        ("ko", "다이어그램 3개", "다이어그램 3개 중 1개"),
        ("nl", "3 diagrammen", "1 van 3 diagrammen"),
        ("pl", "3 diagramy", "1 z 3"),
        ("pt", "3 diagramas", "1 de 3 diagramas"),
        ("ru", "3 диаграммы", "1 из 3"),
    ],
)
def test_what_the_script_says(browser, tmp_path, code, total, found):
    browser.open(page_of(tmp_path, code, [f"{MATE} eins", f"{MATE} zwei", f"{MATE} drei"]))
    assert browser.run("document.querySelector('output').value") == total
    said = browser.run(
        """(async () => {
          const field = document.querySelector("[type=search]");
          field.value = "zwei";
          field.dispatchEvent(new Event("input"));
          document.execCommand = () => false;
          document.querySelector("button").click();
          await new Promise((done) => setTimeout(done, 400));
          const status = document.querySelector("[role=status]").textContent;
          return [document.querySelector("output").value, document.querySelector("button").textContent, status];
        })()"""
    )
    page = language(code).page
    assert said[0] == found
    assert said[1:] in ([page["copied"], page["fen_copied"]], [page["selected"], page["fen_selected"]])
    assert not browser.complaints()


def test_an_english_start_loads_no_other_language(tmp_path):
    code = (
        f"import sys, fen2img; fen2img.Diagram.from_fen({MATE!r}).svg()\n"
        "print(*sorted(name for name in sys.modules if name.startswith('fen2img.languages')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == ["fen2img.languages", "fen2img.languages.en"]
