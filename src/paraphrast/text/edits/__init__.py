"""Small changes that leave the meaning as it is, found in a text one by one.

Five methods, after the generated corpora of PlagEvalRus: synonyms, chains of synonyms added and removed,
abbreviation and amplification, diminutives added and removed, singular and plural. What a change touches is
brought into agreement (Russian adjectives, English articles). A change is a Token: `text` is what to write
instead of `source[start:stop]`.
"""

from typing import Literal, TypeAlias, get_args

from paraphrast.errors import unknown
from paraphrast.text.edits.lists import abbreviations
from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token

Method: TypeAlias = Literal["synonyms", "chains", "abbreviations", "diminutives", "number"]
METHODS: tuple[Method, ...] = get_args(Method)


def edits(text: str, lang: Lang, method: Method) -> list[Token]:
    """List every change of one kind that could be made to a text; they may overlap.

    >>> edits("Возле большого дома.", "ru", "synonyms")[-1]
    Token(text='большого здания', start=6, stop=19)
    >>> edits("It is not here.", "en", "abbreviations")[:1]
    [Token(text="It's", start=0, stop=5)]
    """
    finders = find_language(lang).edits
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if method == "abbreviations":
        return abbreviations(text, lang)
    found: list[Token] = getattr(finders, method)(text)
    return found
