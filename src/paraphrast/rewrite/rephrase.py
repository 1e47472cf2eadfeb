"""The default way to other words: turns of phrase and orders of clauses that were written by hand."""

from collections.abc import Sequence

from paraphrast.rewrite.frames import framed
from paraphrast.rewrite.means import Means
from paraphrast.rewrite.turns import found, said

WAYS = 3  # how many of the ways to say a thing are tried


class Rephrase:
    """Proposes each text with all that can be said otherwise, in another order and in its own."""

    def __init__(self, means: Means, *, n: int = WAYS) -> None:
        self.lang, self.n = means.lang, max(n, WAYS)

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        return [self.proposed(text) for text in texts]

    def proposed(self, text: str) -> list[str]:
        """Give the boldest drafts first, each once, and never the text itself."""
        there = found(text, self.lang)
        drafts = [
            draft
            for way in range(self.n)
            for turned in [said(text, there, way)]
            for draft in (framed(turned, self.lang, way), turned, framed(text, self.lang, way))
        ]
        halves = [said(text, some, 0) for some in (there[::2], there[1::2])]  # one turn may spoil all
        return [draft for draft in dict.fromkeys([*drafts, *halves]) if draft != text]
