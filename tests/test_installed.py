"""Sets installed under a name: checked, cleaned, listed, removed; what their licence says."""

import shutil

import pytest
from cli_cases import invoke
from PIL import Image

import fen2img
from fen2img.errors import OutputError, PieceSetError
from fen2img.pieceset import NAMES, SetInfo, installed_names, load_set, set_info
from fen2img.pieceset.font import _read_map
from fen2img.pieceset.installed import install, remove
from fen2img.pieceset.registry import bundled_folder, user_folder

FEN = "8/8/8/3k4/8/3K4/8/8 w"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A folder of piece files, and an empty place for installed sets."""
    monkeypatch.setenv("FEN2IMG_PIECES", str(tmp_path / "installed"))
    monkeypatch.chdir(tmp_path)
    load_set.cache_clear()
    shutil.copytree(bundled_folder() / "book", tmp_path / "mine", ignore=shutil.ignore_patterns("set.toml"))
    yield tmp_path / "mine"
    load_set.cache_clear()


def test_an_installed_set_draws_what_its_folder_draws(mine):
    before = fen2img.Diagram.from_fen(FEN).png(pieces=str(mine), size=200)
    info = install(mine, "own", {"author": "A. Carver", "licence": "CC-BY-4.0", "title": 'The "Own"\nSet'})
    assert info == SetInfo("own", 'The "Own"\nSet', "A. Carver", "CC-BY-4.0")
    assert installed_names() == ("own",)
    assert set_info("own").title == 'The "Own" Set'
    shutil.rmtree(mine)
    assert fen2img.Diagram.from_fen(FEN).png(pieces="own", size=200) == before
    remove("own")
    assert installed_names() == ()
    assert not list(user_folder().iterdir())


def test_png_pieces_are_installed_too(mine):
    for name in NAMES:
        (mine / f"{name}.svg").unlink()
        Image.new("RGBA", (20, 20), (200, 0, 0, 128)).save(mine / f"{name}.png", pnginfo=None)
    install(mine, "reds", {})
    assert {p.suffix for p in (user_folder() / "reds").iterdir()} == {".png", ".toml"}
    assert fen2img.Diagram.from_fen(FEN).svg(pieces="reds").count("data:image/png;base64,") == 1  # equal


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("book", "book is the name of a bundled set"),
        ("Mine", "'Mine' is no name for a set"),
        ("../x", "'../x' is no name for a set"),
        ("", "'' is no name for a set"),
        ("a" * 41, f"'{'a' * 41}' is no name for a set"),
    ],
)
def test_names_that_are_refused(mine, name, message):
    with pytest.raises(PieceSetError) as caught:
        install(mine, name, {})
    assert caught.value.message == message


def test_a_set_is_replaced_only_when_asked(mine):
    install(mine, "own", {"author": "first"})
    with pytest.raises(PieceSetError, match="installed already"):
        install(mine, "own", {})
    install(mine, "own", {"author": "second"}, force=True)
    assert set_info("own").author == "second"


def test_what_is_no_set_is_not_installed(mine, tmp_path):
    (mine / "wK.svg").write_text("<svg")
    with pytest.raises(PieceSetError, match=r"wK\.svg"):
        install(mine, "own", {})
    (mine / "wK.svg").unlink()
    with pytest.raises(PieceSetError, match="no file for wK"):
        install(mine, "own", {})
    with pytest.raises(PieceSetError, match="no piece set at"):
        install(tmp_path / "nothing", "own", {})
    assert not user_folder().exists()


def test_a_place_that_cannot_be_written(mine, tmp_path):
    (tmp_path / "installed").write_text("a file")
    with pytest.raises(OutputError, match="cannot write"):
        install(mine, "own", {})


@pytest.mark.parametrize("name", ["own", "book", "../mine"])
def test_only_an_installed_set_is_removed(mine, name):
    with pytest.raises(PieceSetError, match=r"no set '.*' is installed"):
        remove(name)


def test_a_set_that_cannot_be_removed(mine, monkeypatch):
    install(mine, "own", {})
    monkeypatch.setattr(shutil, "rmtree", lambda path: (_ for _ in ()).throw(PermissionError(1, "not permitted")))
    with pytest.raises(OutputError, match=r"cannot remove .*own: not permitted"):
        remove("own")


@pytest.mark.parametrize(
    ("licence", "printable", "line"),
    [
        ("CC0-1.0", "yes", ""),
        ("MIT", "yes", ""),
        ("CC-BY-SA-4.0", "credit", "Chess pieces: Own by A, CC-BY-SA-4.0"),
        ("GPL-2.0-or-later", "credit", "Chess pieces: Own by A, GPL-2.0-or-later"),
        ("CC-BY-NC-SA-4.0", "no", "Chess pieces: Own by A, CC-BY-NC-SA-4.0"),
        ("cc-by-4.0", "credit", "Chess pieces: Own by A, cc-by-4.0"),
        ("mit", "yes", ""),
        ("unknown", "ask", ""),
    ],
)
def test_what_a_licence_lets_you_do(licence, printable, line):
    info = SetInfo("own", "Own", "A", licence)
    assert (info.printable, info.credit_line) == (printable, line)
    assert SetInfo("own", "Own", "A", licence, credit="by me").credit_line == "by me"


def test_credits_are_written_only_when_asked(mine):
    install(mine, "own", {"author": "A. Carver", "licence": "CC-BY-4.0", "title": "Own & Co"})
    diagram = fen2img.Diagram.from_fen(FEN)
    line = "Chess pieces: Own & Co by A. Carver, CC-BY-4.0"
    assert "<metadata>Chess pieces: Own &amp; Co by A. Carver, CC-BY-4.0</metadata>" in diagram.svg(
        pieces="own", credits=True
    )
    assert "metadata" not in diagram.svg(pieces="own")
    assert line.encode() in diagram.png(pieces="own", credits=True, size=64)
    assert line.encode() not in diagram.png(pieces="own", size=64)


def test_the_credit_is_the_author_of_a_pdf(mine, needs_cairo):
    pdfium = pytest.importorskip("pypdfium2")
    install(mine, "own", {"author": "A. Carver", "licence": "CC-BY-4.0"})
    document = pdfium.PdfDocument(fen2img.Diagram.from_fen(FEN).render("pdf", pieces="own", credits=True, size=64))
    assert document.get_metadata_dict()["Author"] == "Chess pieces: own by A. Carver, CC-BY-4.0"
    document.close()


def test_the_command_line_installs_lists_and_removes(mine):
    argv = ["pieces", "add", "mine", "--name", "own", "--author", "A. Carver", "--licence", "CC-BY-NC-4.0"]
    assert invoke(argv).stdout == "installed own (licence CC-BY-NC-4.0, commercial print: no)\n"
    assert "own\tCC-BY-NC-4.0\tno\tA. Carver\t\n" in invoke(["pieces"]).stdout
    assert invoke([FEN, "-o", "x.svg", "--pieces", "own"]).exit == 0
    result = invoke([FEN, "-o", "x.svg", "--pieces", "owm"])
    assert (result.exit, result.stderr.splitlines()[-1]) == (2, "  hint: did you mean own?")
    assert invoke(["pieces", "remove", "own"]).stdout == "removed own\n"
    assert invoke(["pieces", "remove", "own"]).exit == 2


def test_a_broken_description_is_named(mine):
    install(mine, "own", {})
    (user_folder() / "own" / "set.toml").write_text("title = ")
    with pytest.raises(PieceSetError, match=r"cannot read .*set\.toml"):
        set_info("own")


@pytest.mark.parametrize("text", ["size = " + "1" * 5000, "a = " + "[" * 5000 + "]" * 5000], ids=["number", "nesting"])
def test_a_monstrous_description_is_named(mine, text):
    install(mine, "own", {})
    (user_folder() / "own" / "set.toml").write_text(text)
    with pytest.raises(PieceSetError, match=r"cannot read .*set\.toml"):
        set_info("own")
    (mine.parent / "map.toml").write_text(text)
    with pytest.raises(PieceSetError, match=r"map\.toml is no TOML"):
        _read_map(mine.parent / "map.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [('licence = ["x"]', "licence = ['x'] is no text"), ("author = {a = 1}", "author = {'a': 1} is no text")],
)
def test_a_description_that_is_no_text_is_refused(mine, text, message):
    (mine / "set.toml").write_text(text)
    with pytest.raises(PieceSetError) as caught:
        install(mine, "own", {})
    assert str(caught.value) == f"{mine / 'set.toml'}: {message}"


def test_broken_sets_are_listed_and_left_out_of_the_sheet(mine):
    for name in ("good", "torn", "mute"):
        install(mine, name, {})
    (user_folder() / "torn" / "wK.svg").unlink()
    (user_folder() / "mute" / "set.toml").write_text("title = 1")
    load_set.cache_clear()
    rows = invoke(["pieces"]).stdout.splitlines()
    assert "good\tunknown\task\tunknown\t" in rows
    assert f"torn\t\t\t\tbroken: {user_folder() / 'torn'}: no file for wK" in rows
    assert f"mute\t\t\t\tbroken: {user_folder() / 'mute' / 'set.toml'}: title = 1 is no text" in rows
    found = invoke(["pieces", "--preview", "x.png", "--square", "8"])
    assert (found.exit, (mine.parent / "x.png").exists()) == (0, True)
    assert found.stderr == (
        f"warning: the set mute is left out: {user_folder() / 'mute' / 'set.toml'}: title = 1 is no text\n"
        "  hint: fen2img pieces remove mute removes it\n"
        f"warning: the set torn is left out: {user_folder() / 'torn'}: no file for wK\n"
        "  hint: fen2img pieces remove torn removes it\n"
    )
    assert invoke(["pieces", "remove", "mute"]).stdout == "removed mute\n"


def test_options_that_no_set_of_a_sheet_takes_are_refused(mine):
    found = invoke(["pieces", "--preview", "x.png", "--pieces", "book", "--font-map", "merida"])
    assert found.stderr == ("error: --font-map does not apply to the pieces book\n  hint: it is for chess fonts\n")
    assert invoke(["pieces", "--preview", "x.png", "--piece-letters", "fr", "--square", "8"]).exit == 0


def test_links_in_the_store_are_removed_and_replaced(mine, tmp_path):
    install(mine, "own", {})
    for name, target in (("link", user_folder() / "own"), ("gone", tmp_path / "nowhere")):
        (user_folder() / name).symlink_to(target)
    assert installed_names() == ("link", "own")
    remove("link")
    assert set_info("own").name == "own"
    with pytest.raises(PieceSetError, match="a set gone is installed already"):
        install(mine, "gone", {})
    install(mine, "gone", {}, force=True)
    assert installed_names() == ("gone", "own")
    (user_folder() / "dead").symlink_to(tmp_path / "nowhere")
    remove("dead")
    assert not (user_folder() / "dead").is_symlink()


def test_a_path_may_begin_at_home(mine, monkeypatch):
    monkeypatch.setenv("HOME", str(mine.parent))
    monkeypatch.setenv("USERPROFILE", str(mine.parent))
    assert invoke(["pieces", "add", "~/mine", "--name", "own"]).exit == 0
    assert invoke(["pieces", "add", "~nobody-has-this/x", "--name", "x"]).stderr.startswith("error: no piece set at ")
