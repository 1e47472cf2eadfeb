"""Which metric agrees with people on BQ-Para and Twitter-Para, and how fast the fast ones are.

    python benchmarks/metrics.py ../shared/data            everything
    python benchmarks/metrics.py ../shared/data --speed    only speed, beside NLTK and rouge-score
    python benchmarks/metrics.py ../shared/data --lexical  without the metrics that ask models

Fitted scores are judged by folds that share no source with what they learnt from; all others need no
fitting. Ranks go by the size of the correlation (a metric of likeness may go against people), and the lead
of the first over the second is tested by Williams and by the bootstrap.
"""

import argparse
import json
import tarfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import small
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
NEURAL = ["parascore", "selfibleu", "sim", "fl"]


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
        taught = [*pairs, *(p for p in extended.own_judgements() if p.lang == pairs[0].lang)]
        taught = extended.lesson(taught)
        table = extended.features(taught, extended.Models())
        told = cross_predict(table, extended.ALL, taught)
        found["spscore-extended (held out)"] = told[: len(pairs)]
        for kind in ("copy", "unrelated"):
            of_kind = [i for i, pair in enumerate(taught) if pair.meta.get("anchor") == kind]
            print(f"  spscore-extended of {kind}: mean {told[of_kind].mean():.3f} (held out)")
    return found


def table(data: Path, name: str, lang: str, neural: bool) -> None:
    """Print every metric's correlations with people on one corpus."""
    pairs = load(data, name, lang)
    print(f"\n{name}: {len(pairs)} pairs of {len({pair.a for pair in pairs})} sources")
    told = {f"{m} (refs)": score(m, pairs, samples=1).sentences for m in [*LEXICAL, "ibleu"]}
    told |= {f"{m} (source)": score(m, pairs, against="source", samples=1).sentences for m in LEXICAL}
    told |= {m: score(m, pairs, samples=1).sentences for m in SOURCE}
    if neural:
        told |= {f"bertscore ({side})": score("bertscore", pairs, against=side, samples=1).sentences
                 for side in ("refs", "source")}  # fmt: skip
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


def speed(corpora: dict[str, list[Pair]]) -> None:
    """Print pairs per second, and how many times as fast as the reference implementations."""
    from nltk.translate.meteor_score import meteor_score
    from rouge_score.rouge_scorer import RougeScorer

    for name, pairs in corpora.items():
        many = pairs * 3
        eight(many[:100])
        rate = len(many) / seconds(lambda many=many: eight(many))
        print(f"eight features, {name}: {rate:,.0f} pairs/s on one core")
    pairs = list(corpora.values())[-1]
    rouges = [build(f"rouge-{kind}") for kind in ("1", "2", "l")]
    # what one run remembers of the splitting must not help the next
    ours = seconds(lambda: [split.cache_clear(), *(metric.rows(pairs) for metric in rouges)])
    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"])
    theirs = seconds(lambda: [scorer.score_multi(list(pair.refs), pair.b) for pair in pairs])
    print(f"ROUGE-1/2/L: ours {ours:.2f} s, rouge-score {theirs:.2f} s: {theirs / ours:.1f} times as fast")
    metric = build("meteor")
    ours = seconds(lambda: [meteor.split.cache_clear(), metric.rows(pairs)])
    theirs = seconds(
        lambda: [
            meteor_score([forms(r, "en") for r in p.refs], forms(p.b, "en"), wordnet=NoWordNet())
            for p in pairs
        ]
    )
    print(f"METEOR: ours {ours:.2f} s, NLTK {theirs:.2f} s (both split): {theirs / ours:.1f} times as fast")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if small.default(
        "", "agreement with people on BQ-Para and Twitter-Para (name the folder of the corpora)"
    ):
        speed(
            {
                "samples zh": small.pairs("zh"),
                "samples en": [replace(p, refs=(p.a,)) for p in small.pairs("en")],
            }
        )
        return
    parser.add_argument("data", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--lexical", action="store_true")
    given = parser.parse_args()
    names = (("bq_para", "zh"), ("twitter_para", "en"))
    speed({f"{name} {lang}": load(given.data, name, lang) for name, lang in names})
    if not given.speed:
        for name, lang in (("bq_para", "zh"), ("twitter_para", "en")):
            table(given.data, name, lang, neural=not given.lexical)


if __name__ == "__main__":
    main()
