"""The check of meaning: who reads what was mined, and what becomes of pairs that nobody has read.

A pair model that calls a pair a paraphrase is a check; a metric of wording is none. Of 17 Russian pairs that
were fine by such a metric readers found no paraphrase, and of 12 refusals of a language model all had stayed.
"""

from collections.abc import Sequence

from paraphrast.build.doubts import doubt
from paraphrast.build.filters.scored import Scored
from paraphrast.build.mining.prompts import Prompted
from paraphrast.build.steps import Step, Verdict, step
from paraphrast.data import Pair, Scorer

UNCHECKED = "unchecked"  # said in place of a model, to do without
UNREAD = "meaning-unchecked"
HALF = 0.5
ANSWERS = "no check of meaning reads the answers: without one, 12 of 12 refusals stayed as paraphrases"
FINE = "no check of meaning reads the band fine: without one, 0 of 17 Russian pairs in it were paraphrases"


def check(make: object, scorer: Scorer | str | None, low: float, meaning: Scorer | str | None) -> list[Step]:
    """Give the step that checks meaning: what was named, or the bundled model for answers to a prompt."""
    needed = isinstance(make, Prompted) and not strict(scorer, low)
    if meaning == UNCHECKED:
        if needed:
            doubt(ANSWERS, above=2)
        return []
    if meaning is None and not needed:
        return []
    reader = "bundled" if meaning is None else meaning
    return [step("meaning", Scored(low=HALF, scorer=reader, name="meaning"))]


def hold(scorer: Scorer | str, low: float, meaning: Scorer | str | None) -> list[Step]:
    """Give the step that holds back fine pairs where no step before it has checked meaning."""
    if strict(scorer, low):
        return []
    if meaning == UNCHECKED:
        doubt(FINE, above=2)
        return []
    return [step("fine", Fine(reads(scorer)))]


def reads(scorer: Scorer | str | None) -> bool:
    """Tell a pair model, which has a name here or a threshold of its own, from a metric."""
    return isinstance(scorer, str) or hasattr(scorer, "threshold")


def strict(scorer: Scorer | str | None, low: float) -> bool:
    """Tell whether the scorer checks meaning itself: a pair model that drops what it calls no paraphrase.

    >>> strict("bundled", 0.5), strict("bundled", 0.2), strict(len, 0.5)
    (True, False, False)
    """
    return reads(scorer) and low >= HALF


class Fine:
    """Holds back pairs of the band fine, but for those that a pair model has scored as paraphrases."""

    def __init__(self, read: bool) -> None:
        self.read = read

    def __call__(self, pairs: Sequence[Pair]) -> list[Verdict]:
        return [self.judge(pair) for pair in pairs]

    def judge(self, pair: Pair) -> Verdict:
        """Look at the band and at who gave the score."""
        score = float(pair.meta["score"])
        well = pair.meta["band"] != "fine" or (self.read and score >= HALF)
        return Verdict(None if well else UNREAD, score)
