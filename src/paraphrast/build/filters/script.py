"""Characters that should not be there: RuPAWS dropped every English sentence with a non-ASCII character."""

import re
from collections.abc import Sequence
from typing import Literal

from paraphrast.build.steps import Verdict, lang_of
from paraphrast.data import Pair
from paraphrast.text import Lang
from paraphrast.text.languages import find_language

COMMON = r"\s\d\x20-\x40\[-`{-~«»„“”‘’—–…№°€£¥$%‰±×·"


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
            letters = find_language(lang).spelling.LETTERS + ("" if self.allow == "own" else "a-zA-Z")
            left = len(re.findall(f"[{COMMON}{letters}]", text))
        return 1 - left / len(text) if text else 0.0
