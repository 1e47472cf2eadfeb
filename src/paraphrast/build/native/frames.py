"""Plain invented sentences of who did what to whom: matter for changes where a corpus has too few of them."""

from collections.abc import Iterator

import numpy as np

from paraphrast.build.native.lists import read_lists
from paraphrast.data import Pair
from paraphrast.text.languages import Lang, find_language

TURNED = 0.3  # how often the one it was done to comes first


def sentences(lang: Lang, count: int, *, seed: int = 0) -> Iterator[str]:
    """Invent sentences of two participants, a verb, and sometimes a time or a place.

    >>> next(sentences("en", 1))[-1]
    '.'
    """
    rng = np.random.default_rng(seed)
    frames = read_lists(lang)["frames"]
    doers, verbs, settings = (frames[name] for name in ("doers", "verbs", "settings"))
    for _ in range(count):
        first, second = (doers[int(index)] for index in rng.choice(len(doers), 2, replace=False))
        verb = verbs[int(rng.integers(len(verbs)))]
        setting = settings[int(rng.integers(len(settings)))] if rng.random() < 0.5 else ""
        yield find_language(lang).frames.compose(
            first, verb, second, setting, turned=bool(rng.random() < TURNED)
        )


def restatements(lang: Lang, count: int, *, seed: int = 0) -> Iterator[Pair]:
    """Invent sentences and say them in other words; every second time something else is meant.

    A reader that only sees words replaced where the meaning changes would take each synonym for a change.

    >>> {pair.label for pair in restatements("en", 20)}
    {0.0, 1.0}
    """
    rng = np.random.default_rng(seed)
    frames = read_lists(lang)["frames"]
    doers, verbs = ([group.split() for group in frames[name]] for name in ("same_doers", "same_verbs"))
    for number in range(count):
        first, second, stranger = rng.choice(len(doers), 3, replace=False).tolist()
        deed, misdeed = rng.choice(len(verbs), 2, replace=False).tolist()
        setting = str(rng.choice(frames["settings"])) if rng.random() < 0.3 else ""
        said = (first, deed, second)
        others = [
            (stranger, deed, second),
            (first, misdeed, second),
            (first, deed, stranger),
            (second, deed, first),
        ]
        meant = others[int(rng.integers(len(others)))] if number % 2 else said
        a, b = (_word_sentence(lang, parts, (doers, verbs), setting, rng) for parts in (said, meant))
        if a != b:
            yield Pair(a, b, float(meant == said), lang, meta={"kind": "restatement"})


def _word_sentence(
    lang: Lang,
    parts: tuple[int, int, int],
    groups: tuple[list[list[str]], list[list[str]]],
    setting: str,
    rng: np.random.Generator,
) -> str:
    """Write a sentence with any of the words for its two participants and its deed."""
    doers, verbs = groups
    first, verb, second = (
        str(rng.choice(group)) for group in (doers[parts[0]], verbs[parts[1]], doers[parts[2]])
    )
    turned = find_language(lang).frames.FREE and bool(rng.random() < TURNED)
    return find_language(lang).frames.compose(first, verb, second, setting, turned=turned)
