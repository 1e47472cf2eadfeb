"""Style transfer: was the style changed (STA), the meaning kept (SIM), the text left fluent (FL), all (J)?

Three settings. `plain` takes the models' probabilities as they are. `russe2022` applies the coefficients of
the shared task's script (Dementieva et al. 2022); they were chosen for other models, so they go into the
signature. Both are continuous, as the published tables are; `binary=True` cuts each part at a threshold
first, as the paper's text says. FL compares the output with its source, as people were asked to: not less
fluent than the input. An output without a word in it has changed nothing, kept nothing and says nothing: it
gets 0 throughout.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import unknown
from paraphrast.metrics import parts
from paraphrast.metrics.metric import Metric, column
from paraphrast.metrics.parts import Encoder, Judge, cosines, name_of
from paraphrast.stats.intervals import Array

Part: TypeAlias = Callable[[Sequence[Pair]], Array]
Preset: TypeAlias = Literal["plain", "russe2022"]


class Coefficients(msgspec.Struct, frozen=True):
    """How far each part is stretched away from 1, and where it is cut when it must be yes or no."""

    sta: float = 1.0
    sim: float = 1.0
    fl: float = 1.0
    sta_cut: float = 0.5
    sim_cut: float = 0.5
    fl_cut: float = 0.9


PRESETS = {"plain": Coefficients(), "russe2022": Coefficients(sta=0.90, sim=1.50, fl=1.15)}


def sta(*, toxicity: str | Judge = "bundled", preset: Preset = "plain", binary: bool = False) -> Metric:
    """STA: how surely the output is not in the old style (for detoxification: not toxic)."""
    told, judge = coefficients(preset), parts.toxicity(toxicity)
    score = _cut(lambda pairs: style(pairs, judge, told.sta), told.sta_cut, binary)
    return column("sta", score, **_told(preset, binary, sta=told.sta), classifier=name_of(toxicity))


def sim(*, encoder: str | Encoder = "bundled", preset: Preset = "plain", binary: bool = False) -> Metric:
    """SIM: the cosine of source and output."""
    told, vectors = coefficients(preset), parts.encoder(encoder)
    score = _cut(lambda pairs: meaning(pairs, vectors, told.sim), told.sim_cut, binary)
    return column("sim", score, **_told(preset, binary, sim=told.sim), encoder=name_of(encoder))


def fl(*, fluency: str | Judge = "bundled", preset: Preset = "plain", binary: bool = False) -> Metric:
    """FL: 1 when the output is as fluent as its source, less by as much as it is less fluent."""
    told, judge = coefficients(preset), parts.fluency(fluency)
    score = _cut(lambda pairs: fluent(pairs, judge, told.fl), told.fl_cut, binary)
    return column("fl", score, **_told(preset, binary, fl=told.fl), classifier=name_of(fluency))


def j(
    *,
    toxicity: str | Judge = "bundled",
    encoder: str | Encoder = "bundled",
    fluency: str | Judge = "bundled",
    preset: Preset = "plain",
    binary: bool = False,
) -> Metric:
    """J: the product of STA, SIM and FL of each sentence, averaged over sentences."""
    made = [
        sta(toxicity=toxicity, preset=preset, binary=binary),
        sim(encoder=encoder, preset=preset, binary=binary),
        fl(fluency=fluency, preset=preset, binary=binary),
    ]

    def score(pairs: Sequence[Pair]) -> Array:
        return np.asarray(np.prod([metric.rows(pairs)[:, 0] for metric in made], axis=0))

    used = coefficients(preset)
    settings = _told(preset, binary, sta=used.sta, sim=used.sim, fl=used.fl)
    models = {"toxicity": name_of(toxicity), "encoder": name_of(encoder), "fluency": name_of(fluency)}
    return column("j", score, **settings, **models)


def style(pairs: Sequence[Pair], toxicity: parts.Remembering, coefficient: float) -> Array:
    """Give STA of each pair: 1 + c (p - 1), p being the probability that the output is neutral."""
    neutral = 1 - np.array(toxicity([pair.b for pair in pairs]), dtype=np.float64)
    return _stretched(neutral, coefficient) * says_something(pairs)


def meaning(pairs: Sequence[Pair], encoder: parts.Remembering, coefficient: float) -> Array:
    """Give SIM of each pair: 1 + c (cos - 1)."""
    near = cosines(encoder, [pair.a for pair in pairs], [pair.b for pair in pairs])
    return _stretched(near, coefficient) * says_something(pairs)


def fluent(pairs: Sequence[Pair], fluency: parts.Remembering, coefficient: float) -> Array:
    """Give FL of each pair: 1 + c min(0, p(output) - p(source))."""
    told = np.array(fluency([text for pair in pairs for text in (pair.a, pair.b)]), dtype=np.float64)
    lost = np.minimum(0, told[1::2] - told[0::2])
    return _stretched(1 + lost, coefficient) * says_something(pairs)


def says_something(pairs: Sequence[Pair]) -> Array:
    """Give 1 for each output that has a letter or a digit in it, else 0."""
    return np.array([any(map(str.isalnum, pair.b)) for pair in pairs], dtype=np.float64)


def coefficients(preset: str) -> Coefficients:
    """Look up a preset."""
    if preset not in PRESETS:
        raise unknown("preset", preset, PRESETS)
    return PRESETS[preset]


def _stretched(values: Array, coefficient: float) -> Array:
    return np.clip(1 + coefficient * (values - 1), 0, 1)


def _cut(score: Part, threshold: float, binary: bool) -> Part:
    return (lambda pairs: (score(pairs) >= threshold).astype(np.float64)) if binary else score


def _told(preset: str, binary: bool, **used: float) -> dict[str, object]:
    return {"preset": preset, **used, "binary": "yes" if binary else "no"}
