"""Dictionary forms, lower-cased; each word is looked up by itself."""

from paraphrast.text.languages import Lang, find_language
from paraphrast.text.tokens import Token
from paraphrast.text.words import words

# A text of a million words has about this many different ones.
REMEMBERED = 200_000


def lemmas(text: str, lang: Lang) -> list[Token]:
    """Give each word of a text its dictionary form; marks stay as they are.

    >>> [token.text for token in lemmas("Кошки бежали.", "ru")]
    ['кошка', 'бежать', '.']
    >>> [token.text for token in lemmas("The cats weren't asleep", "en")]
    ['the', 'cat', 'be', 'not', 'asleep']
    """
    find = find_language(lang).lemmas.lemma
    return [Token(find(token.text), token.start, token.stop) for token in words(text, lang)]


def lemma(word: str, lang: Lang) -> str:
    """Give one word its dictionary form.

    >>> lemma("людьми", "ru"), lemma("mice", "en"), lemma("電腦", "zh")
    ('человек', 'mouse', '电脑')
    """
    return find_language(lang).lemmas.lemma(word)
