"""A crowd that cheats, simulated: `python benchmarks/crowd.py [--votes 20 100 500] [--seeds 3]`.

Honest workers are right by Beta(17, 3), .85 on average, more on easy items and less on hard ones. Beside
them 10, 30 or 50% of the workers do not look at the items: they always say the commonest class (commonest),
know the owner's controls and guess the rest (recogniser), guess at an honest pace (random), work with two
accounts that say the same (twins) or in fives that share their answers (ring). Classes are 50/50 or 90/10; a
worker gives 20, 100 or 500 votes and leaves, and comes back if there was nothing to do before that; others
come until the project has all its labels. Each line compares the papers' rules (today) with those that last
(new), and with the best that rules could do (eye: it knows every label, and how spammers answer), on the same
seeds:

  banned   honest workers ever banned                                      wanted under 2%
  kept     votes of spammers that are kept after asking again, of theirs   wanted under 3%
  among    the same as a share of all votes that are kept
  loss     label accuracy by Dawid-Skene below that of the run without spam wanted within .01
  oracle   the same, had one known who spams, with the same answers asked
  asked    answers asked for per item, controls and void ones included
  ratio    of asked, new to today                                          wanted at most 1.15

The same honest people come to all crowds of a seed, so that `loss` is not that others came; of one seed it is
still mostly chance (.012 of 600 items). So is `banned`: of a thousand honest people one is right in little
more than half of all cases, and is no different from one who does not look; they count as honest here. Rules
and their settings were chosen on seeds 0 to 9, 102, 103 and 300 to 307; figures are reported on seeds from
900, 6000, 7000, 8000, 9000 and 12000 on.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parent)]
from crowd_bound import run_knowing  # noqa: E402
from crowd_people import SPAMMERS, People, World  # noqa: E402
from crowd_rules import Size, run_lasting, run_today  # noqa: E402

SIZES = {
    20: Size(items=600, each=20, page=5, at_once=12, looks=1),
    100: Size(items=1500, each=100, page=10, at_once=10, looks=1),
    500: Size(items=4000, each=500, page=10, at_once=10, looks=6),
}
SHARES, CLASSES = (0.1, 0.3, 0.5), (0.5, 0.9)
WAYS = {"today": run_today, "new": run_lasting, "eye": run_knowing}
COLUMNS = ("banned", "kept", "among", "aside", "waiting", "accuracy", "loss", "oracle")


def run_cell(
    kind: str, share: float, common: float, each: int, *, seeds: range, way: str
) -> dict[str, float]:
    """Run one cell on all seeds, and give sums of counts and means of rates."""
    found = []
    for seed in seeds:
        world = World(seed, SIZES[each].items, common)
        found.append(WAYS[way](world, People(world, share, kind), SIZES[each]))
    total = {name: float(np.sum([one[name] for one in found])) for name in found[0]}
    mean = {name: value / len(found) for name, value in total.items()}
    return {
        "banned": total["honest_banned"] / max(total["honest"], 1),
        "waiting": mean.get("honest_waiting", 0.0),
        "honest": total["honest"],
        "aside": mean["honest_void"],
        "kept": total["spam_kept"] / max(total["spam_votes"], 1),
        "among": total["spam_kept"] / max(total["votes_kept"], 1),
        "accuracy": mean["accuracy"],
        "known": mean["oracle"],
        "asked": mean["asked"],
        "each": mean["kept"],
    }


def show(name: str, line: dict[str, float]) -> None:
    """Print a row of the table."""
    cells = [f"{line[key]:.3f}" for key in COLUMNS]
    print(
        f"| {name} | {' | '.join(cells)} | {line['asked']:.2f} | {line['each']:.2f} | {line['ratio']:.2f} |",
        flush=True,
    )


def run_grid(votes: list[int], seeds: range, kinds: list[str]) -> list[dict[str, Any]]:
    """Run all cells, print them, and give them all."""
    first = "votes, classes, spam, rules | banned | kept | among | honest aside | honest waiting"
    print(f"| {first} | accuracy | loss | oracle | asked | kept per item | ratio |")
    print("|---" * 12 + "|")
    lines = []
    for each in votes:
        for common in CLASSES:
            clean = {way: run_cell("none", 0.0, common, each, seeds=seeds, way=way) for way in WAYS}
            for kind, share in [("none", 0.0), *((kind, share) for kind in kinds for share in SHARES)]:
                cells = (
                    clean
                    if kind == "none"
                    else {way: run_cell(kind, share, common, each, seeds=seeds, way=way) for way in WAYS}
                )
                for way, cell in cells.items():
                    line = {**cell, "loss": clean[way]["accuracy"] - cell["accuracy"]}
                    line["oracle"] = clean[way]["accuracy"] - cell["known"]
                    line["ratio"] = cell["asked"] / cells["today"]["asked"]
                    show(f"{each}, {common:.0%}, {kind} {share:.0%}, {way}", line)
                    lines.append({**line, "votes": each, "way": way})
    return lines


def sum_up(lines: list[dict[str, Any]]) -> None:
    """Say of how many cells each wish is met, the mean, and the worst."""
    wishes = {"banned": 0.02, "kept": 0.03, "among": 0.03, "loss": 0.01, "oracle": 0.01, "ratio": 1.15}
    for each, way in sorted({(line["votes"], line["way"]) for line in lines}):
        own = [line for line in lines if (line["votes"], line["way"]) == (each, way)]
        told = []
        for name, most in wishes.items():
            values = [line[name] for line in own]
            over = sum(value > most for value in values)
            told.append(f"{name} {np.mean(values):.3f} (over in {over}, worst {max(values):.3f})")
        print(f"{each:.0f} votes a worker, {way}, {len(own)} cells: {', '.join(told)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--votes", type=int, nargs="+", choices=list(SIZES), default=[20])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first", type=int, default=900)
    parser.add_argument("--kinds", nargs="+", choices=list(SPAMMERS), default=list(SPAMMERS))
    given = parser.parse_args()
    start = time.process_time()
    sum_up(run_grid(given.votes, range(given.first, given.first + given.seeds), given.kinds))
    print(f"CPU {time.process_time() - start:.0f} s", file=sys.stderr)
