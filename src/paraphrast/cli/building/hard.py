"""`paraphrast build adversarial`: hard pairs, made or translated."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paraphrast.cli.building.common import Run, app, ask_raters, carry_out, cautious, make_key, resumable
from paraphrast.cli.building.options import (
    Annotate,
    Budget,
    Fluent,
    Least,
    Likely,
    Needed,
    PerText,
    Synonyms,
    Translators,
)
from paraphrast.cli.options import Columns, In, Labels, Out, Seed
from paraphrast.errors import CommandError
from paraphrast.text.languages import Lang as Language

if TYPE_CHECKING:
    from paraphrast.data import Pair


@app.command(epilog="Example: paraphrast build adversarial news.txt --lang ru --per-text 3 -o hard.jsonl")
@resumable
def adversarial(  # noqa: PLR0913 - one parameter per option
    source: In,
    lang: Needed,
    out: Out = "hard.jsonl",
    per_text: PerText = 4,
    translator: Translators = None,
    fluent: Fluent = False,
    synonyms: Synonyms = False,
    low: Least = 0.9,
    nll: Likely = 7.0,
    budget: Budget = None,
    annotate: Annotate = None,
    columns: Columns = None,
    labels: Labels = None,
    seed: Seed = 0,
    run: Run = Run(),  # noqa: B008 - a tuple never changes
) -> None:
    """Make hard pairs: nearly the same words, the same meaning or not.

    From sentences (.txt, one per line) or true paraphrases by changing them; or, with --translator, by
    translating labelled pairs of another language as RuPAWS does. With --annotate they are written for two
    raters; `gate` keeps what both agree on.
    """
    from paraphrast.build import adversarial as recipes
    from paraphrast.build.loading import model

    if translator and synonyms:
        raise CommandError("--synonyms is for sentences that are changed; leave it out with --translator")
    if translator:
        pool = _load_translators(translator, lang)
        steps = recipes.translated(pool, lang=lang, low=low, high=nll, budget=budget)
    else:
        reader = model("language_model") if fluent else None
        with cautious():
            steps = recipes.native(
                lang, seed=seed, per_text=per_text, model=reader, budget=budget, synonyms=synonyms
            )
    told = None if translator else lang
    read = lambda: sentences_or_pairs(source, columns, labels, told)  # noqa: E731 - read again on resume
    key = make_key(source, columns=columns, labels=labels, lang=lang)
    made = carry_out(steps, read, key=key, out=out, run=run)
    ask_raters(made, annotate, project="rupaws", lang=lang)


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


def _load_translators(names: list[str], lang: Language) -> dict[str, Any]:
    """Load every translator three times, as RuPAWS decodes: greedily, by beam search, and by chance."""
    numbers = {"greedy": 1, "beam": 5, "sample": 5}
    ways = [(name, how, number) for name in names for how, number in numbers.items()]
    return {f"{name} {how}": load_translator(name, lang, how, number) for name, how, number in ways}


def load_translator(name: str, lang: str, how: str = "beam", number: int = 1) -> Any:
    """Load a translator into a language that gives so many candidates."""
    from paraphrast.build.loading import model

    translate = model("translator", name, to=lang, how=how)
    return lambda texts: translate(texts, n=number)
