"""Pack parallel text as rows of the rewriter, English sources and Chinese targets, for a translator to compare with.

    python training/translator_data.py ../shared/corpora -o scratch/translator
    python training/rewriter.py scratch/translator/data.npz src/paraphrast/models/weights/words.npy x \
        --start scratch/first/rewriter.npz --rate 1e-3 --seconds 330 --late 130 -o scratch/translator

The rows have the task "neutral", which is neither turned round nor spoiled; nothing of this ships.
"""

import argparse
import lzma
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from paraphrast.models.bundled import box
from paraphrast.models.networks.seq2seq import LANGUAGES, TASKS

# Files of parallel text, and how often an epoch sees a pair.
FILES = {
    "tatoeba": 1.5, "wmt_newstest_tico": 1.5, "wmt21-24_refs": 1.5, "goldminer": 1.0, "lctt": 0.7, "aichallenger_valid": 1.5,
    "3AM": 1.0, "debian_mo_games": 0.3, "python_docs": 0.15, "kubernetes": 0.1, "mdn": 0.1, "ethereum_org": 0.2,
}  # fmt: skip
CODE = re.compile(r"[{}<>=\\|_`]|&\w+;|https?:|\w\(\)")
HAN = re.compile("[\u4e00-\u9fff]")
LONGEST, HELD, MOST = 70, 400, 340_000  # pieces of a text, pairs for evaluation, and all pairs


def pairs(folder: Path, names: Sequence[str] = tuple(FILES)) -> Iterator[tuple[str, str, float]]:
    """Yield English and Chinese sentences of like length, each pair once, and how often an epoch sees it."""
    seen: set[tuple[str, str]] = set()
    for name in names:
        weight = FILES[name]
        with lzma.open(
            folder / f"parallel/en-zh.{name}.tsv.xz", "rt", encoding="utf-8", errors="ignore"
        ) as file:
            for line in file:
                a, b = (part.strip() for part in [*line.rstrip("\n").split("\t"), ""][:2])
                if sensible(a, b) and (a, b) not in seen:
                    seen.add((a, b))
                    yield a, b, weight


def sensible(a: str, b: str) -> bool:
    """Say whether a pair may teach.

    >>> sensible("The weather is fine.", "天气很好。"), sensible("int main() {", "主函数")
    (True, False)
    """
    if not (8 <= len(a) <= 330 and 3 <= len(b) <= 130 and 0.12 < len(b) / len(a) < 0.8):
        return False
    return not CODE.search(a + b) and bool(HAN.search(b)) and not HAN.search(a)


def packed(found: list[tuple[str, str, float]], rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Lay the pairs out as arrays, in random order, the first kept for evaluation."""
    sides = [
        [one.ids for one in box.tokenizer().encode_batch_fast(list(some), add_special_tokens=False)]
        for some in (
            [a for a, _, _ in found],
            [b for _, b, _ in found],
        )
    ]
    short = [
        at for at, two in enumerate(zip(*sides, strict=True)) if all(0 < len(one) <= LONGEST for one in two)
    ]
    order = rng.permutation(short)[:MOST]
    pieces = [side[at] for at in order for side in sides]
    weight = np.array([found[at][2] for at in order], dtype=np.float16)
    weight[:HELD] = 0
    n = len(order)
    same = {"task": TASKS.index("neutral"), "lang": LANGUAGES.index("zh"), "degree": 4}
    return {
        **{name: np.full(n, value, dtype=np.uint8) for name, value in same.items()},
        "a": np.arange(0, 2 * n, 2, dtype=np.uint32),
        "b": np.arange(1, 2 * n, 2, dtype=np.uint32),
        "weight": weight,
        "late": weight,
        "dev": (np.arange(n) < HELD).astype(np.uint8),
        "dev_names": np.array(["translate-zh"]),
        "ids": np.concatenate([np.array(one, dtype=np.uint16) for one in pieces]),
        "starts": np.cumsum([0, *map(len, pieces)]).astype(np.uint32),
        "tags": np.zeros(1, dtype=np.uint8),
        "tag_starts": np.array([0, 1], dtype=np.uint32),
        "tag_row": np.full(n, -1, dtype=np.int32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    store = packed(list(pairs(options.corpora)), np.random.default_rng(0))
    np.savez_compressed(options.output / "data.npz", **store)
    print(f"{len(store['a']):,} pairs, {len(store['ids']):,} pieces")


if __name__ == "__main__":
    main()
