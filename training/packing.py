"""Texts as one array of piece ids with offsets, small enough to carry to a GPU machine."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

LIMIT = 126  # pieces kept of a text, without <s> and </s>


class Packer:
    """Collects texts once each and remembers their numbers."""

    def __init__(self, tokenizer: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.texts: dict[str, int] = {}

    def add(self, text: str) -> int:
        """Return the number of this text."""
        return self.texts.setdefault(text, len(self.texts))

    def arrays(self, limit: int = LIMIT) -> dict[str, np.ndarray]:
        """Encode everything: `ids` (uint16) and `starts`, one more than there are texts."""
        pieces: list[Sequence[int]] = []
        texts = list(self.texts)
        for i in range(0, len(texts), 10_000):
            batch = self.tokenizer.encode_batch_fast(texts[i : i + 10_000], add_special_tokens=False)
            pieces += [encoding.ids[:limit] for encoding in batch]
        starts = np.zeros(len(pieces) + 1, dtype=np.int64)
        np.cumsum([len(piece) for piece in pieces], out=starts[1:])
        ids = np.fromiter((i for piece in pieces for i in piece), dtype=np.uint16, count=int(starts[-1]))
        return {"ids": ids, "starts": starts.astype(np.uint32)}
