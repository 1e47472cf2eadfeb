r"""Pack the fourth round: what the rewriter has learned from, and translations as paraphrases from another language.

    python training/rewriter_bilingual.py scratch/rewriter2/data.npz scratch/rewriter3/data.npz CORPORA \
        --tokenizer scratch/rewriter/tokenizer.json -o scratch/rewriter4

Paraphrases and detoxification by people come from the second round, mined pairs from the third (with the
share of the second that it kept, which counts twice so). A sentence of
another language teaches to say what was read, and nothing of it can be copied; its degree of change is left open.
"""

import argparse
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from rewriter_mined import usable
from rewriter_reweighed import NEUTRAL, PARAPHRASE, Rows, Texts, packed
from tokenizers import Tokenizer

from paraphrast.models.networks.seq2seq import DEGREES, LANGUAGES
from paraphrast.text import Lang
from paraphrast.text.chinese.simplified import standard

# Files of parallel text: how many pairs of each at the most, and how often an epoch sees one.
FILES = {
    "en-zh.tatoeba": (60_000, 1.0), "en-zh.wmt_newstest_tico": (20_000, 1.5), "en-zh.wmt21-24_refs": (20_000, 1.5),
    "en-zh.goldminer": (90_000, 0.8), "en-zh.lctt": (110_000, 0.6), "en-zh.aichallenger_valid": (8_000, 1.5),
    "en-zh.3AM": (26_000, 1.0), "en-ru.tatoeba": (50_000, 1.0), "en-ru.wmt_newstest_tico": (30_000, 1.2),
    "en-ru.wmt21-24_refs": (15_000, 1.2), "en-ru.ss14_game": (15_000, 0.4), "en-ru.debian_mo_games": (15_000, 0.4),
}  # fmt: skip
TOWARDS: dict[Lang, float] = {"zh": 1.0, "ru": 0.8, "en": 0.3}  # what a target in a language counts
CHANGE = np.array(
    [1.0, 1.5, 1.2, 1.0, 0.6]
)  # how much oftener than before a paraphrase that changes so much is seen
CODE = re.compile(r"[{}<>=\\|_`]|&\w+;|https?:|\w\(\)")
LIKE = {"en-zh": (0.12, 0.8), "en-ru": (0.5, 1.9)}  # how long a translation may be beside the English side
LONGEST = 66  # pieces of a text


def parallel(folder: Path, rng: np.random.Generator) -> Iterator[tuple[str, str, Lang, float]]:
    """Yield English sentences, their translations, the other language, and how often an epoch sees the pair."""
    for name, (limit, weight) in FILES.items():
        path = folder / "parallel" / f"{name}.tsv.xz"
        with lzma.open(path, "rt", encoding="utf-8", errors="ignore") as file:
            lines = file.read().split("\n")
        low, high = LIKE[name[:5]]
        other: Lang = "zh" if name.startswith("en-zh") else "ru"
        seen: set[tuple[str, str]] = set()
        for at in rng.permutation(len(lines)):
            a, b = (part.strip() for part in [*lines[at].split("\t"), "", ""][:2])
            fits = 8 <= len(a) <= 260 and low < len(b) / max(len(a), 1) < high and not CODE.search(a + b)
            if fits and (a, b) not in seen and (other == "ru" or standard(b)):
                seen.add((a, b))
                yield a, b, other, weight
            if len(seen) >= limit:
                break


def former(store: dict[str, np.ndarray], texts: Texts) -> np.ndarray:
    """Weigh the rows of the second round anew, in place, and say which stay."""
    task, change = store["task"], CHANGE[np.minimum(store["degree"], len(CHANGE) - 1)]
    weight = store["weight"].astype(np.float32)
    weight = np.where(task == PARAPHRASE, weight * change, np.where(task == NEUTRAL, weight, 0))
    store["weight"] = store["late"] = weight.astype(np.float16)
    kept = np.flatnonzero((weight > 0) | (store["dev"] > 0))
    return np.array([row for row in kept if store["dev"][row] or usable(store, row, texts)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("second", type=Path)
    parser.add_argument("third", type=Path)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    store, third = dict(np.load(options.second)), dict(np.load(options.third))
    texts, mined = Texts(store, tokenizer), Texts(third, tokenizer)
    kept = former(store, texts)
    rows = Rows(store, kept)
    print(f"{len(kept):,} rows of the second round")
    new = np.flatnonzero((third["task"] == PARAPHRASE) & (third["dev"] == 0) & (third["fixed"] == 0))
    first = len(texts.pieces)
    numbers = {n: first + at for at, n in enumerate(sorted({*third["a"][new], *third["b"][new]}))}
    texts.pieces += [mined.pieces[n] for n in numbers]
    for row in new:
        values = {"a": numbers[third["a"][row]], "b": numbers[third["b"][row]], "task": PARAPHRASE}
        change = CHANGE[min(int(third["degree"][row]), 4)]
        weights = {
            "lang": third["lang"][row],
            "degree": third["degree"][row],
            "weight": change,
            "late": change,
        }
        rows.add(values | weights, None)
    found = list(parallel(options.corpora, rng))
    left, right = texts.add([one[0] for one in found]), texts.add([one[1] for one in found])
    for a, b, (_, _, other, weight) in zip(left, right, found, strict=True):
        if max(len(texts.pieces[a]), len(texts.pieces[b])) > LONGEST:
            continue
        sides: list[tuple[int, int, Lang]] = [(a, b, other), (b, a, "en")]
        for source, target, lang in sides:
            counts = weight * TOWARDS[lang]
            values = {"a": source, "b": target, "task": PARAPHRASE, "lang": LANGUAGES.index(lang)}
            rows.add(values | {"degree": DEGREES - 1, "weight": counts, "late": 0.4 * counts}, None)
    fixed = np.zeros(len(rows.tags), dtype=np.uint8)
    fixed[len(kept) + len(new) :] = 1
    np.savez_compressed(
        options.output / "data.npz", **packed(rows, texts), dev_names=store["dev_names"], fixed=fixed
    )
    print(f"{len(found):,} translations; {len(fixed):,} rows")


if __name__ == "__main__":
    main()
