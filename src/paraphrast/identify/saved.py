"""A trained model at work: its directory, its reader, and ONNX; no torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.identify import card as cards
from paraphrast.identify.batches import ordered
from paraphrast.identify.inputs import READERS
from paraphrast.models.ledger import NAME as LEDGER
from paraphrast.models.ledger import Ledger, bundled_ledger, load_ledger

EXACT, FAST = "model.onnx", "model.int8.onnx"
BACKBONE = "backbone.safetensors"  # of a base that is the bundled one, trained further


class Saved:
    """A Scorer made of a model directory: pairs in, probabilities of being paraphrases out.

    The 8-bit graph runs where training found that it decides as the exact one; `exact` asks for the other.
    """

    def __init__(
        self, folder: str | Path, *, batch: int = 64, threads: int | None = None, exact: bool = False
    ) -> None:
        self.folder, self.batch = Path(folder), batch
        self.card = cards.read(self.folder)
        self.threshold = self.card.threshold
        self.reader = READERS[self.card.reads].load(self.folder)
        fast = (self.folder / FAST).is_file() and not exact
        self.session = session(self.folder / (FAST if fast else EXACT), threads)
        self.inputs = {each.name for each in self.session.get_inputs()}

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """Say what the model has read: its training pairs, and what its base had read before."""
        if not (self.folder / LEDGER).is_file():  # trained before there were ledgers
            return ()
        return (load_ledger(self.folder / LEDGER), *base_ledgers(self.card))

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        """Score pairs in batches of like length, and answer in their order; symmetric if trained to be."""
        scores = self._scores(pairs)
        if self.card.settings.symmetric:
            back = self._scores([Pair(pair.b, pair.a, lang=pair.lang) for pair in pairs])
            scores = (scores + back) / 2
        return [float(score) for score in scores]

    def _scores(self, pairs: Sequence[Pair]) -> Any:
        rows = self.reader.rows(pairs)
        scores = np.zeros(len(rows))
        for batch in ordered(rows, batch=self.batch):
            arrays = self.reader.arrays([rows[place] for place in batch])
            # a network without text types leaves that input out of its graph
            given = {name: array for name, array in arrays.items() if name in self.inputs}
            scores[batch] = self.session.run(None, given)[0]
        return scores


def base_ledgers(card: cards.Card) -> tuple[Ledger, ...]:
    """Give the ledgers of the backbone that a cross-encoder began with, as far as they are known."""
    if card.model != "cross":
        return ()
    if card.settings.base == "bundled":
        return (bundled_ledger("pair"),)
    base = Path(card.settings.base)
    own = (load_ledger(base / LEDGER),) if (base / LEDGER).is_file() else ()
    bundled = (base / BACKBONE).is_file()  # the bundled backbone, read on
    return (*own, *([bundled_ledger("pair")] if bundled else []))


def session(path: Path, threads: int | None) -> Any:
    """Open an ONNX file on CPU."""
    import onnxruntime

    if not path.is_file():
        raise CommandError(f"{path.parent} has no {path.name}: its training did not finish; train it again")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    if threads:
        options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
