"""The single texts that the reader learns from: open offence or not, fluent or broken."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from corruption import corrupt, pieces
from offences import INSULTS, SWEARING, disguise, sentences
from reader_pairs import fraction

from paraphrast import corpora
from paraphrast.data import Pair, Text
from paraphrast.text import Lang

TOXICITY, FLUENCY = 0, 1


class TextRow(NamedTuple):
    """A text ready to pack: label, head, weight, and the dev set it belongs to ('' for train)."""

    text: str
    label: float
    head: int
    weight: float
    dev: str


def held(text: str, share: float, name: str) -> str:
    return name if fraction(text) < share else ""


def labelled(
    name: str, split: str, weight: float, share: float, *, head: int = TOXICITY
) -> Iterator[TextRow]:
    """Yield a corpus of labelled texts."""
    for record in corpora.load(name, split):
        if isinstance(record, Text) and record.label is not None:
            yield TextRow(record.text.strip(), record.label, head, weight, held(record.text, share, name))


def detoxified(name: str, split: str, weight: float, share: float) -> Iterator[TextRow]:
    """Yield the inputs of a rewriting corpus as toxic, and what people made of them as neutral and fluent."""
    for pair in corpora.load(name, split):
        if not isinstance(pair, Pair):
            continue
        dev = held(pair.a, share, name)
        yield TextRow(pair.a, 1.0, TOXICITY, weight, dev)
        for reference in pair.refs or (pair.b,):
            yield TextRow(reference, 0.0, TOXICITY, weight, dev)
            if not dev:
                yield TextRow(reference, 1.0, FLUENCY, 0.15, "")


def judged(name: str) -> Iterator[TextRow]:
    """Yield outputs of systems with what people said of their fluency; a fifth of the sources is kept."""
    for pair in corpora.load(name, "test"):
        if isinstance(pair, Pair) and pair.b.strip():
            dev = held(pair.a, 0.25, f"fluency-{name[-2:]}")
            score = float(pair.meta["fluency"])
            yield TextRow(pair.b, score, FLUENCY, 2.0, dev)


def own(rng: np.random.Generator) -> Iterator[TextRow]:
    """Yield our own sentences on the border, plain and disguised."""
    hidden = {word for words in (*INSULTS.values(), *SWEARING.values()) for word in words}
    for text, label, lang in sentences():
        dev = held(text, 0.1, f"border-{lang}")
        yield TextRow(text, label, TOXICITY, 2.0, dev)
        if lang != "zh":
            # Neutral words are disguised as well, so that the disguise itself does not become the sign.
            words = [
                disguise(word, rng)
                if word.strip(",.") in hidden or (label == 0 and rng.random() < 0.2)
                else word
                for word in text.split()
            ]
            yield TextRow(" ".join(words), label, TOXICITY, 1.0, dev and dev + "-disguised")


def broken(texts: Iterable[tuple[str, Lang]], rng: np.random.Generator, weight: float) -> Iterator[TextRow]:
    """Yield clean sentences as fluent and neutral, and the same sentences broken as unfluent."""
    texts = list(texts)
    pools = {
        lang: [word for text, its in texts if its == lang for word in pieces(text, lang)][:50_000]
        for lang in {lang for _, lang in texts}
    }
    for text, lang in texts:
        dev = held(text, 0.03, f"broken-{lang}")
        yield TextRow(text, 1.0, FLUENCY, weight, dev)
        yield TextRow(corrupt(text, lang, pools[lang], rng), 0.0, FLUENCY, weight, dev)
        if not dev and rng.random() < 0.3:
            yield TextRow(text, 0.0, TOXICITY, 0.5, "")


def swearing_chinese(texts: Iterable[str], rng: np.random.Generator) -> Iterator[TextRow]:
    """Yield Chinese sentences with an insult or a curse put in, since labelled Chinese text is scarce."""
    words = [*INSULTS["zh"], *SWEARING["zh"]]
    for text in texts:
        cut = pieces(text, "zh")
        at = int(rng.integers(len(cut) + 1))
        word = words[int(rng.integers(len(words)))]
        yield TextRow("".join([*cut[:at], word, *cut[at:]]), 1.0, TOXICITY, 1.0, "")
        yield TextRow(text, 0.0, TOXICITY, 1.0, "")


def rows(clean: list[tuple[str, Lang]], rng: np.random.Generator) -> Iterator[TextRow]:
    """Yield everything."""
    yield from labelled("ru-toxic-2ch-pikabu", "train", 1.0, 0.05)
    yield from labelled("ru-distorted-toxicity", "train", 1.5, 0.2)
    yield from labelled("encodechka-toxicity", "train", 2.0, 0.0)
    yield from labelled("encodechka-toxicity", "test", 0.0, 1.0)
    yield from labelled("rudetoxifier", "test", 0.5, 0.0)
    yield from labelled("detox-emnlp2021", "toxic", 0.3, 0.0)
    yield from detoxified("russe-detox-2022", "train", 1.0, 0.0)
    yield from detoxified("russe-detox-2022", "dev", 0.0, 1.0)
    yield from detoxified("paradetox-en", "train", 0.7, 0.04)
    yield from detoxified("textdetox-2024-dev-en", "dev", 2.0, 0.3)
    yield from detoxified("textdetox-2024-dev-zh", "dev", 5.0, 0.3)
    yield from own(rng)
    yield from swearing_chinese([text for text, lang in clean if lang == "zh"][:4000], rng)
    yield from labelled("rucola", "train", 2.5, 0.0, head=FLUENCY)
    yield from labelled("rucola", "dev", 0.0, 1.0, head=FLUENCY)
    for lang in ("ru", "en", "zh"):
        yield from judged(f"textdetox-2024-human-eval-{lang}")
    yield from broken(clean, rng, 0.7)
