"""`paraphrast models`: what is in the box, and how good it is."""

from typing import Annotated

import typer

from paraphrast.cli.options import Json

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="List the models that ship, and show their cards.",
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
