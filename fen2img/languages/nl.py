"""Dutch."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class Dutch(Language):
    """All its messages."""

    code = "nl"
    pieces = LETTERS["nl"].letters[:-1]
    pawn = "pion"
    pawns = "pionnen"
    colon = ": "
    white = "Wit"
    black = "Zwart"
    neutral = "Neutraal"
    nothing = "geen stukken"
    empty = "Het bord is leeg."
    white_moves = "Wit aan zet"
    black_moves = "Zwart aan zet"
    white_hand = "Wit heeft in de hand"
    black_hand = "Zwart heeft in de hand"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} pion", "other": "{n} pionnen"}
    turned = "{square} ({degrees}° gedraaid)"
    marked = "Markeringen"
    marks = {
        "area": "gebied {}",
        "lastmove": "laatste zet {}",
        "highlight": "gekleurd veld {}",
        "check": "schaak {}",
        "legal": "zetten van {}",
        "frame": "kader {}",
        "circle": "cirkel {}",
        "arrow": "pijl {}",
        "dot": "stip {}",
        "cross": "kruis {}",
        "label": "label {}",
        "sequence": "nummer {}",
        "badge": "beoordeling {}",
    }
    diagram = "Schaakdiagram"
    diagrams = {"one": "{n} diagram", "other": "{n} diagrammen"}
    group = "."
    grouped_from = 4
    page = {
        "title": "Schaakdiagrammen",
        "and_more": "{names} en nog {n}",
        "filter": "Filter",
        "filter_by": "Bijschrift, FEN, naam",
        "size": "Grootte",
        "found": "{found} van {diagrams}",
        "copy": "FEN kopiëren",
        "copy_of": "FEN van diagram {n} kopiëren",
        "copied": "Gekopieerd",
        "selected": "Geselecteerd",
        "fen_copied": "FEN gekopieerd",
        "fen_selected": "De FEN is geselecteerd om met de hand te kopiëren",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, {n} niet getekend.",
        "refused": "Niet getekend",
        "record": "Invoer {n}",
        "more": "en nog {n}.",
        "errors": "Alle fouten, als JSON Lines",
    }


LANGUAGE = Dutch
