"""Korean: pieces have names instead of letters, and what is counted has a counter."""

from fen2img.languages import Language


class Korean(Language):
    """All its messages."""

    code = "ko"
    pieces = ("킹 ", "퀸 ", "룩 ", "비숍 ", "나이트 ")
    pawn = "폰"
    pawns = "폰"
    colon = ": "
    white = "백"
    black = "흑"
    neutral = "중립"
    nothing = "기물 없음"
    empty = "체스판이 비어 있음."
    white_moves = "백 차례"
    black_moves = "흑 차례"
    white_hand = "백이 가진 기물"
    black_hand = "흑이 가진 기물"
    counted_piece = "{piece} {n}개"
    counted_pawns = {"other": "폰 {n}개"}
    turned = "{square} ({degrees}° 회전)"
    marked = "표시"
    marks = {
        "area": "영역 {}",
        "lastmove": "마지막 수 {}",
        "highlight": "강조 {}",
        "check": "체크 {}",
        "legal": "{}에서 둘 수 있는 수",
        "frame": "테두리 {}",
        "circle": "동그라미 {}",
        "arrow": "화살표 {}",
        "dot": "점 {}",
        "cross": "엑스 표 {}",
        "label": "글자 {}",
        "sequence": "순서 {}",
        "badge": "평가 {}",
    }
    diagram = "체스 다이어그램"
    diagrams = {"other": "다이어그램 {n}개"}
    group = ","
    grouped_from = 4
    page = {
        "title": "체스 다이어그램",
        "and_more": "{names} 외 {n}개",
        "filter": "필터",
        "filter_by": "설명, FEN, 이름",
        "size": "크기",
        "found": "{diagrams} 중 {found}개",
        "copy": "FEN 복사",
        "copy_of": "다이어그램 {n}의 FEN 복사",
        "copied": "복사됨",
        "selected": "선택됨",
        "fen_copied": "FEN을 복사했습니다",
        "fen_selected": "FEN을 선택했습니다. 직접 복사해 주세요",
        "account": "{diagrams}.",
        "account_refused": "{diagrams}, 그리지 못함 {n}개.",
        "refused": "그리지 못한 항목",
        "record": "레코드 {n}",
        "more": "외 {n}개.",
        "errors": "모든 오류(JSON Lines)",
    }


LANGUAGE = Korean
