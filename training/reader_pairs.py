"""The pairs that the reader learns from: every public corpus at hand, pairs made here by rules, and pairs written for it."""

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from paraphrast import corpora
from paraphrast.corpora.catalogue import card
from paraphrast.data import Pair
from paraphrast.models.conventions import CONVENTIONS, Convention
from paraphrast.text import Lang

WRITTEN = Path(__file__).parent / "written"
SUITE = Path(__file__).parent.parent / "src" / "paraphrast" / "models" / "suite"
STRICT, EVERY = ("strict",), CONVENTIONS


class Source(NamedTuple):
    """A split of a corpus, how often an epoch sees a pair, its share kept for dev, and its share in the last epochs."""

    name: str
    split: str
    weight: float
    held: float = 0.0
    finish: float = 0.3


SOURCES = [
    Source("parade", "train", 2.0, finish=1.0),
    Source("parade", "dev", 2.0, 1.0),
    Source("mrpc", "train", 3.0, 0.1, 1.0),
    Source("pan-paraphrase-madnani", "train", 0.5, 0.05),
    Source("twitter-url", "train", 1.0, 0.05, 0.7),
    Source("pit2015", "dev", 0.7, 0.05),
    Source("multipit-expert", "train", 1.0, finish=0.5),
    Source("multipit-expert", "dev", 1.0, 1.0),
    Source("qqp", "dev", 1.0, 0.1, 0.8),
    Source("paraphraser", "train", 2.0, 0.1, 1.0),
    Source("afqmc", "train", 0.6, finish=0.1),
    Source("afqmc", "dev", 0.6, 1.0),
    Source("atec", "train", 0.4, 0.02, 0.1),
    Source("atec-ccks", "dev", 0.7),
    Source("atec-ccks", "test", 0.7),
    Source("bq-corpus", "dev", 1.0, 0.1),
    Source("lcqmc", "dev", 2.0, 0.1, 0.7),
    Source("oppo-xiaobu", "dev", 0.7, 0.05),
    Source("stsb-en", "train", 0.5),
    Source("stsb-ru", "train", 0.5),
    Source("stsb-zh", "train", 0.5),
    Source("chinese-sts", "train", 0.15),
    Source("sick", "train", 0.7),
    Source("sick", "dev", 0.7),
    Source("parabank-eval", "test", 0.3),
    Source("paraquality", "train", 0.4),
    Source("tatoeba-paraphrase-ru", "train", 0.5),
    Source("rupaws-sample", "train", 5.0, 0.2, 1.0),
    Source("pawsx-zh", "dev", 4.0, 0.2, 1.0),
    Source("koziev-paraphrase", "train", 0.25),
    Source("russian-paraphrasers", "test", 0.1),
]


class Row(NamedTuple):
    """A pair ready to pack: texts, label, under which conventions, weight, dev set ('' for train), weight at the end, mined."""

    a: str
    b: str
    label: float
    conventions: tuple[Convention, ...]
    weight: float
    dev: str = ""
    finish: float = 0.0
    mined: bool = False


def fraction(text: str) -> float:
    """Return a number from 0 to 1 that depends on the text alone, so that a split never moves."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48


def convention(name: str) -> tuple[Convention, ...]:
    """Say what a corpus calls a paraphrase, as its card has it."""
    found = card(name).convention
    if found is None:
        raise SystemExit(f"the card {name} names no convention")
    return (found,)


def corpus_rows(source: Source) -> Iterator[Row]:
    """Yield the labelled pairs of a corpus; a source text is either in train or in dev, whole."""
    named = convention(source.name)
    for pair in corpora.load(source.name, source.split):
        if not isinstance(pair, Pair) or pair.label is None:
            continue
        dev = source.name if fraction(pair.group or pair.a) < source.held else ""
        yield Row(pair.a, pair.b, pair.label, named, source.weight, dev, source.weight * source.finish)


def without_leaks(rows: Iterable[Row]) -> list[Row]:
    """Drop train rows that say the same two texts as a dev row."""
    rows = list(rows)
    held = {frozenset((row.a, row.b)) for row in rows if row.dev}
    return [row for row in rows if row.dev or frozenset((row.a, row.b)) not in held]


def adversarial_rows(pairs: Iterable[Pair], weight: float) -> Iterator[Row]:
    """Take pairs made by rules, without synonyms, which are too often wrong; one in fifty is kept to watch."""
    for pair in pairs:
        kind = str(pair.meta.get("kind"))
        if pair.label and ("synonym" in kind or "replacement" in kind):
            continue
        dev = f"made-{pair.lang}" if fraction(pair.a) < 0.02 else ""
        yield Row(pair.a, pair.b, float(pair.label or 0), STRICT, weight, dev, 0.6 * weight)


def prose_rows(made: Iterable[tuple[str, str, float, str]], lang: Lang, weight: float) -> Iterator[Row]:
    """Take pairs of prose: what is the same, or altogether another text, is so under every convention."""
    for a, b, label, kind in made:
        named = STRICT if kind in ("changed", "sentence", "lost") else EVERY
        dev = f"prose-{kind}-{lang}" if fraction(a) < 0.02 else ""
        yield Row(a, b, label, named, weight, dev, weight)


def written_rows(lang: Lang, weight: float) -> Iterator[Row]:
    """Take the pairs written for the reader: what says the same does so under every convention."""
    with open(WRITTEN / f"pairs.{lang}.tsv", encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            label = float(line["label"])
            far = line["behaviour"] in ("same-topic", "near-wrong")
            named: tuple[Convention, ...] = EVERY if label else ("strict", "usual") if far else STRICT
            yield Row(line["a"], line["b"], label, named, weight, "", weight)
            yield Row(line["a"], line["a"], 1.0, EVERY, 0.3 * weight, "", 0.3 * weight)
    for line in (WRITTEN / f"prose.{lang}.jsonl").read_text(encoding="utf-8").splitlines():
        piece = json.loads(line)
        for name, (old, new) in piece["edits"].items():
            same = name in ("synonym", "comma", "typo")
            named = EVERY if same else STRICT
            yield Row(piece["text"], piece["text"].replace(old, new), float(same), named, weight, "", weight)


def open_rows(lang: Lang) -> Iterator[Row]:
    """Take the suite's open half as dev sets, one for each behaviour."""
    with open(SUITE / f"pairs.{lang}.open.tsv", encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            dev = f"open-{line['behaviour']}-{lang}"
            yield Row(line["a"], line["b"], float(line["label"]), STRICT, 0.0, dev)
