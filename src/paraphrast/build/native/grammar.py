"""What differs between languages behind one door: reading a sentence, fitting a word into another place."""

from paraphrast.build.native import chinese, english, russian
from paraphrast.build.native.sentence import Sentence, Word
from paraphrast.text import Lang

GRAMMARS = {"ru": russian, "en": english, "zh": chinese}


def read(text: str, lang: Lang) -> Sentence:
    """Find the words of a sentence."""
    return Sentence(text, lang, GRAMMARS[lang].read(text))


def fit(word: Word, slot: Word, lang: Lang) -> str | None:
    """Give the form of a word that can stand in another's place, or None when that is not certain."""
    form: str | None = GRAMMARS[lang].fit(word, slot)
    return form


def form_of(lemma: str, slot: Word, lang: Lang) -> str | None:
    """Give the form of a word from a list that can stand in a place, or None when that is not certain."""
    form: str | None = GRAMMARS[lang].form_of(lemma, slot)
    return form
