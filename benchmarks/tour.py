"""Whether a newcomer finds the right file from names alone: what is asked, and how many answers are right.

    python benchmarks/tour.py ask                   the names of all files, and the questions
    python benchmarks/tour.py count ANSWERS.tsv...  the share of right answers, a file for each reader

A reader who has not seen the code gets what `ask` prints and nothing else: no contents, no documentation. For
each question they write a line "number TAB path". The questions and the files that are right (several where a
task has several doors) are fixed in readings/tour.tsv before anybody answers.
"""

import argparse
import subprocess
from pathlib import Path

import small

QUESTIONS = small.ROOT / "benchmarks" / "readings" / "tour.tsv"
FOLDERS = ("src", "training")
DATA = (".gz", ".npz", ".npy", ".zst", ".svg", ".html", ".css", ".js")


def read_questions(path: Path) -> list[tuple[str, list[str]]]:
    """Read the questions, each with the files that are right."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return [(question, right.split(" | ")) for question, right in rows]


def list_names() -> list[str]:
    """List the files that a reader may choose from."""
    command = ["git", "ls-files", *FOLDERS]
    listed = subprocess.run(command, cwd=small.ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if not name.endswith(DATA)]


def count(path: Path, questions: list[tuple[str, list[str]]]) -> None:
    """Print how many answers of a reader are right, and which are not."""
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    given = {int(number): name.strip() for number, name in lines}
    wrong = [number for number, (_, right) in enumerate(questions, 1) if given.get(number) not in right]
    print(f"{path.name}: {len(questions) - len(wrong)} of {len(questions)} right")
    for number in wrong:
        question, right = questions[number - 1]
        print(f"    {question}\n      said {given.get(number, 'nothing')}; right: {', '.join(right)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["ask", "count"], nargs="?", default="ask")
    parser.add_argument("answers", type=Path, nargs="*")
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    options = parser.parse_args()
    if not options.questions.exists():
        print(f"skipped: {options.questions} is not there")
        return
    questions = read_questions(options.questions)
    if options.action == "ask":
        print("\n".join(list_names()))
        print("\n".join(f"{number}. {question}" for number, (question, _) in enumerate(questions, 1)))
    for path in options.answers:
        count(path, questions)


if __name__ == "__main__":
    main()
