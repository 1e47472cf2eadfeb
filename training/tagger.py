"""Train the English tagger of paraphrast.text on machine-tagged sentences and a few hand-tagged ones.

    python training/tagger.py silver.jsonl --gold training/tagger.train.tsv \
        --test tests/text/data/tagger.test.tsv --wordnet /usr/share/wordnet

Each line of silver.jsonl is a JSON list [words, tags] (training/silver.js makes it). WordNet's index files
(Debian package wordnet-base) correct what the machine gets wrong most often: ordinary words that begin a
sentence.
"""

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from mending import mended

from paraphrast.text.english.perceptron import TAGS, Tagger, Weights, dump, features, opening
from paraphrast.text.words import words

Sentence = tuple[list[str], list[str]]
NUMBERS = {tag: number for number, tag in enumerate(TAGS)}
PARTS = {"noun": "NOUN", "verb": "VERB", "adj": "ADJ", "adv": "ADV"}


def silver(path: Path, limit: int) -> Iterator[Sentence]:
    """Yield machine-tagged sentences whose words are the ones this package finds."""
    with open(path, encoding="utf-8") as lines:
        for _, line in zip(range(limit), lines, strict=False):
            forms, tags = joined(*json.loads(line))
            if forms == [word.text for word in words(" ".join(forms), "en")] and set(tags) <= set(TAGS):
                yield forms, tags


def joined(forms: list[str], tags: list[str]) -> Sentence:
    """Put hyphenated words together again; the last part has the tag."""
    out: Sentence = ([], [])
    for form, tag in zip(forms, tags, strict=True):
        if len(out[0]) > 1 and out[0][-1] == "-" and form.isalpha() and out[0][-2].isalpha():
            out[0].pop()
            out[1].pop()
            out[0][-1] += "-" + form
            out[1][-1] = tag if tag != "PROPN" or form[0].isupper() else "ADJ"
        else:
            out[0].append(form)
            out[1].append(tag)
    return out


def gold(path: Path) -> list[Sentence]:
    """Read hand-tagged sentences: words, a tab, tags."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            forms, _, tags = line.partition("\t")
            found.append((forms.split(), tags.split()))
    return found


def common_words(folder: Path) -> dict[str, str]:
    """Give each uncapitalised word of WordNet its commonest part of speech."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for part, tag in PARTS.items():
        for line in (folder / f"index.{part}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                cells = line.split()
                senses, tagged = int(cells[2]), int(cells[-int(cells[2]) - 1])
                counts[cells[0]][tag] = 100 * tagged + senses
    return {form: found.most_common(1)[0][0] for form, found in counts.items()}


def corrected(sentence: Sentence, common: dict[str, str], named: Counter[str]) -> Sentence:
    """Take back the capital of a sentence's first word where its word is seldom a name."""
    forms, tags = sentence
    first = next((place for place, form in enumerate(forms) if form[0].isalnum()), 0)
    low = forms[first].lower()
    if tags[first] == "PROPN" and low in common and named[low] >= 0:
        tags = [*tags[:first], common[low], *tags[first + 1 :]]
    return forms, mended(forms, tags)


def train(sentences: list[Sentence], certain: dict[str, str], *, epochs: int, seed: int = 0) -> Weights:
    """Learn averaged weights, right to the last update."""
    totals: dict[tuple[str, int], float] = defaultdict(float)
    stamps: dict[tuple[str, int], int] = defaultdict(int)
    weights: Weights = defaultdict(dict)
    tagger = Tagger(weights, certain)
    order, now = list(sentences), 0
    chooser = random.Random(seed)

    def update(feature: str, tag: int, value: float) -> None:
        key = (feature, tag)
        old = weights[feature].get(tag, 0.0)
        totals[key] += (now - stamps[key]) * old
        stamps[key] = now
        weights[feature][tag] = old + value

    for _ in range(epochs):
        chooser.shuffle(order)
        for forms, tags in order:
            before, first = ("<", "<"), opening(forms)
            for place, form in enumerate(forms):
                guess = certain.get(form)
                if guess is None:
                    now += 1
                    seen = features(forms, place, before=before, first=first)
                    right, best = NUMBERS[tags[place]], tagger.best(seen)
                    if best != right:
                        for feature in seen:
                            update(feature, right, 1.0)
                            update(feature, best, -1.0)
                    guess = TAGS[best]
                before = (before[1], guess)
    return {
        feature: {
            tag: (totals[feature, tag] + (now - stamps[feature, tag]) * weight) / now
            for tag, weight in found.items()
        }
        for feature, found in weights.items()
    }


def sure(sentences: list[Sentence], share: float = 0.995, least: int = 40) -> dict[str, str]:
    """List the words that practically always have the same tag."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for forms, tags in sentences:
        for form, tag in zip(forms, tags, strict=True):
            counts[form][tag] += 1
    return {
        form: found.most_common(1)[0][0]
        for form, found in counts.items()
        if found.total() >= least and found.most_common(1)[0][1] >= share * found.total()
    }


def accuracy(tagger: Tagger, sentences: list[Sentence]) -> float:
    """Say what share of the words gets the right tag."""
    right = [one == two for forms, tags in sentences for one, two in zip(tagger(forms), tags, strict=True)]
    return sum(right) / len(right)


def main() -> None:
    """Train, prune, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("silver", type=Path)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, required=True)
    parser.add_argument("--to", type=Path, default=Path("src/paraphrast/text/english/tagger.gz"))
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--prune", type=float, default=1.0)
    options = parser.parse_args()
    machine = list(silver(options.silver, options.sentences))
    common = common_words(options.wordnet)
    named = Counter(form.lower() for forms, _ in machine for form in forms[1:] if form[0].isupper())
    ordinary = Counter(form for forms, _ in machine for form in forms if form.islower())
    balance = Counter({form: ordinary[form] - count for form, count in named.items()})
    machine = [corrected(sentence, common, balance) for sentence in machine]
    held, machine = machine[:2000], machine[2000:]
    hand = gold(options.gold)
    certain = sure(machine + hand * 20)
    weights = train(machine + hand * 4, certain, epochs=options.epochs)
    kept = {
        feature: {tag: 100 * weight for tag, weight in found.items() if abs(weight) >= options.prune}
        for feature, found in weights.items()
    }
    options.to.parent.mkdir(parents=True, exist_ok=True)
    options.to.write_bytes(dump(kept, certain))
    tagger = Tagger({feature: found for feature, found in kept.items() if found}, certain)
    print(
        f"{options.to.stat().st_size:,} bytes, {len(tagger.weights):,} features, {len(certain):,} sure words"
    )
    for name, sentences in [("machine", held), ("hand, training", hand), ("hand, test", gold(options.test))]:
        total = sum(len(forms) for forms, _ in sentences)
        print(f"{name}: {accuracy(tagger, sentences):.4f} of {total:,} words")


if __name__ == "__main__":
    main()
