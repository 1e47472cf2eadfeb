"""Whether a change of the code changes what is said of text: answers to real sentences, before and after.

    python benchmarks/languages.py write before.jsonl.gz --corpora --count 1500
    python benchmarks/languages.py write after.jsonl.gz --corpora --count 1500
    python benchmarks/languages.py compare before.jsonl.gz after.jsonl.gz

`--corpora` draws sentences of every split of mono-ru, mono-en and mono-zh, the same ones each time, and
`--folder` of all ru.*.txt.xz, en.*.txt.xz and zh.*.txt.xz there, one paragraph a line; without either a few
sentences written here are asked about. `--only` names groups of functions; PYTHONPATH tells which
code is asked.
`compare` prints how many answers of each function differ (lists of changes without their order), how many
of them answer where the other did not, and some of those that do, and ends with 1 if any does.
"""

import argparse
import gzip
import json
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from paraphrast import corpora
from paraphrast import text as layer
from paraphrast.text import LANGS, Lang

Answers = dict[str, Callable[[str, Lang], object]]
SAMPLES = {
    "ru": ["Вчера Анна купила 3 книги за 500 руб.", "Врач вылечил больного, который не верил врачам."],
    "en": ["Yesterday Dr. Smith didn't buy 3 books.", "The dog bit the man because he was running."],
    "zh": ["昨天王小明在北京大学买了三本书。", "他把書給了老師，因為他不需要。"],
}
END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？…])")
EMPTY = ("None", "[]", "''")  # how no answer is written
READ = 6_000_000  # characters of each file that sentences are drawn from


def text_answers() -> Answers:
    """Ask all that `text` says of a whole text."""
    from paraphrast.text.cues import find_cues
    from paraphrast.text.rough import rough_sentences

    whole = {
        name: getattr(layer, name)
        for name in ("words", "forms", "lemmas", "stems", "tags", "sentences", "entities")
    }
    return {
        **whole,
        "rough": rough_sentences,
        "cues": find_cues,
        "stretches": read_stretches,
        "normal": lambda text, lang: spelling(layer.normal(text, lang)),
        "plain": lambda text, lang: spelling(layer.normal(text, typography=False)),
        "language": lambda text, _: layer.language(text),
    }


def spelling(found: layer.Normal) -> object:
    """Give a normal form with all that was undone."""
    return found.text, found.undone, [found.original(at) for at in range(0, len(found.text), 7)]


def read_stretches(text: str, lang: Lang) -> object:
    """Read a text the fast way."""
    from paraphrast.text.stretches import folded, inside, spelled, stretches

    codes = folded(text, lang)
    starts, stops = stretches(codes, lang)
    found = [spelled(codes[start:stop]) for start, stop in zip(starts, stops, strict=True)]
    return starts.tolist(), stops.tolist(), inside(found, lang)


def word_answers() -> Answers:
    """Ask all that `text` says of words one by one, about each word of a text."""
    from paraphrast.text.opposites import is_opposite

    def each(ask: Callable[[str, Lang], object]) -> Callable[[str, Lang], object]:
        return lambda text, lang: [ask(form, lang) for form in text.split() or [text]]

    def beside(ask: Callable[[str, str, Lang], object]) -> Callable[[str, Lang], object]:
        def asked(text: str, lang: Lang) -> object:
            forms = layer.forms(text, lang)
            return [ask(one, other, lang) for one, other in pairwise(forms)]

        return asked

    grammemes = [{"plur"}, {"sing"}, {"past"}, {"PRTF"}, {"GRND"}, {"3per"}, {"gent"}, {"plur", "ablt"}]
    return {
        "lemma": each(layer.lemma),
        "stop": each(layer.is_stop),
        "synonyms": each(layer.synonyms),
        "other": each(lambda word, lang: layer.synonyms(word, lang, lexicon="other")),
        "diminutives": each(layer.diminutives),
        "expansions": each(layer.expansions),
        "abbreviations": each(layer.abbreviations),
        "inflect": each(lambda word, lang: [layer.inflect(word, some, lang) for some in grammemes]),
        "counted": each(lambda word, lang: [layer.counted(word, number, lang) for number in (1, 3, 5)]),
        "replaced": beside(layer.replaced),
        "agree": beside(layer.agree),
        "opposite": beside(is_opposite),
    }


def edit_answers() -> Answers:
    """Ask for the small changes that disguise a text, one by one and as a generator makes them."""
    from paraphrast.detect.generate.paraphrase import paraphrase
    from paraphrast.text.edits import METHODS, edits

    def disguised(text: str, lang: Lang) -> object:
        draw = np.random.default_rng(1)
        return paraphrase(text, lang, methods=METHODS, distance=40, draw=draw)

    found: Answers = {
        f"edits {method}": lambda text, lang, m=method: edits(text, lang, m) for method in METHODS
    }
    return {**found, "disguise": disguised}


def native_answers() -> Answers:
    """Ask for the hard pairs that are made of a sentence."""
    from paraphrast.build.native import changes

    return {"native": lambda text, lang: sorted(changes(text, lang, seed=3))}


def clause_answers() -> Answers:
    """Ask for clauses in other orders, in the other voice, from the other side, and recast."""
    from paraphrast.text.clauses import read_sentence
    from paraphrast.text.languages import find_language

    def orders(text: str, lang: Lang) -> object:
        return sorted(find_language(lang).order.reorderings(read_sentence(text, lang)))

    return {
        "orders": orders,
        "time": lambda text, lang: find_language(lang).order.move_time(text),
        "voice": lambda text, lang: find_language(lang).voice.turn_voice(read_sentence(text, lang)),
        "side": lambda text, lang: find_language(lang).voice.turn_side(read_sentence(text, lang)),
        "recast": lambda text, lang: find_language(lang).recast.reorder(text, lambda own: own, 0),
        "again": lambda text, lang: find_language(lang).recast.reorder(text, lambda own: own, 1),
    }


def rewrite_answers() -> Answers:
    """Ask for the drafts of the rewriter that works by rules, before any judge sees them."""
    from paraphrast.rewrite.systems.rephrase import Rephrase
    from paraphrast.rewrite.task import Task

    systems = {lang: Rephrase(Task(lang, lambda texts: [0.0] * len(texts))) for lang in LANGS}
    return {"rephrase": lambda text, lang: systems[lang]([text])}


GROUPS = {
    "text": text_answers,
    "words": word_answers,
    "edits": edit_answers,
    "clauses": clause_answers,
    "native": native_answers,
    "rewrite": rewrite_answers,
}


def sources(lang: Lang, options: argparse.Namespace) -> Iterator[list[str]]:
    """Give the first lines of each source of a language."""
    if options.corpora:
        for split in corpora.card(f"mono-{lang}").splits:
            yield list(up_to(READ, (row.text for row in corpora.load(f"mono-{lang}", split))))
    else:
        for path in sorted(options.folder.glob(f"{lang}.*.txt.xz")):
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                yield lines.read(READ).split("\n")


def up_to(size: int, lines: Iterable[str]) -> Iterator[str]:
    """Give lines until they have so many characters."""
    for line in lines:
        yield line
        size -= len(line)
        if size < 0:
            return


def sentences(lang: Lang, options: argparse.Namespace) -> list[str]:
    """Draw sentences of all sources of a language, the same ones each time."""
    if options.folder is None and not options.corpora:
        return SAMPLES[lang]
    draw, found = np.random.default_rng(7), []
    for lines in sources(lang, options):
        pieces = [one for line in lines for one in END.split(line.strip())]
        fit = [one for one in pieces if 8 <= len(one) <= 300]
        found.append([fit[at] for at in draw.permutation(len(fit)).tolist()])
    return [one for some in found for one in some[: options.count // len(found) + 1]][: options.count]


def answered(ask: Callable[[str, Lang], object], text: str, lang: Lang) -> str:
    """Give an answer as text; a refusal is an answer too."""
    try:
        return repr(ask(text, lang))
    except (ValueError, KeyError, IndexError) as error:
        return f"{type(error).__name__}: {error}"


def write(path: Path, options: argparse.Namespace) -> None:
    """Write the answers to all sentences."""
    answers = {name: ask for group in options.only for name, ask in GROUPS[group]().items()}
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for lang in options.langs:
            for text in sentences(lang, options):
                row = {name: answered(ask, text, lang) for name, ask in answers.items()}
                out.write(json.dumps([lang, text, row], ensure_ascii=False) + "\n")


def rows(path: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Read what `write` wrote."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield tuple(json.loads(line))


def compare(before: Path, after: Path, shown: int) -> int:
    """Print what differs between two files; 1 if anything does."""
    found, total = defaultdict(list), 0
    for (lang, text, one), (other_lang, other_text, other) in zip(rows(before), rows(after), strict=True):
        if (lang, text) != (other_lang, other_text):
            raise SystemExit("the two files are about different sentences")
        total += 1
        for name in one.keys() & other.keys():
            if one[name] != other[name]:
                found[lang, name].append((text, one[name], other[name]))
    for (lang, name), some in sorted(found.items()):
        new, lost = (sum(pair[at] in EMPTY for pair in some) for at in (1, 2))
        print(f"{lang} {name}: {len(some)} differ, {new} of them only after, {lost} only before")
        for text, old, new in some[:shown]:
            print(f"    {text}\n      - {old}\n      + {new}")
    print(f"{total} sentences, {sum(map(len, found.values()))} answers differ")
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("action", choices=["write", "compare"], nargs="?")
    parser.add_argument("paths", type=Path, nargs="*")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--corpora", action="store_true")
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--shown", type=int, default=5)
    parser.add_argument("--langs", nargs="+", choices=[*SAMPLES], default=[*SAMPLES])
    parser.add_argument("--only", nargs="+", choices=[*GROUPS], default=[*GROUPS])
    options = parser.parse_args()
    if options.action == "compare":
        return compare(*options.paths, options.shown)
    path = options.paths[0] if options.paths else Path("answers.jsonl.gz")
    write(path, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
