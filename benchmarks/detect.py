"""What detection finds and costs, beside both baselines, on documents made from a folder of plain text.

python benchmarks/detect.py quality   MONO [--documents 200] [--langs ru,en,zh] [--formulas .25]
python benchmarks/detect.py essays    FOLDER...
python benchmarks/detect.py translated MONO [--parallel progit] [--documents 20] [--indexed 100]
python benchmarks/detect.py robust    FOLDER... [--mono MONO]
python benchmarks/detect.py retrieval MONO [--indexed 200000] [--documents 60] [--index DIR]
python benchmarks/detect.py shares    MONO [--indexed 10000] [--texts 5] [--sentences 20] [--clean 200]
python benchmarks/detect.py sentences MONO [--sizes 10000,100000,1000000] [--sentences 25] [--index DIR]
python benchmarks/detect.py answers   [--meaning] [--mono MONO --indexed 1000]
python benchmarks/detect.py meaning   MONO [--indexed 100000] [--clean 100] [--index DIR]
python benchmarks/detect.py heavy     MONO [--indexed 100000] [--index DIR]
python benchmarks/detect.py cost      MONO [--indexed 100000] [--index DIR]
python benchmarks/detect.py speed     MONO
python benchmarks/detect.py growth    MONO [--sizes 10000,100000,1000000] [--length 2000] [--plot growth.svg]
python benchmarks/detect.py faults    [--kills 20]

MONO holds LANG.NAME.txt.xz (or .txt), one paragraph per line. Times are CPU seconds unless it says otherwise.
"""

import argparse
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import small
from detect_answers import add_answers
from detect_meaning import add_meaning
from detect_robust import robust
from detect_scale import growth, retrieval
from detect_sentences import add_sentences
from detect_shares import add_shares
from detect_texts import cpu, in_turn, library
from detect_translated import translated

from paraphrast.data import Document, Match
from paraphrast.detect.align import align
from paraphrast.detect.detectors import corpus
from paraphrast.detect.essays.convert import load as load_essay
from paraphrast.detect.evaluate import evaluate
from paraphrast.detect.generate import Plan, generate
from paraphrast.detect.index import manifest
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.sentence import sentence
from paraphrast.detect.shingles import shingles
from paraphrast.detect.terms import terms

BATCH = 50  # documents of a commit in the test of faults
METHODS = {"shingles": shingles, "sentence": sentence, "paraphrast": align}


def line(name: str, truth: list[Match], found: list[Match], seconds: float) -> None:
    report = evaluate(truth, found)
    macro, micro = report.levels["macro"], report.levels["micro"]
    bounds = f"[{macro.low:.3f}, {macro.high:.3f}]" if macro.low is not None else ""
    print(
        f"| {name} | {macro.plagdet:.3f} {bounds} | {micro.plagdet:.3f} "
        f"| {macro.precision:.3f} | {macro.recall:.3f} | {macro.granularity:.2f} | {seconds:.1f} |",
        flush=True,
    )


def compare(truth: list[Match], pairs: list[tuple[Document, Document]], what: str) -> None:
    print(f"\n{what}: {len(pairs)} pairs, {len(truth)} cases")
    print("| method | macro plagdet | micro | precision | recall | granularity | CPU s |")
    print("|---|---|---|---|---|---|---|")
    for name, detect in METHODS.items():
        found: list[Match] = []
        seconds = cpu(
            lambda detect=detect, found=found: found.extend(m for a, b in pairs for m in detect(a, b))
        )
        line(name, truth, found, seconds)


def quality(options: argparse.Namespace) -> None:
    for lang in options.langs.split(","):
        texts = list(islice(library(Path(options.mono), lang, options.size), 3 * options.documents))
        for kind in ("copy", "paraphrase"):
            with tempfile.TemporaryDirectory() as folder:
                plan = Plan(
                    kind=kind,  # type: ignore[arg-type]
                    count=options.documents,
                    formulas=options.formulas,
                    seed=options.seed,
                )
                truth = generate(texts[::3], texts[1::3] + texts[2::3], folder, plan=plan)
                compare(truth, list(corpus(Path(folder))), f"{lang} {kind}")


def essays(options: argparse.Namespace) -> None:
    truth, pairs = [], []
    for folder in options.folders:
        essay = load_essay(folder)
        compare(essay.truth, [(essay.suspicious, source) for source in essay.sources], essay.suspicious.id)
        truth += essay.truth
        pairs += [(essay.suspicious, source) for source in essay.sources]
    compare(truth, pairs, "all essays")


def plain_shingles(suspicious: str, source: str, length: int = 50) -> int:
    """The baseline as one would first write it: a window of letters, joined at every step."""
    known: dict[str, list[int]] = {}
    window: list[tuple[int, str]] = []
    for place, letter in enumerate(suspicious):
        if letter.isalnum():
            window.append((place, letter))
        if len(window) == length:
            known.setdefault("".join(one.lower() for _, one in window), []).append(window[0][0])
            window = window[1:]
    found, window = 0, []
    for place, letter in enumerate(source):
        if letter.isalnum():
            window.append((place, letter))
        if len(window) == length:
            if "".join(one.lower() for _, one in window) in known:
                found += 1
            window = window[1:]
    return found


def least(work: Callable[[], object]) -> float:
    return min(cpu(work) for _ in range(5))


def speed(options: argparse.Namespace) -> None:
    for lang in options.langs.split(","):
        _alignment(Path(options.mono), lang)
    langs = options.langs.split(",")
    shelves = {
        lang: list(islice(library(Path(options.mono), lang, 2000), options.documents)) for lang in langs
    }
    shelves["mixed"] = list(islice(in_turn(map(iter, shelves.values())), options.documents))
    for name, texts in shelves.items():
        _indexing(name, texts, options.workers)
    _scoring()


def _alignment(mono: Path, lang: str) -> None:
    a, b = (Document(d.id, d.text[:100_000], lang=d.lang) for d in islice(library(mono, lang, 100_000), 2))
    mixed = Document("mixed", a.text[:50_000] + b.text[:20_000] + a.text[50_000:80_000], lang=a.lang)
    fresh = count()  # another text each time, so that nothing remembered helps

    def again(document: Document) -> Document:
        number = next(fresh)
        return Document(f"{document.id} {number}", document.text + " " * number, lang=document.lang)

    align(again(mixed), again(b))
    times = {
        "shingles, written plainly": least(lambda: plain_shingles(mixed.text, b.text)),
        "shingles, with slices": least(lambda: shingles(mixed, b)),
        "sentence": least(lambda: sentence(again(mixed), again(b))),
        "paraphrast": least(lambda: align(again(mixed), again(b))),
    }
    print(f"{lang}: two documents of 100,000 characters ({a.id}, {b.id}), the best of five:")
    for name, seconds in times.items():
        plain = times["shingles, written plainly"] / seconds
        print(f"| {name} | {seconds:.3f} s | {plain:.1f}x |", flush=True)


def _indexing(name: str, texts: list[Document], workers: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        terms.cache_clear()  # nothing that is remembered from another language or run helps
        start, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
        here = cpu(lambda: _build(Path(folder) / "x", texts, workers))
        wall, after = time.time() - wall, resource.getrusage(resource.RUSAGE_CHILDREN)
    total = here + after.ru_utime - start.ru_utime + after.ru_stime - start.ru_stime
    size = sum(len(d.text) for d in texts) / len(texts)
    print(
        f"{name}: index of {len(texts)} documents of {size:.0f} characters, words + fingerprints, "
        f"{workers} workers: {len(texts) / total:.0f} documents per CPU second, {len(texts) / wall:.0f} per "
        f"second on the clock of this machine with load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def _scoring() -> None:
    """Time plagdet on 60,000 cases and 75,000 detections over 3,000 documents."""
    from paraphrast.data import Span

    draw = np.random.default_rng(0)

    def some(count: int) -> list[Match]:
        columns = [draw.integers(0, top, count).tolist() for top in (3000, 90_000, 1950, 5, 90_000)]
        return [
            Match(Span(f"a{d}", s, s + n + 50), Span(f"b{d}-{k}", t, t + n + 50), "paraphrase")
            for d, s, n, k, t in zip(*columns, strict=True)
        ]

    truth = some(60_000)
    found = truth[:50_000] + some(25_000)
    seconds = cpu(lambda: evaluate(truth, found, samples=0))
    print(f"plagdet of 60,000 cases and 75,000 detections: {seconds:.2f} s")


def _build(place: Path, texts: list[Document], workers: int) -> None:
    with Writer(place) as writer:
        writer.add(texts, workers=workers)


def _endless(place: str) -> None:
    """Add batches of 50 documents without end, and delete the first document of each."""
    known = len(_batches(Index(place)))
    with Writer(place, every=BATCH) as writer:
        writer.delete([f"d{BATCH * batch}" for batch in range(known)])  # what the last one did not get to
        for batch in count(known):
            names = range(BATCH * batch, BATCH * (batch + 1))
            writer.add(
                Document(f"d{n}", f"Документ номер {n} о море, маяке и корабле {n * 7}.", lang="ru")
                for n in names
            )
            writer.delete([f"d{names[0]}"])
            writer.commit()


def _batches(index: Index) -> dict[int, set[int]]:
    """Give the documents of each batch."""
    found: dict[int, set[int]] = {}
    for number in (int(document.id[1:]) for document in index):
        found.setdefault(number // BATCH, set()).add(number % BATCH)
    return found


def _sound(index: Index) -> int:
    """Fail if a batch is not whole, or the views disagree; say how many batches there are."""
    batches, whole = _batches(index), set(range(BATCH))
    # of the last batch alone the first document may still wait for its deletion
    assert all(batches[n] in (whole - {0}, whole) for n in batches), "a part of a commit was lost"
    assert all(batches[n] == whole - {0} for n in range(len(batches) - 1)), "a deletion was lost"
    hits = [number for _, number in index.by_words(["корабл"], limit=10**6)]
    assert len(hits) == len(set(hits)) == len(index), "the view of words disagrees"
    assert all(index.document(number) for number in hits)
    return len(batches)


def faults(options: argparse.Namespace) -> None:
    draw = np.random.default_rng(options.seed)
    place = Path(tempfile.mkdtemp())
    with Writer(place):
        pass
    before = 0
    for kill in range(options.kills):
        serial = manifest.load(place).serial
        process = multiprocessing.get_context("spawn").Process(target=_endless, args=(str(place),))
        process.start()
        while manifest.load(place).serial == serial:
            time.sleep(0.01)
        time.sleep(float(draw.uniform(0.0, 1.0)))
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        index = Index(place)
        now = _sound(index)
        assert now >= before, "something committed was lost"
        before = now
        print(f"kill {kill + 1}: {len(index)} documents in {now} batches, all there", flush=True)
    shutil.rmtree(place)


def add_others(verbs: Any) -> None:
    """Add the verbs that take folders of their own."""
    one = verbs.add_parser("essays")
    one.add_argument("folders", nargs="+")
    one.set_defaults(run=essays)
    one = verbs.add_parser("translated")
    one.add_argument("mono")
    one.add_argument("--parallel", default="progit", help="a text that the bundled encoder has not seen")
    one.add_argument("--documents", type=int, default=20)
    one.add_argument("--indexed", type=int, default=100)
    one.add_argument("--seed", type=int, default=0)
    one.set_defaults(run=translated)
    one = verbs.add_parser("robust")
    one.add_argument("folders", nargs="+")
    one.add_argument("--mono")
    one.add_argument("--langs", default="ru,en,zh")
    one.add_argument("--documents", type=int, default=20)
    one.set_defaults(run=robust)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    small.default(
        "quality {mono} --documents 3 --size 700",
        "essays, translated, robust, retrieval, shares, speed, growth, faults, which need texts or time",
    )
    verbs = parser.add_subparsers(required=True)
    for verb in (quality, retrieval, speed, growth):
        one = verbs.add_parser(verb.__name__)
        one.add_argument("mono")
        one.add_argument(
            "--documents",
            type=int,
            default={"quality": 200, "retrieval": 60, "speed": 10_000}.get(verb.__name__, 0),
        )
        one.add_argument("--size", type=int, default=8000, help="quality: characters of a text")
        one.add_argument(
            "--formulas", type=float, default=0.25, help="quality: turns of speech that both sides get"
        )
        one.add_argument("--langs", default="ru,en,zh")
        one.add_argument("--indexed", type=int, default=200_000)
        one.add_argument("--index")
        one.add_argument("--sizes", default="10000,100000,1000000")
        one.add_argument("--length", type=int, default=2000, help="characters of a document")
        one.add_argument("--plot")
        one.add_argument("--workers", type=int, default=1)
        one.add_argument("--seed", type=int, default=0)
        one.set_defaults(run=verb)
    add_others(verbs)
    add_shares(verbs)
    add_sentences(verbs)
    add_answers(verbs)
    add_meaning(verbs)
    one = verbs.add_parser("faults")
    one.add_argument("--kills", type=int, default=20)
    one.add_argument("--seed", type=int, default=0)
    one.set_defaults(run=faults)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    sys.exit(main())
