"""What does a change of rude phrases change? An older commit and this checkout, text by text.

    PARAPHRAST_DATA=DATA python benchmarks/rewrite_golden.py ru --commit C [-o differences.tsv]
    PARAPHRAST_DATA=DATA python benchmarks/rewrite_golden.py ru --commit C --dev 800

The rude texts that rules are counted on (rewrite_rules.py) are said as they are meant by both; blanks and
capitals do not count. With --dev the first texts of RUSSE-2022 dev go the same way, and those that differ
through the whole rewriter: chrF of the others is the same, so the difference over all is that of these.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

import small
from packages import checked_out
from rewrite_journey import ROOT, lend_weights
from rewrite_rules import rude_texts, written_texts

from paraphrast import corpora
from paraphrast.data import Pair

SAY = """
import json, sys
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.systems.edit import say_as_meant
lang, whole, texts = json.load(sys.stdin)
if whole:
    said = [one.b for one in rewriter("detox", lang).records(texts)]
else:
    said = [say_as_meant(text, lang) for text in texts]
json.dump(said, sys.stdout)
"""
BLANK = re.compile(r"\s+(?=[^\w\s])|\s+$|(?<=\s)\s+")


def say_by(tree: Path, lang: str, texts: list[str], *, whole: bool = False) -> list[str]:
    """Say texts as a tree says them, in a Python of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    asked = json.dumps([lang, whole, texts])
    ran = subprocess.run(
        [sys.executable, "-c", SAY],
        input=asked,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    said: list[str] = json.loads(ran.stdout)
    return said


def fold(text: str) -> str:
    """Give what texts are compared by."""
    return BLANK.sub("", text).lower()


def compare_dev(old: Path, number: int) -> None:
    """Print how far the first texts of RUSSE dev differ."""
    from sacrebleu.metrics import CHRF

    found = (one for one in corpora.load("russe-detox-2022", "dev") if isinstance(one, Pair))
    pairs = list(islice({one.a: one for one in found}.values(), number))
    texts = [one.a for one in pairs]
    both = zip(pairs, say_by(old, "ru", texts), say_by(ROOT, "ru", texts), strict=True)
    differ = [pair for pair, one, other in both if one != other]
    asked = [pair.a for pair in differ]
    before, now = (say_by(tree, "ru", asked, whole=True) for tree in (old, ROOT))
    rows = zip(differ, before, now, strict=True)
    chrf = CHRF()
    gains = [
        chrf.sentence_score(new, list(pair.refs)).score - chrf.sentence_score(one, list(pair.refs)).score
        for pair, one, new in rows
    ]
    changed = sum(one != new for one, new in zip(before, now, strict=True))
    print(f"{len(differ)} of {len(texts)} said otherwise, {changed} outputs differ", end="; ")
    print(f"mean chrF of sentences {sum(gains) / len(texts):+.3f} over all")


def main() -> None:
    """Compare, print how many differ, and write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if small.default(
        "ru", "an older commit and the rude train text of corpora (name a language and --commit)"
    ):
        texts = list(written_texts("ru"))[:200]
        said = say_by(ROOT, "ru", texts)
        changed = sum(one != text for one, text in zip(said, texts, strict=True))
        print(f"{changed} of {len(texts)} texts written for training are said otherwise")
        return
    parser.add_argument("lang", choices=["ru", "en", "zh"])
    parser.add_argument("--commit", required=True)
    parser.add_argument("--dev", type=int, default=0, help="texts of RUSSE dev")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        old = checked_out(options.commit, Path(name).resolve())
        lend_weights(old)
        if options.dev:
            return compare_dev(old, options.dev)
        texts = list(dict.fromkeys(rude_texts(options.lang)))
        before, now = (say_by(tree, options.lang, texts) for tree in (old, ROOT))
    rows = zip(texts, before, now, strict=True)
    differ = [row for row in rows if fold(row[1]) != fold(row[2])]
    changed = sum(one != text for one, text in zip(before, texts, strict=True))
    print(f"{len(texts)} texts, {changed} said otherwise before, {len(differ)} differ now")
    if options.output:
        lines = ("\t".join(" ".join(cell.split()) for cell in row) for row in differ)
        options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
