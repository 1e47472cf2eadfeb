"""Labels from people who do not all pay attention."""

from rich.console import Console
from rich.table import Table

from paraphrast import data
from paraphrast.data import Judgement
from paraphrast.text.languages import FALLBACK

# eight questions from the sample pairs; two workers read them, two answer without looking, one misreads once
ANSWERS = {
    "anna": "yynnynyn",
    "li wei": "yynnynnn",
    "vera": "yynnynyn",
    "in a hurry": "yyyyyyyy",
    "asleep": "nynynyny",
}


def play(console: Console) -> None:
    """Five workers, not all of them awake: whom to believe?"""
    from paraphrast.annotate.aggregate import method
    from paraphrast.annotate.votes import Votes

    items = [pair for pair in data.read(data.sample("pairs.jsonl")) if pair.lang == FALLBACK]
    chosen = [*items[1:3], *items[8:10], items[5], items[11], items[6], items[13]]
    judgements = [
        Judgement(str(number), worker, "yes" if answer == "y" else "no")
        for worker, answers in ANSWERS.items()
        for number, answer in enumerate(answers)
    ]
    found = method("dawid-skene")(Votes.of(judgements))
    labels = found.labels()
    table = Table("same meaning?", "votes", "label", box=None, header_style="dim")
    for number, pair in enumerate(chosen):
        votes = "".join(answers[number] for answers in ANSWERS.values())
        table.add_row(f"{pair.a}\n[dim]{pair.b}[/dim]", votes, str(labels[str(number)]))
    console.print(table)
    told = ", ".join(f"{worker} {skill:.2f}" for worker, skill in found.skills.items())
    console.print(f"\n[dim]Reliability, learned from the votes alone: {told}[/dim]")
