"""Make a weights file from the base to the numbers of its card, by the recipe in recipes.toml.

    python training/make.py                                    list the files, their cards and how many steps each takes
    python training/make.py encoder.onnx.zst --dry-run         print the steps
    python training/make.py encoder.onnx.zst --corpora CORPORA --data DATA
    python training/make.py reader.onnx.zst --data-only ...    what needs no GPU before the first step that does

Files go to --weights (scratch/weights), never into the package: copy them there once they are measured, write the figures
into the card, and give packages/models a new version. A step whose files are there is not run again.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Step:
    """A command, the files that it needs and makes, and the seconds of a GPU that it took, if it wants one."""

    about: str
    run: str
    makes: list[str]
    needs: list[str] = field(default_factory=list)
    gpu: int = 0


def recipes() -> tuple[list[Step], dict[str, tuple[str, str]]]:
    """Read all steps, and for each file that ships its card and what measures it."""
    told = tomllib.loads((ROOT / "training" / "recipes.toml").read_text(encoding="utf-8"))
    return [Step(**step) for step in told["steps"]], {
        name: (card, by) for name, (card, by) in told["cards"].items()
    }


def steps_for(wanted: str, steps: list[Step]) -> list[Step]:
    """List the steps that a file needs, in an order in which they can be run."""
    maker = {made: step for step in steps for made in step.makes}
    found: list[Step] = []

    def add(path: str) -> None:
        step = maker[path]
        if step not in found:
            for needed in step.needs:
                add(needed)
            found.append(step)

    add(wanted)
    return found


def filled(text: str, folders: dict[str, str]) -> str:
    """Put folders in the places of their names."""
    return text.format(**folders)


def perform(step: Step, folders: dict[str, str]) -> None:
    """Run one step, and see that its files are there."""
    words = shlex.split(filled(step.run, folders))
    arguments = [path for word in words for path in (glob(word, root_dir=ROOT) if "*" in word else [word])]
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    data = os.pathsep.join((folders["data"], folders["corpora"]))
    environment = os.environ | {"PARAPHRAST_DATA": data, "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)
    for made in step.makes:
        if not (ROOT / filled(made, folders)).exists():
            raise SystemExit(f"{step.run.split()[0]} ended well, but {filled(made, folders)} is not there")


def make(wanted: str, options: argparse.Namespace) -> None:
    """Print or run what a file needs, and say what is left to do by hand."""
    steps, cards = recipes()
    if wanted not in cards:
        raise SystemExit(f"no recipe for {wanted!r}; there are {', '.join(cards)}")
    folders = {name: str(getattr(options, name)) for name in ("scratch", "weights", "corpora", "data")}
    for number, step in enumerate(steps_for(f"{{weights}}/{wanted}", steps), 1):
        there = all((ROOT / filled(made, folders)).exists() for made in step.makes)
        state = "done" if there else f"GPU, {step.gpu} s" if step.gpu else "to do"
        print(f"{number:2}. {step.about} [{state}]\n    python {filled(step.run, folders)}", flush=True)
        if there or options.dry_run:
            continue
        if step.gpu and options.data_only:
            print("stopped before the first step that wants a GPU")
            return
        perform(step, folders)
    card, by = cards[wanted]
    print(f"then: python {filled(by, folders)}, and its figures into src/paraphrast/models/cards/{card}.toml")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wanted", nargs="?", metavar="WEIGHTS", help="a file that ships")
    parser.add_argument("--dry-run", action="store_true", help="print the steps only")
    parser.add_argument(
        "--data-only", action="store_true", help="stop before the first step that wants a GPU"
    )
    parser.add_argument("--scratch", type=Path, default=Path("scratch"))
    parser.add_argument("--weights", type=Path, default=Path("scratch/weights"))
    parser.add_argument("--corpora", type=Path, default=Path("corpora"), help="mono/, pairs/, parallel/")
    parser.add_argument("--data", type=Path, default=Path("data"), help="the public corpora, as archives")
    options = parser.parse_args()
    if options.wanted:
        make(options.wanted, options)
        return
    steps, cards = recipes()
    for name, (card, _) in cards.items():
        needed = steps_for(f"{{weights}}/{name}", steps)
        gpu = sum(step.gpu for step in needed)
        print(f"{name:28} card {card:16} {len(needed):2} steps, {gpu:5} s of a GPU")


if __name__ == "__main__":
    main()
