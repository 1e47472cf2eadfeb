"""The bundled sentence encoder: one space for Russian, English and Chinese."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import batches, padded
from paraphrast.models.quantised import WIDTH
from paraphrast.models.types import Pieces, Vectors

MARK = "▁"
WORDS = box.WORDS  # an encoder that grows alone has a table of its own here, and its own width below
WINDOW = 254  # pieces read at a time; a longer text is read window by window, and its vectors averaged


class BundledEncoder:
    """Texts -> unit vectors of WIDTH numbers; their products are cosines."""

    name = "bundled"
    dim = WIDTH

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Encode the texts, longest together."""
        encoded = box.tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)
        windows = [(row, cut) for row, one in enumerate(encoded) for cut in cuts(one.ids)]
        total = np.zeros((len(texts), self.dim), dtype=np.float32)
        for numbers in batches([len(cut) for _, cut in windows]):
            chosen = [windows[number] for number in numbers]
            sentence, _ = run([cut for _, cut in chosen])
            weights = np.array([len(cut) for _, cut in chosen], dtype=np.float32)
            np.add.at(total, [row for row, _ in chosen], sentence * weights[:, None])
        return np.asarray(
            total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-9), dtype=np.float32
        )

    def tokens(self, texts: Sequence[str]) -> list[Pieces]:
        """Give the state of each piece and its place in the text; <s> and </s> are left out."""
        encoded = box.tokenizer().encode_batch(list(texts), add_special_tokens=False)
        found: list[list[tuple[int, Vectors]]] = [[] for _ in texts]
        windows = [
            (row, place, cut) for row, one in enumerate(encoded) for place, cut in enumerate(cuts(one.ids))
        ]
        for numbers in batches([len(cut) for _, _, cut in windows]):
            chosen = [windows[number] for number in numbers]
            _, pieces = run([cut for _, _, cut in chosen])
            for (row, place, cut), states in zip(chosen, pieces, strict=True):
                found[row].append((place, states[1 : len(cut) - 1]))
        return [joined(parts, one) for parts, one in zip(found, encoded, strict=True)]


def joined(parts: list[tuple[int, Vectors]], encoded: Any) -> Pieces:
    """Put the windows of a text together, without the bare word marks: they have no place of their own."""
    states = np.concatenate([states for _, states in sorted(parts, key=lambda part: part[0])])
    kept = [place for place, piece in enumerate(encoded.tokens) if piece != MARK]
    return Pieces(states[kept], [encoded.offsets[place] for place in kept])


def cuts(ids: Sequence[int]) -> list[list[int]]:
    """Cut ids into windows, each between <s> and </s>; an empty text is one empty window."""
    starts = range(0, max(1, len(ids)), WINDOW)
    return [[box.START, *ids[start : start + WINDOW], box.END] for start in starts]


def run(sequences: Sequence[Sequence[int]]) -> tuple[Vectors, Vectors]:
    """Run the graph: sentence vectors, and piece states."""
    ids, mask = padded(sequences)
    sentence, pieces = box.session("encoder").run(None, {"vectors": box.vectors(ids, WORDS), "mask": mask})
    return sentence, pieces
