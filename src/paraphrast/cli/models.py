"""`paraphrast models`: what is in the box, how good it is, and what a judge of texts catches."""

from typing import Annotated

import typer

from paraphrast.cli import suites
from paraphrast.cli.counts import many
from paraphrast.cli.options import Columns, Json
from paraphrast.errors import unknown

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="List the models that ship, show their cards, probe judges of single texts.",
    epilog="Example: paraphrast models card pair",
)


@app.command("list", epilog="Example: paraphrast models list")
def show_all(json: Json = False) -> None:
    """List the models: name, what it does, its files' size."""
    from paraphrast.models import catalogue as cards

    for name in cards.names():
        facts = cards.card(name)
        if json:
            from msgspec import json as encoder

            print(encoder.encode({"name": name, "mb": round(cards.size(facts), 1), **facts}).decode())
        else:
            print(f"{name:16} {cards.size(facts):5.1f} MB  {facts['does']}")


@app.command(epilog="Example: paraphrast models card encoder")
def card(
    name: Annotated[str, typer.Argument(help="A name that `paraphrast models list` shows.")],
    read: Annotated[
        str | None, typer.Option("--read", metavar="FILE", help="Say how much of these pairs it has read.")
    ] = None,
    columns: Columns = None,
    json: Json = False,
) -> None:
    """Show a model's card: base, licence, data, command, scores, and what it has read."""
    from paraphrast.models import catalogue as cards
    from paraphrast.models.ledger import bundled_ledger, describe_ledger

    facts = cards.card(name) | {"ledger": describe_ledger(bundled_ledger(name))}
    if read:
        _print_share(name, read, columns=columns, json=json)
        return
    if json:
        from msgspec import json as encoder

        print(encoder.encode({"name": name, **facts}).decode())
        return
    print(f"{name}: {facts['does']}\n")
    for key in ("base", "licence", "data", "command", "calibration", "choice", "limits"):
        if key in facts:
            print(f"{key}: {facts[key]}")
    for title, rows in facts.get("scores", {}).items():
        print(f"\n{title}")
        for row in rows:
            print("  " + row)
    ledger = facts["ledger"]
    chance = f"1 in {1 / ledger['false_positives']:.0f}"
    print(f"\nhas read {ledger['texts']:,} texts; of others {chance} is taken for one of them")
    for source, count in ledger["sources"].items():
        print(f"  {count:9,}  {source}")


def _print_share(name: str, source: str, *, columns: str | None, json: bool) -> None:
    """Say how many texts of a file's pairs a model has read."""
    from paraphrast.cli.pairs import pairs
    from paraphrast.models.ledger import bundled_ledger

    texts = {text for pair in pairs(source, columns=columns) for text in (pair.a, pair.b)}
    share, of = bundled_ledger(name).share_read(sorted(texts))
    if json:
        from msgspec import json as encoder

        print(encoder.encode({"model": name, "share": round(share, 4), "texts": of}).decode())
    elif not of:
        print(f"{source}: no text is long enough to be told from others")
    else:
        print(
            f"{name} has read {share:.3f} of the texts of {source} (by {many(of, 'text')} that can be told)"
        )


@app.command(epilog="Example: paraphrast models probe toxicity -m hub:NAME --lang ru")
def probe(
    question: Annotated[str, typer.Argument(help="What the model judges: toxicity.")],
    model: Annotated[str, typer.Option("--model", "-m", help="bundled, hub:NAME or a folder.")] = "bundled",
    half: suites.HalfOption = "open",
    lang: suites.LangsOption = "ru,en,zh",
    suite: suites.SuiteOption = None,
    threshold: suites.ThresholdOption = None,
    worst: suites.WorstOption = 5,
    json: suites.JsonFileOption = None,
) -> None:
    """Say how much offence of each kind a model catches, and how many look-alikes it leaves alone."""
    from paraphrast import models
    from paraphrast.models.suite import open_texts
    from paraphrast.models.suite.texts import describe_texts, probe_texts

    if question != "toxicity":
        raise unknown("probe of single texts", question, ["toxicity"])
    texts = open_texts(suite, halves=suites.choose_halves(half), langs=suites.choose_langs(lang))
    suites.print_missing(texts.missing)
    found = models.toxicity(model)
    report = probe_texts(found, texts, threshold=threshold, name=model, label="probe")
    if json:
        suites.write_json(json, describe_texts(report))
    if json != "-":
        print(suites.lay_out_texts(report, worst=worst))
