"""`paraphrast build flashcards`: candidates from the definitions of one term."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from paraphrast.cli.options import Out, Seed, Workers
from paraphrast.text.languages import Lang as Language

if TYPE_CHECKING:
    pass


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
