"""Fixed patterns that all languages share, and those of each: a table of kinds, from top to bottom."""

import re
from functools import cache

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.words import DOMAINS, LAST, PATH

NUMBER = (
    r"(?<![A-Za-zА-Яа-яЁё\d_.,])[+−-]?"
    r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}(?:[.,]\d+)?|\d+(?:[.,/]\d+)*)(?!\d)"
)
EMAIL = r"(?<![A-Za-z\d_.+-])[A-Za-z\d_.+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63})+"
URL = rf"(?:https?://|ftp://|www\.){PATH}*{LAST}|(?<![A-Za-z\d_@.-])[A-Za-z\d-]{{1,63}}(?:\.[A-Za-z\d-]{{1,63}}){{0,3}}"
URL += rf"\.(?:{DOMAINS})(?![A-Za-zА-Яа-я\d_@-])(?:/{PATH}*{LAST})?"
NUMERIC_DATE = (
    r"(?<![\d.,/-])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2}))(?![\d/-]|[.,]\d)"
)
CLOCK = r"(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\d:])"
SIGN = r"[$€£¥￥₽₴₹]"
QUOTES = "|".join(
    [
        r"«[^«»]{1,500}»",
        r"“[^“”]{1,500}”",
        r"„[^„“”]{1,500}[“”]",
        r"「[^「」]{1,500}」",
        r"『[^『』]{1,500}』",
        r'(?<!\w)"[^"\n]{1,500}"(?!\w)',
        r"(?<!\w)‘[^‘’\n]{1,500}’(?!\w)",
    ]
)
PARENTHESIS = r"\([^()]{1,500}\)|（[^（）]{1,500}）"
TITLE_MARKS = r"《[^《》]{1,200}》|〈[^〈〉]{1,200}〉"


@cache
def patterns(lang: Lang) -> dict[str, re.Pattern[str]]:
    """Compile the patterns of a language, one for each kind; a group, where there is one, is the evidence."""
    table = {kind: "|".join(choices) for kind, choices in find_language(lang).patterns.PATTERNS.items()}
    shared = {"email": EMAIL, "url": URL, "quote": QUOTES, "parenthesis": PARENTHESIS}
    return {kind: re.compile(pattern) for kind, pattern in {**shared, **table}.items()}
