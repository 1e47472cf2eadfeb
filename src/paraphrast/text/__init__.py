"""Everything that differs between Russian, English and Chinese; nothing above branches on the language."""

from paraphrast.text.entities import Entity, entities
from paraphrast.text.identification import language
from paraphrast.text.inflection import agree, counted, inflect, list_forms, replaced
from paraphrast.text.languages import LANGS, Lang
from paraphrast.text.lemmas import lemma, lemmas
from paraphrast.text.normal import Normal, Undone, normal
from paraphrast.text.sentences import sentences
from paraphrast.text.shorthand import abbreviations, diminutives, expansions
from paraphrast.text.stems import stems
from paraphrast.text.stops import is_stop, stop_words
from paraphrast.text.synonyms import lexicons, synonyms
from paraphrast.text.tags import tags
from paraphrast.text.tokens import Token
from paraphrast.text.words import forms, is_word, words

__all__ = [
    "LANGS",
    "Entity",
    "Lang",
    "Normal",
    "Token",
    "Undone",
    "abbreviations",
    "agree",
    "counted",
    "diminutives",
    "entities",
    "expansions",
    "forms",
    "inflect",
    "is_stop",
    "is_word",
    "language",
    "lemma",
    "lemmas",
    "lexicons",
    "list_forms",
    "normal",
    "replaced",
    "sentences",
    "stems",
    "stop_words",
    "synonyms",
    "tags",
    "words",
]
