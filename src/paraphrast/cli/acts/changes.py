"""What changed between two texts, by rule: the types behind `paraphrast identify errors`."""

from rich.console import Console
from rich.table import Table

from paraphrast import data
from paraphrast.identify.differences import Difference
from paraphrast.identify.kinds import type_of


def play(console: Console) -> None:
    """What makes a pair hard has a name"""
    table = Table.grid(padding=(0, 2))
    seen: set[tuple[str | None, str]] = set()
    for pair in data.read(data.sample("pairs.jsonl")):
        kind = type_of(Difference(pair))
        if kind == "other" or (pair.lang, kind) in seen:
            continue
        seen.add((pair.lang, kind))
        colour = "green" if pair.label else "red"
        table.add_row(f"[{colour}]{kind}[/{colour}]", f"{pair.a}\n[dim]{pair.b}[/dim]")
    console.print(table)
