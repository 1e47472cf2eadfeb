"""Which language a line is in, and which of its words carry the meaning."""

from rich.console import Console
from rich.markup import escape

from paraphrast.text import LANGS, is_stop, is_word, language, lemmas

LINES = [
    "Коты дремали на подоконниках, пока шли дожди.",
    "Nobody expected the lighthouses to survive.",
    "人们把茶饼驮在马背上，翻过高山。",
    "El faro sobrevivió a la tormenta.",
]


def play(console: Console) -> None:
    """Three languages, one set of functions"""
    for line in LINES:
        lang = language(line)
        console.print(f"[bold cyan]{lang:>5}[/bold cyan]  {escape(line)}")
        if lang in LANGS:
            telling = [
                token.text
                for token in lemmas(line, lang)
                if is_word(token.text) and not is_stop(token.text, lang)
            ]
            console.print(f"       [dim]{escape(' · '.join(telling))}[/dim]")
