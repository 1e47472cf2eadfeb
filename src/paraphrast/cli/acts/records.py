"""Two texts, a label from 0 to 1: the record that all jobs share."""

from itertools import groupby

from rich.console import Console
from rich.table import Table

from paraphrast import data


def play(console: Console) -> None:
    """Same words are not the same meaning"""
    for _, pairs in groupby(data.read(data.sample("pairs.jsonl")), key=lambda pair: pair.lang):
        table = Table.grid(padding=(0, 2))
        for pair in [pair for pair in pairs if pair.meta["kind"] in ("voice", "swap")][:2]:
            same = "[green]same meaning[/green]" if pair.label else "[red]another meaning[/red]"
            table.add_row(same, f"{pair.a}\n[dim]{pair.b}[/dim]")
        console.print(table)
        console.print()
