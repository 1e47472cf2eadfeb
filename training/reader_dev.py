"""What a reader says of pairs and texts: of the dev sets, and of pairs without labels, as a teacher."""

from pathlib import Path

import numpy as np
import torch
from reader_batches import Data, buckets

from paraphrast.models.networks.reader import Reader


@torch.inference_mode()
def taught(reader: Reader, data: Data, teachers: list[Path]) -> None:
    """Write what teachers think, on average, as the labels of pairs that have none."""
    store = data.store
    rows = np.flatnonzero(store["label"] < 0)
    lengths = data.lengths[store["a"]] + data.lengths[store["b"]]
    thought = np.zeros(len(store["a"]), dtype=np.float32)
    for path in teachers:
        reader.load_state_dict(torch.load(path, map_location=data.device))
        reader.eval()
        for batch in buckets(rows, lengths, 32_000, None):
            for turn in (False, True):
                ids, kinds, mask = data.pair_batch(batch, np.full(len(batch), turn))
                domain = data.tensor(store["domain"][batch], np.int64)
                with torch.autocast(data.device, dtype=torch.bfloat16):
                    experts = reader.pair_parts(reader.backbone(data.words[ids], kinds, mask), kinds, mask)[0]
                own = experts.gather(1, domain[:, None]).squeeze(1).float().sigmoid()
                thought[batch] += own.cpu().numpy() / (2 * len(teachers))
    store["label"][rows] = thought[rows]
    print(f"{len(rows):,} pairs judged by {len(teachers)} teachers, yes {(thought[rows] > 0.5).mean():.2f}")


@torch.inference_mode()
def predict(reader: Reader, data: Data, rows: np.ndarray, kind: str) -> np.ndarray:
    """P(paraphrase), mean of both orders, or the text heads' probabilities, for these rows."""
    reader.eval()
    store = data.store
    lengths = (
        data.lengths[store["a"]] + data.lengths[store["b"]] if kind == "pair" else data.lengths[store["t"]]
    )
    out = np.zeros((len(store["a"] if kind == "pair" else store["t"]), 2), dtype=np.float32)
    for batch in buckets(rows, lengths, 32_000, None):
        with torch.autocast(data.device, dtype=torch.bfloat16):
            if kind == "pair":
                for turn in (0, 1):
                    ids, kinds, mask = data.pair_batch(batch, np.full(len(batch), bool(turn)))
                    hidden = reader.backbone(data.words[ids], kinds, mask)
                    out[batch, turn] = reader.pair(hidden, kinds, mask).float().cpu().numpy()
            else:
                ids, kinds, mask = data.text_batch(batch)
                hidden = reader.backbone(data.words[ids], kinds, mask)
                out[batch] = reader.text_logits(hidden, mask).sigmoid().float().cpu().numpy()
    reader.train()
    return out[rows]


def f1(score: np.ndarray, label: np.ndarray) -> tuple[float, float]:
    said, true = score > 0.5, label > 0.5
    hits = float((said & true).sum())
    return float((said == true).mean()), 2 * hits / max(1.0, float(said.sum() + true.sum()))


def auc(score: np.ndarray, label: np.ndarray) -> float:
    order = np.argsort(np.argsort(score))
    true = label > 0.5
    return (
        float((order[true].mean() - (true.sum() - 1) / 2) / max(1, (~true).sum()))
        if true.any() and (~true).any()
        else 0.0
    )


def evaluate(reader: Reader, data: Data) -> dict[str, dict[str, float]]:
    """Score every dev set; dev sets are numbered from 1 and named in the store."""
    store, table = data.store, {}
    for number, name in enumerate(store["dev_names"].tolist(), start=1):
        rows = np.flatnonzero(store["dev"] == number)
        if len(rows):
            both = predict(reader, data, rows, "pair")
            label = store["label"][rows]
            one, two = f1(both[:, 0], label), f1(both.mean(1), label)
            table[name] = {
                "n": len(rows),
                "yes": float((label > 0.5).mean()),
                "acc1": one[0],
                "f1_1": one[1],
                "acc": two[0],
                "f1": two[1],
                "auc": auc(both.mean(1), label),
            }
        rows = np.flatnonzero(store["text_dev"] == number)
        if len(rows):
            label = store["text_label"][rows]
            score = predict(reader, data, rows, "text")[np.arange(len(rows)), store["head"][rows].astype(int)]
            table[name] = {
                "n": len(rows),
                "yes": float((label > 0.5).mean()),
                "acc": f1(score, label)[0],
                "f1": f1(score, label)[1],
                "auc": auc(score, label),
            }
    return table


def show(table: dict[str, dict[str, float]], title: str) -> None:
    print(f"== {title}")
    for name, row in table.items():
        print(
            f"{name:26}"
            + " ".join(f"{key} {value:.3f}" if key != "n" else f"n {value:5d}" for key, value in row.items()),
            flush=True,
        )
