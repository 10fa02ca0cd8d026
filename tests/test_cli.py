"""The command line: the cases in `cases/`, what pictures they draw, and the process around it."""

from __future__ import annotations

import io
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli_cases import FOLDER, Case, invoke, load, perform
from PIL import Image

from fen2img import __version__
from fen2img.cli import run
from fen2img.cli.app import COMMANDS
from fen2img.errors import OutputError
from fen2img.pieceset import set_names
from fen2img.pieceset.registry import bundled_folder
from fen2img.style import OPTIONS
from fen2img.themes import THEMES

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
BAD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1"
NO_CHESS = "python-chess (GPL) is an optional extra: pip install 'fen2img[pgn]'"
#: Cases that need an extra.
NEEDS_CHESS = pytest.mark.skipif(not find_spec("chess"), reason=NO_CHESS)
NEEDED = {"rules": NEEDS_CHESS, "inputs-pgn": NEEDS_CHESS}
CASES = [
    pytest.param(case, id=f"{path.stem}: {case.name}", marks=NEEDED.get(path.stem, ()))
    for path in sorted(FOLDER.glob("*.toml"))
    for case in load(path)
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def svg_size(path: Path) -> tuple[str | None, str | None]:
    root = ET.fromstring(path.read_text("utf-8"))
    return root.get("width"), root.get("height")


def look_for_cairo(argv: list[str], request: pytest.FixtureRequest) -> None:
    """Skip what draws PDF or PostScript where cairo is missing."""
    if any(Path(word).suffix in (".pdf", ".eps", ".ps") for word in argv):
        request.getfixturevalue("needs_cairo")


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case, tmp_path, request):
    """All of what a run says and leaves behind; `python tests/cli_cases.py` writes it down anew."""
    look_for_cairo(case.argv, request)
    assert perform(case, tmp_path) == case


def test_names_of_cases_are_unique():
    ids = [c.id for c in CASES]
    assert len(ids) == len(set(ids))


# --- pictures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "begins"),
    [
        ("svg", b"<svg"),
        ("png", b"\x89PNG\r\n\x1a\n"),
        ("jpg", b"\xff\xd8\xff"),
        ("webp", b"RIFF"),
        ("pdf", b"%PDF-"),
        ("eps", b"%!PS-Adobe-3.0 EPSF"),
        ("ps", b"%!PS-Adobe"),
    ],
)
def test_the_suffix_says_what_is_in_the_file(here, request, suffix, begins):
    argv = [MATE, "-o", f"x.{suffix}", "--size", "64"]
    look_for_cairo(argv, request)
    assert invoke(argv).exit == 0
    assert (here / f"x.{suffix}").read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ([], (480, 480)),
        (["--size", "16"], (16, 16)),
        (["--size", "333"], (333, 333)),
        (["--square", "20", "--coordinates", "none", "--border", "0px"], (160, 160)),
        (["--width", "1in", "--dpi", "200"], (200, None)),
        (["--width", "1in"], (300, None)),
    ],
)
@pytest.mark.parametrize("cairo", [True, False], ids=["cairo if present", "resvg"])
def test_the_picture_has_the_size_asked_for(here, monkeypatch, options, size, cairo):
    if not cairo:
        monkeypatch.setattr("fen2img.raster.backend.load_cairosvg", lambda: None)
    assert invoke([MATE, "-o", "x.png", *options]).exit == 0
    with Image.open("x.png") as image:
        assert image.width == size[0]
        assert size[1] in (None, image.height)


@pytest.mark.parametrize("argv", [["--theme", "green"], ["--flip"], ["--coordinates", "all"], ["--marker", "dot"]])
def test_a_look_changes_the_picture(here, argv):
    invoke([MATE, "-o", "plain.svg"])
    invoke([MATE, "-o", "changed.svg", *argv])
    assert Path("plain.svg").read_bytes() != Path("changed.svg").read_bytes()


def test_the_title_and_the_caption_are_in_the_picture(here):
    invoke([*MATE.split(), "White", "mates", "-o", "caption.svg"])
    invoke([MATE, "--title", "A <mate>", "-o", "title.svg"])
    assert "<title>White mates</title>" in Path("caption.svg").read_text("utf-8")
    assert "<title>A &lt;mate&gt;</title>" in Path("title.svg").read_text("utf-8")


def test_a_caption_on_the_next_line_is_kept(here):
    invoke(["-", "-o", "x.svg"], f"{MATE}\nWhite mates\n".encode())
    assert "<title>White mates</title>" in Path("x.svg").read_text("utf-8")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_captions_of_a_batch_end_with_their_line(here, ending):
    text = ending.join([f"{MATE} First", f"{MATE} Second; with more"])
    assert invoke(["batch", "-", "-o", ".", "--format", "svg"], text.encode()).exit == 0
    titles = [re.search("<title>(.*)</title>", Path(f"000{n}.svg").read_text("utf-8"))[1] for n in (1, 2)]
    assert titles == ["First", "Second; with more"]


def test_windows_1252_becomes_readable(here):
    invoke(["batch", "-", "-o", ".", "--format", "svg"], f"{MATE} Präsident – Šach".encode("cp1252"))
    assert "<title>Präsident – Šach</title>" in Path("0001.svg").read_text("utf-8")


def test_a_picture_goes_to_standard_output_alone(here):
    result = invoke([MATE, "-o", "-", "--format", "png", "--size", "64"])
    assert (result.exit, result.stderr) == (0, "")
    with Image.open(io.BytesIO(result.out)) as image:
        assert image.size == (64, 64)
    assert list(here.iterdir()) == []


def test_standard_output_takes_svg_when_nothing_else_is_asked_for(here):
    result = invoke([f"{MATE} ", "-o", "-"])
    assert ET.fromstring(result.stdout).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(
    ("command", "options", "size"),
    [
        ("pieces", ["--square", "20", "--pieces", "book"], (6 * 20 + 32, 4 * 20 + 18 + 32)),
        ("pieces", ["--square", "20"], (6 * 20 + 32, len(set_names()) * (4 * 20 + 18 + 16) + 16)),
        ("themes", ["--size", "80"], (5 * (80 + 16) + 16, 2 * (80 + 18 + 16) + 16)),
        ("themes", ["--size", "80", "--theme", "dark"], (80 + 32, 80 + 18 + 32)),
    ],
)
def test_a_sheet_has_room_for_everything(here, command, options, size):
    options = [*options, "--border", "0px"]
    assert invoke([command, "--preview", "sheet.png", *options]).exit == 0
    with Image.open("sheet.png") as sheet:
        assert sheet.size == size
        assert len(sheet.getcolors(1 << 20)) > 10


def test_a_sheet_on_a_transparent_ground_is_white(here):
    options = ["--size", "80", "--margin", "8px", "--background", "transparent", "--theme", "brown"]
    invoke(["themes", "--preview", "sheet.png", *options])
    with Image.open("sheet.png") as sheet:
        assert sheet.convert("RGB").getpixel((17, 36)) == (255, 255, 255)


def test_the_sheet_of_pieces_does_not_turn_with_the_style(here):
    Path("s.toml").write_text("[style]\nflip = true\norientation = 'black'\nmarker = 'dot'\n", "utf-8")
    invoke(["pieces", "--preview", "turned.png", "--style", "s.toml"])
    invoke(["pieces", "--preview", "plain.png"])
    assert Path("turned.png").read_bytes() == Path("plain.png").read_bytes()


def test_every_theme_is_listed(here):
    names = [line.split("\t")[0] for line in invoke(["themes"]).stdout.splitlines()]
    assert names == ["name", *THEMES]


def test_where_cairo_is_missing_a_pdf_is_refused_with_the_way_to_get_it(here, monkeypatch):
    monkeypatch.setattr("fen2img.pdf.load_cairosvg", lambda: None)
    result = invoke([MATE, "-o", "x.pdf"])
    assert result.exit == OutputError.exit_code
    assert result.stderr.startswith("error: PDF needs the cairo library, which is not on this system\n  hint: ")
    assert list(here.iterdir()) == []


# --- the style in force ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "argv", "width"),
    [
        ({"pyproject.toml": "[tool.fen2img]\nsize = 200\n"}, [], "200"),
        ({"../pyproject.toml": "[tool.fen2img]\nsize = 200\n"}, [], "200"),
        (
            {"../pyproject.toml": "[tool.fen2img]\nsize = 200\n", "pyproject.toml": "[tool.fen2img]\nsize = 90\n"},
            [],
            "90",
        ),
        ({"pyproject.toml": "[tool.fen2img]\nsize = 200\n"}, ["--size", "300"], "300"),
        ({"pyproject.toml": "[tool.fen2img]\nsize = 200\n"}, ["--width", "60mm"], "60mm"),
        ({"pyproject.toml": "[tool.fen2img]\nwidth = '60mm'\n"}, ["--size", "300"], "300"),
        ({"h.toml": "[style]\nwidth = '60mm'\n"}, ["--style", "h.toml", "--size", "300"], "300"),
        ({"h.toml": "[style]\n", "pyproject.toml": "[tool.fen2img]\nsize = 200\n"}, ["--style", "h.toml"], "480"),
    ],
    ids=[
        "project",
        "parent of the project folder",
        "nearest project",
        "option over project",
        "another kind of size over project",
        "pixels over paper",
        "option over style file",
        "style file instead of project",
    ],
)
def test_the_nearest_wish_counts(tmp_path, monkeypatch, files, argv, width):
    folder = tmp_path / "project" / "sub"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    for name, text in files.items():
        Path(name).write_text(text, "utf-8")
    assert invoke([MATE, "-o", "x.svg", *argv]).exit == 0
    assert svg_size(folder / "x.svg")[0] == width


def test_a_flag_can_be_taken_back(here):
    Path("pyproject.toml").write_text("[tool.fen2img]\nflip = true\n", "utf-8")
    invoke([MATE, "-o", "flipped.svg"])
    invoke([MATE, "-o", "back.svg", "--no-flip"])
    Path("pyproject.toml").unlink()
    invoke([MATE, "-o", "plain.svg"])
    assert Path("back.svg").read_bytes() == Path("plain.svg").read_bytes() != Path("flipped.svg").read_bytes()


# --- help --------------------------------------------------------------------------------------------------------


@pytest.fixture
def plain_help(monkeypatch):
    """Help as in a pipe 80 columns wide; typer asks the environment only once."""
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 80)
    monkeypatch.setattr("typer.rich_utils.FORCE_TERMINAL", None)


def words(text: str) -> str:
    return " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())


OWN_OPTIONS = {
    "draw": ["--output -o", "--format", "--title", "--board", "--strict", "--force -f", "--style"],
    "batch": [
        *("--output -o", "--format", "--board", "--strict", "--jobs -j", "--style"),
        *("--name", "--shard", "--dedupe", "--if-exists", "--force -f", "--resume"),
        *("--on-error", "--errors", "--manifest", "--quiet -q"),
    ],
    "check": ["--fen", "--json", "--odd", "--board", "--strict"],
    "fen": ["--to", "--json", "--board", "--fairy", "--strict"],
    "explain": ["--json", "--color", "--ascii", "--board", "--fairy"],
    "show": ["--as", "--color", "--ascii", "--board", "--fairy", "--strict", "--style", "--lastmove"],
    "pieces": ["--preview", "--force -f", "--style"],
    "themes": ["--preview", "--force -f", "--style"],
    "style": ["init", "check"],
}
FORMAT = {name for name, option in OPTIONS.items() if option.group == "Format"}
WORDS = {name for name, option in OPTIONS.items() if option.group == "Words"}
NOT_FOR = {
    "check": set(OPTIONS),
    "fen": set(OPTIONS),
    "explain": set(OPTIONS) - {"color"},  # where it is another one
    "show": {"width", "dpi", *FORMAT} - {"color"},
    "pieces": {
        "coordinates",
        "marker",
        "orientation",
        "flip",
        "svg_reuse",
        "quality",
        "credits",
        "color",
        "png_colors",
        "optimize",
        *WORDS,
    },
    "themes": {"svg_reuse", "quality", "color", "png_colors", "optimize", *WORDS},
    "style": set(OPTIONS),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_option_and_gives_examples(plain_help, command, flag):
    result = invoke([command, flag])
    text = words(result.stdout)
    assert (result.exit, result.stderr) == (0, "")
    assert f"Usage: fen2img {command}" in text
    for name in OWN_OPTIONS[command]:
        assert name in text
    for option in OPTIONS.values():
        assert (f" {option.flag} " in text) == (option.name not in NOT_FOR.get(command, ()))
    assert re.search(rf"Examples( .*)? fen2img {'' if command == 'draw' else command}", text)
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_overview_names_every_command(plain_help):
    result = invoke(["--help"])
    assert result.exit == 0
    assert all(f" {command} " in result.stdout for command in COMMANDS)
    assert "Examples" in result.stdout


def test_without_arguments_there_is_the_overview_and_the_code_of_wrong_usage(plain_help):
    assert (invoke([]).exit, invoke([]).stdout) == (2, invoke(["--help"]).stdout)


EXAMPLES = [
    pytest.param(line, id=line)
    for command in COMMANDS
    for line in import_module(f"fen2img.cli.{command}").EXAMPLES.splitlines()
    if "fen2img" in line
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_of_the_help_work(here, monkeypatch, request, line):
    for name in ("puzzles.txt", "more.txt", "part1.txt", "part2.txt"):
        Path(name).write_text(f"{MATE}\n", "utf-8")
    Path("suite.epd").write_text(f"{MATE} bm Rd8;\n", "utf-8")
    Path("puzzles.csv").write_text(f"PuzzleId,FEN,Moves,Rating,Themes\n1,{MATE},d1d8,1300,mate\n", "utf-8")
    Path("game.pgn").write_text("1. e4 e5 *\n", "utf-8")
    monkeypatch.setenv("FEN2IMG_PIECES", str(here / "installed"))
    shutil.copytree(bundled_folder() / "book", "my-pieces", ignore=shutil.ignore_patterns("set.toml"))
    Path("house.toml").write_text('[style]\ntheme = "mine"\nsize = 60\n[theme.mine]\nextends = "print"\n', "utf-8")
    if "style init" in line:
        Path("house.toml").unlink()
    if "remove mine" in line:
        assert invoke(["pieces", "add", "my-pieces", "--name", "mine"]).exit == 0
    before, _, command = line.rpartition("|")
    argv = shlex.split(command.split(">")[0].replace("--size 300", "--size 60"))  # ten boards take their time
    look_for_cairo(argv, request)
    if any(word.endswith(".pgn") for word in argv):
        pytest.importorskip("chess", reason=NO_CHESS)
    result = invoke(argv[1:], MATE.encode() if before else None)
    assert argv[0] == "fen2img"
    assert result.exit == (1 if "--fen" in argv else 0)  # the FEN to check is one with a fault


# --- streams -----------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_tables_are_drawn_on_a_terminal(monkeypatch, here):
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("COLUMNS", "100")
    assert run(["themes"]) == 0
    assert "wikipedia" in screen.getvalue()
    assert "\t" not in screen.getvalue()


def test_a_batch_shows_its_progress_on_a_terminal(monkeypatch, here):
    screen = Terminal()
    Path("list.txt").write_text(f"{MATE}\n{BAD}\n", "utf-8")
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("fen2img.cli.progress.FRAME", 0)
    assert run(["batch", "list.txt", "-o", "out", "--format", "svg"]) == 1
    text = screen.getvalue()
    assert re.search("1/2.* 0 refused, [0-9,]+/s", text)
    assert "rank 2 has 7 squares" in text
    assert text.endswith("2 read = 1 written + 0 skipped + 1 refused; 1 file written\n")


def test_nothing_moves_on_a_terminal_that_wants_quiet(monkeypatch, here):
    screen = Terminal()
    Path("list.txt").write_text(MATE, "utf-8")
    monkeypatch.setattr(sys, "stderr", screen)
    assert run(["batch", "list.txt", "-o", "out", "--format", "svg", "--quiet"]) == 0
    assert screen.getvalue() == ""


def test_an_image_is_not_sent_to_a_terminal(monkeypatch, here, capsys):
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run([MATE, "-o", "-"]) == OutputError.exit_code
    assert sys.stdout.getvalue() == ""
    assert "terminal" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["-"], ["batch", "-", "-o", "out"], ["check", "-"]])
def test_a_closed_standard_input_is_told(monkeypatch, here, capsys, argv):
    monkeypatch.setattr(sys, "stdin", None)
    assert run(argv) == 2
    assert capsys.readouterr().err == "error: cannot read <stdin>: it is closed\n"


class Failing:
    """A list that cannot be read to its end, as on a broken disk."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def readable(self):
        return True

    def __getattr__(self, name):
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("argv", [["x.txt"], ["batch", "x.txt", "-o", "out"], ["check", "x.txt"]])
def test_a_list_that_breaks_off_is_told(monkeypatch, here, argv):
    Path("x.txt").write_text(MATE, "utf-8")
    monkeypatch.setattr("fen2img.cli.inputs._open", lambda name: Failing())
    result = invoke(argv)
    assert (result.exit, result.stderr) == (2, "error: cannot read x.txt: Input/output error\n")


def test_an_interrupted_batch_says_what_it_did(monkeypatch, here):
    drawn = []

    def interrupted(*args):
        if len(drawn) == 2:
            raise KeyboardInterrupt
        drawn.append(args)
        return b"<svg/>"

    monkeypatch.setattr(import_module("fen2img.batching.job"), "render", interrupted)
    result = invoke(["batch", "-", "-o", "out", "--format", "svg"], f"{MATE}\n{MATE}\n{MATE}\n".encode())
    assert result.exit == 130
    assert result.stderr == "2 read = 2 written + 0 skipped + 0 refused; 2 files written\ninterrupted\n"
    assert sorted(p.name for p in Path("out").iterdir()) == ["0001.svg", "0002.svg"]


def test_a_working_folder_that_is_gone_has_no_style(monkeypatch, here):
    def gone():
        raise FileNotFoundError

    monkeypatch.setattr("fen2img.cli.options.Path.cwd", gone)
    assert invoke([MATE, "-o", "x.svg"]).exit == 0


def test_arguments_in_an_ascii_locale_are_utf_8(here):
    disguised = "Šach ♚".encode().decode("ascii", "surrogateescape")
    result = invoke([MATE, "--title", disguised])
    assert result.stdout == "Šach ♚.svg\n"
    assert "<title>Šach ♚</title>" in Path("Šach ♚.svg").read_text("utf-8")


@pytest.mark.parametrize(("title", "named"), [("\udcff", "\ufffd"), ("a\ud800b", "\\ud800")])
def test_a_title_that_is_no_text_is_refused_in_words(here, title, named):
    result = invoke([MATE, "--title", title, "-o", "x.svg"])
    assert (result.exit, result.stderr.split(" (U+")[0]) == (2, f"error: title: the font has no '{named}'")


class Gone(io.TextIOWrapper):
    """A stream whose reader has gone, or whose disk is full."""

    def __init__(self, error: OSError) -> None:
        super().__init__(io.BytesIO(), "utf-8")
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BrokenPipeError(32, "Broken pipe"), ""),
        (OSError(28, "No space left on device"), "error: cannot write the output: No space left on device\n"),
        (OSError(2, "No such file or directory", "x.toml"), "error: x.toml: No such file or directory\n"),
    ],
    ids=["gone", "full", "named"],
)
def test_output_that_fails_has_its_exit_code(monkeypatch, capsys, error, said):
    monkeypatch.setattr(sys, "stdout", Gone(error))
    assert run(["check", "--fen", "x", "--json"]) == OutputError.exit_code
    assert capsys.readouterr().err == said


def test_what_a_reader_left_behind_is_dropped(monkeypatch):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert run(["check", "--fen", "x", "--json"]) == OutputError.exit_code
        stream.flush()  # would fail again


@pytest.mark.parametrize(("name", "argv", "code"), [("stdout", ["themes"], 0), ("stderr", ["8/8"], 1)])
def test_a_closed_stream_is_replaced(monkeypatch, here, capsys, name, argv, code):
    monkeypatch.setattr(sys, name, None)
    assert run(argv) == code
    with getattr(sys, name):
        assert capsys.readouterr() == ("", "")


def test_main_leaves_with_the_exit_code(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fen2img", "--version"])
    monkeypatch.delitem(sys.modules, "fen2img.__main__", raising=False)
    with pytest.raises(SystemExit) as left:
        runpy.run_module("fen2img", run_name="__main__")
    assert (left.value.code, capsys.readouterr().out) == (0, f"fen2img {__version__}\n")


# --- real processes ----------------------------------------------------------------------------------------------

ENVIRONMENT = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
COMMAND = [sys.executable, "-m", "fen2img"]
posix_only = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX system")


def process(*argv: str, folder: Path, env: dict[str, str] | None = None, **more: object) -> subprocess.CompletedProcess:
    options = {"capture_output": True, "stdin": subprocess.DEVNULL, "timeout": 60} | more
    return subprocess.run([*COMMAND, *argv], cwd=folder, env=ENVIRONMENT | (env or {}), **options)


def test_python_m_fen2img(tmp_path):
    done = process(*MATE.split(), folder=tmp_path)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [b"diagram.svg"], b"")
    assert (tmp_path / "diagram.svg").read_bytes().startswith(b"<svg")


@posix_only
@pytest.mark.parametrize("argv", [["--title", "Šach ♚"], ["--title", "Šach ♚", "-o", "x.svg"]])
def test_an_ascii_locale_is_no_reason_to_fail(tmp_path, argv):
    done = process(MATE + " x", *argv, folder=tmp_path, env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    name = "x.svg" if "-o" in argv else "Šach ♚.svg"
    assert done.returncode == 0
    assert done.stdout == b"" if "-o" in argv else b"\\u0160ach \\u265a.svg\n"
    assert "<title>Šach ♚</title>" in (tmp_path / name).read_text("utf-8")


@posix_only
def test_messages_in_an_ascii_locale_are_escaped(tmp_path):
    done = process("6k1/ä", folder=tmp_path, env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert done.returncode == 1
    assert b"'\\xe4' (U+00E4 LATIN SMALL LETTER A WITH DIAERESIS)" in done.stderr


@posix_only
@pytest.mark.parametrize(
    ("argv", "code"),
    [(["check", "list.txt"], 3), (["themes"], 3), ([MATE, "-o", "-"], 3), (["--help"], 1)],  # help is printed by rich
)
def test_a_reader_that_has_gone_is_no_traceback(tmp_path, argv, code):
    (tmp_path / "list.txt").write_text("nonsense\n" * 3000, "utf-8")
    read, write = os.pipe()
    os.close(read)
    done = process(*argv, folder=tmp_path, capture_output=False, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("argv", [["check", "--fen", "x"], ["themes"], [MATE, "-o", "-"]])
def test_a_full_disk_behind_standard_output_is_told(tmp_path, argv):
    with Path("/dev/full").open("wb") as full:
        done = process(*argv, folder=tmp_path, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (3, b"error: cannot write the output: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_error_is_no_traceback(tmp_path):
    (tmp_path / "list.txt").write_text(MATE, "utf-8")
    with Path("/dev/full").open("wb") as full:
        done = process("batch", "list.txt", "-o", "out", folder=tmp_path, capture_output=False, stderr=full)
    assert done.returncode == 3
    assert (tmp_path / "out" / "0001.png").exists()


@posix_only
@pytest.mark.parametrize(
    ("redirection", "argv", "code", "out"),
    [
        ("2>&-", ["8/8"], 1, b""), (">&-", [MATE], 0, b""), (">&-", ["themes"], 0, b""),
        (">&-", [MATE, "-o", "-"], 3, b""), (">&-", ["batch", "list.txt", "-o", "-"], 3, b""),
    ],
)  # fmt: skip
def test_closed_streams_are_no_traceback(tmp_path, redirection, argv, code, out):
    (tmp_path / "list.txt").write_text(MATE, "utf-8")
    line = f"{shlex.join([*COMMAND, *argv])} {redirection}"
    done = subprocess.run(
        ["/bin/sh", "-c", line], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (code, out)
    assert b"Traceback" not in done.stderr


@posix_only
def test_a_real_terminal_is_spared(tmp_path):
    pty = pytest.importorskip("pty", reason="needs pseudo terminals")
    master, slave = pty.openpty()
    try:
        done = process(MATE, "-o", "-", folder=tmp_path, capture_output=False, stdout=slave, stderr=subprocess.PIPE)
    finally:
        os.close(slave)
        os.close(master)
    assert done.returncode == 3
    assert b"terminal" in done.stderr


@posix_only
def test_a_fifo_is_written_to_and_not_replaced(here):
    os.mkfifo("fifo")
    reader = os.open("fifo", os.O_RDWR | os.O_NONBLOCK)
    try:
        assert invoke([MATE, "-o", "fifo", "--format", "svg", "--size", "64"]).exit == 0
        assert os.read(reader, 1 << 16).endswith(b"</svg>\n")
    finally:
        os.close(reader)
    assert [p.is_fifo() for p in here.iterdir()] == [True]


@posix_only
def test_a_fifo_is_an_input(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen([*COMMAND, "fifo", "-o", "x.svg"], cwd=tmp_path, env=ENVIRONMENT) as running:
        fifo.write_text(MATE, "utf-8")
        assert running.wait(60) == 0
    assert (tmp_path / "x.svg").exists()


@posix_only
def test_control_c_stops_a_batch(tmp_path):
    with subprocess.Popen(
        [*COMMAND, "batch", "-", "-o", "out", "--format", "svg"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdin.write(f"{MATE}\n".encode() * 500)
        running.stdin.flush()  # the list goes on, the batch waits for it
        for _ in range(600):
            if (tmp_path / "out" / "0003.svg").exists():
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        said = running.stderr.read().decode()
        assert running.wait(60) == 130
        running.stdin.close()
    made = sorted(p.name for p in (tmp_path / "out").iterdir())
    account = f"{len(made)} read = {len(made)} written + 0 skipped + 0 refused; {len(made)} files written"
    assert said == f"{account}\ninterrupted\n"
    assert made == [f"{n:04}.svg" for n in range(1, len(made) + 1)]


@posix_only
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written(tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    done = process(MATE, "-o", "locked/x.svg", folder=tmp_path)
    assert (done.returncode, done.stderr) == (3, b"error: cannot write locked/x.svg: Permission denied\n")
