"""The default way to other words: turns of phrase and orders of clauses that were written by hand."""

from collections.abc import Sequence

from paraphrast.rewrite.phrases.orders import reorder
from paraphrast.rewrite.phrases.phrase_rules import read_book
from paraphrast.rewrite.task import Task
from paraphrast.text.languages import find_language
from paraphrast.text.rules import find, say

WAYS = 3  # how many of the ways to say a thing are tried


class Rephrase:
    """Proposes each text with all that can be said otherwise, in another order and in its own."""

    def __init__(self, task: Task, *, n: int = WAYS) -> None:
        self.lang, self.n, self.book = task.lang, max(n, WAYS), read_book(task.lang)

    def __call__(self, texts: Sequence[str]) -> list[list[str]]:
        return [self.propose_drafts(text) for text in texts]

    def propose_drafts(self, text: str) -> list[str]:
        """Give the boldest drafts first, each once, and never the text itself."""
        there = find(text, self.book)
        drafts = [
            draft
            for way in range(self.n)
            for turned in [say(text, there, way)]
            for draft in (self.order_turned(text, turned, way), turned, reorder(text, self.lang, way))
        ]
        halves = [say(text, some, 0) for some in (there[::2], there[1::2])]  # one turn may spoil all
        return [draft for draft in dict.fromkeys([*drafts, *halves]) if draft != text]

    def write_boldest(self, text: str) -> str:
        """Give a text with all that can be said otherwise, in another order."""
        return self.order_turned(text, say(text, find(text, self.book), 0), 0)

    def order_turned(self, text: str, turned: str, way: int) -> str:
        """Order what was turned; where its new words fit no order, turn what the ordered text has kept.

        A Chinese text is ordered first: its words are cut anew when a turn has changed them.
        """
        ordered = turned if not find_language(self.lang).spaced else reorder(turned, self.lang, way)
        if ordered != turned:
            return ordered
        kept = reorder(text, self.lang, way)
        if kept == text:
            return ordered
        there = [one for one in find(kept, self.book) if kept[one.start : one.stop].lower() in text.lower()]
        governs = find_language(self.lang).recast.governs  # another word may stand behind a verb now
        there = [one for one in there if not any(governs(new.split()[-1]) for new in one.said)]
        return say(kept, there, way)
