"""Make the table of static vectors: one vector a piece, distilled from the encoder, then taught translations.

    python training/static.py ../shared/corpora -o src/paraphrast/models/weights/static.npy

The bundled encoder reads each of the 52,000 pieces alone; what it says, less the mean, in its WIDTH main
directions and weighted by 1e-3 / (1e-3 + p(piece)), is where the table begins (as model2vec does). A text is the sum of
its pieces. Then pairs that say the same, translations and paraphrases, must find each other in a batch of one
source; pieces are left out at random, so that no single word decides.
"""

import argparse
import time
import zlib
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from parallel import LEFT_OUT, PAIRS, lines, pairs
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.bundled import box
from paraphrast.models.bundled.encoder import BundledEncoder
from paraphrast.models.quantised import dequantise, quantise

WIDTH = 128
LONGEST = 96  # pieces kept of a text
PLAIN = 20_000  # paragraphs of each plain file that pieces are counted in
KEPT_OUT = ("ru.drama", "en.openstax", "zh.laws")
DEV = ("pairs/*.wmt_systems_paraphrase.tsv.xz", "parallel/*.wmt21-24_refs.tsv.xz")


def groups(rows: list[tuple[str, str]]) -> dict[str, str]:
    """Name the group of each text: texts that say the same as the same text are in one."""
    parent: dict[str, str] = {}

    def find(text: str) -> str:
        while parent.setdefault(text, text) != text:
            parent[text] = text = parent[parent[text]]
        return text

    for a, b in rows:
        first, second = sorted((find(a), find(b)))
        parent[second] = first
    return {text: find(text) for text in list(parent)}


def dev_pairs(corpora: Path) -> dict[str, list[tuple[str, str]]]:
    """Give one pair of each twentieth group of the files that are measured on; none of them is trained on."""
    found: dict[str, list[tuple[str, str]]] = {}
    for pattern in DEV:
        for path in sorted(corpora.glob(pattern)):
            rows = [(a, b) for a, b in (line.split("\t")[:2] for line in lines(path)) if a != b]
            group = groups(rows)
            kept: dict[str, tuple[str, str]] = {}
            for a, b in rows:
                if zlib.crc32(group[a].encode()) % 20 == 0:
                    kept.setdefault(group[a], (a, b))
            found[path.name.removesuffix(".tsv.xz")] = list(kept.values())
    for path in sorted(corpora.glob("parallel/*laser*")):
        found[path.name.removesuffix(".tsv.xz")] = [tuple(line.split("\t")[:2]) for line in lines(path)]
    return found


def banned_texts(corpora: Path) -> set[str]:
    """Give every text of the groups that are measured on."""
    texts = {text for rows in dev_pairs(corpora).values() for pair in rows for text in pair}
    for pattern in DEV:
        for path in sorted(corpora.glob(pattern)):
            rows = [(a, b) for a, b in (line.split("\t")[:2] for line in lines(path)) if a != b]
            texts |= {t for t, name in groups(rows).items() if zlib.crc32(name.encode()) % 20 == 0}
    return texts


def read_pairs(corpora: Path, times: int, rng: np.random.Generator) -> list[list[tuple[str, str]]]:
    """Read the training pairs, file by file, so many times as many as the encoder learned from."""
    banned, done, found = banned_texts(corpora), set(), []
    for pattern, limit in PAIRS.items():
        for path in sorted(corpora.glob(pattern)):
            if path not in done and not LEFT_OUT.search(path.name):
                done.add(path)
                found.append(pairs(path, times * limit, banned, rng))
                print(f"{path.name:50} {len(found[-1]):7,}", flush=True)
    return found


def cut(texts: list[str]) -> list[np.ndarray]:
    """Cut texts into piece ids."""
    encoded = box.tokenizer().encode_batch_fast(texts, add_special_tokens=False)
    return [np.array(one.ids[:LONGEST], dtype=np.int64) for one in encoded]


def counts(corpora: Path, size: int) -> np.ndarray:
    """Count pieces in plain text, as much of each language, so that none is rare for want of files."""
    total: dict[str, np.ndarray] = defaultdict(lambda: np.ones(size))
    for path in sorted(corpora.glob("mono/*.xz")):
        if LEFT_OUT.search(path.name) or path.name.startswith(KEPT_OUT):
            continue
        some = [line[:400] for _, line in zip(range(PLAIN), lines(path), strict=False)]
        total[path.name[:2]] += np.bincount(np.concatenate(cut(some)), minlength=size)
    return sum(column / column.sum() for column in total.values()) / len(total)


def distil(share: np.ndarray) -> np.ndarray:
    """Let the encoder read every piece alone: centred, in its main directions, rare pieces for more."""
    tokenizer = box.tokenizer()
    pieces = [tokenizer.id_to_token(number).replace("▁", " ") for number in range(len(share))]
    vectors = BundledEncoder()(pieces)
    vectors = vectors - np.average(vectors, axis=0, weights=share**0.5)
    _, _, directions = np.linalg.svd(vectors * (share**0.25)[:, None], full_matrices=False)
    return vectors @ directions[:WIDTH].T * (1e-3 / (1e-3 + share))[:, None]


class Table(nn.Module):
    """A text is the sum of its pieces, to length 1."""

    def __init__(self, start: np.ndarray) -> None:
        super().__init__()
        begin = torch.from_numpy(start / np.linalg.norm(start, axis=1).mean()).float()
        self.bag = nn.EmbeddingBag.from_pretrained(begin, mode="sum", freeze=False, sparse=True)

    def forward(self, texts: list[np.ndarray]) -> Tensor:
        sizes = np.array([len(text) for text in texts])
        offsets = torch.from_numpy(np.concatenate([[0], np.cumsum(sizes)[:-1]]))
        return functional.normalize(self.bag(torch.from_numpy(np.concatenate(texts)), offsets), dim=-1)


def thin(texts: list[np.ndarray], rng: np.random.Generator, rate: float) -> list[np.ndarray]:
    """Leave out pieces at random, never all."""
    kept = (text[rng.random(len(text)) >= rate] for text in texts)
    return [some if len(some) else text for some, text in zip(kept, texts, strict=True)]


def train(table: Table, files: list[tuple[list, list]], options: argparse.Namespace) -> None:
    """Let the two sides of pairs find each other among those of their batch."""
    rng = np.random.default_rng(options.seed)
    optimizer = torch.optim.SparseAdam(table.parameters(), lr=options.rate)
    plan = []
    for _ in range(options.epochs):
        for number, (left, _) in enumerate(files):
            order = rng.permutation(len(left))
            plan += [(number, order[at : at + options.batch]) for at in range(0, len(order), options.batch)]
    plan = [plan[at] for at in rng.permutation(len(plan)) if len(plan[at][1]) >= 64]
    began = time.process_time()
    for step, (number, rows) in enumerate(plan):
        optimizer.param_groups[0]["lr"] = options.rate * max(0.02, 1 - step / len(plan))
        a, b = (table(thin([side[row] for row in rows], rng, options.drop)) for side in files[number])
        scores = a @ b.T / options.temperature
        target = torch.arange(len(rows))
        loss = (functional.cross_entropy(scores, target) + functional.cross_entropy(scores.T, target)) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 200 == 0:
            print(f"{step}/{len(plan)} {loss.item():.3f} {time.process_time() - began:.0f} CPU s", flush=True)


def recall(table: np.ndarray, dev: dict[str, list[tuple[str, str]]]) -> None:
    """Print how often the partner is first, and among the first ten, in each dev set."""
    for name, rows in dev.items():
        a, b = (normal(table, cut([row[side] for row in rows])) for side in (0, 1))
        rank = ((a @ b.T) > (a * b).sum(1)[:, None] + 1e-6).sum(1)
        print(f"{name:45} {len(rows):5} first {np.mean(rank < 1):.3f} ten {np.mean(rank < 10):.3f}")


def normal(table: np.ndarray, texts: list[np.ndarray]) -> np.ndarray:
    total = np.stack([table[text].sum(0) for text in texts])
    return total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--times", type=int, default=1, help="pairs of each file, beside the encoder's")
    parser.add_argument("--drop", type=float, default=0.2, help="the part of pieces that is left out")
    parser.add_argument("--temperature", type=float, default=0.06)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    share = counts(options.corpora, box.tokenizer().get_vocab_size())
    start = distil(share)
    dev = dev_pairs(options.corpora)
    recall(start, dev)
    rng = np.random.default_rng(options.seed)
    files = [
        tuple(map(cut, map(list, zip(*rows, strict=True))))
        for rows in read_pairs(options.corpora, options.times, rng)
    ]
    table = Table(start)
    train(table, files, options)
    vectors = table.bag.weight.detach().numpy()
    recall(vectors, dev)
    np.save(options.output, quantise(vectors))
    recall(dequantise(np.load(options.output), WIDTH), dev)


if __name__ == "__main__":
    main()
