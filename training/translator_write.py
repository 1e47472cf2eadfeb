r"""Translate the English side of natural parallel text into Chinese, to lie beside what people wrote.

    python training/translator_write.py ../shared/corpora scratch/translator/rewriter.npz \
        src/paraphrast/models/weights/words.npy -o scratch/translator/translated.jsonl

The translator is that of training/translator_data.py, and writes the likeliest piece each time; a minute and a half
on a GPU. Each line has the translation (a) and the sentence of a person (b), for training/rewriter_mined.py.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from reader_batches import buckets
from rewriter import Model
from rewriter_batches import Batch
from rewriter_store import load
from rewriter_writing import greedy
from shelf import END, PAD, START
from translator_data import pairs

from paraphrast.engine import progress
from paraphrast.models.bundled import box
from paraphrast.models.networks.seq2seq import LANGUAGES, TASKS
from paraphrast.models.quantised import dequantise

NATURAL = ("tatoeba", "3AM", "aichallenger_valid", "wmt_newstest_tico", "wmt21-24_refs", "goldminer", "lctt")
MOST, LONGEST, SIGNS = 230_000, 60, 70  # pairs, English pieces, Chinese characters
ASKED = (TASKS.index("neutral"), LANGUAGES.index("zh"), 4)  # as the translator was trained


def chosen(corpora: Path) -> list[tuple[list[int], str]]:
    """List the pieces of English sentences, and the Chinese ones beside them."""
    found = list(pairs(corpora, NATURAL))
    pieces = box.tokenizer().encode_batch_fast([one[0] for one in found], add_special_tokens=False)
    both = [(given.ids, one[1]) for given, one in zip(pieces, found, strict=True)]
    fit = [one for one in both if 1 < len(one[0]) <= LONGEST and len(one[1]) <= SIGNS]
    return [fit[at] for at in sorted(np.random.default_rng(0).permutation(len(fit))[:MOST])]


def batch(some: list[list[int]], device: str) -> Batch:
    """Lay out sources; nothing is known of their targets."""
    width = max(map(len, some)) + 2
    rows = [[START, *ids, END] + [PAD] * (width - len(ids) - 2) for ids in some]
    source = torch.tensor(rows, device=device)
    mask, asked = (source != PAD).float(), torch.tensor([ASKED] * len(rows), device=device)
    return Batch(source, mask, asked, source, mask, source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("translator", type=Path)
    parser.add_argument("words", type=Path)
    parser.add_argument("--tokens", type=int, default=16_000, help="pieces in a batch")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    words = torch.from_numpy(dequantise(np.load(options.words), 384)).to(options.device)
    model = Model(len(words))
    model.load_state_dict(load(options.translator))
    model.to(options.device).eval()
    found = chosen(options.corpora)
    lengths = np.array([len(ids) for ids, _ in found])
    with open(options.output, "w", encoding="utf-8") as file:
        for some in progress(
            list(buckets(np.arange(len(found)), lengths, options.tokens, None)), "translating"
        ):
            laid = batch([found[at][0] for at in some], options.device)
            with torch.autocast(options.device, dtype=torch.bfloat16):
                out = greedy(model.network, model.bias, words, laid).cpu().tolist()
            said = box.tokenizer().decode_batch([[i for i in ids if i not in (PAD, END)] for ids in out])
            for at, text in zip(some, said, strict=True):
                file.write(json.dumps({"a": text, "b": found[at][1]}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
