"""Plain invented sentences of who did what to whom: matter for changes where a corpus has too few of them."""

from collections.abc import Iterator

import numpy as np

from paraphrast.build.native.lists import load
from paraphrast.text import Lang


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
        yield WRITERS[lang](first, verb, second, setting, turned=bool(rng.random() < 0.3))


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
