"""Train the reader: one backbone that judges pairs (paraphrase or not) and single texts (toxic, fluent).

    python training/reader.py scratch/small scratch/base/layers.npz scratch/reader.npz --seed 1 -o scratch/reader-1.pt
    python training/reader.py ... --soup scratch/reader-*.pt -o scratch/reader.pt      average runs, evaluate
    python training/reader.py ... --teachers scratch/reader-*.pt -o scratch/reader.pt  a student of several runs

Corpora disagree about what a paraphrase is (headlines: same event; PAWS: same roles), so the pair head answers under
three named conventions, and each corpus teaches the one that its card names.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from base import layers
from reader_batches import NONE, SOUND, Data, buckets
from reader_dev import evaluate, predict_pairs, show, taught
from torch import Tensor, nn
from torch.nn import functional

from paraphrast.models.networks.backbone import load_base
from paraphrast.models.networks.reader import Judgement, PairedBackbone, Reader

ACROSS = "backbone.across"
TAGGING = 0.3  # the tags' loss beside the others
DOUBTFUL = 0.1  # a mined pair above is still to be learned
CLEAR = 0.1  # the weight of one that is not, beside one that is


def pair_loss(logits: Tensor, label: Tensor, named: Tensor) -> Tensor:
    """The mean loss over the conventions under which each label holds."""
    wanted = label[:, None].expand_as(logits)
    loss = functional.binary_cross_entropy_with_logits(logits.float(), wanted, reduction="none")
    return ((loss * named).sum(1) / named.sum(1)).mean()


def text_loss(said: Judgement, known: Tensor, tags: Tensor) -> Tensor:
    """The loss over what is known of each text, and a little for the tags of its pieces."""
    logits = torch.cat([said.offences, said.fluency[:, None]], dim=1).float()
    given = (known >= 0).float()
    loss = functional.binary_cross_entropy_with_logits(logits, known.clamp(min=0), reduction="none")
    total = (loss * given).sum(1).mean()
    edited, checked = tags < SOUND, (tags >= SOUND) & (tags != NONE)
    if edited.any():
        chosen, marks = said.tags[edited].float(), tags[edited].long()
        which = functional.cross_entropy(chosen[:, :3], marks % 4)
        before = functional.binary_cross_entropy_with_logits(chosen[:, 3], (marks >= 4).float())
        total = total + TAGGING * (which + before)
    if checked.any():
        wrong = (tags[checked] > SOUND).float()
        total = total + functional.binary_cross_entropy_with_logits(said.faults[checked].float(), wrong)
    return total


def schedule(step: int, total: int) -> float:
    return min(1.0, step / max(1, 0.06 * total)) * max(0.02, 1 - step / total)


def train(reader: Reader, data: Data, options: argparse.Namespace) -> None:
    """Run the epochs: batches of pairs and of texts in random order."""
    rng = np.random.default_rng(options.seed)
    torch.manual_seed(options.seed)
    store = data.store
    fast = [p for n, p in reader.named_parameters() if not n.startswith("backbone.")]
    slow = [p for n, p in reader.named_parameters() if n.startswith("backbone.") and n != ACROSS]
    fresh = [p for n, p in reader.named_parameters() if n == ACROSS]  # starts at 0, and has far to go
    groups = [
        {"params": slow, "lr": options.rate},
        {"params": fast, "lr": 2 * options.rate},
        {"params": fresh, "lr": 20 * options.rate, "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(
        groups, weight_decay=0.01, betas=(0.9, 0.98), fused=options.device == "cuda"
    )
    base = [group["lr"] for group in groups]
    average = {n: p.detach().clone() for n, p in reader.named_parameters()}
    plan = list(planned(data, options, rng))
    began, total = time.time(), len(plan)
    for step, (kind, rows) in enumerate(plan):
        if step == 150:  # the pace is known: cut the plan to the time there is
            total = min(total, int(step * options.seconds / (time.time() - began)))
        if step >= total:
            break
        for group, rate in zip(optimizer.param_groups, base, strict=True):
            group["lr"] = rate * schedule(step + 1, total)
        loss = step_loss(reader, data, kind, rows)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        if step > 0.6 * total and step % 8 == 0:
            for n, p in reader.named_parameters():
                average[n].lerp_(p.detach(), 0.02) if step > 0.62 * total else average[n].copy_(p.detach())
        if step % 200 == 0:
            print(
                f"seed {options.seed} step {step}/{total} loss {loss.item():.3f} {time.time() - began:.0f}s",
                flush=True,
            )
    if options.average:
        reader.load_state_dict({**reader.state_dict(), **average})
    print(f"seed {options.seed}: {len(store['a']):,} pairs, {time.time() - began:.0f} s", flush=True)


def planned(
    data: Data, options: argparse.Namespace, rng: np.random.Generator
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the batches of all epochs; rows with weight w appear about w times in an epoch."""
    store = data.store
    pair_lengths = data.lengths[store["a"]] + data.lengths[store["b"]] + 4
    for epoch in range(options.epochs):
        last = epoch >= options.epochs - options.finish
        weight = store["finish_weight"] if last else store["weight"]
        kept = (store["dev"] == 0) & (store["label"] >= 0)
        chosen = repeated(np.flatnonzero(kept), weight, rng)
        share = 0.6 if last else 1.0
        single = repeated(np.flatnonzero(store["text_dev"] == 0), store["text_weight"] * share, rng)
        batches = [("pair", rows) for rows in buckets(chosen, pair_lengths, options.tokens, rng)]
        batches += [("text", rows) for rows in data.text_buckets(single, options.tokens, rng)]
        yield from (batches[i] for i in rng.permutation(len(batches)))


def repeated(rows: np.ndarray, weight: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    times = np.floor(weight[rows] + rng.random(len(rows))).astype(int)
    return np.repeat(rows, times)


def step_loss(reader: Reader, data: Data, kind: str, rows: np.ndarray) -> Tensor:
    """The loss of a batch of pairs or of texts."""
    ids, kinds, mask = data.pair_batch(rows) if kind == "pair" else data.text_batch(rows)
    with torch.autocast(data.device, dtype=torch.bfloat16):
        hidden = reader.backbone(data.words[ids], kinds, mask)
        if kind == "pair":
            label = data.tensor(data.store["label"][rows])
            return pair_loss(reader.pair(hidden, kinds, mask), label, data.conventions(rows))
        known = data.tensor(data.store["known"][rows])
        return text_loss(reader.text(hidden, kinds, mask), known, data.tag_batch(rows, ids.shape[1]))


def weigh_mined(reader: Reader, data: Data) -> None:
    """Let pairs that a search brought weigh by whether the reader takes them for paraphrases, as it stands now."""
    store = data.store
    rows = np.flatnonzero(store["mined"])
    wrong = predict_pairs(reader, data, rows) > DOUBTFUL
    for name in ("weight", "finish_weight"):
        store[name][rows] *= np.where(wrong, 1.0, CLEAR).astype(np.float16)
    print(f"{len(rows):,} mined pairs, {wrong.mean():.3f} doubtful", flush=True)


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--tokens", type=int, default=12_000, help="tokens in a batch")
    parser.add_argument("--seconds", type=float, default=1e9, help="train no longer than this")
    parser.add_argument(
        "--average", action="store_true", help="keep a running average of the last 40% of steps"
    )
    parser.add_argument(
        "--finish",
        type=int,
        default=0,
        help="so many last epochs: mostly the carefully labelled corpora",
    )
    parser.add_argument("--start", type=Path, help="go on from this checkpoint instead of the base")
    parser.add_argument(
        "--teachers",
        type=Path,
        nargs="*",
        help="runs that judge the pairs without labels, then train a student",
    )
    parser.add_argument("--soup", type=Path, nargs="*", help="average these checkpoints instead of training")
    parser.add_argument(
        "--shares", type=float, nargs="*", help="how much of each checkpoint of --soup; alike by default"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("-o", "--output", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    options = parsed()
    data = Data(options.data, options.small / "words.npy", options.device)
    torch.manual_seed(0)  # the same fresh heads for every seed, so that runs can be averaged
    reader = Reader(PairedBackbone())
    if options.teachers:
        fresh = {n: p.clone() for n, p in reader.state_dict().items()}
        taught(reader.to(options.device), data, options.teachers)
        reader.load_state_dict(fresh)
    if not options.start:
        load_base(reader.backbone, layers(options.base))
    if options.start:
        reader.load_state_dict(torch.load(options.start, map_location="cpu"), strict=False)
    if options.soup:
        states = [torch.load(path, map_location="cpu") for path in options.soup]
        shares = options.shares or [1 / len(states)] * len(states)
        parts = list(zip(states, shares, strict=True))
        reader.load_state_dict({n: sum(s[n].float() * share for s, share in parts) for n in states[0]})
    reader.to(options.device)
    if not options.soup:
        if options.start:
            weigh_mined(reader, data)
        train(reader, data, options)
    table = evaluate(reader, data)
    show(table, f"{options.output.name} seed {options.seed} rate {options.rate} epochs {options.epochs}")
    torch.save({n: p.half().cpu() for n, p in reader.state_dict().items()}, options.output)
    options.output.with_suffix(".json").write_text(json.dumps(table), encoding="utf-8")


if __name__ == "__main__":
    main()
