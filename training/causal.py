"""Train the small language model on the packed texts of training/parallel.py.

python training/causal.py scratch/small scratch/parallel.npz -o scratch/causal.pt
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from shelf import Shelf
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.networks.causal import Causal
from paraphrast.models.quantised import dequantise

WIDEST = 126  # pieces kept of a text
SHARE = 0.004  # of the texts are kept to watch


class Model(nn.Module):
    """The network with the frozen word table on both ends and a learned bias for each piece."""

    def __init__(self, words: Tensor) -> None:
        super().__init__()
        self.register_buffer("words", words, persistent=False)
        self.network = Causal()
        self.bias = nn.Parameter(torch.zeros(len(words)))

    def losses(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Negative log-likelihood of each next piece, and which of them count."""
        states = self.network(self.words[ids[:, :-1]])
        logits = states @ self.words.T.to(states.dtype) + self.bias.to(states.dtype)
        loss = functional.cross_entropy(logits.float().flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
        return loss.view(ids.shape[0], -1), mask[:, 1:]


def batches(texts: Shelf, rows: np.ndarray, tokens: int, rng: np.random.Generator) -> list[np.ndarray]:
    rows = rows[np.argsort(texts.lengths[rows] + rng.normal(0, 2, len(rows)))]
    cuts, start = [], 0
    while start < len(rows):
        stop = min(len(rows), start + max(16, int(tokens // (texts.lengths[rows[start]] + 6))))
        cuts.append(rows[start:stop])
        start = stop
    return [cuts[i] for i in rng.permutation(len(cuts))]


def train(model: Model, texts: Shelf, options: argparse.Namespace) -> None:
    rng = np.random.default_rng(0)
    held = np.random.default_rng(1).random(len(texts.lengths)) < SHARE
    held |= texts.lengths < 2
    plan = [
        b for _ in range(options.epochs) for b in batches(texts, np.flatnonzero(~held), options.tokens, rng)
    ]
    optimizer = torch.optim.AdamW(
        model.parameters(),
        lr=options.rate,
        weight_decay=0.05,
        betas=(0.9, 0.95),
        fused=options.device == "cuda",
    )
    began = time.time()
    for step, rows in enumerate(plan):
        rate = (
            options.rate
            * min(1, (step + 1) / 500)
            * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * step / len(plan))))
        )
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast(options.device, dtype=torch.bfloat16):
            loss, counted = model.losses(*texts.singles(rows))
        loss = (loss * counted).sum() / counted.sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 200 == 0:
            print(f"lm step {step}/{len(plan)} loss {loss.item():.3f} {time.time() - began:.0f}s", flush=True)
        if time.time() - began > options.seconds:
            print("lm: out of time", flush=True)
            break


@torch.inference_mode()
def watch(model: Model, texts: Shelf) -> float:
    """Mean loss in nats on the texts kept aside."""
    held = np.flatnonzero(
        (np.random.default_rng(1).random(len(texts.lengths)) < SHARE) & (texts.lengths >= 2)
    )
    total = count = 0.0
    for rows in batches(texts, held, 16_000, np.random.default_rng(0)):
        with torch.autocast(texts.device, dtype=torch.bfloat16):
            loss, counted = model.losses(*texts.singles(rows))
        total += float((loss * counted).sum())
        count += float(counted.sum())
    return total / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small", type=Path)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--tokens", type=int, default=24_000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(0)
    texts = Shelf(options.texts, options.device, WIDEST)
    model = Model(torch.from_numpy(dequantise(np.load(options.small / "words.npy")))).to(options.device)
    train(model, texts, options)
    loss = watch(model, texts)
    print(f"lm held-out loss {loss:.3f}", flush=True)
    torch.save({n: p.half().cpu() for n, p in model.state_dict().items()}, options.output)
    options.output.with_suffix(".json").write_text(json.dumps({"loss": loss}), encoding="utf-8")


if __name__ == "__main__":
    main()
