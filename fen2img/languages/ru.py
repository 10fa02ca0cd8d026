"""Russian."""

from fen2img.languages import Language
from fen2img.letters import LETTERS


class Russian(Language):
    """All its messages."""

    code = "ru"
    pieces = LETTERS["ru"].letters[:-1]
    pawn = "пешка"
    pawns = "пешки"
    colon = ": "
    white = "Белые"
    black = "Чёрные"
    neutral = "Нейтральные"
    nothing = "нет фигур"
    empty = "Доска пуста."
    white_moves = "Ход белых"
    black_moves = "Ход чёрных"
    white_hand = "В запасе у белых"
    black_hand = "В запасе у чёрных"
    counted_piece = "{n} {piece}"
    counted_pawns = {"one": "{n} пешка", "few": "{n} пешки", "many": "{n} пешек"}
    turned = "{square} (поворот на {degrees}°)"
    marked = "Пометки"
    marks = {
        "area": "область {}",
        "lastmove": "последний ход {}",
        "highlight": "выделенное поле {}",
        "check": "шах {}",
        "legal": "ходы с {}",
        "frame": "рамка {}",
        "circle": "кружок {}",
        "arrow": "стрелка {}",
        "dot": "точка {}",
        "cross": "крестик {}",
        "label": "надпись {}",
        "sequence": "номер {}",
        "badge": "оценка {}",
    }
    diagram = "Шахматная диаграмма"
    diagrams = {"one": "{n} диаграмма", "few": "{n} диаграммы", "many": "{n} диаграмм"}
    group = "\u00a0"
    grouped_from = 4
    page = {
        "title": "Шахматные диаграммы",
        "and_more": "{names} и ещё {n}",
        "filter": "Фильтр",
        "filter_by": "Подпись, FEN, имя",
        "size": "Размер",
        "found": "{found} из {count}",
        "copy": "Копировать FEN",
        "copy_of": "Копировать FEN диаграммы {n}",
        "copied": "Скопировано",
        "selected": "Выделено",
        "fen_copied": "FEN скопирован",
        "fen_selected": "FEN выделен, скопируйте его вручную",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, не нарисовано: {n}.",
        "refused": "Не нарисовано",
        "record": "Запись {n}",
        "more": "и ещё {n}.",
        "errors": "Все ошибки в формате JSON Lines",
    }


LANGUAGE = Russian
