"""What the sample essays took from the sample library."""

import tomllib
from pathlib import Path

from rich.console import Console

from paraphrast import data


def play(console: Console) -> None:
    """An essay beside a library: what was taken, from where, and how"""
    from paraphrast import models
    from paraphrast.detect.detectors import detector
    from paraphrast.files import documents

    detect = detector(encoder=models.encoder(), pair=models.pair())
    sources = tomllib.loads(Path(data.sample("essays.toml")).read_text(encoding="utf-8"))
    for lang, names in sources.items():
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
