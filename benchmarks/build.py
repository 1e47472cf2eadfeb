"""How good and how fast corpora are built: python benchmarks/build.py [flashcards] [native] [kill] [mining]

`flashcards` rebuilds decks from PARADE and prints recall and share of its pairs; `native` counts the
hard pairs that ParaPhraser gives in an hour; `kill` interrupts the command ten times; `mining` finds
neighbours among made-up vectors beside sentence-transformers (mining.py does it with real ones).
"""

import argparse
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from paraphrast.data import Pair
from paraphrast.text import forms

DATA = Path(os.environ.get("PARAPHRAST_DATA", Path(__file__).parents[2] / "shared" / "data"))


def member(archive: str, ending: str, data: Path) -> list[str]:
    """Read the lines of a file in an archive of the public corpora."""
    with tarfile.open(data / f"{archive}.tar.xz") as packed:
        name = next(name for name in packed.getnames() if name.endswith(ending))
        stream = packed.extractfile(name)
        assert stream is not None
        return stream.read().decode("utf-8").splitlines()


def flashcards(data: Path) -> None:
    """Print what the recipe finds of PARADE's pairs for several numbers of clusters."""
    from paraphrast.build.flashcards import recipe
    from paraphrast.build.pipeline import Pipeline

    rows = [
        line.split("\t")
        for name in ("train", "validation")
        for line in member("parade", f"{name}.txt", data)[1:]
    ]
    decks: dict[str, dict[str, str]] = {}
    for _, _, term, a, b in rows:
        decks.setdefault(term, {}).update({key(a): a, key(b): b})
    true = {(term, frozenset((key(a), key(b)))) for _, label, term, a, b in rows if label == "1"}
    asked = {(term, frozenset((key(a), key(b)))) for _, _, term, a, b in rows}
    cards = [
        Pair(term, text, group=term, lang="en") for term, texts in decks.items() for text in texts.values()
    ]
    every = sum(len(texts) * (len(texts) - 1) // 2 for texts in decks.values())
    print(f"{len(decks)} terms, {len(cards)} definitions, {every} pairs of one term:")
    print(f"  {len(asked) / every:.1%} are pairs of PARADE, {len(true) / every:.1%} are paraphrases there")
    with tempfile.TemporaryDirectory() as folder:
        for share in (2, 4, 10):
            steps = recipe("en", share=share, definitions=2)
            made = Pipeline(steps, folder).run(lambda: cards, key="parade")
            found = {(pair.group, frozenset((key(pair.a), key(pair.b)))) for pair in made.pairs()}
            print(f"k = n/{share}: {len(found)} candidates")
            for name, gold in (("pairs of PARADE", asked), ("paraphrases", true)):
                recall, part = len(gold & found) / len(gold), len(gold & found) / len(found)
                times = part / (len(gold) / every)
                print(
                    f"  {name}: recall {recall:.3f}, share {part:.3f}, {times:.1f} times as among all",
                    flush=True,
                )


def key(definition: str) -> str:
    """Give what equal definitions have in common, as the recipe merges them."""
    return " ".join(forms(definition, "en"))


def paraphraser(data: Path) -> list[Pair]:
    """Read ParaPhraser's training pairs, and each first text with itself."""
    text = "\n".join(member("paraphraser", "paraphrases_train.xml", data))
    found = re.findall(
        r'name="text_1">(.*?)</value>\s*<value name="text_2">(.*?)</value>.*?name="class">(-?\d)',
        text,
        re.DOTALL,
    )
    pairs = [Pair(a, b, (int(label) + 1) / 2, "ru", str(n)) for n, (a, b, label) in enumerate(found)]
    return pairs + [Pair(a, a, 1.0, "ru", f"{n}a") for n, (a, _, _) in enumerate(found)]


def native(data: Path) -> None:
    """Print how many hard pairs an hour the native route makes of ParaPhraser on two cores."""
    from paraphrast.build.adversarial import native as recipe
    from paraphrast.build.pipeline import Pipeline

    pairs = paraphraser(data)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        made = Pipeline(recipe("ru"), folder, workers=2).run(lambda: pairs, key="1")
        kept = list(made.pairs())
        seconds = time.perf_counter() - start
    kinds: dict[str, int] = {}
    for pair in kept:
        kinds[pair.meta["kind"]] = kinds.get(pair.meta["kind"], 0) + 1
    print(
        f"{len(kept):,} pairs of {len(pairs):,} in {seconds:.0f} s: {3600 * len(kept) / seconds:,.0f} an hour"
    )
    print(", ".join(f"{kind} {number:,}" for kind, number in sorted(kinds.items(), key=lambda row: -row[1])))


def kill(data: Path) -> None:
    """Kill `paraphrast build adversarial` ten times at random moments, let it end, and compare the bytes."""
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [pair.b for pair in paraphraser(data) if pair.a == pair.b][:6000]
        (folder / "news.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
        start = time.monotonic()
        assert building(folder, "whole").wait() == 0
        lasted = time.monotonic() - start
        killed = 0
        for _ in range(10):
            process = building(folder, "torn")
            with suppress(subprocess.TimeoutExpired):
                process.wait(float(rng.uniform(0.05, 0.3)) * lasted)
            killed += process.poll() is None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        assert building(folder, "torn").wait() == 0
        for ending in ("jsonl", "jsonl.drops.jsonl"):
            whole, torn = (folder / f"{name}.{ending}" for name in ("whole", "torn"))
            same = whole.read_bytes() == torn.read_bytes()
            print(f"{ending}: {whole.stat().st_size:,} bytes, {'identical' if same else 'DIFFERENT'}")
        print(f"killed {killed} times of 10; one run lasts {lasted:.1f} s")


def building(folder: Path, name: str) -> "subprocess.Popen[bytes]":
    """Start the command in a group of processes that can be killed together."""
    command = [sys.executable, "-m", "paraphrast", "build", "adversarial", "news.txt", "--lang", "ru"]
    command += ["--workers", "2", "-o", f"{name}.jsonl"]
    return subprocess.Popen(command, cwd=folder, start_new_session=True, stderr=subprocess.DEVNULL)


def vectors(number: int, width: int = 384) -> np.ndarray:
    """Make unit vectors with many near neighbours: noise around centres, as sentences crowd around topics."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(number // 20, width)).astype("float32")
    noise = rng.normal(size=(number, width)).astype("float32")
    rows = centres[rng.integers(len(centres), size=number)] + 0.5 * noise
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def mined(way: str, path: str) -> None:
    """Mine the vectors of a file in this process and print time, memory and how many pairs were found."""
    rows = np.load(path, mmap_mode="r")
    number = len(rows)
    with tempfile.TemporaryDirectory() as folder:
        if way == "paraphrast":
            from paraphrast.build.mining import Store
            from paraphrast.build.mining.hits import Limits
            from paraphrast.build.mining.neighbours import hits

            texts = (str(index) for index in range(number))
            store = Store(folder).encode(texts, lambda some: rows[[int(text) for text in some]])
            del rows
            before = time.process_time()
            found = sum(len(part.row) for part in hits(store, None, Limits(0.75, top=100, same=True)))
        else:
            import torch
            from sentence_transformers.util import paraphrase_mining_embeddings

            before = time.process_time()
            pairs = paraphrase_mining_embeddings(
                torch.from_numpy(np.array(rows)), max_pairs=10_000_000, top_k=100
            )
            found = sum(score >= 0.75 for score, _, _ in pairs)
    seconds = time.process_time() - before
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"way": way, "seconds": round(seconds, 1), "memory": round(memory), "pairs": found}))


def mining(number: int) -> None:
    """Print the time and memory of both ways beside each other."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/vectors.npy", vectors(number))
        for way in ("paraphrast", "sentence-transformers"):
            command = [sys.executable, __file__, "--way", way, "--vectors", f"{folder}/vectors.npy"]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            results[way] = json.loads(done.stdout.splitlines()[-1])
            print(results[way], flush=True)
    ours, theirs = results["paraphrast"], results["sentence-transformers"]
    speed, memory = theirs["seconds"] / ours["seconds"], ours["memory"] / theirs["memory"]
    print(
        f"speed {speed:.2f} times, memory {memory:.2f} of it, "
        f"pairs {ours['pairs'] / max(1, theirs['pairs']):.3f} of it"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", help="flashcards, native, kill, mining")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--number", type=int, default=100_000, help="vectors to mine")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    parser.add_argument("--vectors", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        mined(options.way, options.vectors)
        return
    what = options.what or ["flashcards", "native", "mining"]
    if "flashcards" in what:
        flashcards(options.data)
    if "native" in what:
        native(options.data)
    if "kill" in what:
        kill(options.data)
    if "mining" in what:
        mining(options.number)


if __name__ == "__main__":
    main()
