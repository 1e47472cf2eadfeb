"""Build the synonym lexicons of paraphrast.text: two for each language, with no pair in common.

    python training/synonyms.py ru main  --half 0 wikiwordnet.db th_ru_RU_v2.dat --text novels.ru.txt.xz
    python training/synonyms.py ru other --half 1 th_ru_RU_v2.dat   --text novels.ru.txt.xz --without main
    python training/synonyms.py en main  --half 0 /usr/share/wordnet --text books.en.txt.xz
    python training/synonyms.py en other --half 1 /usr/share/wordnet --text books.en.txt.xz --without main
    python training/synonyms.py zh main  --half 0 cedict_ts.u8.gz   --text modern.zh.txt.xz
    python training/synonyms.py zh other --half 1 cedict_ts.u8.gz   --text modern.zh.txt.xz --without main

Where the sources come from, and their licences, is in src/paraphrast/text/cards/synonyms.md. The text only
says which words are common: rare ones are left out.
"""

import argparse
import gzip
import lzma
import re
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

from paraphrast.text import lemmas
from paraphrast.text.languages import find_language
from paraphrast.text.synonyms import dump, load
from paraphrast.text.tags import tags

# A group of words with one meaning: their part of speech where the source says it, and how far each is
# meant by it.
Group = tuple[str, dict[str, float]]
Pair = tuple[str, str, str]
VULGAR = re.compile(
    r"ху[йеёяюи]|пизд|п[ие]дор|[её]б|бля[дт]|залуп|мудак|мудо|говн|дроч|трах|срат|жоп|сук|шлюх|хер|хрен"
)
WORDNET = {"noun": "NOUN", "verb": "VERB", "adj": "ADJ", "adv": "ADV"}
# What a gloss says of a word's use rather than of its meaning.
USELESS = re.compile(
    r"variant|surname|^see |^cl:|abbr|classifier|county|city|province|[\u4e00-\u9fff]|dynasty"
    r"|prefecture|\bold\b|\bused\b"
    r"|district|taiwan|personal name|place name|particle|prefix|suffix|\blit\b|\bfig\b|idiom"
)


def wiktionary(path: Path) -> Iterator[Group]:
    """Yield the synsets of wiki-ru-wordnet."""
    found: dict[int, list[str]] = defaultdict(list)
    for number, word in sqlite3.connect(path).execute("select synset_id, lemma from synsets order by 1, 2"):
        found[number].append(word)
    for members in found.values():
        yield "", dict.fromkeys(members, 1.0)


def thesaurus(path: Path) -> Iterator[Group]:
    """Yield the groups of a MyThes file, each headed by its word."""
    lines = iter(path.read_text(encoding="utf-8-sig").splitlines()[1:])
    for line in lines:
        word, _, count = line.rpartition("|")
        for _ in range(int(count)):
            kind, *members = next(lines).split("|")
            if kind == "(синоним)":
                yield "", dict.fromkeys([word, *members], 1.0)


def ranks(path: Path, part: str) -> dict[tuple[str, str], int]:
    """Say which of a word's senses, the commonest being the first, a synset of WordNet is."""
    found = {}
    for line in (path / f"index.{part}").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            cells = line.split()
            for number, place in enumerate(cells[len(cells) - int(cells[2]) :]):
                found[cells[0], place] = number + 1
    return found


def wordnet(path: Path) -> Iterator[Group]:
    """Yield the synsets of WordNet, with the adjectives that are similar to one another."""
    for part, tag in WORDNET.items():
        number = ranks(path, part)
        synsets, near = {}, []
        for line in (path / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                place, cells = line[:8], line.split(" | ")[0].split(" ")
                members = [re.sub(r"\(.*\)", "", cells[4 + 2 * at]) for at in range(int(cells[3], 16))]
                synsets[place] = {word: 1 / number.get((word.lower(), place), 9) for word in members}
                near += [(place, cells[at + 1]) for at, cell in enumerate(cells) if cell == "&"]
        yield from ((tag, members) for members in synsets.values())
        for one, two in near:
            weights = synsets[one] | synsets[two]
            yield tag, {word: weight / 2 for word, weight in weights.items()}


def cedict(path: Path) -> Iterator[Group]:
    """Yield the words of CC-CEDICT that share a gloss."""
    found: dict[str, set[str]] = defaultdict(set)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = re.match(r"\S+ ([\u4e00-\u9fff]{2,4}) \[.*?\] /(.*)/", line)
            for gloss in re.split("[/;]", entry[2]) if entry else ():
                gloss = re.sub(r"\(.*?\)", "", gloss).strip()
                if gloss and not USELESS.search(gloss) and not gloss[0].isupper():
                    found[gloss].add(entry[1] if entry else "")
    for gloss, members in sorted(found.items()):
        if len(members) <= 24:
            yield "VERB" if gloss.startswith("to ") else "", dict.fromkeys(sorted(members), 1.0)


READERS = {"wikiwordnet.db": wiktionary, "th_ru_RU_v2.dat": thesaurus, "wordnet": wordnet}
LEAST = {"ru": 2, "en": 3, "zh": 2}
LEAST_WEIGHT = {"ru": 0.08, "en": 0.08, "zh": 0.04}


def frequencies(paths: list[Path], lang: str, limit: int) -> Counter[str]:
    """Count the dictionary forms in some text."""
    counts: Counter[str] = Counter()
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines.read(limit).splitlines():
                counts.update(token.text for token in lemmas(line, lang))
    return counts


def part_of_speech(word: str, lang: str) -> str:
    """Tag a word that stands alone."""
    found = tags(word, lang)
    tag = found[0].text if len(found) == 1 else ""
    # jieba's dictionary takes some common words for names (美丽): those go with any part of speech.
    return "" if lang == "zh" and tag == "PROPN" else tag


def plain(word: str, lang: str) -> bool:
    """Tell whether a word is fit for a lexicon: one word, no name, nothing rude."""
    pattern = {"ru": r"[а-яё-]{2,}", "en": r"[a-z-]{2,}", "zh": r"[\u4e00-\u9fff]{2,4}"}[lang]
    return bool(re.fullmatch(pattern, word)) and not VULGAR.search(word)


def pairs(groups: Iterable[Group], counts: Counter[str], *, lang: str, half: int) -> dict[Pair, float]:
    """Add up how far the groups say that two words of one part of speech mean the same."""
    found: dict[Pair, float] = defaultdict(float)
    tagged = cache(lambda word: part_of_speech(word, lang))
    for tag, members in groups:
        if zlib.crc32(" ".join(members).encode()) % 2 != half or len(members) > 24:
            continue
        fit = [word for word in members if plain(word, lang) and counts[word] >= LEAST[lang]]
        for one, two in permutations(fit, 2):
            kinds = {tagged(one), tagged(two)} - {""} if lang != "en" else {tag}
            kind = tag or next(iter(kinds), "ADJ")
            if kind in WORDNET.values() and len(kinds) < 2:
                found[one, kind, two] += members[one] * members[two] / (len(members) - 1)
    return found


def ordered(found: dict[Pair, float], counts: Counter[str], least: float) -> dict[str, dict[str, list[str]]]:
    """Put the nearest synonyms first, and the commonest of equally near ones."""
    lexicon: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (one, tag, two), weight in sorted(
        found.items(), key=lambda item: (-item[1], -counts[item[0][2]], item[0])
    ):
        if len(lexicon[one][tag]) < 12 and weight >= least:
            lexicon[one][tag].append(two)
    return lexicon


def main() -> None:
    """Build one lexicon."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lang", choices=["ru", "en", "zh"])
    parser.add_argument("name", choices=["main", "other"])
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--text", type=Path, nargs="+", required=True)
    parser.add_argument("--characters", type=int, default=10_000_000, help="how much of each text to count")
    parser.add_argument("--half", type=int, required=True, help="which half of the groups to take")
    parser.add_argument("--without")
    parser.add_argument("--to", type=Path, help="a folder; by default the lists of the language")
    options = parser.parse_args()
    folder = options.to or Path(str(find_language(options.lang).list_file("")))
    counts = frequencies(options.text, options.lang, options.characters)
    groups = [group for path in options.sources for group in READERS.get(path.name, cedict)(path)]
    found = pairs(groups, counts, lang=options.lang, half=options.half)
    if options.without:
        taken = load((folder / f"synonyms.{options.without}.gz").read_bytes())
        near = {
            (one, two) for one, entries in taken.items() for members in entries.values() for two in members
        }
        found = {key: n for key, n in found.items() if not {(key[0], key[2]), (key[2], key[0])} & near}
    lexicon = ordered(found, counts, LEAST_WEIGHT[options.lang])
    path = folder / f"synonyms.{options.name}.gz"
    path.write_bytes(dump(lexicon))
    total = sum(len(members) for entries in lexicon.values() for members in entries.values())
    print(
        f"{options.lang}.{options.name}: {len(lexicon):,} words, {total:,} pairs, {path.stat().st_size:,} bytes"
    )


if __name__ == "__main__":
    main()
