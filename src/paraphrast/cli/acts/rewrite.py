"""Rude lines made neutral."""

from rich.console import Console
from rich.markup import escape

from paraphrast import data


def play(console: Console) -> None:
    """Rude lines made neutral, fine ones left alone"""
    from paraphrast.rewrite import rewriter

    for sample in data.read(data.sample("lines.jsonl"), data.Text):
        lang, line = sample.lang, sample.text
        (record,) = rewriter("replace", lang).records([line])
        before, after = record.meta["toxicity"]
        console.print(f"[bold cyan]{lang}[/bold cyan]  {escape(line)}  [dim]toxic {before:.2f}[/dim]")
        console.print(f"    {escape(record.b)}  [dim]toxic {after:.2f}[/dim]")
