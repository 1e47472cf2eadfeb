"""Near sentences that are no paraphrases: what a search by vectors brings before anything has looked at it.

A reader that learns only from corpora of chosen pairs takes the nearest short sentences of a collection ("Where is the
station?", "Where is the bakery?") for paraphrases. Of those read, two in a hundred were. Where translations are
known, sentences that share one are left out, and are pairs that say the same; elsewhere the few nearest are left out.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from reader_pairs import Row, fraction

from paraphrast import corpora, models
from paraphrast.data import Pair, Text
from paraphrast.text import Lang, words

FIRST, LAST = 4, 24  # ranks of the neighbours that are taken where nobody knows which say the same
EACH = 4  # of them for a sentence
POOL, ASKED = 15_000, 5_000
OFTEN = 22_000  # sentences asked of those with translations
BLOCK = 500
CHANGED = 0.2  # so much of the words of two texts must not be shared
HELD = 0.25  # of the sentences with translations, by which readers are measured
NEIGHBOUR, ALIKE = 0.5, 0.4  # weights
SOURCES: dict[Lang, list[tuple[str, str]]] = {
    "ru": [("mono-ru", "koziev-dialogues"), ("tatoeba-paraphrase-ru", "train"), ("wmt-systems-paraphrase-ru", "train")],
    "en": [("qqp", "dev"), ("stsb-en", "train"), ("wmt-systems-paraphrase-en", "train"), ("sick", "train")],
    "zh": [("tatoeba-paraphrase-zh", "train"), ("lcqmc", "dev"), ("wmt-systems-paraphrase-zh", "train"), ("bq-corpus", "dev")],
}  # fmt: skip
TRANSLATED: list[tuple[Lang, Lang, str, int]] = [
    ("en", "ru", "tatoeba", 49_085),
    ("en", "zh", "tatoeba", 54_369),
    ("ru", "zh", "dynamics-tatoeba", 60_000),
]


class Pool(NamedTuple):
    """Sentences, and where they are known, the translations of each."""

    texts: list[str]
    translations: dict[str, set[str]]


def short(texts: set[str], lang: Lang) -> list[str]:
    return sorted(text for text in texts if (4 if lang == "zh" else 12) <= len(text) <= 120)


def plain_pool(lang: Lang, held: set[str], rng: np.random.Generator) -> Pool:
    """Collect short sentences, as many of each source, none of a dev part."""
    found: list[str] = []
    for name, split in SOURCES[lang]:
        records = corpora.load(name, split)
        texts = {
            record.a if isinstance(record, Pair) else record.text
            for record in records
            if isinstance(record, Pair | Text)
        }
        some = short(texts - held, lang)
        found += [some[i] for i in rng.permutation(len(some))[: POOL // len(SOURCES[lang])]]
    return Pool(list(dict.fromkeys(found)), {})


def translated_pool(lang: Lang) -> Pool:
    """Collect the short sentences that have translations, but for the share by which readers are measured."""
    translations: dict[str, set[str]] = defaultdict(set)
    for one, two, split, most in TRANSLATED:
        if lang not in (one, two):
            continue
        pairs = [pair for pair in corpora.load(f"parallel-{one}-{two}", split) if isinstance(pair, Pair)]
        for i in np.random.default_rng(1).permutation(len(pairs))[:most]:
            own, other = (pairs[i].a, pairs[i].b) if lang == one else (pairs[i].b, pairs[i].a)
            translations[own].add(other)
    texts = [text for text in short(set(translations), lang) if fraction(text) >= HELD]
    return Pool(texts, translations)


def apart(a: str, b: str, lang: Lang) -> bool:
    """Say whether a part of the words of two texts is not shared, on both sides."""
    one, two = ({token.text for token in words(text.lower(), lang)} for text in (a, b))
    return len(one ^ two) >= CHANGED * len(one | two) and len(one - two) > 0 and len(two - one) > 0


def nearest(pool: Pool, asked: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the texts asked with their nearest in order."""
    vectors = models.static_encoder()(pool.texts)
    for start in range(0, len(asked), BLOCK):
        block = asked[start : start + BLOCK]
        likeness = vectors[block] @ vectors.T
        likeness[np.arange(len(block)), block] = -1
        found = np.argpartition(-likeness, LAST, axis=1)[:, :LAST]
        for row, i in enumerate(block):
            yield int(i), found[row][np.argsort(-likeness[row, found[row]])]


def mined(pool: Pool, asked: int, lang: Lang, rng: np.random.Generator) -> Iterator[Row]:
    """Yield sentences with some of their neighbours, as no paraphrases under all but the loose convention."""
    some = rng.permutation(len(pool.texts))[:asked]
    for i, near in nearest(pool, some):
        text = pool.texts[i]
        known = pool.translations.get(text)
        taken = 0
        for j in rng.permutation(near if known else near[FIRST:]):
            other = pool.texts[j]
            if known and known & pool.translations[other]:
                continue
            if apart(text, other, lang):
                yield Row(text, other, 0.02, ("strict", "usual"), NEIGHBOUR, "", NEIGHBOUR, mined=True)
                taken += 1
            if taken == EACH:
                break


def alike(pool: Pool, rng: np.random.Generator) -> Iterator[Row]:
    """Yield sentences that share a translation: nearly always paraphrases."""
    back: dict[str, list[str]] = defaultdict(list)
    for text in pool.texts:
        for other in pool.translations[text]:
            back[other].append(text)
    for texts in back.values():
        if 1 < len(texts) < 6:
            one, two = rng.choice(len(texts), 2, replace=False)
            yield Row(texts[one], texts[two], 0.93, ("strict", "usual"), ALIKE, "", ALIKE)


def neighbours(lang: Lang, held: set[str], rng: np.random.Generator) -> Iterator[Row]:
    """Yield what the nearest short sentences of each pool teach."""
    yield from mined(plain_pool(lang, held, rng), ASKED, lang, rng)
    pool = translated_pool(lang)
    yield from mined(pool, OFTEN, lang, rng)
    yield from alike(pool, rng)
