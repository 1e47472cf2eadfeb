"""Write the sentences of a language, each once and one a line, among which `paraphrast build mine` looks for paraphrases.

    python training/mined_texts.py zh ../shared/corpora -o zh.txt
    paraphrast build mine zh.txt --lang zh --low .94 --high .985 --top 3 --jaccard .7 --scorer bundled --score .6 -o zh.mined.jsonl

In Russian and English `--low .95`. Files under their publishers' copyright are left out.
"""

import argparse
import lzma
import re
from pathlib import Path

import numpy as np

from paraphrast.text import Lang, language

SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZА-ЯЁ«\"—–-])|(?<=[。！？])(?=[^”」』])")
CODE = re.compile(r"[{}<>=\\|_]|&\w+;|\w\(\)|https?:")
# Files, and how many of their sentences at the most.
FILES: dict[Lang, dict[str, int | None]] = {
    "zh": {"parallel/en-zh.tatoeba.tsv.xz": None, "parallel/ru-zh.dynamics_tatoeba.tsv.xz": 60_000, "parallel/en-zh.3AM.tsv.xz": None,
           "parallel/en-zh.aichallenger_valid.tsv.xz": None, "parallel/en-zh.goldminer.tsv.xz": 40_000,
           "parallel/en-zh.wmt_newstest_tico.tsv.xz": None, "parallel/en-zh.lctt.tsv.xz": 60_000, "mono/zh.niutrans_modern.txt.xz": 60_000},
    "ru": {"parallel/en-ru.tatoeba_test.tsv.xz": None, "parallel/ru-zh.dynamics_tatoeba.tsv.xz": 40_000,
           "mono/ru.koziev_dialogues.txt.xz": 80_000, "parallel/en-ru.wmt_newstest_tico.tsv.xz": 40_000},
    "en": {"parallel/en-zh.3AM.tsv.xz": None, "parallel/en-zh.tatoeba.tsv.xz": None, "parallel/en-ru.tatoeba_test.tsv.xz": None,
           "parallel/en-zh.aichallenger_valid.tsv.xz": None},
}  # fmt: skip


def sentences(path: Path, lang: Lang, name: str, rng: np.random.Generator, limit: int | None) -> list[str]:
    """Collect clean sentences from random places of a file."""
    with lzma.open(path, "rt", encoding="utf-8", errors="ignore") as file:
        rows = file.read().split("\n")
    found: dict[str, None] = {}
    for i in rng.permutation(len(rows)):
        parts = (part.strip() for part in SENTENCE.split(rows[i].split("\t")[column(name, lang)]))
        found.update(dict.fromkeys(part for part in parts if clean(part, lang)))
        if limit and len(found) >= limit:
            break
    return list(found)


def column(name: str, lang: Lang) -> int:
    """Say in which column of a file the language stands.

    >>> column("parallel/en-zh.tatoeba.tsv.xz", "zh"), column("mono/ru.drama.txt.xz", "ru")
    (-1, 0)
    """
    pair = name.removeprefix("parallel/").split(".")[0].split("-")
    return -1 if len(pair) == 2 and pair[1] == lang else 0


def clean(text: str, lang: Lang) -> bool:
    """Say whether a sentence is plain text of the language and not too long."""
    least, most = (6, 70) if lang == "zh" else (12, 200)
    text = text.strip()
    return least <= len(text) <= most and not CODE.search(text) and language(text) == lang


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the sentences among which paraphrases are mined.")
    parser.add_argument("lang", choices=sorted(FILES))
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    rng, found = np.random.default_rng(0), dict[str, None]()
    for name, limit in FILES[options.lang].items():
        found.update(dict.fromkeys(sentences(options.corpora / name, options.lang, name, rng, limit)))
    options.output.write_text("\n".join(found) + "\n", encoding="utf-8")
    print(f"{len(found):,} sentences")


if __name__ == "__main__":
    main()
