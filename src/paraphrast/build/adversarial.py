"""Recipe `adversarial`: pairs with nearly the same words, some of which mean the same and some do not.

Two routes: labelled pairs are translated from another language, as in RuPAWS (Martynov et al., 2022,
https://aclanthology.org/2022.lrec-1.608), or hard pairs are made directly by changing sentences.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from paraphrast.build.filters.identical import Identical
from paraphrast.build.filters.perplexity import LanguageModel, Perplexity
from paraphrast.build.filters.script import Script
from paraphrast.build.filters.similarity import Encoder, Similarity
from paraphrast.build.native import list_unwarned
from paraphrast.build.native.replacement import warn_doubted
from paraphrast.build.ranking import Best
from paraphrast.build.steps import Step, maker, plain, sieve, step
from paraphrast.build.survival import Survival
from paraphrast.build.translation import Pool, Translator
from paraphrast.data import Pair
from paraphrast.text import Lang
from paraphrast.text.clauses import Change

NLL = 7.0


def translated(
    pool: Mapping[str, Translator],
    *,
    lang: Lang,
    encoder: Encoder | str = "bundled",
    model: LanguageModel | str = "bundled",
    low: float = 0.9,
    high: float = NLL,
    budget: int | None = None,
) -> list[Step]:
    """List the steps of the paper's route: denoise, translate and choose, filter again, rank, cut.

    `low` is LaBSE's; another encoder has another scale, so choose its own by equal survival (see the report).
    """
    best = Pool(pool, lang, encoder)
    return [
        step("script", Script("ascii")),
        step("source-perplexity", Perplexity(high, model)),
        step("source-similarity", Similarity(low, encoder=encoder)),
        maker("translate", best, lang=lang, pool=sorted(pool), encoder=plain(encoder)),
        step("perplexity", Perplexity(high, model)),
        step("similarity", Similarity(low, encoder=encoder)),
        step("identical", Identical()),
        step("swap-survived", Survival()),
        sieve("budget", Best("quality", budget)),
    ]


def native(
    lang: Lang,
    *,
    seed: int = 0,
    per_text: int = 4,
    model: LanguageModel | None = None,
    high: float | None = None,
    budget: int | None = None,
    synonyms: bool = False,
) -> list[Step]:
    """List the steps of the native route: change sentences, rank by fluency where there is a model, cut.

    `synonyms` brings back those of Russian and English, which readers found wrong too often, and warns.
    """
    made = Native(lang, seed=seed, per_text=per_text, model=model, synonyms=synonyms)
    settings = {"lang": lang, "seed": seed, "per_text": per_text, "model": plain(model), "synonyms": synonyms}
    ranked = [sieve("budget", Best("fluency", budget))] if budget is not None else []
    limit = [step("perplexity", Perplexity(high, model))] if model is not None and high is not None else []
    return [maker("change", made, **settings), step("identical", Identical()), *limit, *ranked]


class Native:
    """Makes hard pairs of sentences (or of true paraphrases), the most fluent ones when a model can tell."""

    chunk = 1024

    def __init__(
        self,
        lang: Lang,
        *,
        seed: int = 0,
        per_text: int = 4,
        model: LanguageModel | None = None,
        synonyms: bool = False,
    ) -> None:
        if synonyms:
            warn_doubted(lang)
        self.lang, self.seed, self.per_text, self.model = lang, seed, per_text, model
        self.synonyms = synonyms

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        limit = self.per_text if self.model is None else None
        found = [
            list_unwarned(pair.b, self.lang, seed=self.seed, limit=limit, synonyms=self.synonyms)
            if true(pair)
            else []
            for pair in pairs
        ]
        losses = iter(self.model([each.text for some in found for each in some]) if self.model else ())
        made = []
        for pair, some in zip(pairs, found, strict=True):
            rows: list[tuple[Change, float | None]]
            if self.model is not None:
                scored = sorted(((next(losses), change) for change in some), key=lambda row: row[0])
                rows = [(change, float(loss)) for loss, change in scored[: self.per_text]]
            else:
                rows = [(change, None) for change in some]
            made.append([self.pair(pair, change, loss, index) for index, (change, loss) in enumerate(rows)])
        return made

    def pair(self, source: Pair, change: Change, loss: float | None, index: int) -> Pair:
        """Pair a source with one change of it."""
        name = source.id or f"{source.a[:20]}"
        meta: dict[str, Any] = {"kind": change.kind}
        if loss is not None:
            meta |= {"nll": round(loss, 4), "fluency": round(-loss, 4)}
        group = source.group or name
        return Pair(
            source.a, change.text, float(change.keeps), self.lang, f"{name}.{index}", group, meta=meta
        )


def true(pair: Pair) -> bool:
    """Tell whether the two texts mean the same, so that a change of one is a change of the other."""
    return pair.a == pair.b or (pair.label is not None and pair.label > 0.5)


def alone(texts: Callable[[], Any] | Sequence[str], lang: Lang) -> list[Pair]:
    """Give single sentences the shape that the native route takes: a pair of each with itself."""
    rows = texts() if callable(texts) else texts
    return [Pair(text, text, 1.0, lang, str(number)) for number, text in enumerate(rows)]
