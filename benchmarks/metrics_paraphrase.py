"""What the paraphrase score is judged by: readers' orders, lengths, the suite, and the ticks of a paper.

`benchmarks/metrics.py` runs these; the texts and the readers' orders are in benchmarks/readings/.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.metrics import build
from paraphrast.models.suite.opening import open_suite
from paraphrast.models.suite.records import Half
from paraphrast.stats import correlation
from paraphrast.stats.intervals import Array, Summed, bootstrap

sys.path.insert(0, str(Path(__file__).parents[1] / "training"))

from cascade_data import nearest_pairs
from mined_texts import sentences

READINGS = Path(__file__).parent / "readings"
LANGS = ("ru", "en", "zh")
VERSIONS = ("copy", "swap", "rewrite", "reversed")
RIVALS = (
    "paraphrase",
    "spscore-extended",
    "spscore",
    "parascore",
    "selfibleu",
    "bertscore",
    "sim",
    "selfbleu",
)
SHARE = Summed(lambda sums, _: sums[:, 0] / sums[:, 1])
BANDS = ((10, 60), (61, 120), (121, 250), (251, 500), (501, 1000), (1001, 2000))
# Files of which nothing was looked at while the formula was made, and how many sentences are taken of each.
NEAR = {
    "ru": ("mono/ru.koziev_dialogues.txt.xz", "parallel/en-ru.wmt_newstest_tico.tsv.xz"),
    "en": ("parallel/en-zh.aichallenger_valid.tsv.xz", "mono/en.books.txt.xz"),
    "zh": ("parallel/en-zh.tatoeba_test.tsv.xz", "mono/zh.cctv_news.RESEARCH.txt.xz"),
}
POOL, ASKED = 1_500, 20
MARKS = {"✓": 1.0, "~": 0.5, "×": 0.0}
Scored = Callable[[Sequence[Pair]], Array]


def scored_by(name: str) -> Scored:
    """Give the sentence scores of a metric against the source, the better the higher."""
    against = {"against": "source"} if name in ("bertscore",) else {}
    metric = build(name, **against)
    sign = -1.0 if name == "selfbleu" else 1.0
    return lambda pairs: sign * metric.sentences(metric.rows(pairs))


def quadruples(name: str) -> None:
    """Print how often each metric puts two versions of a text in the order in which readers put them."""
    check_hashes(name)
    orders = [read_orders(READINGS / f"{name}.reader{number}.tsv") for number in (1, 2)]
    print(f"{name}: share of pairs of versions ordered as two readers order them; 95% over quadruples")
    for lang in LANGS:
        lines = (READINGS / f"{name}.{lang}.jsonl").read_text(encoding="utf-8").splitlines()
        items = [json.loads(line) for line in lines]
        between = np.array(
            [compare_orders(*(ranks_of(order[item["id"]]) for order in orders)) for item in items]
        )
        print(f"\n{lang}, {len(items)} quadruples; the readers with each other: {tell(between)}")
        for rival in RIVALS:
            if rival == "spscore" and lang != "zh":
                continue
            print(f"  {rival:18} {judge(scored_by(rival), items, lang, orders)}")


def judge(score: Scored, items: Sequence[dict[str, str]], lang: str, orders: Sequence[dict[str, str]]) -> str:
    """Score the versions and say how they agree with the readers, and which two versions go wrong."""
    pairs = [Pair(a=item["source"], b=item[version], lang=lang) for item in items for version in VERSIONS]
    table = score(pairs).reshape(len(items), len(VERSIONS))
    rows = np.array(
        [
            sum(
                compare_orders(dict(zip(VERSIONS, line, strict=True)), ranks_of(order[item["id"]]))
                for order in orders
            )
            for item, line in zip(items, table, strict=True)
        ]
    )
    wanted = [("rewrite", "swap"), ("swap", "copy"), ("copy", "reversed"), ("rewrite", "reversed")]
    right = {
        f"{a} > {b}": float((table[:, VERSIONS.index(a)] > table[:, VERSIONS.index(b)]).mean())
        for a, b in wanted
    }
    medians = ", ".join(f"{version} {np.median(table[:, at]):.3f}" for at, version in enumerate(VERSIONS))
    return f"{tell(rows)}   " + ", ".join(f"{k} {v:.2f}" for k, v in right.items()) + f"   medians: {medians}"


def compare_orders(first: dict[str, float], second: dict[str, float]) -> Array:
    """Count the pairs of versions on which two orders agree, a tie of the first being half, and all pairs."""
    agreed = count = 0.0
    for a, b in combinations(VERSIONS, 2):
        wanted = np.sign(second[a] - second[b])
        if wanted:
            count += 1
            agreed += (1 + np.sign(first[a] - first[b]) * wanted) / 2
    return np.array([agreed, count])


def ranks_of(order: str) -> dict[str, float]:
    """Read 'rewrite>swap=copy>reversed' as a number for each version, the best the highest."""
    steps = order.split(">")
    return {
        version: float(len(steps) - place) for place, step in enumerate(steps) for version in step.split("=")
    }


def read_orders(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return dict(line.split("\t")[:2] for line in lines if line)


def check_hashes(reading: str) -> None:
    """Make sure that what readers read is what is scored."""
    for line in (READINGS / f"{reading}.sha256").read_text(encoding="utf-8").splitlines():
        wanted, name = line.split()
        if hashlib.sha256((READINGS / name).read_bytes()).hexdigest() != wanted:
            raise SystemExit(f"{name} is not the file that was read: its hash differs from {reading}.sha256")


def tell(rows: Array) -> str:
    low, high = bootstrap(rows, SHARE)
    return f"{SHARE(rows):.3f} [{low:.3f}, {high:.3f}]"


def properties(half: Half = "deciding") -> None:
    """Print what copies, near copies, reversals, other texts and rewrites of the judges' suite get."""
    score = scored_by("paraphrase")
    items = [item for item in open_suite(halves=(half,)).items if item.family != "noise"]
    print(f"\nthe paraphrase score on the judges' suite, {half} half: median, 9th decile, under .05, over .1")
    for lang in LANGS:
        own = [item for item in items if item.pair.lang == lang]
        values = score([item.pair for item in own])
        for behaviour in dict.fromkeys(item.behaviour for item in own):
            some = values[[item.behaviour == behaviour for item in own]]
            spread = f"{np.median(some):.3f} {np.quantile(some, 0.9):.3f}"
            shares = f"{np.mean(some < 0.05):.2f} {np.mean(some > 0.1):.2f}"
            print(f"  {lang} {behaviour:20} n {len(some):3}  {spread}  {shares}")


def lengths(texts: dict[str, Sequence[str]], most: int = 40) -> None:
    """Print, for each language and length, the share of copies and of other texts under .05."""
    score = scored_by("paraphrase")
    print("\ncopies and other texts of like length under .05, by characters")
    for lang, some in texts.items():
        for low, high in BANDS:
            own = [text for text in some if low <= len(text) <= high][:most]
            if len(own) < 2:
                continue
            copies = score([Pair(a=text, b=text, lang=lang) for text in own])
            moved = own[len(own) // 2 :] + own[: len(own) // 2]
            others = score([Pair(a=a, b=b, lang=lang) for a, b in zip(own, moved, strict=True)])
            parts = [f"{np.mean(some < 0.05):.3f} (most {some.max():.3f})" for some in (copies, others)]
            print(f"  {lang} {low:4}-{high:<4} n {len(own):3}  copies {parts[0]}  others {parts[1]}")


def nearest(corpora: Path) -> None:
    """Print what sentences get with their twenty nearest of a pool, which are hardly ever paraphrases."""
    print(f"\nsentences with their nearest of {POOL:,}: share under .05, from .1 on; yes by the pair model")
    for lang in LANGS:
        for name in NEAR[lang]:
            texts = sentences(corpora / name, lang, name, np.random.default_rng(0), POOL)[:POOL]
            pairs = list(nearest_pairs(texts, lang, ASKED))
            values, yes = scored_by("paraphrase")(pairs), np.array(models.pair()(pairs)) >= 0.5
            shares = f"{np.mean(values < 0.05):.3f}  {np.mean(values >= 0.1):.3f}  {yes.mean():.3f}"
            print(f"  {lang} {Path(name).name:36} n {len(values):4}  {shares}", flush=True)


def ticks(paper: Path) -> None:
    """Print the rank correlation with experts' ticks on the pairs that a paper prints in Tables 1 and 7."""
    found: dict[tuple[str, str], list[float]] = {}
    for line in paper.read_text(encoding="utf-8").splitlines():
        cells = [re.sub(r"<[^>]+>|\s", "", cell) for cell in line.split("\t")]
        places = [at for at, cell in enumerate(cells) if cell in MARKS]
        if len(places) >= 3 and places[0] >= 2:
            a, b = cells[places[0] - 2 : places[0]]
            found.setdefault((a, b), []).append(sum(MARKS[cells[at]] for at in places[:3]))
    pairs = [Pair(a=a, b=b, lang="zh") for a, b in found]
    people = np.array([np.mean(values) for values in found.values()])
    print(f"\n{len(pairs)} pairs that the paper prints, Spearman with the sum of ticks")
    for name in ("paraphrase", "spscore-extended", "spscore", "parascore"):
        print(f"  {name:18} {correlation.spearman(scored_by(name)(pairs), people):.3f}")
