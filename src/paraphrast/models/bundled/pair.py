"""The bundled pair model: do two texts say the same?"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import unknown
from paraphrast.models.bundled import box
from paraphrast.models.bundled.levelling import level
from paraphrast.models.bundled.reader import SIDE, in_threads, read_pair
from paraphrast.models.bundled.windows import Window, cut_sentences, pair_windows
from paraphrast.models.catalogue import require_language
from paraphrast.models.conventions import CONVENTIONS, DEFAULT, Convention

# Log-odds are multiplied and shifted so that one half is the best border; fitted on dev parts, see the card.
CALIBRATION: dict[Convention, tuple[float, float]] = {
    "strict": (0.35, 0.09),
    "usual": (0.5, 0.25),
    "loose": (0.45, 0.13),
}


class BundledPair:
    """Pairs -> calibrated P(paraphrase) under a convention, exactly the same for (a, b) and (b, a)."""

    name = "bundled"
    threshold = 0.5

    def __init__(self, *, convention: Convention = DEFAULT) -> None:
        if convention not in CONVENTIONS:
            raise unknown("convention", convention, CONVENTIONS)
        self.convention = convention

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Judge the pairs, each by itself; of long texts the least like windows decide."""
        for lang in {pair.lang for pair in pairs}:
            require_language("pair", lang)
        return [min(values) for values in self.judge_windows([self.convention], pairs)[0]]

    def judge_windows(
        self, conventions: Sequence[Convention], pairs: Sequence[Pair]
    ) -> list[list[list[float]]]:
        """Give what several conventions say of each window of each pair, from one reading of them all."""
        texts = [level(pair.a, pair.b) for pair in pairs]
        known = cut_texts(text for both in texts for text in both)
        windows = [cut_windows(a, b, known) for a, b in texts]
        flat = [window for some in windows for window in some]
        logits = iter(in_threads(read_pair, flat))
        # nothing has no windows, and is the same as nothing alone
        found = [[next(logits) for _ in some] for some in windows]
        return [
            [
                [calibrate(float(each[CONVENTIONS.index(convention)]), convention) for each in values]
                or [float(a == b)]
                for (a, b), values in zip(texts, found, strict=True)
            ]
            for convention in conventions
        ]


def calibrate(logit: float, convention: Convention) -> float:
    """Make a probability of the reader's log-odds."""
    scale, shift = CALIBRATION[convention]
    return float(1 / (1 + np.exp(-np.clip(scale * logit + shift, -30, 30))))


def cut_texts(texts: Iterable[str]) -> dict[str, list[int]]:
    """Cut each text into piece ids once, however many pairs it stands in."""
    names = list(dict.fromkeys(texts))
    encoded = box.tokenizer().encode_batch_fast(names, add_special_tokens=False)
    return {text: one.ids for text, one in zip(names, encoded, strict=True)}


def cut_windows(a: str, b: str, known: Mapping[str, list[int]] | None = None) -> list[Window]:
    """Give both texts whole where the reader can take them in, and else windows that cover both."""
    if not (a and b):
        return []
    known = cut_texts((a, b)) if known is None else known
    if max(len(known[a]), len(known[b])) <= SIDE:
        return [Window(known[a], known[b])]
    both = zip((a, b), box.tokenizer().encode_batch([a, b], add_special_tokens=False), strict=True)
    first, second = (cut_sentences(text, each.offsets, each.ids) for text, each in both)
    return list(pair_windows(first, second, SIDE))
