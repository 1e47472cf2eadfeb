"""Break sentences the way rewriters do: holes, wrong forms and synonyms, words doubled, moved, out of place, cut."""

from collections.abc import Callable, Sequence

import numpy as np

from paraphrast import models
from paraphrast.text import Lang, synonyms

Rng = np.random.Generator
Breaker = Callable[[list[str], int, Lang, Sequence[str], Rng], list[str]]
ENGLISH_FORMS = [
    ("is", "are"), ("was", "were"), ("has", "have"), ("does", "do"), ("a", "an"), ("he", "him"), ("she", "her"),
    ("they", "them"), ("I", "me"), ("this", "these"), ("that", "those"), ("to", "at"), ("of", "for"), ("the", "a an"),
]  # fmt: skip
SWAPPED = dict(ENGLISH_FORMS) | {b: a for a, b in ENGLISH_FORMS}
MEASURES = "个只条张把本辆件位名家座口匹头棵朵"
CHINESE_FORMS = {
    "的": "得",
    "得": "的",
    "地": "得",
    "了": "",
    "把": "被",
    "被": "把",
    "在": "",
    "是": "",
    "和": "或和",
    "不": "没不",
}


def pieces(text: str, lang: Lang) -> list[str]:
    """Cut a sentence into what can be moved: words with their spaces, or Chinese words."""
    if lang == "zh":
        import rjieba

        return list(rjieba.cut(text))
    return text.split(" ")


def wrong_form(word: str, lang: Lang, rng: Rng) -> str:
    """Return another form of a word: one of its paradigm in Russian, an ending lost or added in English."""
    bare = word.rstrip('.,!?:;»")')
    tail = word[len(bare) :]
    if lang == "zh":
        if len(word) == 1 and word in MEASURES:
            return MEASURES[int(rng.integers(len(MEASURES)))]
        return CHINESE_FORMS.get(word, word)
    if lang == "en":
        return english_form(bare, rng) + tail
    from paraphrast.text.russian.morphology import analyser

    forms = {form.word for form in analyser().parse(bare.lower())[0].lexeme} - {bare.lower()}
    return sorted(forms)[int(rng.integers(len(forms)))] + tail if forms else word


def english_form(word: str, rng: Rng) -> str:
    if word in SWAPPED:
        return SWAPPED[word]
    for ending in ("ing", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word + ("s", "ed", "ing", "ly")[int(rng.integers(4))] if word.isalpha() and len(word) > 2 else word


def lose(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    return words[:at] + words[at + 1 :]


def lose_two(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    return words[:at] + words[at + 2 :] if len(words) > 5 else words[:at] + words[at + 1 :]


def double(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    size = int(rng.integers(1, 3))
    return words[: at + size] + words[at:]


def exchange(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    other = (at + int(rng.integers(1, 4))) % len(words)
    i, j = sorted((at, other))
    return [*words[:i], words[j], *words[i + 1 : j], words[i], *words[j + 1 :]] if i != j else words


class Pool(list[str]):
    """Words of a language as they stand in texts, and for each of them the words that stand near it as vectors."""

    FIRST, LAST = 3, 25  # the very nearest may do; these mostly do not

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(words)
        self.unique = sorted(set(words))
        self.places = {word: place for place, word in enumerate(self.unique)}
        self.vectors = models.static_encoder()(self.unique)

    def near(self, word: str, rng: Rng) -> str | None:
        """Give a word that means something like this one and seldom fits where it stood."""
        if word not in self.places:
            return None
        likeness = self.vectors @ self.vectors[self.places[word]]
        nearest = np.argpartition(-likeness, self.LAST)[: self.LAST]
        ranked = nearest[np.argsort(-likeness[nearest])][self.FIRST :]
        return self.unique[int(rng.choice(ranked))]


def misuse(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    """Put a word of another sense or part of speech: one near it, a synonym in its dictionary form, or any word."""
    if isinstance(pool, Pool) and rng.random() < 0.7 and (near := pool.near(words[at], rng)):
        return [*words[:at], near, *words[at + 1 :]]
    bare = words[at].strip('.,!?:;«»"()').lower()
    same = synonyms(bare, lang) if bare else []
    far = same[-1] if len(same) > 2 and lang != "zh" else pool[int(rng.integers(len(pool)))]
    return [*words[:at], far, *words[at + 1 :]]


def replace(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    return [*words[:at], str(pool[int(rng.integers(len(pool)))]), *words[at + 1 :]]


def shuffle(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    size = int(rng.integers(3, 7))
    part = words[at : at + size]
    return words[:at] + [part[int(k)] for k in rng.permutation(len(part))] + words[at + size :]


def misform(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    for shift in range(len(words)):
        place = (at + shift) % len(words)
        new = wrong_form(words[place], lang, rng)
        if new != words[place]:
            return [*words[:place], new, *words[place + 1 :]]
    return words


def cut(words: list[str], at: int, lang: Lang, pool: Sequence[str], rng: Rng) -> list[str]:
    return words[: max(2, len(words) - int(rng.integers(1, 3)))] if rng.random() < 0.5 else words[1:]


BREAKERS: dict[str, tuple[Breaker, float]] = {
    "lose": (lose, 0.18), "lose_two": (lose_two, 0.06), "double": (double, 0.08), "exchange": (exchange, 0.08), "misuse": (misuse, 0.26),
    "replace": (replace, 0.04), "shuffle": (shuffle, 0.05), "misform": (misform, 0.2), "cut": (cut, 0.05),
}  # fmt: skip


def corrupt(text: str, lang: Lang, pool: Sequence[str], rng: Rng, *, kind: str = "") -> str:
    """Return the sentence broken in one place, sometimes in two."""
    words = pieces(text, lang)
    if len(words) < 3:
        return text + text
    names = list(BREAKERS)
    for _ in range(1 + int(rng.random() < 0.35)):
        name = kind or names[int(rng.choice(len(names), p=[share for _, share in BREAKERS.values()]))]
        if len(words) >= 3:
            words = BREAKERS[name][0](words, int(rng.integers(len(words))), lang, pool, rng)
    joined = ("" if lang == "zh" else " ").join(words)
    return (
        joined
        if joined != text
        else corrupt(text, lang, pool, rng, kind="shuffle" if kind != "shuffle" else "double")
    )
