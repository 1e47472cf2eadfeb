"""Tables like those of the papers: models by corpora, with intervals, significance and the trivial rows.

Every table has `always-yes` (F1 .648 on PARADE's test: F1 alone proves nothing) and `majority`.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paraphrast.data import Pair, Scorer
from paraphrast.errors import DataError
from paraphrast.identify import under
from paraphrast.identify.unread import Unread, describe_as_record, describe_unread, measure_unread
from paraphrast.models.conventions import Convention
from paraphrast.stats import intervals, labels, paired
from paraphrast.stats.intervals import Array, Summed
from paraphrast.stats.labels import Estimate
from paraphrast.stats.tables import Better, Format, Result, join, render, tabulate

MEASURES: dict[str, Summed] = {
    "accuracy": labels.ACCURACY,
    "precision": labels.PRECISION,
    "recall": labels.RECALL,
    "f1": labels.F1,
}
SHOWN = ("accuracy", "f1", "auc", "ece")  # in the table of systems; `details` has the rest
TRIVIAL = ("always-yes", "majority")
DRAWN = 2_000_000


class Line(NamedTuple):
    """One model on one corpus: measures with intervals, and how likely its lag behind the best is chance.

    `rows` has hits, false alarms, misses and passes, a row for each pair; `scores` is what the model said.
    """

    corpus: str
    model: str
    pairs: int
    measures: dict[str, Estimate]
    p_accuracy: float | None
    p_f1: float | None
    rows: Array | None = None
    scores: Array | None = None
    unread: Unread | None = None


def answers(score: Scorer, pairs: Iterable[Pair], *, threshold: float | None = None) -> NDArray[np.bool_]:
    """Answer yes or no for each pair of a stream, at the Scorer's own threshold unless one is said."""
    return score_pairs(score, pairs) >= _cut_of(score, threshold)


def score_pairs(score: Scorer, pairs: Iterable[Pair]) -> Array:
    """Score the pairs of a stream, some thousands at a time."""
    found: list[float] = []
    stream = iter(pairs)
    while part := list(islice(stream, 2048)):
        found += score(part)
    return np.array(found, dtype=np.float64)


def _cut_of(score: Scorer, threshold: float | None) -> float:
    """Give the threshold that was said, or the Scorer's own."""
    return threshold if threshold is not None else float(getattr(score, "threshold", 0.5))


def choose_thresholds(
    models: Mapping[str, Scorer], dev: Sequence[Pair], *, convention: Convention | None = None
) -> dict[str, float]:
    """Give, for each model, the lowest threshold with the highest F1 on dev pairs."""
    gold = truth(dev, "dev")
    return {
        name: labels.best_threshold(gold, score_pairs(under(score, convention), dev))
        for name, score in models.items()
    }


def table(
    models: Mapping[str, Scorer],
    corpora: Mapping[str, Sequence[Pair]],
    *,
    conventions: Mapping[str, Convention | None] = MappingProxyType({}),
    threshold: float | Mapping[str, float] | None = None,
    samples: int = 1000,
    seed: int = 0,
) -> list[Line]:
    """Run every model over every corpus, and compare each with the most accurate model of that corpus.

    A model that can be told what counts as a paraphrase is told the corpus's own of the `conventions`; a
    threshold is one for all, or one for each model by name.
    """
    cuts = threshold if isinstance(threshold, Mapping) else dict.fromkeys(models, threshold)
    lines: list[Line] = []
    for name, pairs in corpora.items():
        gold = truth(pairs, name)
        told = {model: under(score, conventions.get(name)) for model, score in models.items()}
        scores = {model: score_pairs(score, pairs) for model, score in told.items()}
        said = {model: scores[model] >= _cut_of(score, cuts[model]) for model, score in told.items()}
        rest = {
            model: measure_unread(score, pairs, labels.counts(gold, said[model]), MEASURES, samples=samples)
            for model, score in told.items()
        }
        found = compare(name, gold, said, scores=scores, samples=samples, seed=seed)
        lines += [line._replace(unread=rest.get(line.model)) for line in found]
    return lines


def compare(
    corpus: str,
    gold: NDArray[np.bool_],
    said: Mapping[str, NDArray[np.bool_]],
    *,
    scores: Mapping[str, Array] = MappingProxyType({}),
    samples: int = 1000,
    seed: int = 0,
) -> list[Line]:
    """Give a line per model and the trivial lines, with p-values against the most accurate real model."""
    everyone = {**trivial(gold), **said}
    rows = {model: labels.counts(gold, answer) for model, answer in everyone.items()}
    best = max(said or everyone, key=lambda model: labels.ACCURACY(rows[model]))
    lines = []
    for model, counts in rows.items():
        found = {
            name: Estimate(total(counts), intervals.bootstrap(counts, total, samples=samples, seed=seed))
            for name, total in MEASURES.items()
        }
        if model in scores:
            found |= graded(gold, scores[model], samples=samples, seed=seed)
        p = [
            None
            if model == best
            else paired.randomisation(rows[best], counts, total, samples=samples, seed=seed).p
            for total in (labels.ACCURACY, labels.F1)
        ]
        lines.append(Line(corpus, model, len(gold), found, p[0], p[1], rows=counts, scores=scores.get(model)))
    return lines


def graded(gold: NDArray[np.bool_], scores: Array, *, samples: int, seed: int) -> dict[str, Estimate]:
    """Measure the scores themselves: AUC, and the error of calibration where they are probabilities."""
    few = max(100, min(samples, DRAWN // len(gold)))  # ranks are drawn anew for each resample
    known = labels.report(gold, scores, samples=few, seed=seed, only=("auc", "ece"))
    return {name: known[name] for name in ("auc", "ece") if name in known}


def trivial(gold: NDArray[np.bool_]) -> dict[str, NDArray[np.bool_]]:
    """Give what needs no model: yes to everything, and the commoner answer to everything."""
    yes = np.ones(len(gold), dtype=bool)
    return {"always-yes": yes, "majority": yes if gold.mean() > 0.5 else ~yes}


def truth(pairs: Sequence[Pair], name: str) -> NDArray[np.bool_]:
    """Give the gold answers, or say which pair has none."""
    if not pairs:
        raise DataError(f"{name} is empty; there is nothing to evaluate")
    for place, pair in enumerate(pairs, start=1):
        if pair.label is None:
            raise DataError(
                f"{name}, pair {place} has no label; evaluation needs one from 0 to 1 for every pair"
            )
    return np.array([(pair.label or 0) >= 0.5 for pair in pairs])


def records(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Give plain records of a table's lines, for JSON."""
    return [
        {
            "corpus": line.corpus,
            "model": line.model,
            "pairs": line.pairs,
            **{name: round(found.value, 4) for name, found in line.measures.items()},
            **{
                f"{name}_interval": [round(x, 4) for x in found.interval]
                for name, found in line.measures.items()
            },
            "p_accuracy": line.p_accuracy,
            "p_f1": line.p_f1,
            **({"unread": describe_as_record(line.unread)} if line.unread else {}),
        }
        for line in lines
    ]


def text(lines: Sequence[Line], form: Format = "text", *, notes: Sequence[str] = ()) -> str:
    """Lay out models by measures, corpus under corpus, the best marked; below, what each had read before."""
    corpora = dict.fromkeys(line.corpus for line in lines)
    parts = {}
    for corpus in corpora:
        own = [line for line in lines if line.corpus == corpus]
        systems = {line.model: results_of(line) for line in own}
        told = [*notes, *_notes_of(own)]
        parts[f"{corpus} ({own[0].pairs})"] = tabulate(systems, notes=told, head="model", unmarked=TRIVIAL)
    return render(join(parts), form)


def _notes_of(lines: Sequence[Line]) -> list[str]:
    """Say what each model had read of its corpus, and how it does on the rest."""
    return [describe_unread(line.model, line.corpus, line.unread) for line in lines if line.unread]


def results_of(line: Line) -> dict[str, Result]:
    """Give what a model got by each measure, with the counts by which it can be tested."""
    found: dict[str, Result] = {}
    for name in SHOWN:
        if name in line.measures:
            (value, interval), total = line.measures[name], MEASURES.get(name)
            better: Better = "lower" if name == "ece" else "higher"
            found[name] = Result(value, interval, line.rows if total else None, total, better=better)
    return found


def details(lines: Sequence[Line]) -> str:
    """Lay all measures out as Markdown; p is against the most accurate model of the corpus."""
    names = [*MEASURES, "auc", "ece"]
    head = ["corpus", "model", "pairs", *names, "p(accuracy)", "p(F1)"]
    body = [
        [
            line.corpus,
            line.model,
            str(line.pairs),
            *(str(line.measures.get(name, "")) for name in names),
            *("best" if p is None else f"{p:.3f}" for p in (line.p_accuracy, line.p_f1)),
        ]
        for line in lines
    ]
    notes = _notes_of(lines)
    return "\n".join([markdown(head, body), *([""] if notes else []), *notes])


def markdown(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """Lay rows out as a Markdown table with aligned columns.

    >>> print(markdown(["a", "b"], [["long", "1"]]))
    | a    | b |
    |------|---|
    | long | 1 |
    """
    widths = [max(len(row[place]) for row in [head, *body]) for place in range(len(head))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in [head, *body]
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])
