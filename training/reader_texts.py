"""The single texts that the reader learns from: kinds of offence, fluent or broken, and which words people took out."""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from corruption import Pool, corrupt, pieces
from offences import INSULTS, SWEARING, disguise, sentences
from reader_pairs import SUITE, WRITTEN, fraction

from paraphrast import corpora
from paraphrast.data import Pair, Text
from paraphrast.models.networks.reader import OFFENCES
from paraphrast.text import Lang

FLUENCY = len(OFFENCES)  # the column after the kinds of offence
UNKNOWN = -1.0
OBSCENE = re.compile(
    r"ху[йеяию]|пизд|еба[нлтц]|ёба|[её]б[аеёу]|бля|г[ао]вн|жоп|сук[аиу]|сра[тлн]|дерьм|муд[аио]|залуп|пидо|шлюх"
    r"|fuck|shit|cunt|bitch|\bass|dick|piss|whore|slut|cock|bastard|damn|crap"
    r"|操|肏|草泥|他妈|妈的|你妈|屄|逼|屌|鸡巴|婊|贱|屁|屎|tmd|cnm|nmsl",
    re.IGNORECASE,
)


class TextRow(NamedTuple):
    """A text ready to pack: what is known of it (a column each, UNKNOWN elsewhere), weight, dev set, how it should be, its source."""

    text: str
    known: tuple[float, ...]
    weight: float
    dev: str
    rewrite: str = ""
    source: str = ""


def offence(label: float, kind: str = "any", text: str = "") -> tuple[float, ...]:
    """Say what is known: a neutral text has no kind of offence, an offensive one has its own and may have others."""
    if kind == "any":
        return (label, *([0.0 if label == 0 else UNKNOWN] * (len(OFFENCES) - 1)), UNKNOWN)
    rude = float(bool(OBSCENE.search(text)))
    known = {
        "any": 1.0,
        "insult": UNKNOWN,
        "obscenity": rude,
        "threat": 0.0,
        "harm-wish": 0.0,
        "group-contempt": 0.0,
        kind: 1.0,
    }
    return (*(known[name] for name in OFFENCES), UNKNOWN)


def fluent(label: float) -> tuple[float, ...]:
    return (*([UNKNOWN] * len(OFFENCES)), label)


def held(text: str, share: float, name: str) -> str:
    return name if fraction(text) < share else ""


def labelled(
    name: str, split: str, weight: float, share: float, *, fluency: bool = False
) -> Iterator[TextRow]:
    """Yield a corpus of labelled texts."""
    for record in corpora.load(name, split):
        if isinstance(record, Text) and record.label is not None:
            known = fluent(record.label) if fluency else offence(record.label)
            yield TextRow(record.text.strip(), known, weight, held(record.text, share, name))


def detoxified(name: str, split: str, weight: float, share: float) -> Iterator[TextRow]:
    """Yield the inputs of a rewriting corpus as toxic, and what people made of them as neutral and fluent."""
    for pair in corpora.load(name, split):
        if not isinstance(pair, Pair):
            continue
        dev = held(pair.a, share, name)
        references = pair.refs or (pair.b,)
        yield TextRow(pair.a, offence(1.0), weight, dev, references[0])
        for reference in references:
            yield TextRow(reference, offence(0.0), weight, dev)
            if not dev:
                yield TextRow(reference, fluent(1.0), 0.15, "")


def judged(name: str) -> Iterator[TextRow]:
    """Yield outputs of systems, alone and beside their sources, with what people said of their fluency; a quarter is kept."""
    for pair in corpora.load(name, "test"):
        if isinstance(pair, Pair) and pair.b.strip():
            dev = held(pair.a, 0.25, f"fluency-{name[-2:]}")
            known = fluent(float(pair.meta["fluency"]))
            yield TextRow(pair.b, known, 2.0, dev)
            yield TextRow(pair.b, known, 2.0, dev and f"beside-{dev}", source=pair.a)


def own(rng: np.random.Generator) -> Iterator[TextRow]:
    """Yield our own sentences on the border, plain and disguised."""
    hidden = {word for words in (*INSULTS.values(), *SWEARING.values()) for word in words}
    for text, label, lang in sentences():
        dev = held(text, 0.1, f"border-{lang}")
        yield TextRow(text, offence(label), 0.7, dev)
        yield TextRow(f"{text[0].upper()}{text[1:]}{'。' if lang == 'zh' else '.'}", offence(label), 0.7, dev)
        if lang != "zh":
            # Neutral words are disguised as well, so that the disguise itself does not become the sign.
            words = [
                disguise(word, rng)
                if word.strip(",.") in hidden or (label == 0 and rng.random() < 0.2)
                else word
                for word in text.split()
            ]
            yield TextRow(" ".join(words), offence(label), 0.7, dev and dev + "-disguised")


def broken(texts: Iterable[tuple[str, Lang]], rng: np.random.Generator, weight: float) -> Iterator[TextRow]:
    """Yield clean sentences as fluent and neutral, and the same sentences broken as unfluent."""
    texts = list(texts)
    pools = {
        lang: Pool([word for text, its in texts if its == lang for word in pieces(text, lang)][:50_000])
        for lang in {lang for _, lang in texts}
    }
    for text, lang in texts:
        dev = held(text, 0.03, f"broken-{lang}")
        yield TextRow(text, fluent(1.0), weight, dev, text)
        wrong = corrupt(text, lang, pools[lang], rng)
        yield TextRow(wrong, fluent(0.0), weight, dev, text)
        if rng.random() < 0.3:
            yield TextRow(text, fluent(1.0), weight, dev and f"beside-{dev}", source=text)
            yield TextRow(wrong, fluent(0.0), weight, dev and f"beside-{dev}", source=text)
        if not dev and rng.random() < 0.5:
            yield TextRow(text, offence(0.0), 0.5, "")


def swearing_chinese(texts: Iterable[str], rng: np.random.Generator) -> Iterator[TextRow]:
    """Yield Chinese sentences with an insult or a curse put in, since labelled Chinese text is scarce."""
    words = [*INSULTS["zh"], *SWEARING["zh"]]
    for text in texts:
        cut = pieces(text, "zh")
        at = int(rng.integers(len(cut) + 1))
        word = words[int(rng.integers(len(words)))]
        yield TextRow("".join([*cut[:at], word, *cut[at:]]), offence(1.0), 0.4, "")
        yield TextRow(text, offence(0.0), 0.5, "")


def written(lang: Lang, weight: float) -> Iterator[TextRow]:
    """Yield the offensive texts of each kind and the look-alikes that were written for the reader, also as hasty people type."""
    for line in table(WRITTEN / f"texts.{lang}.tsv"):
        kind, text = line["kind"], line["text"]
        known = offence(1.0, kind, text) if kind in OFFENCES else offence(0.0)
        hasty = text.lower().rstrip(".!?…。！？")
        yield TextRow(text, known, 0.5 * weight, "")
        yield TextRow(hasty or text, known, 0.5 * weight, "")


def open_texts(lang: Lang) -> Iterator[TextRow]:
    """Take the suite's open half as dev sets, one for each kind."""
    for line in table(SUITE / f"texts.{lang}.open.tsv"):
        known = offence(1.0, line["kind"], line["text"]) if line["kind"] in OFFENCES else offence(0.0)
        yield TextRow(line["text"], known, 0.0, f"open-{line['kind']}-{lang}")


def read_outputs(lang: Lang, weight: float) -> Iterator[TextRow]:
    """Yield outputs of the rewriters here with what a reader said of their fluency."""
    for line in table(WRITTEN / f"fluency.{lang}.tsv"):
        yield TextRow(line["output"], fluent(float(line["fluent"])), weight, "")


def twins(lang: Lang, weight: float) -> Iterator[TextRow]:
    """Yield sentences with what a good and a bad rewriter would make of them, as they were written for the reader."""
    for line in table(WRITTEN / f"broken.{lang}.tsv"):
        source, good = line["source"], line["good"]
        dev = held(source, 0.1, f"twins-{lang}")
        for text, label in ((good, 1.0), (line["broken"], 0.0)):
            yield TextRow(text, fluent(label), weight, dev, good)
            yield TextRow(text, fluent(label), weight, dev and f"beside-{dev}", source=source)


def beside(pairs: Iterable[Pair], lang: Lang, rng: np.random.Generator, weight: float) -> Iterator[TextRow]:
    """Yield what people made of a text as fluent beside it, and the same broken as not."""
    pairs = list(pairs)
    pool = Pool([word for pair in pairs for word in pieces(pair.b, lang)][:50_000])
    for pair in pairs:
        wrong = corrupt(pair.b, lang, pool, rng)
        yield TextRow(pair.b, fluent(1.0), weight, "", source=pair.a)
        if wrong != pair.b:
            yield TextRow(wrong, fluent(0.0), weight, "", source=pair.a)


def reworded(lang: Lang) -> Iterator[Pair]:
    """Yield pairs of sound texts: those written for the reader, and rude ones that people put mildly."""
    for line in table(WRITTEN / f"pairs.{lang}.tsv"):
        if line["behaviour"] != "typo":
            yield Pair(line["a"], line["b"])
    name = {"ru": "russe-detox-2022", "en": "paradetox-en"}.get(lang, "")
    found = corpora.load(name, "train") if name else corpora.load("textdetox-2024-dev-zh", "dev")
    yield from (pair for pair in islice(found, 4_000) if isinstance(pair, Pair) and pair.b.strip())


def table(path: Path) -> Iterator[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


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
    yield from labelled("rucola", "train", 2.5, 0.0, fluency=True)
    yield from labelled("rucola", "dev", 0.0, 1.0, fluency=True)
    for lang in ("ru", "en", "zh"):
        yield from judged(f"textdetox-2024-human-eval-{lang}")
        yield from written(lang, 6.0)
        yield from open_texts(lang)
        yield from read_outputs(lang, 5.0)
        yield from twins(lang, 4.0)
        yield from beside(reworded(lang), lang, rng, 0.5)
    yield from broken(clean, rng, 0.8)
