"""English."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class English(Language):
    """All its messages."""

    code = "en"
    pieces = LETTERS["en"].letters[:-1]
    pawn = "pawn"
    pawns = "pawns"
    colon = ": "
    white = "White"
    black = "Black"
    neutral = "Neutral"
    nothing = "no pieces"
    empty = "The board is empty."
    white_moves = "White to move"
    black_moves = "Black to move"
    white_hand = "White in hand"
    black_hand = "Black in hand"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} pawn", "other": "{n} pawns"}
    turned = "{square} (turned {degrees}°)"
    marked = "Marks"
    marks = {
        "area": "area {}",
        "lastmove": "last move {}",
        "highlight": "highlight {}",
        "check": "check {}",
        "legal": "moves of {}",
        "frame": "frame {}",
        "circle": "circle {}",
        "arrow": "arrow {}",
        "dot": "dot {}",
        "cross": "cross {}",
        "label": "label {}",
        "sequence": "sequence {}",
        "badge": "badge {}",
    }
    diagram = "Chess diagram"
    diagrams = {"one": "{n} diagram", "other": "{n} diagrams"}
    group = ","
    grouped_from = 4
    page = {
        "title": "Chess diagrams",
        "and_more": "{names} and {n} more",
        "filter": "Filter",
        "filter_by": "Caption, FEN, name",
        "size": "Size",
        "found": "{found} of {diagrams}",
        "copy": "Copy FEN",
        "copy_of": "Copy FEN of diagram {n}",
        "copied": "Copied",
        "selected": "Selected",
        "fen_copied": "FEN copied",
        "fen_selected": "The FEN is selected, to be copied by hand",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, {n} not drawn.",
        "refused": "Not drawn",
        "record": "Record {n}",
        "more": "and {n} more.",
        "errors": "Everything that is wrong, as JSON lines",
    }


LANGUAGE = English
