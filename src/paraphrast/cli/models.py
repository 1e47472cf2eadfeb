"""`paraphrast models`: what is in the box, how good it is, and what a judge of texts catches."""

from typing import Annotated

import typer

from paraphrast.cli import suites
from paraphrast.cli.options import Json
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
    json: Json = False,
) -> None:
    """Show a model's card: base, licence, data, command, scores."""
    from paraphrast.models import catalogue as cards

    facts = cards.card(name)
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
