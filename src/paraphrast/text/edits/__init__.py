"""Small changes that leave the meaning as it is, found in a text one by one.

Five methods, after the generated corpora of PlagEvalRus: synonyms, chains of synonyms added and removed,
abbreviation and amplification, diminutives added and removed, singular and plural. What a change touches is
brought into agreement (Russian adjectives, English articles). A change is a Token: `text` is what to write
instead of `source[start:stop]`.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

from paraphrast.errors import unknown
from paraphrast.text.edits import chinese, english, russian
from paraphrast.text.edits.lists import abbreviations
from paraphrast.text.languages import Lang, choose
from paraphrast.text.tokens import Token

Method: TypeAlias = Literal["synonyms", "chains", "abbreviations", "diminutives", "number"]
METHODS: tuple[Method, ...] = get_args(Method)
Finder: TypeAlias = Callable[[str], list[Token]]

FINDERS: dict[Lang, dict[str, Finder]] = {
    "ru": {
        "synonyms": russian.synonyms,
        "chains": russian.chains,
        "diminutives": russian.diminutives,
        "number": russian.number,
    },
    "en": {
        "synonyms": english.synonyms,
        "chains": english.chains,
        "diminutives": english.diminutives,
        "number": english.number,
    },
    "zh": {
        "synonyms": chinese.synonyms,
        "chains": chinese.chains,
        "diminutives": chinese.diminutives,
        "number": chinese.number,
    },
}


def edits(text: str, lang: Lang, method: Method) -> list[Token]:
    """List every change of one kind that could be made to a text; they may overlap.

    >>> edits("Возле большого дома.", "ru", "synonyms")[-1]
    Token(text='большого здания', start=6, stop=19)
    >>> edits("It is not here.", "en", "abbreviations")[:1]
    [Token(text="It's", start=0, stop=5)]
    """
    table = choose(FINDERS, lang)
    if method == "abbreviations":
        return abbreviations(text, lang)
    if method not in table:
        raise unknown("method", method, METHODS)
    return table[method](text)
