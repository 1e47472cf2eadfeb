"""Does a model notice when words are shuffled, names swapped, numbers changed, roles exchanged?

Each perturbation is applied to the second text of the pairs that it fits; the result no longer says the same
as the first text, so the right answer is no. A model that only counts common words goes on saying yes.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from paraphrast.data import Pair, Scorer
from paraphrast.errors import DataError
from paraphrast.identify.differences import NAMED, lang_of
from paraphrast.identify.evaluation import answers, markdown
from paraphrast.text import entities, is_word, lemma, replaced, tags
from paraphrast.text.languages import Lang

Change: TypeAlias = Callable[[str, Lang, np.random.Generator], str | None]
NOUNS = ("NOUN", "PROPN")


class Sensitivity(NamedTuple):
    """What a perturbation did: on how many pairs, accuracy before and after, and who still said yes."""

    change: str
    pairs: int
    before: float
    after: float
    still_yes: float

    @property
    def fall(self) -> float:
        """Say how much accuracy fell."""
        return self.before - self.after


def shuffled(text: str, lang: Lang, random: np.random.Generator) -> str | None:
    """Put the words into a random order, the marks staying where they are."""
    tokens = [token for token in tags(text, lang) if is_word(text[token.start : token.stop])]
    if len(tokens) < 3:
        return None
    words = [text[token.start : token.stop] for token in tokens]
    order = random.permutation(len(words))
    if (order == np.arange(len(words))).all():
        order = order[::-1]
    spans = [(token.start, token.stop) for token in tokens]
    return exchanged(text, dict(zip(spans, [words[place] for place in order], strict=True)))


def swapped(text: str, lang: Lang, random: np.random.Generator) -> str | None:
    """Exchange the first two names of one kind."""
    found: dict[str, Any] = {}
    for entity in entities(text, lang):
        first = found.setdefault(entity.kind, entity)
        if entity.kind in NAMED and first.text.lower() != entity.text.lower():
            return traded(text, (first.start, first.stop), (entity.start, entity.stop), lang)
    return None


def renumbered(text: str, lang: Lang, random: np.random.Generator) -> str | None:
    """Change every number into another one of as many digits."""

    def other(match: re.Match[str]) -> str:
        digits = match.group()
        first = str((int(digits[0]) - 1 + int(random.integers(1, 9))) % 9 + 1)
        return first + digits[1:]

    changed = re.sub(r"\d+", other, text)
    return changed if changed != text else None


def reversed_roles(text: str, lang: Lang, random: np.random.Generator) -> str | None:
    """Exchange the nearest nouns around the first verb that has both, each in the other's form."""
    tokens = tags(text, lang)
    for place, token in enumerate(tokens):
        if token.text != "VERB":
            continue
        left = next((each for each in reversed(tokens[:place]) if each.text in NOUNS), None)
        right = next((each for each in tokens[place + 1 :] if each.text in NOUNS), None)
        if left and right:
            return traded(text, (left.start, left.stop), (right.start, right.stop), lang)
    return None


CHANGES: dict[str, Change] = {
    "words shuffled": shuffled,
    "entities swapped": swapped,
    "numbers changed": renumbered,
    "arguments exchanged": reversed_roles,
}


def traded(text: str, one: tuple[int, int], other: tuple[int, int], lang: Lang) -> str | None:
    """Exchange two stretches, single words in the form that their new place asks for."""
    first, second = text[slice(*one)], text[slice(*other)]
    here = replaced(first, lemma(second, lang), lang) if is_word(first) and is_word(second) else None
    there = replaced(second, lemma(first, lang), lang) if is_word(first) and is_word(second) else None
    changed = exchanged(text, {one: like(first, here or second), other: like(second, there or first)})
    return changed if changed != text else None


def like(old: str, new: str) -> str:
    """Give a word a capital where a sentence begins with it, and leave other capitals alone.

    >>> like("Кот", "собака")
    'Собака'
    """
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def exchanged(text: str, parts: dict[tuple[int, int], str]) -> str:
    """Put new words in place of stretches of a text."""
    for (start, stop), new in sorted(parts.items(), reverse=True):
        text = text[:start] + new + text[stop:]
    return text


def probe(
    score: Scorer, pairs: Sequence[Pair], *, threshold: float | None = None, seed: int = 0
) -> list[Sensitivity]:
    """Measure every perturbation on the labelled pairs that it fits."""
    if not any((pair.label or 0) >= 0.5 for pair in pairs):
        raise DataError("probing needs pairs labelled as paraphrases: it changes one text of each")
    found = []
    for name, change in CHANGES.items():
        random = np.random.default_rng(seed)
        both = [(pair, change(pair.b, lang_of(pair), random)) for pair in pairs if (pair.label or 0) >= 0.5]
        fitting = [(pair, changed) for pair, changed in both if changed is not None]
        if not fitting:
            found.append(Sensitivity(name, 0, float("nan"), float("nan"), float("nan")))
            continue
        before = answers(score, [pair for pair, _ in fitting], threshold=threshold)
        perturbed = [Pair(pair.a, changed, lang=lang_of(pair)) for pair, changed in fitting]
        after = answers(score, perturbed, threshold=threshold)
        still = float(after[before].mean()) if before.any() else float("nan")
        found.append(Sensitivity(name, len(fitting), float(before.mean()), float(1 - after.mean()), still))
    return found


def numbers(found: Sensitivity) -> tuple[float, float, float, float]:
    """Give accuracy before and after, its fall, and the share that still says yes."""
    return found.before, found.after, found.fall, found.still_yes


def text(found: Sequence[Sensitivity], *, model: str) -> str:
    """Lay the sensitivities out on one page."""
    head = ["change", "pairs", "accuracy before", "accuracy after", "fall", "still yes"]
    rows = [
        [each.change, str(each.pairs), *("-" if np.isnan(n) else f"{n:.3f}" for n in numbers(each))]
        for each in found
    ]
    words = (
        "Before: paraphrases as they are, where yes is right. After: one text was changed so that it no "
        "longer says the same, and no is right. Still yes: the share of those accepted before that still are."
    )
    return f"# Sensitivity of {model}\n\n{markdown(head, rows)}\n\n{words}"
