"""Write the ledgers: fingerprints of the texts that each bundled model learned from, for its card.

    PARAPHRAST_DATA=../shared/data:../shared/corpora python training/ledgers.py ../shared/corpora -o src/paraphrast/models/ledgers

The data steps run again as they did for the weights (the same limits, splits and seeds, train parts only), and texts
are taken before letters are changed to wear them. The graded pairs of the encoder are those that its card names. The
language model and the static vectors judge no pairs: of their texts one in 32 is kept, which is enough for a share. `--cards pair,encoder` writes these alone.
"""

import argparse
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import parallel
import proofreader_data
import reader_data
import static
from reader_pairs import SOURCES, Row, Source, corpus_rows
from reader_texts import FLUENCY, UNKNOWN, TextRow, detoxified

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.models.ledger import make_ledger

BITS = {"pair": 6, "toxicity": 7, "fluency": 7, "encoder": 6, "language-model": 6, "static": 6, "rewriter": 7}
SAMPLE = {"language-model": 32, "static": 32}
GRADED = [Source(name, "train", 1.0) for name in ("stsb-en", "stsb-ru", "stsb-zh", "chinese-sts")]
DRAWN = 240_000  # pairs of the parallel collections that the encoder saw
LANGUAGE_MODEL_HELD = 0.004
# Corpora whose rude texts have what people made of them, and what share the reader's tags were not taught.
REWRITTEN = [
    ("russe-detox-2022", "train", 0.0), ("paradetox-en", "train", 0.0), ("textdetox-2024-dev-en", "dev", 0.3), ("textdetox-2024-dev-zh", "dev", 0.3),
]  # fmt: skip
NAMED = [
    *((source.name, source.split) for source in SOURCES),
    *((f"wmt-systems-paraphrase-{lang}", "train") for lang in ("ru", "en", "zh")),
    ("multipit-auto", "train"), ("russe-detox-2022", "train"), ("paradetox-en", "train"), ("textdetox-2024-dev-zh", "dev"), ("textdetox-2024-dev-en", "dev"),
    *((f"textdetox-2024-human-eval-{lang}", "test") for lang in ("ru", "en", "zh")),
    ("ru-toxic-2ch-pikabu", "train"), ("ru-distorted-toxicity", "train"), ("encodechka-toxicity", "train"), ("rudetoxifier", "test"), ("detox-emnlp2021", "toxic"), ("rucola", "train"),
    ("tatoeba-paraphrase-zh", "train"), ("koziev-duplicates-ru", "train"), ("ru-parallel-detox-small", "train"),
]  # fmt: skip


def read_by_reader() -> dict[str, set[str]]:
    """Give what the heads of the reader were taught that judge pairs and texts, each its own."""
    before: list[Row] = []
    wear = reader_data.worn

    def remember(row: Row, rng: np.random.Generator) -> Row:
        before.append(row)
        return wear(row, rng)

    reader_data.worn = remember
    rows, singles = reader_data.collected(np.random.default_rng(0), alone=False)
    taught = [row for row in singles if not row.dev]
    return {
        "pair": {text for row in chain(before, rows) if not row.dev for text in (row.a, row.b)},
        "toxicity": {row.text for row in taught if is_of_offence(row)},
    }


def read_by_proofreader(folder: Path) -> set[str]:
    """Give the running text that was spoilt, and the texts whose fluency somebody judged."""
    rng = np.random.default_rng(0)
    spoilt = set(proofreader_data.plain(folder, proofreader_data.ROOM, rng))
    return spoilt | {row.text for row in proofreader_data.judged_rows(rng) if not row.dev and not row.source}


def is_of_offence(row: TextRow) -> bool:
    """Say whether a text taught what is offensive and what is not."""
    return any(value != UNKNOWN for value in row.known[:FLUENCY])


def read_parallel(folder: Path) -> tuple[list[tuple[str, str]], list[str]]:
    """Give the pairs and the plain texts that training/parallel.py packs, in its order."""
    rng = np.random.default_rng(0)
    retrieval = folder.glob("parallel/*laser*")
    banned = {cell for path in retrieval for line in parallel.lines(path) for cell in line.split("\t")}
    done: set[Path] = set()
    pairs: list[tuple[str, str]] = []
    for pattern, limit in parallel.PAIRS.items():
        for path in sorted(folder.glob(pattern)):
            if path not in done and not parallel.LEFT_OUT.search(path.name):
                done.add(path)
                pairs += parallel.pairs(path, limit, banned, rng)
    mono = [path for path in sorted(folder.glob("mono/*.xz")) if not parallel.LEFT_OUT.search(path.name)]
    return pairs, [text for path in mono for text in parallel.plain(path, rng)]


def read_by_encoder(pairs: list[tuple[str, str]]) -> set[str]:
    """Give the pairs that were drawn for the encoder, and graded ones."""
    drawn = np.random.default_rng(1).permutation(len(pairs))[:DRAWN]
    graded = [row for source in GRADED for row in corpus_rows(source) if not row.dev]
    return {text for i in drawn for text in pairs[i]} | {t for row in graded for t in (row.a, row.b)}


def read_by_language_model(pairs: list[tuple[str, str]], plain: list[str]) -> set[str]:
    """Give all texts of the parallel collections and the plain ones, but for those kept to watch."""
    texts = list(dict.fromkeys(chain(chain.from_iterable(pairs), plain)))
    held = np.random.default_rng(1).random(len(texts)) < LANGUAGE_MODEL_HELD
    return {text for text, out in zip(texts, held, strict=True) if not out}


def read_by_static_vectors(folder: Path) -> set[str]:
    """Give the pairs that the static vectors were taught."""
    files = static.read_pairs(folder, 1, np.random.default_rng(1))
    return {text for pairs in files for pair in pairs for text in pair}


def read_by_rewriter() -> set[str]:
    """Give the rude texts whose words people changed: for the head that tags them, and the networks of words."""
    rows = chain.from_iterable(detoxified(name, split, 1.0, share) for name, split, share in REWRITTEN)
    return {row.text for row in rows if row.rewrite and not row.dev}


def read_by(folder: Path, wanted: list[str]) -> Iterator[tuple[str, set[str]]]:
    """Yield what each model has read, one model after the other."""
    if {"pair", "toxicity"} & set(wanted):
        yield from read_by_reader().items()
    if "fluency" in wanted:
        yield "fluency", read_by_proofreader(folder)
    if {"encoder", "language-model"} & set(wanted):
        pairs, plain = read_parallel(folder)
        yield "encoder", read_by_encoder(pairs)
        yield "language-model", read_by_language_model(pairs, plain)
        del pairs, plain
    if "static" in wanted:
        yield "static", read_by_static_vectors(folder)
    if "rewriter" in wanted:
        yield "rewriter", read_by_rewriter()


def sort_by_corpus(texts: set[str], named: dict[str, set[str]]) -> dict[str, set[str]]:
    """Say which of the texts stand in which corpus; what stands in none was written, made or plain text."""
    found = {name: texts & own for name, own in named.items()}
    found = {name: own for name, own in found.items() if len(own) > 20}
    rest = texts - set(chain.from_iterable(found.values()))
    return {**found, "prose, parallel and plain text, and what was written or made here": rest}


def list_corpora() -> dict[str, set[str]]:
    """Give the texts of every corpus that has a name."""
    return {f"{name}:{split}": set(texts_of(name, split)) for name, split in NAMED}


def texts_of(name: str, split: str) -> Iterator[str]:
    for record in corpora.load(name, split):
        yield from (record.a, record.b, *record.refs) if isinstance(record, Pair) else (record.text.strip(),)


def write(card: str, texts: Iterable[str], named: dict[str, set[str]], folder: Path) -> None:
    """Write one ledger and say what is in it."""
    made = make_ledger(
        sort_by_corpus({text for text in texts if text.strip()}, named),
        bits=BITS[card],
        sample=SAMPLE.get(card, 1),
    )
    made.save(folder / f"{card}.npz")
    print(f"{card}: {made.texts:,} texts, {(folder / f'{card}.npz').stat().st_size:,} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--cards", default=",".join(BITS))
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    wanted, named = options.cards.split(","), list_corpora()
    for card, texts in read_by(options.corpora, wanted):
        if card in wanted:
            write(card, texts, named, options.output)


if __name__ == "__main__":
    main()
