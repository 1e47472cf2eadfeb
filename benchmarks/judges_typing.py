"""Do slips of the keyboard flip decisions of the pair model, with and without the mending of misspelt words?

python benchmarks/judges_typing.py [--most 200]     of the suite's open half, Russian and English
"""

import argparse
import re

import numpy as np
import small

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.models.bundled import levelling
from paraphrast.models.suite import open_suite

WORD = re.compile(r"[^\W\d_]{6,}")
ROWS = ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю", "qwertyuiop", "asdfghjkl", "zxcvbnm"]
SLIPS = ["exchanged", "missing", "doubled", "key beside", "key too many"]


def misspell(text: str, slip: str, random: np.random.Generator) -> str:
    """Put one slip into a long small word of a text."""
    words = [found for found in WORD.finditer(text) if found[0].islower()]
    if not words:
        return text
    found = words[random.integers(len(words))]
    word, at = found[0], int(random.integers(1, len(found[0]) - 2))
    beside = find_key_beside(word[at], random)
    wrong = {
        "exchanged": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        "missing": word[:at] + word[at + 1 :],
        "doubled": word[: at + 1] + word[at:],
        "key beside": word[:at] + beside + word[at + 1 :],
        "key too many": word[:at] + beside + word[at:],
    }[slip]
    return text[: found.start()] + wrong + text[found.end() :]


def find_key_beside(letter: str, random: np.random.Generator) -> str:
    """Give the letter of a key beside that of a letter."""
    row = next((row for row in ROWS if letter in row), letter)
    places = [place for place in (row.index(letter) - 1, row.index(letter) + 1) if 0 <= place < len(row)]
    return row[places[random.integers(len(places))]] if places else letter


def count_flips(pairs: list[Pair], wrong: list[Pair]) -> int:
    """Count the decisions that change."""
    score = models.pair()
    before, after = np.array(score(pairs)), np.array(score(wrong))
    return int(((before >= 0.5) != (after >= 0.5)).sum())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    small.default("--most 60", "all pairs of the open half (--most 700)")
    parser.add_argument("--most", type=int, default=60, help="pairs of a language")
    options = parser.parse_args()
    mend = levelling.mend_spelling
    for lang in ("ru", "en"):
        items = [item for item in open_suite(halves=("open",)).items if item.family == "written"]
        pairs = [item.pair for item in items if item.pair.lang == lang][: options.most]
        for slip in SLIPS:
            random = np.random.default_rng(SLIPS.index(slip))
            made = [(pair, misspell(pair.a, slip, random)) for pair in pairs]
            plain = [pair for pair, text in made if text != pair.a]
            wrong = [Pair(text, pair.b, lang=lang) for pair, text in made if text != pair.a]
            with_it = count_flips(plain, wrong)
            levelling.mend_spelling = lambda text, beside="": text
            without = count_flips(plain, wrong)
            levelling.mend_spelling = mend
            shares = f"flipped {with_it / len(plain):.3f}, as typed {without / len(plain):.3f}"
            print(f"{lang} {slip:13} n {len(plain)}  {shares}", flush=True)


if __name__ == "__main__":
    main()
