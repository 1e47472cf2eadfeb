"""Hard pairs made directly in Russian, English or Chinese, each typed by the operation that made it.

RuPAWS translated an English corpus because making pairs in Russian was too much work: here it is done.
Swaps keep the words and change who did what to whom; moves and synonyms do it the other way round.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.random import Generator
from xxhash import xxh3_64_intdigest

from paraphrast.build.native.adjectives import adjective_swaps
from paraphrast.build.native.arguments import argument_swaps
from paraphrast.build.native.coordination import exchange_items
from paraphrast.build.native.entities import entity_swaps
from paraphrast.build.native.inversion import invert_reports
from paraphrast.build.native.negation import turn_negation
from paraphrast.build.native.numbers import number_changes
from paraphrast.build.native.order import list_orders, move_time
from paraphrast.build.native.relations import side_moves, side_swaps
from paraphrast.build.native.replacement import (
    contrast_changes,
    is_doubted,
    lexicon_changes,
    synonym_changes,
    warn_doubted,
)
from paraphrast.build.native.verbs import verb_swaps
from paraphrast.build.native.voice import turn_side, turn_voice
from paraphrast.data import Pair
from paraphrast.text.clauses import Change, Sentence, read_sentence
from paraphrast.text.languages import Lang, find_language

__all__ = ["Change", "changes", "pairs"]

PLAIN: list[Callable[[Sentence], Iterator[Change]]] = [
    side_moves, entity_swaps, argument_swaps, side_swaps, adjective_swaps, verb_swaps, turn_negation,
    exchange_items, move_time, list_orders, invert_reports, turn_voice, turn_side,
]  # fmt: skip
# However few changes are asked for, a sentence gives one order that keeps its meaning and one that does not.
FIRST = ("reorder", "reorder-swap")
CHANCE: list[Callable[[Sentence, Generator], Iterator[Change]]] = [
    number_changes,
    contrast_changes,
]
SYNONYMS: list[Callable[[Sentence, Generator], Iterator[Change]]] = [synonym_changes, lexicon_changes]


def changes(
    text: str, lang: Lang, *, seed: int = 0, limit: int | None = None, synonyms: bool = False
) -> list[Change]:
    """List what can be made of a sentence, in an order that takes each kind in turn.

    Chinese has synonyms among them; `synonyms` brings back those of Russian and English, which readers found
    wrong too often, and warns.

    >>> Change("Кошка укусила собаку.", "argument-swap", False) in changes("Собака укусила кошку.", "ru")
    True
    """
    if synonyms:
        warn_doubted(lang)
    return list_unwarned(text, lang, seed=seed, limit=limit, synonyms=synonyms)


def list_unwarned(text: str, lang: Lang, *, seed: int, limit: int | None, synonyms: bool) -> list[Change]:
    """List changes without a word of warning, for those who have given it."""
    rng = np.random.default_rng([seed, xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))])
    sentence = read_sentence(text, lang)
    made = [change for changer in PLAIN for change in changer(sentence)]
    chance = [*CHANCE, *SYNONYMS] if synonyms or not is_doubted(lang) else CHANCE
    made += [change for changer in chance for change in changer(sentence, rng)]
    smooth = find_language(lang).clauses.smooth
    made = [change._replace(text=_drop_dots(smooth(change.text, text), text)) for change in made]
    return _take_turns(_drop_repeated(made, text), rng)[:limit]


def _drop_dots(text: str, source: str) -> str:
    """Write е for ё where the source does so: the dots would tell which words were made.

    >>> _drop_dots("расчёсывает", "расчесывает")
    'расчесывает'
    """
    return text if "ё" in source.lower() else text.replace("ё", "е").replace("Ё", "Е")


def _drop_repeated(made: Iterable[Change], text: str) -> list[Change]:
    """Drop what equals the source or an earlier change."""
    seen = {text}
    found: list[Change] = []
    for change in made:
        if change.text not in seen:
            seen.add(change.text)
            found.append(change)
    return found


def _take_turns(made: list[Change], rng: Generator) -> list[Change]:
    """Shuffle, then take the first of each kind, the second, and so on; other orders come first."""
    shuffled = [made[index] for index in rng.permutation(len(made))]
    rank: dict[str, int] = {}
    keys: list[tuple[int, bool, int]] = []
    for number, change in enumerate(shuffled):
        rank[change.kind] = turn = rank.get(change.kind, -1) + 1
        keys.append((turn, change.kind not in FIRST, number))
    return [shuffled[number] for _, _, number in sorted(keys)]


def pairs(
    items: Iterable[str | Pair],
    lang: Lang,
    *,
    seed: int = 0,
    per_text: int | None = 4,
    synonyms: bool = False,
) -> Iterator[Pair]:
    """Make labelled pairs of sentences, or of true paraphrases, of which only the second side is changed."""
    if synonyms:
        warn_doubted(lang)
    for number, item in enumerate(items):
        if isinstance(item, Pair) and (item.label is None or item.label <= 0.5):
            continue
        source, base = (item.a, item.b) if isinstance(item, Pair) else (item, item)
        name = item.id if isinstance(item, Pair) and item.id else str(number)
        for index, change in enumerate(
            list_unwarned(base, lang, seed=seed, limit=per_text, synonyms=synonyms)
        ):
            if change.text != source:
                label = float(change.keeps)
                yield Pair(
                    source,
                    change.text,
                    label,
                    lang,
                    f"{name}.{index}",
                    group=name,
                    meta={"kind": change.kind},
                )
