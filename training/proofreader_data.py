"""Choose and pack what the proofreader learns from: running text to spoil, and texts with a word on their fluency.

    python training/proofreader_data.py ../shared/corpora scratch/small/tokenizer.json -o scratch/proofreader.npz

Files under their publishers' copyright (RESEARCH) and what judges are measured on (plays, textbooks, laws) are left out.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from packing import Packer
from parallel import LEFT_OUT, lines
from reader_texts import FLUENCY, TextRow, beside, judged, labelled, read_outputs, reworded, twins

from paraphrast import corpora, models
from paraphrast.data import Pair
from paraphrast.text import Lang, sentences

MONO: dict[Lang, tuple[str, ...]] = {
    "ru": ("ru.novels", "ru.koziev_dialogues"),
    "en": ("en.books", "en.articles_lctt"),
    "zh": ("zh.niutrans_modern",),
}
RUDE = {
    "ru": ("russe-detox-2022", "train"),
    "en": ("paradetox-en", "train"),
    "zh": ("textdetox-2024-dev-zh", "dev"),
}
MEASURED = re.compile(LEFT_OUT.pattern + "|drama|openstax|laws")
LONGEST = {"ru": 420, "en": 480, "zh": 160}
NEIGHBOURS = 24
ROOM = 26_000_000


def running(lang: Lang, folder: Path, room: int, rng: np.random.Generator) -> Iterator[str]:
    """Yield sentences, alone or with those that follow, of the plain texts of a language."""
    for name in MONO[lang]:
        rows = [line for line in lines(folder / "mono" / f"{name}.txt.xz") if len(line) > 12]
        taken = 0
        for at in rng.permutation(len(rows)):
            for text in grouped(rows[at][:3_000], lang, rng):
                taken += len(text)
                yield text
            if taken > room // len(MONO[lang]):
                break


def grouped(line: str, lang: Lang, rng: np.random.Generator) -> Iterator[str]:
    """Cut a paragraph into runs of one to four sentences, none of them too long."""
    run, most = "", LONGEST[lang]
    for part in sentences(line, lang):
        text = line[part.start : part.stop].strip()
        joined = run + ("" if lang == "zh" or not run else " ") + text
        if run and (len(joined) > most or rng.random() < 0.45):
            yield run
            joined = text
        run = joined[:most]
    if len(run) > 8:
        yield run


def sides(lang: Lang, folder: Path, room: int, rng: np.random.Generator) -> Iterator[str]:
    """Yield texts of a language from the pairs of translations, each file's share of the room."""
    paths = [path for path in sorted(folder.glob("parallel/*.tsv.xz"))
             if lang in path.name.split(".")[0].split("-") and not MEASURED.search(path.name)]  # fmt: skip
    for path in paths:
        place = path.name.split(".")[0].split("-").index(lang)
        rows = [cells[place] for line in lines(path) if len(cells := line.split("\t")) == 2]
        rows = [
            row
            for row in dict.fromkeys(rows)
            if 8 < len(row) < LONGEST[lang] and not re.search(r"[{}<>=$\\|]", row)
        ]
        taken, most = (
            0,
            room * (4 if re.search("tatoeba|wmt|lctt|goldminer|dynamics|3AM|aichallenger", path.name) else 1),
        )
        for at in rng.permutation(len(rows)):
            taken += len(rows[at])
            if taken > most / len(paths) / 2:
                break
            yield rows[at]


def rude(lang: Lang) -> Iterator[str]:
    """Yield what people wrote rudely, and what others made of it: sound, if not polite."""
    for pair in corpora.load(*RUDE[lang]):
        if isinstance(pair, Pair):
            yield from (text for text in (pair.a, *(pair.refs or (pair.b,))) if len(text) > 8)


def plain(folder: Path, room: int, rng: np.random.Generator) -> Iterator[str]:
    """Yield all that is spoilt, language by language; Chinese has a third of the room."""
    for lang in ("ru", "en", "zh"):
        own = room // (3 if lang == "zh" else 1)
        yield from running(lang, folder, int(own * 0.6), rng)
        yield from sides(lang, folder, int(own * 0.4), rng)
        yield from rude(lang)


def judged_rows(rng: np.random.Generator) -> Iterator[TextRow]:
    """Yield texts whose fluency somebody judged, or that were broken here on purpose."""
    yield from labelled("rucola", "train", 1.0, 0.0, fluency=True)
    yield from labelled("rucola", "dev", 0.0, 1.0, fluency=True)
    for lang in ("ru", "en", "zh"):
        yield from (row for row in judged(f"textdetox-2024-human-eval-{lang}"))
        yield from read_outputs(lang, 3.0)
        yield from twins(lang, 2.0)
        yield from (row for row in beside(reworded(lang), lang, rng, 0.5))


def near(tokens: int) -> np.ndarray:
    """Give for each piece those of its script that mean something like it, by the static vectors; if none, itself."""
    table = models.static_encoder()
    names = [piece_of(number) for number in range(tokens)]
    kinds = np.array([kind_of(number) for number in range(tokens)])
    vectors = np.asarray(table(names), dtype=np.float32)
    found = np.empty((tokens, NEIGHBOURS), dtype=np.uint16)
    for start in range(0, tokens, 1_000):
        likeness = vectors[start : start + 1_000] @ vectors.T
        likeness[np.arange(len(likeness)), start + np.arange(len(likeness))] = -2
        nearest = np.argpartition(-likeness, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        for row, some in enumerate(nearest, start):
            fitting = some[kinds[some] == kinds[row]]
            found[row] = np.resize(fitting if len(fitting) else [row], NEIGHBOURS)
    return found


def kind_of(number: int) -> str:
    """Say which script a piece is of, and whether a word begins with it."""
    from paraphrast.models.bundled import box

    name = str(box.tokenizer().id_to_token(number))
    script = next(
        (letters for letters in ("а-яё", "a-z", "一-鿿") if re.search(f"[{letters}]", name.lower())), ""
    )
    return script + ("▁" if name.startswith("▁") else "")


def piece_of(number: int) -> str:
    from paraphrast.models.bundled import box

    return str(box.tokenizer().id_to_token(number)).replace("▁", " ").strip() or "."


def starts_of_words(tokens: int) -> np.ndarray:
    """Say of each piece whether a word begins with it; in Chinese every piece is taken for one."""
    from paraphrast.models.bundled import box

    names = [str(box.tokenizer().id_to_token(number)) for number in range(tokens)]
    return np.array([name.startswith("▁") or bool(re.match("[一-鿿]", name)) for name in names])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("--room", type=int, default=ROOM, help="characters of ru and en; zh a third")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    packer = Packer(options.tokenizer)
    for text in plain(options.corpora, options.room, rng):
        packer.add(text)
    count = len(packer.texts)
    rows = [row for row in judged_rows(rng) if row.known[FLUENCY] >= 0 and row.text.strip()]
    at = [packer.add(row.text) for row in rows]
    source = [packer.add(row.source) if row.source else 2**32 - 1 for row in rows]
    sets = sorted({row.dev for row in rows if row.dev})
    arrays = packer.arrays()
    tokens = packer.tokenizer.get_vocab_size()
    np.savez(
        options.output, plain=count, t=np.array(at, dtype=np.uint32), source=np.array(source, dtype=np.uint32),
        label=np.array([row.known[FLUENCY] for row in rows], dtype=np.float16),
        weight=np.array([row.weight for row in rows], dtype=np.float16),
        dev=np.array([sets.index(row.dev) + 1 if row.dev else 0 for row in rows], dtype=np.uint8), sets=np.array(sets),
        near=near(tokens), begins=starts_of_words(tokens), **arrays,
    )  # fmt: skip
    print(f"{count:,} plain texts, {len(rows):,} judged, {len(arrays['ids']):,} pieces")


if __name__ == "__main__":
    main()
