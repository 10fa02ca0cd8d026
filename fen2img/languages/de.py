"""German."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class German(Language):
    """All its messages."""

    code = "de"
    pieces = LETTERS["de"].letters[:-1]
    pawn = "Bauer"
    pawns = "Bauern"
    colon = ": "
    white = "Weiß"
    black = "Schwarz"
    neutral = "Neutral"
    nothing = "keine Figuren"
    empty = "Das Brett ist leer."
    white_moves = "Weiß am Zug"
    black_moves = "Schwarz am Zug"
    white_hand = "Weiß hat in Reserve"
    black_hand = "Schwarz hat in Reserve"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} Bauer", "other": "{n} Bauern"}
    turned = "{square} (um {degrees}° gedreht)"
    marked = "Markierungen"
    marks = {
        "area": "Bereich {}",
        "lastmove": "letzter Zug {}",
        "highlight": "Hervorhebung {}",
        "check": "Schach {}",
        "legal": "Züge von {}",
        "frame": "Rahmen {}",
        "circle": "Kreis {}",
        "arrow": "Pfeil {}",
        "dot": "Punkt {}",
        "cross": "Kreuz {}",
        "label": "Beschriftung {}",
        "sequence": "Nummer {}",
        "badge": "Bewertung {}",
    }
    diagram = "Schachdiagramm"
    diagrams = {"one": "{n} Diagramm", "other": "{n} Diagramme"}
    group = "."
    grouped_from = 4
    page = {
        "title": "Schachdiagramme",
        "and_more": "{names} und {n} weitere",
        "filter": "Filter",
        "filter_by": "Text, FEN, Name",
        "size": "Größe",
        "found": "{found} von {count}",
        "copy": "FEN kopieren",
        "copy_of": "FEN von Diagramm {n} kopieren",
        "copied": "Kopiert",
        "selected": "Markiert",
        "fen_copied": "FEN kopiert",
        "fen_selected": "Die FEN ist markiert und kann von Hand kopiert werden",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, {n} nicht gezeichnet.",
        "refused": "Nicht gezeichnet",
        "record": "Datensatz {n}",
        "more": "und {n} weitere.",
        "errors": "Alle Fehler, als JSON Lines",
    }


LANGUAGE = German
