"""What the bundled models say of the samples."""

from rich.console import Console
from rich.table import Table

from paraphrast import data

KINDS = {"words": "said with other words", "swap": "the same words swapped round", "unrelated": "unrelated"}


def play(console: Console) -> None:
    """A model reads both: the mean chance of a paraphrase, and how rude a text is"""
    from paraphrast import models

    pairs = list(data.read(data.sample("pairs.jsonl")))
    langs = list(dict.fromkeys(pair.lang for pair in pairs))
    score = dict(zip((pair.id for pair in pairs), models.pair()(pairs), strict=True))
    table = Table.grid(padding=(0, 3))
    table.add_row("", *(f"[bold cyan]{lang}[/bold cyan]" for lang in langs))
    for kind, name in KINDS.items():
        cells = []
        for lang in langs:
            some = [score[pair.id] for pair in pairs if pair.lang == lang and pair.meta["kind"] == kind]
            mean = sum(some) / len(some)
            cells.append(f"{mean:.2f} {'█' * round(mean * 12)}")
        table.add_row(name, *cells)
    console.print(table)
    rude = list(data.read(data.sample("rude.jsonl")))[::4]
    both = models.toxicity()([text for pair in rude for text in (pair.a, pair.b)])
    for pair, before, after in zip(rude, both[0::2], both[1::2], strict=True):
        console.print(f"\n[red]{before:.2f}[/red] {pair.a}\n[green]{after:.2f}[/green] {pair.b}")
