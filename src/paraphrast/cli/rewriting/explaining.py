"""`paraphrast rewrite explain`: the rules that take a text, with file and line."""

from typing import Annotated

import typer

from paraphrast.cli.options import Json, Lang


def explain(
    text: Annotated[str, typer.Argument(help="A text, as it is")],
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Name every rule that takes a stretch of a text: its file and line, and what it would say."""
    from paraphrast.cli.identify import print_json
    from paraphrast.errors import CommandError
    from paraphrast.rewrite.explain import explain as fired
    from paraphrast.text.identification import language
    from paraphrast.text.languages import LANGS

    known = next((one for one in LANGS if one == (lang or language(text))), None)
    if known is None:
        raise CommandError("the text is in none of our languages; say --lang ru, en or zh")
    found = fired(text, known)
    for one in found:
        if json:
            print_json(one._asdict())
        else:
            print(f"{one.place}: {one.kind} {one.rule!r}: {one.old!r} -> {one.new!r}")
    if not found:
        typer.echo("no rule takes this text", err=True)
