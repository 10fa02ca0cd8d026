"""Positions in words."""

from __future__ import annotations

import pytest

from fen2img import Diagram, OptionError
from fen2img.languages import LANGUAGES, language
from fen2img.marks import MARKS, parse_marks
from fen2img.notation import parse_fen
from fen2img.words import describe, heading, turn_words

ENDGAME = "6k1/6pp/8/8/8/8/PPPPP3/3Q2K1 w"
MARKED = {"arrow": "e2e4", "lastmove": "g2g1", "label": "e4=A", "badge": "d1=!!", "check": "g8", "highlight": "Ge4"}


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/8/8/8/8/8/8/8", "The board is empty."),
        ("8/8/8/8/8/8/8/8 b", "The board is empty. Black to move."),
        ("6k1/5ppp/8/8/8/8/8/3QR1K1 w", "White: Kg1, Qd1, Re1. Black: Kg8, pawns f7, g7, h7. White to move."),
        ("6k1/8/8/8/8/8/P7/8", "White: pawn a2. Black: Kg8."),
        ("8/8/8/8/8/8/8/K7 w", "White: Ka1. Black: no pieces. White to move."),
        ("QK6/8/8/8/8/8/8/NRBQ~2RN", "White: Kb8, Qa8, Qd1, Rb1, Rg1, Bc1, Na1, Nh1. Black: no pieces."),
    ],
)
def test_describe(fen: str, words: str) -> None:
    assert describe(parse_fen(fen)) == words


def test_tenth_rank_comes_after_the_second() -> None:
    position = parse_fen("R/p/1/1/1/1/1/1/R/p", width=1, height=10)
    assert describe(position) == "White: Ra2, Ra10. Black: pawns a1, a9."


@pytest.mark.parametrize(
    ("pocket", "words"),
    [
        ("", ""),
        ("Q", " White in hand: Q."),
        ("NNp", " White in hand: 2 N. Black in hand: 1 pawn."),
        ("PPPPPqrbbn", " White in hand: 5 pawns. Black in hand: Q, R, 2 B, N."),
    ],
)
def test_pieces_in_hand(pocket: str, words: str) -> None:
    position = parse_fen(f"6k1/8/8/8/8/8/8/K7[{pocket}] b")
    assert describe(position) == f"White: Ka1. Black: Kg8.{words} Black to move."


def test_pieces_in_hand_beside_an_empty_board() -> None:
    assert describe(parse_fen("8/8/8/8/8/8/8/8[P]")) == "The board is empty. White in hand: 1 pawn."


def test_the_heading_of_a_diagram() -> None:
    position = parse_fen("8/8/8/8/8/8/8/8")
    assert heading(Diagram(position=position)) == "Chess diagram"
    assert heading(Diagram(position=position), "de") == "Schachdiagramm"
    assert heading(Diagram(position=position, caption="White wins"), "de") == "White wins"
    assert heading(Diagram(position=position, title="Puzzle 1", caption="White wins")) == "Puzzle 1"


# --- in every language -------------------------------------------------------------------------------------------

SENTENCES = {
    "en": "White: Kg1, Qd1, pawns a2, b2, c2, d2, e2. Black: Kg8, pawns g7, h7. White to move. Marks: arrow e2–e4,"
    " last move g2–g1, label e4 (A), badge d1 (!!), check g8, highlight e4.",
    "de": "Weiß: Kg1, Dd1, Bauern a2, b2, c2, d2, e2. Schwarz: Kg8, Bauern g7, h7. Weiß am Zug. Markierungen: Pfeil"
    " e2–e4, letzter Zug g2–g1, Beschriftung e4 (A), Bewertung d1 (!!), Schach g8, Hervorhebung e4.",
    "es": "Blancas: Rg1, Dd1, peones a2, b2, c2, d2, e2. Negras: Rg8, peones g7, h7. Juegan las blancas. Marcas:"
    " flecha e2–e4, última jugada g2–g1, etiqueta e4 (A), valoración d1 (!!), jaque g8, casilla resaltada e4.",
    "fr": "Blancs\u00a0: Rg1, Dd1, pions a2, b2, c2, d2, e2. Noirs\u00a0: Rg8, pions g7, h7. Trait aux Blancs."
    " Annotations\u00a0: flèche e2–e4, dernier coup g2–g1, étiquette e4 (A), évaluation d1 (!!), échec g8, case colorée"
    " e4.",
    "it": "Bianco: Rg1, Dd1, pedoni a2, b2, c2, d2, e2. Nero: Rg8, pedoni g7, h7. Muove il Bianco. Segni: freccia"
    " e2–e4, ultima mossa g2–g1, etichetta e4 (A), valutazione d1 (!!), scacco g8, casa evidenziata e4.",
    "ko": "백: 킹 g1, 퀸 d1, 폰 a2, b2, c2, d2, e2. 흑: 킹 g8, 폰 g7, h7. 백 차례. 표시: 화살표 e2–e4, 마지막 수"
    " g2–g1, 글자 e4 (A), 평가 d1 (!!), 체크 g8, 강조 e4.",
    "nl": "Wit: Kg1, Dd1, pionnen a2, b2, c2, d2, e2. Zwart: Kg8, pionnen g7, h7. Wit aan zet. Markeringen: pijl"
    " e2–e4, laatste zet g2–g1, label e4 (A), beoordeling d1 (!!), schaak g8, gekleurd veld e4.",
    "pl": "Białe: Kg1, Hd1, piony a2, b2, c2, d2, e2. Czarne: Kg8, piony g7, h7. Ruch białych. Oznaczenia: strzałka"
    " e2–e4, ostatnie posunięcie g2–g1, etykieta e4 (A), ocena d1 (!!), szach g8, wyróżnione pole e4.",
    "pt": "Brancas: Rg1, Dd1, peões a2, b2, c2, d2, e2. Pretas: Rg8, peões g7, h7. As brancas jogam. Marcas: seta"
    " e2–e4, último lance g2–g1, etiqueta e4 (A), avaliação d1 (!!), xeque g8, casa destacada e4.",
    "ru": "Белые: Крg1, Фd1, пешки a2, b2, c2, d2, e2. Чёрные: Крg8, пешки g7, h7. Ход белых. Пометки: стрелка"
    " e2–e4, последний ход g2–g1, надпись e4 (A), оценка d1 (!!), шах g8, выделенное поле e4.",
}
#: One pawn, no piece, nobody known to move; nothing at all; all pieces, turned and neutral ones and those in hand.
MORE = {
    "en": (
        "White: pawn a2. Black: no pieces.",
        "The board is empty. Black to move.",
        "White: Ka8, Qb8, Rc8, Bd8, Ne8. Black: pawn f8 (turned 90°). Neutral: Qg8. White in hand: 1 pawn. Black in"
        " hand: 2 N, 5 pawns.",
    ),
    "de": (
        "Weiß: Bauer a2. Schwarz: keine Figuren.",
        "Das Brett ist leer. Schwarz am Zug.",
        "Weiß: Ka8, Db8, Tc8, Ld8, Se8. Schwarz: Bauer f8 (um 90° gedreht). Neutral: Dg8. Weiß hat in Reserve: 1 Bauer."
        " Schwarz hat in Reserve: 2 S, 5 Bauern.",
    ),
    "es": (
        "Blancas: peón a2. Negras: sin piezas.",
        "El tablero está vacío. Juegan las negras.",
        "Blancas: Ra8, Db8, Tc8, Ad8, Ce8. Negras: peón f8 (giro de 90°). Neutrales: Dg8. Las blancas tienen en mano: 1"
        " peón. Las negras tienen en mano: 2 C, 5 peones.",
    ),
    "fr": (
        "Blancs\u00a0: pion a2. Noirs\u00a0: aucune pièce.",
        "L’échiquier est vide. Trait aux Noirs.",
        "Blancs\u00a0: Ra8, Db8, Tc8, Fd8, Ce8. Noirs\u00a0: pion f8 (rotation de 90°). Neutres\u00a0: Dg8. En main"
        " chez les Blancs\u00a0: 1 pion. En main chez les Noirs\u00a0: 2 C, 5 pions.",
    ),
    "it": (
        "Bianco: pedone a2. Nero: nessun pezzo.",
        "La scacchiera è vuota. Muove il Nero.",
        "Bianco: Ra8, Db8, Tc8, Ad8, Ce8. Nero: pedone f8 (ruotato di 90°). Neutri: Dg8. Il Bianco ha in mano: 1"
        " pedone. Il Nero ha in mano: 2 C, 5 pedoni.",
    ),
    "ko": (
        "백: 폰 a2. 흑: 기물 없음.",
        "체스판이 비어 있음. 흑 차례.",
        "백: 킹 a8, 퀸 b8, 룩 c8, 비숍 d8, 나이트 e8. 흑: 폰 f8 (90° 회전). 중립: 퀸 g8. 백이 가진 기물: 폰 1개."
        " 흑이 가진 기물: 나이트 2개, 폰 5개.",
    ),
    "nl": (
        "Wit: pion a2. Zwart: geen stukken.",
        "Het bord is leeg. Zwart aan zet.",
        "Wit: Ka8, Db8, Tc8, Ld8, Pe8. Zwart: pion f8 (90° gedraaid). Neutraal: Dg8. Wit heeft in de hand: 1 pion."
        " Zwart heeft in de hand: 2 P, 5 pionnen.",
    ),
    "pl": (
        "Białe: pion a2. Czarne: brak bierek.",
        "Szachownica jest pusta. Ruch czarnych.",
        "Białe: Ka8, Hb8, Wc8, Gd8, Se8. Czarne: pion f8 (obrót o 90°). Neutralne: Hg8. Białe mają w ręce: 1 pion."
        " Czarne mają w ręce: 2 S, 5 pionów.",
    ),
    "pt": (
        "Brancas: peão a2. Pretas: nenhuma peça.",
        "O tabuleiro está vazio. As pretas jogam.",
        "Brancas: Ra8, Db8, Tc8, Bd8, Ce8. Pretas: peão f8 (giro de 90°). Neutras: Dg8. As brancas têm na mão: 1 peão."
        " As pretas têm na mão: 2 C, 5 peões.",
    ),
    "ru": (
        "Белые: пешка a2. Чёрные: нет фигур.",
        "Доска пуста. Ход чёрных.",
        "Белые: Крa8, Фb8, Лc8, Сd8, Кe8. Чёрные: пешка f8 (поворот на 90°). Нейтральные: Фg8. В запасе у белых:"
        " 1 пешка. В запасе у чёрных: 2 К, 5 пешек.",
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_sentences(lang: str) -> None:
    marks = parse_marks(MARKED)
    assert describe(parse_fen(ENDGAME), marks, lang) == SENTENCES[lang]
    found = [
        describe(parse_fen(fen, fairy=True), (), lang)
        for fen in ("8/8/8/8/8/8/P7/8", "8/8/8/8/8/8/8/8 b", "KQRBN*1p-Q1/8/8/8/8/8/8/8[Pnnppppp]")
    ]
    assert tuple(found) == MORE[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_mark_has_a_name(lang: str) -> None:
    said = language(lang)
    kinds = [kind for kind in MARKS if kind != "hide"]
    assert list(said.marks) == kinds
    assert all(said.marks[kind].count("{}") == 1 for kind in kinds)
    assert len(set(said.marks.values())) == len(kinds)
    spoken = describe(parse_fen("8/8/8/8/8/8/8/8"), parse_marks({"legal": "e2", "hide": "a1"}), lang)
    assert "a1" not in spoken
    assert said.marks["legal"].format("e2") in spoken


def test_hidden_pieces_are_not_told() -> None:
    diagram = Diagram.from_fen("6k1/8/8/8/8/8/8/K7 w").marked(hide="g8")
    assert diagram.alt_text("de") == "Weiß: Ka1. Schwarz: keine Figuren. Weiß am Zug."
    assert diagram.alt_text() == "White: Ka1. Black: no pieces. White to move."


def test_alt_text_in_an_unknown_language() -> None:
    with pytest.raises(OptionError) as caught:
        Diagram.from_fen("8/8/8/8/8/8/8/8").alt_text("deu")
    assert caught.value.report() == (
        "error: lang: 'deu' is not one of en, de, es, fr, it, ko, nl, pl, pt, ru\n  hint: did you mean de?"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_moves(lang: str) -> None:
    words = [turn_words(parse_fen(f"8/8/8/8/8/8/8/8{side}"), lang) for side in (" w", " b", "")]
    assert words == [language(lang).white_moves, language(lang).black_moves, ""]
