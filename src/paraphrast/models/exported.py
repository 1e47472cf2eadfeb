"""Writers as ONNX graphs with cached keys and values: they run on onnxruntime, without torch.

A folder has `step` (the newest piece of each hypothesis and the keys and values of those before it ->
log-probabilities and the keys and values with the new ones), for a model with an encoder `reader`
(pieces -> the keys and values that each layer of the decoder looks at), `tokenizer.json`, `writer.json`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from msgspec import Struct

from paraphrast.errors import DataError
from paraphrast.files import cards
from paraphrast.models.bundled.batches import padded
from paraphrast.models.bundled.box import running
from paraphrast.models.hub import sorted_batches
from paraphrast.models.searching import Beam, Ids, Rules, Scores
from paraphrast.models.writing import BEAM, LENGTH

FOLDER = "onnx"
# each graph has a folder of its own: beside one of more than 2 GB lie files with its weights
READER, STEP, TOKENIZER, FACTS = "reader/model.onnx", "step/model.onnx", "tokenizer.json", "writer.json"
# what transformers takes back where a tokenizer asks for it
TIDIED = (" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'"), (" n't", "n't"), (" 'm", "'m"), (
    " 's", "'s"), (" 've", "'ve"), (" 're", "'re")  # fmt: skip


class Facts(Struct, frozen=True):
    """What is to be known of graphs: `start` stands before what is written; `sizes` are those of files."""

    kind: Literal["seq2seq", "causal"]
    start: int
    pad: int
    rules: Rules
    tidy: bool = False
    int8: bool = False
    sizes: dict[str, int] = {}
    versions: dict[str, str] = {}


class Read(NamedTuple):
    """A batch that was read: how what is written begins, which pieces count, what the decoder looks at."""

    prompts: Ids
    mask: Scores
    memory: dict[str, Any]


def opened(folder: Path) -> Facts:
    """Read the facts of a folder, and see that its files are whole."""
    facts = cards.read(folder / FACTS, Facts, "an exported writer")
    for name, size in facts.sizes.items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != size:
            raise DataError("the file is missing or cut off; export the model again", path=path)
    return facts


class Cutter:
    """Texts -> pieces and back, by the library `tokenizers` alone."""

    def __init__(self, folder: Path, *, tidy: bool) -> None:
        from tokenizers import Tokenizer

        self.inner, self.tidy = Tokenizer.from_file(str(folder / TOKENIZER)), tidy

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Cut texts, each to the length that the model can read."""
        return [one.ids for one in self.inner.encode_batch(list(texts))]

    def text(self, pieces: Sequence[int]) -> str:
        """Put pieces together, without special ones."""
        text = str(self.inner.decode(list(pieces), skip_special_tokens=True))
        for old, new in TIDIED if self.tidy else ():
            text = text.replace(old, new)
        return text


class ExportedWriter:
    """A model that was exported, as a writer by beam search; `cached=False` reads anew what it wrote."""

    def __init__(self, folder: Path, *, length: int = LENGTH, cached: bool = True) -> None:
        self.facts = opened(folder)
        self.name, self.length, self.cached = f"onnx:{folder.parent.name}", length, cached
        self.cutter = Cutter(folder, tidy=self.facts.tidy)
        self.step = running(str(folder / STEP))
        self.reader = running(str(folder / READER)) if self.facts.kind == "seq2seq" else None

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        """Write the n best texts for each."""
        out: list[list[str]] = [[] for _ in texts]
        for numbers in sorted_batches(texts):
            batch = self.read(self.cutter.pieces([texts[number] for number in numbers]))
            for number, some in zip(numbers, self.written(batch, max(n, BEAM)).best(n), strict=True):
                said = [self.cutter.text(pieces) for pieces in some]
                out[number] = said if self.reader else [text.strip() for text in said]
        return out

    def read(self, rows: Sequence[Sequence[int]]) -> Read:
        """Read a batch: with the encoder, or as what comes before what is written."""
        if self.reader is None:
            prompts, mask = padded([[*row, self.facts.start] for row in rows], pad=self.facts.pad, left=True)
            return Read(prompts, mask, {})
        ids, mask = padded(rows, pad=self.facts.pad)
        names = [one.name for one in self.reader.get_outputs()]
        memory = self.reader.run(None, {"ids": ids, "mask": mask})
        start = np.full((len(rows), 1), self.facts.start, dtype=np.int64)
        return Read(start, mask, dict(zip(names, memory, strict=True)))

    def written(self, batch: Read, width: int) -> Beam:
        """Write a batch to its end."""
        beam = Beam(batch.prompts, width, rules=self.facts.rules, more=self.length)
        steps = Steps(self.step, batch, cached=self.cached)
        first = steps.logs(batch.prompts, beam.rows, np.zeros_like(beam.rows))
        origin = beam.follow(np.repeat(first[:, None], width, axis=1)) // width
        while len(beam.rows):
            rows = np.repeat(beam.rows, width)
            logs = steps.logs(beam.out.reshape(len(rows), -1), rows, origin.ravel())
            origin = beam.follow(logs.reshape(-1, width, logs.shape[1]))
        return beam


class Steps:
    """The step graph at work on one batch; keys and values stay in onnxruntime from one step to the next."""

    def __init__(self, step: Any, batch: Read, *, cached: bool) -> None:
        self.step, self.batch, self.cached = step, batch, cached
        self.outputs = [one.name for one in step.get_outputs()]
        sides = {one.name: one.shape for one in step.get_inputs() if one.name.startswith("past.")}
        self.past = {name: value(np.zeros((1, heads, 0, size), dtype=np.float32))
                     for name, (_, heads, _, size) in sides.items()}  # fmt: skip
        self.seen = 0
        self.rows: Ids = np.zeros(0, dtype=np.int64)
        self.memory: dict[str, Any] = {}

    def logs(self, out: Ids, rows: Ids, origin: Ids) -> Scores:
        """Ask for the next piece of hypotheses: what is written, their texts, and whose cache each takes."""
        if not np.array_equal(rows, self.rows):
            self.rows = rows
            self.memory = {name: value(given[rows]) for name, given in self.batch.memory.items()}
        feeds = {
            "pieces": value(out[:, self.seen :]),
            "parents": value(origin if self.cached else np.zeros_like(origin)),
            "mask": value(self.mask(out.shape[1])),
            **self.memory,
            **self.past,
        }
        logs, *new = self.step.run_with_ort_values(self.outputs, feeds)
        if self.cached:
            self.past, self.seen = dict(zip(self.past, new, strict=True)), out.shape[1]
        found: Scores = logs.numpy()
        return found

    def mask(self, length: int) -> Scores:
        """Say which pieces of the source count, and of a causal model those that follow."""
        known = self.batch.mask[self.rows]
        if self.batch.memory:
            return known
        return np.pad(known, ((0, 0), (0, length - known.shape[1])), constant_values=1)


def value(array: Any) -> Any:
    """Hand an array to onnxruntime."""
    from onnxruntime import OrtValue

    return OrtValue.ortvalue_from_numpy(np.ascontiguousarray(array))
