"""`paraphrast identify probe`: what a model gets right and wrong, behaviour by behaviour."""

from pathlib import Path
from typing import Annotated

import typer

from paraphrast import identify
from paraphrast.cli import options, suites
from paraphrast.cli.identify_reports import print_usage


def probe(  # noqa: PLR0913 - one parameter per option
    model: Annotated[
        str, typer.Option("--model", "-m", help="bundled, a model directory, hub:NAME or llm:NAME.")
    ] = "bundled",
    half: suites.HalfOption = "open",
    lang: suites.LangsOption = "ru,en,zh",
    suite: suites.SuiteOption = None,
    most: Annotated[
        int | None,
        typer.Option("--most", min=1, help="Ask at most so many of each behaviour, where asking costs."),
    ] = None,
    threshold: suites.ThresholdOption = None,
    worst: suites.WorstOption = 5,
    json: suites.JsonFileOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a page here; it opens offline.")
    ] = None,
    convention: options.Convention = None,
) -> None:  # fmt: skip
    """Say how a model behaves: roles, names, numbers, negation, noise, length, and what it fails worst."""
    from paraphrast.identify.probe import describe_report, probe_pairs
    from paraphrast.identify.probe_page import lay_out_report, make_probe_page
    from paraphrast.models.suite import open_suite

    chosen = suites.choose_halves(half), suites.choose_langs(lang)
    questions = open_suite(suite, halves=chosen[0], langs=chosen[1], most=most)
    suites.print_missing(questions.missing)
    score = identify.under(identify.scorer(model), convention)
    report = probe_pairs(score, questions, threshold=threshold, name=model, label="probe")
    print_usage(score)
    if out:
        suites.write_page(out, make_probe_page(report, worst=worst))
    if json:
        suites.write_json(json, describe_report(report))
    if json != "-":
        print(lay_out_report(report, worst=worst))
