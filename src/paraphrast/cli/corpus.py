"""`paraphrast corpus`: the public corpora, what is known of them, and their records."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from paraphrast.cli.counts import many
from paraphrast.cli.options import Json, Out
from paraphrast.errors import CommandError
from paraphrast.text.languages import Lang

if TYPE_CHECKING:
    from paraphrast.corpora import Card

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="List public corpora, show their cards, get them, and export their records.",
    epilog="Example: paraphrast corpus export parade --split dev -o dev.tsv",
)

Name: TypeAlias = Annotated[str, typer.Argument(help="A name that `paraphrast corpus list` shows.")]
Split: TypeAlias = Annotated[str, typer.Option("--split", help="Which split; `all` is every one.")]
Data: TypeAlias = Annotated[
    str | None,
    typer.Option("--data", metavar="DIR", help="The folder with local copies; else PARAPHRAST_DATA."),
]


@app.command("list", epilog="Example: paraphrast corpus list --task identification --lang ru")
def show_all(
    task: Annotated[str | None, typer.Option("--task", help="Only corpora for this task.")] = None,
    lang: Annotated[Lang | None, typer.Option("--lang", help="Only corpora in this language.")] = None,
    json: Json = False,
) -> None:
    """List the corpora: name, task, languages, splits."""
    from paraphrast import corpora

    cards = [corpora.card(name) for name in corpora.names(task, lang)]
    if json:
        for card in cards:
            _print_json(card)
        return
    rows = [(card.name, card.task, ",".join(card.languages), _splits(card)) for card in cards]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for *cells, splits in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)), splits)


@app.command(epilog="Example: paraphrast corpus show parade --counts --data corpora/")
def show(
    name: Name,
    counts: Annotated[
        bool, typer.Option("--counts", help="Read every split and count what it holds.")
    ] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Show a corpus's card, and on request how many records it has and what is odd about them."""
    from paraphrast import corpora

    card = corpora.card(name)
    if json and not counts:
        _print_json(card)
    elif not json:
        _print_card(card, data)
    for split in card.splits if counts else ():
        figures = corpora.stats(name, split, data=data)
        if json:
            _print_json({"corpus": card.name, "split": split, "counts": figures})
        else:
            shown = {field: getattr(figures, field) for field in figures.__struct_fields__}
            print(f"{split + ':':10}", ", ".join(f"{field} {n:,}" for field, n in shown.items() if n))


@app.command(epilog="Example: paraphrast corpus get parade --to corpora/")
def get(
    name: Name,
    to: Annotated[str | None, typer.Option("--to", metavar="DIR", help="Where the files should go.")] = None,
    data: Data = None,
) -> None:
    """Unpack the local copy of a corpus, or download it and check it; print where it is."""
    from paraphrast import corpora

    print(corpora.get(name, to=to, data=data))


@app.command(epilog="Example: paraphrast corpus export russe-detox-2022 --split dev -o dev.jsonl")
def export(name: Name, split: Split = "train", out: Out = "-", data: Data = None) -> None:
    """Write the records of a split, in the format that the name tells."""
    from paraphrast import corpora
    from paraphrast.data import write
    from paraphrast.engine import progress

    records = corpora.load(name, split, data=data)
    count = write(out, progress(records, f"{name} {split}"))
    print(many(count, "record"), file=sys.stderr)


def _splits(card: "Card") -> str:
    """Name the splits, or say how many there are."""
    return " ".join(card.splits) if len(card.splits) < 7 else f"{len(card.splits)} splits"


def _print_json(value: Any) -> None:
    import msgspec

    print(msgspec.json.encode(value).decode("utf-8"))


def _print_card(card: "Card", data: str | None) -> None:
    """Print what a person wants to know before using a corpus."""
    from textwrap import TextWrapper, fill

    print(f"{card.name}: {card.title}\n")
    print(fill(card.about, 100), "\n")
    facts = {
        "task": card.task,
        "languages": ", ".join(card.languages),
        "splits": ", ".join(card.splits) or "none",
        "licence": card.licence,
        "citation": card.citation,
        "home": card.home,
        "here": _place(card, data),
        "by hand": card.by_hand,
    }
    wrapper = TextWrapper(100, subsequent_indent=" " * 11, break_long_words=False, break_on_hyphens=False)
    for fact, value in facts.items():
        if value:
            wrapper.initial_indent = f"{fact + ':':11}"
            print(wrapper.fill(value))
    for split, parts in card.splits.items():
        if parts.note:
            print(f"{'note:':10} {split}: {parts.note}")


def _place(card: "Card", data: str | None) -> str:
    """Say where the local copy is, and whether it is the one the card describes."""
    from paraphrast.corpora import checked

    try:
        path, same = checked(card, data=data)
    except CommandError:
        return "no local copy"
    return f"{path}{'' if same is None else ' (as described)' if same else ' (NOT the copy described here)'}"
