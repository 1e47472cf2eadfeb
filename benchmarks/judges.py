"""Do the judges hold on ordinary prose, on the behavioural suite, and beside people?

    PARAPHRAST_DATA=../shared/data:../shared/corpora python benchmarks/judges.py prose batch suite offence people readings
    python benchmarks/judges.py suite --half deciding --log     once for a weights file; the run is written down
    PARAPHRAST_DATA=... python benchmarks/judges.py dev         the pair model on the dev parts it did not learn from

Prose comes from plays (ru), textbooks (en) and laws (zh), which no judge has learned from. Without arguments the parts
that need no corpora are run: batch, suite (open half), offence, readings.
"""

import argparse
import hashlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import numpy as np
import small

from paraphrast import corpora, models
from paraphrast.data import Pair, Text
from paraphrast.stats.correlation import spearman
from paraphrast.stats.intervals import wilson
from paraphrast.stats.labels import auc

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "training"))
PROSE = {"ru": ("mono-ru", "drama"), "en": ("mono-en", "openstax"), "zh": ("mono-zh", "laws")}
BANDS = [(10, 60), (61, 120), (121, 250), (251, 500), (501, 1000), (1001, 2000)]
LOG = HERE / "judges_log.tsv"
READINGS = HERE / "readings"


def say(name: str, right: int, count: int) -> str:
    """Print a share with its interval."""
    return f"{name} {right / max(1, count):.3f} {wilson(right, count)}" if count else f"{name} -"


def lines(lang: str) -> list[str]:
    """Read the prose of a language, paragraphs in their order."""
    return [record.text.strip() for record in corpora.load(*PROSE[lang]) if isinstance(record, Text)]


def passages(lang: str, band: tuple[int, int], count: int) -> Iterator[tuple[str, str]]:
    """Yield texts of a length, each with the text that follows it in the book."""
    book = lines(lang)
    rng = np.random.default_rng(band[0])
    joint = "" if lang == "zh" else " "
    for at in rng.permutation(len(book) - 60):
        text, step = book[at], 1
        while len(text) < band[0] and step < 25:
            text, step = text + joint + book[at + step], step + 1
        after = book[at + step]
        while len(after) < min(len(text), band[1]) * 0.7 and step < 50:
            step += 1
            after += joint + book[at + step]
        if band[0] <= len(text) <= band[1] and text != after:
            yield text, after[: band[1]]
            count -= 1
            if count == 0:
                return


def less_comma(text: str) -> str | None:
    return re.sub(r"[,，、;；]", "", text, count=1) if re.search(r"[,，、;；]", text) else None


def typo(text: str) -> str | None:
    """Exchange two letters inside the longest word."""
    words = (
        re.findall(r"[^\W\d_]{5,}", text)
        if not re.search("[一-鿿]", text)
        else re.findall(r"[一-鿿]{4,}", text)
    )
    if not words:
        return None
    word = max(words, key=len)
    return text.replace(word, word[:2] + word[3] + word[2] + word[4:], 1)


def other_digit(text: str) -> str | None:
    found = re.search(r"\d", text)
    return text[: found.start()] + str((int(found[0]) + 3) % 10) + text[found.end() :] if found else None


def rate(
    score: Callable[[list[Pair]], list[float]], made: list[tuple[str, str | None]], *, yes: bool
) -> tuple[int, int]:
    """Count the answers that are right."""
    asked = [Pair(a, b) for a, b in made if (b is not None and a != b) or b == a]
    values = score(asked) if asked else []
    return sum((value >= 0.5) == yes for value in values), len(asked)


def prose(options: argparse.Namespace) -> None:
    """Print identity, near identity, changes and neighbours by length, per language."""
    score = models.pair()
    for lang in PROSE:
        for band in BANDS:
            some = list(passages(lang, band, options.count))
            texts = [text for text, _ in some]
            halves = [(a, a[: len(a) // 2] + b[len(b) // 2 :]) for a, b in some]
            print(
                lang, f"{band[0]}-{band[1]}", f"n {len(texts)}",
                say("identity", *rate(score, [(t, t) for t in texts], yes=True)),
                say("comma", *rate(score, [(t, less_comma(t)) for t in texts], yes=True)),
                say("typo", *rate(score, [(t, typo(t)) for t in texts], yes=True)),
                say("digit", *rate(score, [(t, other_digit(t)) for t in texts], yes=False)),
                say("next", *rate(score, list(some), yes=False)),
                say("other half", *rate(score, list(halves), yes=False)),
                sep="  ", flush=True,
            )  # fmt: skip


def batch(options: argparse.Namespace) -> None:
    """Print how much answers depend on what stands beside a pair."""
    from paraphrast.models.suite import open_suite

    items = [item.pair for item in open_suite().items if item.family == "written"][:: max(1, 1980 // 300)]
    score = models.pair()
    together, alone = np.array(score(items)), np.array([score([pair])[0] for pair in items])
    flips = int(((together >= 0.5) != (alone >= 0.5)).sum())
    print(
        f"batch: {len(items)} pairs, largest difference {np.abs(together - alone).max():.2g}, decisions that flip {flips}"
    )


def suite(options: argparse.Namespace) -> None:
    """Print the behavioural suite; with --log, write down that this weights file was run on it."""
    from paraphrast.identify.probe import probe_pairs
    from paraphrast.identify.probe_page import lay_out_report
    from paraphrast.models.suite import open_suite

    report = probe_pairs(models.pair(), open_suite(halves=(options.half,)), name="bundled", label="suite")
    print(lay_out_report(report, worst=0))
    written = [answer for answer in report.answers if answer.item.family == "written"]
    right = sum(answer.right for answer in written)
    print(say(f"written, {options.half} half:", right, len(written)))
    if options.log:
        log(f"pairs.{options.half}", f"{right}/{len(written)}")


def log(what: str, result: str) -> None:
    """Add a line to the log of runs on the deciding half."""
    weights = models.__path__[0] + "/weights/reader.onnx.zst"
    digest = hashlib.sha256(Path(weights).read_bytes()).hexdigest()[:16]
    new = "" if LOG.exists() else "date\tweights\twhat\tresult\n"
    with open(LOG, "a", encoding="utf-8") as file:
        file.write(f"{new}{date.today()}\t{digest}\t{what}\t{result}\n")


def offence(options: argparse.Namespace) -> None:
    """Print recall of each kind of offence, look-alikes left alone, and whether the kind is named."""
    from paraphrast.cli.suites import lay_out_texts
    from paraphrast.models.suite import open_texts
    from paraphrast.models.suite.texts import probe_texts

    texts = open_texts(halves=(options.half,))
    judge = models.toxicity()
    report = probe_texts(judge, texts, name="bundled")
    print(lay_out_texts(report, worst=0))
    if hasattr(judge, "kinds"):
        offensive = [answer.item for answer in report.answers if answer.item.offends and answer.right]
        said = judge.kinds([item.text.text for item in offensive])
        named = sum(found.kinds[item.kind] >= 0.5 for item, found in zip(offensive, said, strict=True))
        print(say("kind named, of those caught:", named, len(offensive)))
    if options.log:
        log(f"texts.{options.half}", f"{sum(a.right for a in report.answers)}/{len(report.answers)}")


def people(options: argparse.Namespace) -> None:
    """Print rank correlations with people who judged detoxified texts, on sources no judge learned from."""
    from reader_pairs import fraction

    from paraphrast.metrics import score

    for lang in ("ru", "en", "zh"):
        found = [p for p in corpora.load(f"textdetox-2024-human-eval-{lang}", "test") if isinstance(p, Pair)]
        compare(f"textdetox-{lang}", [p for p in found if p.b.strip() and fraction(p.a) < 0.25], score)
    found = [p for p in corpora.load("detox-emnlp2021", "mean") if isinstance(p, Pair) and p.b.strip()]
    compare("emnlp2021-en", found, score)


def compare(name: str, pairs: list[Pair], score: Callable) -> None:  # type: ignore[type-arg]
    """Print Spearman of each part and of the product with what people said of the same."""
    columns = {"fl": ("fluency",), "sim": ("content", "meaning"), "sta": ("toxicity", "style")}
    said = []
    told = []
    for part, names in columns.items():
        values = score(part, pairs, samples=1).sentences
        column = next(name for name in names if name in pairs[0].meta)
        wanted = np.array([float(pair.meta[column]) for pair in pairs])
        said.append(values)
        told.append(f"{part} {spearman(values, wanted):.3f}")
        if part == "sim":
            same = models.pair(convention="usual")([Pair(p.a, p.b) for p in pairs])
            told.append(f"pair model {spearman(np.array(same), wanted):.3f}")
    joint = np.array([float(pair.label or 0) for pair in pairs])
    told.append(f"joint {spearman(np.prod(said, axis=0), joint):.3f}")
    print(f"{name}: n {len(pairs)}  " + "  ".join(told), flush=True)


def readings(options: argparse.Namespace) -> None:
    """Print how well fluency separates outputs that readers called fine and broken."""
    judge = models.fluency()
    for path in sorted(READINGS.glob("fluency*.jsonl")):  # the calibration has learned from the first set
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        sources, outputs = [row["source"] for row in rows], [row["output"] for row in rows]
        alone, beside = np.array(judge(outputs)), np.array(judge.beside(sources, outputs))
        fine = np.array([row["fluent"] for row in rows], dtype=bool)
        print(
            f"{path.stem}: fine {fine.sum()}, broken {(~fine).sum()}, "
            f"AUC alone {auc(fine, alone):.3f}, beside the source {auc(fine, beside):.3f}"
        )


def dev(options: argparse.Namespace) -> None:
    """Print accuracy and F1 on the dev parts that training keeps aside, each under its own convention.

    --save keeps which answers were right, and --against compares with what another version kept (McNemar).
    """
    from reader_pairs import SOURCES, corpus_rows

    before = json.loads(options.against.read_text(encoding="utf-8")) if options.against else {}
    total, kept = [], {}
    for source in SOURCES:
        rows = [row for row in corpus_rows(source) if row.dev][: options.limit] if source.held else []
        if not rows:
            continue
        score = models.pair(convention=rows[0].conventions[0])
        said = np.array(score([Pair(row.a, row.b) for row in rows])) >= 0.5
        true = np.array([row.label > 0.5 for row in rows])
        f1 = 2 * (said & true).sum() / max(1, said.sum() + true.sum())
        total += [float((said == true).mean()), float(f1)]
        kept[source.name] = (said == true).astype(int).tolist()
        p = f"  p {mcnemar(before[source.name], kept[source.name]):.3f}" if source.name in before else ""
        print(f"{source.name:24} {len(rows):5}  {total[-2]:.3f}/{f1:.3f}{p}", flush=True)
    print(f"mean of accuracy and F1 over all {np.mean(total):.4f}")
    if options.save:
        options.save.write_text(json.dumps(kept), encoding="utf-8")


def mcnemar(one: list[int], other: list[int]) -> float:
    """Give the exact p of a difference between two models' right answers to the same questions."""
    from scipy.stats import binomtest

    apart = [a - b for a, b in zip(one, other, strict=True) if a != b]
    return float(binomtest(apart.count(1), len(apart)).pvalue) if apart else 1.0


def speed(options: argparse.Namespace) -> None:
    """Print pairs read in a CPU second, of the suite's written pairs and of long prose."""
    from paraphrast.models.suite import open_suite

    items = [item.pair for item in open_suite().items if item.family == "written"][::5]
    score = models.pair()
    score(items[:4])
    began = time.process_time()
    score(items)
    print(f"speed: {len(items) / (time.process_time() - began):.1f} pairs a CPU second ({len(items)} pairs)")


PARTS = {part.__name__: part for part in (prose, batch, suite, offence, people, readings, dev, speed)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    small.default(
        "batch offence", "suite, readings (name them); prose, people, dev, speed (need the corpora)"
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--half", choices=["open", "deciding"], default="open")
    parser.add_argument("--log", action="store_true", help="write the run down; for the deciding half")
    parser.add_argument("--count", type=int, default=40, help="texts of each length")
    parser.add_argument("--limit", type=int, default=3_000, help="pairs of each dev part")
    parser.add_argument("--save", type=Path, help="dev: keep which answers were right")
    parser.add_argument("--against", type=Path, help="dev: compare with what another version kept")
    options = parser.parse_args()
    for name in options.parts or ["batch", "suite", "offence", "readings"]:
        print(f"== {name}")
        PARTS[name](options)


if __name__ == "__main__":
    main()
