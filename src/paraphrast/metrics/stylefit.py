"""STA and SIM fitted to what people said of detoxified texts.

One model alone is a weak judge: a cosine forgives a lost clause, a classifier knows swear words better than
insults. Each part is therefore the mean of what its own model says (toxicity; the pair model) and of a fit
to everything else that is measured of a pair. The mean, because the bundled models have learnt from the
same judgements, and a fit would trust them too much. Anchors teach that a copy changed no style and kept
all meaning, and that an unrelated text kept none. FL is not fitted: on sources and systems held out the
plain comparison of fluency agreed more with people.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from paraphrast.data import Pair
from paraphrast.metrics import parts
from paraphrast.metrics.extended import CORE, Models, anchors, core
from paraphrast.metrics.metric import by_language, lang_of
from paraphrast.metrics.parts import Judge
from paraphrast.metrics.spscore import Fitted, fit_languages, load
from paraphrast.models.memory import Remembering
from paraphrast.stats.intervals import Array
from paraphrast.text import Lang

StylePart: TypeAlias = Literal["sta", "sim", "fl"]
FITTED = ("sta", "sim")
NAMES = (*CORE, "toxic", "toxic-source")
PAIR, TOXIC = NAMES.index("pair"), NAMES.index("toxic")
LEARNT = [place for place in range(len(NAMES)) if place != PAIR]
PENALTY = 10.0
_TABLES: dict[str, Remembering] = {}


def table(pairs: Sequence[Pair], models: Models, toxicity: str | Judge) -> Array:
    """Give everything that is measured of each pair, in the order of `NAMES`; sta, sim, fl and j share it."""
    key = repr((models, toxicity))
    if key not in _TABLES:
        _TABLES[key] = Remembering(lambda some: list(_measured(some, models, toxicity)))
    return np.array(_TABLES[key]([(pair.a, pair.b, lang_of(pair)) for pair in pairs]))


def predicted(
    part: StylePart,
    pairs: Sequence[Pair],
    models: Models,
    toxicity: str | Judge,
    fitted: Fitted | None = None,
) -> Array:
    """Give what people would say of each pair."""
    used = fitted or load("shipped", part)

    def rows(lang: Lang, some: Sequence[Pair]) -> Array:
        measured = table(some, models, toxicity)
        return blended(part, used.of(lang)(measured[:, LEARNT]), measured)[:, None]

    return by_language(pairs, rows)[:, 0]


def blended(part: StylePart, told: Array, measured: Array) -> Array:
    """Give the mean of the fit and of what the part's own model says."""
    own = measured[:, PAIR] if part == "sim" else 1 - measured[:, TOXIC]
    return np.asarray((told + own) / 2)


def fit(
    part: StylePart, pairs: Sequence[Pair], models: Models, *, toxicity: str | Judge = "bundled"
) -> Fitted:
    """Learn one part from pairs whose labels are what people said of it."""
    taught = [*pairs, *_anchors(part, pairs)]
    names = [NAMES[place] for place in LEARNT]
    measured = table(taught, models, toxicity)[:, LEARNT]
    regressors = fit_languages(taught, measured, names, penalty=PENALTY)
    return Fitted("textdetox2024", part, "pairs", regressors)


def _anchors(part: StylePart, pairs: Sequence[Pair]) -> list[Pair]:
    """Give a copy of each source its due, and for SIM an unrelated text too."""
    made = anchors(pairs)
    copies = [pair for pair in made if pair.meta["anchor"] == "copy"]
    if part == "sta":
        return copies
    kept = [msgspec.structs.replace(pair, label=1.0) for pair in copies]
    return kept + [pair for pair in made if pair.meta["anchor"] == "unrelated"]


def _measured(texts: Sequence[tuple[str, str, Lang]], models: Models, toxicity: str | Judge) -> Array:
    judge = parts.toxicity(toxicity)
    pairs = [Pair(a=a, b=b, lang=lang) for a, b, lang in texts]
    after, before = (np.array(judge([getattr(pair, side) for pair in pairs])) for side in ("b", "a"))
    return np.column_stack([core(pairs, models), after, before])
