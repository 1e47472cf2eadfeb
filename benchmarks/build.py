"""How good and how fast corpora are built: python benchmarks/build.py [flashcards] [native] [kill]

`flashcards` rebuilds decks from PARADE and prints recall and share of its pairs; `native` counts the hard
pairs that ParaPhraser gives in an hour; `kill` kills the command ten times at work. Mining is in mining.py.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import small

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
    hourly(paraphraser(data))


def hourly(pairs: list[Pair]) -> None:
    """Print how many hard pairs an hour the native route makes of these, and of which kinds."""
    from paraphrast.build.adversarial import native as recipe
    from paraphrast.build.pipeline import Pipeline

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
    """Kill `paraphrast build adversarial` until ten kills have hit it at work, and compare the bytes.

    The moments are random. A build that ends before its moment is compared with the undisturbed one, and
    another is begun.
    """
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = dict.fromkeys(text for pair in paraphraser(data) for text in (pair.a, pair.b))
        (folder / "news.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
        lasted = ended(building(folder, "whole"))
        idle = ended(building(folder, "whole"))  # everything is there: it only starts and writes
        print(
            f"{len(texts):,} texts; an undisturbed run lasts {lasted:.1f} s, a start {idle:.1f} s", flush=True
        )
        builds = hits = 0
        while hits < 10:
            builds += 1
            some, last = torn(folder, f"torn-{builds}", 10 - hits, rng.uniform(idle, lasted, size=1000))
            hits += some
            lasted = max(last, 1.5 * idle) if not some else lasted  # others may have left the machine
            for ending in ("jsonl", "jsonl.drops.jsonl"):
                whole, other = (folder / f"{name}.{ending}" for name in ("whole", f"torn-{builds}"))
                same = whole.read_bytes() == other.read_bytes()
                print(f"{ending}: {whole.stat().st_size:,} bytes, {'identical' if same else 'DIFFERENT'}")
        print(f"{hits} kills hit {builds} builds at work")


def ended(process: "subprocess.Popen[bytes]", longest: float | None = None) -> float:
    """Wait until a command is done, and say how long that took."""
    start = time.monotonic()
    assert process.wait(longest) == 0
    return time.monotonic() - start


def torn(folder: Path, name: str, wanted: int, moments: np.ndarray) -> tuple[int, float]:
    """Start one build again and again, killing it; give the kills that hit it, and its last seconds."""
    for hits, moment in enumerate(moments.tolist()):
        process = building(folder, name)
        with suppress(subprocess.TimeoutExpired):
            return hits, ended(process, None if hits == wanted else moment)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        files = sum(path.is_file() for path in (folder / f"{name}.jsonl.work").rglob("*"))
        print(f"killed after {moment:.1f} s, {files} files in the working folder", flush=True)
    raise AssertionError("the build never ended")


def building(folder: Path, name: str) -> "subprocess.Popen[bytes]":
    """Start the command in a group of processes that can be killed together."""
    command = [sys.executable, "-m", "paraphrast", "build", "adversarial", "news.txt", "--lang", "ru"]
    command += ["--workers", "2", "-o", f"{name}.jsonl"]
    return subprocess.Popen(command, cwd=folder, start_new_session=True, stderr=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--data", type=Path, default=DATA)
    if small.default(
        "native", "flashcards and kill, which need PARADE and ParaPhraser (name them, or --data)"
    ):
        hourly([*small.pairs("ru"), *(Pair(p.a, p.a, 1.0, "ru", f"{p.id}a") for p in small.pairs("ru"))])
        return
    options = parser.parse_args()
    for name in options.what or PARTS:
        PARTS[name](options.data)


PARTS = {"flashcards": flashcards, "native": native, "kill": kill}

if __name__ == "__main__":
    main()
