"""Chinese names, by rjieba's dictionary: nr a person, ns a place, nt an organisation."""

import re
from collections.abc import Iterator

from paraphrast.text.chinese.tags import marked
from paraphrast.text.chinese.words import pieces
from paraphrast.text.tokens import Token

KINDS = {"nr": "person", "nrt": "person", "nrfg": "person", "ns": "place", "nt": "organisation"}
ORGANISATION = re.compile(
    r".*(?:大学|学院|公司|银行|集团|法院|政府|委员会|研究所|研究院|协会|出版社|医院|中学|小学|博物馆|图书馆|俱乐部|党|部|局|厅)"
)
ADDRESSED = re.compile(r"(?:先生|女士|小姐|教授|博士|总统|主席|总理|老师|经理|医生|书记|部长)")
COMMON = re.compile(
    r"[部局厅党]|小学|中学|大学|医院|公司|银行|政府|集团|学院|法院|委员会|协会|俱乐部|干部|全部|内部|外部|局部|一部"
)
# What the dictionary takes for people now and then.
NOT_PEOPLE = frozenset(
    {"小姐", "先生", "老师", "明白", "高兴", "安静", "和平", "温馨", "阳光", "方便", "万一", "元旦"}
)


def names(text: str) -> Iterator[tuple[str, Token]]:
    """Yield the names of a text with their kinds."""
    parts = [(word, sign, start) for (word, sign), start in pieces(text, marked)]
    place = 0
    while place < len(parts):
        size, kind = _name_at(parts, place)
        if kind:
            start, (word, _, last) = parts[place][2], parts[place + size - 1]
            yield kind, Token(text[start : last + len(word)], start, last + len(word))
        place += size


def _name_at(parts: list[tuple[str, str, int]], place: int) -> tuple[int, str]:
    """Say how many words from here are a name, and of what kind; one word and no kind if none is."""
    word, sign, _ = parts[place]
    kind = KINDS.get(sign, "")
    following = parts[place + 1 : place + 4]
    if kind in ("place", "organisation"):
        for size, (other, tag, _) in enumerate(following, 2):
            if ORGANISATION.fullmatch(other) and tag[:1] in "njlv":
                return size, "organisation"
            if tag[:1] != "n":
                break
        if ORGANISATION.fullmatch(word) and not COMMON.fullmatch(word) and len(word) > 3:
            return 1, "organisation"
    if kind == "person" and (word in NOT_PEOPLE or not re.fullmatch(r"[\u4e00-\u9fff·]{1,12}", word)):
        return 1, ""
    if kind == "person" and len(word) == 1:
        return (1, "person") if following and ADDRESSED.match(following[0][0]) else (1, "")
    if sign in ("n", "l", "nz", "j") and len(word) > 3 and ORGANISATION.fullmatch(word):
        return 1, "organisation"
    return 1, kind
