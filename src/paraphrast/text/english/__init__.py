"""English."""

from paraphrast.text.capabilities import Language

ABSENCES = {
    "neural_names": "no network for names in this language is known to this package; use the rules",
    "concord": "words of this language do not change with the noun they go with",
    "marks": "endings and auxiliaries of this language are enough to tell the passive",
    "simplified": "it is written in one set of characters",
}
LANGUAGE = Language("en", "English", __name__, "latin", ascii=True, absences=ABSENCES)
