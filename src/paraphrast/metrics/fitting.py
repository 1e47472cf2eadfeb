"""What `paraphrast metrics fit` and `ablate` do: learn from judged pairs, and say what was learnt."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from paraphrast.data import Pair, read
from paraphrast.files import opening
from paraphrast.metrics import extended, spscore
from paraphrast.metrics.ablation import FOLDS, ablate_table, cross_predict
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.features.surface import Reading
from paraphrast.metrics.spscore import Fitted, labels_of
from paraphrast.stats.correlation import interval, pearson, spearman
from paraphrast.stats.intervals import Array
from paraphrast.text import Lang

Kind: TypeAlias = Literal["spscore", "spscore-extended"]


def judged_pairs(
    path: str, *, columns: str | None = None, labels: str | None = None, lang: Lang | None = None
) -> list[Pair]:
    """Read pairs that people scored; a language given holds for all of them."""
    pairs = read(path, Pair, columns=columns, labels=labels)
    return [pair if lang is None else msgspec.structs.replace(pair, lang=lang) for pair in pairs]


def fit_and_save(
    pairs: Sequence[Pair], path: str, *, kind: Kind = "spscore", reading: Reading = "pairs", seed: int = 0
) -> str:
    """Fit to all pairs, write the result, and tell how fits to the other sources did on each."""
    taught, table, names = measured(pairs, kind, reading, seed=seed)
    regressors = spscore.fit_languages(taught, table, names, seed=seed)
    fitted = Fitted(Path(path).stem, kind, reading, regressors)
    told = cross_predict(table, names, taught, seed=seed)[: len(pairs)]
    wanted = labels_of(pairs)
    with opening.writing(path) as file:
        file.write(msgspec.json.encode(fitted))
    spread = interval(told, wanted)
    return (
        f"{path}: fitted to {len(pairs)} pairs; on sources held out "
        f"Spearman {spearman(told, wanted):.4f} {spread}, Pearson {pearson(told, wanted):.4f}"
    )


def measured(
    pairs: Sequence[Pair], kind: Kind, reading: Reading, *, seed: int = 0
) -> tuple[list[Pair], Array, Sequence[str]]:
    """Give the pairs to learn from (those made of them after the judged ones) and their features."""
    if kind == "spscore":
        return list(pairs), eight(pairs, reading=reading), NAMES
    taught = extended.lesson(pairs, seed=seed)
    return taught, extended.features(taught, extended.Models()), extended.ALL


def ablation(
    pairs: Sequence[Pair],
    *,
    kind: Kind = "spscore",
    reading: Reading = "pairs",
    seed: int = 0,
    folds: int = FOLDS,
    json: bool = False,
) -> str:
    """Tell the table of left-out features."""
    taught, table, names = measured(pairs, kind, reading, seed=seed)
    lines = ablate_table(table, names, taught, judged=len(pairs), folds=folds, seed=seed)
    if json:
        return msgspec.json.encode([line._asdict() for line in lines]).decode()
    rows = [
        f"{f'without {line.without}' if line.without else kind}\t{line.pearson:.4f}\t{line.spearman:.4f}"
        for line in lines
    ]
    return "\n".join(["score\tpearson\tspearman", *rows])
