"""Detection against many documents: how well sources are retrieved, and how time and memory grow."""

import argparse
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import numpy as np
from detect_texts import cpu, cut, library, memory, shuffled

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
        streams = deque(library(mono, lang, 900) for lang in ("ru", "en", "zh"))
        real = chain(real_documents(streams), *tables)
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


def real_documents(streams: deque[Iterator[Document]]) -> Iterator[Document]:
    while streams:
        stream = streams.popleft()
        document = next(stream, None)
        if document is not None:
            yield document
            streams.append(stream)


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


def growth(options: argparse.Namespace) -> None:
    mono = Path(options.mono)
    sizes = [int(size) for size in options.sizes.split(",")]
    place = Path(options.index or tempfile.mkdtemp())
    rows = []
    for size in sizes:
        wall, seconds = time.time(), cpu(lambda size=size: _grow(place, mono, size, options.workers))
        wall = time.time() - wall
        index = Index(place)
        essay = "\n".join(d.text for d in islice(index, 5000, 5020))[:20_000]
        check(Document("warm", essay[:4000], lang="ru"), index)
        used, clock = (
            cpu(lambda index=index, essay=essay: check(Document("essay", essay, lang="ru"), index)),
            time.time(),
        )
        check(Document("again", essay + " ", lang="ru"), index)
        rows.append((size, seconds, wall, used, time.time() - clock, memory(), index.info()["bytes"] / 1e6))
        print(
            f"| {size:,} | build {seconds:.0f} s CPU here, {wall:.0f} s wall "
            f"| check of 20,000 characters {used:.2f} s CPU, {rows[-1][4]:.2f} s wall "
            f"| {rows[-1][5]} MB resident | {rows[-1][6]:.0f} MB on disk |",
            flush=True,
        )
    if options.plot:
        _plot(rows, options.plot)
    if not options.index:
        shutil.rmtree(place)


def _grow(place: Path, mono: Path, size: int, workers: int) -> None:
    with Writer(place) as writer:
        known = writer.manifest.documents
        writer.add(islice(shuffled(mono, size), known, None), workers=workers)


def _plot(rows: list[tuple[float, ...]], path: str) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(12, 3.6))
    for axis, column, title in zip(
        axes, (3, 5, 6), ("check, CPU s", "resident, MB", "on disk, MB"), strict=True
    ):
        axis.plot([row[0] for row in rows], [row[column] for row in rows], marker="o")
        axis.set(xscale="log", title=title, xlabel="documents")
        axis.set_ylim(bottom=0)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
