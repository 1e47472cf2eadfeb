"""Reading on: masked words of domain text before a cross-encoder learns its task (SciBERT's effect)."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import torch

from paraphrast.errors import DataError
from paraphrast.identify.guessing import Guesser, guesser
from paraphrast.identify.inputs import padded
from paraphrast.models.ledger import NAME as LEDGER
from paraphrast.models.ledger import make_ledger

HIDDEN = 0.15  # share of pieces to guess; 80% of them masked, 10% random, 10% left (Devlin et al. 2019)


class Plan(NamedTuple):
    """How to read on."""

    epochs: int = 3
    rate: float = 5e-5
    batch: int = 32
    limit: int = 128
    seed: int = 0


class Step(NamedTuple):
    """Where the reading is, for a progress bar."""

    epoch: int
    batch: int
    batches: int
    loss: float
    event: Literal["batch", "epoch", "resumed"] = "batch"


class Read(NamedTuple):
    """Where the reading stands: pieces' mean loss in nats by epoch, and the seconds it took."""

    losses: list[float]
    seconds: float


def read_on(
    base: str,
    texts: Sequence[str],
    *,
    to: Path,
    plan: Plan | None = None,
    report: Callable[[Step], None] | None = None,
) -> Read:
    """Train a base on texts by masking, and write it to a directory that `--set base=` takes."""
    plan = plan or Plan()
    kept = [text for text in texts if text.strip()]
    if not kept:
        raise DataError("no text to read; --continue-pretraining takes a file of one text per line")
    torch.manual_seed(plan.seed)
    model = guesser(base)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.module.to(device).train()
    optimizer = torch.optim.AdamW(model.groups(plan.rate))
    ids = [each for each in model.encode(kept, plan.limit) if len(each) > 2]
    losses, started = [], time.monotonic()
    for epoch in range(plan.epochs):
        random = np.random.default_rng([plan.seed, epoch])
        order = random.permutation(len(ids))
        seen: list[float] = []
        starts = range(0, len(order), plan.batch)
        for start in starts:
            rows = [ids[place] for place in order[start : start + plan.batch]]
            seen.append(step(model, optimizer, masked(rows, model, random), device=device))
            if report:
                report(Step(epoch, len(seen), len(starts), seen[-1]))
        losses.append(float(np.mean(seen)))
        if report:
            report(Step(epoch, len(starts), len(starts), losses[-1], event="epoch"))
    model.module.eval().cpu()
    model.save(to)
    make_ledger({"domain text": kept}).save(to / LEDGER)
    return Read(losses, time.monotonic() - started)


def step(model: Guesser, optimizer: Any, arrays: Sequence[Any], *, device: str) -> float:
    """Learn from one batch and give its loss."""
    loss = model.loss(*(torch.from_numpy(array).to(device) for array in arrays))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(model.module.parameters(), 1.0)
    optimizer.step()
    return float(loss.detach())


def masked(rows: Sequence[Sequence[int]], model: Guesser, random: np.random.Generator) -> list[Any]:
    """Hide some pieces of a batch: ids, mask, and labels that are -100 where nothing is to be guessed."""
    ids = padded(rows)
    mask = (np.arange(ids.shape[1])[None, :] < np.array([len(row) for row in rows])[:, None]).astype(np.int64)
    guessed = (random.random(ids.shape) < HIDDEN) & (mask == 1) & ~np.isin(ids, model.special)
    if not guessed.any():
        guessed = mask == 1
    fate = random.random(ids.shape)
    shown = np.where(guessed & (fate < 0.8), model.mask, ids)
    shown = np.where(guessed & (fate >= 0.9), random.integers(0, model.size, ids.shape), shown)
    return [shown, mask, np.where(guessed, ids, -100)]
