"""The options of `paraphrast build`, each written once."""

from typing import Annotated, TypeAlias

import typer

from paraphrast.text.languages import Lang as Language

Needed: TypeAlias = Annotated[Language, typer.Option("--lang", help="The language of the texts.")]
Annotate: TypeAlias = Annotated[
    str | None, typer.Option("--annotate", metavar="FILE", help="Items for raters: id, a, b.")
]

# how a pipeline is carried out
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

# flashcards
Decks: TypeAlias = Annotated[list[str], typer.Argument(help="Anki .apkg/.colpkg, Quizlet TSV, CSV.")]
Terms: TypeAlias = Annotated[str | None, typer.Option("--terms", help="A file with one term per line.")]
Documents: TypeAlias = Annotated[
    list[str] | None, typer.Option("--documents", help="Take the terms from these documents instead.")
]
Over: TypeAlias = Annotated[int, typer.Option("--over", help="A term is in more than so many documents.")]
Words: TypeAlias = Annotated[int, typer.Option("--words", help="The longest definition.")]
Definitions: TypeAlias = Annotated[
    int, typer.Option("--definitions", help="The fewest definitions of a term.")
]
Share: TypeAlias = Annotated[float, typer.Option("--share", help="n definitions make n / SHARE clusters.")]

# hard pairs
PerText: TypeAlias = Annotated[int, typer.Option("--per-text", min=1, help="Changes of one sentence.")]
Translators: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--translator", metavar="MODEL", help="Translate labelled pairs; several make a pool."),
]
Fluent: TypeAlias = Annotated[
    bool, typer.Option("--fluent", help="Rank changes by the bundled language model.")
]
Synonyms: TypeAlias = Annotated[
    bool,
    typer.Option("--synonyms", help="Synonyms in Russian and English too; nearly half are wrong."),
]
Least: TypeAlias = Annotated[float, typer.Option("--low", help="The least cosine of a translated pair.")]
Likely: TypeAlias = Annotated[
    float, typer.Option("--nll", help="The greatest mean negative log-likelihood of a sentence.")
]
Budget: TypeAlias = Annotated[int | None, typer.Option("--budget", help="Keep the so many best.")]

# mining
By: TypeAlias = Annotated[str, typer.Option("--by", help="neighbours, parallel, pivot or prompt.")]
Other: TypeAlias = Annotated[
    str | None, typer.Option("--with", metavar="FILE", help="Neighbours in this list.")
]
Queries: TypeAlias = Annotated[
    str | None, typer.Option("--queries", metavar="FILE", help="Neighbours of these.")
]
Low: TypeAlias = Annotated[float, typer.Option("--low", help="The least cosine of neighbours.")]
High: TypeAlias = Annotated[float, typer.Option("--high", help="The greatest cosine; 1 is no bound.")]
Top: TypeAlias = Annotated[int, typer.Option("--top", min=1, help="Neighbours of each text.")]
EncoderName: TypeAlias = Annotated[str, typer.Option("--encoder", help="The model that compares meaning.")]
Models: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--model", help="parallel: a translator; pivot: there and back; prompt: a generator."),
]
Pivot: TypeAlias = Annotated[str, typer.Option("--pivot", help="The language in between, for an endpoint.")]
ScorerName: TypeAlias = Annotated[
    str,
    typer.Option("--scorer", help="What scores candidates: a metric, a pair model, or none."),
]
Meaning: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--meaning",
        metavar="MODEL",
        help="A pair model that checks meaning: bundled (so with --by prompt), hub:NAME, a folder; "
        "unchecked does without.",
    ),
]
LeastScore: TypeAlias = Annotated[
    float | None, typer.Option("--score", help="The least score; the scorer's own threshold, or .5.")
]
Bands: TypeAlias = Annotated[
    str | None, typer.Option("--bands", metavar="LOW,HIGH", help="Mark three bands.")
]
Wording: TypeAlias = Annotated[float, typer.Option("--jaccard", help="The greatest share of common words.")]
