"""How well static vectors find the partner of a sentence among many, beside the encoder, and what they cost.

python benchmarks/static.py CORPORA [--sizes 1000,10000,100000,1000000] [--first 1,10] [--encoder]

Partners are pairs that the table did not learn from (training/static.py): paraphrases by translating systems,
news with its translation, Tatoeba. The others are sentences of plain-text files of their language and,
where these are too few, its sides of translations that hold no partners. Both directions are counted: the
partner is first / among the first ten.
"""

import argparse
import lzma
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import small

from paraphrast import models
from paraphrast.text import Lang
from paraphrast.text.rough import rough_sentences

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]
SHORTEST: dict[Lang, int] = {"ru": 20, "en": 20, "zh": 6}
HELD = re.compile(r"wmt|tatoeba|laser")  # files with partners, or with sentences of the same collection
PART = 50_000  # sentences that are compared at a time


def sentences(corpora: Path, lang: Lang, count: int) -> list[str]:
    """Take sentences of every third paragraph of each plain file, as many of each, then of all there is."""
    files = sorted(corpora.glob(f"mono/{lang}.*.txt.xz"))
    found: dict[str, None] = {}
    for number, path in enumerate(files, 1):
        wanted = count * number // len(files)
        found.update(dict.fromkeys(islice(split(islice(lines(path), 0, None, 3), lang), wanted - len(found))))
    for path in [*files, *sorted(corpora.glob("parallel/*.tsv.xz"))]:
        if len(found) >= count:
            break
        found.update(dict.fromkeys(split(paragraphs(path, lang), lang)))
    return list(found)[:count]


def lines(path: Path) -> Iterator[str]:
    """Read a packed file line by line."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        yield from file


def paragraphs(path: Path, lang: Lang) -> Iterator[str]:
    """Read what a file has in a language; one that holds partners has nothing."""
    if path.parent.name == "mono":
        yield from lines(path)
    elif lang in (sides := path.name.split(".")[0].split("-")) and not HELD.search(path.name):
        yield from (line.split("\t")[sides.index(lang)] for line in lines(path))


def split(paragraphs: Iterator[str], lang: Lang) -> Iterator[str]:
    """Cut paragraphs into sentences, without the shortest."""
    for text in map(str.strip, paragraphs):
        yield from (text[a:b][:400] for a, b in rough_sentences(text, lang) if b - a > SHORTEST[lang])


def ranks(
    a: npt.NDArray[np.float32], b: npt.NDArray[np.float32], others: npt.NDArray[np.float32]
) -> npt.NDArray[np.int64]:
    """Count what is nearer to each of a than its partner of b: other partners and other sentences."""
    least = (a * b).sum(1)[:, None] + 1e-6
    parts = [b, *(others[start : start + PART] for start in range(0, len(others), PART))]
    return np.sum([((a @ part.T) > least).sum(1) for part in parts], axis=0)


def measure(name: str, encode: Encode, options: argparse.Namespace) -> None:
    """Print the shares of partners that are first and among the first ten, by the number of sentences."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "training"))
    from static import dev_pairs

    sizes, firsts = ([int(each) for each in some.split(",")] for some in (options.sizes, options.first))
    begin = time.process_time()
    pool = {lang: encode(sentences(options.corpora, lang, max(sizes))) for lang in ("ru", "en", "zh")}
    read = {lang: len(some) for lang, some in pool.items()}
    speed = sum(read.values()) / (time.process_time() - begin)
    print(f"{name}: {speed:,.0f} sentences a CPU second, reading included; {read}")
    for where, rows in dev_pairs(options.corpora).items():
        langs = where.split(".")[0].split("-")
        kept = [p for p in rows if min(map(len, p)) > min(SHORTEST[lang] for lang in langs)]  # type: ignore[index]
        kept = kept[: options.most]
        a, b = encode([left for left, _ in kept]), encode([right for _, right in kept])
        cells = []
        for size in sizes:
            few = max(0, size - len(kept))
            rank = np.append(ranks(a, b, pool[langs[-1]][:few]), ranks(b, a, pool[langs[0]][:few]))
            cells.append(" ".join(f"{np.mean(rank < first):.3f}" for first in firsts))
        print(f"| {name} | {where} | {len(kept)} | {' | '.join(cells)} |", flush=True)


def measure_samples(encode: Encode) -> None:
    """Print how often the partner of a bundled paraphrase is nearest, among the others and bundled prose."""
    for lang in small.LANGS:
        kept = [(pair.a, pair.b) for pair in small.pairs(lang) if pair.label == 1]
        others = encode(list(small.prose(lang)))
        rank = ranks(encode([a for a, _ in kept]), encode([b for _, b in kept]), others)
        print(f"{lang}: first {np.mean(rank < 1):.3f}, among ten {np.mean(rank < 10):.3f} of {len(kept)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if small.default("", "10^3 to 10^6 sentences of corpora (name their folder)"):
        measure_samples(models.static_encoder())
        return
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--first", default="1,10", help="places among which the partner is looked for")
    parser.add_argument("--most", type=int, help="partners of each file")
    parser.add_argument("--encoder", action="store_true", help="measure the encoder too (3 ms a sentence)")
    options = parser.parse_args()
    measure("static", models.static_encoder(), options)
    if options.encoder:
        measure("encoder", models.encoder(), options)


if __name__ == "__main__":
    main()
