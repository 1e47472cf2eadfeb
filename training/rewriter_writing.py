"""Writing with the rewriter in torch, piece by piece, and what came of it on the sets kept for evaluation."""

import json
from pathlib import Path

import numpy as np
import torch
from reader_batches import buckets
from rewriter_batches import Batch, Pairs
from shelf import END, PAD, START
from torch import Tensor

from paraphrast.models.networks.seq2seq import HEADS, Memory, Outcome, Past, Seq2Seq

ANY = 5
DEGREES = {"neutral-ru": (ANY, 0, 1, 2), "neutral-en": (ANY, 1), "neutral-zh": (ANY, 1)}
LONGEST = 96


def likelihoods(outcome: Outcome, source: Tensor, words: Tensor, bias: Tensor) -> Tensor:
    """Log-probabilities of all pieces (n, length, pieces): written or pointed at."""
    written = (outcome.states @ words.T.to(outcome.states.dtype) + bias).float().log_softmax(-1)
    gate = outcome.gate.float().unsqueeze(-1)
    pointed = (outcome.pointed + torch.nn.functional.logsigmoid(-gate)).exp()
    written = (written + torch.nn.functional.logsigmoid(gate)).exp()
    places = source[:, None, :].expand(-1, pointed.shape[1], -1)
    return written.scatter_add(2, places, pointed).clamp(min=1e-30).log()


def empty(model: Seq2Seq, memory: Memory, rows: int) -> list[Past]:
    """Give what each layer has seen before the first piece: one place, which is hidden."""
    size = memory.values.shape[-1]
    keys = memory.values.new_zeros(rows, 1, HEADS, size, 1)
    hide = memory.values.new_full((1, 1, 1, 1, 1), -1e4)
    return [Past(keys, keys.transpose(3, 4), hide) for _ in model.layers]


@torch.inference_mode()
def greedy(model: Seq2Seq, bias: Tensor, words: Tensor, batch: Batch) -> Tensor:
    """Write the likeliest piece each time: ids (n, length), padded after </s>."""
    hidden, _ = model.read(words[batch.source], batch.mask, batch.asked)
    memory = model.remember(hidden, batch.mask, batch.asked).turned()
    n, device = len(batch.source), batch.source.device
    past = empty(model, memory, n)
    now = torch.full((n, 1), START, device=device)
    done = torch.zeros(n, 1, dtype=torch.bool, device=device)
    out = []
    for place in range(min(LONGEST, 2 * batch.source.shape[1] + 8)):
        outcome, past = model.step(words[now], torch.tensor([place], device=device), memory, past)
        now = likelihoods(outcome, batch.source, words, bias)[:, 0].argmax(-1, keepdim=True)
        now = torch.where(done, PAD, now)
        done = done | (now == END)
        out.append(now)
        if place % 8 == 7 and bool(done.all()):
            break
    return torch.cat(out, 1)


def write_dev(model: Seq2Seq, bias: Tensor, data: Pairs, path: Path) -> None:
    """Write every evaluation set at some degrees of change, as ids, and say how often nothing changed."""
    store = data.store
    model.eval()
    with open(path, "w", encoding="utf-8") as file:
        for number, name in enumerate(store["dev_names"].tolist(), start=1):
            rows = np.flatnonzero(store["dev"] == number)
            for degree in DEGREES.get(name, (2, 3, 4)):
                same = 0
                for some in buckets(rows, data.lengths[store["a"]], 16_000, None):
                    batch = data.batch(some)
                    batch.asked[:, 2] = degree
                    with torch.autocast(data.device, dtype=torch.bfloat16):
                        out = greedy(model, bias, data.words, batch).cpu().numpy()
                    for row, ids in zip(some.tolist(), out, strict=True):
                        said = ids[(ids != PAD) & (ids != END)].tolist()
                        file.write(
                            json.dumps({"row": row, "set": name, "degree": degree, "ids": said}) + "\n"
                        )
                        same += said == data.table[int(store["a"][row])][: len(said)].tolist()
                print(
                    f"{name} degree {degree}: {same / len(rows):.3f} are a beginning of the source",
                    flush=True,
                )
    model.train()
