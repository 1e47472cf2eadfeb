"""A finished dataset on the disk: a file for each split, and a card that says how it was made."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from paraphrast import __version__
from paraphrast.build.pipeline import Made
from paraphrast.build.statistics import summed, table
from paraphrast.data import Pair, write
from paraphrast.files.opening import writing

FIELDS = """`a` and `b` are two texts, `label` says how far they mean the same, 0 to 1, and `group` names
what must stay in one split; other fields say where the pair comes from and what made it."""
Layout = Literal["jsonl", "parquet", "hub"]


class About(NamedTuple):
    """What a person has to say of a dataset: nobody can guess a licence."""

    name: str
    licence: str
    source: str
    text: str = ""


def export(
    parts: Mapping[str, Sequence[Pair]],
    folder: str | Path,
    about: About,
    *,
    layout: Layout = "jsonl",
    made: Made | None = None,
) -> list[Path]:
    """Write the splits and the card; `hub` is the layout that Hugging Face's loader knows."""
    root = Path(folder)
    data = root / "data" if layout == "hub" else root
    data.mkdir(parents=True, exist_ok=True)
    ending = "jsonl" if layout == "jsonl" else "parquet"
    paths: list[Path] = []
    for name, pairs in parts.items():
        file = f"{name}-00000-of-00001.{ending}" if layout == "hub" else f"{name}.{ending}"
        write(data / file, pairs)
        paths.append(data / file)
    with writing(root / "README.md") as stream:
        stream.write(card(parts, about, layout=layout, made=made).encode("utf-8"))
    return [*paths, root / "README.md"]


def card(
    parts: Mapping[str, Sequence[Pair]], about: About, *, layout: Layout = "jsonl", made: Made | None = None
) -> str:
    """Write the dataset card: licence, provenance, steps with counts, statistics of each split."""
    languages = sorted({pair.lang for pairs in parts.values() for pair in pairs if pair.lang})
    lines = [
        "---",
        f"license: {about.licence}",
        f"language: [{', '.join(languages)}]",
        f"pretty_name: {about.name}",
    ]
    lines.append("task_categories: [text-classification, sentence-similarity]")
    if layout == "hub":
        lines += ["configs:", "- config_name: default", "  data_files:"]
        lines += [f"  - split: {_hub_name(name)}\n    path: data/{name}-*" for name in parts]
    lines += ["---", "", f"# {about.name}", "", about.text, "", "## Provenance", "", about.source, ""]
    lines += [f"Made with paraphrast {__version__}.", ""]
    if made is not None:
        lines += ["## Steps", "", *steps(made), ""]
    lines += ["## Statistics", ""]
    for name, pairs in parts.items():
        lines += [f"### {name}", "", "```", table(summed(pairs, named=False)), "```", ""]
    lines += ["## Fields", "", FIELDS, ""]
    return "\n".join(lines)


def _hub_name(name: str) -> str:
    """Name a split as Hugging Face does."""
    return "validation" if name == "dev" else name


def steps(made: Made) -> list[str]:
    """Write a table of the steps: settings, records in and out, reasons."""
    rows = ["| step | settings | in | out | dropped |", "|---|---|---|---|---|"]
    for step, (name, count) in zip(made.steps, made.counts(), strict=True):
        why = ", ".join(f"{reason} {number:,}" for reason, number in count.reasons.items())
        rows.append(f"| {name} | {settings(step.settings)} | {count.seen:,} | {count.kept:,} | {why} |")
    return rows


def settings(told: Mapping[str, Any]) -> str:
    """Write settings in a cell; a long list is only counted."""
    shown = {
        key: f"{len(value)} entries" if isinstance(value, list) and len(value) > 5 else value
        for key, value in told.items()
        if value is not None
    }
    return ", ".join(f"{key} = {each}" for key, each in shown.items()).replace("|", "\\|")


def dumped(found: Any) -> str:
    """Write statistics as JSON."""
    return msgspec.json.encode(found).decode("utf-8")
