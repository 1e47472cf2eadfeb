"""`paraphrast build adversarial` and `gate`: hard pairs, and what raters agree on."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paraphrast.cli.building.common import (
    Drops,
    Needed,
    Overwrite,
    Report,
    Until,
    Work,
    app,
    carry_out,
    keyed,
)
from paraphrast.cli.options import Columns, In, Labels, Out, Seed, Workers
from paraphrast.text.languages import Lang as Language

if TYPE_CHECKING:
    from paraphrast.data import Pair


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
        steps = recipes.translated(pooled(translator, lang), lang=lang, low=low, budget=budget)
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


def pooled(names: list[str], lang: Language) -> dict[str, Any]:
    """Load every translator three times, as RuPAWS decodes: greedily, by beam search, and by chance."""
    numbers = {"greedy": 1, "beam": 5, "sample": 5}
    return {f"{name} {how}": translating(name, lang, how, n) for name in names for how, n in numbers.items()}


def translating(name: str, lang: str, how: str = "beam", number: int = 1) -> Any:
    """Load a translator into a language that gives so many candidates."""
    from paraphrast.build.loading import model

    translate = model("translator", name, to=lang, how=how)
    return lambda texts: translate(texts, n=number)


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
