"""Characters that should not be there: RuPAWS dropped every English sentence with a non-ASCII character."""

import re
from collections.abc import Sequence
from typing import Literal

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import Lang

COMMON = r"\s\d\x20-\x40\[-`{-~«»„“”‘’—–…№°€£¥$%‰±×·"
ALLOWED: dict[Lang, str] = {
    "ru": rf"[{COMMON}а-яёА-ЯЁ]",
    "en": rf"[{COMMON}a-zA-Z]",
    "zh": rf"[{COMMON}\u4e00-\u9fff\u3400-\u4dbf\u3000-\u303f\uff00-\uffef]",
}


class Script:
    """Keeps pairs in their language's letters (`own`), with Latin ones too (`latin`), or in ASCII alone."""

    def __init__(self, allow: Literal["own", "latin", "ascii"] = "latin", high: float = 0.0) -> None:
        self.allow, self.high = allow, high

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [self.judge(pair) for pair in pairs]

    def judge(self, pair: Pair) -> Verdict:
        """Score the share of foreign characters in the worse text."""
        share = max(self.foreign(text, lang_of(pair)) for text in (pair.a, pair.b))
        return Verdict("script" if share > self.high else None, share)

    def foreign(self, text: str, lang: Lang) -> float:
        """Give the share of characters that are not allowed."""
        if self.allow == "ascii":
            left = len(text.encode("ascii", "ignore"))
        else:
            letters = ALLOWED[lang] if self.allow == "own" else ALLOWED[lang][:-1] + "a-zA-Z]"
            left = len(re.findall(letters, text))
        return 1 - left / len(text) if text else 0.0
