"""`paraphrast build gate` and `label`: what raters said comes back to the pairs."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from paraphrast.cli.building.common import app
from paraphrast.cli.counts import many
from paraphrast.cli.options import In, Out
from paraphrast.errors import DataError

if TYPE_CHECKING:
    from paraphrast.build.steps import Verdict
    from paraphrast.data import Pair


@app.command(epilog="Example: paraphrast build gate hard.jsonl meaning.jsonl correct.jsonl -o final.jsonl")
def gate(
    source: In,
    meaning: Annotated[str, typer.Argument(help="Votes on the meaning: item, worker, label.")],
    correct: Annotated[str, typer.Argument(help="Votes on the form of both sentences.")],
    out: Out = "-",
    raters: Annotated[int, typer.Option("--raters", help="How many must have judged a pair.")] = 2,
) -> None:
    """Keep the annotated pairs on which all raters agree, with their label (RuPAWS kept 87%)."""
    from paraphrast.build.gate import agreed
    from paraphrast.data import Judgement, read

    _write_kept(agreed(read(source), read(meaning, Judgement), read(correct, Judgement), raters=raters), out)


@app.command(epilog="Example: paraphrast build label pairs.jsonl labels.jsonl -o labelled.jsonl")
def label(
    source: In,
    labels: Annotated[str, typer.Argument(help="What `annotate aggregate` wrote: item (or id), label.")],
    out: Out = "-",
) -> None:
    """Give pairs the labels that their raters came to, and drop those that have none (PARADE)."""
    from paraphrast.annotate.formats import rows
    from paraphrast.build.gate import labelled
    from paraphrast.data import read

    known: dict[str, float] = {}
    for number, row in rows.read(labels):
        try:
            if row.get("label") not in (None, ""):
                known[str(row["item"] if "item" in row else row["id"])] = float(row["label"])
        except (KeyError, ValueError) as error:
            raise DataError(
                f"an item (or id) and a label from 0 to 1 are expected: {error}", path=labels, line=number
            ) from error
    _write_kept(labelled(read(source), known), out)


def _write_kept(judged: "Iterable[tuple[Pair, Verdict]]", out: str) -> None:
    """Write the pairs that stay, and say why the others do not."""
    from paraphrast.data import write

    found = list(judged)
    kept = [pair for pair, verdict in found if verdict.reason is None]
    write(out, kept)
    reasons = sorted({verdict.reason for _, verdict in found if verdict.reason})
    counts = ", ".join(f"{name} {sum(verdict.reason == name for _, verdict in found):,}" for name in reasons)
    print(
        f"{len(kept):,} of {many(len(found), 'pair')} stay{f' ({counts})' if counts else ''}", file=sys.stderr
    )
