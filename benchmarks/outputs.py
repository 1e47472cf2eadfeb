"""Does every job still give the same, byte for byte? Run each on the bundled samples and hash what comes out.

    python benchmarks/outputs.py                        print a hash for each command
    python benchmarks/outputs.py -o before.json         keep them
    python benchmarks/outputs.py --against before.json  say which differ, exit 1 if any does
    python benchmarks/outputs.py --only detect          the commands that begin so

To compare with another commit, unpack it, set PYTHONPATH to its `src`, and run this same file with -o.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import paraphrast
from paraphrast import data

# what each prints counts, and so does every file that it writes; a line may use files of lines before it
COMMANDS = """
demo records disguise words changes measure votes
corpus list --json
corpus show parade
models list
models card pair
score samples/pairs.jsonl -m bleu,chrf,rouge-l,meteor,ter --against source
score samples/pairs.jsonl -m paraphrase,spscore-extended,sim
score samples/rude.jsonl -m sta,fl,j
metrics agree judged.tsv -m chrf,bleu --human human --against source
identify predict samples/pairs.jsonl -o scored.jsonl
identify predict samples/pairs.jsonl --convention loose
identify evaluate samples/pairs.jsonl -m bundled
identify errors samples/pairs.jsonl scored.jsonl
detect index samples/library --to my.index
detect retrieve samples/essays/ru.txt --index my.index
detect check samples/essays/en.txt --index my.index -o en.html
detect check samples/essays/ru.txt --index my.index -o ru.json
detect check samples/essays/zh.txt --index my.index -o zh.json
detect align samples/essays/zh.txt samples/library/zh-tea.txt --format json
detect align samples/essays/ru.txt samples/library/ru-cats.txt --format pan-xml
detect generate samples/library --kind paraphrase -o made --count 2
build adversarial samples/pairs.jsonl --lang ru -o hard.ru.jsonl
build adversarial samples/pairs.jsonl --lang en -o hard.en.tsv
build adversarial samples/pairs.jsonl --lang zh -o hard.zh.csv
build stats samples/pairs.jsonl
build split samples/pairs.jsonl -o parts
build filter samples/pairs.jsonl --step length --step near --step fluency -o kept.jsonl
build mine lines.txt --lang en -o mined.jsonl
annotate aggregate votes.csv --by dawid-skene
annotate aggregate votes.csv --by majority -o labels.tsv
annotate aggregate votes.csv --by mace
annotate agreement votes.csv
annotate reassign votes.csv
rewrite samples/rude.jsonl --columns text=a --to neutral -o neutral.jsonl
rewrite samples/rude.jsonl --columns text=a --to paraphrase -o paraphrased.jsonl
rewrite samples/rude.jsonl --columns text=a --system delete -o deleted.tsv
"""


def prepare(folder: Path) -> None:
    """Lay out the samples, and tables made of them: votes, scores of people, plain lines."""
    shutil.copytree(data.sample("pairs.jsonl").parent, folder / "samples")
    pairs = list(data.read(folder / "samples" / "pairs.jsonl"))
    votes = [
        f"{pair.id},worker-{who},{int((pair.label or 0) > 0.5) ^ ((number * 7 + who * 5) % (9 - who) == 0)}"
        for number, pair in enumerate(pairs)
        for who in range(5)
    ]
    judged = [f"{p.a}\t{p.b}\t{p.lang}\t{round(4 * (p.label or 0) + i % 2)}" for i, p in enumerate(pairs)]
    texts = {
        "votes.csv": ["item,worker,label", *votes],
        "judged.tsv": ["a\tb\tlang\thuman", *judged],
        "lines.txt": [text for pair in pairs for text in (pair.a, pair.b)],
    }
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def files(folder: Path) -> dict[str, bytes]:
    """Read every file; an index is a store, and what is in it shows in what is found with it.

    A plan names the folder that it works in, which is another one in each run.
    """
    here = str(folder).encode()
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().replace(here, b"FOLDER")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "my.index" not in path.parts
    }


def run(command: str, folder: Path) -> str:
    """Run one command and hash what it prints and the files that are new or changed."""
    before = files(folder)
    arguments = [sys.executable, "-m", "paraphrast", *command.split()]
    # the same code as here, though it works in another folder
    here = {**os.environ, "PYTHONPATH": str(Path(paraphrast.__file__).parents[1])}
    done = subprocess.run(arguments, cwd=folder, env=here, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"exit {done.returncode}: paraphrast {command}\n{done.stderr.decode()[-600:]}")
    digest = hashlib.sha256(done.stdout)
    for name, content in files(folder).items():
        if before.get(name) != content:
            digest.update(b"\0" + name.encode() + b"\0" + content)
    return digest.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", "--out", type=Path, help="keep the hashes here")
    parser.add_argument("--against", type=Path, help="compare with hashes kept before")
    parser.add_argument("--only", default="", help="only the commands that begin so")
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        for command in COMMANDS.strip().splitlines():
            if command.startswith(options.only):
                found[command] = run(command, Path(name))
                print(found[command], command, flush=True)
    if options.out:
        options.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.against:
        known = json.loads(options.against.read_text(encoding="utf-8"))
        other = [command for command, hashed in found.items() if known.get(command) != hashed]
        print(f"{len(found) - len(other)} of {len(found)} commands give the same, byte for byte")
        sys.exit("\n".join(["these differ:", *other]) if other else 0)


if __name__ == "__main__":
    main()
