"""What two readers, apart and blind, said of rewritten fresh texts, `readings/rewriting.jsonl`.

    python benchmarks/rewrite_readings.py
    python benchmarks/rewrite_readings.py rewriting-2      a later set: `now` and `delete`, with their flags

The texts (60 rude ones and 20 harmless look-alikes a language, 40 neutral ones) were written by somebody
who knew no system, and fixed by their hash before any output was made. A reader saw a source and an
output and answered yes or no: of rude texts, whether the output offends nobody, says the same, and is
written no worse than the source; of neutral ones, whether the wording is really changed, and the same
two. Right is what every reader says yes to in all three; wrong is what is changed and does not say the
same. `now at first` is what was read; `now` has surer tags in Chinese, which tests had asked for.
`decoder` is the same code with the decoder (for neutral texts: the system `paraphraser`), `before` the
code and weights of the morning. Outputs that nobody has read are left out.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paraphrast.models.bundled.proofreader import BundledFluency
from paraphrast.rewrite.task import LIMIT
from paraphrast.stats.agreement import cohen
from paraphrast.stats.intervals import mean, wilson
from paraphrast.stats.paired import bootstrap

PLACE = Path(__file__).parent / "readings"
QUESTIONS = ("style", "meaning", "fluency")
LANGS = ("ru", "en", "zh")


class Reading(NamedTuple):
    """What became of a text: whether it was changed, is right, and says the same."""

    lang: str
    changed: bool
    right: bool
    same: bool


def read_answers(name: str) -> list[dict[str, Any]]:
    """Read the outputs with the systems that wrote them and the readers' answers."""
    return [json.loads(line) for line in (PLACE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def by_system(rows: Sequence[dict[str, Any]], kind: str) -> dict[str, dict[str, Reading]]:
    """Give what was said of each system's output for each text of a kind."""
    found: dict[str, dict[str, Reading]] = {}
    for row in rows:
        if row["kind"] != kind or not row["answers"]:
            continue
        right = all(all(answer) for answer in row["answers"])
        same = all(answer[1] for answer in row["answers"])
        told = Reading(row["lang"], row["output"] != row["source"], right, same)
        for system in row["systems"]:
            found.setdefault(system, {})[row["id"]] = told
    return found


def describe(system: str, told: Sequence[Reading]) -> str:
    """Write a row: how many are right, by language too, and how many changed ones are right or wrong."""
    right = sum(one.right for one in told)
    parts = [[one.right for one in told if one.lang == lang] for lang in LANGS]
    shares = " / ".join(f"{sum(part) / len(part):.3f}" for part in parts)
    changed = [one for one in told if one.changed]
    good, wrong = sum(one.right for one in changed), sum(not one.same for one in changed)
    share = f"{right / len(told):.3f} {wilson(right, len(told))}"
    return f"| {system} | {len(told)} | {share} | {shares} | {len(changed)} | {good} | {wrong} |"


def differences(found: dict[str, dict[str, Reading]]) -> Iterator[str]:
    """Yield how much better `now` is than each other system on the same texts."""
    for system in found:
        if system != "now":
            both = sorted(found["now"].keys() & found[system].keys())
            sides = ([float(found[name][at].right) for at in both] for name in ("now", system))
            yield f"now less {system}: {bootstrap(*sides, mean, samples=5000)} (n {len(both)})"


def agreement(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield how far two readers agree on each question."""
    twice = [row["answers"] for row in rows if len(row["answers"]) == 2]
    for at, question in enumerate(QUESTIONS if twice else ()):
        answers = [[first[at] for first, _ in twice], [second[at] for _, second in twice]]
        same = sum(a == b for a, b in zip(*answers, strict=True)) / len(twice)
        yield f"{question}: alike {same:.3f}, kappa {cohen(*answers).value:.3f} (n {len(twice)})"


def tell_flagged(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield how many of today's changed outputs are right, with and without the flag `not fluent`."""
    some = [row for row in rows if row["kind"] == "rude" and "now" in row["systems"] and row["answers"]]
    some = [row for row in some if row["output"].strip() not in ("", row["source"].strip())]
    judge = BundledFluency()
    values = judge.beside([row["source"] for row in some], [row["output"] for row in some])
    for name, flagged in (("without the flag `not fluent`", False), ("with it", True)):
        kept = [row for row, value in zip(some, values, strict=True) if (value < LIMIT) == flagged]
        right = sum(all(all(answer) for answer in row["answers"]) for row in kept)
        share = f"{right / len(kept):.3f} {wilson(right, len(kept))}"
        yield f"changed outputs {name}: {right} of {len(kept)} right, {share}"


def tell_free(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield how many of the outputs of rude texts that left without any flag are right, by system."""
    told = [row for row in rows if row["kind"] == "rude" and row["answers"] and "flags" in row]
    for system in sorted({system for row in told for system in row["systems"]}):
        free = [row for row in told if row["flags"].get(system) == []]
        right = sum(all(all(answer) for answer in row["answers"]) for row in free)
        share = f"{right / len(free):.3f} {wilson(right, len(free))}"
        yield f"{system}, outputs without a flag: {right} of {len(free)} right, {share}"


def main() -> None:
    """Print a table for each kind of text."""
    rows = read_answers(*sys.argv[1:] or ["rewriting"])
    for kind in ("rude", "harmless", "neutral"):
        found = by_system(rows, kind)
        if not found:
            continue
        print(f"\n{kind}\n\n| system | texts | right | {' / '.join(LANGS)} | changed | right | wrong |")
        print(f"|{'---|' * 7}")
        print("\n".join(describe(system, list(told.values())) for system, told in found.items()))
        print("\n".join(differences(found)))
    print("\n".join([*tell_flagged(rows), *tell_free(rows)]))
    print("\n".join(agreement(rows)))
    print(f"nobody has read {sum(not row['answers'] for row in rows)} outputs")


if __name__ == "__main__":
    main()
