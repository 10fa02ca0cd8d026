"""Polish."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class Polish(Language):
    """All its messages."""

    code = "pl"
    pieces = LETTERS["pl"].letters[:-1]
    pawn = "pion"
    pawns = "piony"
    colon = ": "
    white = "Białe"
    black = "Czarne"
    neutral = "Neutralne"
    nothing = "brak bierek"
    empty = "Szachownica jest pusta."
    white_moves = "Ruch białych"
    black_moves = "Ruch czarnych"
    white_hand = "Białe mają w ręce"
    black_hand = "Czarne mają w ręce"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} pion", "few": "{n} piony", "many": "{n} pionów"}
    turned = "{square} (obrót o {degrees}°)"
    marked = "Oznaczenia"
    marks = {
        "area": "obszar {}",
        "lastmove": "ostatnie posunięcie {}",
        "highlight": "wyróżnione pole {}",
        "check": "szach {}",
        "legal": "posunięcia z {}",
        "frame": "ramka {}",
        "circle": "kółko {}",
        "arrow": "strzałka {}",
        "dot": "kropka {}",
        "cross": "krzyżyk {}",
        "label": "etykieta {}",
        "sequence": "numer {}",
        "badge": "ocena {}",
    }
    diagram = "Diagram szachowy"
    diagrams = {"one": "{n} diagram", "few": "{n} diagramy", "many": "{n} diagramów"}
    group = "\u00a0"
    grouped_from = 5
    page = {
        "title": "Diagramy szachowe",
        "and_more": "{names} i jeszcze {n}",
        "filter": "Filtr",
        "filter_by": "Podpis, FEN, nazwa",
        "size": "Rozmiar",
        "found": "{found} z {count}",
        "copy": "Kopiuj FEN",
        "copy_of": "Kopiuj FEN diagramu {n}",
        "copied": "Skopiowano",
        "selected": "Zaznaczono",
        "fen_copied": "Skopiowano FEN",
        "fen_selected": "FEN jest zaznaczony, skopiuj go ręcznie",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, nienarysowane: {n}.",
        "refused": "Nienarysowane",
        "record": "Rekord {n}",
        "more": "i jeszcze {n}.",
        "errors": "Wszystkie błędy w formacie JSON Lines",
    }


LANGUAGE = Polish
