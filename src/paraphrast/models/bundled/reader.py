"""The bundled reader: one graph that judges pairs of texts and single texts."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import batches, padded

SIDE = 126  # pieces read of each text of a pair; training saw 62
TEXT = 254


def pieces(texts: Sequence[str], limit: int) -> list[list[int]]:
    """Cut texts into piece ids, at most `limit` of each."""
    return [
        one.ids[:limit] for one in box.tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)
    ]


def judge_pairs(first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """P(paraphrase) of each two texts, read in this order."""
    sequences = [[box.START, *a, box.END, box.END, *b, box.END] for a, b in zip(first, second, strict=True)]
    out = np.zeros(len(sequences))
    for numbers in batches([len(sequence) for sequence in sequences]):
        ids, mask = padded([sequences[number] for number in numbers])
        places = np.arange(ids.shape[1])
        starts = np.array([len(first[number]) + 2 for number in numbers])
        kinds = (places[None, :] >= starts[:, None]) * mask
        given = {"vectors": box.vectors(ids), "kinds": kinds.astype(np.float32), "mask": mask}
        out[numbers] = box.session("reader").run(["pair"], given)[0]
    return out


def judge_texts(texts: Sequence[str]) -> NDArray[np.float64]:
    """The probability of each question's answer being yes: (texts, questions)."""
    sequences = [[box.START, *ids, box.END] for ids in pieces(texts, TEXT)]
    out = np.zeros((len(sequences), 2))
    for numbers in batches([len(sequence) for sequence in sequences]):
        ids, mask = padded([sequences[number] for number in numbers])
        given = {"vectors": box.vectors(ids), "kinds": np.zeros_like(mask), "mask": mask}
        out[numbers] = box.session("reader").run(["texts"], given)[0]
    return out
