"""Mining and near duplicates at size: python benchmarks/mining.py CORPORA [near] [peer] [million] --work DIR

CORPORA is a folder of `mono/*.txt.xz` (a paragraph a line) and `pairs/*.tsv.xz` (two texts a line). `near`
puts texts through the near-duplicate filter; `encode` fills a store with vectors for some minutes and can be
called again; `peer` mines texts beside sentence-transformers with the same encoder, whole; `million` mines a
store of so many vectors: those of `encode`, and behind them copies of these with noise.
"""

import argparse
import json
import lzma
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import numpy as np

from paraphrast.build.mining.store import Store
from paraphrast.data import Pair
from paraphrast.models import encoder
from paraphrast.text import language, sentences

SHORT, LONG = 12, 160
NOISE = 0.8  # added to a vector of length 1: a copy has a cosine of .78 with it and .61 with another copy


def texts(corpora: Path) -> Iterator[str]:
    """Yield different sentences of the pairs, then of the plain text, in turn from each file."""
    seen: set[int] = set()
    for folder, ending in (("pairs", "*.tsv.xz"), ("mono", "*.txt.xz")):
        streams = [parts(path) for path in sorted((corpora / folder).glob(ending))]
        while streams:
            for stream in list(streams):
                found = list(islice(stream, 200))
                if not found:
                    streams.remove(stream)
                for text in found:
                    if SHORT <= len(text) <= LONG and hash(text) not in seen:
                        seen.add(hash(text))
                        yield text


def parts(path: Path) -> Iterator[str]:
    """Yield the texts of a table, or the sentences of paragraphs."""
    with lzma.open(path, "rt", encoding="utf-8", errors="replace") as stream:
        for line in stream:
            if ".tsv" in path.name:
                yield from (text.strip() for text in line.rstrip("\n").split("\t")[:2])
            else:
                lang = language(line[:200])
                yield from (part.text.strip() for part in sentences(line, "en" if lang == "other" else lang))


def listed(options: argparse.Namespace) -> Path:
    """Write the texts to a file, once."""
    path: Path = options.work / f"texts-{options.number}.txt"
    if not path.exists():
        options.work.mkdir(parents=True, exist_ok=True)
        rows = (" ".join(text.split()) for text in islice(texts(options.corpora), options.number))
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def lines(path: Path) -> Iterator[str]:
    """Yield the texts of a file."""
    with path.open(encoding="utf-8") as stream:
        yield from (line.rstrip("\n") for line in stream)


def memory() -> int:
    """Give the most memory this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def near(options: argparse.Namespace) -> None:
    """Put texts through the near-duplicate filter."""
    from paraphrast.build.filters.near import Near

    start, before = time.process_time(), memory()
    pairs = (Pair(text, text) for text in lines(listed(options)))
    dropped = total = 0
    for _, verdict in Near()(pairs):
        total += 1
        dropped += verdict.reason is not None
    seconds = time.process_time() - start
    print(
        f"near: {total:,} texts, {dropped:,} dropped, {seconds:.0f} CPU seconds, "
        f"{memory()} MB at most ({before} MB before)"
    )


class Out(Exception):
    """The time is over."""


def encode(options: argparse.Namespace) -> None:
    """Encode texts for some minutes; called again, it goes on."""
    store, model = Store(options.work / "store"), encoder()
    end = time.monotonic() + 60 * options.minutes
    start, before = time.process_time(), len(store)

    def timed(some: list[str]) -> np.ndarray:
        if time.monotonic() > end:
            raise Out
        return model(some)

    with suppress(Out):
        store.encode(lines(listed(options)), timed)
    seconds, done = time.process_time() - start, len(store) - before
    print(
        f"encode: {done:,} texts in {seconds:.0f} CPU seconds, {done / seconds:.0f}/s, {memory()} MB; "
        f"{len(store):,} now"
    )


def ours(path: Path, folder: Path, *, cached: bool) -> dict[str, object]:
    """Mine a file as `paraphrast build mine` does."""
    from paraphrast.build.mining import within

    start = time.process_time()
    store = Store(folder) if cached else Store(folder).encode(lines(path), encoder())
    middle = time.process_time()
    found = [(pair.id, pair.meta["cosine"]) for pair in within(store, low=0.8, top=10)]
    stop = time.process_time()
    return told("paraphrast", middle - start, stop - middle, {name for name, _ in found})


def theirs(path: Path, cached: Path | None) -> dict[str, object]:
    """Mine a file with sentence-transformers, whose model holds the same encoder."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.util import paraphrase_mining_embeddings

    class Same(torch.nn.Module):
        """The bundled encoder as a module of sentence-transformers."""

        def __init__(self) -> None:
            super().__init__()
            self.model = encoder()

        def tokenize(self, texts: list[str], **_: object) -> dict[str, object]:
            return {"texts": list(texts)}

        preprocess = tokenize

        def forward(self, features: dict[str, object]) -> dict[str, object]:
            found = torch.from_numpy(np.asarray(self.model(features["texts"])))  # type: ignore[arg-type]
            return {**features, "sentence_embedding": found}

    start = time.process_time()
    if cached is None:
        model = SentenceTransformer(modules=[Same()], device="cpu")
        rows = model.encode(list(lines(path)), batch_size=256, convert_to_tensor=True)
    else:
        rows = torch.from_numpy(np.asarray(Store(cached).vectors).astype(np.float32))
    middle = time.process_time()
    # as paraphrase_mining calls it
    pairs = paraphrase_mining_embeddings(rows, max_pairs=5_000_000, top_k=10)
    found = {f"{min(i, j)}+{max(i, j)}" for score, i, j in pairs if score >= 0.8}
    return told("sentence-transformers", middle - start, time.process_time() - middle, found)


def told(way: str, encoding: float, search: float, found: set[str]) -> dict[str, object]:
    """Say what a way took and found; the pairs themselves are compared by the caller."""
    named = {"way": way, "encode": round(encoding, 1), "search": round(search, 1)}
    return {**named, "whole": round(encoding + search, 1), "MB": memory(), "found": sorted(found)}


def peer(options: argparse.Namespace) -> None:
    """Mine the same texts both ways, each in a process of its own, and print the ratios."""
    results: dict[str, dict[str, object]] = {}
    path = listed(options)
    if options.cached:
        copied(Store(options.work / "store"), options)
    for way in ("paraphrast", "sentence-transformers"):
        command = [sys.executable, __file__, str(options.corpora), "--way", way, "--work", str(options.work)]
        command += ["--number", str(options.number)] + (["--cached"] if options.cached else [])
        subprocess.run(command, check=True)
        results[way] = json.loads((options.work / f"{way}.json").read_text(encoding="utf-8"))
        print({key: value for key, value in results[way].items() if key != "found"}, flush=True)
    one, other = results["paraphrast"], results["sentence-transformers"]
    for part in ("encode", "search", "whole"):
        if one[part]:
            print(f"{part}: {other[part] / one[part]:.2f} times as fast")  # type: ignore[operator]
    mine, yours = set(one["found"]), set(other["found"])  # type: ignore[call-overload]
    print(f"memory {one['MB'] / other['MB']:.2f} of it")  # type: ignore[operator]
    print(f"pairs {len(mine):,} and {len(yours):,}, both {len(mine & yours):,}; {path.name}")


def single(options: argparse.Namespace) -> None:
    """Do one way in this process."""
    path = listed(options)
    cached = options.work / f"store-{options.number}" if options.cached else None
    if options.way == "paraphrast":
        result = ours(path, cached or options.work / f"own-{options.number}", cached=options.cached)
    else:
        result = theirs(path, cached)
    (options.work / f"{options.way}.json").write_text(json.dumps(result), encoding="utf-8")


def million(options: argparse.Namespace) -> None:
    """Mine a store of so many vectors, and write what is found as the command does."""
    from paraphrast.build.mining import within
    from paraphrast.data import write

    store = copied(Store(options.work / "store"), options)
    print(f"million: {memory()} MB before the search", flush=True)
    start, wall = time.process_time(), time.monotonic()
    number = write(options.work / "mined.jsonl", within(store, low=0.85, high=0.99, top=10))
    print(
        f"million: {len(store):,} texts, {number:,} pairs, {time.process_time() - start:.0f} CPU seconds, "
        f"{time.monotonic() - wall:.0f} s, {memory()} MB at most"
    )


def copied(real: Store, options: argparse.Namespace) -> Store:
    """Fill a store to the number: the real rows, then copies of them with noise, each with its own text."""
    rng, known = np.random.default_rng(0), len(real)
    vectors = real.vectors
    store = Store(options.work / f"store-{options.number}")

    def encoded(some: list[str]) -> np.ndarray:
        rows = [int(text.rpartition("#")[2]) for text in some]
        found = vectors[[row % known for row in rows]].astype(np.float32)
        noise = rng.normal(size=found.shape).astype(np.float32) * (NOISE / np.sqrt(found.shape[1]))
        found += noise * (np.array(rows) >= known)[:, None]
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def named() -> Iterator[str]:
        for turn in range(-(-options.number // known)):
            for row, text in enumerate(islice(lines(options.work / options.texts), known)):
                if turn * known + row < options.number:
                    yield f"{text} #{turn * known + row}"

    return store.encode(named(), encoded)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("what", nargs="*", default=["near", "peer", "million"])
    parser.add_argument("--work", type=Path, required=True, help="where texts and vectors stay")
    parser.add_argument("--number", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=14.0, help="how long to encode")
    parser.add_argument("--cached", action="store_true", help="peer: search only, as in million")
    parser.add_argument("--texts", default="texts-1000000.txt", help="million: whose vectors were encoded")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        single(options)
        return
    for name in options.what:
        {"near": near, "encode": encode, "peer": peer, "million": million}[name](options)


if __name__ == "__main__":
    main()
