"""Mining and near duplicates at size: python benchmarks/mining.py CORPORA WHAT ... --work DIR

CORPORA is a folder of `pairs/*.tsv.xz` and `parallel/*.tsv.xz` (two texts a line) and `mono/*.txt.xz` (a
paragraph a line). `near` puts texts through the near-duplicate filter; `million` runs `paraphrast build mine`
on --number texts, watches its memory, and can be killed and called again; `peer` mines texts beside
sentence-transformers with the same encoder, whole; `search` does that with vectors which `million` has made;
`recall` compares the search in long lists with a whole comparison.
"""

import argparse
import json
import lzma
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
import small

from paraphrast.build.mining.store import State, Store
from paraphrast.data import Pair
from paraphrast.models import encoder
from paraphrast.text import language, sentences

SHORT = 12
LOW = 0.8  # pairs are compared from this cosine on
HERE = Path(__file__).resolve()


def texts(corpora: Path, longest: int) -> Iterator[str]:
    """Yield different sentences of the tables and of the plain text, in turn from each file."""
    seen: set[int] = set()
    folders = (("pairs", "*.tsv.xz"), ("parallel", "*.tsv.xz"), ("mono", "*.txt.xz"))
    streams = [parts(path) for name, ending in folders for path in sorted((corpora / name).glob(ending))]
    while streams:
        for stream in list(streams):
            found = list(islice(stream, 200))
            if not found:
                streams.remove(stream)
            for text in (" ".join(each.split()) for each in found):
                if SHORT <= len(text) <= longest and hash(text) not in seen:
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
        rows = islice(texts(options.corpora, options.longest), options.number)
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


def million(options: argparse.Namespace) -> None:
    """Run the command, and say how long its two halves took and the most memory it had."""
    path, out = listed(options), options.work / f"mined-{options.number}.jsonl"
    known = encoded(out)
    command = [sys.executable, "-m", "paraphrast", "build", "mine", str(path), "--lang", "en"]
    command += ["--scorer", "none", "-o", str(out)]
    process = subprocess.Popen(command)
    half, wall = 0.0, time.monotonic()
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.2)
        state = encoded(out)
        if not state.whole:
            half = spent(process.pid)
    _, code, usage = os.wait4(process.pid, 0)
    assert code == 0, "the command failed"
    total = usage.ru_utime + usage.ru_stime
    rows = encoded(out).rows
    print(f"million: {rows - known.rows:,} of {rows:,} texts encoded now, {half:.0f} CPU seconds")
    print(f"million: search, filters and writing {total - half:.0f} CPU seconds; {len_of(out):,} pairs")
    print(f"million: {usage.ru_maxrss // 1024} MB at most, {time.monotonic() - wall:.0f} s in all")


def encoded(out: Path) -> State:
    """Tell how far the vectors of the command have come."""
    found = next(Path(f"{out}.work").glob("vectors/*/state.json"), None)
    return msgspec.json.decode(found.read_bytes(), type=State) if found else State()


def spent(process: int) -> float:
    """Give the CPU seconds of a running process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def len_of(path: Path) -> int:
    """Count the lines of a file."""
    return sum(1 for _ in lines(path))


def ours(options: argparse.Namespace, vectors: Path | None) -> dict[str, object]:
    """Mine a file as `paraphrast build mine` does."""
    from paraphrast.build.mining import within

    start = time.process_time()
    own = options.work / f"own-{options.number}"
    store = Store(own).encode(lines(listed(options)), encoder()) if vectors is None else Store(vectors)
    middle = time.process_time()
    found = [pair.id for pair in within(store, low=LOW, top=options.top)]
    return told("paraphrast", middle - start, time.process_time() - middle, found)


def theirs(options: argparse.Namespace, vectors: Path | None) -> dict[str, object]:
    """Mine a file with sentence-transformers, whose model holds the same encoder, as its users do."""
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
    if vectors is None:
        model = SentenceTransformer(modules=[Same()], device="cpu")
        # as paraphrase_mining calls it
        rows = model.encode(list(lines(listed(options))), batch_size=32, convert_to_tensor=True)
    else:
        rows = torch.from_numpy(np.asarray(Store(vectors).vectors).astype(np.float32))
    middle = time.process_time()
    pairs = paraphrase_mining_embeddings(rows, max_pairs=options.pairs, top_k=options.top)
    found = [f"{min(i, j)}+{max(i, j)}" for score, i, j in pairs if score >= LOW]
    return told("sentence-transformers", middle - start, time.process_time() - middle, found)


def told(way: str, encoding: float, search: float, found: list[str]) -> dict[str, object]:
    """Say what a way took and found; the pairs themselves are compared by the caller."""
    named = {"way": way, "encode": round(encoding, 1), "search": round(search, 1)}
    return {**named, "whole": round(encoding + search, 1), "MB": memory(), "found": found}


def peer(options: argparse.Namespace, vectors: Path | None = None) -> None:
    """Mine the same texts both ways, each in a process of its own, and print the ratios."""
    results: dict[str, dict[str, object]] = {}
    path = listed(options)
    for way in ("paraphrast", "sentence-transformers"):
        command = [sys.executable, str(HERE), str(options.corpora), "--way", way]
        for name in ("work", "number", "top", "pairs"):
            command += [f"--{name}", str(getattr(options, name))]
        subprocess.run([*command, *(["--vectors", str(vectors)] if vectors else [])], check=True)
        results[way] = json.loads((options.work / f"{way}.json").read_text(encoding="utf-8"))
        print({key: value for key, value in results[way].items() if key != "found"}, flush=True)
    one, other = results["paraphrast"], results["sentence-transformers"]
    for part in ("encode", "search", "whole") if vectors is None else ("search",):
        print(f"{part}: {other[part] / one[part]:.2f} times as fast")  # type: ignore[operator]
    mine, yours = set(one["found"]), set(other["found"])  # type: ignore[call-overload]
    print(f"memory {one['MB'] / other['MB']:.2f} of it")  # type: ignore[operator]
    print(f"pairs {len(mine):,} and {len(yours):,}, both {len(mine & yours):,}")
    print(f"{path.name}, {options.top} neighbours of a text")


def search(options: argparse.Namespace) -> None:
    """Compare the searches alone, with the first vectors of a list that `million` has encoded."""
    source = next(options.work.glob("mined-*.jsonl.work/vectors/*"), None)
    if source is None:
        raise SystemExit("there are no vectors yet: run million first")
    path, folder = options.work / f"texts-{options.number}.txt", options.work / f"first-{options.number}"
    if not (folder / "state.json").exists():
        firsts(Store(source), folder, path, options.number)
    peer(options, folder)


def firsts(store: Store, folder: Path, path: Path, number: int) -> None:
    """Copy the first rows of a store, and write their texts to a file."""
    some = store.texts(range(number))
    place = {text: row for row, text in enumerate(some)}
    vectors = store.vectors
    Store(folder).encode(some, lambda chunk: vectors[[place[text] for text in chunk]].astype(np.float32))
    path.write_text("\n".join(some) + "\n", encoding="utf-8")


def recall(options: argparse.Namespace) -> None:
    """Print how much of a whole comparison the search by cells finds, for some texts of a list."""
    from paraphrast.build.mining.cells import PROBES, Cells
    from paraphrast.build.mining.hits import Limits
    from paraphrast.build.mining.neighbours import exact

    store = Store(next(options.work.glob("mined-*.jsonl.work/vectors/*")))
    limits, rng = Limits(0.85, top=options.top), np.random.default_rng(0)
    with TemporaryDirectory(dir=options.work) as folder:
        cells = Cells(store, None, Path(folder))
        (side,) = cells.sides
        wanted, found = set[tuple[int, int]](), set[tuple[int, int]]()
        for cell in rng.choice(len(cells.centres), 20, replace=False).tolist():
            start, stop = side.starts[cell], min(side.starts[cell + 1], side.starts[cell] + 25)
            rows = side.order[start:stop]
            hits = cells.nearest(start, stop, limits).hits(rows)
            found |= set(zip(hits.row.tolist(), hits.column.tolist(), strict=True))
            asked = Store(Path(folder) / str(cell)).encode(
                map(str, rows), lambda some: store.vectors[[int(text) for text in some]].astype(np.float32)
            )
            for part in exact(asked, store, limits._replace(top=options.top + 1)):
                pairs = zip(rows[part.row].tolist(), part.column.tolist(), strict=True)
                wanted |= {(row, column) for row, column in pairs if row != column}
    share = len(wanted & found) / len(wanted)
    print(
        f"recall: {share:.3f} of {len(wanted):,} neighbours among {len(store):,} texts, {PROBES} cells each"
    )


def single(options: argparse.Namespace) -> None:
    """Do one way in this process."""
    result = (ours if options.way == "paraphrast" else theirs)(options, options.vectors)
    (options.work / f"{options.way}.json").write_text(json.dumps(result), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    small.default(
        "{work} near --work {work}/mined", "peer, search, million, recall, which need large collections"
    )
    parser.add_argument("corpora", type=Path)
    parser.add_argument("what", nargs="*", choices=[*WHAT, []], default=[])
    parser.add_argument("--work", type=Path, required=True, help="where texts and vectors stay")
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--longest", type=int, default=160, help="characters of a text")
    parser.add_argument("--top", type=int, default=10, help="peer, search: neighbours of a text")
    parser.add_argument("--pairs", type=int, default=5_000_000, help="peer, search: pairs the peer may keep")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    parser.add_argument("--vectors", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        single(options)
        return
    for name in options.what or ("near", "peer"):
        WHAT[name](options)


WHAT = {"near": near, "peer": peer, "search": search, "million": million, "recall": recall}

if __name__ == "__main__":
    main()
