"""`paraphrast build flashcards`: candidates from the definitions of one term."""

from pathlib import Path

from paraphrast.cli.building.common import Run, app, ask_raters, carry_out, make_key, resumable
from paraphrast.cli.building.options import (
    Annotate,
    Decks,
    Definitions,
    Documents,
    Needed,
    Over,
    Share,
    Terms,
    Words,
)
from paraphrast.cli.options import Out, Seed
from paraphrast.text.languages import Lang as Language


@app.command(epilog="Example: paraphrast build flashcards deck.apkg cards.tsv --lang en -o pairs.jsonl")
@resumable
def flashcards(  # noqa: PLR0913 - one parameter per option
    decks: Decks,
    lang: Needed,
    out: Out = "pairs.jsonl",
    terms: Terms = None,
    documents: Documents = None,
    over: Over = 20,
    words: Words = 30,
    definitions: Definitions = 5,
    share: Share = 2.0,
    annotate: Annotate = None,
    seed: Seed = 0,
    run: Run = Run(),  # noqa: B008 - a tuple never changes
) -> None:
    """Make candidate paraphrases of the definitions that people wrote of one term (PARADE).

    With --annotate they are written for three raters who grade them 0 to 3; `label` joins what they said.
    """
    from paraphrast.build.flashcards import cards, recipe

    known = _wanted_terms(terms, documents or [], lang, over)
    steps = recipe(lang, terms=known, words=words, definitions=definitions, share=share, seed=seed)
    read = lambda: (card for deck in decks for card in cards(deck, lang))  # noqa: E731 - read again on resume
    made = carry_out(steps, read, key=make_key(*decks, lang=lang), out=out, run=run)
    ask_raters(made, annotate, project="parade", lang=lang)


def _wanted_terms(path: str | None, documents: list[str], lang: Language, over: int) -> list[str] | None:
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
