"""Pack the third round, for the part that writes alone: mined paraphrases, and translations beside what people wrote.

    python training/rewriter_mined.py scratch/rewriter2/data.npz --tokenizer scratch/small/tokenizer.json \
        --mined zh=zh.mined.jsonl en=en.mined.jsonl --translated zh=scratch/translator/translated.jsonl -o scratch/rewriter3
    python training/rewriter.py scratch/rewriter3/data.npz src/paraphrast/models/weights/words.npy x \
        --start scratch/out2/rewriter.npz --writing-only --rate 5e-4 --seconds 0 --late 480 -o scratch/out3

Mined pairs come from `paraphrast build mine` and teach both ways; a translation teaches one way only, towards the
sentence that a person wrote. A third of both stands behind slots too. Plain text to mend is gone.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Indel
from rewriter_data import degree
from rewriter_pairs import sensible
from rewriter_reweighed import DENOISE, NEUTRAL, PARAPHRASE, Rows, Texts, packed, slotted
from tokenizers import Tokenizer

from paraphrast.data import Pair
from paraphrast.models.networks.seq2seq import LANGUAGES
from paraphrast.text import LANGS, Lang
from paraphrast.text.chinese.simplified import standard

APART = (0.2, 0.55)  # how far from each other the two Chinese sides of an English sentence may be
SLOTTED = 0.33  # the share that stands behind slots too
KEPT = {DENOISE: 0.0, NEUTRAL: 0.4, PARAPHRASE: 0.4}  # the share of a task's rows that stay
WIDE = str.maketrans(",?!:;()", "，？！：；（）")


class Example(NamedTuple):
    """A pair that teaches; `fixed` where it may not be turned round."""

    a: str
    b: str
    lang: Lang
    weight: float
    fixed: bool


def plain(text: str, lang: Lang) -> bool:
    """Say whether a text is in standard language."""
    return lang != "zh" or standard(text)


def mined(path: Path, lang: Lang) -> Iterator[Example]:
    """Read what `build mine` wrote."""
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if sensible(Pair(told["a"], told["b"]), lang) and plain(told["a"] + told["b"], lang):
            yield Example(told["a"], told["b"], lang, 1.0, fixed=False)


def translated(path: Path, lang: Lang) -> Iterator[Example]:
    """Read translations and what people wrote; signs of a Chinese translation are made wide."""
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        made = told["a"].translate(WIDE) if lang == "zh" else told["a"]
        near = APART[0] < Indel.normalized_distance(made, told["b"]) < APART[1]
        if near and sensible(Pair(made, told["b"]), lang) and plain(told["b"], lang):
            yield Example(made, told["b"], lang, 1.0, fixed=True)


def usable(store: dict[str, np.ndarray], row: int, texts: Texts) -> bool:
    """Say whether a row of the round before is in standard language on both sides."""
    chinese = LANGUAGES[store["lang"][row]] == "zh"
    return not chinese or standard(texts.spelled(store["a"][row]) + texts.spelled(store["b"][row]))


def behind_slots(found: list[Example], rng: np.random.Generator) -> Iterator[Example]:
    """Put shared words of some pairs behind slots."""
    for one in found:
        pair = slotted(one.a, one.b, one.lang, rng) if rng.random() < SLOTTED else None
        if pair:
            yield one._replace(a=pair[0], b=pair[1])


def named(value: str) -> tuple[Lang, Path]:
    """Read LANG=FILE.

    >>> named("zh=mined.jsonl")
    ('zh', PosixPath('mined.jsonl'))
    """
    for lang in LANGS:
        if value.startswith(f"{lang}="):
            return lang, Path(value[len(lang) + 1 :])
    raise argparse.ArgumentTypeError(f"{value} is not LANG=FILE with a language of {', '.join(LANGS)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--mined", type=named, nargs="*", default=[], metavar="LANG=FILE")
    parser.add_argument("--translated", type=named, nargs="*", default=[], metavar="LANG=FILE")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    store = dict(np.load(options.data))
    share = np.array([KEPT[task] for task in sorted(KEPT)])[store["task"]]
    kept = np.flatnonzero((store["dev"] > 0) | ((store["late"] > 0) & (rng.random(len(share)) < share)))
    texts = Texts(store, Tokenizer.from_file(str(options.tokenizer)))
    kept = np.array([row for row in kept if store["dev"][row] or usable(store, row, texts)])
    rows = Rows(store, kept)
    found = [one for lang, path in options.mined for one in mined(path, lang)]
    print(f"{len(found):,} mined")
    found += [one for lang, path in options.translated for one in translated(path, lang)]
    found += list(behind_slots(found, rng))
    left, right = texts.add([one.a for one in found]), texts.add([one.b for one in found])
    for a, b, one in zip(left, right, found, strict=True):
        values = {"a": a, "b": b, "task": PARAPHRASE, "lang": LANGUAGES.index(one.lang)}
        weights = {
            "degree": degree(texts.pieces[a], texts.pieces[b]),
            "weight": one.weight,
            "late": one.weight,
        }
        rows.add(values | weights, None)
    fixed = np.zeros(len(rows.tags), dtype=np.uint8)
    fixed[len(kept) :] = [one.fixed for one in found]
    np.savez_compressed(
        options.output / "data.npz", **packed(rows, texts), dev_names=store["dev_names"], fixed=fixed
    )
    print(f"{len(found):,} new rows of {len(fixed):,}")


if __name__ == "__main__":
    main()
