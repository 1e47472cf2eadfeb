"""Words of the lists that also mean something harmless: whether they offend is seen from the text alone."""

import re
from collections.abc import Sequence
from functools import cache

from paraphrast.rewrite.words import lexicon
from paraphrast.text import Lang, Token

OPENING, CLOSING = "«“\"'„‘「『《", "»”\"'“’」』》"


@cache
def double_sense(lang: Lang) -> re.Pattern[str]:
    """Join the roots of words that name an animal, a plant, a tool or a state of health as well."""
    return re.compile(rf"(?:{'|'.join(lexicon.read_lists(lang)['double'].split()) or '(?!)'})$")


def _is_mentioned(word: Token, text: str) -> bool:
    """Tell whether a word stands alone between quotation marks.

    >>> _is_mentioned(Token("ass", 10, 13), 'The word "ass" is old'), _is_mentioned(Token("ass", 0, 3), "ass")
    (True, False)
    """
    before, after = text[: word.start].rstrip(" *"), text[word.stop :].lstrip(" *")
    return before[-1:] in OPENING and after[:1] in CLOSING if before and after else False


def without_harmless(found: Sequence[Token], text: str, lang: Lang) -> list[Token]:
    """Leave out of the offensive words of a text those that may be harmless where nothing else offends.

    >>> text = "The bitch had six puppies"
    >>> without_harmless(lexicon.find_rude(text, "en"), text, "en")
    []
    """
    return [
        word for word in found if not double_sense(lang).match(word.text) and not _is_mentioned(word, text)
    ]
