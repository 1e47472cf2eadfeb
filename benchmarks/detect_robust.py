"""How much the figures on essays depend on what was fitted on them: settings a fifth off, essays left out."""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from detect_texts import library
from msgspec import structs

from paraphrast.data import Document, Match
from paraphrast.detect.align import aligner, likeness, passages, similar
from paraphrast.detect.detectors import corpus
from paraphrast.detect.essays.convert import Essay
from paraphrast.detect.essays.convert import load as load_essay
from paraphrast.detect.evaluate import evaluate
from paraphrast.detect.generate import Plan, generate
from paraphrast.detect.reading import Reading, read

PLAIN = likeness.likeness
RULES = ("run", "gap", "least", "likely", "alone", "cover")
Pairs = list[tuple[Document, Document]]


@contextmanager
def weighed(weights: likeness.Weights) -> Iterator[None]:
    """Judge sentences by these weights for a while."""
    aligner.likeness = partial(PLAIN, weights=weights)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        aligner.likeness = PLAIN  # type: ignore[attr-defined]


@contextmanager
def constant(module: Any, name: str, value: float) -> Iterator[None]:
    """Give a constant another value for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def figures(truth: list[Match], pairs: Pairs, rules: passages.Rules = aligner.RULES) -> tuple[float, float]:
    """Align all pairs: plagdet, macro and micro."""
    found = [match for a, b in pairs for match in aligner.align(a, b, rules=rules)]
    levels = evaluate(truth, found, samples=0).levels
    return levels["macro"].plagdet, levels["micro"].plagdet


def settings() -> Iterator[tuple[str, Callable[[list[Match], Pairs], tuple[float, float]]]]:
    """Yield every setting a fifth lower and a fifth higher (whole numbers by one at least)."""
    for name in RULES:
        value = getattr(aligner.RULES, name)
        for factor in (0.8, 1.2):
            moved = value * factor
            if isinstance(value, int):
                moved = value + max(1, round(0.2 * value)) * (1 if factor > 1 else -1)
            yield (
                f"{name} {value} -> {moved:g}",
                partial(figures, rules=structs.replace(aligner.RULES, **{name: moved})),
            )
    for name in likeness.Weights._fields:
        value = getattr(likeness.WORDS, name)
        for factor in (0.8, 1.2):
            weights = likeness.WORDS._replace(**{name: value * factor})
            yield f"weight {name} {value} -> {value * factor:.2f}", partial(_weighed, weights)
    for factor in (0.8, 1.2):
        moved = similar.BACKGROUND * factor
        yield f"background {similar.BACKGROUND} -> {moved:g}", partial(_background, moved)


def _weighed(weights: likeness.Weights, truth: list[Match], pairs: Pairs) -> tuple[float, float]:
    with weighed(weights):
        return figures(truth, pairs)


def _background(value: float, truth: list[Match], pairs: Pairs) -> tuple[float, float]:
    with constant(similar, "BACKGROUND", value):
        return figures(truth, pairs)


def robust(options: argparse.Namespace) -> None:
    essays = [load_essay(folder) for folder in options.folders]
    truth = [match for essay in essays for match in essay.truth]
    pairs = [pair for essay in essays for pair in paired(essay)]
    tasks = {"essays": (truth, pairs)}
    for lang in options.langs.split(",") if options.mono else ():
        tasks[f"{lang} paraphrase"] = generated(Path(options.mono), lang, options.documents)
    print(f"| setting | {' | '.join(f'{name} macro / micro' for name in tasks)} |")
    print("|---" * (len(tasks) + 1) + "|")
    for name, run in [("as it is", figures), *settings()]:
        cells = [run(*task) for task in tasks.values()]
        print(f"| {name} | {' | '.join(f'{a:.3f} / {b:.3f}' for a, b in cells)} |", flush=True)
    left_out(essays)


def paired(essay: Essay) -> Pairs:
    return [(essay.suspicious, source) for source in essay.sources]


def generated(mono: Path, lang: str, count: int) -> tuple[list[Match], Pairs]:
    texts = list(islice(library(mono, lang, 8000), 3 * count))
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(kind="paraphrase", count=count, seed=1)
        truth = generate(texts[::3], texts[1::3] + texts[2::3], folder, plan=plan)
        return truth, list(corpus(Path(folder)))


def left_out(essays: Sequence[Essay]) -> None:
    """Align each essay with weights fitted on those of other authors, who wrote about other things."""
    from sklearn.linear_model import LogisticRegression

    found: list[Match] = []
    data = [observed(essay) for essay in essays]
    for essay in essays:
        others = [one for other, one in zip(essays, data, strict=True) if author(other) != author(essay)]
        rows, labels = (np.concatenate(column) for column in zip(*others, strict=True))
        model = LogisticRegression(C=1.0, max_iter=1000).fit(rows, labels)
        weights = likeness.Weights(float(model.intercept_[0]), *map(float, model.coef_[0]))
        print(f"{essay.suspicious.id}: {', '.join(f'{k} {v:.2f}' for k, v in weights._asdict().items())}")
        with weighed(weights):
            mine = [match for a, b in paired(essay) for match in aligner.align(a, b)]
        levels = evaluate(essay.truth, mine, samples=0).levels
        print(f"  left out: macro {levels['macro'].plagdet:.3f} micro {levels['micro'].plagdet:.3f}")
        found += mine
    levels = evaluate([match for essay in essays for match in essay.truth], found, samples=0).levels
    print(f"all, each left out: macro {levels['macro'].plagdet:.3f} micro {levels['micro'].plagdet:.3f}")


def author(essay: Essay) -> str:
    return essay.suspicious.id.split(" - ")[0]


def observed(essay: Essay) -> tuple[np.ndarray, np.ndarray]:
    """Give what is seen of each pair of sentences that share words, and whether one was made of the other."""
    rows, labels = [], []
    for suspicious, source in paired(essay):
        here, there = read(suspicious), read(source)
        seen = similar.alike(similar.bags(here, there))
        near = likeness.context(seen, np.arange(len(seen.here)))
        rows.append(np.stack([seen.cosine, seen.kept, seen.given, np.log1p(seen.shared), near], axis=1))
        label = np.zeros(len(seen.here), dtype=bool)
        for case in essay.truth:
            if case.source.doc == source.id:
                left = _covered(here, case.suspicious.start, case.suspicious.stop)[seen.here]
                right = _covered(there, case.source.start, case.source.stop)[seen.there]
                label |= left & right
        labels.append(label)
    return np.concatenate(rows), np.concatenate(labels)


def _covered(reading: Reading, start: int, stop: int) -> np.ndarray:
    """Say which sentences lie mostly between two places."""
    spans = np.array(
        [reading.normal.span(int(a), int(b)) for a, b in zip(reading.left, reading.right, strict=True)]
    )
    inside = np.minimum(spans[:, 1], stop) - np.maximum(spans[:, 0], start)
    return np.asarray(inside * 2 >= spans[:, 1] - spans[:, 0])
