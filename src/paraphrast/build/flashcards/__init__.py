"""Recipe `flashcards`: definitions that people wrote of one term, clustered into candidate paraphrases.

He et al. (2020), PARADE, https://aclanthology.org/2020.emnlp-main.611. A card is a Pair of term and
definition until its definitions meet in clusters; then a Pair is two definitions and its group is the term.
"""

from collections.abc import Iterable

from paraphrast.build.filters.contained import Contained
from paraphrast.build.filters.identical import Identical
from paraphrast.build.filters.overlap import Jaccard
from paraphrast.build.filters.surface import Surface
from paraphrast.build.flashcards.clean import Enough, Merged, Plain, Spoken, Termed
from paraphrast.build.flashcards.cluster import Clusters
from paraphrast.build.flashcards.decks import cards
from paraphrast.build.steps import Step, sieve, step
from paraphrast.text import Lang

__all__ = ["cards", "recipe"]


def recipe(
    lang: Lang,
    *,
    terms: Iterable[str] | None = None,
    words: int = 30,
    definitions: int = 5,
    share: float = 2.0,
    seed: int = 0,
) -> list[Step]:
    """List the steps from cards to candidate pairs; a term of n definitions gets n / share clusters."""
    known = None if terms is None else sorted(terms)
    return [
        *([step("term", Termed(known, lang))] if known is not None else []),
        step("plain-text", Plain()),
        step("language", Spoken(lang)),
        step("length", Plain(high=words, lang=lang)),
        sieve("merge", Merged()),
        sieve("enough", Enough(definitions)),
        sieve("cluster", Clusters(lang, share=share, seed=seed)),
        step("identical", Identical()),
        step("surface", Surface()),
        step("contained", Contained()),
        step("near-identical", Jaccard(high=0.9)),
    ]
