"""Plain invented sentences of who did what to whom: matter for changes where a corpus has too few of them."""

from collections.abc import Iterator

import numpy as np

from paraphrast.build.native.lists import load
from paraphrast.data import Pair
from paraphrast.text import Lang

TURNED = 0.3  # how often the one it was done to comes first


def sentences(lang: Lang, count: int, *, seed: int = 0) -> Iterator[str]:
    """Invent sentences of two participants, a verb, and sometimes a time or a place.

    >>> next(sentences("en", 1))[-1]
    '.'
    """
    rng = np.random.default_rng(seed)
    frames = load(lang)["frames"]
    doers, verbs, settings = (frames[name] for name in ("doers", "verbs", "settings"))
    for _ in range(count):
        first, second = (doers[int(index)] for index in rng.choice(len(doers), 2, replace=False))
        verb = verbs[int(rng.integers(len(verbs)))]
        setting = settings[int(rng.integers(len(settings)))] if rng.random() < 0.5 else ""
        yield WRITERS[lang](first, verb, second, setting, turned=bool(rng.random() < TURNED))


def restatements(lang: Lang, count: int, *, seed: int = 0) -> Iterator[Pair]:
    """Invent sentences and say them in other words; every second time something else is meant.

    A reader that only sees words replaced where the meaning changes would take each synonym for a change.

    >>> {pair.label for pair in restatements("en", 20)}
    {0.0, 1.0}
    """
    rng = np.random.default_rng(seed)
    frames = load(lang)["frames"]
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
        a, b = (worded(lang, parts, (doers, verbs), setting, rng) for parts in (said, meant))
        if a != b:
            yield Pair(a, b, float(meant == said), lang, meta={"kind": "restatement"})


def worded(
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
    turned = lang != "en" and bool(rng.random() < TURNED)
    return WRITERS[lang](first, verb, second, setting, turned=turned)


def english(first: str, verb: str, second: str, setting: str, *, turned: bool) -> str:
    """Write an English sentence; a capital tells a name, which has no article."""
    one, other = (word if word[0].isupper() else f"the {word}" for word in (first, second))
    if turned:
        one, other = other, one
    return f"{one[0].upper()}{one[1:]} {verb} {other}{setting and ' ' + setting}."


def chinese(first: str, verb: str, second: str, setting: str, *, turned: bool) -> str:
    """Write a Chinese sentence."""
    return f"{setting}{second}被{first}{verb}了。" if turned else f"{setting}{first}{verb}了{second}。"


def russian(first: str, verb: str, second: str, setting: str, *, turned: bool) -> str:
    """Write a Russian sentence with the verb in agreement and the second participant in the accusative."""
    from paraphrast.build.native.russian import entry, inflected
    from paraphrast.build.native.sentence import like

    tag = "PROPN" if first[0].isupper() else "NOUN"
    subject, thing = entry(first, tag), entry(second, "PROPN" if second[0].isupper() else "NOUN")
    doing = entry(verb, "VERB")
    form = inflected(doing, frozenset({"VERB", "past", "sing", str(subject.tag.gender)}))
    whom = inflected(thing, frozenset({"accs", "sing"}))
    order = [first, str(form), like(str(whom), second)]
    text = " ".join(reversed(order) if turned else order) + f"{setting and ' ' + setting}."
    return text[0].upper() + text[1:]


WRITERS = {"ru": russian, "en": english, "zh": chinese}
