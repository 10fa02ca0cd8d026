"""Spanish."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class Spanish(Language):
    """All its messages."""

    code = "es"
    pieces = LETTERS["es"].letters[:-1]
    pawn = "peón"
    pawns = "peones"
    colon = ": "
    white = "Blancas"
    black = "Negras"
    neutral = "Neutrales"
    nothing = "sin piezas"
    empty = "El tablero está vacío."
    white_moves = "Juegan las blancas"
    black_moves = "Juegan las negras"
    white_hand = "Las blancas tienen en mano"
    black_hand = "Las negras tienen en mano"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} peón", "many": "{n} de peones", "other": "{n} peones"}
    turned = "{square} (giro de {degrees}°)"
    marked = "Marcas"
    marks = {
        "area": "área {}",
        "lastmove": "última jugada {}",
        "highlight": "casilla resaltada {}",
        "check": "jaque {}",
        "legal": "jugadas desde {}",
        "frame": "marco {}",
        "circle": "círculo {}",
        "arrow": "flecha {}",
        "dot": "punto {}",
        "cross": "cruz {}",
        "label": "etiqueta {}",
        "sequence": "número {}",
        "badge": "valoración {}",
    }
    diagram = "Diagrama de ajedrez"
    diagrams = {"one": "{n} diagrama", "many": "{n} de diagramas", "other": "{n} diagramas"}
    group = "."
    grouped_from = 5
    page = {
        "title": "Diagramas de ajedrez",
        "and_more": "{names} y {n} más",
        "filter": "Filtrar",
        "filter_by": "Texto, FEN, nombre",
        "size": "Tamaño",
        "found": "{found} de {diagrams}",
        "copy": "Copiar FEN",
        "copy_of": "Copiar FEN del diagrama {n}",
        "copied": "Copiado",
        "selected": "Seleccionado",
        "fen_copied": "FEN copiado",
        "fen_selected": "El FEN está seleccionado para copiarlo a mano",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, {n} sin dibujar.",
        "refused": "Sin dibujar",
        "record": "Registro {n}",
        "more": "y {n} más.",
        "errors": "Todos los errores, en JSON Lines",
    }


LANGUAGE = Spanish
