"""The bundled networks in torch, float32, as sentence-transformers runs them: 32 at a time as they come."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import torch

from paraphrast.data import Pair
from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import padded
from paraphrast.models.bundled.reader import SIDE, pieces
from paraphrast.models.networks.reader import PairedBackbone, Reader

BATCH = 32  # sentence-transformers' default


@cache
def network() -> Any:
    """Build the reader's network; its speed does not depend on the numbers in it."""
    torch.manual_seed(0)
    return Reader(PairedBackbone(drop=0.0)).eval()


def chunks(sequences: list[list[int]], *, sort: bool) -> list[list[list[int]]]:
    """Cut into batches, in order of arrival or of length."""
    given = sorted(sequences, key=len) if sort else sequences
    return [given[start : start + BATCH] for start in range(0, len(given), BATCH)]


def torch_encoder(texts: Sequence[str], *, sort: bool) -> None:
    """Encode texts."""
    with torch.inference_mode():
        for batch in chunks([[0, *ids, 2] for ids in pieces(texts, 254)], sort=sort):
            ids, mask = (torch.from_numpy(x) for x in padded(batch))
            vectors = torch.from_numpy(box.vectors(np.asarray(ids)))
            network().backbone(vectors, torch.zeros_like(mask), mask)


def torch_pair(pairs: Sequence[Pair], *, sort: bool) -> None:
    """Judge pairs, each read once."""
    first, second = (pieces([getattr(pair, side) for pair in pairs], SIDE) for side in "ab")
    sequences = [[0, *a, 2, 0, *b, 2] for a, b in zip(first, second, strict=True)]
    with torch.inference_mode():
        for batch in chunks(sequences, sort=sort):
            ids, mask = (torch.from_numpy(x) for x in padded(batch))
            kinds = torch.zeros_like(mask)
            hidden = network().backbone(torch.from_numpy(box.vectors(np.asarray(ids))), kinds, mask)
            network().pair(hidden, kinds, mask)
