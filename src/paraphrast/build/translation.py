"""Candidate translations from several decoders, and the one nearest to the original."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from paraphrast.build.filters.similarity import Encoder, Similarity
from paraphrast.data import Pair
from paraphrast.text import Lang

# texts -> candidates for each: a hub model, CTranslate2, an endpoint, a dictionary
Translator: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[str]]]


class Pool:
    """Translates both texts of a pair with every decoder and keeps the candidate most like the original.

    RuPAWS takes greedy search, beam search and top-k sampling; likeness is the cosine of an encoder of both
    languages.
    """

    spread = False
    chunk = 256

    def __init__(
        self, pool: Mapping[str, Translator], lang: Lang, encoder: Encoder | str = "bundled"
    ) -> None:
        self.pool, self.lang, self.encoder = dict(pool), lang, encoder

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        texts = [text for pair in pairs for text in (pair.a, pair.b)]
        chosen = self.choose(texts)
        made: list[list[Pair]] = []
        for pair, one, other in zip(pairs, chosen[::2], chosen[1::2], strict=True):
            if one is None or other is None:
                made.append([])
                continue
            meta = {**pair.meta, "source_a": pair.a, "source_b": pair.b}
            meta |= {"decoder_a": one[1], "decoder_b": other[1], "quality": round(min(one[2], other[2]), 6)}
            made.append(
                [Pair(one[0], other[0], pair.label, self.lang, pair.id, pair.group or pair.id, meta=meta)]
            )
        return made

    def choose(self, texts: Sequence[str]) -> list[tuple[str, str, float] | None]:
        """Give for each text its best candidate, who made it, and its likeness; None when there is none."""
        found = self.candidates(texts)
        encoder = Similarity(encoder=self.encoder).load()
        flat = [text for some in found for text in some]
        if not flat:
            return [None] * len(texts)
        originals, vectors = encoder(texts), encoder(flat)
        best: list[tuple[str, str, float] | None] = []
        start = 0
        for some, original in zip(found, originals, strict=True):
            scores = vectors[start : start + len(some)] @ original
            start += len(some)
            place = int(np.argmax(scores)) if len(some) else -1
            names = list(some.items())
            best.append((*names[place], float(scores[place])) if some else None)
        return best

    def candidates(self, texts: Sequence[str]) -> list[dict[str, str]]:
        """Map each different candidate of each text to the first decoder that made it."""
        found: list[dict[str, str]] = [{} for _ in texts]
        for name, translator in self.pool.items():
            for some, candidates in zip(found, translator(texts), strict=True):
                for candidate in candidates:
                    if candidate.strip():
                        some.setdefault(candidate.strip(), name)
        return found


class BackTranslation:
    """Sends texts through a pivot language and back: each return is a candidate paraphrase of its source."""

    spread = False
    chunk = 256

    def __init__(self, there: Translator, back: Translator) -> None:
        self.there, self.back = there, back

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        pivots = [some[0] if some else "" for some in self.there([pair.a for pair in pairs])]
        returns = self.back(pivots)
        return [
            [
                Pair(pair.a, text, None, pair.lang, f"{pair.id}.{number}", pair.group or pair.id,
                     meta={"origin": "back-translation", "pivot": pivot})
                for number, text in enumerate(some)
                if text.strip()
            ]
            for pair, pivot, some in zip(pairs, pivots, returns, strict=True)
        ]  # fmt: skip


class OneSide:
    """Translates the foreign side of parallel text: with the other side it is a candidate paraphrase."""

    spread = False
    chunk = 256

    def __init__(self, translator: Translator, lang: Lang) -> None:
        self.translator, self.lang = translator, lang

    def __call__(self, pairs: Sequence[Pair]) -> list[list[Pair]]:
        found = self.translator([pair.b for pair in pairs])
        meta: dict[str, Any] = {"origin": "parallel"}
        return [
            [
                Pair(pair.a, text, None, self.lang, f"{pair.id}.{number}", pair.group or pair.id, meta=meta)
                for number, text in enumerate(some)
                if text.strip()
            ]
            for pair, some in zip(pairs, found, strict=True)
        ]
