"""Passages taken from a source in another language: are they aligned, and is the source found in an index?"""

import argparse
import shutil
import tempfile
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from detect_texts import cpu, library, lines

from paraphrast import models
from paraphrast.data import Document, Match, Scorer, Span
from paraphrast.detect.align import align
from paraphrast.detect.align.meaning import Encoder
from paraphrast.detect.evaluate import evaluate
from paraphrast.detect.index.manifest import VIEWS
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import Meaning, load_meaning
from paraphrast.detect.retrieve import retrieve
from paraphrast.stats import retrieval as ranked
from paraphrast.text import Lang

DIRECTIONS: list[tuple[Lang, Lang]] = [("ru", "en"), ("en", "ru"), ("zh", "en"), ("en", "zh")]
LINES = 24  # sentences of a source
PASSAGES = 3


class Case(NamedTuple):
    """A suspicious document, its source in another language, and what was taken from it."""

    suspicious: Document
    source: Document
    truth: list[Match]


def translated(options: argparse.Namespace) -> None:
    mono, folder = Path(options.mono), Path(options.mono).parent / "parallel"
    encoder, pair = models.encoder(), models.pair()
    print(f"{options.documents} documents a row; retrieval among {options.indexed}; macro / micro")
    print("| | plagdet | precision | recall | granularity | CPU s a pair | MAP | recall | F1 | returned |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for here, there in DIRECTIONS:
        file = folder / f"en-{there if here == 'en' else here}.{options.parallel}.tsv.xz"
        rows = [line.split("\t") for line in lines(file)]
        # one sentence of some length on each side
        rows = [
            row if here == "en" else row[::-1] for row in rows if len(row) == 2 and min(map(len, row)) > 15
        ]
        sources = [rows[place : place + LINES] for place in range(0, len(rows) - LINES, LINES)]
        own = list(islice(library(mono, here, 6000), options.documents))
        cases = [
            made(number, text, source, (here, there), options.seed)
            for number, (text, source) in enumerate(zip(own, sources, strict=False))
        ]
        _aligned(cases, (here, there), encoder, pair)
        some = [
            Document(f"source-{n}", _joined([row[1] for row in source], there), lang=there)
            for n, source in enumerate(sources[: options.indexed])
        ]
        _found(cases, some, load_meaning())


def made(number: int, own: Document, rows: list[list[str]], langs: tuple[Lang, Lang], seed: int) -> Case:
    """Put translated sentences of a source, two to four at a time, between the paragraphs of a text."""
    here, there = langs
    draw = np.random.default_rng([seed, number])
    source, places = "", []
    for _, sentence in rows:
        places.append((len(source), len(source) + len(sentence)))
        source += sentence + _gap(there)
    firsts = sorted(draw.choice(LINES // 4, PASSAGES, replace=False).tolist())
    paragraphs = own.text.split("\n")
    name, origin, truth = f"suspicious-{number}", f"source-{number}", []
    text = ""
    share = len(paragraphs) // (PASSAGES + 1)
    for turn, first in enumerate(draw.permutation(firsts).tolist()):
        text += "\n".join(paragraphs[turn * share : (turn + 1) * share]) + "\n"
        size = int(draw.integers(2, 5))
        passage = _joined([row[0] for row in rows[first * 4 : first * 4 + size]], here)
        spans = places[first * 4 : first * 4 + size]
        truth.append(
            Match(
                Span(name, len(text), len(text) + len(passage)),
                Span(origin, spans[0][0], spans[-1][1]),
                "translated",
            )
        )
        text += passage + "\n"
    text += "\n".join(paragraphs[PASSAGES * share :])
    return Case(Document(name, text, lang=here), Document(origin, source.rstrip(), lang=there), truth)


def _gap(lang: Lang) -> str:
    return "" if lang == "zh" else " "


def _joined(sentences: list[str], lang: Lang) -> str:
    return _gap(lang).join(sentences)


def _aligned(cases: list[Case], langs: tuple[Lang, Lang], encoder: Encoder, pair: Scorer) -> None:
    found: list[Match] = []
    seconds = cpu(
        lambda: found.extend(
            match
            for case in cases
            for match in align(case.suspicious, case.source, encoder=encoder, pair=pair)
        )
    )
    levels = evaluate([match for case in cases for match in case.truth], found, samples=0).levels
    macro, micro = levels["macro"], levels["micro"]
    print(
        f"| {langs[0]} from {langs[1]} | {macro.plagdet:.3f} / {micro.plagdet:.3f} | {macro.precision:.3f} / "
        f"{micro.precision:.3f} | {macro.recall:.3f} / {micro.recall:.3f} | {macro.granularity:.2f} "
        f"| {seconds / len(cases):.1f} |",
        end="",
    )


def _found(cases: list[Case], sources: list[Document], meaning: Meaning) -> None:
    place = Path(tempfile.mkdtemp())
    with Writer(place, views=VIEWS) as writer:
        writer.add(sources)
    index = Index(place)
    named = {
        case.suspicious.id: [one.candidate.id for one in retrieve(case.suspicious, index, meaning=meaning)]
        for case in cases
    }
    report = ranked.report(named, {case.suspicious.id: {case.source.id} for case in cases})
    scores = " | ".join(f"{report[name].value:.3f}" for name in ("map", "recall", "f1"))
    print(f" {scores} | {sum(map(len, named.values())) / len(named):.1f} |", flush=True)
    shutil.rmtree(place)
