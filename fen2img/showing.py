"""A diagram in a terminal with its words, as text or as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Self, TextIO

from fen2img.captions import filled
from fen2img.diagram import Diagram
from fen2img.errors import OptionError, visible
from fen2img.formats import FORMATS
from fen2img.graphics import Protocol, picture, protocol_of
from fen2img.render import check_applicable
from fen2img.style import OPTIONS, Style
from fen2img.terminal import Screen, board_text
from fen2img.words import mark_words, turn_words

As = Literal["auto", "text", "kitty", "iterm", "sixel"]
#: The options of the look that text has, too.
OF_TEXT = (
    *("theme", "light", "dark", "white", "black", "orientation", "flip", "coordinates"),
    *("title", "caption", "number", "white_player", "black_player", "lang"),
)


def check_shown(how: As, asked: Iterable[str], style: Style, plain: Mapping[str, bool]) -> None:
    """Raises OptionError for an option that what is asked for has no use for; `plain` are those of text, if given.

    With `auto` all are taken: what there will be depends on the terminal.
    """
    if how == "text":
        for name in asked:
            if name not in OF_TEXT:
                raise OptionError(f"{OPTIONS[name].flag} does not apply to text", hint="it is for pictures")
        return
    if how != "auto" and (flag := next((flag for flag, given in plain.items() if given), None)):
        raise OptionError(f"{flag} does not apply to --as {how}", hint="it is for text")
    check_applicable(asked, [FORMATS["png"]], style)


class Showing(NamedTuple):
    """How diagrams are shown."""

    protocol: Protocol
    style: Style
    screen: Screen
    tmux: bool = False

    @classmethod
    def of(
        cls, how: As, style: Style, screen: Screen, stream: TextIO, environ: Mapping[str, str], *, letters: bool = False
    ) -> Self:
        """As it is asked for; else a picture where a terminal is known to show it, and letters are not wanted."""
        known = stream.isatty() and not letters
        protocol: Protocol = how if how != "auto" else protocol_of(environ) if known else "text"
        return cls(protocol, style, screen, bool(environ.get("TMUX")) and protocol in ("kitty", "iterm"))

    def text(self, diagram: Diagram) -> str:
        """The board with what is said about it, without the end of the last line. Raises OptionError as `render`."""
        below = [turn_words(diagram.position, self.style.lang), mark_words(diagram, self.style.lang)]
        if self.protocol != "text":
            drawn = picture(diagram, self.style, self.protocol, tmux=self.tmux)
            said = [diagram.title if not self.style.title else "", diagram.caption if not self.style.caption else ""]
            lines = [below[0], *(visible(" ".join(text.split())) for text in said if text)]
            return drawn + "\n".join(filter(None, lines))
        title, players, caption = self._words(diagram)
        board = board_text(diagram, self.style, self.screen)
        return "\n".join(filter(None, (title, players[0], board, players[1], *below, caption)))

    def _words(self, diagram: Diagram) -> tuple[str, tuple[str, str], str]:
        """Title, the players above and below, number and caption."""
        style = self.style

        def said(place: str, template: str | None) -> str:
            return visible(filled(place, template, diagram, style.lang))

        title, number = said("title", style.title or "{title}"), said("number", style.number)
        caption = said("caption", style.caption or "{caption}")
        white = said("white player", style.white_player).replace("|", "  ")
        black = said("black player", style.black_player).replace("|", "  ")
        view = style.view(diagram.position.turn, diagram.orientation)
        players = (black, white) if view == "white" else (white, black)
        return self.screen.bold(title) if title else "", players, " ".join(filter(None, (number, caption)))
