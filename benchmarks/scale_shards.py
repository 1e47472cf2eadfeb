"""An index of shards against one of the same documents: cost, bytes, seconds of a check, and every answer.

python benchmarks/scale_shards.py MONO --indexed 100000 --shards 8 --texts 60 [--length 2000] [--meaning]
python benchmarks/scale_shards.py MONO --indexed 1000000 --work DIR   keep what is built; go on with it

The texts are like those of detect.py: parts of one to a hundred documents, a single sentence between
somebody's own paragraphs, and texts that took nothing.
"""

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import small
from detect_scale import Timed, most_memory
from detect_shares import CHARACTERS, LENGTHS, find_bucket
from detect_texts import cpu, varied

from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index.manifest import VIEWS
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.shards import Change, change_shards
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import load_meaning
from paraphrast.text import LANGS

SOURCES = (1, 5, 12, 30, 100)
OWN = 1_500  # characters of somebody's own on each side of a sentence


def taken(documents: list[Document], count: int, draw: np.random.Generator) -> Iterator[Document]:
    """Make texts of parts of one to a hundred documents."""
    for number in range(count):
        sources = SOURCES[number % len(SOURCES)]
        chosen = [documents[int(at)] for at in draw.integers(0, len(documents), sources)]
        size = max(160, 6_000 // sources)
        yield Document(f"sources-{number}", "\n".join(one.text[:size] for one in chosen))


def planted(documents: list[Document], count: int, draw: np.random.Generator) -> Iterator[Document]:
    """Put a sentence of a document between paragraphs that nobody else wrote."""
    prose = {lang: list(small.prose(lang)) for lang in LANGS}
    made = 0
    for at in draw.permutation(len(documents)).tolist():
        lender = documents[at]
        lang = lender.lang or "ru"
        bucket, sentence = find_bucket(lender, lang, CHARACTERS if lang == "zh" else LENGTHS, draw)
        if bucket is not None:
            halves = [own(prose[lang], draw) for _ in range(2)]
            yield Document(f"sentence-{made}", f"{halves[0]}{sentence}\n{halves[1]}", lang=lang)
            made += 1
        if made == count:
            return


def own(prose: list[str], draw: np.random.Generator) -> str:
    """Give some paragraphs of somebody's own."""
    text = ""
    while len(text) < OWN:
        text += prose[int(draw.integers(len(prose)))] + "\n"
    return text


def clean(count: int, draw: np.random.Generator) -> Iterator[Document]:
    """Make texts that took nothing."""
    prose = {lang: list(small.prose(lang)) for lang in LANGS}
    for number in range(count):
        lang = LANGS[number % len(LANGS)]
        yield Document(f"clean-{number}", own(prose[lang], draw) + own(prose[lang], draw), lang=lang)


def texts(index: Index, count: int) -> Iterator[Document]:
    """Make a third of each kind, of documents from anywhere in the index."""
    draw = np.random.default_rng(5)
    rows = [(segment, row) for segment in index.segments for row in range(0, len(segment), 97)]
    some = [rows[int(at)] for at in draw.choice(len(rows), min(len(rows), 2_000), replace=False)]
    documents = [segment.document(row) for segment, row in some]
    yield from taken(documents, -(-count // 3), draw)
    yield from planted(documents, count // 3, draw)
    yield from clean(count // 3, draw)


def write_one(place: Path, documents: Iterator[Document], options: argparse.Namespace) -> None:
    """Build the index without shards."""
    with Writer(place, views=VIEWS if options.meaning else None) as writer:
        writer.add(documents)


def write_shards(place: Path, documents: Iterator[Document], options: argparse.Namespace) -> None:
    """Build the same of shards, one after another in this process."""
    change_shards(place, documents, [], Change(options.shards, VIEWS if options.meaning else None))


BUILDERS: dict[str, Callable[[Path, Iterator[Document], argparse.Namespace], None]] = {
    "shards": write_shards,
    "one": write_one,
}


def measure(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Build an index in this process, and say what that took beside making the documents."""
    place, start = options.work / name, time.monotonic()
    begun = place.exists() or Path(f"{place}.parts").exists()
    stream = Timed(varied(options.mono, options.length))
    used = cpu(lambda: BUILDERS[name](place, islice(stream, options.indexed), options))
    return {
        "cpu": used - stream.seconds,
        "made": stream.seconds,
        "wall": time.monotonic() - start,
        "memory": most_memory(),
        "characters": stream.characters,
        "resumed": begun,
    }


def built(name: str, options: argparse.Namespace) -> Index:
    """Build an index in a fresh process, unless an earlier run has, and say what it took."""
    place, notes = options.work / name, options.work / f"{name}.json"
    if not notes.is_file():
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            notes.write_text(json.dumps(pool.apply(measure, (name, options))), encoding="utf-8")
    told, index = json.loads(notes.read_text(encoding="utf-8")), Index(place)
    known = index.info()
    again = " (since it was interrupted)" if told["resumed"] else ""
    print(
        f"{name}: {known['documents']} documents in {known['shards']} shards, "
        f"{told['characters'] / options.indexed:.0f} characters on average, {known['bytes'] / 1e6:.0f} MB, "
        f"{told['cpu']:.0f} CPU s and {told['made']:.0f} to make the documents, {told['wall']:.0f} s{again}, "
        f"memory at most {told['memory']:.0f} MB",
        flush=True,
    )
    return index


def compare(indexes: dict[str, Index], options: argparse.Namespace) -> None:
    """Check every text in each index, and say how many answers differ and how long they took."""
    meaning = load_meaning() if options.meaning else None
    notes = options.work / f"answers-{'-'.join(indexes)}.jsonl"
    known = notes.read_text(encoding="utf-8").splitlines() if notes.is_file() else []
    rows = [json.loads(line) for line in known]
    with notes.open("a", encoding="utf-8") as file:
        for text in islice(texts(indexes["shards"], options.texts), len(rows), None):
            answers, seconds = [], {}
            turn = list(indexes.items())[:: -1 if len(rows) % 2 else 1]  # who comes second reads less anew
            for name, index in turn:
                start = time.process_time()
                answers.append(check(text, index, meaning=meaning))
                seconds[name] = time.process_time() - start
            rows.append([text.id, len(answers[0].sources), answers[0] != answers[-1], seconds])
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
    tell(rows, list(indexes))


def tell(rows: list[list[Any]], names: list[str]) -> None:
    """Say of each kind of texts how many answers differ, and what checks cost."""
    for kind in dict.fromkeys(row[0].partition("-")[0] for row in rows):
        some = [row for row in rows if row[0].startswith(f"{kind}-")]
        differ = f"; answers that differ: {sum(row[2] for row in some)}" if len(names) > 1 else ""
        print(f"{kind}: {len(some)} texts, {sum(row[1] for row in some)} sources found{differ}")
    for name in names:
        took = [row[3][name] for row in rows]
        print(f"  {name}: a check {np.median(took):.2f} CPU s, p95 {np.percentile(took, 95):.2f}")
    print(f"  memory of all checks at most {most_memory():.0f} MB", flush=True)


def main() -> None:
    """Build both and compare."""
    small.default("{mono} --indexed 300 --shards 3 --texts 12", "100,000 documents and more")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("mono", type=Path)
    parser.add_argument("--indexed", type=int, default=10_000)
    parser.add_argument("--length", type=int, default=600)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--texts", type=int, default=30)
    parser.add_argument("--meaning", action="store_true", help="with vectors, which checks use too")
    parser.add_argument("--work", type=Path, help="keep the indexes in this folder, and go on with them")
    parser.add_argument("--alone", action="store_true", help="only the shards: nothing to compare with")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        given.work = given.work or Path(folder)
        given.work.mkdir(parents=True, exist_ok=True)
        compare({name: built(name, given) for name in (["shards"] if given.alone else BUILDERS)}, given)


if __name__ == "__main__":
    main()
