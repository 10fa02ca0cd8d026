"""Make the generated parts of the documentation again: the tables, the sheets, the pictures of the README.

A picture `docs/images/NAME.ext` is what the command in README.md with `-o NAME.ext` draws. One of a PDF is the PDF's
first page, and that of a batch is its first images.
"""

import dataclasses
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image

from fen2img.batching.naming import PLACEHOLDERS as NAMES
from fen2img.cli import run
from fen2img.config import KEYS
from fen2img.diagram import Diagram
from fen2img.explain import explain, explanation_text
from fen2img.inputs import READ_OPTIONS
from fen2img.languages import LANGUAGES
from fen2img.layout import layout
from fen2img.letters import LETTERS
from fen2img.marks import MARKS, Mark
from fen2img.notation import parse_fen, read_fen, written_fields
from fen2img.options import Flag, Option
from fen2img.pieceset import bundled_names, set_info
from fen2img.position import Square
from fen2img.preview import EXAMPLE
from fen2img.raster import draw
from fen2img.style import OPTIONS, Style
from fen2img.terminal import Screen
from fen2img.themes import THEMES
from fen2img.words import describe

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
#: Around what is made anew in a page that is written by hand.
#: A board to show marks on, and each kind of them on light and dark, empty and occupied squares.
MARKED = "k1b2/1pn2/2P2/1N1Q1/2K2"
SHOWN = {
    "area": "a1b2,Rd3e4:dashed",
    "lastmove": "b5d2",
    "highlight": "Ga5,Rb4,Yc3,Bd2,e5,Ra2,Yb1,Be2",
    "check": "a5",
    "legal": "b2",
    "frame": "Ga5,Rb4,Yc3,Bd2,e5:dashed,e4:dotted,Ra2,Yb1",
    "circle": "Ga5,Rb4,Yc3,Bd2,e5:dashed,e4:dotted,Ra2,Yb1",
    "arrow": "d2a5,Rd2d5,Yd2e1,Bb2a4,e5e3:dashed",
    "dot": "Ga4,Rb5,Yd4,Be3,c3",
    "cross": "a4,b5,Gd4,Be3,Yc3,d2",
    "label": "a3=1,b5=A,d4=?,e3=1/2,b2=N,d2=Qd2",
    "sequence": "b2,a4,c5,b3,d4",
    "badge": "b2=!!,d2=?,a4=!,e4=?!,c3=!?,c5=??",
    "hide": "d2,c4",
}
#: What `--legal b2` would give, if the rules knew boards of that size.
LEGAL = tuple(
    Mark("legal", (Square(ord(name[0]) - ord("a"), int(name[1]) - 1),), text=text)
    for name, text in {"b2": "from", "a4": "move", "c4": "capture", "d3": "move", "d1": "move"}.items()
)
#: A position to tell of in words.
TOLD = "6k1/5p2/8/8/8/8/1PP5/1K1R4 w - - 0 1"
BEGIN, END = "<!-- made by docs/make.py -->", "<!-- end -->"


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    (ROOT / "docs" / "options.md").write_text(option_table(), "utf-8")
    sheet("themes", "--preview", IMAGES / "themes.png", "--size", "320", "--force")
    piece_pictures()
    (ROOT / "docs" / "themes.md").write_text(theme_table(), "utf-8")
    (ROOT / "docs" / "pieces.md").write_text(piece_table(), "utf-8")
    house_style()
    mark_pictures()
    between(ROOT / "docs" / "marks.md", mark_table())
    between(ROOT / "docs" / "batch.md", name_table())
    between(ROOT / "docs" / "words.md", language_table())
    between(ROOT / "docs" / "explain.md", explanation())
    between(ROOT / "docs" / "inputs.md", letter_table())
    book_page()
    recipe_pictures(ROOT / "README.md")
    recipe_pictures(ROOT / "docs" / "marks.md")


def sheet(*words: object) -> None:
    if run([str(w) for w in words]):
        sys.exit(f"failed: {words}")


def option_table() -> str:
    head = "# Options\n\nThe same names serve the command line (`--size 400`), TOML files (`size = 400`) and Python\n"
    head += "(`size=400`). This page is made by `docs/make.py` from the declarations in `fen2img/style.py`.\n"
    groups: dict[str, list[Option]] = {}
    for option in (*OPTIONS.values(), *READ_OPTIONS.values()):
        groups.setdefault(option.group, []).append(option)
    for group, options in groups.items():
        head += f"\n## {group}\n\n| option | values | default | |\n|---|---|---|---|\n"
        head += "".join(option_row(o) for o in options)
    head += (
        "\n## Marks\n\n`[GRYB]SQUARE[SQUARE][=TEXT][:COLOR][:solid|dashed|dotted][:above|below][:straight]`,"
        " more of them with commas;\n"
    )
    head += "[pictures](marks.md). In TOML they stand under `[marks]`, in Python in `Diagram.marked(…)`.\n\n"
    head += "| option | example | |\n|---|---|---|\n"
    head += "".join(f"| `{k.flag}` | `{quote(k.example)}` | {escaped(k.help)} |\n" for k in MARKS.values())
    return head + "| `--auto-check`, `--no-auto-check` | | Kings in check (needs python-chess). |\n"


def option_row(option: Option) -> str:
    default = "" if option.default is None else option.default
    if isinstance(default, bool):
        default = "yes" if default else "no"
    doc = escaped(option.help)
    name = option.flag + (f", --no-{option.flag[2:]}" if isinstance(option.kind, Flag) else "")
    values = "" if isinstance(option.kind, Flag) else in_words(option)
    only = f" Only for {' and '.join(sorted(option.formats))}." if option.formats else ""
    return f"| `{name}` | {values} | {default} | {doc}{only} |\n"


def in_words(option: Option) -> str:
    return escaped(option.kind.values.removeprefix("one of "))


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


def theme_table() -> str:
    text = "# Themes\n\n![A board in every theme](images/themes.png)\n\n| theme | light | dark | |\n|---|---|---|---|\n"
    for theme in THEMES.values():
        dark = "hatched" if theme.hatch else f"`{theme.dark}`"
        text += f"| `{theme.name}` | `{theme.light}` | {dark} | {theme.about} |\n"
    text += "\n`fen2img themes --preview sheet.png` draws this sheet. Themes of your own stand in a\n"
    return text + "[house style](house-style.md).\n"


def house_style() -> None:
    """The table of the keys of a theme, between its marks in the page, and the picture of the sample."""
    rows = "".join(f"| `{k.name}` | {in_words(k)} | {escaped(k.help)} |\n" for k in KEYS.values())
    between(ROOT / "docs" / "house-style.md", f"| key | values | |\n|---|---|---|\n{rows}")
    look = ("--style", ROOT / "samples" / "book.toml", "--theme", "book", "--dpi", "200", "--force")
    sheet("themes", "--preview", IMAGES / "house-style.png", *look)


def between(page: Path, made: str) -> None:
    """Put what is made into a page that is written by hand."""
    text = re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{made}{END}", page.read_text("utf-8"), flags=re.DOTALL)
    page.write_text(text, "utf-8")


def quote(example: str) -> str:
    """As a shell takes it: a lone ! means something to bash."""
    return f"'{example}'" if "!" in example else example


def name_table() -> str:
    rows = "".join(f"| `{{{name}}}` | {escaped(about)} |\n" for name, about in NAMES.items())
    return f"| placeholder | |\n|---|---|\n{rows}"


def language_table() -> str:
    """The same diagrams in the words of every language."""
    shown = {
        "a position with marks": parse_fen(TOLD).fen(),
        "an empty board, and pieces in hand": "8/8/8/8/8/8/8/8[NNPPPPPp] b - - 0 1",
    }
    text = ""
    for about, fen in shown.items():
        diagram = read_fen(fen).diagram()
        if about == "a position with marks":
            diagram = diagram.marked(arrow="d1d8", lastmove="h6g8", check="g8")
        text += f"\n{about[0].upper()}{about[1:]}, `{fen}`:\n\n| | | |\n|---|---|---|\n"
        for code, (english, own) in LANGUAGES.items():
            name = own if own == english else f"{own} ({english})"
            text += f"| `{code}` | {name} | {describe(diagram.position, diagram.marks, code)} |\n"
    return text + "\n"


def explanation() -> str:
    """What `fen2img explain` says of a position with something odd about it."""
    fen = "r1bqkbr1/ppp1pppp/2n5/3pP3/8/5N2/PPPP1PPP/RNBQKB1R w KQkq d6 0 5"
    reading = read_fen(fen)
    text = explanation_text(explain(reading, reading.diagram(), written_fields(fen)), Screen())
    return f"```console\n$ fen2img explain {fen}\n{text}\n```\n"


def letter_table() -> str:
    """The piece letters of every language."""
    rows = [f"| `{code}` | {known.language} | {' '.join(known.letters)} |\n" for code, known in LETTERS.items()]
    return "| `CODE` | | king, queen, rook, bishop, knight, pawn |\n|---|---|---|\n" + "".join(rows)


def mark_table() -> str:
    text = ""
    for kind in MARKS.values():
        text += f"\n### {kind.flag}\n\n{kind.help} `{kind.flag} {quote(kind.example)}`\n"
        text += f"\n![{kind.name}, from both sides, in colour and in print](images/mark-{kind.name}.png)\n"
    return text + "\n"


def mark_pictures() -> None:
    """Each kind on light and dark squares, from both sides, in colour, in grey and in black."""
    looks = [("brown", "white"), ("brown", "black"), ("print-grey", "white"), ("print", "white"), ("print", "black")]
    for name, text in SHOWN.items():
        position = parse_fen(MARKED, width=5, height=5)
        plain = Diagram(position=position)
        marked = dataclasses.replace(plain, marks=LEGAL) if name == "legal" else plain.marked(**{name: text})
        styles = [Style.of(theme=t, orientation=side, coordinates="none", square=40) for t, side in looks]
        row([draw(layout(marked, style)) for style in styles], IMAGES / f"mark-{name}.png")


def row(images: list[Image.Image], picture: Path) -> None:
    gap = 14
    high = max(image.height for image in images)
    whole = Image.new("RGB", (sum(i.width + gap for i in images) - gap, high), "#fff")
    x = 0
    for image in images:
        whole.paste(image, (x, (high - image.height) // 2))
        x += image.width + gap
    whole.save(picture, optimize=True)


def book_page() -> None:
    """Two by three diagrams of 60 mm in a page of 170 x 240 mm, at 300 pixels an inch, as a press prints them."""
    width, high, left, top = (round(mm / 25.4 * 300) for mm in (170, 240, 18, 12))
    sheet_of = Image.new("L", (width, high), 255)
    lines = (ROOT / "samples" / "puzzles.txt").read_text("utf-8").splitlines()
    look = Style.of(theme="print", width="60mm", dpi=300, orientation="auto", number="{n}", caption="{caption}")
    for n, line in enumerate([line for line in lines if not line.startswith("#")][5:11]):
        drawn = dataclasses.replace(read_fen(line).diagram(), number=n + 1)
        image = draw(layout(drawn, look)).convert("L")
        x, y = n % 2 * (width - 2 * left - image.width), n // 2 * round((high - 2 * top) / 3)
        sheet_of.paste(image, (left + x, top + y))
    sheet_of.quantize(16).save(IMAGES / "book-page.png", optimize=True, dpi=(300, 300))


def piece_table() -> str:
    text = "# Pieces\n\n"
    text += (
        "All drawn for fen2img and dedicated to the public domain (CC0-1.0): print them, change them, sell them.\n\n"
    )
    text += "| set | licence | author | |\n|---|---|---|---|\n"
    infos = [set_info(name) for name in bundled_names()]
    text += "".join(f"| [`{i.name}`](#{i.name}) | {i.licence} | {i.author} | {i.about} |\n" for i in infos)
    for info in infos:
        text += f"\n## {info.name}\n\n![The pieces of the set {info.name}](images/pieces-{info.name}.png)\n\n"
        text += f"![A middlegame with the set {info.name}](images/board-{info.name}.png)\n"
    return text + (ROOT / "docs" / "own-pieces.md").read_text("utf-8")


def piece_pictures() -> None:
    for name in bundled_names():
        sheet("pieces", "--preview", IMAGES / f"pieces-{name}.png", "--pieces", name, "--square", "100", "--force")
        sheet(EXAMPLE, "-o", IMAGES / f"board-{name}.png", "--pieces", name, "--square", "45", "--coordinates", "none")


def recipe_pictures(page: Path) -> None:
    """Run the recipes of a page in a folder of their own and keep what it shows; sheets are made by others."""
    text = page.read_text("utf-8")
    shown = {name for name in re.findall(r"images/([\w.-]+)", text) if not name.startswith(("mark-", "book-"))}
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("samples").symlink_to(ROOT / "samples")
        for words in map(shlex.split, lines):
            if words[0] == "fen2img" and run(words[1:]):
                sys.exit(f"failed: {words}")
        for name in shown:
            keep(Path(name))


def keep(name: Path) -> None:
    if name.exists():
        shutil.copy(name, IMAGES / name)
    elif name.with_suffix(".pdf").exists():
        page(name.with_suffix(".pdf"), IMAGES / name)
    elif name.stem == "batch":
        mosaic(sorted(Path("diagrams").glob("*.png"))[:8], IMAGES / name)
    else:
        sys.exit(f"no command of the README draws {name}")


def page(pdf: Path, picture: Path) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    document[0].render(scale=300 / 72).to_pil().convert("RGB").save(picture, dpi=(300, 300))
    document.close()


def mosaic(files: list[Path], picture: Path) -> None:
    images = [Image.open(f) for f in files]
    side = images[0].width
    whole = Image.new("RGB", (4 * side, 2 * side), "#fff")
    for i, image in enumerate(images):
        whole.paste(image, (i % 4 * side, i // 4 * side))
    whole.resize((2 * side, side), Image.Resampling.BOX).save(picture)


if __name__ == "__main__":
    main()
