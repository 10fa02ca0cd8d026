"""The pipeline: from a diagram to bytes, and which options apply to which format."""

import pytest
from drawing import ENDGAME, diagram

from fen2img.errors import OptionError, PieceSetError
from fen2img.formats import FORMATS
from fen2img.render import check_applicable, render
from fen2img.style import OPTIONS, Style


def test_a_diagram_becomes_the_bytes_of_a_format():
    assert render(diagram(ENDGAME, title="T"), Style.of(size=65), FORMATS["svg"]).count(b"<title>T</title>") == 1
    assert render(diagram(ENDGAME), Style.of(size=65), FORMATS["png"])[16:24] == bytes([0, 0, 0, 65] * 2)


@pytest.mark.parametrize("name", FORMATS)
def test_beyond_the_limit_of_pixels_the_whole_error(name):
    style = Style.of(square=1024)
    with pytest.raises(OptionError) as caught:
        render(diagram(ENDGAME), style, FORMATS[name])
    assert caught.value.report() == (
        "error: the image would be 8745 x 8745 px; each side can have 16 to 8192 px\n  hint: choose another size or dpi"
    )
    assert caught.value.exit_code == 2


def test_a_size_beyond_the_limit_is_no_size():
    with pytest.raises(OptionError) as caught:
        Style.of(size=8193)
    assert caught.value.report() == "error: size: '8193' is not a whole number from 16 to 8192"


@pytest.mark.parametrize("name", FORMATS)
def test_options_of_every_format_apply_to_each(name):
    for option in OPTIONS.values():
        if option.formats is None and not option.sets and option.name != "font":
            check_applicable([option.name], [FORMATS[name]], Style())


@pytest.mark.parametrize(("option", "names"), [("svg_reuse", ["svg"]), ("quality", ["jpeg", "webp"])])
def test_options_of_some_formats_apply_to_these_alone(option, names):
    for name, target in FORMATS.items():
        if name in names:
            check_applicable([option], [target], Style())
        else:
            with pytest.raises(OptionError, match="does not apply to"):
                check_applicable([option], [target], Style())


@pytest.mark.parametrize(
    ("option", "targets", "report"),
    [
        ("svg_reuse", ["png"], "error: --svg-reuse does not apply to PNG\n  hint: it is for SVG"),
        ("quality", ["png", "pdf"], "error: --quality does not apply to PNG, PDF\n  hint: it is for JPEG and WEBP"),
    ],
)
def test_the_whole_error(option, targets, report):
    with pytest.raises(OptionError) as caught:
        check_applicable(["size", option], [FORMATS[t] for t in targets], Style())
    assert caught.value.report() == report


def test_one_of_several_targets_is_enough():
    check_applicable(["svg_reuse", "quality"], [FORMATS["svg"], FORMATS["webp"]], Style())


def test_no_options_and_no_targets():
    check_applicable([], [], Style())


def test_figurines_need_words():
    with pytest.raises(OptionError) as caught:
        check_applicable(["figurines"], [FORMATS["svg"]], Style.of(figurines=True))
    assert caught.value.report() == (
        "error: --figurines: there are no words to draw them in\n  hint: --title, --caption and the like"
    )
    check_applicable(["figurines"], [FORMATS["svg"]], Style.of(figurines=True, caption="Nf3"))
    check_applicable(["figurines"], [FORMATS["svg"]], Style())


def test_a_font_is_looked_at_even_where_nothing_is_set(tmp_path):
    font = tmp_path / "none.ttf"
    with pytest.raises(PieceSetError, match="cannot read the font"):
        check_applicable(["font"], [FORMATS["svg"]], Style.of(font=str(font)))
    check_applicable(["font"], [FORMATS["svg"]], Style())
