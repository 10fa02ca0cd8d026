"""Portuguese."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class Portuguese(Language):
    """All its messages."""

    code = "pt"
    pieces = LETTERS["pt"].letters[:-1]
    pawn = "peão"
    pawns = "peões"
    colon = ": "
    white = "Brancas"
    black = "Pretas"
    neutral = "Neutras"
    nothing = "nenhuma peça"
    empty = "O tabuleiro está vazio."
    white_moves = "As brancas jogam"
    black_moves = "As pretas jogam"
    white_hand = "As brancas têm na mão"
    black_hand = "As pretas têm na mão"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} peão", "many": "{n} de peões", "other": "{n} peões"}
    turned = "{square} (giro de {degrees}°)"
    marked = "Marcas"
    marks = {
        "area": "área {}",
        "lastmove": "último lance {}",
        "highlight": "casa destacada {}",
        "check": "xeque {}",
        "legal": "lances de {}",
        "frame": "moldura {}",
        "circle": "círculo {}",
        "arrow": "seta {}",
        "dot": "ponto {}",
        "cross": "cruz {}",
        "label": "etiqueta {}",
        "sequence": "número {}",
        "badge": "avaliação {}",
    }
    diagram = "Diagrama de xadrez"
    diagrams = {"one": "{n} diagrama", "many": "{n} de diagramas", "other": "{n} diagramas"}
    group = "."
    grouped_from = 4
    page = {
        "title": "Diagramas de xadrez",
        "and_more": "{names} e mais {n}",
        "filter": "Filtrar",
        "filter_by": "Legenda, FEN, nome",
        "size": "Tamanho",
        "found": "{found} de {diagrams}",
        "copy": "Copiar FEN",
        "copy_of": "Copiar FEN do diagrama {n}",
        "copied": "Copiado",
        "selected": "Selecionado",
        "fen_copied": "FEN copiado",
        "fen_selected": "O FEN está selecionado para copiar à mão",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, não desenhados: {n}.",
        "refused": "Não desenhados",
        "record": "Registro {n}",
        "more": "e mais {n}.",
        "errors": "Todos os erros, em JSON Lines",
    }


LANGUAGE = Portuguese
