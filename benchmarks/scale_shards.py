"""An index of shards against one of the same documents: cost, bytes, seconds of a check, and every answer.

python benchmarks/scale_shards.py MONO --indexed 100000 --shards 8 --texts 60
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import small
from detect_texts import cpu, varied

from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.shards import Change, change_shards
from paraphrast.detect.index.writer import Writer


def essays(documents: list[Document], count: int) -> Iterator[Document]:
    """Make texts of paragraphs of one, five or thirty documents, of single lines, and of nothing borrowed."""
    draw = np.random.default_rng(5)
    for number in range(count):
        sources = (1, 5, 30, 12, 0)[number % 5]
        chosen = [documents[int(at)] for at in draw.integers(0, len(documents), sources)]
        taken = [one.text[:1200] if number % 5 != 3 else one.text.split("\n")[0][:160] for one in chosen]
        if not taken:  # words of a document in another order: nothing to find but what chance makes
            words = documents[int(draw.integers(0, len(documents)))].text.split()
            taken = [" ".join(draw.permutation(words).tolist())]
        yield Document(f"essay-{number}", "\n".join(taken))


def write_one(place: Path, mono: Path, options: argparse.Namespace) -> None:
    """Build the index without shards."""
    with Writer(place) as writer:
        writer.add(islice(varied(mono, options.length), options.indexed))


def write_shards(place: Path, mono: Path, options: argparse.Namespace) -> None:
    """Build the same of shards, one after another in this process."""
    documents = islice(varied(mono, options.length), options.indexed)
    change_shards(place, documents, [], Change(options.shards))


def compare(one: Index, many: Index, texts: list[Document]) -> None:
    """Check every text in both, and say how many answers differ and how long they took."""
    other, found, seconds = 0, 0, {"one": [0.0] * 0, "shards": [0.0] * 0}
    for text in texts:
        answers = []
        for name, index in (("one", one), ("shards", many)):
            start = time.process_time()
            answers.append(check(text, index))
            seconds[name].append(time.process_time() - start)
        other += answers[0] != answers[1]
        found += len(answers[0].sources)
    print(f"{len(texts)} texts, {found} sources found; answers that differ: {other}")
    for name, some in seconds.items():
        print(f"  {name}: a check {np.median(some):.2f} CPU s, p95 {np.percentile(some, 95):.2f}")


def main() -> None:
    """Build both and compare."""
    small.default("{mono} --indexed 300 --shards 3 --texts 10", "100,000 documents and more")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mono", type=Path)
    parser.add_argument("--indexed", type=int, default=10_000)
    parser.add_argument("--length", type=int, default=600)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--texts", type=int, default=30)
    given = parser.parse_args()
    place = Path(tempfile.mkdtemp())
    try:
        reading = cpu(lambda: sum(1 for _ in islice(varied(given.mono, given.length), given.indexed)))
        print(f"reading alone: {reading:.0f} CPU s")
        for name, build in (("one", write_one), ("shards", write_shards)):
            used = cpu(lambda name=name, build=build: build(place / name, given.mono, given))
            told = Index(place / name).info()
            size = f"{told['documents']} documents in {told['shards']} shards, {told['bytes'] / 1e6:.0f} MB"
            print(f"{name}: {size}, {used:.0f} CPU s with reading", flush=True)
        some = list(islice(varied(given.mono, given.length), given.indexed))[:: max(1, given.indexed // 2000)]
        compare(Index(place / "one"), Index(place / "shards"), list(essays(some, given.texts)))
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
