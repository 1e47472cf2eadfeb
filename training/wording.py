"""Learn which words people let go of in rude texts, and what they put for them.

    PARAPHRAST_DATA=../shared/data python training/wording.py ru russe-detox-2022:train -o src/paraphrast/models/weights
    PARAPHRAST_DATA=../shared/data python training/wording.py en paradetox-en:train --epochs 8 --seen 15 -o src/paraphrast/models/weights

A hidden layer takes the sum of a table's rows, one for each feature of a word; the output has a row for each label.
The bundled tagger is not asked: it has learned these texts by heart, and a second opinion should be its own. A
minute or two on one core.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from wording_labels import labels, spoken

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.engine import progress
from paraphrast.rewrite.systems.edit import say_as_meant
from paraphrast.rewrite.words.wording import DELETE, KEEP, OTHER, list_features
from paraphrast.text import Lang

BATCH, RATE, DROPOUT = 512, 2e-3, 0.3


class Words(NamedTuple):
    """All words of a corpus: labels and features by name."""

    labels: list[str]
    features: list[list[str]]


def read(names: Sequence[str], lang: Lang) -> Words:
    """Label the words of every pair."""
    out = Words([], [])
    for name in names:
        pairs = [one for one in corpora.load(*name.split(":")) if isinstance(one, Pair)]
        for pair in progress(pairs, "reading"):
            words = spoken(say_as_meant(pair.a, lang))
            for target in pair.refs or (pair.b,):
                out.labels.extend(labels(words, spoken(target), lang))
                out.features.extend(list_features(words, lang))
    return out


class Head(nn.Module):
    """Features -> labels."""

    def __init__(self, rows: int, hidden: int, number: int) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(rows, hidden, mode="sum", sparse=True)
        nn.init.normal_(self.table.weight, std=0.02)
        self.bias, self.out = nn.Parameter(torch.zeros(hidden)), nn.Linear(hidden, number)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, rows: Tensor, starts: Tensor) -> Tensor:
        hidden = self.bias + self.table(rows, starts)
        scores: Tensor = self.out(self.drop(torch.relu(hidden)))
        return scores


def batches(rows: list[list[int]], epochs: int) -> Iterator[tuple[np.ndarray, Tensor, Tensor]]:
    """Yield numbers of words, and the features of them all with where each one's begin."""
    for epoch in progress(range(epochs), "training"):
        order = np.random.default_rng(epoch).permutation(len(rows))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            flat = [row for number in some for row in rows[number]]
            starts = np.cumsum([0, *(len(rows[number]) for number in some)])[:-1]
            yield some, torch.tensor(flat), torch.from_numpy(starts)


def train(head: Head, rows: list[list[int]], wanted: Tensor, epochs: int) -> float:
    """Learn with a rate that falls to nothing, and give the mean loss of the last hundred steps."""
    plain = torch.optim.AdamW([head.bias, *head.out.parameters()], lr=RATE)
    sparse = torch.optim.SparseAdam(list(head.table.parameters()), lr=RATE)
    steps, losses = epochs * (len(rows) // BATCH), []
    for step, (some, flat, starts) in enumerate(batches(rows, epochs)):
        loss = nn.functional.cross_entropy(head(flat, starts), wanted[some])
        for optimiser in (plain, sparse):
            optimiser.param_groups[0]["lr"] = RATE * (1 - step / steps)
            optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        plain.step()
        sparse.step()
        losses.append(loss.item())
    return float(np.mean(losses[-100:]))


def save(path: Path, head: Head, names: dict[str, list[str]]) -> None:
    """Write the table in 8 bits and the rest in 16."""
    table = head.table.weight.detach().numpy()
    size = np.abs(table).max(axis=1, keepdims=True) / 127 + 1e-12
    out = np.concatenate([head.out.weight.detach().numpy().T, head.out.bias.detach().numpy()[None]])
    np.savez_compressed(
        path,
        names=np.frombuffer(json.dumps(names, ensure_ascii=False).encode("utf-8"), dtype=np.uint8),
        table=np.round(table / size).astype(np.int8),
        scale=size[:, 0].astype(np.float16),
        bias=head.bias.detach().numpy().astype(np.float16),
        out=out.astype(np.float16),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what people put for rude words.")
    parser.add_argument("lang", choices=["ru", "en"])
    parser.add_argument("corpora", nargs="+", metavar="NAME:SPLIT")
    parser.add_argument("-o", "--to", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--least", type=int, default=3, help="how often a label was given")
    parser.add_argument("--seen", type=int, default=12, help="how often a feature was there")
    args = parser.parse_args()
    torch.manual_seed(0)
    words = read(args.corpora, args.lang)
    often = Counter(words.labels)
    names = [
        KEEP,
        DELETE,
        OTHER,
        *(one for one, count in often.items() if one[0] in "~=" and count >= args.least),
    ]
    there = Counter(one for some in words.features for one in some)
    known = [one for one, count in there.items() if count >= args.seen]
    number = {one: at for at, one in enumerate(known)}
    rows = [[number[one] for one in some if one in number] for some in words.features]
    place = {name: at for at, name in enumerate(names)}
    wanted = torch.tensor([place.get(one, place[OTHER]) for one in words.labels])
    head = Head(len(known), args.hidden, len(names))
    print(f"{len(rows):,} words, {len(names):,} labels, {len(known):,} features")
    loss = train(head, rows, wanted, args.epochs)
    path = args.to / f"rewriter-wording-{args.lang}.npz"
    save(path, head, {"labels": names, "features": known})
    print(f"loss {loss:.3f}; {path.name} {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
