"""BERTScore: each token goes with the most similar token of the other text.

Zhang et al. (2020), https://openreview.net/forum?id=SkeHuCVFDr: recall is the mean over the wanted tokens
of their best cosine, precision that over the tokens said, and F1 their harmonic mean, without idf. Raw
values crowd near 1, so they are rescaled by what unrelated texts of the same language score: (F - b) / (1 -
b). Of several references the best counts. A text without a token gets 0, rescaled or not.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.metrics.metric import Against, Metric, compared, lang_of
from paraphrast.metrics.parts import TokenEncoder, Vectors, name_of, tokens
from paraphrast.metrics.rouge import best
from paraphrast.models.memory import Remembering
from paraphrast.stats.intervals import Array, Summed

Baseline = Mapping[str, Sequence[float]]


def bertscore(
    *,
    against: Against = "refs",
    encoder: str | TokenEncoder = "bundled",
    rescale: bool | None = None,
    baseline: Baseline | None = None,
) -> Metric:
    """BERTScore F1 over the token vectors of an encoder; rescaled where a baseline is known."""
    known = baseline if baseline is not None else baselines().get(name_of(encoder))
    if rescale and known is None:
        raise CommandError(
            f"no baseline is stored for {name_of(encoder)!r}: score without rescaling, or give one "
            "(mean P, R, F of unrelated texts per language)"
        )
    used = known if rescale or rescale is None else None
    vectors = tokens(encoder)
    return Metric(
        "bertscore",
        lambda pairs: rows(pairs, vectors, against, used),
        total=Summed(lambda sums, n: sums[:, 2] / n),
        settings={
            "encoder": name_of(encoder),
            "idf": "no",
            "rescaled": "yes" if used else "no",
            "against": against,
        },
    )


def rows(pairs: Sequence[Pair], vectors: Remembering, against: Against, baseline: Baseline | None) -> Array:
    """Give precision, recall and F1 of each pair, against the best of its texts."""
    texts = [compared(pair, against) for pair in pairs]
    owners = np.repeat(np.arange(len(pairs)), list(map(len, texts)))
    said = vectors([pair.b for pair, some in zip(pairs, texts, strict=True) for _ in some])
    wanted = vectors([text for some in texts for text in some])
    table = np.array([match(a, b) for a, b in zip(said, wanted, strict=True)])
    chosen = best(table, owners, table[:, 2])
    if baseline is None:
        return chosen
    floor = np.array([baseline[lang_of(pair)] for pair in pairs])
    # a text without a token shares nothing: 0, and not what is left of it below the floor
    return np.where(chosen.any(axis=1, keepdims=True), (chosen - floor) / (1 - floor), 0.0)


def match(said: Vectors, wanted: Vectors) -> tuple[float, float, float]:
    """Give precision, recall and F1 of one text's token vectors against another's; 0 when one has none."""
    if not len(said) or not len(wanted):
        return 0.0, 0.0, 0.0
    likeness = said @ wanted.T
    precision, recall = float(likeness.max(axis=1).mean()), float(likeness.max(axis=0).mean())
    below = precision + recall
    return precision, recall, 2 * precision * recall / below if below else 0.0


def measure_baseline(
    texts: Sequence[str], encoder: str | TokenEncoder, *, pairs: int = 2000, seed: int = 0
) -> list[float]:
    """Give the mean precision, recall and F1 of texts drawn together at random."""
    rng = np.random.default_rng(seed)
    vectors = tokens(encoder)
    chosen = rng.integers(0, len(texts), (pairs, 2))
    chosen = chosen[chosen[:, 0] != chosen[:, 1]]
    table = []
    for start in range(0, len(chosen), 256):
        some = chosen[start : start + 256]
        said, wanted = (vectors([texts[i] for i in some[:, side]]) for side in (0, 1))
        table += [match(a, b) for a, b in zip(said, wanted, strict=True)]
    return [round(float(value), 6) for value in np.mean(table, axis=0)]


@cache
def baselines() -> dict[str, dict[str, list[float]]]:
    """Read what unrelated texts score, per encoder and language."""
    text = files("paraphrast.metrics").joinpath("baselines.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, list[float]]])
