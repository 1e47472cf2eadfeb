"""Choose adversarial pairs for the reader: made by `paraphrast.build.native` from paraphrases and plain sentences.

Swaps keep the bag of words, so positives that keep it too (moves, exchanged lists, inverted order) must be as
many, or the reader would learn that the same words in another order are never a paraphrase. Synonyms are among
them, although nearly half were found wrong since: the reader that ships has learned from these.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from paraphrast.build.native import pairs
from paraphrast.build.native.frames import restatements, sentences
from paraphrast.data import Pair
from paraphrast.text import Lang, words

# Pairs of each kind in each language at the most; the rest (replacements, negation, numbers) stay in the minority.
SWAP, KEEP, ORDER, OTHER, CRUDE = 6_000, 6_000, 3_000, 1_500, 3_000
INVENTED = 1_500  # sentences of who did what to whom, for which only other orders and swaps are wanted
RESTATED = 2_500  # such sentences in other words


def crude(text: str, lang: Lang, rng: np.random.Generator) -> str | None:
    """Exchange two words that look alike: both capitalised, both numbers, or with the same ending."""
    tokens = [token for token in words(text, lang) if token.text[0].isalnum()]
    if lang == "zh":
        tokens = [token for token in tokens if len(token.text) >= 2]
    groups = defaultdict(list)
    for token in tokens[1:] if lang != "zh" else tokens:
        word = token.text
        ending = len(word) if lang == "zh" else word[-2:] if len(word) > 4 else None
        groups["A" if word[:1].isupper() and lang != "zh" else "1" if word.isdigit() else ending].append(
            token
        )
    choices = [
        group for key, group in groups.items() if key is not None and len({token.text for token in group}) > 1
    ]
    if not choices:
        return None
    group = choices[int(rng.integers(len(choices)))]
    i, j = sorted(rng.choice(len(group), 2, replace=False).tolist())
    a, b = group[i], group[j]
    return (
        text[: a.start] + b.text + text[a.stop : b.start] + a.text + text[b.stop :]
        if a.text != b.text
        else None
    )


def crude_pairs(items: list[Pair], lang: Lang, rng: np.random.Generator) -> Iterator[Pair]:
    """Yield crude swaps as negatives, and as many of the same paraphrases left alone."""
    for item in items[:CRUDE]:
        changed = crude(item.b, lang, rng)
        if changed:
            yield Pair(item.a, changed, 0.0, lang, meta={"kind": "crude"})
            if item.a != item.b:
                yield Pair(item.a, item.b, 1.0, lang, meta={"kind": "paraphrase"})


def limit(kind: str) -> tuple[str, int]:
    """Name the group in which pairs of a kind are counted, and the most it may have."""
    if kind.startswith("reorder"):
        return kind, ORDER
    return ("swap", SWAP) if "swap" in kind else (kind, OTHER)


def ordered(lang: Lang, seed: int) -> Iterator[Pair]:
    """Make pairs of invented sentences that only the endings and marks of the roles tell apart."""
    items = [Pair(text, text, 1.0, lang) for text in sentences(lang, INVENTED, seed=seed)]
    for pair in pairs(items, lang, seed=seed, per_text=5):
        kind = str(pair.meta["kind"])
        if kind in ("reorder", "voice", "converse") or "swap" in kind:
            yield pair


def chosen(items: Iterable[Pair], lang: Lang, seed: int = 0) -> Iterator[Pair]:
    """Make pairs of true paraphrases (or of a sentence with itself) and keep each kind within its limit."""
    items = list(items)
    rng = np.random.default_rng(seed)
    count: dict[str, int] = defaultdict(int)
    yield from crude_pairs(items, lang, rng)
    yield from ordered(lang, seed)
    yield from restatements(lang, RESTATED, seed=seed)
    for pair in pairs(items, lang, seed=seed, per_text=6):
        kind = str(pair.meta["kind"])
        keep = bool(pair.label)
        bag, most = ("keep", KEEP) if keep and kind != "reorder" else limit(kind)
        if count[bag] < most:
            count[bag] += 1
            yield pair
    print(lang, dict(count), flush=True)
