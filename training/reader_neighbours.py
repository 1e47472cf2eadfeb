"""Near sentences that are no paraphrases: what a search by vectors brings before anything has looked at it.

A reader that learns only from corpora of chosen pairs takes the nearest short sentences of a collection ("Where is the
station?", "Where is the bakery?") for paraphrases. The few nearest may be just that, so they are left out.
"""

from collections.abc import Iterator

import numpy as np
from reader_pairs import Row

from paraphrast import corpora, models
from paraphrast.data import Pair, Text
from paraphrast.text import Lang, words

FIRST, LAST = 4, 24  # ranks of the neighbours that are taken
EACH = 2  # of them for a sentence
POOL, ASKED = 15_000, 5_000
CHANGED = 0.34  # so much of the words of two texts must not be shared
SOURCES: dict[Lang, list[tuple[str, str]]] = {
    "ru": [("mono-ru", "koziev-dialogues"), ("tatoeba-paraphrase-ru", "train"), ("wmt-systems-paraphrase-ru", "train")],
    "en": [("qqp", "dev"), ("stsb-en", "train"), ("wmt-systems-paraphrase-en", "train"), ("sick", "train")],
    "zh": [("tatoeba-paraphrase-zh", "train"), ("lcqmc", "dev"), ("wmt-systems-paraphrase-zh", "train"), ("bq-corpus", "dev")],
}  # fmt: skip


def pool(lang: Lang, held: set[str], rng: np.random.Generator) -> list[str]:
    """Collect short sentences, as many of each source, none of a dev part."""
    found: list[str] = []
    for name, split in SOURCES[lang]:
        records = corpora.load(name, split)
        texts = {
            record.a if isinstance(record, Pair) else record.text
            for record in records
            if isinstance(record, Pair | Text)
        }
        short = sorted(text for text in texts - held if (4 if lang == "zh" else 12) <= len(text) <= 120)
        found += [short[i] for i in rng.permutation(len(short))[: POOL // len(SOURCES[lang])]]
    return list(dict.fromkeys(found))


def apart(a: str, b: str, lang: Lang) -> bool:
    """Say whether a good part of the words of two texts is not shared."""
    one, two = set(words(a.lower(), lang)), set(words(b.lower(), lang))
    return len(one ^ two) >= CHANGED * len(one | two) and len(one - two) > 0 and len(two - one) > 0


def neighbours(lang: Lang, held: set[str], rng: np.random.Generator) -> Iterator[Row]:
    """Yield sentences with some of their neighbours as no paraphrases, under all but the loose convention."""
    texts = pool(lang, held, rng)
    vectors = models.static_encoder()(texts)
    for i in rng.permutation(len(texts))[:ASKED]:
        likeness = vectors @ vectors[i]
        likeness[i] = -1
        nearest = np.argpartition(-likeness, LAST)[:LAST]
        near = nearest[np.argsort(-likeness[nearest])][FIRST:]
        some = [int(j) for j in rng.permutation(near) if apart(texts[i], texts[j], lang)][:EACH]
        for j in some:
            yield Row(texts[i], texts[j], 0.02, ("strict", "usual"), 0.5, "", 0.4)
