"""Texts in another language than they should be."""

from collections.abc import Sequence

from paraphrast.build.steps import Verdict
from paraphrast.data import Pair
from paraphrast.text import Lang, language


class Language:
    """Keeps pairs whose both texts are in one language: the given one, the pair's own, or each other's."""

    def __init__(self, lang: Lang | None = None) -> None:
        self.lang = lang

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [Verdict(self.reason(pair)) for pair in pairs]

    def reason(self, pair: Pair) -> str | None:
        """Say which language came where another was expected."""
        found = [language(pair.a), language(pair.b)]
        wanted = self.lang or pair.lang or found[0]
        other = next((each for each in found if each != wanted), None)
        return f"language-{other}" if other else None
