"""Pack the second round of a rewriter that has had its first: fewer rows, weighed anew, with slots and everyday insults.

    python training/rewriter_reweighed.py scratch/rewriter/data.npz CORPORA -o scratch/rewriter2

Near copies leave the paraphrases and large changes count more; detoxification by people counts most; most of the plain
text is gone. New are paraphrases in which words that both sides share stand behind typed slots, as rewrite/entities/slots.py
puts them, and Chinese sentences of every day with the insults of our lists.
"""

import argparse
import lzma
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from offences import INSULTS, SWEARING
from rewriter_data import LIMIT, degree
from rewriter_edits import edits
from rewriter_pairs import clean
from tokenizers import Tokenizer

from paraphrast.models.networks.seq2seq import LANGUAGES, TASKS
from paraphrast.rewrite.entities.slots import KINDS
from paraphrast.text import Lang

DENOISE, NEUTRAL, PARAPHRASE = range(len(TASKS))
BY_DEGREE = np.array([0.0, 0.35, 1.0, 1.4, 1.2])  # how often a paraphrase that changes so much is seen
SHARED: dict[Lang, re.Pattern[str]] = {
    "zh": re.compile(r"\d[\d.,%]*|[A-Za-z]{2,}|《[^》]{1,12}》|“[^”]{1,12}”|[\u4e00-\u9fff]{2,4}"),
    "ru": re.compile(r"\d[\d.,%]*|(?<=[а-яё,] )[А-ЯЁ][а-яё]+(?: [А-ЯЁ][а-яё]+)*|[A-Za-z]{3,}|«[^»]{1,25}»|(?<!\w)[а-яё]{6,}(?!\w)"),
    "en": re.compile(r"\d[\d.,%]*|(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*|“[^”]{1,25}”|(?<!\w)[a-z]{7,}(?!\w)"),
}  # fmt: skip
PRONOUNS = {
    "他们": "这群{}",
    "她们": "这群{}",
    "他": "那个{}",
    "她": "那个{}",
    "你": "你这个{}",
    "你们": "你们这群{}",
}
STRONG = re.compile(r"太|真|很|好|怎么|什么|为什么|别|还")


class Texts:
    """The packed texts of the first round, spelled when asked for, and new ones after them."""

    def __init__(self, store: dict[str, np.ndarray], tokenizer: Tokenizer) -> None:
        starts = store["starts"].astype(np.int64)
        self.pieces = [store["ids"][a:b].tolist() for a, b in pairwise(starts)]
        self.tokenizer = tokenizer

    def spelled(self, number: int) -> str:
        return str(self.tokenizer.decode(self.pieces[number]))

    def add(self, texts: list[str]) -> range:
        """Take new texts in, and give their numbers."""
        first = len(self.pieces)
        encoded = self.tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        self.pieces += [one.ids[:LIMIT] for one in encoded]
        return range(first, len(self.pieces))


class Rows:
    """The rows that stay and the new ones, column by column."""

    def __init__(self, store: dict[str, np.ndarray], kept: np.ndarray) -> None:
        names = ("a", "b", "task", "lang", "degree", "weight", "late", "dev")
        self.columns = {name: store[name][kept].tolist() for name in names}
        starts = store["tag_starts"].astype(np.int64)
        self.tags = [
            store["tags"][starts[at] : starts[at + 1]].tolist() if at >= 0 else None
            for at in store["tag_row"][kept].tolist()
        ]

    def add(self, values: dict[str, float], tags: list[int] | None) -> None:
        for name, column in self.columns.items():
            column.append(values.get(name, 0))
        self.tags.append(tags)


def weighed(store: dict[str, np.ndarray], rng: np.random.Generator) -> None:
    """Weigh the rows anew, in place."""
    task, lang, old = store["task"], store["lang"], store["weight"].astype(np.float32)
    real = (task == NEUTRAL) & (
        ((lang == 0) & (old > 0.65))
        | ((lang == 2) & (old > 1))
        | ((lang == 1) & np.isin(np.round(old, 2), (0.5, 0.3, 0.18)))
    )
    weight = np.where(task == DENOISE, (rng.random(len(task)) < 0.1) * 0.6, old)
    weight = np.where(real, old * np.array([1.6, 1.5, 1.5])[lang], weight)
    weight = np.where((task == NEUTRAL) & ~real, old * np.array([0.6, 0.4, 0.6])[lang], weight)
    change = BY_DEGREE[store["degree"]] * old * np.array([0.75, 0.75, 1.0])[lang]
    weight = np.where(task == PARAPHRASE, change, weight)
    spare = ((task == NEUTRAL) & ~real & (rng.random(len(task)) < np.array([0.4, 0.6, 0.4])[lang])) | (
        (task == PARAPHRASE) & (rng.random(len(task)) < np.array([0.4, 0.55, 0.1])[lang])
    )
    weight = np.where(spare, 0, weight)
    late = np.where(task == DENOISE, 0, weight)
    late = np.where(task == PARAPHRASE, weight * np.array([0.5, 0.5, 0.7])[lang], late)
    late = np.where(real, weight * np.array([0.75, 0.8, 0.8])[lang], late)
    late = np.where((task == NEUTRAL) & ~real, weight * np.array([0.3, 0.3, 0.6])[lang], late)
    store["weight"], store["late"] = weight.astype(np.float16), late.astype(np.float16)


def slotted(a: str, b: str, lang: Lang, rng: np.random.Generator) -> tuple[str, str] | None:
    """Put one to three words that both texts have exactly once behind slots of drawn kinds."""
    shared = [one for one in dict.fromkeys(SHARED[lang].findall(a)) if a.count(one) == b.count(one) == 1]
    if not shared:
        return None
    shared.sort(
        key=lambda one: (not (one[0].isdigit() or one[0] in "《«“" or one[0].isupper()), rng.random())
    )
    kinds, numbers = sorted(KINDS), dict.fromkeys(KINDS, 0)
    for one in shared[: 1 + int(rng.integers(3))]:
        if a.count(one) == b.count(one) == 1:
            kind = (
                "number" if one[0].isdigit() and rng.random() < 0.5 else kinds[int(rng.integers(len(kinds)))]
            )
            a, b = (text.replace(one, f"<{kind}{numbers[kind]}>") for text in (a, b))
            numbers[kind] += 1
    return a, b


def insulted(text: str, words: tuple[list[str], list[str]], rng: np.random.Generator) -> str:
    """Put an insult or a curse where a speaker of Chinese would."""
    insult, curse = (some[int(rng.integers(len(some)))] for some in words)
    draw = rng.random()
    subject = next((one for one in ("他们", "她们", "你们", "他", "她", "你") if one in text), None)
    if draw < 0.35 and subject:
        return text.replace(subject, PRONOUNS[subject].format(insult), 1)
    if draw < 0.6 and (match := STRONG.search(text)):
        return text[: match.end()] + "他妈" + ("的" if rng.random() < 0.4 else "") + text[match.end() :]
    if draw < 0.8:
        return f"{curse}{'，' if rng.random() < 0.8 else ''}{text}"
    end = text[-1] if text[-1] in "。！？!?" else ""
    return f"{text.removesuffix(end)}，{insult if rng.random() < 0.6 else curse}{end}"


def everyday(corpora: Path, rng: np.random.Generator, limit: int) -> Iterator[tuple[str, str]]:
    """Yield (rude, neutral) Chinese sentences."""
    hard = (
        [word.replace("_", " ") for word in INSULTS["zh"]],
        [word.replace("_", "") for word in SWEARING["zh"]],
    )
    for name in ("parallel/en-zh.tatoeba.tsv.xz", "mono/zh.niutrans_modern.txt.xz"):
        with lzma.open(corpora / name, "rt", encoding="utf-8", errors="ignore") as file:
            rows = [row.split("\t")[-1].strip() for row in file.read().split("\n")]
        found = 0
        for i in rng.permutation(len(rows)):
            if found < limit and len(rows[i]) < 45 and clean(rows[i], "zh"):
                found += 1
                yield insulted(rows[i], hard, rng), rows[i]


def extend(
    rows: Rows, texts: Texts, store: dict[str, np.ndarray], corpora: Path, rng: np.random.Generator
) -> None:
    """Add the slotted paraphrases and the everyday insults."""
    spelled = [texts.tokenizer.id_to_token(i) for i in range(texts.tokenizer.get_vocab_size())]
    made: list[tuple[str, str, int, Lang, float, float]] = []
    for number, (lang, limit) in enumerate(zip(LANGUAGES, (9_000, 9_000, 26_000), strict=True)):
        some = np.flatnonzero(
            (store["task"] == PARAPHRASE)
            & (store["lang"] == number)
            & (store["dev"] == 0)
            & (store["weight"] > 0.3)
        )
        found = (
            slotted(texts.spelled(store["a"][i]), texts.spelled(store["b"][i]), lang, rng)
            for i in rng.permutation(some)[:limit]
        )
        made += [(*pair, PARAPHRASE, lang, 1.0, 0.7) for pair in found if pair]
    made += [(rude, neutral, NEUTRAL, "zh", 0.7, 0.5) for rude, neutral in everyday(corpora, rng, 9_000)]
    left, right = texts.add([one[0] for one in made]), texts.add([one[1] for one in made])
    for a, b, (_, _, task, lang, weight, late) in zip(left, right, made, strict=True):
        x, y = texts.pieces[a], texts.pieces[b]
        tags = edits([spelled[i] for i in x], [spelled[i] for i in y]).tags if task == NEUTRAL else None
        values = {
            "a": a,
            "b": b,
            "task": task,
            "lang": LANGUAGES.index(lang),
            "degree": degree(x, y),
            "weight": weight,
            "late": late,
        }
        rows.add(values, tags)
    print(len(made), made[:2], made[-3:])


def packed(rows: Rows, texts: Texts) -> dict[str, np.ndarray]:
    """Lay out what is used, with texts numbered anew."""
    columns = rows.columns
    used = sorted({*columns["a"], *columns["b"]})
    place = {number: at for at, number in enumerate(used)}
    pieces = [texts.pieces[number] for number in used]
    tagged = [tags for tags in rows.tags if tags is not None]
    count = iter(range(len(tagged)))
    kinds = {"a": np.uint32, "b": np.uint32, "weight": np.float16, "late": np.float16}
    out = {name: np.array(column, dtype=kinds.get(name, np.uint8)) for name, column in columns.items()}
    for side in "ab":
        out[side] = np.array([place[number] for number in columns[side]], dtype=np.uint32)
    return out | {
        "ids": np.concatenate([np.array(one, dtype=np.uint16) for one in pieces]),
        "starts": np.cumsum([0, *map(len, pieces)]).astype(np.uint32),
        "tags": np.concatenate([np.array(one, dtype=np.uint8) for one in tagged]),
        "tag_starts": np.cumsum([0, *map(len, tagged)]).astype(np.uint32),
        "tag_row": np.array([next(count) if tags is not None else -1 for tags in rows.tags], dtype=np.int32),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    store = dict(np.load(options.data))
    texts = Texts(store, Tokenizer.from_file(str(options.tokenizer)))
    weighed(store, rng)
    # The rows for evaluation come first, as they were, so that dev.jsonl still fits by their order.
    kept = np.concatenate(
        [np.flatnonzero(store["dev"] > 0), np.flatnonzero((store["dev"] == 0) & (store["weight"] > 0))]
    )
    rows = Rows(store, kept)
    extend(rows, texts, store, options.corpora, rng)
    out = packed(rows, texts) | {
        "dev_names": store["dev_names"],
        "first": kept[: int((store["dev"] > 0).sum())].astype(np.uint32),
    }
    np.savez_compressed(options.output / "data.npz", **out)
    for task in range(len(TASKS)):
        for number, lang in enumerate(LANGUAGES):
            some = (out["task"] == task) & (out["lang"] == number) & (out["dev"] == 0)
            print(
                TASKS[task],
                lang,
                some.sum(),
                f"{out['weight'][some].sum(dtype=float):.0f} late {out['late'][some].sum(dtype=float):.0f}",
            )
    print(
        f"{len(out['a']):,} rows, {len(out['ids']):,} pieces, {(options.output / 'data.npz').stat().st_size / 1e6:.1f} MB"
    )


if __name__ == "__main__":
    main()
