"""A translator into Chinese, made as training/translator_data.py says, for a row of back-translation."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import zstandard

from paraphrast.models.bundled import box
from paraphrast.models.bundled.rewriter import BundledRewriter
from paraphrast.models.bundled.writing import Weights, depth


class Translator:
    """English texts -> n Chinese texts each, by files of training/rewriter_export.py in a folder."""

    def __init__(self, folder: Path) -> None:
        stored = np.load(folder / "rewriter-pieces.npz")
        shortlists = {lang: stored[lang].astype(np.int64) for lang in ("ru", "en", "zh")}
        graphs = [
            box.running(zstandard.ZstdDecompressor().decompress((folder / f"{name}.onnx.zst").read_bytes()))
            for name in ("rewriter-reader", "rewriter-step")
        ]
        given = Weights(*graphs, depth(graphs[1]), stored["bias"].astype(np.float32), shortlists)
        self.name = folder.name
        self.model = BundledRewriter("neutral", "zh", degree=4, given=given)
        self.model.most = None  # any piece may be written

    def __call__(self, texts: Sequence[str], n: int = 1) -> list[list[str]]:
        return self.model(texts, n=n)
