"""Everything that differs between Russian, English and Chinese; nothing above branches on the language."""

from paraphrast.text.identification import language
from paraphrast.text.languages import LANGS, Lang
from paraphrast.text.lemmas import lemma, lemmas
from paraphrast.text.normal import Normal, Undone, normal
from paraphrast.text.sentences import sentences
from paraphrast.text.stems import stems
from paraphrast.text.stops import is_stop, stop_words
from paraphrast.text.tokens import Token
from paraphrast.text.words import forms, is_word, words

__all__ = [
    "LANGS",
    "Lang",
    "Normal",
    "Token",
    "Undone",
    "forms",
    "is_stop",
    "is_word",
    "language",
    "lemma",
    "lemmas",
    "normal",
    "sentences",
    "stems",
    "stop_words",
    "words",
]
