"""How well static vectors find the partner of a sentence among many, beside the encoder, and what they cost.

python benchmarks/static.py CORPORA [--sizes 1000,10000,100000] [--encoder]

Partners are pairs that the table did not learn from (training/static.py): paraphrases by translation systems,
news with its translation, Tatoeba. The others are sentences of plain-text files of the partner's language.
Both directions are counted: the partner is first / among the first ten.
"""

import argparse
import lzma
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import small

from paraphrast import models
from paraphrast.text import Lang
from paraphrast.text.rough import rough_sentences

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]
SHORTEST: dict[Lang, int] = {"ru": 20, "en": 20, "zh": 6}


def sentences(corpora: Path, lang: Lang, count: int) -> list[str]:
    """Take sentences of every third paragraph of each file of a language, as many of each."""
    files = sorted(corpora.glob(f"mono/{lang}.*.txt.xz"))
    found: list[str] = []
    for number, path in enumerate(files, 1):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for place, line in enumerate(file):
                if len(found) >= count * number // len(files):
                    break
                if place % 3 == 0:
                    text = line.strip()
                    spans = rough_sentences(text, lang)
                    found += [text[a:b][:400] for a, b in spans if b - a > SHORTEST[lang]]
    return found[:count]


def ranks(
    a: npt.NDArray[np.float32], b: npt.NDArray[np.float32], others: npt.NDArray[np.float32]
) -> list[int]:
    """Count what is nearer to each of a than its partner of b: other partners and other sentences."""
    least = (a * b).sum(1)[:, None] + 1e-6
    return (((a @ b.T) > least).sum(1) + ((a @ others.T) > least).sum(1)).tolist()


def measure(name: str, encode: Encode, options: argparse.Namespace) -> None:
    """Print the shares of partners that are first and among the first ten, by the number of sentences."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "training"))
    from static import dev_pairs

    sizes = [int(size) for size in options.sizes.split(",")]
    begin = time.process_time()
    pool = {lang: encode(sentences(options.corpora, lang, max(sizes))) for lang in ("ru", "en", "zh")}
    read = sum(map(len, pool.values()))
    print(f"{name}: {read / (time.process_time() - begin):,.0f} sentences a CPU second, reading included")
    for where, rows in dev_pairs(options.corpora).items():
        langs = where.split(".")[0].split("-")
        kept = [p for p in rows if min(map(len, p)) > min(SHORTEST[lang] for lang in langs)]  # type: ignore[index]
        a, b = encode([left for left, _ in kept]), encode([right for _, right in kept])
        cells = []
        for size in sizes:
            few = max(0, size - len(kept))
            rank = np.array(ranks(a, b, pool[langs[-1]][:few]) + ranks(b, a, pool[langs[0]][:few]))
            cells.append(f"{np.mean(rank < 1):.3f} {np.mean(rank < 10):.3f}")
        print(f"| {name} | {where} | {len(kept)} | {' | '.join(cells)} |", flush=True)


def measure_samples(encode: Encode) -> None:
    """Print how often the partner of a bundled paraphrase is nearest, among the others and bundled prose."""
    for lang in small.LANGS:
        kept = [(pair.a, pair.b) for pair in small.pairs(lang) if pair.label == 1]
        others = encode(list(small.prose(lang)))
        rank = np.array(ranks(encode([a for a, _ in kept]), encode([b for _, b in kept]), others))
        print(f"{lang}: first {np.mean(rank < 1):.3f}, among ten {np.mean(rank < 10):.3f} of {len(kept)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if small.default("", "10^3 to 10^5 sentences of corpora (name their folder)"):
        measure_samples(models.static_encoder())
        return
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--encoder", action="store_true", help="measure the encoder too (3 ms a sentence)")
    options = parser.parse_args()
    measure("static", models.static_encoder(), options)
    if options.encoder:
        measure("encoder", models.encoder(), options)


if __name__ == "__main__":
    main()
