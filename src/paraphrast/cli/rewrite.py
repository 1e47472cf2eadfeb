"""`paraphrast rewrite`: say it neutrally or in other words, with scores and flags on every output."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast.cli.counts import many
from paraphrast.cli.engines import require_file
from paraphrast.cli.groups import default_to
from paraphrast.cli.options import Batch, Lang
from paraphrast.cli.rewriting import learning
from paraphrast.cli.rewriting.explaining import explain
from paraphrast.cli.rewriting.systems import systems
from paraphrast.text.languages import FALLBACK

if TYPE_CHECKING:
    from paraphrast.data import Pair, Text

EXAMPLE = """Examples: paraphrast rewrite comments.txt --to neutral --lang ru -o neutral.jsonl

paraphrast rewrite sentences.txt --to paraphrase --lang zh -n 5 --max-change 0.5 -o other-words.jsonl

paraphrast rewrite comments.txt --system delete --system replace --best-by j -o neutral.jsonl

tail -f chat.log | paraphrast rewrite - --lang en

What else can be said: paraphrast rewrite texts --help; who can rewrite: paraphrast rewrite systems"""


app = typer.Typer(
    cls=default_to("texts"),
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog=EXAMPLE,
    help="Make rude texts neutral, or say texts in other words; the command `texts` need not be named.",
)
In = Annotated[
    str,
    typer.Argument(
        help="TXT (a text a line), JSONL, TSV, CSV, xlsx or Parquet, packed or not; - is stdin, by lines.",
        show_default=False,
    ),
]
Out = Annotated[
    str,
    typer.Option(
        "--out", "-o",
        help="Where to write, by the name's ending (.txt: outputs alone); - is JSONL on stdout, as it comes.",
    ),
]  # fmt: skip
Columns = Annotated[
    str | None,
    typer.Option("--columns", metavar="FIELD=COLUMN,...", help="Where fields come from: text=comment,id=nr."),
]


To = Annotated[
    str | None, typer.Option("--to", help="neutral (nothing offends) or paraphrase (other words).")
]
Systems = Annotated[
    list[str] | None,
    typer.Option(help="Who rewrites, by a name of `paraphrast rewrite systems`; several compete."),
]
BestBy = Annotated[
    str | None,
    typer.Option(metavar="METRIC", help="Keep the candidate this metric likes: j, paraphrase, chrf, ..."),
]
Number = Annotated[
    int | None, typer.Option("-n", min=1, help="How many outputs a text may have: the best, and others.")
]
Least = Annotated[
    float, typer.Option(min=0, max=1, help="The least share of words that an output has to change.")
]
Largest = Annotated[
    float, typer.Option(min=0, max=1, help="The largest share of words that an output may change.")
]
Model = Annotated[
    str | None, typer.Option(help="A folder of `rewrite train` (which knows its system), hub:NAME, ...")
]
There = Annotated[str | None, typer.Option(help="back-translation: the first translator.")]
Back = Annotated[str | None, typer.Option(help="back-translation: the second translator.")]
Pivot = Annotated[str | None, typer.Option(help="back-translation: the language between.")]
Sharing = Annotated[
    int | None,
    typer.Option(min=1, help="How many processes share the work; else 1, of a long file up to 4."),
]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew; else a run that was stopped goes on.")]


@app.command(epilog=EXAMPLE)
def texts(  # noqa: PLR0913  (one parameter per option of the command)
    source: In,
    to: To = None,
    lang: Lang = None,
    system: Systems = None,
    best_by: BestBy = None,
    number: Number = None,
    min_change: Least = 0.0,
    max_change: Largest = 1.0,
    model: Model = None,
    there: There = None,
    back: Back = None,
    pivot: Pivot = None,
    out: Out = "-",
    columns: Columns = None,
    batch: Batch = 64,
    workers: Sharing = None,
    restart: Restart = False,
) -> None:
    """Rewrite texts; each line of the output has source (a), output (b), scores, changes and flags."""
    from paraphrast import engine, plans
    from paraphrast.cli.rewriting.plan import make_plan
    from paraphrast.cli.rewriting.work import Rewriting, load_judges
    from paraphrast.data import Pair, Text, read, write
    from paraphrast.plans.provenance import hash_files
    from paraphrast.plans.running import finish

    _check_format(out)
    require_file(out)
    given = {"n": number, "model": model, "there": there, "back": back, "pivot": pivot}
    plan = make_plan(to, system or [], best_by=best_by, change=(min_change, max_change), given=given)
    work = Rewriting(plan, lang)
    judges = load_judges()
    made = plan.rewriter(lang or FALLBACK, judges)  # what is missing is said before anything is read
    workers = workers or plan.sharing(source)
    if workers == 1:
        work.made[lang or FALLBACK] = made
        work.judges.update(judges)
    records = read(source, Text, columns=columns)
    counts = {"all": 0, "refused": 0, "toxic": 0}
    run = partial(engine.run, work, batch=batch, workers=workers, label="rewrite")
    if out == "-":
        for pair in _count_outcomes(run(records, live=source == "-"), counts):
            write(out, [pair])  # at once, for who waits at the other end of the pipe
    else:
        folder = f"{out}.parts"
        if restart:
            plans.remove(folder)
        job = plans.Map(work, Text)
        key = f"{plan} {lang} {hash_files(*filter(None, [model]))}"
        if plans.make(folder, job, records, key=key, label="rewrite", size=batch).shards:
            finish(folder, workers, job)
            found = plans.merge(folder, Pair)
        else:
            found = iter(())
        write(out, _as_named(out, _count_outcomes(found, counts)))
        plans.remove(folder)
    print(_summarize_counts(counts), file=sys.stderr)


def _summarize_counts(counts: dict[str, int]) -> str:
    """Say what a person should know at the end.

    >>> _summarize_counts({"all": 1, "refused": 0, "toxic": 1})
    '1 text; 0 refused, 1 marked toxic'
    """
    return f"{many(counts['all'], 'text')}; {counts['refused']:,} refused, {counts['toxic']:,} marked toxic"


def _check_format(out: str) -> None:
    """Refuse a name that says no format, before hours of work."""
    from paraphrast.data import module_of

    if out != "-":
        module_of(out)


def _as_named(out: str, pairs: "Iterable[Pair]") -> "Iterator[Pair] | Iterator[Text]":
    """Give the records, or for a .txt file the outputs alone, one per line."""
    from paraphrast.data import Text
    from paraphrast.files.opening import suffix

    if suffix(out) != ".txt":
        return iter(pairs)
    return (Text(" ".join(pair.b.splitlines())) for pair in pairs)


app.command(epilog="Example: paraphrast rewrite systems --json")(systems)
app.command(epilog='Example: paraphrast rewrite explain "He left in order to rest."')(explain)
app.command(epilog=learning.TRAIN)(learning.train)
app.command(epilog="Example: paraphrast rewrite export models/detox --int8")(learning.export)
app.command(epilog="Example: paraphrast rewrite vocabulary corpus.txt --lang zh -o vocabulary.tsv")(
    learning.vocabulary
)


def _count_outcomes(pairs: "Iterable[Pair]", counts: dict[str, int]) -> "Iterator[Pair]":
    """Pass the pairs on, counting what a person should know."""
    for pair in pairs:
        counts["all"] += 1
        counts["toxic"] += "toxic" in pair.meta["flags"]
        counts["refused"] += any(flag.startswith("refused") for flag in pair.meta["flags"])
        yield pair
