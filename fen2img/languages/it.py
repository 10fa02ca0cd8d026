"""Italian."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class Italian(Language):
    """All its messages."""

    code = "it"
    pieces = LETTERS["it"].letters[:-1]
    pawn = "pedone"
    pawns = "pedoni"
    colon = ": "
    white = "Bianco"
    black = "Nero"
    neutral = "Neutri"
    nothing = "nessun pezzo"
    empty = "La scacchiera è vuota."
    white_moves = "Muove il Bianco"
    black_moves = "Muove il Nero"
    white_hand = "Il Bianco ha in mano"
    black_hand = "Il Nero ha in mano"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} pedone", "many": "{n} di pedoni", "other": "{n} pedoni"}
    turned = "{square} (ruotato di {degrees}°)"
    marked = "Segni"
    marks = {
        "area": "area {}",
        "lastmove": "ultima mossa {}",
        "highlight": "casa evidenziata {}",
        "check": "scacco {}",
        "legal": "mosse da {}",
        "frame": "cornice {}",
        "circle": "cerchio {}",
        "arrow": "freccia {}",
        "dot": "punto {}",
        "cross": "croce {}",
        "label": "etichetta {}",
        "sequence": "numero {}",
        "badge": "valutazione {}",
    }
    diagram = "Diagramma di scacchi"
    diagrams = {"one": "{n} diagramma", "many": "{n} di diagrammi", "other": "{n} diagrammi"}
    group = "."
    grouped_from = 5
    page = {
        "title": "Diagrammi di scacchi",
        "and_more": "{names} e altri {n}",
        "filter": "Filtra",
        "filter_by": "Testo, FEN, nome",
        "size": "Dimensione",
        "found": "{found} su {diagrams}",
        "copy": "Copia FEN",
        "copy_of": "Copia FEN del diagramma {n}",
        "copied": "Copiato",
        "selected": "Selezionato",
        "fen_copied": "FEN copiato",
        "fen_selected": "Il FEN è selezionato, da copiare a mano",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, non disegnati: {n}.",
        "refused": "Non disegnati",
        "record": "Voce {n}",
        "more": "e altri {n}.",
        "errors": "Tutti gli errori, in JSON Lines",
    }


LANGUAGE = Italian
