"""What it costs to start: `import paraphrast`, its records, and the help of the command.

    python benchmarks/startup.py

CPU seconds, the smallest of several runs, less what an empty Python takes.
"""

import resource
import subprocess
import sys

STARTS = {
    "import paraphrast": ["-c", "import paraphrast"],
    "from paraphrast import read": ["-c", "from paraphrast import read"],
    "paraphrast --help": ["-m", "paraphrast", "--help"],
    "import numpy (to compare)": ["-c", "import numpy"],
}


def seconds(arguments: list[str], *, runs: int = 7, python: str = sys.executable) -> float:
    """Give the least CPU time of several runs."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([python, *arguments], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main() -> None:
    empty = seconds(["-c", "pass"])
    print(f"{'python alone':30} {empty:.3f} s")
    for name, arguments in STARTS.items():
        print(f"{name:30} {seconds(arguments) - empty:.3f} s more")


if __name__ == "__main__":
    main()
