"""Which language a short text is in: its script first, then small words and letters, then a dictionary.

Nothing is downloaded: fastText's model of 176 languages is 1 MB more than this needs.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeAlias

from paraphrast.text.homoglyphs import restore
from paraphrast.text.languages import READ, Lang, find_language
from paraphrast.text.neighbours import count_small
from paraphrast.text.scripts import SCRIPTS

# A character says about as much as two or three letters.
WEIGHTS = {"han": 2.5, "kana": 2.5}
ADDRESS = re.compile(r"https?://\S+|www\.\S+|(?<!\S)[^\s@]++@\S+|[#@]\w+")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
ALPHABETS = ("latin", "cyrillic")

Answer: TypeAlias = Lang | Literal["other"]


def language(text: str) -> Answer:
    """Say which of our languages a text is in, or that it is another; a text without letters is another.

    >>> [language(text) for text in ["Где дом?", "Where is the house?", "房子在哪里？", "¿Dónde está?"]]
    ['ru', 'en', 'zh', 'other']
    """
    text = restore(ADDRESS.sub(" ", text))
    counts = {name: len(pattern.findall(text)) * WEIGHTS.get(name, 1) for name, pattern in SCRIPTS.items()}
    script = max(counts, key=lambda name: counts[name])
    if script in ("han", "kana"):
        return whose([text], "han")
    if not counts[script] or script == "rest":
        return "other"
    words = WORD.findall(text.lower().replace("’", "'"))
    forms = {name: [form for form in words if SCRIPTS[name].match(form)] for name in ALPHABETS}
    if counts["latin"] and counts["cyrillic"]:
        # Terms and names keep their alphabet: the small words say whose sentence it is.
        script = max(ALPHABETS, key=lambda name: (small(forms[name], name), counts[name]))
    return whose(forms[script], script) if forms[script] else "other"


def whose(forms: Sequence[str], script: str) -> Answer:
    """Give the first language of a script to which words belong."""
    return next((lang for lang in written_in(script) if find_language(lang).spelling.belongs(forms)), "other")


def small(forms: Sequence[str], script: str) -> int:
    """Count the small words of the language of a script that has most of them."""
    return max(count_small(forms, lang) for lang in written_in(script))


@cache
def written_in(script: str) -> tuple[Lang, ...]:
    """List the languages of a script."""
    return tuple(lang for lang in READ if find_language(lang).script == script)


def needs_words(text: str, script: str) -> bool:
    """Say whether letters leave open which language of a script it is: those of its first alone do not.

    >>> needs_words("the house", "latin"), needs_words("das Gebäude", "latin"), needs_words("дом", "cyrillic")
    (False, True, False)
    """
    return not rare_letters(script).isdisjoint(text)


@cache
def rare_letters(script: str) -> frozenset[str]:
    """List the letters that other languages of a script have, and its first one has not."""
    first, *others = written_in(script)
    known = re.compile(f"[{find_language(first).spelling.LETTERS}]")
    letters = {letter for lang in others for letter in find_language(lang).spelling.LETTERS}
    return frozenset(letter for letter in letters if letter.isalpha() and not known.match(letter))
