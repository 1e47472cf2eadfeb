"""SPScore extended by meaning, which the paper names as what its eight features lack.

To the eight come measures of shared wording, agreement of entities and numbers, and what models say: the
likeness of tokens and of whole texts, the probability of a pair model, the fluency of both texts. Where a
pair has references, being near one of them counts like being near the source. The fit is taught that a copy
and an unrelated text are no paraphrases (`anchors`), beside pairs that people judged.
"""

import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import msgspec
import numpy as np

from paraphrast.data import Pair, Scorer
from paraphrast.metrics import parts
from paraphrast.metrics.bertscore import bertscore
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.lexical import jaccard
from paraphrast.metrics.meteor import meteor
from paraphrast.metrics.metric import Metric, by_language, column, lang_of
from paraphrast.metrics.parts import Encoder, Judge, TokenEncoder, cosines, name_of
from paraphrast.metrics.rouge import rouge_1
from paraphrast.metrics.sacre import chrf
from paraphrast.metrics.spscore import Fitted, fit_languages, load
from paraphrast.stats.intervals import Array
from paraphrast.text import LANGS, entities

WORDING = ("said", "kept", "chrf", "meteor", "jaccard", "edit", "copied")
FACTS = ("entities", "numbers")
MODELS = ("cosine", "pair", "fluency", "fluency-lost")
TOKENS = ("tokens-said", "tokens-kept", "tokens")
NEAREST = ("nearest-tokens", "nearest-cosine", "nearest-pair")  # to the source or to a reference
CORE = (*NAMES, *WORDING, *FACTS, *MODELS)
ALL = (*CORE, *TOKENS, *NEAREST)
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
MARKS = re.compile(r"\W+")
# An edit of less than this share of the characters is a copy to some degree.
NEARLY = 0.15


class Models(msgspec.Struct, frozen=True):
    """The models that are asked, by name or as callables."""

    encoder: str | Encoder = "bundled"
    pair: str | Scorer = "bundled"
    fluency: str | Judge = "bundled"
    tokens: str | TokenEncoder = "bundled"


def extended(
    *,
    model: str | Path | Fitted = "shipped",
    encoder: str | Encoder = "bundled",
    pair: str | Scorer = "bundled",
    fluency: str | Judge = "bundled",
    tokens: str | TokenEncoder = "bundled",
) -> Metric:
    """SPScore with meaning, from the shipped fit or from a file that `metrics fit` wrote."""
    fitted = model if isinstance(model, Fitted) else load(model, "spscore-extended")
    asked = Models(encoder, pair, fluency, tokens)

    def score(pairs: Sequence[Pair]) -> Array:
        rows = by_language(pairs, lambda lang, some: fitted.of(lang)(features(some, asked))[:, None])
        return rows[:, 0] * ~identical(pairs)

    names = {name: name_of(getattr(asked, name)) for name in ("encoder", "pair", "fluency", "tokens")}
    return column("spscore-extended", score, fit=fitted.name, **names)


def features(pairs: Sequence[Pair], models: Models) -> Array:
    """Give all features of each pair, in the order of `ALL`."""
    known = core(pairs, models)
    likeness = bertscore(against="source", encoder=models.tokens, rescale=False).rows(pairs)
    own = np.column_stack([likeness[:, 2], known[:, [CORE.index("cosine"), CORE.index("pair")]]])
    return np.column_stack([known, likeness, nearest(pairs, own, models)])


def core(pairs: Sequence[Pair], models: Models) -> Array:
    """Give the features that look at whole texts and at no reference, in the order of `CORE`."""
    return np.column_stack([eight(pairs), wording(pairs), facts(pairs), told(pairs, models)])


def wording(pairs: Sequence[Pair]) -> Array:
    """Give how much of the wording is shared, seen in six ways, and whether that is a copy."""
    from rapidfuzz.distance import Levenshtein

    words = rouge_1(against="source").rows(pairs)
    edits = np.array([Levenshtein.normalized_distance(pair.a, pair.b) for pair in pairs])
    letters = chrf(against="source")
    return np.column_stack(
        [
            words[:, 0],
            words[:, 1],
            letters.sentences(letters.rows(pairs)) / 100,
            meteor(against="source").rows(pairs)[:, 0],
            jaccard().rows(pairs)[:, 0],
            edits,
            np.where(identical(pairs), 1.0, np.clip(1 - edits / NEARLY, 0, 1)),
        ]
    )


def identical(pairs: Sequence[Pair]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Say which outputs repeat the source, but for case, blanks and marks."""
    return np.array([_bare(pair.a) == _bare(pair.b) for pair in pairs], dtype=bool)


def facts(pairs: Sequence[Pair]) -> Array:
    """Give the share of entities, and of numbers, on which the texts agree; 1 where there are none."""
    return np.array(
        [
            [
                _agreement(_named(pair, pair.a), _named(pair, pair.b)),
                _agreement(_numbers(pair.a), _numbers(pair.b)),
            ]
            for pair in pairs
        ]
    )


def told(pairs: Sequence[Pair], models: Models) -> Array:
    """Give what the models say: cosine, probability, fluency of the output, and how much of it was lost."""
    sources, outputs = [pair.a for pair in pairs], [pair.b for pair in pairs]
    near = cosines(parts.encoder(models.encoder), sources, outputs)
    same = parts.probabilities(parts.pair_model(models.pair), pairs)
    judge = parts.fluency(models.fluency)
    before, after = (np.array(judge(texts), dtype=np.float64) for texts in (sources, outputs))
    return np.column_stack([near, same, after, np.minimum(0, after - before)])


def nearest(pairs: Sequence[Pair], own: Array, models: Models) -> Array:
    """Give likeness of tokens, cosine and probability with the source (`own`), or a reference if higher."""
    asked = [
        (i, Pair(a=text, b=pair.b, lang=pair.lang)) for i, pair in enumerate(pairs) for text in pair.refs
    ]
    best = own.copy()
    if asked:
        rows, beside = [i for i, _ in asked], [pair for _, pair in asked]
        tokens = bertscore(against="source", encoder=models.tokens, rescale=False).rows(beside)[:, 2]
        near = cosines(
            parts.encoder(models.encoder), [pair.a for pair in beside], [pair.b for pair in beside]
        )
        same = parts.probabilities(parts.pair_model(models.pair), beside)
        np.maximum.at(best, rows, np.column_stack([tokens, near, same]))
    return best


def fit(pairs: Sequence[Pair], *, name: str, models: Models, seed: int = 0) -> Fitted:
    """Fit to judged pairs and to the anchors made of them."""
    taught = lesson(pairs, seed=seed)
    regressors = fit_languages(taught, features(taught, models), ALL, seed=seed)
    return Fitted(name, "spscore-extended", "pairs", regressors)


def lesson(pairs: Sequence[Pair], *, seed: int = 0) -> list[Pair]:
    """Give what a fit learns from: the judged pairs, those with references once more without, and anchors."""
    bare = [msgspec.structs.replace(pair, group=pair.group or pair.a, refs=()) for pair in pairs if pair.refs]
    return [*pairs, *bare, *anchors(pairs, seed=seed)]


def anchors(pairs: Sequence[Pair], *, seed: int = 0) -> list[Pair]:
    """Make, for each source, a copy and an unrelated output of another source, both worth 0."""
    rng = np.random.default_rng(seed)
    made = []
    for lang in LANGS:
        own = [pair for pair in pairs if lang_of(pair) == lang]
        groups = {pair.group or pair.a: pair for pair in own}
        for group, pair in groups.items():
            others = [one for one in own[:: max(1, len(own) // 500)] if (one.group or one.a) != group]
            copy = msgspec.structs.replace(pair, b=pair.a, label=0.0, group=group, meta={"anchor": "copy"})
            made.append(copy)
            if others:
                other = others[int(rng.integers(len(others)))]
                made.append(msgspec.structs.replace(copy, b=other.b, meta={"anchor": "unrelated"}))
    return made


def own_judgements() -> list[Pair]:
    """Read the pairs that come with the package, scored from 0 to 5 on structure, synonyms and consistency.

    Their label is c / 5 * (4 + min(6, s + y)) / 10: what does not say the same is worth nothing, what hardly
    changed is worth less than half, and changes of structure and of words make up the rest.
    """
    folder = files("paraphrast.metrics").joinpath("judged")
    lines = [line for lang in LANGS for line in folder.joinpath(f"{lang}.jsonl").read_bytes().splitlines()]
    return [msgspec.json.decode(line, type=Pair) for line in lines]


def _bare(text: str) -> str:
    return MARKS.sub("", text).casefold()


def _named(pair: Pair, text: str) -> set[str]:
    return {entity.text.casefold() for entity in entities(text, lang_of(pair))}


def _numbers(text: str) -> set[str]:
    return {found.replace(",", ".") for found in DIGITS.findall(text)}


def _agreement(first: set[str], second: set[str]) -> float:
    return len(first & second) / len(first | second) if first or second else 1.0
