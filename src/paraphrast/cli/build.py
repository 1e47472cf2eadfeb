"""`paraphrast build`: corpora of pairs from flashcards and hard changes; filters, splits, reports."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from paraphrast.cli.options import Columns, In, Json, Labels, Lang, Out, Seed, Workers
from paraphrast.errors import CommandError
from paraphrast.text.languages import Lang as Language

if TYPE_CHECKING:
    from paraphrast.build.pipeline import Made
    from paraphrast.build.steps import Step
    from paraphrast.data import Pair

EXAMPLES = """[bold]Examples[/bold]

paraphrast build flashcards deck.apkg --lang en --terms terms.txt -o pairs.jsonl

paraphrast build adversarial pairs.tsv --lang ru -o hard.jsonl

paraphrast build mine corpus.txt --lang zh -o mined.jsonl

paraphrast build filter pairs.tsv --step length:low=3,high=60 --step jaccard:high=.8 -o kept.jsonl

paraphrast build report kept.jsonl.work -o report.html"""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Build corpora: every step can be resumed, and every dropped pair has a reason.",
    epilog=EXAMPLES,
)

Needed: TypeAlias = Annotated[Language, typer.Option("--lang", help="The language of the texts.")]
Work: TypeAlias = Annotated[
    str | None, typer.Option("--work", metavar="DIR", help="Where results of steps wait; else OUT.work.")
]
Until: TypeAlias = Annotated[
    str | None, typer.Option("--until", metavar="STEP", help="Stop after this step.")
]
Overwrite: TypeAlias = Annotated[bool, typer.Option("--overwrite", help="Do finished steps again.")]
Drops: TypeAlias = Annotated[
    str | None,
    typer.Option("--drops", metavar="FILE", help="Dropped pairs with reasons; else OUT.drops.jsonl."),
]
Report: TypeAlias = Annotated[
    str | None, typer.Option("--report", metavar="FILE", help="A page with funnel, scores and examples.")
]


def carry_out(
    steps: "list[Step]", source: "Callable[[], Iterable[Pair]]", key: str, out: str, options: dict[str, Any]
) -> "Made":
    """Run the steps, write what they keep and drop, and tell people how many."""
    from paraphrast.build.pipeline import Pipeline
    from paraphrast.build.report import report

    if out == "-" and not options.get("work"):
        raise CommandError("the working folder needs a place: name one with --work, or a file with -o")
    work = options.get("work") or f"{out}.work"
    pipeline = Pipeline(steps, work, workers=options.get("workers", 1))
    made = pipeline.run(source, key=key, until=options.get("until"), overwrite=bool(options.get("overwrite")))
    drops = options.get("drops") or (None if out == "-" else f"{out}.drops.jsonl")
    written = made.write(out, drops)
    if options.get("report"):
        report(made, options["report"], title=Path(out).stem)
    for name, count in made.counts():
        why = ", ".join(f"{reason} {number:,}" for reason, number in count.reasons.items())
        print(f"{name}: {count.seen:,} -> {count.kept:,}{f' ({why})' if why else ''}", file=sys.stderr)
    print(f"{written:,} pairs in {out}; dropped ones in {drops}", file=sys.stderr)
    return made


def keyed(*paths: str, **settings: Any) -> str:
    """Make a key of what files hold and how they are read."""
    from paraphrast.build.pipeline import digest

    marks = [digest(path) if Path(path).is_file() else path for path in paths]
    return repr((marks, sorted(settings.items())))


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


@app.command(epilog="Example: paraphrast build flashcards deck.apkg cards.tsv --lang en -o pairs.jsonl")
def flashcards(  # noqa: PLR0913 - one parameter per option
    decks: Annotated[list[str], typer.Argument(help="Anki .apkg/.colpkg, Quizlet TSV, CSV.")],
    lang: Needed,
    out: Out = "pairs.jsonl",
    terms: Annotated[str | None, typer.Option("--terms", help="A file with one term per line.")] = None,
    documents: Annotated[
        list[str] | None, typer.Option("--documents", help="Take the terms from these documents instead.")
    ] = None,
    over: Annotated[int, typer.Option("--over", help="A term is in more than so many documents.")] = 20,
    words: Annotated[int, typer.Option("--words", help="The longest definition.")] = 30,
    definitions: Annotated[int, typer.Option("--definitions", help="The fewest definitions of a term.")] = 5,
    share: Annotated[float, typer.Option("--share", help="n definitions make n / SHARE clusters.")] = 2.0,
    seed: Seed = 0,
    work: Work = None,
    until: Until = None,
    overwrite: Overwrite = False,
    workers: Workers = 1,
    drops: Drops = None,
    report: Report = None,
) -> None:
    """Make candidate paraphrases of the definitions that people wrote of one term (PARADE)."""
    from paraphrast.build.flashcards import cards, recipe

    known = wanted_terms(terms, documents or [], lang, over)
    steps = recipe(lang, terms=known, words=words, definitions=definitions, share=share, seed=seed)
    options = {
        "work": work,
        "until": until,
        "overwrite": overwrite,
        "workers": workers,
        "drops": drops,
        "report": report,
    }
    read = lambda: (card for deck in decks for card in cards(deck, lang))  # noqa: E731 - read again on resume
    carry_out(steps, read, keyed(*decks, lang=lang), out, options)


def wanted_terms(path: str | None, documents: list[str], lang: Language, over: int) -> list[str] | None:
    """Read the terms, or find them in documents; None when every front is a term."""
    if path is not None:
        from paraphrast.data import Text, read

        return [text.text.strip() for text in read(path, Text) if text.text.strip()]
    if not documents:
        return None
    from paraphrast.build.flashcards.terms import terms
    from paraphrast.files.documents import load

    files = [
        file
        for each in map(Path, documents)
        for file in (sorted(each.rglob("*.*")) if each.is_dir() else [each])
    ]
    return [term for term, _ in terms((load(file) for file in files), lang, over=over)]


@app.command(epilog="Example: paraphrast build adversarial news.txt --lang ru --per-text 3 -o hard.jsonl")
def adversarial(  # noqa: PLR0913 - one parameter per option
    source: In,
    lang: Needed,
    out: Out = "hard.jsonl",
    per_text: Annotated[int, typer.Option("--per-text", min=1, help="Changes of one sentence.")] = 4,
    translator: Annotated[
        list[str] | None,
        typer.Option("--translator", metavar="MODEL", help="Translate labelled pairs; several make a pool."),
    ] = None,
    fluent: Annotated[
        bool, typer.Option("--fluent", help="Rank changes by the bundled language model.")
    ] = False,
    low: Annotated[float, typer.Option("--low", help="The least cosine of a translated pair.")] = 0.9,
    budget: Annotated[int | None, typer.Option("--budget", help="Keep the so many best.")] = None,
    annotate: Annotated[
        str | None, typer.Option("--annotate", metavar="FILE", help="Items for two raters: id, a, b.")
    ] = None,
    columns: Columns = None,
    labels: Labels = None,
    seed: Seed = 0,
    work: Work = None,
    until: Until = None,
    overwrite: Overwrite = False,
    workers: Workers = 1,
    drops: Drops = None,
    report: Report = None,
) -> None:
    """Make hard pairs: nearly the same words, the same meaning or not.

    From sentences (.txt, one per line) or true paraphrases by changing them; or, with --translator, by
    translating labelled pairs of another language as RuPAWS does.
    """
    from paraphrast.build import adversarial as recipes
    from paraphrast.build.loading import model

    if translator:
        pool = {name: translating(name) for name in translator}
        steps = recipes.translated(pool, lang=lang, low=low, budget=budget)
    else:
        reader = model("language_model") if fluent else None
        steps = recipes.native(lang, seed=seed, per_text=per_text, model=reader, budget=budget)
    options = {
        "work": work,
        "until": until,
        "overwrite": overwrite,
        "workers": workers,
        "drops": drops,
        "report": report,
    }
    told = None if translator else lang
    read = lambda: sentences_or_pairs(source, columns, labels, told)  # noqa: E731 - read again on resume
    made = carry_out(steps, read, keyed(source, columns=columns, labels=labels, lang=lang), out, options)
    if annotate:
        from paraphrast.build.gate import items
        from paraphrast.data import write

        print(f"{write(annotate, items(made.pairs())):,} items for raters in {annotate}", file=sys.stderr)


def sentences_or_pairs(
    source: str, columns: str | None, labels: str | None, lang: Language | None
) -> "Iterable[Pair]":
    """Read pairs, or a text file whose every line is a pair with itself."""
    from paraphrast.cli.pairs import pairs
    from paraphrast.data import Pair, Text, read

    if Path(source).suffix != ".txt":
        yield from pairs(source, columns=columns, labels=labels, lang=lang)
        return
    for number, text in enumerate(read(source, Text)):
        if text.text.strip():
            yield Pair(text.text, text.text, 1.0, lang, str(number))


def translating(name: str) -> Any:
    """Load a translator; `name@n` asks for n candidates."""
    from paraphrast.build.loading import model

    place, _, number = name.partition("@")
    translate = model("translator", place)
    count = int(number) if number.isdecimal() else 1
    return lambda texts: translate(texts, n=count)


@app.command(epilog="Example: paraphrast build gate hard.jsonl meaning.jsonl correct.jsonl -o final.jsonl")
def gate(
    source: In,
    meaning: Annotated[str, typer.Argument(help="Votes on the meaning: item, worker, label.")],
    correct: Annotated[str, typer.Argument(help="Votes on the form of both sentences.")],
    out: Out = "-",
    raters: Annotated[int, typer.Option("--raters", help="How many must have judged a pair.")] = 2,
) -> None:
    """Keep the annotated pairs on which all raters agree, with their label (RuPAWS kept 87%)."""
    from paraphrast.build.gate import agreed
    from paraphrast.data import Judgement, read, write

    judged = list(agreed(read(source), read(meaning, Judgement), read(correct, Judgement), raters=raters))
    kept = [pair for pair, verdict in judged if verdict.reason is None]
    write(out, kept)
    reasons = sorted({verdict.reason for _, verdict in judged if verdict.reason})
    counts = ", ".join(f"{name} {sum(verdict.reason == name for _, verdict in judged):,}" for name in reasons)
    print(f"{len(kept):,} of {len(judged):,} pairs stay{f' ({counts})' if counts else ''}", file=sys.stderr)


@app.command(epilog="Example: paraphrast build stats parade:train")
def stats(
    source: In, lang: Lang = None, columns: Columns = None, labels: Labels = None, json: Json = False
) -> None:
    """Print what a dataset is like: sizes, labels, overlap and Jaccard by label, length, entities."""
    from paraphrast.build.export import dumped
    from paraphrast.build.statistics import summed, table
    from paraphrast.cli.pairs import pairs

    found = summed(pairs(source, columns=columns, labels=labels, lang=lang))
    print(dumped(found) if json else table(found))


@app.command(epilog="Example: paraphrast build split hard.jsonl -o dataset/ --layout hub --licence cc-by-4.0")
def split(  # noqa: PLR0913 - one parameter per option
    source: In,
    out: Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="The folder of the dataset.")],
    shares: Annotated[str, typer.Option("--shares", help="What goes where.")] = "train=.8,dev=.1,test=.1",
    layout: Annotated[str, typer.Option("--layout", help="jsonl, parquet or hub (Hugging Face).")] = "jsonl",
    name: Annotated[str, typer.Option("--name", help="What the dataset is called.")] = "",
    licence: Annotated[
        str, typer.Option("--licence", help="Under which licence it may be used.")
    ] = "unknown",
    provenance: Annotated[str, typer.Option("--source", help="Where the texts come from.")] = "",
    work: Annotated[
        str | None, typer.Option("--work", metavar="DIR", help="Tell its steps in the card.")
    ] = None,
    seed: Seed = 0,
) -> None:
    """Divide pairs so that no group and no text is on two sides, and write the dataset with its card."""
    from paraphrast.build.export import About, export
    from paraphrast.build.pipeline import opened
    from paraphrast.build.split import check
    from paraphrast.build.split import split as divide
    from paraphrast.cli.pairs import pairs

    if layout not in ("jsonl", "parquet", "hub"):
        raise CommandError(f"no layout {layout!r}; there are hub, jsonl, parquet")
    parts = divide(pairs(source), shared(shares), seed=seed)
    check(parts)
    about = About(name or Path(source).stem, licence, provenance or f"Made from {Path(source).name}.")
    paths = export(parts, out, about, layout=layout, made=opened(work) if work else None)  # type: ignore[arg-type]
    print(", ".join(f"{key} {len(rows):,}" for key, rows in parts.items()), file=sys.stderr)
    for path in paths:
        print(path)


def shared(text: str) -> dict[str, float]:
    """Read shares as they are written on the command line."""
    try:
        rows = [part.split("=") for part in text.split(",")]
        return {name.strip(): float(value) for name, value in rows}
    except ValueError as error:
        raise CommandError(f"shares are written train=.8,dev=.1,test=.1; got {text!r}") from error


@app.command("report", epilog="Example: paraphrast build report kept.jsonl.work -o report.html")
def write_report(
    work: Annotated[str, typer.Argument(help="The working folder of a pipeline that has run.")],
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Where the page goes.")
    ] = "report.html",
    title: Annotated[str, typer.Option("--title", help="What the page is called.")] = "",
) -> None:
    """Write one page: the funnel, score histograms with thresholds, examples on both sides of each."""
    from paraphrast.build.pipeline import opened
    from paraphrast.build.report import report

    report(opened(work), out, title=title or Path(work).name)
    print(out)
