"""Pack everything that the rewriter learns from, and the lexicon of replacements that the pairs teach.

    PARAPHRAST_DATA=../shared/data:../shared/corpora python training/rewriter_data.py ../shared/corpora -o scratch/rewriter

Writes data.npz (texts as pieces, rows of pairs with task, language, degree, weights and tags), dev.jsonl (the
sources kept for evaluation, in order) and learned.json (what stands for what, by language).
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from packing import Packer
from rapidfuzz.distance import Indel
from reader_pairs import fraction
from rewriter_edits import Edit, edits, learned, removed
from rewriter_made import Spoiler
from rewriter_pairs import paraphrases, plain

from paraphrast import corpora
from paraphrast.data import Pair
from paraphrast.models.bundled import box
from paraphrast.models.networks.seq2seq import LANGUAGES, TASKS
from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang

LIMIT = 78  # pieces kept of a text
STEPS = (0.12, 0.28, 0.44, 0.6)  # surface change where the next degree begins
# Detoxification by people: corpus, split, language, how often an epoch sees a pair, share kept for evaluation.
DETOX: list[tuple[str, str, Lang, float, float]] = [
    ("russe-detox-2022", "train", "ru", 1.2, 0.0),
    ("russe-detox-2022", "dev", "ru", 0.0, 1.0),
    ("paradetox-en", "train", "en", 0.5, 0.0),
    ("ru-parallel-detox-small", "train", "en", 0.3, 0.0),
    ("textdetox-2024-dev-en", "dev", "en", 0.0, 1.0),
    ("textdetox-2024-dev-zh", "dev", "zh", 6.0, 0.3),
]


class Row(NamedTuple):
    """A pair ready to pack; `dev` names the set it is kept for, tagged pairs teach the tags too."""

    a: str
    b: str
    task: str
    lang: Lang
    weight: float
    late: float  # the weight in the last stage
    tagged: bool = False
    dev: str = ""
    refs: tuple[str, ...] = ()


def detox() -> Iterator[Row]:
    """Yield the pairs that people wrote, the least changing reference of a text most often."""
    seen: set[str] = set()
    for name, split, lang, weight, share in sorted(DETOX, key=lambda one: -one[4]):
        for pair in corpora.load(name, split):
            if not isinstance(pair, Pair):
                continue
            refs = tuple(ref for ref in pair.refs or (pair.b,) if ref.strip())
            if fraction(pair.a) < share:
                seen.add(pair.a)
                yield Row(pair.a, refs[0], "neutral", lang, 0.0, 0.0, dev=f"neutral-{lang}", refs=refs)
            elif pair.a not in seen:
                fit = sorted(refs, key=lambda ref: Indel.distance(pair.a.lower(), ref.lower()))
                fit = [ref for ref in fit if may_teach(pair.a, ref, lang)]
                for rank, ref in enumerate(fit):
                    own = weight * (1.0 if rank == 0 else 0.6)
                    yield Row(
                        pair.a, ref, "neutral", lang, own, own * (0.8 if lang == "ru" else 1.0), tagged=True
                    )


def may_teach(source: str, target: str, lang: Lang) -> bool:
    """Say whether a pair passes the participants' filters, cheaply: changed, neither longer nor gutted, not rude."""
    ratio = len(target) / max(1, len(source))
    return source != target and 0.25 < ratio < 1.35 and not lexicon.found(target, lang)


def changed(rows: Sequence[Row], lang: Lang) -> list[Edit]:
    """Collect the edits of a language's detoxification pairs."""
    pairs = [row for row in rows if row.lang == lang and not row.dev]
    return [edit for row in pairs for edit in edits(cut(row.a), cut(row.b)).changed]


def cut(text: str) -> list[str]:
    return list(box.tokenizer().encode(text, add_special_tokens=False).tokens)


def made(
    real: Sequence[Row], lang: Lang, table: dict[str, str], texts: Sequence[str], rng: np.random.Generator
) -> Iterator[Row]:
    """Yield rude texts made from neutral ones, and neutral ones with nothing to do."""
    spoil = Spoiler(lang, removed(changed(real, lang)), table, rng)
    own = [row.b for row in real if row.lang == lang and not row.dev]
    short = [text for text in texts if len(text) < (40 if lang == "zh" else 110)]
    chosen = [short[i] for i in rng.permutation(len(short))[:25_000]]
    for rude, neutral in spoil([*own, *chosen], 30_000):
        yield Row(rude, neutral, "neutral", lang, 0.6, 0.4 if lang == "zh" else 0.1, tagged=True)
    for text in [*own[:6_000], *chosen[:6_000]]:
        yield Row(text, text, "neutral", lang, 0.15, 0.08, tagged=True)


def rows(folder: Path, rng: np.random.Generator) -> tuple[list[Row], dict[str, dict[str, str]]]:
    """Collect everything, and the learned lexicons."""
    found = list(detox())
    lexicons: dict[str, dict[str, str]] = {}
    out = list(found)
    for lang in ("ru", "en", "zh"):
        texts = list(dict.fromkeys(plain(folder, lang, rng)))
        lexicons[lang] = learned(changed(found, lang))
        out += made(found, lang, lexicons[lang], texts, rng)
        out += [Row(text, text, "denoise", lang, 1.0, 0.0) for text in texts]
        for pair in paraphrases(lang, rng):
            dev = f"paraphrase-{lang}" if pair.held else ""
            late = pair.weight * (0.5 if lang == "zh" else 0.3)
            out.append(Row(pair.a, pair.b, "paraphrase", lang, pair.weight, late, dev=dev, refs=(pair.b,)))
        print(lang, Counter(row.task for row in out if row.lang == lang), len(lexicons[lang]), flush=True)
    return out, lexicons


def degree(a: Sequence[int], b: Sequence[int]) -> int:
    """Say how much changes between two lists of pieces, 0 to 4."""
    return int(np.searchsorted(STEPS, Indel.normalized_distance(a, b), side="right"))


def packed(found: Sequence[Row], packer: Packer) -> dict[str, np.ndarray]:
    """Lay the rows out as arrays."""
    a, b = [packer.add(row.a) for row in found], [packer.add(row.b) for row in found]
    arrays = packer.arrays(LIMIT)
    starts, ids = arrays["starts"].astype(np.int64), arrays["ids"]
    spelled = [packer.tokenizer.id_to_token(i) for i in range(packer.tokenizer.get_vocab_size())]
    tags, tag_row, tag_starts, degrees = [], [], [0], []
    for row, x, y in zip(found, a, b, strict=True):
        left, right = ids[starts[x] : starts[x + 1]].tolist(), ids[starts[y] : starts[y + 1]].tolist()
        degrees.append(0 if x == y else degree(left, right))
        tag_row.append(len(tag_starts) - 1 if row.tagged else -1)
        if row.tagged:
            tags += edits([spelled[i] for i in left], [spelled[i] for i in right]).tags
            tag_starts.append(len(tags))
    names = sorted({row.dev for row in found} - {""})
    return {
        **arrays,
        "a": np.array(a, dtype=np.uint32),
        "b": np.array(b, dtype=np.uint32),
        "task": np.array([TASKS.index(row.task) for row in found], dtype=np.uint8),
        "lang": np.array([LANGUAGES.index(row.lang) for row in found], dtype=np.uint8),
        "degree": np.array(degrees, dtype=np.uint8),
        "weight": np.array([row.weight for row in found], dtype=np.float16),
        "late": np.array([row.late for row in found], dtype=np.float16),
        "dev": np.array([names.index(row.dev) + 1 if row.dev else 0 for row in found], dtype=np.uint8),
        "dev_names": np.array(names),
        "tags": np.array(tags, dtype=np.uint8),
        "tag_starts": np.array(tag_starts, dtype=np.uint32),
        "tag_row": np.array(tag_row, dtype=np.int32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    found, lexicons = rows(options.corpora, np.random.default_rng(0))
    tokenizer = options.output / "tokenizer.json"
    tokenizer.write_bytes(gzip.decompress(box.file("tokenizer.json.gz").read_bytes()))
    store = packed(found, Packer(tokenizer))
    np.savez_compressed(options.output / "data.npz", **store)
    (options.output / "learned.json").write_text(json.dumps(lexicons, ensure_ascii=False), encoding="utf-8")
    with open(options.output / "dev.jsonl", "w", encoding="utf-8") as file:
        for row, number in zip(found, range(len(found)), strict=True):
            if row.dev:
                told = {"row": number, "set": row.dev, "a": row.a, "refs": row.refs}
                file.write(json.dumps(told, ensure_ascii=False) + "\n")
    print(Counter((row.task, row.lang, row.dev) for row in found))
    print(f"{len(found):,} rows, {len(store['starts']) - 1:,} texts, {len(store['ids']):,} pieces")


if __name__ == "__main__":
    main()
