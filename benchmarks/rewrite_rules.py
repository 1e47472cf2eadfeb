"""Which rows of the rewriters' lists does text ever need?

    PARAPHRAST_DATA=DATA:CORPORA python benchmarks/rewrite_rules.py ru --limit 200000 -o hits.ru.json
    PARAPHRAST_DATA=DATA:CORPORA python benchmarks/rewrite_rules.py ru --limit 100000 --counts

Plain text (all monolingual files) goes through the rules of phrases and of clauses, rude text (train parts
of corpora) through the phrases of the lexicon. Every row comes with its number of hits, so that one that
nothing needs can be found and deleted. No text that figures are reported on is counted; where a share of a
corpus is kept for them, it tells how many of its texts need a row that nothing else needed. With --counts
the rules alone are counted, into `rewrite_counts.LANG.tsv` and, those of rude phrases,
`rewrite_counts.rude.LANG.tsv`, which the linter of rules reads.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import small

from paraphrast import corpora
from paraphrast.data import Pair, Text
from paraphrast.engine import progress
from paraphrast.rewrite.phrases.clause_rules import clause_book
from paraphrast.rewrite.phrases.phrase_rules import read_book
from paraphrast.rewrite.words import lexicon
from paraphrast.rewrite.words.rude_phrases import TABLES, trace_phrases
from paraphrast.rewrite.words.rude_phrases import read_book as read_rude
from paraphrast.text import Lang, sentences
from paraphrast.text.rules import find_orders, matches

APART = 7  # of so many paragraphs one is read, so that no book or paper is all that is counted
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))
RUDE: dict[str, list[tuple[str, str, float]]] = {  # corpus, split, the share that is kept for evaluation
    "ru": [
        ("russe-detox-2022", "train", 0.0),
        ("ru-toxic-2ch-pikabu", "train", 0.0),
        ("ru-distorted-toxicity", "train", 0.0),
    ],
    "en": [("paradetox-en", "train", 0.0), ("ru-parallel-detox-small", "train", 0.0)],
    "zh": [("textdetox-2024-dev-zh", "dev", 0.3)],
}


def first_texts(name: str, split: str) -> Iterator[str]:
    """Yield the first text of each record."""
    for record in corpora.load(name, split):
        if isinstance(record, Pair):
            yield record.a
        elif isinstance(record, Text):
            yield record.text


def plain_sentences(lang: Lang, limit: int) -> Iterator[str]:
    """Yield sentences of the plain text of a language, as many of each file, from far apart in it."""
    card = corpora.card(f"mono-{lang}")
    for split in card.splits:
        found = (
            one.text
            for text in islice(first_texts(card.name, split), 0, None, APART)
            for one in sentences(text, lang)
            if 8 <= len(one.text) <= 400
        )
        yield from islice(found, limit // len(card.splits))


def rude_texts(lang: Lang) -> Iterator[str]:
    """Yield the rude texts of a language that nothing is reported on, and those written for training."""
    from reader_pairs import fraction

    for name, split, kept in RUDE[lang]:
        yield from (text for text in first_texts(name, split) if fraction(text) >= kept)
    yield from written_texts(lang)


def count_unseen(hits: Counter[tuple[str, str]], lang: Lang) -> str:
    """Tell how many texts kept for evaluation need a row without a hit: what its deletion would cost."""
    from reader_pairs import fraction

    texts = ((text, share) for name, split, share in RUDE[lang] for text in first_texts(name, split))
    kept = [text for text, share in texts if fraction(text) < share]
    needed = [{(one.table, one.rule) for one in trace_phrases(text, lang)[1]} for text in kept]
    new = sum(any(not hits[row] for row in rows) for rows in needed)
    return (
        f"{len(kept)} texts kept for evaluation: {sum(map(bool, needed))} need a row, {new} one without a hit"
    )


def written_texts(lang: Lang) -> Iterator[str]:
    """Yield the texts that were written for training."""
    written = Path(__file__).resolve().parent.parent / "training" / "written" / f"texts.{lang}.tsv"
    yield from (line.split("\t")[-1] for line in written.read_text(encoding="utf-8").splitlines()[1:])


def count_rules(texts: Iterator[str], lang: Lang) -> tuple[Counter[str], int, str]:
    """Count the rules that take something; give the number and the hash of the texts too."""
    hits: Counter[str] = Counter()
    digest, read = hashlib.sha256(), 0
    for text in progress(texts, "plain sentences"):
        digest.update(text.encode())
        read += 1
        hits.update(one.rule.id for one in matches(text, read_book(lang)))
        hits.update(one.rule.id for one in find_orders(text, clause_book(lang)))
    return hits, read, digest.hexdigest()


def write_counts(texts: Iterator[str], lang: Lang) -> None:
    """Count how often each rule takes something, and write that with the hash of the text."""
    hits, read, digest = count_rules(texts, lang)
    rows = [f"# {read} sentences, sha256 {digest}"]
    rows += [f"{rule.id}\t{hits[rule.id]}" for rule in (*read_book(lang).rules, *clause_book(lang).rules)]
    path = Path(__file__).parent / f"rewrite_counts.{lang}.tsv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"rules with a hit {len(hits)} of {len(rows) - 1}")


def count_phrases(texts: Iterator[str], lang: Lang) -> tuple[Counter[tuple[str, str]], str]:
    """Count the rude phrases that stand in texts, by table and row."""
    hits: Counter[tuple[str, str]] = Counter()
    digest = hashlib.sha256()
    for text in progress(texts, "rude texts"):
        digest.update(text.encode())
        hits.update((one.table, one.rule) for one in trace_phrases(text, lang)[1])
        claims = lexicon.list_expressions(lang, "claims")
        hits.update(("claims", row) for row, (pattern, _) in claims if pattern.search(text))
    return hits, digest.hexdigest()


def list_rows(lang: Lang) -> list[tuple[str, str]]:
    """List the rude phrases of a language, by table: rows of the lexicon, and rules by their id."""
    rows = [(which, row) for which in (*TABLES, "claims") for row, _ in lexicon.list_expressions(lang, which)]
    return rows + [(which, rule.id) for which in TABLES for rule in read_rude(lang, which).rules]


def write_rude_counts(texts: Sequence[str], lang: Lang) -> None:
    """Count how often rude text needs each rule of rude phrases, where a language has such rules."""
    if not any(read_rude(lang, which).rules for which in TABLES):
        return
    hits, digest = count_phrases(iter(texts), lang)
    rows = [f"# {sum(1 for _ in texts)} rude texts, sha256 {digest}"]
    rows += [
        f"{rule.id}\t{hits[which, rule.id]}" for which in TABLES for rule in read_rude(lang, which).rules
    ]
    path = Path(__file__).parent / f"rewrite_counts.rude.{lang}.tsv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    """Count, and write what was counted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if little := small.default(
        "ru", "plain text and rude train text of corpora (name a language and set PARAPHRAST_DATA)"
    ):
        print("bundled prose and the texts written for training alone")
    parser.add_argument("lang", choices=["ru", "en", "zh"])
    parser.add_argument("--limit", type=int, default=30_000, help="plain sentences")
    parser.add_argument("--rude", type=int, default=30_000, help="rude texts")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument(
        "--counts", action="store_true", help="write rewrite_counts.LANG.tsv and nothing else"
    )
    options = parser.parse_args()
    lang = options.lang
    sentences_read = small.prose(lang) if little else plain_sentences(lang, options.limit)
    if options.counts:
        write_rude_counts(list(dict.fromkeys(rude_texts(lang))), lang)
        return write_counts(sentences_read, lang)
    hits, _, plain = count_rules(sentences_read, lang)
    texts_read = written_texts(lang) if little else islice(rude_texts(lang), options.rude)
    phrases, rude = count_phrases(texts_read, lang)
    rows = [rule.id for rule in read_book(lang).rules]
    orders = [rule.id for rule in clause_book(lang).rules]
    every = list_rows(lang)
    print(f"rules of phrases with a hit {sum(hits[row] > 0 for row in rows)} of {len(rows)}")
    print(f"rules of clauses with a hit {sum(hits[row] > 0 for row in orders)} of {len(orders)}")
    print(f"rude phrases with a hit {sum(phrases[row] > 0 for row in every)} of {len(every)}")
    if not little:
        print(count_unseen(phrases, lang))
    if options.output:
        counts = {
            "plain": plain,
            "rude": rude,
            "phrases of rules": {row: hits[row] for row in rows},
            "rules of clauses": {row: hits[row] for row in orders},
            "phrases": [[*row, phrases[row]] for row in every],
        }
        options.output.write_text(json.dumps(counts, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
