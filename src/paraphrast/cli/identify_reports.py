"""`paraphrast identify errors`: which kinds of pairs a model gets wrong."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast import identify
from paraphrast.cli import options
from paraphrast.cli.pairs import pairs
from paraphrast.data import Pair, Scorer
from paraphrast.errors import DataError

if TYPE_CHECKING:
    from paraphrast.identify.analysis import Case

Scored = tuple[Pair, float]


def errors(  # noqa: PLR0913 - one parameter per option
    source: options.In,
    predictions: Annotated[
        str | None, typer.Argument(help="What `predict` wrote; without it, -m is run.")
    ] = None,
    model: Annotated[
        str, typer.Option("--model", "-m", help="The model to run or, with predictions, to name.")
    ] = "bundled",
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the page here; it opens offline.")
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", help="From which score on it is yes; the model's own, or 0.5."),
    ] = None,
    columns: options.Columns = None,
    labels: options.Labels = None,
    lang: options.Lang = None,
    workers: options.Workers = 1,
    json: options.Json = False,
) -> None:
    """Say which kinds of pairs a model gets wrong: swap types, overlap, length, names, phenomena."""
    from msgspec import json as encoding

    from paraphrast.engine import run
    from paraphrast.identify import analysis
    from paraphrast.identify.page import page

    golds = list(pairs(source, columns=columns, labels=labels, lang=lang))
    scores, own = (_read_scores(predictions, golds), 0.5) if predictions else _run_model(model, golds)
    look = partial(_examine_batch, threshold=own if threshold is None else threshold)
    cases = list(run(look, list(zip(golds, scores, strict=True)), workers=workers, label="errors"))
    found = analysis.analyse(cases)
    if html:
        html.write_text(page(found, model=predictions or model, corpus=source), encoding="utf-8")
    if json:
        for record in analysis.records(cases):
            print(encoding.encode(record).decode())
    else:
        print(analysis.text(found))


def _run_model(model: str, golds: list[Pair]) -> tuple[list[float], float]:
    """Run a model, and give its scores and its threshold."""
    score = identify.scorer(model)
    scores = score(golds)
    print_usage(score)
    return scores, float(getattr(score, "threshold", 0.5))


def print_usage(score: Scorer) -> None:
    """Say on stderr what an endpoint was asked and what it cost."""
    usage = getattr(score, "usage", None)
    if usage:
        print(usage, file=sys.stderr)


def _examine_batch(batch: list[Scored], *, threshold: float) -> "list[Case]":
    """Look into a batch of scored pairs."""
    from paraphrast.identify.analysis import case

    return [case(pair, score, threshold=threshold) for pair, score in batch]


def _read_scores(path: str, golds: list[Pair]) -> list[float]:
    """Give the scores of a predictions file: by id where all pairs have one, else line by line."""
    found = list(pairs(path))
    scores = []
    for line, pair in enumerate(found, start=1):
        score = pair.meta.get("score")
        try:
            scores.append(float(score))  # type: ignore[arg-type]
        except (TypeError, ValueError) as e:
            raise DataError(
                f"no score from 0 to 1 but {score!r}; is it what predict wrote?", path=path, line=line
            ) from e
    by_id = {pair.id: score for pair, score in zip(found, scores, strict=True) if pair.id}
    if len(by_id) == len(found) and all(pair.id in by_id for pair in golds):
        return [by_id[pair.id] for pair in golds]
    if len(found) != len(golds):
        raise DataError(
            f"{len(golds)} pairs and {len(found)} predictions came; one for each is needed", path=path
        )
    return scores
