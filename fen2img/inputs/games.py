"""PGN: the positions of games, those that `--at` names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fen2img.errors import Finding, shorten
from fen2img.inputs.cutting import LONGEST, Cut, cuts_of
from fen2img.inputs.moments import Moment, Span, moments_of, plies_of
from fen2img.inputs.options import ReadOptions
from fen2img.inputs.playing import Played, moved, played, start_of
from fen2img.inputs.reading import Rules
from fen2img.inputs.record import Record
from fen2img.inputs.text import Text
from fen2img.marks import BADGES, BRUSHES, MAX_MARKS, Mark
from fen2img.notation import Reading
from fen2img.notation.pgn import Game, game_of
from fen2img.notation.san import spelled
from fen2img.position import Side, Square
from fen2img.rules import rules as rules_of_chess

#: NAGs that want a diagram; the second one from Black's side.
_DIAGRAM, _FROM_BLACK = 220, 221
_ASKS = re.compile(r"\[#\]|\A\s*#\s*\Z")
_SHAPES = re.compile(r"\[%(csl|cal)\s+([^\]]*)\]")
_SHAPE = {"csl": re.compile("([GRYB])([a-h][1-8])"), "cal": re.compile(r"([GRYB])([a-h][1-8])(?!\2)([a-h][1-8])")}
_SIDES: dict[str, Side] = {"white": "white", "black": "black"}
_UNKNOWN = re.compile(r"[?.\-\s*]*")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"', re.ASCII)
_MOVETEXT = re.compile(r"[0-9]+\s*\.[.…\s]*(?:\S?[a-h1-8]?x?[a-h][1-8](?![\w/])|[O0]-[O0])")
_NUMBER_BEFORE = re.compile(r"[0-9]\s*[.…]+\s*\Z")


def looks(head: str) -> bool:
    """Whether a text begins as games do: with a tag pair that is not only a FEN, or with moves."""
    lines = [line.strip() for line in re.split("\r\n|\r|\n", head.lstrip("\ufeff"))]
    lines = [line for line in lines if line and line[0] not in "%;"]
    if not lines:
        return False
    if tag := _TAG.match(lines[0]):
        return tag[1].upper() != "FEN" or any(map(_MOVETEXT.match, lines))
    return bool(_MOVETEXT.match(lines[0])) or any(line.startswith('[Event "') for line in lines)


def records(text: Text, options: ReadOptions) -> Iterator[Record]:
    """The positions of all games, in order. Raises OptionError where python-chess is missing."""
    rules_of_chess(8, 8, "PGN")
    moments = moments_of(options.at)
    number, other = 0, None
    for cut in cuts_of(text):
        game = game_of(cut.text)
        if not (game.tags or cut.long or _begins(game, options.letters)):
            other = other or (cut if game.moves else None)
            continue
        number += 1
        if other and number == 1:
            cut.findings.append(
                Finding("warning", "before-game", "what stands before the first game is left out", (0, 0))
            )
        yield from _records(text.source, cut, game, number, moments)
    if other and not number:
        finding = Finding("error", "no-game", "there is no game in this text", (0, 1))
        yield Record(text.source, other.line, 0, other.text, reading=Reading(other.text, None, (finding,)))


def _begins(game: Game, letters: str) -> bool:
    """Whether words without tags are a game: they begin with a move, or with the number of one."""
    if not game.moves:
        return False
    first = game.moves[0]
    named = first.plain or spelled(first.text, letters) is not None
    return named or bool(_NUMBER_BEFORE.search(game.text[max(0, first.start - 20) : first.start]))


def _records(source: str, cut: Cut, game: Game, number: int, moments: list[Moment]) -> Iterator[Record]:
    """The records of a game."""
    first = Record(source, cut.line, 0, cut.text, str(number), notation="pgn", findings=tuple(cut.findings))
    if cut.long:
        message = f"game {number} has more than {LONGEST} characters"
        text = cut.text[:1000]
        yield first._replace(text=text, reading=Reading(text, None, (Finding("error", "too-long", message, (0, 1)),)))
        return
    start = start_of(game)
    span = Span(len(game.moves), _marked(game), start.before)
    plies, missing = plies_of(moments, span)
    columns = _columns(game, number)
    several = len(moments) > 1 or moments[0].kind in ("every", "marked", "all")
    for ply in plies:
        name = f"{number}-{_label(ply, start.before)}" if several else str(number)
        fields = columns | {"move": moved(game, ply, start.before), "ply": str(ply)}
        yield first._replace(id=name, fields=fields)
        first = first._replace(findings=())
    for moment in missing:
        finding = _missing(game, number, moment, span)
        yield first._replace(
            fields=columns | {"move": "", "ply": ""}, reading=Reading(cut.text, None, (*start.findings, finding))
        )
        first = first._replace(findings=())


def _label(ply: int, before: int) -> str:
    """The move before a ply in a name, `24w`."""
    number, black = divmod(before + ply - 1, 2)
    return f"{number + 1}{'b' if black else 'w'}" if ply else "start"


def _missing(game: Game, number: int, moment: Moment, span: Span) -> Finding:
    if game.broken:
        return game.broken[1]
    last = game.moves[-1].span if game.moves else (0, 1)
    plies = "1 ply" if span.plies == 1 else f"{span.plies} plies"
    has = f"{plies}, {_label(1, span.before)} to {_label(span.plies, span.before)}" if span.plies else "no moves"
    return Finding("error", "no-such-ply", f"game {number} has {has}; there is no {moment}", last)


def _marked(game: Game) -> list[int]:
    """The plies where a diagram is wanted."""
    asked = {ply for ply, nags in game.nags.items() if {_DIAGRAM, _FROM_BLACK} & set(nags)}
    if "#" in game.text:
        asked |= {
            ply for ply in game.comments if any(_ASKS.search(game.text[start:end]) for start, end in game.said(ply))
        }
    return sorted(asked)


def _columns(game: Game, number: int) -> dict[str, str]:
    """What names and captions can use: the tags, the game, and a caption made of them."""
    known = {name: value for name in ("White", "Black", "Event") if not _UNKNOWN.fullmatch(value := game.tag(name))}
    players = f"{known['White']} – {known['Black']}" if len(known.keys() & {"White", "Black"}) == 2 else ""
    year = found[0] if (found := re.match("[0-9]{4}", game.tag("Date"), re.ASCII)) else ""
    event = known.get("Event", "")
    place = f"{event} {year}" if year and event and not event.endswith(year) else event or (year if players else "")
    caption = ", ".join(filter(None, (players, place)))
    return game.columns | ({"caption": caption} if caption else {}) | {"game": str(number)}


def read_game(record: Record, rules: Rules) -> Reading:
    """The position of a game that a record names by its ply. Never raises for its content."""
    if (rules.width, rules.height) != (8, 8):
        message = "games are played on boards of 8 x 8 only"
        return Reading(record.text, None, (Finding("error", "board-size", message, (0, 1)),))
    game, ply = game_of(record.text), int(record.fields["ply"])
    start = start_of(game)
    if start.position is None:
        return Reading(record.text, None, start.findings)
    known = played(game, record.fields["game"], record.line, rules.letters, start) if ply or game.broken else None
    findings = [*start.findings, *game.findings, *(known.findings if known else ())]
    if known and known.fault:
        since, fault = known.fault
        if ply >= since:
            return Reading(record.text, None, (fault, *findings))
        findings.append(replace(fault, severity="warning"))
    marks = _marks(game, ply, known, findings)
    position = known.position(ply) if known else start.position
    return Reading(record.text, position, tuple(findings), marks=marks, orientation=_orientation(game, ply))


def _orientation(game: Game, ply: int) -> Side | None:
    if _FROM_BLACK in game.nags.get(ply, ()):
        return "black"
    return _SIDES.get(game.tag("Orientation").lower())


def _marks(game: Game, ply: int, known: Played | None, findings: list[Finding]) -> tuple[Mark, ...]:
    """The last move with its quality, and what the comments on the position mark."""
    marks: list[Mark] = []
    if known and (move := known.lastmove(ply)):
        marks.append(Mark("lastmove", move))
        quality = next((nag for nag in game.nags.get(ply, ()) if 1 <= nag <= len(BADGES)), None)
        if quality:
            marks.append(Mark("badge", move[1:], text=list(BADGES)[quality - 1]))
    for start, end in game.said(ply):
        for match in _SHAPES.finditer(game.text, start, end):
            marks += _shapes(match, findings)
    found = tuple(dict.fromkeys(marks))
    if len(found) > MAX_MARKS:
        message = f"{len(found)} marks; the first {MAX_MARKS} are drawn"
        findings.append(Finding("warning", "marks", message, game.comments[ply][0]))
    return found[:MAX_MARKS]


def _shapes(match: re.Match[str], findings: list[Finding]) -> Iterator[Mark]:
    """The marks of `[%csl Gd4,Ra1]` and `[%cal Ge2e4]`; what is none is left out with a warning."""
    kind, place = match[1], match.start(2)
    for item in match[2].split(","):
        text = item.strip()
        if shape := _SHAPE[kind].fullmatch(text):
            squares = tuple(Square(ord(name[0]) - 97, int(name[1]) - 1) for name in shape.groups()[1:])
            yield Mark("highlight" if kind == "csl" else "arrow", squares, BRUSHES[shape[1]])
        elif text:
            wanted = "square" if kind == "csl" else "arrow"
            message = f"'{shorten(text)}' is no {wanted} to mark; it is left out"
            findings.append(Finding("warning", "shape", message, (place, place + len(item))))
        place += len(item) + 1
