"""`paraphrast rewrite train`, `paraphrast rewrite export` and `paraphrast rewrite vocabulary`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast.cli import options
from paraphrast.cli.training_progress import show_training
from paraphrast.errors import CommandError, unknown
from paraphrast.text.languages import Lang as Language

if TYPE_CHECKING:
    from paraphrast.rewrite.training.loop import Step

SAID = {"train": "train_loss", "loss": "dev_loss", "accuracy": "dev_accuracy", "score": "dev_score"}
TRAIN = """Example: paraphrast rewrite train settings.toml, where settings.toml says

kind = "seq2seq"                      (causal, prompt)

base = "hub:ai-forever/ruT5-base"     (a hub model, a folder, or fresh)

lang = "ru"

train = ["russe-detox-2022:train"]    (files, or corpora as NAME:SPLIT)

dev = "russe-detox-2022:dev"

out = "models/detox" """


def train(
    settings: Annotated[Path, typer.Argument(help="A TOML file: kind, base, lang, train, dev, out, ...")],
    restart: Annotated[bool, typer.Option("--restart", help="Begin anew; else a run goes on.")] = False,
) -> None:
    """Train a rewriter and write a folder that `--system KIND --model FOLDER` uses; a stopped run goes on."""
    from paraphrast.cli.identify import print_json
    from paraphrast.cli.pairs import pairs
    from paraphrast.cli.rewriting.plan import scorer
    from paraphrast.rewrite.training.settings import read_settings

    told = read_settings(settings)  # before torch, whose import takes seconds
    from paraphrast.rewrite.training.run import train as learn

    if told.dev in told.train:
        raise CommandError(f"{told.dev} is in train and is dev; what chooses the best epoch must be apart")
    corpora = {name: list(pairs(name, lang=told.lang)) for name in (*told.train, told.dev)}
    score = scorer(told.best_by) if told.best_by else None
    command = " ".join(["paraphrast", *sys.argv[1:]])
    with show_training(describe_step) as report:
        card = learn(told, corpora, score=score, command=command, report=report, restart=restart)
    dropped = {each.name: each.dropped for each in card.train if each.dropped}
    print_json(
        {
            "kind": told.kind,
            "parameters": card.parameters,
            "train": {each.name: each.pairs for each in card.train},
            **({"dropped": dropped} if dropped else {}),
            "epochs": len(card.history),
            **{SAID.get(name, name): round(value, 4) for name, value in card.scores.items()},
            "seconds": round(card.seconds, 1),
            "folder": told.out,
        }
    )


def describe_step(step: "Step") -> str:
    """Say where a run stands."""
    if step.event == "resumed":
        return f"going on after epoch {step.epoch}, in stage {step.stage + 1}; --restart would begin anew"
    dev = "" if step.dev is None else f" dev {step.dev:.4f}"
    return f"stage {step.stage + 1} epoch {step.epoch + 1} loss {step.loss:.3f}{dev}"


def export(
    folder: Annotated[Path, typer.Argument(help="A folder that `rewrite train` wrote (seq2seq, causal).")],
    int8: Annotated[
        bool, typer.Option("--int8/--float", help="8 bits: smaller, and other words now and then; or exact.")
    ] = False,
) -> None:
    """Write a trained model as ONNX graphs with cached decoding into FOLDER/onnx: it then needs no torch."""
    from paraphrast.cli.identify import print_json
    from paraphrast.rewrite.training.export import export as write

    facts = write(folder, int8=int8)
    size = round(sum(facts.sizes.values()) / 1e6, 1)
    print_json({"kind": facts.kind, "int8": int8, "megabytes": size, "folder": str(folder / "onnx")})


def vocabulary(
    source: options.In,
    out: Annotated[Path, typer.Option("--out", "-o", help="The table of words to write (.tsv).")],
    lang: Annotated[Language, typer.Option("--lang", help="The language of the texts: ru, en, zh.")],
    cover: Annotated[
        list[str] | None,
        typer.Option(metavar="TAG=SHARE", help="How much of a part of speech's uses is covered: NOUN=0.95."),
    ] = None,
    least: Annotated[int, typer.Option(min=1, help="How often a word must be used.")] = 2,
    columns: options.Columns = None,
) -> None:
    """Take the frequent words of each part of speech from a corpus, and report how many there are."""
    from paraphrast.data import Text, read
    from paraphrast.engine import progress
    from paraphrast.files.opening import suffix
    from paraphrast.rewrite.entities.vocabulary import (
        choose_frequent,
        count_words,
        report_coverage,
        write_vocabulary,
    )

    if suffix(out) not in (".tsv", ".tab"):
        raise CommandError(f"{out}: a vocabulary is a table; its name should end in .tsv")
    told = _read_shares(cover or [])
    texts = (text.text for text in progress(read(source, Text, columns=columns), "tag"))
    found = count_words(texts, lang)
    taken = choose_frequent(found, told, least=least)
    write_vocabulary(out, taken)
    print("tag\texample\twords\ttaken\tratio")
    for line in report_coverage(found, taken):
        print(line)


def _read_shares(told: list[str]) -> dict[str, float]:
    """Read TAG=SHARE.

    >>> _read_shares(["NOUN=0.9"])
    {'NOUN': 0.9}
    """
    from paraphrast.text.tags import TAGS

    found: dict[str, float] = {}
    for one in told:
        tag, _, share = one.partition("=")
        if tag not in TAGS:
            raise unknown("part of speech", tag, TAGS)
        if not share.replace(".", "", 1).isdigit() or not 0 <= float(share) <= 1:
            raise CommandError(f"--cover {one!r}; TAG=SHARE is expected, with a share from 0 to 1: NOUN=0.95")
        found[tag] = float(share)
    return found
