"""Make the generated parts of the documentation again: the tables, the sheets, the pictures of the README.

A picture `docs/images/NAME.ext` is what the command in README.md with `-o NAME.ext` draws. One of a PDF is the PDF's
first page, and that of a batch is its first images.
"""

import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image

from fen2img.cli import run
from fen2img.config import KEYS
from fen2img.options import Flag, Option
from fen2img.pieceset import bundled_names, set_info
from fen2img.preview import EXAMPLE
from fen2img.style import OPTIONS
from fen2img.themes import THEMES

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
#: Around what is made anew in a page that is written by hand.
BEGIN, END = "<!-- made by docs/make.py -->", "<!-- end -->"


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    (ROOT / "docs" / "options.md").write_text(option_table(), "utf-8")
    sheet("themes", "--preview", IMAGES / "themes.png", "--size", "320", "--force")
    piece_pictures()
    (ROOT / "docs" / "themes.md").write_text(theme_table(), "utf-8")
    (ROOT / "docs" / "pieces.md").write_text(piece_table(), "utf-8")
    house_style()
    readme_pictures()


def sheet(*words: object) -> None:
    if run([str(w) for w in words]):
        sys.exit(f"failed: {words}")


def option_table() -> str:
    head = "# Options\n\nThe same names serve the command line (`--size 400`), TOML files (`size = 400`) and Python\n"
    head += "(`size=400`). This page is made by `docs/make.py` from the declarations in `fen2img/style.py`.\n"
    groups: dict[str, list[Option]] = {}
    for option in OPTIONS.values():
        groups.setdefault(option.group, []).append(option)
    for group, options in groups.items():
        head += f"\n## {group}\n\n| option | values | default | |\n|---|---|---|---|\n"
        head += "".join(option_row(o) for o in options)
    return head


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
    page = ROOT / "docs" / "house-style.md"
    rows = "".join(f"| `{k.name}` | {in_words(k)} | {escaped(k.help)} |\n" for k in KEYS.values())
    table = f"{BEGIN}\n| key | values | |\n|---|---|---|\n{rows}{END}"
    page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: table, page.read_text("utf-8"), flags=re.DOTALL), "utf-8")
    look = ("--style", ROOT / "samples" / "book.toml", "--theme", "book", "--dpi", "200", "--force")
    sheet("themes", "--preview", IMAGES / "house-style.png", *look)


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


def readme_pictures() -> None:
    """Run the recipes of the README in a folder of their own and keep what it shows."""
    text = (ROOT / "README.md").read_text("utf-8")
    shown = set(re.findall(r"docs/images/([\w.]+)", text))
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
