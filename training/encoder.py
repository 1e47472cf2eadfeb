"""Train the sentence encoder: a text and its translation both go where the base put the two, on average.

    python training/encoder.py scratch/small scratch/base/layers.npz scratch/parallel.npz scratch/graded.npz -o scratch/encoder.pt

The base, with its "query: " prefix, is the teacher, so that what it knows of meaning is kept while the languages come
together (Reimers and Gurevych 2020, https://arxiv.org/abs/2004.09813). Wrong answers within a batch are pushed away
(InfoNCE), unless the teacher finds them as good as the right one: news sources repeat themselves. Graded pairs (STS)
add a ranking loss (CoSENT).
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from base import layers
from shelf import Shelf
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.networks.backbone import Backbone, load_base, mean
from paraphrast.models.quantised import dequantise

WIDEST = 94  # pieces kept of a text
PREFIX = [41, 945]  # "query: ", which the base expects before a text


class Encoder(nn.Module):
    """Mean of the last layer's states, to length 1."""

    def __init__(self, words: Tensor) -> None:
        super().__init__()
        self.backbone = Backbone()
        self.register_buffer("words", words, persistent=False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        hidden = self.backbone(self.words[ids], torch.zeros_like(mask), mask)
        return functional.normalize(mean(hidden, mask).float(), dim=-1)


def contrast(a: Tensor, b: Tensor, guide: Tensor, temperature: float) -> Tensor:
    """Each a must find its b, and each b its a, among those of the batch that the guide finds worse."""
    diagonal = guide.diagonal()
    other = ~torch.eye(len(a), dtype=torch.bool, device=a.device)
    as_good = guide > torch.minimum(diagonal[:, None], diagonal[None, :]) - 0.02
    scores = (a @ b.T / temperature).masked_fill(as_good & other, -1e4)
    target = torch.arange(len(a), device=a.device)
    return (functional.cross_entropy(scores, target) + functional.cross_entropy(scores.T, target)) / 2


def ranking(cosine: Tensor, label: Tensor, scale: float = 20.0) -> Tensor:
    """CoSENT: for every two pairs with different labels, the better one should have the higher cosine."""
    difference = scale * (cosine[:, None] - cosine[None, :])
    wrong = difference[(label[:, None] < label[None, :] - 0.01)]
    return torch.logsumexp(torch.cat([torch.zeros(1, device=cosine.device), wrong]), dim=0)


def plan(texts: Shelf, batch: int, epochs: int, pairs: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Batches of rows of one source and like length, in random order."""
    store, batches = texts.store, []
    lengths = texts.lengths[store["a"]] + texts.lengths[store["b"]]
    drawn = rng.permutation(len(store["a"]))[:pairs]
    for _ in range(epochs):
        for source in np.unique(store["source"]):
            rows = drawn[store["source"][drawn] == source]
            rows = rows[np.argsort(lengths[rows] + rng.normal(0, 12, len(rows)))]
            batches += [rows[i : i + batch] for i in range(0, len(rows), batch) if len(rows) - i >= 64]
    return [batches[i] for i in rng.permutation(len(batches))]


@torch.no_grad()
def taught(teacher: Encoder, texts: Shelf, numbers: np.ndarray) -> Tensor:
    """The teacher's vectors, of the texts with its prefix."""
    ids, mask = texts.singles(numbers)
    prefix = torch.tensor(PREFIX, device=ids.device).expand(len(ids), -1)
    ids = torch.cat([ids[:, :1], prefix, ids[:, 1:]], dim=1)
    mask = torch.cat([mask[:, :1], torch.ones_like(prefix, dtype=mask.dtype), mask[:, 1:]], dim=1)
    with torch.autocast(texts.device, dtype=torch.bfloat16):
        return teacher(ids, mask)


def train(
    encoder: Encoder, teacher: Encoder, texts: Shelf, graded: Shelf, options: argparse.Namespace
) -> None:
    rng = np.random.default_rng(options.seed)
    optimizer = torch.optim.AdamW(
        encoder.parameters(), lr=options.rate, weight_decay=0.01, fused=options.device == "cuda"
    )
    batches = plan(texts, options.batch, options.epochs, options.pairs, rng)
    sets = [
        np.flatnonzero((graded.store["set"] == s) & (graded.store["dev"] == 0))
        for s in np.unique(graded.store["set"])
    ]
    sets = [rows for rows in sets if len(rows)]
    chance = np.sqrt([len(rows) for rows in sets]) / np.sqrt([len(rows) for rows in sets]).sum()
    began = time.time()
    for step, rows in enumerate(batches):
        for group in optimizer.param_groups:
            group["lr"] = (
                options.rate * min(1, (step + 1) / (0.05 * len(batches))) * max(0.02, 1 - step / len(batches))
            )
        with torch.autocast(options.device, dtype=torch.bfloat16):
            a = encoder(*texts.singles(texts.store["a"][rows]))
            b = encoder(*texts.singles(texts.store["b"][rows]))
            some = rng.choice(sets[rng.choice(len(sets), p=chance)], 192)
            c = encoder(*graded.singles(graded.store["a"][some]))
            d = encoder(*graded.singles(graded.store["b"][some]))
        label = torch.from_numpy(graded.store["label"][some].astype(np.float32)).to(options.device)
        ta, tb = (
            taught(teacher, texts, texts.store["a"][rows]),
            taught(teacher, texts, texts.store["b"][rows]),
        )
        target = functional.normalize(ta + tb, dim=-1)
        first, second = contrast(a, b, ta @ tb.T, options.temperature), ranking((c * d).sum(1), label)
        near = 2 - (a * target).sum(1).mean() - (b * target).sum(1).mean()
        loss = options.near * near + options.contrast * first + options.graded * second
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()
        if step % 100 == 0:
            print(
                f"step {step}/{len(batches)} near {near.item():.4f} contrast {first.item():.3f} ranking {second.item():.3f} {time.time() - began:.0f}s",
                flush=True,
            )


@torch.inference_mode()
def encode(encoder: Encoder, texts: Shelf, numbers: np.ndarray) -> np.ndarray:
    encoder.eval()
    out = np.zeros((len(numbers)), dtype=np.float32)
    order = np.argsort(texts.lengths[numbers])
    for i in range(0, len(order), 512):
        with torch.autocast(texts.device, dtype=torch.bfloat16):
            out[order[i : i + 512]] = (
                encoder(*texts.singles(numbers[order[i : i + 512]])).float().cpu().numpy()
            )
    encoder.train()
    return out


def ranks(values: np.ndarray) -> np.ndarray:
    return np.argsort(np.argsort(values, kind="stable"), kind="stable").astype(float)


def evaluate(encoder: Encoder, graded: Shelf) -> dict[str, float]:
    """Spearman on graded dev sets, accuracy at 1 on the retrieval sets, spread of cosines."""
    store, table = graded.store, {}
    for number, name in enumerate(store["dev_names"].tolist(), start=1):
        rows = np.flatnonzero(store["dev"] == number)
        a, b = encode(encoder, graded, store["a"][rows]), encode(encoder, graded, store["b"][rows])
        if name.startswith("retrieval"):
            found = (a @ b.T).argmax(1) == np.arange(len(a)), (b @ a.T).argmax(1) == np.arange(len(a))
            table[name] = float(np.mean(found))
            table[name + " random cosine"] = float((a * np.roll(b, 1, 0)).sum(1).mean())
        else:
            cosine = (a * b).sum(1)
            table[name] = float(np.corrcoef(ranks(cosine), ranks(store["label"][rows]))[0, 1])
    return table


def blended(encoder: Encoder, before: dict[str, Tensor], sets: Shelf) -> dict[str, dict[str, float]]:
    """Mix the trained weights with the base's, keep the best mixture on dev, and report them all."""
    after = {n: p.detach().clone() for n, p in encoder.state_dict().items()}
    tables = {}
    for share in (1.0, 0.75, 0.5, 0.3):
        encoder.load_state_dict({n: torch.lerp(before[n], after[n], share) for n in after})
        tables[f"{share:g}"] = evaluate(encoder, sets)
        print(f"{share:g} of the trained weights", json.dumps(tables[f"{share:g}"]), flush=True)
    best = max(tables, key=lambda share: sum(v for n, v in tables[share].items() if "cosine" not in n))
    encoder.load_state_dict({n: torch.lerp(before[n], after[n], float(best)) for n in after})
    print(f"kept {best}", flush=True)
    return tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("parallel", type=Path)
    parser.add_argument("sets", type=Path, help="graded and labelled pairs, and the dev sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--batch", type=int, default=768)
    parser.add_argument("--pairs", type=int, default=240_000, help="how many of the pairs, drawn at random")
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument(
        "--near", type=float, default=10.0, help="weight of the distance to the teacher's mean"
    )
    parser.add_argument("--contrast", type=float, default=0.2, help="weight of the contrastive loss")
    parser.add_argument("--graded", type=float, default=0.3, help="weight of the ranking loss")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    words = torch.from_numpy(dequantise(np.load(options.small / "words.npy")))
    encoder = Encoder(words)
    load_base(encoder.backbone, layers(options.base))
    encoder.to(options.device)
    sets = Shelf(options.sets, options.device, WIDEST)
    table = {"before": evaluate(encoder, sets)}
    print("before", json.dumps(table["before"]), flush=True)
    teacher = Encoder(words)
    teacher.load_state_dict(encoder.state_dict())
    teacher.to(options.device).eval()
    before = {n: p.detach().clone() for n, p in encoder.state_dict().items()}
    train(encoder, teacher, Shelf(options.parallel, options.device, WIDEST), sets, options)
    table.update(blended(encoder, before, sets))
    torch.save({n: p.half().cpu() for n, p in encoder.state_dict().items()}, options.output)
    options.output.with_suffix(".json").write_text(json.dumps(table), encoding="utf-8")


if __name__ == "__main__":
    main()
