"""Chinese."""

from paraphrast.text.capabilities import Language

ABSENCES = {
    "neural_names": "no network for names in this language is known to this package; use the rules",
    "concord": "words of this language do not change with the noun they go with",
    "predicates": "what is told of somebody is said by whole phrases of the lexicon",
}
LANGUAGE = Language("zh", "Chinese", __name__, "han", tokenizer="zh", endings=False, absences=ABSENCES)
