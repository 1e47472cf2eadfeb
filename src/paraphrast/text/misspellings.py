"""Words that are spelled wrong, as they were meant: no dictionary has them, but one that is a slip away."""

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

from paraphrast.text.capabilities import Script
from paraphrast.text.languages import main_language
from paraphrast.text.scripts import SCRIPTS

LEAST = 5  # letters: shorter words have too many neighbours
SPACED = re.compile(r"[^\W\d_]+")
ALPHABETS: dict[Script, str] = {
    "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "latin": "abcdefghijklmnopqrstuvwxyz",
}
HAN = SCRIPTS["han"]
DOUBLE = re.compile(r"(.)\1")


def mend_spelling(text: str, beside: str = "") -> str:
    """Write words that no dictionary has, nor the text beside, as the one known word that is a slip away.

    >>> mend_spelling("Он опоздал на послдений поезд."), mend_spelling("She recieved an envellope.")
    ('Он опоздал на последний поезд.', 'She received an envelope.')
    >>> mend_spelling("今天天气气很好。"), mend_spelling("我们在会室议。", "我们在会议室。")
    ('今天天气很好。', '我们在会议室。')
    """
    if HAN.search(text):
        return _exchange_back(_write_once(text, beside), beside)
    others = frozenset(SPACED.findall(beside))
    return SPACED.sub(lambda found: _mend_word(found[0], others), text)


def _mend_word(word: str, others: Collection[str] = ()) -> str:
    """Give the word that was meant; short words, names, words that are known or stand among others stay.

    >>> _mend_word("вчреа"), _mend_word("efferent", ["afferent"]), _mend_word("Wahsington")
    ('вчера', 'efferent', 'Wahsington')
    """
    if len(word) < LEAST or word != word.lower() or word in others:
        return word
    script = next((name for name in ALPHABETS if SCRIPTS[name].match(word)), None)
    if script is None or _is_known(word, script):
        return word
    near = {other.lower() for other in others if _is_slip(word, other.lower())}
    known = [other for other in near if _is_known(other, script)]
    if near:
        return known[0] if len(near) == len(known) == 1 else word
    return _guess(word, script)


@lru_cache(maxsize=100_000)
def _is_known(word: str, script: Script) -> bool:
    return main_language(script).spelling.is_known(word)


def _is_slip(word: str, other: str) -> bool:
    from rapidfuzz.distance import OSA

    return abs(len(word) - len(other)) < 2 and OSA.distance(word, other, score_cutoff=1) == 1


@lru_cache(maxsize=100_000)
def _guess(word: str, script: Script) -> str:
    """Give the only known word that is a slip away, by the kind of slip that is likeliest."""
    others = _drop_letters(word) | _put_letters(word, ALPHABETS[script])
    for slips in (_exchange_letters(word), {DOUBLE.sub(r"\1", word)}, others):
        known = [slip for slip in slips if _is_known(slip, script)]
        if known:
            return known[0] if len(known) == 1 else word
    return word


def _exchange_letters(word: str) -> set[str]:
    """Give the word with two neighbours exchanged, wherever they differ.

    >>> sorted(_exchange_letters("abba"))
    ['abab', 'baba']
    """
    return {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)} - {word}


def _drop_letters(word: str) -> set[str]:
    """Give the word without one of its letters."""
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


def _put_letters(word: str, alphabet: str) -> set[str]:
    """Give the word with a letter more, or another in the place of one."""
    more = {word[:at] + letter + word[at:] for at in range(len(word) + 1) for letter in alphabet}
    return more | {word[:at] + letter + word[at + 1 :] for at in range(len(word)) for letter in alphabet}


def _write_once(text: str, beside: str) -> str:
    """Leave out a character that a word of several ends with already, unless `beside` has it twice too."""
    doubled = {
        second.start
        for first, second in pairwise(main_language("han").words.split(text))
        if first.stop == second.start
        and len(first.text) > len(second.text) == 1
        and first.text.endswith(second.text)
        and HAN.match(second.text)
        and first.text + second.text not in beside
    }
    return "".join(letter for at, letter in enumerate(text) if at not in doubled)


def _exchange_back(text: str, beside: str) -> str:
    """Write a word of `beside` where two of its characters are exchanged and make no word."""
    words, is_known = main_language("han").words, main_language("han").spelling.is_known
    for word in dict.fromkeys(words.forms(beside)):
        if len(word) < 2 or word in text or not HAN.match(word):
            continue
        for slip in _exchange_letters(word):
            if slip in text and slip not in beside and is_known(word) and not is_known(slip):
                text = text.replace(slip, word, 1)
    return text
