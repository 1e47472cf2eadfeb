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
    thought = np.zeros(len(rows), dtype=np.float32)
    for path in teachers:
        reader.load_state_dict(torch.load(path, map_location=data.device))
        thought += predict_pairs(reader, data, rows) / len(teachers)
    store["label"][rows] = thought
    print(f"{len(rows):,} pairs judged by {len(teachers)} teachers, yes {(thought > 0.5).mean():.2f}")


@torch.inference_mode()
def predict_pairs(reader: Reader, data: Data, rows: np.ndarray) -> np.ndarray:
    """P(paraphrase) of these rows, under the first convention that their labels hold for."""
    reader.eval()
    store = data.store
    lengths = data.lengths[store["a"]] + data.lengths[store["b"]]
    out = np.zeros(len(store["a"]), dtype=np.float32)
    for batch in buckets(rows, lengths, 32_000, None):
        ids, kinds, mask = data.pair_batch(batch)
        with torch.autocast(data.device, dtype=torch.bfloat16):
            logits = reader.pair(reader.backbone(data.words[ids], kinds, mask), kinds, mask)
        own = data.conventions(batch).argmax(1)
        out[batch] = logits.gather(1, own[:, None]).squeeze(1).float().sigmoid().cpu().numpy()
    reader.train()
    return out[rows]


@torch.inference_mode()
def predict_texts(reader: Reader, data: Data, rows: np.ndarray) -> np.ndarray:
    """The text heads' probabilities for these rows: kinds of offence, then fluency."""
    reader.eval()
    out = np.zeros((len(data.store["t"]), data.store["known"].shape[1]), dtype=np.float32)
    for batch in data.text_buckets(rows, 32_000, None):
        ids, kinds, mask = data.text_batch(batch)
        with torch.autocast(data.device, dtype=torch.bfloat16):
            said = reader.text(reader.backbone(data.words[ids], kinds, mask), kinds, mask)
        both = torch.cat([said.offences, said.fluency[:, None]], dim=1)
        out[batch] = both.float().sigmoid().cpu().numpy()
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
            table[name] = scored(predict_pairs(reader, data, rows), store["label"][rows])
        rows = np.flatnonzero(store["text_dev"] == number)
        if len(rows):
            known = store["known"][rows]
            column = 0 if (known[:, 0] >= 0).all() else known.shape[1] - 1
            table[name] = scored(predict_texts(reader, data, rows)[:, column], known[:, column])
    return table


def scored(score: np.ndarray, label: np.ndarray) -> dict[str, float]:
    accuracy, both = f1(score, label)
    yes = float((label > 0.5).mean())
    return {"n": len(score), "yes": yes, "acc": accuracy, "f1": both, "auc": auc(score, label)}


def show(table: dict[str, dict[str, float]], title: str) -> None:
    print(f"== {title}")
    for name, row in table.items():
        print(
            f"{name:26}"
            + " ".join(f"{key} {value:.3f}" if key != "n" else f"n {value:5d}" for key, value in row.items()),
            flush=True,
        )
