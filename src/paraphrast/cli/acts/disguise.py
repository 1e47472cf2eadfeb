"""Texts that were dressed up to fool a checker, undressed again."""

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from paraphrast.text import normal

DISGUISED = [
    ("ru", "Уши eё пoвoрaчивaются нa кaждый шoрoх, а мыш\u00adцы готовы к прыжку."),
    ("en", "Thе bee stееrs by the s\u200bun, even on a сloudy day."),
    ("zh", "最早的時候，人們把茶葉當作草藥。"),
]


def play(console: Console) -> None:
    """Letters in disguise: what looks the same becomes the same"""
    for lang, text in DISGUISED:
        found = normal(text, lang)  # type: ignore[arg-type]
        shown = Text(text.replace("\u200b", "␣").replace("\u00ad", "␣"))
        for undone in found.undone:
            shown.stylize("red", undone.start, undone.stop)
        console.print(shown)
        console.print(f"[green]{escape(found.text)}[/green]")
        console.print()
