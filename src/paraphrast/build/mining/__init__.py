"""Recipe `mine`: candidates from parallel text, back-translation, a language model, and neighbours.

After the Chinese corpus CSPC: candidates of several origins, a score, a threshold, and three bands of quality
for training from the rough to the fine.
"""

from typing import Any

from paraphrast.build.filters.contained import Contained
from paraphrast.build.filters.identical import Identical
from paraphrast.build.filters.length import Length
from paraphrast.build.filters.overlap import Jaccard
from paraphrast.build.filters.scored import Scored
from paraphrast.build.filters.surface import Surface
from paraphrast.build.mining.bands import Banded, banded
from paraphrast.build.mining.checks import check, hold
from paraphrast.build.mining.neighbours import between, queried, within
from paraphrast.build.mining.prompts import Prompted
from paraphrast.build.mining.store import Store
from paraphrast.build.steps import Step, maker, plain, step
from paraphrast.build.translation import BackTranslation, OneSide
from paraphrast.data import Scorer

__all__ = [
    "BackTranslation",
    "OneSide",
    "Prompted",
    "Store",
    "banded",
    "between",
    "queried",
    "recipe",
    "within",
]


def recipe(
    make: Any = None,
    *,
    scorer: Scorer | str | None = None,
    low: float = 0.5,
    jaccard: float | None = 0.8,
    characters: int = 15,
    bands: tuple[float, float] | None = None,
    meaning: Scorer | str | None = None,
) -> list[Step]:
    """List the steps from candidates (made by `make`, or mined before) to scored and banded pairs.

    CSPC drops sentences under 15 characters; `jaccard` keeps what only repeats the wording away. `meaning` is
    the pair model that checks meaning. Unless one is named, the bundled one reads what a language model
    answered, and other pairs that would be fine and that no pair model has read are held back; "unchecked"
    does without, and warns.
    """
    steps = [step("length", Length(low=characters, unit="characters"))]
    if make is not None:
        steps.append(maker("candidates", make, **{key: plain(value) for key, value in vars(make).items()}))
    steps += [step("identical", Identical()), step("surface", Surface()), step("contained", Contained())]
    if jaccard is not None:
        steps.append(step("wording", Jaccard(high=jaccard)))
    checked = check(make, scorer, low, meaning)
    steps += checked
    if scorer is not None:
        steps.append(step("score", Scored(low=low, scorer=scorer)))
        if bands is not None:
            steps.append(maker("bands", Banded(scorer, bands), bands=list(bands), scorer=plain(scorer)))
            steps += [] if checked else hold(scorer, low, meaning)
    return steps
