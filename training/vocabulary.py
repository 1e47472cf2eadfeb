"""Prune the vocabulary to Russian, English and Chinese, by counting pieces in text.

    python training/vocabulary.py scratch/base ../shared/corpora ../shared/data -o scratch/small

Writes tokenizer.json (Unigram, same scores), words.npy (the kept rows of the 4-bit embedding table) and
kept.npy (old ids). Special pieces, and single characters of the three scripts, stay whatever their count, so
that rare words fall apart into pieces instead of becoming unknown.
"""

import argparse
import json
import lzma
import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
# One character of Latin, Cyrillic, common Han or CJK punctuation and forms, general punctuation, symbols, emoji.
CHARACTER = re.compile(
    "▁?[\u0020-\u024f\u0370-\u052f\u2010-\u27bf\u3000-\u303f\u4e00-\u9fa5\uff00-\uffef\U0001f300-\U0001faff]"
)


def tokenizer(pieces: list[tuple[str, float]]) -> Tokenizer:
    """Build the XLM-R kind of tokenizer over these pieces: NFKC, one space, Unigram, <s> text </s>."""
    names = [piece for piece, _ in pieces]
    result = Tokenizer(models.Unigram(pieces, unk_id=names.index("<unk>"), byte_fallback=False))
    result.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    result.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")]
    )
    result.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    result.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", names.index("<s>")), ("</s>", names.index("</s>"))],
    )
    result.add_special_tokens(SPECIAL)
    return result


def lines(folder: Path, limit: int) -> Iterator[str]:
    """Yield lines of every .xz text and every text inside a .tar.xz, at most `limit` characters of each file."""
    for path in sorted(folder.rglob("*.xz")):
        if path.name.endswith(".tar.xz"):
            with tarfile.open(path) as archive:
                for member in archive:
                    if member.isfile() and member.name.endswith(
                        (".txt", ".tsv", ".csv", ".json", ".toks", ".xml")
                    ):
                        file = archive.extractfile(member)
                        yield from (
                            file.read(4 * limit).decode("utf-8", "ignore")[:limit].split("\n") if file else []
                        )
        else:
            with lzma.open(path, "rt", encoding="utf-8", errors="ignore") as file:
                yield from file.read(limit).split("\n")


def count(full: Tokenizer, texts: Iterable[str]) -> Counter[int]:
    """Count how often each piece occurs."""
    total: Counter[int] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text[:2000])
        if len(batch) == 4096:
            for encoding in full.encode_batch_fast(batch, add_special_tokens=False):
                total.update(encoding.ids)
            batch.clear()
    for encoding in full.encode_batch_fast(batch, add_special_tokens=False):
        total.update(encoding.ids)
    return total


def choose(pieces: list[tuple[str, float]], counts: Counter[int], size: int) -> list[int]:
    """Return the ids to keep, in their old order."""
    kept = {i for i, (piece, _) in enumerate(pieces) if piece in SPECIAL}
    kept |= {i for i, (piece, _) in enumerate(pieces) if CHARACTER.fullmatch(piece) and counts[i] >= 1}
    for i, _ in counts.most_common():
        if len(kept) >= size:
            break
        kept.add(i)
    return sorted(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("texts", type=Path, nargs="+")
    parser.add_argument("--size", type=int, default=52_000)
    parser.add_argument("--limit", type=int, default=6_000_000, help="characters read of each file")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    with open(options.base / "pieces.jsonl", encoding="utf-8") as file:
        pieces = [tuple(json.loads(line)) for line in file]
    full = tokenizer(pieces)
    counts = count(full, (line for folder in options.texts for line in lines(folder, options.limit)))
    kept = choose(pieces, counts, options.size)
    covered = sum(counts[i] for i in kept) / sum(counts.values())
    options.output.mkdir(parents=True, exist_ok=True)
    np.save(options.output / "counts.npy", np.array([counts[i] for i in range(len(pieces))]))
    tokenizer([pieces[i] for i in kept]).save(str(options.output / "tokenizer.json"), pretty=False)
    np.save(options.output / "kept.npy", np.array(kept))
    np.save(options.output / "words.npy", np.load(options.base / "words.npy")[kept])
    print(
        f"{len(counts):,} of {len(pieces):,} pieces seen; kept {len(kept):,}, which cover {covered:.4%} of the text"
    )


if __name__ == "__main__":
    main()
