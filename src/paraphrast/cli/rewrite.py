"""`paraphrast rewrite`: say it neutrally, with scores and flags on every output."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paraphrast.cli.options import Batch, Columns, In, Lang, Out
from paraphrast.errors import CommandError, unknown

if TYPE_CHECKING:
    from paraphrast.data import Pair, Scorer, Text
    from paraphrast.rewrite.checked import Checked

app = typer.Typer(rich_markup_mode="rich")
GOALS = ("neutral",)
DEFAULT, CANDIDATES = ["delete"], ["delete", "replace"]
EXAMPLE = """Examples: paraphrast rewrite comments.txt --lang ru -o neutral.jsonl

paraphrast rewrite comments.txt --system delete --system replace --best-by j -o neutral.jsonl"""


@app.command(epilog=EXAMPLE)
def rewrite(  # noqa: PLR0913  (one parameter per option of the command)
    source: In,
    to: Annotated[str, typer.Option("--to", help="What the output should be: neutral.")] = "neutral",
    lang: Lang = None,
    system: Annotated[
        list[str] | None,
        typer.Option(help="duplicate, delete, replace, llm or adversarial; several with --best-by."),
    ] = None,
    best_by: Annotated[
        str | None, typer.Option(metavar="METRIC", help="Keep the candidate this metric likes best: j.")
    ] = None,
    number: Annotated[int, typer.Option("-n", min=1, help="Candidates that the llm is asked for.")] = 1,
    model: Annotated[str | None, typer.Option(help="The llm: endpoint:MODEL or hub:NAME.")] = None,
    out: Out = "-",
    columns: Columns = None,
    batch: Batch = 32,
) -> None:
    """Rewrite texts; each line of the output has source (a), output (b), scores, changes and flags."""
    from paraphrast import engine
    from paraphrast.data import Text, read, write

    if to not in GOALS:
        raise unknown("goal", to, GOALS)
    asked = {"model": model, "n": number}
    make = maker(system or (CANDIDATES if best_by else DEFAULT), best_by, asked)
    texts = read(source, Text, columns=columns)
    counts = {"all": 0, "refused": 0, "toxic": 0}
    rewritten = engine.run(Rewriting(make, lang), texts, batch=batch, label="rewrite")
    write(out, counted(rewritten, counts))
    told = "{all:,} texts; {refused:,} outputs refused, {toxic:,} marked toxic".format(**counts)
    print(told, file=sys.stderr)


def maker(systems: list[str], best_by: str | None, asked: dict[str, Any]) -> "Callable[[Any], Checked]":
    """Check what was asked for, and give the function that makes the rewriter of a language."""
    from paraphrast.rewrite import SYSTEMS, rewriter

    for name in systems:
        if name not in SYSTEMS or name == "best-of":
            raise unknown("system", name, [known for known in SYSTEMS if known != "best-of"])
    if "llm" not in systems and (asked["model"] or asked["n"] > 1):
        raise CommandError("--model and -n are for the llm; add --system llm")
    if best_by is None and (len(systems) > 1 or asked["n"] > 1):
        raise CommandError("several candidates need --best-by METRIC, such as --best-by j")
    score = scorer(best_by) if best_by else None
    settings = {"llm": {"model": asked["model"] or "", "n": asked["n"]}}
    if len(systems) > 1:
        return lambda lang: rewriter("best-of", lang, score=score, systems=systems, settings=settings)
    return lambda lang: rewriter(systems[0], lang, score=score, **settings.get(systems[0], {}))


def scorer(name: str) -> "Scorer":
    """Make a score of a metric; what has no references is compared with the source."""
    from paraphrast.metrics.registry import build, options

    metric = build(name, **({"against": "source"} if "against" in options(name) else {}))
    sign = 1.0 if metric.better == "higher" else -1.0

    def score(pairs: "Sequence[Pair]") -> list[float]:
        return [sign * float(value) for value in metric.sentences(metric.rows(pairs))]

    return score


class Rewriting:
    """Rewrites a batch of texts, each in its language, and scores what came out."""

    def __init__(self, make: "Callable[[Any], Checked]", lang: Any) -> None:
        self.make, self.lang = make, lang
        self.made: dict[str, Checked] = {}
        self.scores = {name: scorer(name) for name in ("sta", "sim", "fl", "chrf")}

    def __call__(self, texts: "list[Text]") -> "list[Pair]":
        from msgspec.structs import replace

        from paraphrast.text import LANGS, language

        langs = [text.lang or self.lang or language(text.text) for text in texts]
        found: dict[int, Pair] = {}
        for lang in dict.fromkeys(langs):
            places = [at for at, one in enumerate(langs) if one == lang]
            own = [texts[at] for at in places]
            records = self.rewritten(lang, own) if lang in LANGS else list(map(foreign, own))
            found |= dict(zip(places, records, strict=True))
        pairs = [found[at] for at in range(len(texts))]
        return [
            replace(pair, id=text.id, group=text.group, meta={**text.meta, **pair.meta, "scores": scores})
            for text, pair, scores in zip(texts, pairs, self.scored(pairs), strict=True)
        ]

    def rewritten(self, lang: str, texts: "list[Text]") -> "list[Pair]":
        """Rewrite texts of one language by its rewriter, made once."""
        if lang not in self.made:
            self.made[lang] = self.make(lang)
        return self.made[lang].records([text.text for text in texts])

    def scored(self, pairs: "list[Pair]") -> list[dict[str, float]]:
        """Give style, meaning, fluency and surface change of each pair, from 0 to 1."""
        style, meaning, fluency, same = (score(pairs) for score in self.scores.values())
        rows = zip(style, meaning, fluency, (1 - value / 100 for value in same), strict=True)
        names = ("style", "meaning", "fluency", "change")
        return [dict(zip(names, (round(value, 4) for value in row), strict=True)) for row in rows]


def foreign(text: "Text") -> "Pair":
    """Leave a text of a language that we do not know, and say so."""
    from paraphrast.data import Pair

    return Pair(text.text, text.text, meta={"flags": ["refused: not Russian, English or Chinese"]})


def counted(pairs: "Iterable[Pair]", counts: dict[str, int]) -> "Iterator[Pair]":
    """Pass the pairs on, counting what a person should know."""
    for pair in pairs:
        counts["all"] += 1
        counts["toxic"] += "toxic" in pair.meta["flags"]
        counts["refused"] += any(flag.startswith("refused") for flag in pair.meta["flags"])
        yield pair
