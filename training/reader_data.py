"""Pack everything that the reader learns from.

PARAPHRAST_DATA=../shared/data:../shared/corpora python training/reader_data.py scratch/small/tokenizer.json -o scratch/reader.npz
"""

import argparse
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from adversarial import chosen
from edit_tags import tag_edits
from packing import Packer
from prose import Made, prose, shelf, soften
from reader_batches import ALONE, SOUND
from reader_neighbours import neighbours
from reader_pairs import (
    CONVENTIONS,
    EVERY,
    SOURCES,
    Row,
    adversarial_rows,
    corpus_rows,
    fraction,
    open_rows,
    prose_rows,
    without_leaks,
    written_rows,
)
from reader_texts import FLUENCY, TextRow
from reader_texts import rows as text_rows
from reader_unlabelled import unlabelled

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.text import Lang

LIMIT = 126  # pieces kept of each text
PROSE = 40_000  # pairs of prose in each language
WMT = 7_000  # translations of one news sentence by two systems, in each language
PARAPHRASES: dict[Lang, list[tuple[str, str, int]]] = {
    "ru": [("wmt-systems-paraphrase-ru", "train", 60_000), ("tatoeba-paraphrase-ru", "train", 4_000), ("paraphraser", "train", 8_000), ("stsb-ru", "train", 4_000)],
    "en": [("wmt-systems-paraphrase-en", "train", 60_000), ("mrpc", "train", 4_000), ("qqp", "dev", 10_000), ("stsb-en", "train", 4_000)],
    "zh": [("wmt-systems-paraphrase-zh", "train", 65_000), ("tatoeba-paraphrase-zh", "train", 3_000), ("stsb-zh", "train", 4_000)],
}  # fmt: skip


def paraphrases(lang: Lang, rng: np.random.Generator) -> Iterator[Pair]:
    """Yield true paraphrases, and each second time a sentence with itself."""
    for name, split, limit in PARAPHRASES[lang]:
        found = [p for p in corpora.load(name, split) if isinstance(p, Pair)]
        for i in rng.permutation(len(found))[:limit]:
            a, b = found[i].a, found[i].b
            if max(len(a), len(b)) > (90 if lang == "zh" else 240):
                continue
            if rng.random() < 0.5:
                yield Pair(b, b, 1.0, lang)
            elif found[i].label is None or found[i].label >= 0.9:
                yield Pair(a, b, 1.0, lang)


def made_rows(lang: Lang) -> tuple[list[Pair], list[Made], list[str]]:
    """Make what rules make in a language, or take what was made before: pairs, prose, running sentences."""
    kept = Path(f"scratch/made.{lang}.pickle")
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    running = [text for run in shelf(lang, np.random.default_rng(1)).runs for text in run[:2]]
    pairs = list(chosen(paraphrases(lang, np.random.default_rng(0)), lang))
    found = (pairs, list(prose(lang, PROSE)), running[:16_000])
    kept.write_bytes(pickle.dumps(found))
    return found


def near_rows(lang: Lang, held: set[str], rng: np.random.Generator) -> list[Row]:
    """Find near sentences that say something else, or take what was found before."""
    kept = Path(f"scratch/near.{lang}.pickle")
    if not kept.exists():
        kept.write_bytes(pickle.dumps(list(neighbours(lang, held, rng))))
    found: list[Row] = pickle.loads(kept.read_bytes())
    return found


def translated(lang: Lang, rng: np.random.Generator) -> Iterator[Row]:
    """Yield two translations of one sentence with the same numbers: nearly always paraphrases."""
    found = [p for p in corpora.load(f"wmt-systems-paraphrase-{lang}", "train") if isinstance(p, Pair)]
    for i in rng.permutation(len(found))[: 3 * WMT][::-1]:
        a, b = found[i].a, found[i].b
        digits = [sorted(c for c in text if c.isdigit()) for text in (a, b)]
        near = 0.75 < len(a) / max(1, len(b)) < 1.33
        if near and digits[0] == digits[1] and a != b and rng.random() < 0.4:
            yield Row(a, b, 0.93, EVERY, 0.5, f"translated-{lang}" if fraction(a) < 0.02 else "", 0.3)


def rewrites(rng: np.random.Generator) -> Iterator[Row]:
    """Yield rewrites with their sources: those people wrote, those people judged, and wrong ones."""
    usual, both = ("usual", "loose"), ("strict", "usual", "loose")
    for name, split in (
        ("russe-detox-2022", "train"),
        ("paradetox-en", "train"),
        ("textdetox-2024-dev-zh", "dev"),
    ):
        found = [pair for pair in corpora.load(name, split) if isinstance(pair, Pair)]
        for i, pair in enumerate(found):
            other = found[int(rng.integers(len(found)))]
            words = pair.b.split()
            half = (
                " ".join(words[: max(1, len(words) // 2)])
                if len(words) > 1
                else pair.b[: max(1, len(pair.b) // 2)]
            )
            yield Row(pair.a, pair.b, 1.0, usual, 0.4, "", 0.2)
            yield Row(pair.a, other.b if i % 2 else half, 0.0, both, 0.3, "", 0.15)
    for lang in ("ru", "en", "zh"):
        for pair in corpora.load(f"textdetox-2024-human-eval-{lang}", "test"):
            if isinstance(pair, Pair) and pair.b.strip():
                dev = f"content-{lang}" if fraction(pair.a) < 0.25 else ""
                yield Row(pair.a, pair.b, float(pair.meta["content"]), ("usual",), 2.0, dev, 1.0)


def clean(running: dict[Lang, list[str]], rng: np.random.Generator) -> list[tuple[str, Lang]]:
    """Collect well-formed sentences of everyday, news and running text."""
    found: list[tuple[str, Lang]] = []
    for lang in ("ru", "en", "zh"):
        pairs = [p.a for p in corpora.load(f"wmt-systems-paraphrase-{lang}", "train") if isinstance(p, Pair)]
        stsb = [p.a for p in corpora.load(f"stsb-{lang}", "train") if isinstance(p, Pair)]
        unique = list(dict.fromkeys(pairs))
        sample = [unique[i] for i in rng.permutation(len(unique))[:5_000]] + stsb[:2_000] + running[lang]
        found += [(text, lang) for text in sample if (6 if lang == "zh" else 12) < len(text) < 220]
    return found


def unrelated(texts: list[tuple[str, Lang]], rng: np.random.Generator) -> Iterator[Row]:
    """Yield pairs of sentences of one language that have nothing to do with each other."""
    for lang in ("ru", "en", "zh"):
        some = [text for text, its in texts if its == lang]
        for i, j in rng.integers(len(some), size=(4_000, 2)):
            if i != j:
                yield Row(some[i], some[j], 0.0, EVERY, 0.5, "", 0.3)


def small() -> Iterator[Row]:
    """Yield the tiniest pairs: nothing, one sign, one word."""
    same = [
        "",
        "да",
        "нет",
        "yes",
        "no",
        "是",
        "不是",
        "ok",
        "1",
        "2",
        "?",
        "!",
        "а",
        "I",
        "我",
        "привет",
        "hello",
        "你好",
        "...",
        "7",
        "100",
    ]
    for a in same:
        for b in same:
            yield Row(a, b, float(a == b), EVERY, 4.0 if a == b else 0.5, "", 2.0 if a == b else 0.3)


def worn(row: Row, rng: np.random.Generator) -> Row:
    """Give one pair in four as careless people write it: in one case, a typo, a lost comma, an emoji; the label holds."""
    if row.dev or row.label < 0 or rng.random() > 0.25:
        return row
    lang: Lang = "zh" if re.search("[\u4e00-\u9fff]", row.a) else "ru" if re.search("[а-я]", row.a) else "en"
    if lang != "zh" and rng.random() < 0.4:
        case = str.lower if rng.random() < 0.6 else str.upper
        return (
            row._replace(b=case(row.b)) if rng.random() < 0.5 else row._replace(a=case(row.a), b=case(row.b))
        )
    worse = soften(row.b, lang, rng) if rng.random() < 0.5 else None
    return row._replace(b=worse) if worse else row._replace(a=soften(row.a, lang, rng))


def collected(rng: np.random.Generator, *, alone: bool) -> tuple[list[Row], list[TextRow]]:
    """Gather all pairs and all texts; with no teachers to ask, no pairs that nobody labelled."""
    rows = [row for source in SOURCES for row in corpus_rows(source)]
    running: dict[Lang, list[str]] = {}
    with ProcessPoolExecutor() as pool:
        for lang, (made, told, texts) in zip(PARAPHRASES, pool.map(made_rows, PARAPHRASES), strict=True):
            rows += adversarial_rows(made, 0.3)
            rows += prose_rows(told, lang, 0.6)
            running[lang] = texts
    for lang in PARAPHRASES:
        rows += [*written_rows(lang, 4.0), *open_rows(lang)]
        rows += translated(lang, rng)
    rows += rewrites(rng)
    sentences = clean(running, rng)
    rows += [*unrelated(sentences, rng), *small()]
    held = {text for row in rows if row.dev for text in (row.a, row.b)}
    for lang in PARAPHRASES:
        rows += near_rows(lang, held, rng)
    rows = [worn(row, rng) for row in without_leaks(rows)]
    rows += [] if alone else list(unlabelled(rows, rng))
    return rows, [row for row in text_rows(sentences, rng) if row.text.strip()]


def tagged(packer: Packer, singles: list[TextRow]) -> tuple[np.ndarray, np.ndarray]:
    """Tag the pieces of texts that are known as they should be: `tags` of all pieces in a row, and where each begins.

    A rude text has the tags of what people did to it; a fluent or broken one says which pieces are out of place.
    """
    tags: list[int] = []
    starts = [0]
    for row in singles:
        if row.rewrite:
            old, new = (
                packer.tokenizer.encode(text, add_special_tokens=False).tokens
                for text in (row.text, row.rewrite)
            )
            found = tag_edits(old[:LIMIT], new[:LIMIT])[: min(len(old), LIMIT)]
            tags += [SOUND + (tag > 0) for tag in found] if row.known[FLUENCY] >= 0 else found
        starts.append(len(tags))
    return np.array(tags, dtype=np.uint8), np.array(starts, dtype=np.uint32)


def bits(conventions: tuple[str, ...]) -> int:
    return sum(1 << CONVENTIONS.index(name) for name in conventions)


def pack(rows: list[Row], singles: list[TextRow], tokenizer: Path, output: Path) -> None:
    """Write everything as arrays of pieces, labels and weights."""
    names = sorted({row.dev for row in [*rows, *singles]} - {""})
    number = {name: place for place, name in enumerate(["", *names])}
    packer = Packer(tokenizer)
    tags, tag_starts = tagged(packer, singles)
    store = {
        "a": np.array([packer.add(row.a) for row in rows], dtype=np.uint32),
        "b": np.array([packer.add(row.b) for row in rows], dtype=np.uint32),
        "label": np.array([row.label for row in rows], dtype=np.float16),
        "conventions": np.array([bits(row.conventions) for row in rows], dtype=np.uint8),
        "weight": np.array([row.weight for row in rows], dtype=np.float16),
        "finish_weight": np.array([row.finish for row in rows], dtype=np.float16),
        "dev": np.array([number[row.dev] for row in rows], dtype=np.uint8),
        "mined": np.array([row.mined for row in rows]),
        "t": np.array([packer.add(row.text) for row in singles], dtype=np.uint32),
        "source": np.array(
            [packer.add(row.source) if row.source else ALONE for row in singles], dtype=np.uint32
        ),
        "known": np.array([row.known for row in singles], dtype=np.float16),
        "text_weight": np.array([row.weight for row in singles], dtype=np.float16),
        "text_dev": np.array([number[row.dev] for row in singles], dtype=np.uint8),
        "tags": tags,
        "tag_starts": tag_starts,
        "dev_names": np.array(names),
    }
    np.savez_compressed(output, **store, **packer.arrays(LIMIT))


def thinned(rows: list[Row], singles: list[TextRow], share: float) -> tuple[list[Row], list[TextRow]]:
    """Keep what has a large weight and a share of the rest, for a last round; what was written counts half as much more."""
    rng = np.random.default_rng(5)

    def kept(weight: float) -> bool:
        return bool(rng.random() < (1.0 if weight >= 2 else share))

    made = ("made", "prose", "translated")
    rows = [
        row
        for row in rows
        if (row.dev and not row.dev.startswith(made)) or (not row.dev and row.label >= 0 and kept(row.weight))
    ]
    singles = [row for row in singles if row.dev or kept(row.weight)]
    return rows, [row._replace(weight=9.0) if row.weight == 6.0 and not row.dev else row for row in singles]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument(
        "--share", type=float, help="for a last round: keep this share of what has a small weight"
    )
    parser.add_argument("--alone", action="store_true", help="for a round without teachers")
    options = parser.parse_args()
    rows, singles = collected(np.random.default_rng(0), alone=options.alone)
    if options.share:
        rows, singles = thinned(rows, singles, options.share)
    pack(rows, singles, options.tokenizer, options.output)
    print(
        Counter(row.conventions for row in rows if not row.dev), Counter(row.dev for row in [*rows, *singles])
    )
    print(f"{len(rows):,} pairs, {len(singles):,} texts")


if __name__ == "__main__":
    main()
