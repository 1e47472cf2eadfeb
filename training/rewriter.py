r"""Train the rewriter on the packed pairs of training/rewriter_data.py, in two stages, and write its dev sets.

    python training/rewriter.py scratch/rewriter/data.npz src/paraphrast/models/weights/words.npy \
        scratch/base/layers.npz --seconds 330 --late 150 -o scratch/out

Stage 1 mixes denoising, paraphrase and detoxification; stage 2 leaves denoising out and keeps a running average
of the weights, the best by the loss on the dev sets. The output folder gets stage1.npz, rewriter.npz (int8 rows,
see rewriter_store.py), outputs.jsonl (ids) and scores.json. `--start NPZ` goes on from a checkpoint; with
`--seconds 0` only stage 2 is run, and with both at 0 the dev sets are written alone. `--writing-only` leaves all that
reads as it is, so that tags and the graph that reads do not change.
"""

import argparse
import json
import re
import time
from pathlib import Path

import numpy as np
import torch
from base import layers
from reader_batches import buckets
from rewriter_batches import NONE, Batch, Pairs, planned
from rewriter_store import load, save
from rewriter_writing import write_dev
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.networks.backbone import Backbone, load_base
from paraphrast.models.networks.seq2seq import LAYERS, Outcome, Seq2Seq

TAGGING = 0.5  # the tags' loss beside the writing's


class Model(nn.Module):
    """The network with a learned bias for each piece."""

    def __init__(self, pieces: int, *, depth: int = 12, layers: int = LAYERS, drop: float = 0.1) -> None:
        super().__init__()
        self.network = Seq2Seq(Backbone(depth), layers=layers, drop=drop)
        self.bias = nn.Parameter(torch.zeros(pieces))

    def losses(self, data: Pairs, batch: Batch) -> tuple[Tensor, Tensor]:
        """Mean negative log-likelihood of the target's pieces, and the tags' loss."""
        hidden, tags = self.network.read(data.words[batch.source], batch.mask, batch.asked)
        memory = self.network.remember(hidden, batch.mask, batch.asked)
        outcome = self.network(data.words[batch.target[:, :-1]], memory)
        logits = outcome.states @ data.words.T.to(outcome.states.dtype) + self.bias.to(outcome.states.dtype)
        target, counted = batch.target[:, 1:], batch.counted[:, 1:]
        loss = -mixed(outcome, logits, batch.source, target)
        return (loss * counted).sum() / counted.sum(), tag_loss(tags, batch.tags)


def mixed(outcome: Outcome, logits: Tensor, source: Tensor, target: Tensor) -> Tensor:
    """Log-probability of each target piece, written or pointed at."""
    flat = functional.cross_entropy(logits.flatten(0, 1).float(), target.flatten(), reduction="none")
    gate = outcome.gate.float()
    written = functional.logsigmoid(gate) - flat.view_as(target)
    there = source[:, None, :] == target[:, :, None]
    pointed = outcome.pointed.masked_fill(~there, -1e4).logsumexp(-1) + functional.logsigmoid(-gate)
    return torch.logaddexp(written, pointed)


def tag_loss(logits: Tensor, tags: Tensor) -> Tensor:
    """Keep, delete or replace, and apart from that whether words come before the piece."""
    known = tags != NONE
    count = known.sum().clamp(min=1)
    which = torch.where(known, tags % 4, -100)
    kind = functional.cross_entropy(logits[..., :3].float().flatten(0, 1), which.flatten(), reduction="sum")
    before = (known & (tags >= 4)).float()
    insert = functional.binary_cross_entropy_with_logits(logits[..., 3].float(), before, reduction="none")
    return (kind + (insert * known).sum()) / count


READING = re.compile(r"network\.(backbone|asked|tags|pointed|layers\.\d+\.memory)\.")


def freeze(model: Model) -> None:
    """Let only what writes learn."""
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not READING.match(name))


def begin(model: Model, state: dict[str, Tensor]) -> None:
    """Take a checkpoint; layers of the decoder that it has not begin by adding nothing to what they are given."""
    found = model.load_state_dict(state, strict=False)
    if found.unexpected_keys or not all(".layers." in name for name in found.missing_keys):
        raise ValueError(f"another network: {found}")
    own = dict(model.named_parameters())
    for name in found.missing_keys:
        if name.split(".")[-2] in ("out", "back", "down"):
            nn.init.zeros_(own[name])


def rate_at(progress: float, *, late: bool) -> float:
    """The share of the learning rate at a share of the time: up fast, then down in a line."""
    if late:
        return 0.35 * min(1.0, progress / 0.02) * max(0.02, 1 - progress)
    return min(1.0, progress / 0.04) * (1 - 0.75 * progress)


def optimizer_of(model: Model, rate: float, device: str) -> torch.optim.AdamW:
    """AdamW: the read part goes slower than what starts from nothing."""
    learning = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    slow = [p for n, p in learning if n.startswith("network.backbone.")]
    fast = [p for n, p in learning if not n.startswith("network.backbone.")]
    groups = [{"params": some, "lr": share * rate} for some, share in ((slow, 0.35), (fast, 1.0)) if some]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), fused=device == "cuda")
    for group in optimizer.param_groups:
        group["base"] = group["lr"]
    return optimizer


class Average:
    """A running average of the weights, and the best of it by the dev loss."""

    def __init__(self, model: Model, by: str = "") -> None:
        self.model, self.by = model, by
        self.now = {n: p.detach().clone() for n, p in model.named_parameters()}
        self.best: dict[str, Tensor] | None = None
        self.lowest = float("inf")

    def update(self, share: float) -> None:
        torch._foreach_lerp_(list(self.now.values()), [p.detach() for p in self.model.parameters()], share)

    def judge(self, data: Pairs) -> dict[str, float]:
        """Measure the average on the dev sets, and keep it if it is the best on those it is judged by."""
        own = {n: p.detach().clone() for n, p in self.model.named_parameters()}
        self.model.load_state_dict(self.now)
        table = dev_losses(self.model, data)
        self.model.load_state_dict(own)
        mean = float(np.mean([value for name, value in table.items() if name.startswith(self.by)]))
        if mean < self.lowest:
            self.lowest, self.best = mean, {n: p.clone() for n, p in self.now.items()}
        return table


def train(model: Model, data: Pairs, options: argparse.Namespace, *, late: bool) -> None:
    """Run a stage for its time; the learning rate follows the clock."""
    seconds = options.late if late else options.seconds
    rng = np.random.default_rng(options.seed + late)
    optimizer = optimizer_of(model, options.rate, options.device)
    average = Average(model, options.best_by)
    began = judged = time.time()
    weight = data.store["late" if late else "weight"]
    for step, rows in enumerate(planned(data, weight, options.tokens, rng)):
        progress = (time.time() - began) / seconds
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = group["base"] * rate_at(progress, late=late)
        loss, tagging = advance(model, data, optimizer, data.batch(rows, rng))
        if late:
            average.update(max(0.01, 1 / (step + 1)) if progress > 0.1 else 1.0)
        if step % 25 == 0 and options.device == "cuda":
            torch.cuda.synchronize()  # the clock must not run ahead of the device
        if step % 200 == 0:
            print(
                f"{'late' if late else 'main'} {step} {progress:.2f} loss {loss:.3f} tags {tagging:.3f}",
                flush=True,
            )
        if time.time() - judged > max(seconds / 8, 1) and progress < 0.97:
            judged = time.time()
            told = average.judge(data) if late else dev_losses(model, data)
            print(f"  dev at {progress:.2f}", {n: round(v, 3) for n, v in told.items()}, flush=True)
    if late:
        print("  dev at the end", {n: round(v, 3) for n, v in average.judge(data).items()}, average.lowest)
        model.load_state_dict(average.best or average.now)
    print(f"{'late' if late else 'main'}: {step} steps, {time.time() - began:.0f} s", flush=True)


def advance(model: Model, data: Pairs, optimizer: torch.optim.AdamW, batch: Batch) -> tuple[Tensor, Tensor]:
    """Take one step down."""
    with torch.autocast(data.device, dtype=torch.bfloat16):
        loss, tagging = model.losses(data, batch)
    optimizer.zero_grad(set_to_none=True)
    (loss + TAGGING * tagging).backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.detach(), tagging.detach()


@torch.inference_mode()
def dev_losses(model: Model, data: Pairs) -> dict[str, float]:
    """Mean loss in nats on each set kept for evaluation."""
    model.eval()
    table = {}
    for number, name in enumerate(data.store["dev_names"].tolist(), start=1):
        rows = np.flatnonzero(data.store["dev"] == number)
        total = 0.0
        for some in buckets(rows, data.both, 24_000, None):
            with torch.autocast(data.device, dtype=torch.bfloat16):
                total += float(model.losses(data, data.batch(some))[0]) * len(some)
        table[name] = total / len(rows)
    model.train()
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("words", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=12, help="layers of the encoder")
    parser.add_argument("--layers", type=int, default=LAYERS, help="layers of the decoder")
    parser.add_argument("--drop", type=float, default=0.1, help="dropout of the decoder")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--tokens", type=int, default=48_000, help="pieces in a batch, both sides")
    parser.add_argument("--seconds", type=float, default=330, help="time of stage 1")
    parser.add_argument("--late", type=float, default=150, help="time of stage 2")
    parser.add_argument("--start", type=Path, help="go on from this checkpoint instead of the base")
    parser.add_argument("--writing-only", action="store_true", help="what reads stays as it is")
    parser.add_argument("--best-by", default="", help="the task whose dev sets choose; else all")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    data = Pairs(options.data, options.words, options.device)
    model = Model(len(data.words), depth=options.depth, layers=options.layers, drop=options.drop)
    if options.start:
        begin(model, load(options.start))
    else:
        load_base(model.network.backbone, layers(options.base))
    if options.writing_only:
        freeze(model)
    model.to(options.device).train()
    for late, seconds in ((False, options.seconds), (True, options.late)):
        if seconds > 0:
            train(model, data, options, late=late)
            save(options.output / ("rewriter.npz" if late else "stage1.npz"), model.state_dict())
    scores = dev_losses(model, data)
    print(scores, flush=True)
    (options.output / "scores.json").write_text(json.dumps(scores), encoding="utf-8")
    write_dev(model.network, model.bias, data, options.output / "outputs.jsonl")


if __name__ == "__main__":
    main()
