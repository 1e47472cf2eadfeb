"""Detection against many documents: how well sources are retrieved, and how time and memory grow."""

import argparse
import multiprocessing
import shutil
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from detect_texts import cpu, cut, in_turn, library, varied

from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.generate import Plan, generate
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.retrieve import retrieve
from paraphrast.stats import retrieval as ranked


def retrieval(options: argparse.Namespace) -> None:
    mono = Path(options.mono)
    place = Path(options.index or tempfile.mkdtemp())
    held: list[Document] = []

    # the articles of lctt are among the monolingual ones already
    files = [path for path in sorted((mono.parent / "parallel").glob("*.tsv.xz")) if "lctt" not in path.name]
    tables = [cut(path, "en", 900) for path in files]

    def indexed() -> Iterator[Document]:
        """Documents in three languages in turn, then those of the folder `parallel` beside them."""
        real = chain(in_turn(library(mono, lang, 900) for lang in ("ru", "en", "zh")), *tables)
        for number, document in enumerate(islice(real, options.indexed + 300)):
            if number < 300:
                held.append(document)
            else:
                yield document

    start, wall = time.process_time(), time.time()
    with Writer(place) as writer:
        writer.add(indexed(), workers=options.workers)
    print(
        f"indexed {writer.summary}: {time.process_time() - start:.0f} s CPU here, "
        f"{time.time() - wall:.0f} s wall",
        flush=True,
    )
    index = Index(place)
    print(index.info(), flush=True)
    draw = np.random.default_rng(options.seed)
    numbers = draw.choice(min(len(index), 120_000), 1500, replace=False).tolist()
    lenders = [document for number in numbers if (document := index.document(number))]
    # a collection of jokes repeats itself: what is found there is no error, but it is no truth either
    held = [document for document in held if "dialogues" not in document.id]
    lenders = [document for document in lenders if "dialogues" not in document.id]
    for lang in options.langs.split(","):
        for kind in ("copy", "paraphrase"):
            texts = [Document(f"target {d.id}", d.text, lang=d.lang) for d in held if d.lang == lang]
            plan = Plan(kind=kind, count=options.documents, formulas=0, seed=options.seed)  # type: ignore[arg-type]
            _retrieve(index, texts, [d for d in lenders if d.lang == lang], plan)
    if not options.index:
        shutil.rmtree(place)


def _retrieve(index: Index, targets: list[Document], lenders: list[Document], plan: Plan) -> None:
    joined = [
        Document(f"{a.id}+", "\n".join(d.text for d in targets[k : k + 6]), lang=a.lang)
        for k, a in enumerate(targets[:-6])
    ]
    with tempfile.TemporaryDirectory() as folder:
        truth = generate(joined, lenders, folder, plan=plan)
        texts = {p.name: p.read_text(encoding="utf-8") for p in (Path(folder) / "susp").iterdir()}
    names = {f"source-document{n:05d}.txt": d.id for n, d in enumerate(lenders, 1)}
    relevant: dict[str, set[str]] = {}
    for case in truth:
        relevant.setdefault(case.suspicious.doc, set()).add(names[case.source.doc])
    found: dict[str, list[str]] = {}
    lang = targets[0].lang

    def work() -> None:
        for name in relevant:
            found[name] = [
                one.candidate.id for one in retrieve(Document(name, texts[name], lang=lang), index)
            ]

    seconds = cpu(work) / len(relevant)
    report = ranked.report(found, relevant)
    returned = sum(map(len, found.values())) / len(found)
    scores = " ".join(f"{name} {report[name].value:.3f}" for name in ("map", "recall", "precision", "f1"))
    print(f"{lang} {plan.kind}: {scores}, {returned:.1f} returned, {seconds:.2f} s CPU a text", flush=True)


class Row(NamedTuple):
    """An index of some size: what it took to build so far, and what a check takes."""

    documents: int
    build: float
    disk: float
    check: float
    wall: float
    memory: float


def growth(options: argparse.Namespace) -> None:
    place = Path(options.index or tempfile.mkdtemp())
    stream = Timed(varied(Path(options.mono), options.length))
    rows: list[Row] = []
    build = 0.0
    print("| documents | build, CPU s | a second | on disk, MB | check, CPU s | check, s | resident, MB |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for size in (int(size) for size in options.sizes.split(",")):
        spent = stream.seconds
        used = cpu(lambda size=size: _grow(place, stream, size, options.workers))
        build += used - (stream.seconds - spent)
        # in a fresh process, so that the memory is that of whoever checks
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            checked = pool.apply(_checked, (str(place),))
        rows.append(Row(size, build, Index(place).info()["bytes"] / 1e6, *checked))
        print(
            f"| {size:,} | {build:.0f} | {size / build:.0f} | {rows[-1].disk:.0f} | {rows[-1].check:.2f} "
            f"| {rows[-1].wall:.2f} | {rows[-1].memory:.0f} |",
            flush=True,
        )
        if options.plot:
            _plot(rows, options.plot)
    print(f"documents have {stream.characters / rows[-1].documents:.0f} characters on average")
    if not options.index:
        shutil.rmtree(place)


class Timed:
    """Documents, and what it cost to make them."""

    def __init__(self, documents: Iterator[Document]) -> None:
        self.documents, self.seconds, self.characters = documents, 0.0, 0

    def __iter__(self) -> Iterator[Document]:
        return self

    def __next__(self) -> Document:
        start = time.process_time()
        document = next(self.documents)
        self.seconds += time.process_time() - start
        self.characters += len(document.text)
        return document


def _grow(place: Path, stream: Iterator[Document], size: int, workers: int) -> None:
    with Writer(place) as writer:
        writer.add(islice(stream, size - writer.manifest.documents), workers=workers)


def _checked(place: str) -> tuple[float, float, float]:
    """Check an essay of 20,000 characters from many documents: CPU seconds, seconds, the most memory."""
    index = Index(place)
    some = list(islice((document for document in index if document.lang == "ru"), 200, 400))
    essay = "\n".join(document.text[:500] for document in some)[:20_000]
    check(Document("warm", essay[:4000] + "!", lang="ru"), index)
    start, wall = time.process_time(), time.time()
    assert len(essay) == 20_000
    assert check(Document("essay", essay, lang="ru"), index).borrowed > 0.1
    used, clock = time.process_time() - start, time.time() - wall
    return used, clock, most_memory()


def most_memory() -> float:
    """Say how many MB this process had at most; getrusage would count those of its parent."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _plot(rows: list[Row], path: str) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 4, figsize=(14, 3.4))
    titles = {
        "build": "build, CPU s",
        "disk": "on disk, MB",
        "wall": "check, s",
        "memory": "check, resident MB",
    }
    for axis, (name, title) in zip(axes, titles.items(), strict=True):
        axis.plot([row.documents for row in rows], [getattr(row, name) for row in rows], marker="o")
        axis.set(xscale="log", title=title, xlabel="documents")
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path)
