"""Rude lines made neutral."""

from rich.console import Console
from rich.markup import escape

from paraphrast.text.languages import Lang

LINES: list[tuple[Lang, str]] = [
    ("ru", "Эти мудаки опять забыли про 5 мая!"),
    ("en", "Those a$$holes are late again, what a sh*tty day."),
    ("zh", "他妈的，今天又要下雨了。"),
    ("en", "The train leaves at 7:40."),
]


def play(console: Console) -> None:
    """Rude lines made neutral, fine ones left alone"""
    from paraphrast.rewrite import rewriter

    for lang, line in LINES:
        (record,) = rewriter("replace", lang).records([line])
        before, after = record.meta["toxicity"]
        console.print(f"[bold cyan]{lang}[/bold cyan]  {escape(line)}  [dim]toxic {before:.2f}[/dim]")
        console.print(f"    {escape(record.b)}  [dim]toxic {after:.2f}[/dim]")
