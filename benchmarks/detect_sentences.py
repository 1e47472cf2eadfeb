"""Is one copied sentence found among 10,000, 100,000 and a million documents?

Documents are cut as `growth` cuts them. The sentences are of the first 10,000 of them, and stand, letter for
letter, in one document of the largest index only; each is put between paragraphs that no index holds.
"""

import argparse
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import small
from detect_shares import CHARACTERS, LENGTHS, Planted, find_bucket, is_named
from detect_texts import cpu, varied

from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.shingles import letters
from paraphrast.text import Lang

LENDERS = 10_000  # the first documents, which every index holds
SPARE = 3  # times as many sentences are drawn as are wanted, since some are not the only ones
HOST = {"ru": 3_000, "en": 3_000, "zh": 1_200}  # characters around a sentence


class Copied(NamedTuple):
    """A sentence of a document, and the lengths of its like."""

    source: Document
    text: str
    bucket: tuple[int, int]


def sentences(options: argparse.Namespace) -> None:
    """Print, for each size of the index and each length, how many sentences are found."""
    folder = Path(options.index or tempfile.mkdtemp())
    sizes = sorted(map(int, options.sizes.split(",")))
    places = [_build(Path(options.mono), folder / f"grown-{size}", size) for size in sizes]
    drawn = [one for lang in options.langs.split(",") for one in _draw(Path(options.mono), lang, options)]
    kept = list(_alone(drawn, Index(places[-1])))
    print("| documents | | by length, shortest first | | | | all | CPU s a check | of 2,000 words |")
    print("|---" * 9 + "|", flush=True)
    for place in places:
        for lang in options.langs.split(","):
            _row(Index(place), lang, [one for one in kept if one.source.lang == lang], options)


def _build(mono: Path, place: Path, size: int) -> Path:
    if not place.exists():
        with Writer(place) as writer:
            writer.add(islice(varied(mono, 200), size))
    return place


def _draw(mono: Path, lang: Lang, options: argparse.Namespace) -> Iterator[Copied]:
    """Draw sentences of documents of a language; dialogues tell the same jokes."""
    draw = np.random.default_rng([options.seed, 11])
    real = [one for one in islice(varied(mono, 200), LENDERS) if one.lang == lang]
    buckets = CHARACTERS if lang == "zh" else LENGTHS
    count = dict.fromkeys(buckets, 0)
    for k in draw.permutation(len(real)).tolist():
        bucket, text = find_bucket(real[k], lang, buckets, draw)
        if bucket and count[bucket] < SPARE * options.sentences and "dialogues" not in real[k].id:
            count[bucket] += 1
            yield Copied(real[k], text, bucket)


def _alone(drawn: list[Copied], index: Index) -> Iterator[Copied]:
    """Keep the sentences that stand in one document of an index, once."""
    whole = {lang: [] for lang in {one.source.lang for one in drawn}}
    for document in index:
        if document.lang in whole:
            whole[document.lang].append(letters(document.text)[0])
    joined = {lang: "\n".join(texts) for lang, texts in whole.items()}
    for one in drawn:
        if joined[one.source.lang].count(letters(one.text)[0]) == 1:
            yield one


def _row(index: Index, lang: Lang, kept: list[Copied], options: argparse.Namespace) -> None:
    draw = np.random.default_rng([options.seed, 13])
    prose = list(small.prose(lang))
    found: dict[tuple[int, int], list[bool]] = {}
    spent = 0.0
    for one in kept:
        some = found.setdefault(one.bucket, [])
        if len(some) < options.sentences:
            text, planted = _planted(one, prose, draw)
            spent += cpu(
                lambda text=text, some=some, planted=planted: some.append(
                    is_named(check(text, index), planted)
                )
            )
    cells = " | ".join(f"{sum(found[bucket])} of {len(found[bucket])}" for bucket in sorted(found))
    every = [hit for some in found.values() for hit in some]
    long = Document(
        "long", "\n".join(one.text for one in islice(_real(index, lang), 60))[: 4 * HOST[lang]], lang=lang
    )
    print(
        f"| {len(index)} | {lang} | {cells} | {np.mean(every):.3f} | {spent / len(every):.2f} "
        f"| {cpu(lambda: check(long, index)):.2f} |",
        flush=True,
    )


def _real(index: Index, lang: Lang) -> Iterator[Document]:
    return (one for one in islice(index, LENDERS) if one.lang == lang)


def _planted(one: Copied, prose: list[str], draw: np.random.Generator) -> tuple[Document, Planted]:
    """Put a sentence between paragraphs of somebody's own."""
    lang = one.source.lang or "en"
    halves = []
    order = iter(draw.permutation(len(prose)).tolist())
    for _ in range(2):
        half = ""
        while len(half) < HOST[lang] // 2:
            half += prose[next(order)] + "\n"
        halves.append(half)
    text = Document("one sentence", f"{halves[0]}{one.text}\n{halves[1]}", lang=lang)
    return text, Planted(len(halves[0]), len(halves[0]) + len(one.text), one.source.id)


def add_sentences(verbs: Any) -> None:
    """Add the verb `sentences` to the command line."""
    one = verbs.add_parser("sentences")
    one.add_argument("mono")
    one.add_argument("--langs", default="ru,en,zh")
    one.add_argument("--sizes", default="10000,100000,1000000")
    one.add_argument("--index", help="a folder for the indexes, which are kept")
    one.add_argument("--sentences", type=int, default=25, help="sentences of a cell")
    one.add_argument("--seed", type=int, default=0)
    one.set_defaults(run=sentences)
