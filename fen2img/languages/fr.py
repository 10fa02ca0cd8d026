"""French, with the no-break space before a colon and the narrow one in numbers of the Imprimerie nationale's rules."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class French(Language):
    """All its messages."""

    code = "fr"
    pieces = LETTERS["fr"].letters[:-1]
    pawn = "pion"
    pawns = "pions"
    colon = "\u00a0: "
    white = "Blancs"
    black = "Noirs"
    neutral = "Neutres"
    nothing = "aucune pièce"
    empty = "L’échiquier est vide."
    white_moves = "Trait aux Blancs"
    black_moves = "Trait aux Noirs"
    white_hand = "En main chez les Blancs"
    black_hand = "En main chez les Noirs"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} pion", "many": "{n} de pions", "other": "{n} pions"}
    turned = "{square} (rotation de {degrees}°)"
    marked = "Annotations"
    marks = {
        "area": "zone {}",
        "lastmove": "dernier coup {}",
        "highlight": "case colorée {}",
        "check": "échec {}",
        "legal": "coups depuis {}",
        "frame": "cadre {}",
        "circle": "cercle {}",
        "arrow": "flèche {}",
        "dot": "point {}",
        "cross": "croix {}",
        "label": "étiquette {}",
        "sequence": "numéro {}",
        "badge": "évaluation {}",
    }
    diagram = "Diagramme d’échecs"
    diagrams = {"one": "{n} diagramme", "many": "{n} de diagrammes", "other": "{n} diagrammes"}
    group = "\u202f"
    grouped_from = 4
    page = {
        "title": "Diagrammes d’échecs",
        "and_more": "{names} et {n} de plus",
        "filter": "Filtrer",
        "filter_by": "Légende, FEN, nom",
        "size": "Taille",
        "found": "{found} sur {diagrams}",
        "copy": "Copier la FEN",
        "copy_of": "Copier la FEN du diagramme {n}",
        "copied": "Copiée",
        "selected": "Sélectionnée",
        "fen_copied": "FEN copiée",
        "fen_selected": "La FEN est sélectionnée, à copier à la main",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, non dessinés\u00a0: {n}.",
        "refused": "Non dessinés",
        "record": "Entrée {n}",
        "more": "et {n} de plus.",
        "errors": "Toutes les erreurs, en JSON Lines",
    }


LANGUAGE = French
