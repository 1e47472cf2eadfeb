"""`paraphrast build filter`: keep the pairs that pass every step."""

from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast.cli.building.common import (
    Drops,
    Overwrite,
    Report,
    Until,
    Work,
    app,
    carry_out,
    keyed,
)
from paraphrast.cli.options import Columns, In, Labels, Lang, Out, Workers
from paraphrast.errors import CommandError

if TYPE_CHECKING:
    pass


@app.command("filter", epilog="Example: paraphrast build filter pairs.tsv --step identical -o kept.jsonl")
def filter_pairs(  # noqa: PLR0913 - one parameter per option
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
    work: Work = None,
    until: Until = None,
    overwrite: Overwrite = False,
    workers: Workers = 1,
    drops: Drops = None,
    report: Report = None,
) -> None:
    """Keep the pairs that pass every step; each dropped one gets its reason and score.

    Filters: agreement, contained, fluency, identical, jaccard, language, length, near, overlap, perplexity,
    ratio, scored, script, similarity, surface, toxicity; or your own: --step mine.py:function.
    """
    from paraphrast.build.settings import load, parse
    from paraphrast.cli.pairs import pairs

    steps = [*(load(settings) if settings else []), *map(parse, step or ())]
    if not steps:
        raise CommandError("no steps; name filters with --step, or a TOML file with --settings")
    options = {
        "work": work,
        "until": until,
        "overwrite": overwrite,
        "workers": workers,
        "drops": drops,
        "report": report,
    }
    read = lambda: pairs(source, columns=columns, labels=labels, lang=lang)  # noqa: E731 - read again on resume
    carry_out(steps, read, keyed(source, columns=columns, labels=labels, lang=lang), out, options)
