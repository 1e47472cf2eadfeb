"""Style transfer: was the style changed (STA), the meaning kept (SIM), the text left fluent (FL), all (J)?

Three presets. `plain` takes the models' probabilities as they are. `russe2022` applies the coefficients of
the shared task's script (Dementieva et al. 2022); they were chosen for other models, so they go into the
signature. `fitted` takes STA and SIM as people would give them (stylefit.py). All are continuous,
as the published tables are; `binary=True` cuts each part at a threshold first, as the paper's text says. FL
compares the output with its source, as people were asked to: not less fluent than the input. An output
without a word in it has changed nothing, kept nothing and says nothing: it gets 0 throughout.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import unknown
from paraphrast.metrics import parts
from paraphrast.metrics.extended import Models
from paraphrast.metrics.metric import Metric, column
from paraphrast.metrics.parts import Encoder, Judge, cosines, name_of
from paraphrast.metrics.stylefit import FITTED, StylePart, predicted
from paraphrast.stats.intervals import Array

Preset: TypeAlias = Literal["plain", "russe2022", "fitted"]
PARTS: tuple[StylePart, ...] = ("sta", "sim", "fl")


class Coefficients(msgspec.Struct, frozen=True):
    """How far each part is stretched away from 1, and where it is cut when it must be yes or no."""

    sta: float = 1.0
    sim: float = 1.0
    fl: float = 1.0
    cuts: tuple[float, float, float] = (0.5, 0.5, 0.9)


PRESETS = {
    # unrelated texts have a cosine of about .75 in the bundled encoder: that is where SIM becomes 0
    "plain": Coefficients(sim=4.0),
    "russe2022": Coefficients(sta=0.90, sim=1.50, fl=1.15),
    "fitted": Coefficients(),
}


class Judges(msgspec.Struct, frozen=True):
    """The models that the parts ask, by name or as callables, and how their answers are taken."""

    toxicity: str | Judge = "bundled"
    encoder: str | Encoder = "bundled"
    fluency: str | Judge = "bundled"
    preset: Preset = "fitted"
    binary: bool = False

    def told(self) -> dict[str, object]:
        """Say it all for a signature."""
        used = coefficients(self.preset)
        return {
            "preset": self.preset,
            **{part: getattr(used, part) for part in PARTS},
            "binary": "yes" if self.binary else "no",
            "toxicity": name_of(self.toxicity),
            "encoder": name_of(self.encoder),
            "fluency": name_of(self.fluency),
        }


def make(name: str) -> Callable[..., Metric]:
    """Give the function that makes sta, sim, fl or j."""

    def metric(
        *,
        toxicity: str | Judge = "bundled",
        encoder: str | Encoder = "bundled",
        fluency: str | Judge = "bundled",
        preset: Preset = "fitted",
        binary: bool = False,
    ) -> Metric:
        judges = Judges(toxicity, encoder, fluency, preset, binary)
        coefficients(preset)
        wanted = PARTS if name == "j" else [part for part in PARTS if part == name]
        return column(name, partial(product, judges, wanted), **judges.told())

    return metric


sta, sim, fl, j = map(make, ("sta", "sim", "fl", "j"))


def product(judges: Judges, wanted: Sequence[StylePart], pairs: Sequence[Pair]) -> Array:
    """Give the product of the wanted parts of each pair: one of them, or all for J."""
    return np.asarray(np.prod([part(name, pairs, judges) for name in wanted], axis=0))


def part(name: StylePart, pairs: Sequence[Pair], judges: Judges) -> Array:
    """Give one part of each pair, from 0 to 1, cut to 0 or 1 if asked."""
    used = coefficients(judges.preset)
    if judges.preset == "fitted" and name in FITTED:
        models = Models(encoder=judges.encoder, fluency=judges.fluency)
        raw = predicted(name, pairs, models, judges.toxicity)
    else:
        raw = np.clip(1 + getattr(used, name) * (MEASURES[name](pairs, judges) - 1), 0, 1)
    values = raw * _says_something(pairs)
    return (values >= used.cuts[PARTS.index(name)]).astype(np.float64) if judges.binary else values


def neutral(pairs: Sequence[Pair], judges: Judges) -> Array:
    """Give the probability that each output is not toxic."""
    return 1 - np.array(parts.toxicity(judges.toxicity)([pair.b for pair in pairs]), dtype=np.float64)


def meaning(pairs: Sequence[Pair], judges: Judges) -> Array:
    """Give the cosine of each output and its source."""
    return cosines(parts.encoder(judges.encoder), [pair.a for pair in pairs], [pair.b for pair in pairs])


def fluent(pairs: Sequence[Pair], judges: Judges) -> Array:
    """Give 1 to each output that is as fluent as its source, less by as much as it is less fluent."""
    told = parts.fluency(judges.fluency)([text for pair in pairs for text in (pair.a, pair.b)])
    values = np.array(told, dtype=np.float64)
    return 1 + np.minimum(0, values[1::2] - values[0::2])


MEASURES: dict[StylePart, Callable[[Sequence[Pair], Judges], Array]] = {
    "sta": neutral,
    "sim": meaning,
    "fl": fluent,
}


def _says_something(pairs: Sequence[Pair]) -> Array:
    """Give 1 for each output that has a letter or a digit in it, else 0."""
    return np.array([any(map(str.isalnum, pair.b)) for pair in pairs], dtype=np.float64)


def coefficients(preset: str) -> Coefficients:
    """Look up a preset."""
    if preset not in PRESETS:
        raise unknown("preset", preset, PRESETS)
    return PRESETS[preset]
