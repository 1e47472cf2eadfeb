"""What overlap of letters can and cannot tell."""

from rich.console import Console
from rich.table import Table

from paraphrast import data

KINDS = {"words": "said with other words", "swap": "the same words swapped round", "unrelated": "unrelated"}


def play(console: Console) -> None:
    """Counting shared letters is fooled: chrF between the two texts"""
    from paraphrast.metrics import score

    pairs = list(data.read(data.sample("pairs.jsonl")))
    langs = list(dict.fromkeys(pair.lang for pair in pairs))
    table = Table.grid(padding=(0, 3))
    table.add_row("", *(f"[bold cyan]{lang}[/bold cyan]" for lang in langs))
    for kind, name in KINDS.items():
        cells = []
        for lang in langs:
            some = [pair for pair in pairs if pair.lang == lang and pair.meta["kind"] == kind]
            value = score("chrf", some, against="source", samples=100).value
            cells.append(f"{value:.0f} {'█' * round(value / 8)}")
        table.add_row(name, *cells)
    console.print(table)
    console.print(
        "\n[dim]Swapped sentences mean something else, yet look nearest: a meaning needs a model.[/dim]"
    )
