"""Texts that were dressed up to fool a checker, undressed again."""

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from paraphrast import data
from paraphrast.text import normal


def play(console: Console) -> None:
    """Letters in disguise: what looks the same becomes the same"""
    for sample in data.read(data.sample("disguised.jsonl"), data.Text):
        text, found = sample.text, normal(sample.text, sample.lang)
        shown = Text(text.replace("\u200b", "␣").replace("\u00ad", "␣"))
        for undone in found.undone:
            shown.stylize("red", undone.start, undone.stop)
        console.print(shown)
        console.print(f"[green]{escape(found.text)}[/green]")
        console.print()
