"""What people download and install: the wheels, an environment without extras, and the start of Python in it.

    python benchmarks/packages.py                            the wheels of this checkout
    python benchmarks/packages.py --environment              and an environment with them (fetches it)
    python benchmarks/packages.py --environment --commit C   the same for an older commit of this repository

Megabytes are millions of bytes. Times are CPU seconds, the least of seven, less what an empty Python takes.
"""

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from startup import STARTS, seconds

ROOT = Path(__file__).parents[1]
MODELS = Path("packages", "models")


def checked_out(commit: str, to: Path) -> Path:
    """Unpack a commit into a folder."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(to, filter="data")
    return to


def build_wheels(tree: Path, to: Path) -> list[Path]:
    """Build the distributions of a checkout; older ones have no models apart."""
    for folder in (tree, tree / MODELS):
        if (folder / "pyproject.toml").is_file():
            command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
            subprocess.run(
                command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
            )
    return sorted(to.glob("*.whl"))


def installed(wheels: list[Path], to: Path) -> Path:
    """Make an environment with these wheels and what they require, and nothing else; give its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(to)], check=True)
    python = to / ("Scripts" if os.name == "nt" else "bin") / "python"
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, *map(str, wheels)], check=True)
    return python


def megabytes(folder: Path) -> float:
    """Add up the files of a folder, each once."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--environment", action="store_true", help="install it, and weigh that")
    parser.add_argument("--commit", help="this commit in place of the checkout")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        tree = checked_out(options.commit, work / "tree") if options.commit else ROOT
        wheels = build_wheels(tree, work / "wheels")
        for wheel in wheels:
            print(f"{wheel.name:50} {wheel.stat().st_size / 1e6:8.1f} MB")
        if not options.environment:
            print("skipped: an environment with them (--environment; it fetches what they require)")
            return
        python = installed(wheels, work / "environment")
        print(f"{'environment without extras':50} {megabytes(work / 'environment'):8.1f} MB")
        empty = seconds(["-c", "pass"], python=str(python))
        for start, arguments in STARTS.items():
            print(f"{start:50} {seconds(arguments, python=str(python)) - empty:8.3f} s")


if __name__ == "__main__":
    main()
