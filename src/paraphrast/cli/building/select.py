"""`paraphrast build filter`: keep the pairs that pass every step."""

from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast.cli.building.common import Run, app, carry_out, make_key, resumable
from paraphrast.cli.options import Columns, In, Labels, Lang, Out
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    from paraphrast.build.steps import Step


@app.command("filter", epilog="Example: paraphrast build filter pairs.tsv --step identical -o kept.jsonl")
@resumable
def filter_pairs(
    source: In,
    step: Annotated[
        list[str] | None,
        typer.Option("--step", metavar="NAME:KEY=VALUE,...", help="A filter; in this order."),
    ] = None,
    settings: Annotated[
        str | None, typer.Option("--settings", metavar="TOML", help="A file with a [[step]] for each step.")
    ] = None,
    out: Out = "kept.jsonl",
    lang: Lang = None,
    columns: Columns = None,
    labels: Labels = None,
    run: Run = Run(),  # noqa: B008 - a tuple never changes
) -> None:
    """Keep the pairs that pass every step; each dropped one gets its reason and score.

    Filters: agreement, contained, fluency, identical, jaccard, language, length, near, overlap, perplexity,
    ratio, scored, script, similarity, surface, toxicity; or your own: --step mine.py:function. Any metric is
    one too: --step scored:scorer=paraphrase,low=.1
    """
    from paraphrast.build.settings import load, parse
    from paraphrast.cli.pairs import pairs

    told = (*(load(settings) if settings else []), *map(parse, step or ()))
    steps = [_filter_by_metric(each) for each in told]
    if not steps:
        raise CommandError("no steps; name filters with --step, or a TOML file with --settings")
    read = lambda: pairs(source, columns=columns, labels=labels, lang=lang)  # noqa: E731 - read again on resume
    key = make_key(source, columns=columns, labels=labels, lang=lang)
    carry_out(steps, read, key=key, out=out, run=run)


def _filter_by_metric(step: "Step") -> "Step":
    """Give a filter by score that names a metric the metric itself."""
    from paraphrast.build.filters.scored import Scored
    from paraphrast.build.steps import step as make
    from paraphrast.cli.scorers import make_metric_scorer

    work = step.work
    scorer = make_metric_scorer(work.scorer) if isinstance(work, Scored) else None
    if scorer is None or scorer is work.scorer:
        return step
    return make(step.name, Scored(work.low, work.high, scorer, name=str(work.scorer)))
