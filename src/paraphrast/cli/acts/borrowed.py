"""What the sample essays took from the sample library."""

from rich.console import Console

from paraphrast import data

SOURCES = {
    "ru": ["ru-cats.txt", "ru-lighthouse.txt"],
    "en": ["en-bees.txt", "en-paper.txt"],
    "zh": ["zh-tea.txt", "zh-bridge.txt"],
}


def play(console: Console) -> None:
    """An essay beside a library: what was taken, from where, and how"""
    from paraphrast import models
    from paraphrast.detect.methods import detector
    from paraphrast.files import documents

    detect = detector(encoder=models.encoder(), pair=models.pair())
    for lang, names in SOURCES.items():
        essay = documents.load(data.sample(f"essays/{lang}.txt"))
        taken = 0
        for name in names:
            source = documents.load(data.sample(f"library/{name}"))
            for match in detect(essay, source)[:3]:
                taken += match.suspicious.stop - match.suspicious.start
                passage = (
                    essay.text[match.suspicious.start : match.suspicious.stop].strip().replace("\n", " ")
                )
                told = passage if len(passage) < 64 else passage[:61] + "..."
                console.print(f"[bold cyan]{lang}[/bold cyan]  {match.kind:10} {name:18} {told}")
        console.print(f"    [dim]{taken / max(1, len(essay.text)):.0%} of the essay[/dim]\n")
