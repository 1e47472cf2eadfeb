"""A paraphrase classifier from the hub or a local directory of transformers as a Scorer; runs on torch."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from paraphrast.data import Pair
from paraphrast.identify.backbones import pretrained
from paraphrast.identify.batches import ordered
from paraphrast.identify.inputs import PieceReader

YES = ("paraphrase", "duplicate", "equivalent", "entailment", "yes", "true", "label_1", "1")


class Hub:
    """A transformers sequence classifier: the probability of its paraphrase label, or its single output."""

    threshold = 0.5

    def __init__(self, name: str, *, batch: int = 32, limit: int = 128) -> None:
        self.model, tokenizer = pretrained(name, "AutoModelForSequenceClassification")
        self.model.eval()
        self.batch = batch
        self.reader = PieceReader(tokenizer.backend_tokenizer, limit=limit)
        self.typed = getattr(self.model.config, "type_vocab_size", 0) > 1
        self.yes = positive(self.model.config.id2label)

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Give the probability that each pair says the same."""
        rows = self.reader.rows(pairs)
        scores = np.zeros(len(rows))
        for batch in ordered(rows, batch=self.batch):
            scores[batch] = self.probabilities([rows[place] for place in batch])
        return [float(score) for score in scores]

    def probabilities(self, rows: Sequence[Any]) -> Any:
        """Run the model on one batch."""
        arrays = self.reader.arrays(rows)
        given = {"input_ids": arrays["ids"], "attention_mask": arrays["mask"]}
        if self.typed:
            given["token_type_ids"] = arrays["types"]
        with torch.inference_mode():
            logits = self.model(**{name: torch.from_numpy(array) for name, array in given.items()}).logits
        found = logits.sigmoid()[:, 0] if logits.shape[1] == 1 else logits.softmax(dim=-1)[:, self.yes]
        return found.numpy()


def positive(names: dict[int, str]) -> int:
    """Say which output means paraphrase, by its name; the last one when no name says so.

    >>> positive({0: "not_equivalent", 1: "equivalent"}), positive({0: "Duplicate", 1: "other"})
    (1, 0)
    """
    for place, name in names.items():
        if name.lower() in YES:
            return int(place)
    return max(int(place) for place in names)
