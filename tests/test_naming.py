"""Names: fit for every file system, each only once, the same from run to run."""

from __future__ import annotations

import gc
import re
import threading
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fen2img.batching.job import Marking, Reader
from fen2img.batching.naming import PLACEHOLDERS, Namer, Seen, diagram_hash, slug
from fen2img.errors import OptionError
from fen2img.inputs import Record
from fen2img.notation import read_fen
from fen2img.style import Style
from fen2img.template import Field, check_template, fields_of, fill

FEN = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)")


def record(number: int = 1, caption: str = "", **fields: str) -> Record:
    return Record("lists/a.b.txt", 10 + number, number, f"{FEN} {caption}".strip(), fields.get("id", ""), fields)


def name(template: str, *records: Record, **options) -> list[str]:
    columns = {column for r in records for column in r.fields}
    namer = Namer(template, Reader(), columns=columns, **options)
    return [namer.name(r).task.name for r in records]


@pytest.mark.parametrize(
    ("template", "made"),
    [
        ("{n}", "7"),
        ("{n:06}", "000007"),
        ("x{n:3}", "x  7"),
        ("{id:5}.", "p1"),
        ("{id:05}", "000p1"),
        ("{slug}", "a-mate-in-2"),
        ("{caption}", "A mate_ in 2!"),
        ("{hash}", "6ac441d24dbb"),
        ("{turn}", "White to move"),
        ("{fen}", "6k1_5ppp_8_8_8_8_8_K2R4 w - - 0 1"),
        ("{source}/{line}", "a.b/17"),
        ("{rating}/{n}", "1500/7"),
        ("{{n}}", "{n}"),
        ("../../{n}", "0007"),
        ("a\\b{n}", "a_b7"),
        ("con/{n}", "_con/7"),
        ("{other}", "0007"),
        ("{slash}", "0007"),
        ("{dots}", "0007"),
        ("{up}/{n}", "x/7"),
    ],
)
def test_names_of_a_template(template, made):
    fields = {"rating": "1500", "other": "", "id": "p1", "dots": "..", "slash": "/", "up": "/../x"}
    assert name(template, record(7, "A mate/ in 2!", **fields)) == [made]


def test_columns_do_not_hide_what_names_are_made_of():
    assert name("{n}-{id}-{line}", record(7, n="1", line="1", id="x", hash="1")) == ["7-x-17"]


def test_a_faulty_record_has_its_number():
    assert name("{slug}", Record("l", 1, 3, "nonsense")) == ["0003"]


def test_names_with_a_number_need_no_memory():
    assert Namer("{n}", Reader())._names is None
    assert Namer("a/{n:05}-{id}", Reader())._names is None
    for template in ("{id}", "{n}{id}", "{n}5", "{id}{n}", "{id}-{n}", "x"):
        assert Namer(template, Reader())._names is not None


def test_taken_names_get_a_number():
    captions = ["A", "a", "Ä", "A\u0308", "a-2", "A", "a"]
    made = name("{caption}", *(record(n, c) for n, c in enumerate(captions, 1)))
    assert made == ["A", "a-2", "Ä", "Ä-2", "a-2-2", "A-3", "a-4"]


def test_a_number_that_is_a_name_already_is_passed_over():
    assert name("{caption}", *(record(n, c) for n, c in enumerate(["a-2", "a", "a"], 1))) == ["a-2", "a", "a-3"]


def test_a_notice_tells_the_name_that_was_taken():
    namer = Namer("{slug}", Reader())
    assert [namer.name(record(n, "A")).taken for n in (1, 2)] == ["", "a"]


@pytest.mark.parametrize(("number", "made"), [(1, "000/0001"), (3, "000/0003"), (4, "001/0004"), (3001, "1000/3001")])
def test_shards(number, made):
    assert name("{n:04}", record(number), shard=3) == [made]


@pytest.mark.parametrize(
    ("template", "hint"),
    [
        ("{slugg}", "did you mean slug?"),
        ("{n.real}", "a brace that is no placeholder"),
        ("{n!r}", "a brace that is no placeholder"),
        ("{n:>6}", "a brace that is no placeholder"),
        ("{n:0x}", "a brace that is no placeholder"),
        ("{n:100}", "a brace that is no placeholder"),
        ("{n[0]}", "a brace that is no placeholder"),
        ("{ratng}", "did you mean rating?"),
        ("{", "a brace by itself is written {{"),
    ],
)
def test_templates_that_cannot_be(template, hint):
    with pytest.raises(OptionError) as caught:
        Namer(template, Reader(), columns=["rating"])
    assert caught.value.message == f"name: '{template}' is no template"
    assert caught.value.hint.startswith(hint)
    assert caught.value.hint.endswith(f"; known: {', '.join(PLACEHOLDERS)}; columns of the first input: rating")


@pytest.mark.parametrize("template", ["", "a//{n}", "/{n}", "{n}/", "a/ /b"])
def test_parts_without_a_name(template):
    with pytest.raises(OptionError, match="has a part without a name"):
        Namer(template, Reader())


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("White mates in 2", "white-mates-in-2"),
        ("Réti – Tartakower, 1910!", "reti-tartakower-1910"),
        ("  --  ", ""),
        ("Šach ♚ mat", "sach-mat"),
        ("Réti—Alekhine", "reti-alekhine"),
        ("馬", ""),
        ("x" * 100, "x" * 80),
        ("x" * 79 + " yz", "x" * 79),
    ],
)
def test_slugs(text, made):
    assert slug(text) == made


def test_hashes_are_those_that_are_documented():
    """SHA-256 of the normalised FEN, then of a line for each mark."""
    diagram = read_fen("6k1/5ppp/8/8/8/8/8/K2R4   w").diagram()
    assert diagram_hash(diagram) == "6ac441d24dbb"
    marked = {diagram_hash(diagram, Marking.of(m, 8, 8)) for m in ({"circle": "d1"}, {"circle": "Gd1"}, {"dot": "d1"})}
    assert len(marked | {diagram_hash(diagram)}) == 4
    assert diagram_hash(diagram, Marking((), True)) != diagram_hash(diagram)


@pytest.mark.parametrize(
    ("style", "equal"),
    [(Style(), True), (Style(number="{n}"), False), (Style(title="{n}"), False), (Style(title="{{n}}"), True)],
)
def test_diagrams_are_equal_where_their_bytes_are(style, equal):
    namer = Namer("{n}", Reader(), dedupe=style)
    tasks = [namer.name(r).task for r in (record(1, "a"), record(2, "b"), record(3, "a"), Record("l", 1, 4, FEN[:-8]))]
    assert [t.duplicate for t in tasks] == [False, False, equal, False]
    assert tasks[2].name == ("1" if equal else "3")


TEXTS = st.text(alphabet=st.one_of(st.sampled_from("aAßéE\u0301ſ.- _/\\:*\0İ馬👑con1"), st.characters()), max_size=60)


@given(
    st.lists(TEXTS, max_size=12), st.sampled_from(["{x}", "a/{x}", "{x}{n}", "{n}-{x}", "{x}-{x}-{x}"]), st.booleans()
)
def test_names_fit_and_are_unique(texts, template, samples):
    records = [Record("l", n, n, FEN, "", {"x": text * 9}) for n, text in enumerate(texts, 1)]
    made = name(template, *records, samples=samples) if records else []
    assert made == (name(template, *records, samples=samples) if records else [])
    folded = [unicodedata.normalize("NFC", n.casefold()) for n in made]
    assert len(set(folded)) == len(made)
    for part in (part for n in made for part in f"{n}@4x.jpeg".split("/")):
        assert len(part.encode()) <= 255
        assert not re.search(r'[\x00-\x1f<>:"\\|?*]', part)
        assert not RESERVED.match(part)
        assert part[0] not in " ."
        assert part[-1] not in " ."


def test_the_database_goes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    seen = Seen()
    for n in range(1000):
        seen.put(str(n), n)
    assert (seen.get("7"), seen.get("x")) == (7, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("{n:06} {rating:4} {id}", [Field("n", True, 6), Field("rating", False, 4), Field("id")]),
        ("{{n}}", []),
    ],
)
def test_fields(text, fields):
    check_template(text, ["n", "rating", "id"], widths=True)
    assert list(fields_of(text)) == fields


@pytest.mark.parametrize(
    ("text", "filled"), [("{a:4}|", "  12|"), ("{b:4}|", "x   |"), ("{b:04}|", "000x|"), ("{a:1}", "12")]
)
def test_widths(text, filled):
    assert fill(text, {"a": "12", "b": "x"}) == filled


def test_what_was_seen_may_be_forgotten_in_another_thread():
    made = []
    thread = threading.Thread(target=lambda: made.append(Seen()))
    thread.start()
    thread.join()
    made[0].put("a", 1)
    del made[0]  # a warning would be an error here
    gc.collect()


def test_a_column_that_is_called_as_a_placeholder_is_listed_once():
    with pytest.raises(OptionError) as caught:
        Namer("{x}", Reader(), columns=["id", "n", "line"])
    assert caught.value.hint.endswith(f"; known: {', '.join(PLACEHOLDERS)}")
