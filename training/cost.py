"""What pruning the vocabulary costs the base: Spearman on STS-B dev with all pieces and with those kept.

PARAPHRAST_DATA=../shared/data python training/cost.py scratch/base scratch/small scratch/base/layers.npz
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from base import layers
from tokenizers import Tokenizer
from vocabulary import tokenizer

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.models.networks.backbone import Backbone, load_base, mean
from paraphrast.models.quantised import WIDTH, dequantise
from paraphrast.stats.correlation import spearman

LANGUAGES = ("en", "ru", "zh")


def whole(base: Path) -> Tokenizer:
    """The base's own tokenizer, with all its pieces."""
    with open(base / "pieces.jsonl", encoding="utf-8") as file:
        return tokenizer([tuple(json.loads(line)) for line in file])


@torch.inference_mode()
def vectors(texts: list[str], pieces: Tokenizer, words: np.ndarray, backbone: Backbone) -> np.ndarray:
    """Unit vectors of the texts, each with the prefix that the base expects, 64 of like length at a time."""
    encoded = pieces.encode_batch(["query: " + text for text in texts])
    order = np.argsort([len(one.ids) for one in encoded])
    result = np.zeros((len(texts), WIDTH), dtype=np.float32)
    for start in range(0, len(order), 64):
        rows = order[start : start + 64]
        longest = max(len(encoded[row].ids) for row in rows)
        mask = torch.zeros(len(rows), longest)
        given = torch.zeros(len(rows), longest, WIDTH)
        for place, row in enumerate(rows):
            ids = encoded[row].ids
            mask[place, : len(ids)] = 1
            given[place, : len(ids)] = torch.from_numpy(dequantise(words[ids]))
        state = mean(backbone(given, torch.zeros_like(mask), mask), mask).numpy()
        result[rows] = state / np.linalg.norm(state, axis=1, keepdims=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("small", type=Path)
    parser.add_argument("layers", type=Path)
    options = parser.parse_args()
    backbone = load_base(Backbone(drop=0.0), layers(options.layers)).eval()
    tokenizers = {
        options.base: whole(options.base),
        options.small: Tokenizer.from_file(str(options.small / "tokenizer.json")),
    }
    for folder, pieces in tokenizers.items():
        words = np.load(folder / "words.npy", mmap_mode="r")
        for lang in LANGUAGES:
            found = [pair for pair in corpora.load(f"stsb-{lang}", "dev") if isinstance(pair, Pair)]
            a = vectors([pair.a for pair in found], pieces, words, backbone)
            b = vectors([pair.b for pair in found], pieces, words, backbone)
            score = spearman((a * b).sum(1).tolist(), [float(pair.label or 0) for pair in found])
            print(f"{len(words):,} pieces, stsb-{lang} dev, {len(found):,} pairs: {score:.4f}", flush=True)


if __name__ == "__main__":
    main()
