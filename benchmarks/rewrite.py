"""How far do the rewriters get?

    python benchmarks/rewrite.py detox [--lang ru] [--system delete ...] [--texts 200] [--data FOLDER]
    python benchmarks/rewrite.py paraphrase [--lang zh] [--system synonym ...] [--texts 200]

detox: the first TEXTS of RUSSE-2022 dev (ru), ParaDetox (en; it has one part) and TextDetox 2024 dev (zh);
chrF takes all references; STA, SIM, FL and J are the bundled judges' (plain). What asks the same judge of
toxicity as STA does is flattered by it, so STA is also given by a second judge that is trained otherwise
(rewrite_judge.py), as its mean P(neutral) and as the share of outputs that it takes for neutral; the
published outputs asked neither.

paraphrase: sources of WMT news (en), PAWS-X (zh) and ParaPhraser (ru), with names and numbers, or an equal
share of each `--corpus NAME:SPLIT`; the paraphrase score, the extended one and SPScore over the outputs
that the pair model accepts, mean and standard deviation; more than a third changed among these, and in all.

Speed is texts per second of CPU time (all threads), in batches of 32 and one at a time.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import small
from msgspec.structs import replace
from rewrite_judge import doubt, second

from paraphrast.corpora.loading import load
from paraphrast.data import Pair
from paraphrast.metrics import build, score
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.checks.kept import count_numbers, find_required, has_entity
from paraphrast.text import Lang, forms, sentences

SETS: dict[str, dict[Lang, tuple[str, str]]] = {
    "detox": {
        "ru": ("russe-detox-2022", "dev"),
        "en": ("paradetox-en", "train"),
        "zh": ("textdetox-2024-dev-zh", "dev"),
    },
    "paraphrase": {
        "ru": ("paraphraser", "train"),
        "en": ("wmt-systems-paraphrase-en", "train"),
        "zh": ("pawsx-zh", "dev"),
    },
}
SYSTEMS = {
    "detox": ["duplicate", "delete", "replace", "edit", "consensus"],
    "paraphrase": ["copy", "synonym", "rephrase"],
}
PUBLISHED = ("dev-delete", "dev-t5")
PARTS = ("chrF", "STA", "SIM", "FL", "J")
BATCH, ALONE, THIRD = 32, 20, 1 / 3
SHORT, LONG = 6, 80  # characters of a sentence that is drawn
HEADS = {
    "detox": "chrF | STA | STA, second | share, second | SIM | FL | J | entities kept | refused | toxic | "
    "batch | one",
    "paraphrase": "accepted | score (sd) | extended (sd) | SPScore (sd) | > 1/3 changed | of all | entities "
    "| batch | one",
}


def speeds(make: Callable[[], Any], texts: Sequence[str]) -> tuple[list[Pair], float, float]:
    """Rewrite in batches, then some texts one at a time; give the records and both speeds."""
    made = make()
    made.records(texts[:1])  # what is loaded when first used is not timed
    start = time.process_time()
    records = [one for at in range(0, len(texts), BATCH) for one in made.records(texts[at : at + BATCH])]
    batch = len(texts) / (time.process_time() - start)
    start = time.process_time()
    for text in texts[:ALONE]:
        made.records([text])
    return records, batch, min(ALONE, len(texts)) / (time.process_time() - start)


def entities_kept(pairs: Sequence[Pair], lang: Lang) -> float:
    """Give the share of the sources' numbers, dates and names that changed outputs still have."""
    kept = total = 0
    for pair in pairs:
        if pair.a == pair.b:
            continue
        old, new = count_numbers(pair.a, lang), count_numbers(pair.b, lang)
        names = find_required(pair.a, lang)
        kept += (old & new).total() + sum(has_entity(pair.b, one.text, lang) for one in names)
        total += old.total() + len(names)
    return kept / total if total else 1.0


def changed(pair: Pair, lang: Lang) -> float:
    """Give the share of words that are others, whatever their order."""
    old, new = Counter(forms(pair.a, lang)), Counter(forms(pair.b, lang))
    return 1 - (old & new).total() / max(old.total(), new.total(), 1)


def detox_row(pairs: Sequence[Pair], judge: Any, lang: Lang) -> list[str]:
    """Measure outputs: chrF with all references, and the parts of J."""
    chrf = score("chrf", pairs, samples=1, against="refs").value
    sta, sim, fl, j = (
        score(part, pairs, samples=1, preset="plain").value for part in ("sta", "sim", "fl", "j")
    )
    other = 1 - np.array(judge([pair.b for pair in pairs]))
    parts = [f"{value:.3f}" for value in (sta, other.mean(), (other > 0.5).mean(), sim, fl, j)]
    return [f"{chrf:.1f}", *parts, f"{entities_kept(pairs, lang):.3f}"]


def detox(lang: Lang, pairs: list[Pair], systems: Sequence[str], args: argparse.Namespace) -> None:
    """Print a row for each system, and for Russian what the shared task published."""
    judge = second(lang, args.data, {pair.a for pair in pairs})
    people = 1 - np.mean(judge([said for pair in pairs for said in pair.refs or (pair.b,)]))
    print(
        f"second judge of {lang}: accuracy {doubt(judge, pairs):.3f} on sources and references; STA of the "
        f"references {people:.3f}",
        flush=True,
    )
    for name in systems:
        settings = (
            {"score": partial(scored, "j", preset="plain")} if name in ("adversarial", "best-of") else {}
        )
        records, batch, one = speeds(lambda n=name, s=settings: rewriter(n, lang, **s), [p.a for p in pairs])
        outputs = [replace(pair, b=r.b, lang=lang) for pair, r in zip(pairs, records, strict=True)]
        flags = [" ".join(record.meta["flags"]) for record in records]
        counts = [str(sum("refused" in each for each in flags)), str(sum("toxic" in each for each in flags))]
        cells = [*detox_row(outputs, judge, lang), *counts, f"{batch:.1f}", f"{one:.1f}"]
        print(f"| {lang} {name} | {' | '.join(cells)} |", flush=True)
    for published in PUBLISHED if lang == "ru" else ():
        told = islice(load("russe-detox-2022", published, data=args.data), len(pairs))
        cells = detox_row([one for one in told if isinstance(one, Pair)], judge, lang)
        print(f"| {lang} {published} | {' | '.join(cells)} | | | | |", flush=True)


def samples(lang: Lang) -> None:
    """Print a row for each system that makes the bundled rude texts neutral."""
    pairs = small.rude(lang)
    for name in ("duplicate", "delete", "consensus"):
        records = rewriter(name, lang).records([pair.a for pair in pairs])
        outputs = [replace(p, b=r.b, refs=(p.b,), lang=lang) for p, r in zip(pairs, records, strict=True)]
        values = [score("chrf", outputs, samples=1, against="refs").value]
        values += [
            score(part, outputs, samples=1, preset="plain").value for part in ("sta", "sim", "fl", "j")
        ]
        told = ", ".join(f"{part} {value:.3f}" for part, value in zip(PARTS, values, strict=True))
        print(f"{lang} {name}: {told} (n {len(pairs)})", flush=True)


def scored(name: str, pairs: Sequence[Pair], **settings: Any) -> list[float]:
    """Give a metric of each pair, for what needs a score."""
    metric = build(name, **settings)
    return [float(value) for value in metric.sentences(metric.rows(pairs))]


def paraphrase(lang: Lang, pairs: list[Pair], systems: Sequence[str], args: argparse.Namespace) -> None:
    """Print a row for each system; only accepted outputs are scored."""
    # SPScore is fitted to Chinese alone
    names = ["paraphrase", "spscore-extended", *(["spscore"] if lang == "zh" else [])]
    metrics = [build(name) for name in names]
    for name in systems:
        settings = {"there": args.there, "back": args.back} if name == "back-translation" else {}
        settings["change"] = (args.min_change, 1.0)
        if args.best_by:
            settings |= {"score": partial(scored, args.best_by)}
        made = lambda n=name, s=settings: rewriter(n, lang, to="paraphrase", **s)  # noqa: E731
        records, batch, one = speeds(made, [pair.a for pair in pairs])
        good = [each for each in records if each.a != each.b]
        cells = [f"{len(good) / len(records):.3f}"]
        for metric in metrics:
            values = metric.sentences(metric.rows(good)) if good else np.zeros(1)
            cells.append(f"{values.mean():.3f} ({values.std():.3f})")
        cells += ["-"] * (3 - len(metrics))
        far = sum(changed(each, lang) > THIRD for each in good)
        shares = [far / max(len(good), 1), far / len(records), entities_kept(good, lang)]
        cells += [f"{share:.3f}" for share in shares]
        print(f"| {lang} {name} | {' | '.join([*cells, f'{batch:.1f}', f'{one:.1f}'])} |", flush=True)


def sources(given: str, number: int, lang: Lang, data: str | None) -> list[Pair]:
    """Draw sentences of a corpus, NAME:SPLIT: first sides of pairs, or the first sentence of a text."""
    name, _, split = given.partition(":")
    rows = islice(load(name, split, data=data), 3_000)
    said = [row.a if isinstance(row, Pair) else sentences(row.text, lang)[0].text.strip() for row in rows]
    kept = [text for text in dict.fromkeys(said) if SHORT <= len(text) <= LONG]
    return [Pair(text, text, lang=lang) for text in random.Random(0).sample(kept, number)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure rewriters.")
    if small.default("", "the corpora, the second judge, what was published (name a task)"):
        for lang in small.LANGS:
            samples(lang)
        return
    parser.add_argument("task", choices=sorted(SETS))
    parser.add_argument("--lang", action="append", choices=["ru", "en", "zh"])
    parser.add_argument("--system", action="append")
    parser.add_argument("--there", help="back-translation: from Chinese to English, ct2:FOLDER or hub:NAME")
    parser.add_argument("--back", help="back-translation: from English to Chinese, ct2:FOLDER or hub:NAME")
    parser.add_argument("--best-by", metavar="METRIC", help="what chooses among the paraphrases of a text")
    parser.add_argument("--min-change", type=float, default=0.0, help="share of words a paraphrase changes")
    parser.add_argument("--corpus", action="append", metavar="NAME:SPLIT", help="paraphrase: draw from these")
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--data")
    args = parser.parse_args()
    print(f"| system | {HEADS[args.task]} |\n|{'---|' * (HEADS[args.task].count('|') + 2)}")
    work = detox if args.task == "detox" else paraphrase
    for lang in args.lang or ["ru", "en", "zh"]:
        if args.corpus:
            each = args.texts // len(args.corpus)
            pairs = [one for name in args.corpus for one in sources(name, each, lang, args.data)]
        else:
            found = (one for one in load(*SETS[args.task][lang], data=args.data) if isinstance(one, Pair))
            pairs = list(islice({one.a: one for one in islice(found, 3 * args.texts)}.values(), args.texts))
        work(lang, pairs, args.system or SYSTEMS[args.task], args)


if __name__ == "__main__":
    main()
