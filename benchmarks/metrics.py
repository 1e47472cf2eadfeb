"""How metrics do: the paraphrase score by readers' orders, all of them with people, and how fast they are.

    python benchmarks/metrics.py                      all of it on what is in the package
    python benchmarks/metrics.py quadruples           readers' orders of four versions (benchmarks/readings);
                                                      older ones with --readings quadruples
    python benchmarks/metrics.py properties           copies, reversals, other texts, on the judges' suite
    python benchmarks/metrics.py agree  [--data DIR]  with people: BQ-, Twitter-Para, or our judged pairs
    python benchmarks/metrics.py speed  [--data DIR]  beside sacrebleu, NLTK and rouge-score
    python benchmarks/metrics.py lengths --corpora DIR   copies and other passages of 10 to 2,000 characters
    python benchmarks/metrics.py nearest --corpora DIR   sentences with their nearest, hardly ever the same
    python benchmarks/metrics.py ticks  --paper FILE  the pairs that the SPScore paper prints

DIR of --data is the folder with parascore.tar.xz; --lexical leaves out the metrics that ask models. Fitted
scores are judged by folds that share no source with what they learnt from; all others need no fitting. Ranks
go by the size of the correlation (a metric of likeness may go against people), and the lead of the first over
the second is tested by Williams and by the bootstrap.
"""

import argparse
import json
import lzma
import tarfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import small
from metrics_paraphrase import LANGS, lengths, nearest, properties, quadruples, ticks
from msgspec.structs import replace

from paraphrast.data import Pair
from paraphrast.metrics import build, extended, meteor, score
from paraphrast.metrics.ablation import cross_predict
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.people import Judged, beats
from paraphrast.metrics.rouge import split
from paraphrast.stats import correlation
from paraphrast.stats.intervals import Array, spread
from paraphrast.text import forms

LEXICAL = ["bleu", "chrf", "chrf++", "ter", "rouge-1", "rouge-2", "rouge-l", "meteor"]
SOURCE = ["selfbleu", "jaccard", "overlap", *NAMES]
NEURAL = ["paraphrase", "parascore", "selfibleu", "sim", "fl"]


def load(data: Path, name: str, lang: str) -> list[Pair]:
    """Read one of ParaScore's two corpora."""
    with tarfile.open(data / "parascore.tar.xz") as archive:
        file = archive.extractfile(f"parascore/{name}.json")
        assert file is not None
        items = json.load(file)
    return [
        Pair(
            a=item["source"],
            b=one["text"],
            label=one["score"],
            lang=lang,
            refs=(item["reference"],),
            group=str(i),
        )
        for i, item in enumerate(items)
        for one in item["candidates"]
    ]


def fitted(pairs: Sequence[Pair], neural: bool) -> dict[str, Array]:
    """Score by fits that have not seen the source."""
    found = {
        "spscore (held out)": cross_predict(eight(pairs), NAMES, pairs),
        "spscore printed (held out)": cross_predict(eight(pairs, reading="printed"), NAMES, pairs),
    }
    if neural:
        own = [] if pairs[0].id else [p for p in extended.own_judgements() if p.lang == pairs[0].lang]
        taught = extended.lesson([*pairs, *own])
        table = extended.features(taught, extended.Models())
        told = cross_predict(table, extended.ALL, taught)
        found["spscore-extended (held out)"] = told[: len(pairs)]
        for kind in ("copy", "unrelated"):
            of_kind = [i for i, pair in enumerate(taught) if pair.meta.get("anchor") == kind]
            print(f"  spscore-extended of {kind}: mean {told[of_kind].mean():.3f} (held out)")
    return found


def agreement(data: Path | None, neural: bool) -> None:
    """Print every metric's correlations with people, on the two corpora or on our own judged pairs."""
    if data:
        for name, lang in (("bq_para", "zh"), ("twitter_para", "en")):
            table(name, load(data, name, lang), neural)
        return
    for lang in LANGS:
        table(
            f"our judged pairs, {lang}",
            [pair for pair in extended.own_judgements() if pair.lang == lang],
            neural,
        )


def table(name: str, pairs: list[Pair], neural: bool) -> None:
    """Print every metric's correlations with people on one corpus."""
    print(f"\n{name}: {len(pairs)} pairs of {len({pair.a for pair in pairs})} sources")
    sides = ("refs", "source") if pairs[0].refs else ("source",)
    told = {
        f"{m} ({side})": score(m, pairs, against=side, samples=1).sentences for m in LEXICAL for side in sides
    }
    told |= {m: score(m, pairs, samples=1).sentences for m in SOURCE}
    if pairs[0].refs:
        told["ibleu"] = score("ibleu", pairs, samples=1).sentences
    if neural:
        told |= {
            f"bertscore ({side})": score("bertscore", pairs, against=side, samples=1).sentences
            for side in sides
        }
        told |= {m: score(m, pairs, samples=1).sentences for m in NEURAL}
        told["parascore free"] = score("parascore", pairs, free=True, samples=1).sentences
    told |= fitted(pairs, neural)
    people = np.array([pair.label for pair in pairs])
    lines = [
        (n, *(m(v, people) for m in correlation.MEASURES.values())) for n, v in told.items() if v.std() > 0
    ]
    print(f"{'metric':32} {'pearson':>8} {'spearman':>9} {'kendall':>8}")
    for line in sorted(lines, key=lambda line: -abs(line[2])):
        print(f"{line[0]:32} {line[1]:8.3f} {line[2]:9.3f} {line[3]:8.3f}")
    test_the_lead(told, people)


def test_the_lead(told: dict[str, Array], people: Array) -> None:
    """Print whether the first is really ahead of the best score that is not fitted."""
    ours = {name for name in told if "held out" in name}
    rest = {
        name: abs(correlation.spearman(v, people))
        for name, v in told.items()
        if name not in ours and v.std() > 0
    }
    second = max(rest, key=lambda name: rest[name])
    first = max(ours, key=lambda name: correlation.spearman(told[name], people))
    pair = Judged({first: told[first], second: told[second]}, {"people": people})
    print(f"  {first} over {second}: Williams {beats(pair, 'people')[0].test}")
    rng = np.random.default_rng(0)
    sign = np.sign(correlation.spearman(told[second], people))
    gaps = []
    for _ in range(500):
        pick = rng.integers(0, len(people), len(people))
        both = [correlation.spearman(v[pick], people[pick]) for v in (told[first], sign * told[second])]
        gaps.append(both[0] - both[1])
    print(f"  gap {np.mean(gaps):.3f}, bootstrap interval {spread(np.array(gaps))}")


def seconds(function: Callable[[], Any]) -> float:
    """Give the processor time of the fastest of five runs."""
    taken = []
    for _ in range(5):
        start = time.process_time()
        function()
        taken.append(time.process_time() - start)
    return min(taken)


class NoWordNet:
    """A WordNet without words, so that NLTK runs the modules that we run."""

    def synsets(self, word: str) -> list[Any]:
        return []


def speed(data: Path | None) -> None:
    """Print pairs per second, and how many times as fast as the reference implementations."""
    from nltk.translate.meteor_score import meteor_score
    from rouge_score.rouge_scorer import RougeScorer

    for name, pairs in corpora(data).items():
        many = pairs * max(1, 10_000 // len(pairs))
        eight(many[:100])
        rate = len(many) / seconds(lambda many=many: eight(many))
        print(f"eight features, {name}: {rate:,.0f} pairs a CPU second")
        compare_bleu(name, many)
    rouges = [build(f"rouge-{kind}") for kind in ("1", "2", "l")]
    # what one run remembers of the splitting must not help the next
    ours = seconds(lambda: [split.cache_clear(), *(metric.rows(pairs) for metric in rouges)])
    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"])
    theirs = seconds(lambda: [scorer.score_multi(list(pair.refs), pair.b) for pair in pairs])
    print(f"ROUGE-1/2/L: {theirs / ours:.1f} times as fast as rouge-score")
    metric = build("meteor")
    ours = seconds(lambda: [meteor.split.cache_clear(), metric.rows(pairs)])
    theirs = seconds(
        lambda: [
            meteor_score([forms(r, "en") for r in p.refs], forms(p.b, "en"), wordnet=NoWordNet())
            for p in pairs
        ]
    )
    print(f"METEOR: {theirs / ours:.1f} times as fast as NLTK (both split)")


def compare_bleu(name: str, pairs: Sequence[Pair]) -> None:
    """Print how fast BLEU and chrF are beside sacrebleu, in one run and on the same pairs."""
    from sacrebleu.metrics import BLEU, CHRF

    outputs, refs = [pair.b for pair in pairs], [[pair.refs[0] for pair in pairs]]
    theirs = {"bleu": BLEU(tokenize="zh" if pairs[0].lang == "zh" else "13a"), "chrf": CHRF()}
    for kind, other in theirs.items():
        metric = build(kind)
        ours = seconds(lambda metric=metric: metric.total(metric.rows(pairs)))
        took = seconds(lambda other=other: other.corpus_score(outputs, refs))
        print(f"{kind}, {name}: {took / ours:.2f} times as fast as sacrebleu on {len(pairs):,} pairs")


def corpora(data: Path | None) -> dict[str, list[Pair]]:
    """Give a Chinese and an English corpus with references: ParaScore's, or our own judged pairs."""
    if data:
        return {
            "bq_para zh": load(data, "bq_para", "zh"),
            "twitter_para en": load(data, "twitter_para", "en"),
        }
    own = extended.own_judgements()
    return {
        f"judged {lang}": [replace(pair, refs=(pair.a,)) for pair in own if pair.lang == lang]
        for lang in ("zh", "en")
    }


def passages(folder: Path) -> dict[str, list[str]]:
    """Read passages of plays, textbooks and laws, from which no judge learned, at all lengths."""
    found = {}
    for lang, name in (("ru", "ru.drama"), ("en", "en.openstax"), ("zh", "zh.laws")):
        with lzma.open(folder / "mono" / f"{name}.txt.xz", "rt", encoding="utf-8") as lines:
            texts = [line.strip() for line in lines]
        np.random.default_rng(0).shuffle(texts)
        found[lang] = texts
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    small.default("", "BQ- and Twitter-Para (--data), lengths and nearest (--corpora), a paper (--paper)")
    parts = ("all", "quadruples", "properties", "agree", "speed", "lengths", "nearest", "ticks")
    parser.add_argument("part", nargs="?", choices=parts, default="all")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--paper", type=Path)
    parser.add_argument("--readings", choices=("quadruples", "quadruples-2"), default="quadruples-2")
    parser.add_argument("--half", choices=("open", "deciding"), default="open")
    parser.add_argument("--lexical", action="store_true")
    given = parser.parse_args()
    if given.part in ("all", "quadruples"):
        quadruples(given.readings)
    if given.part in ("all", "properties"):
        properties(given.half)
    if given.part in ("all", "agree"):
        agreement(given.data, neural=not given.lexical)
    if given.part in ("all", "speed"):
        speed(given.data)
    if given.part == "lengths" or (given.part == "all" and given.corpora):
        lengths(passages(given.corpora))
    if given.part == "nearest" or (given.part == "all" and given.corpora):
        nearest(given.corpora)
    if given.part == "ticks" or (given.part == "all" and given.paper):
        ticks(given.paper)


if __name__ == "__main__":
    main()
