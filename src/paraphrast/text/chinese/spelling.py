"""How Chinese is spelled: simplified characters stand for traditional ones; and what only Japan writes."""

import re
from collections.abc import Sequence

from paraphrast.text.chinese.simplified import simplify
from paraphrast.text.chinese.simplified import standard as is_standard
from paraphrast.text.chinese.words import is_listed as is_known
from paraphrast.text.scripts import SCRIPTS

__all__ = ["CHANGES", "LETTERS", "belongs", "is_known", "is_standard"]

KANA = 0.1  # the share of a Chinese text that may be Japanese signs
# Forms of characters that only Japan writes.
JAPANESE = re.compile(
    r"[気駅読売対発経済関図円続験検込働沢広労応営変鉄県桜観権竜団伝仏価児処剣圧塩巣帰戻択拝拡戦挙掲摂撃斎歓歩歳毎氷涙渋渓満滝焼猟畑稲穂糸緑縁縄縦繊総聴脳臓薬蔵蛍覚覧訳豊賛軽辺鋳閲闘隠雑霊頼顔顕駆騒髄鶏黒黙]"
)
SIMPLIFIED = re.compile(r"[们这个为说时会对发过还没来后里吗么什谁种无虽并于应该东车马鸟鱼门问间]")
LETTERS = r"\u4e00-\u9fff\u3400-\u4dbf\u3000-\u303f\uff00-\uffef"
CHANGES = (("traditional", simplify, False),)


def belongs(forms: Sequence[str]) -> bool:
    """Tell Chinese from Japanese, which mixes in kana or its own forms of characters."""
    text = "".join(forms)
    kana = len(SCRIPTS["kana"].findall(text))
    if kana and kana > KANA * (kana + len(SCRIPTS["han"].findall(text))):
        return False
    return bool(SIMPLIFIED.search(text) or not JAPANESE.search(text))
