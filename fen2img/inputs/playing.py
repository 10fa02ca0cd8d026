"""Game -> positions, by the rules of python-chess (GPL-3.0, an optional extra)."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Any, NamedTuple

from fen2img.errors import Finding, shorten
from fen2img.letters import LETTERS
from fen2img.notation import read_fen
from fen2img.notation.foreign import named
from fen2img.notation.pgn import Game, Word, line_of
from fen2img.notation.san import figurines, fitting, spelled
from fen2img.position import PIECE_LETTERS, Position, Square

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#: Names of chess in the tag Variant, small and without what is no letter or digit.
_CHESS = frozenset(("", "chess", "standard", "normal", "orthodox", "regular", "fromposition", "classical"))
_CHESS960 = frozenset(
    ("chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "freestyle", "freestylechess")
)


class Start(NamedTuple):
    """How a game begins: the position, if it is known, and what was found.

    `variant` is the name of other rules, `random` tells Chess960.
    """

    position: Position | None
    findings: tuple[Finding, ...] = ()
    variant: str = ""
    random: bool = False

    @property
    def before(self) -> int:
        """The plies before the game, by the number of its first move."""
        if self.position is None:
            return 0
        return 2 * max(0, self.position.fullmove - 1) + (self.position.fen().split(" ")[1] == "b")


@lru_cache(maxsize=1)
def _standard() -> Start:
    return Start(read_fen(START).position)


def start_of(game: Game) -> Start:
    """How a game begins, by its tags FEN, SetUp and Variant."""
    if not game.tags.keys() & {"fen", "setup", "variant"}:
        number, span = game.numbers.get(0, (1, (0, 0)))
        if game.moves and number > 1:
            message = f"the game begins with move {number} and has no tag FEN, so the position before it is unknown"
            return _unknown("move-number", message, span)
        return _standard()
    written = game.tag("variant")
    name = re.sub("[^a-z0-9]", "", written.lower())
    random, variant = name in _CHESS960, "" if name in _CHESS | _CHESS960 else written
    fen = game.tags.get("fen")
    if fen and fen.value.strip():
        return _set_up(game, variant, random)
    span = _tag_span(game, "fen" if fen else "variant" if "variant" in game.tags else "setup")
    if game.tag("setup") == "1":
        return _unknown("set-up", "SetUp says that there is an initial position, but there is no FEN tag", span)
    if random:
        return _unknown("variant", "a game of Chess960 says in a FEN tag how it begins", span)
    findings: tuple[Finding, ...] = ()
    if fen and game.tag("setup") != "0":
        findings = (Finding("warning", "fen-empty", "the FEN tag is empty; the game begins as usual", span),)
    if not variant:
        return _standard()._replace(findings=findings)
    board = _board(variant)
    if board is None:
        return _unknown("variant", f"nothing is known of {shorten(variant)}, so it needs a FEN tag", span)
    return Start(read_fen(_fen_of(board)).position, findings, variant)


def _unknown(code: str, message: str, span: tuple[int, int]) -> Start:
    return Start(None, (Finding("error", code, message, span),))


def _set_up(game: Game, variant: str, random: bool) -> Start:
    """The start that a FEN tag says."""
    tag = game.tags["fen"]
    reading = read_fen(tag.value)
    shift, last = tag.start, tag.start + len(tag.value)
    findings = [
        Finding(f.severity, f.code, f.message, (min(f.span[0] + shift, last), min(f.span[1] + shift, last)), f.hint)
        for f in reading.findings
    ]
    if reading.rest:
        findings.append(Finding("warning", "fen-rest", "the FEN tag holds more than a FEN", (shift, last)))
    if tag.name != "FEN":
        message = f"the tag is written FEN, not {shorten(tag.name)}"
        findings.append(Finding("warning", "tag-name", message, _tag_span(game, "fen")))
    if game.tag("setup") not in ("", "1"):
        message = "SetUp says that the game begins as usual; its FEN tag is believed"
        findings.append(Finding("warning", "set-up", message, _tag_span(game, "setup")))
    position = reading.position
    if position and not set(position.castling) <= set("KQkq-"):
        random = True
    return Start(position, tuple(findings), variant, random)


def _tag_span(game: Game, name: str) -> tuple[int, int]:
    tag = game.tags[name]
    return tag.start, tag.start + len(tag.value)


def _board(variant: str, fen: str | None = None, *, random: bool = False) -> Any:
    """A board of python-chess; None for a variant that it does not know. Raises ValueError for a FEN it cannot play."""
    import chess

    kind: Any = chess.Board
    if variant:
        import chess.variant

        try:
            kind = chess.variant.find_variant(re.sub(r"\s+", " ", variant))
        except ValueError:
            return None
    return kind(fen, chess960=random) if fen else kind()


def _fen_of(board: Any) -> str:
    """The FEN of a board in six fields: the target after every double step, as the standard wants it."""
    fields = board.fen(en_passant="fen", shredder=board.chess960).split(" ")
    return " ".join((*fields[:4], *fields[-2:]))


def _first_letters(code: str) -> set[str]:
    return {text[0] for text in LETTERS[code].letters}


class Played:
    """A game as it was played, as far as it can be.

    From ply `fault[0]` on no position is known, because of `fault[1]`. `findings` are what was odd about the moves.
    """

    def __init__(self, game: Game, number: str, line: int, letters: str, start: Start) -> None:
        self.game, self.number, self.line, self.letters, self.start = game, number, line, letters, start
        self.moves: list[Any] = []
        self._castled: set[int] = set()
        self.fault = game.broken
        self.findings: list[Finding] = []
        self._cursor: Any = None
        self._end: Any = None
        if game.moves and start.position:
            self._count()
            self._play(start.position)

    def _count(self) -> None:
        """Warn of the first number that does not fit the moves before it: some may be missing."""
        first, before = self.game.numbers.get(0), self.start.before
        # The FEN's own number is often none; that of the first move counts then.
        off = first[0] - before // 2 - 1 if first else 0
        for ply, (number, span) in self.game.numbers.items():
            expected = (before + ply) // 2 + 1 + off
            if number != expected and ply < len(self.game.moves):
                message = f"move number {number} stands where {expected} should: perhaps a move is missing"
                self.findings.append(Finding("warning", "move-number", message, span))
                return

    def _play(self, position: Position) -> None:
        words = self.game.moves
        try:
            board = _board(self.start.variant, position.fen(), random=self.start.random)
        except ValueError:
            board = None
        if board is None:
            self._stop(words[0], "the rules of this game are not known, so its moves cannot be played", "variant")
            return
        self._first, self._end, english, random = board.copy(), board, self.letters == "en", board.chess960
        parse, push, moves = board.parse_san, board.push, self.moves
        for word in words:
            try:
                move = parse(word.text if word.plain and english else self._spelled(word))
            except ValueError as error:
                self._refuse(word, type(error).__name__)
                return
            if random and board.is_castling(move):
                self._castled.add(len(moves) + 1)
            moves.append(move)
            push(move)

    def _spelled(self, word: Word) -> str:
        text = spelled(word.text, self.letters)
        if text is None:
            raise ValueError(word.text)
        if figurines(word.text) and not self.findings:
            message = "figures of pieces are read as their letters"
            self.findings.append(Finding("warning", "figurines", message, word.span))
        return text

    def _refuse(self, word: Word, error: str) -> None:
        """Note a move that cannot be played, and why."""
        why, code, hint = "cannot be played here", "illegal-move", None
        if error == "ValueError" or error == "InvalidMoveError":
            why, code, hint = "is no move", "no-move", self._languages(word)
        elif error == "AmbiguousMoveError":
            why, code, hint = "can be two moves", "ambiguous-move", "the file or the rank tells pieces apart"
        self._stop(word, f"{moved(self.game, len(self.moves) + 1, self.start.before)} {why}", code, hint)

    def _stop(self, word: Word, message: str, code: str, hint: str | None = None) -> None:
        line = self.line + line_of(self.game.text, word.start)
        finding = Finding("error", code, f"game {self.number}, line {line}: {message}", word.span, hint)
        self.fault = (len(self.moves) + 1, finding)

    def _languages(self, word: Word) -> str | None:
        """A hint that names the languages whose piece letters the moves fit, where a word has one of no piece."""
        if self.letters != "en" or word.text[0] in PIECE_LETTERS:
            return None
        codes = [code for code in fitting(w.text for w in self.game.moves) if word.text[0] in _first_letters(code)]
        return f"the moves fit the piece letters of {named(codes)}" if codes else None

    def position(self, ply: int) -> Position | None:
        """The position after so many plies, fewer than those of the fault."""
        if ply == 0:
            return self.start.position
        if ply == len(self.moves):
            return read_fen(_fen_of(self._end)).position
        board = self._cursor
        if board is None or len(board.move_stack) > ply:
            board = self._cursor = self._first.copy()
        for move in self.moves[len(board.move_stack) : ply]:
            board.push(move)
        return read_fen(_fen_of(board)).position

    def lastmove(self, ply: int) -> tuple[Square, Square] | None:
        """From where to where the move before a ply went; None for a null move and for one from the hand."""
        move = self.moves[ply - 1] if ply else None
        if not move or move.drop:
            return None
        start, end = _square(move.from_square), _square(move.to_square)
        if ply in self._castled:  # written as the king's way to the rook
            right = end.file > start.file
            king = Square(6 if right else 2, start.rank)
            return (start, king) if king != start else (end, Square(5 if right else 3, start.rank))
        return start, end


_memory = threading.local()


def played(game: Game, number: str, line: int, letters: str, start: Start) -> Played:
    """A game as it was played; the last one of each thread is remembered, as its positions come one after the other."""
    key = (game.text, number, line, letters)
    if getattr(_memory, "key", None) != key:
        _memory.last, _memory.key = Played(game, number, line, letters, start), key
    last: Played = _memory.last
    return last


def moved(game: Game, ply: int, before: int) -> str:
    """The move before a ply as books write it, `24... Nf6`; nothing for the start."""
    if not ply:
        return ""
    number, black = divmod(before + ply - 1, 2)
    return f"{number + 1}{'...' if black else '.'} {shorten(game.moves[ply - 1].text)}"


def _square(index: int) -> Square:
    return Square(index % 8, index // 8)
