"""Passages whose sentences were put into another order and edited: is each one detection?"""

import argparse
from typing import TYPE_CHECKING

import numpy as np

from paraphrast.data import Document, Match, Span
from paraphrast.detect.align import align
from paraphrast.detect.evaluate import evaluate
from paraphrast.text import Lang, sentences

if TYPE_CHECKING:
    from detect_shares import Shelf


def shuffled_edits(shelf: "Shelf", run: object, options: argparse.Namespace) -> None:
    """Align passages with sentences in another order and one word (zh: character) of seven changed."""
    truth: list[Match] = []
    found: list[Match] = []
    for number in range(options.texts * 4):
        draw = np.random.default_rng([options.seed, 3, number])
        own, source = (shelf.held[k] for k in draw.choice(len(shelf.held), 2, replace=False).tolist())
        case, text = _shuffled(own, source, number, draw)
        truth.append(case)
        found += align(Document(case.suspicious.doc, text, lang=shelf.lang), source)
    macro = evaluate(truth, found, samples=0).levels["macro"]
    print(
        f"| {shelf.lang} | {len(truth)} | {macro.plagdet:.3f} | {macro.precision:.3f} | {macro.recall:.3f} "
        f"| {macro.granularity:.2f} |",
        flush=True,
    )


def _shuffled(own: Document, source: Document, number: int, draw: np.random.Generator) -> tuple[Match, str]:
    lang = source.lang or "en"
    some = sentences(source.text, lang)
    count = min(int(draw.integers(4, 9)), len(some))
    first = int(draw.integers(len(some) - count + 1))
    chosen = some[first : first + count]
    joint = "" if lang == "zh" else " "
    passage = joint.join(_edited(chosen[k].text, lang, draw) for k in draw.permutation(count).tolist())
    lines = own.text.split("\n")
    before = "\n".join(lines[: len(lines) // 2]) + "\n"
    here = Span(f"edited {number}", len(before), len(before) + len(passage))
    there = Span(source.id, chosen[0].start, chosen[-1].stop)
    return Match(here, there, "paraphrase"), f"{before}{passage}\n" + "\n".join(lines[len(lines) // 2 :])


def _edited(text: str, lang: Lang, draw: np.random.Generator) -> str:
    units = list(text) if lang == "zh" else text.split(" ")
    places = [place for place, unit in enumerate(units) if any(map(str.isalnum, unit))]
    for place in places[int(draw.integers(7)) :: 7]:
        units[place] = units[places[int(draw.integers(len(places)))]]
    return ("" if lang == "zh" else " ").join(units)
