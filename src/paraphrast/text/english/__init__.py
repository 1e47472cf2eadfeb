"""English."""

from paraphrast.text.capabilities import Language

ABSENCES = {"neural_names": "no network for names in this language is known to this package; use the rules"}
LANGUAGE = Language("en", "English", __name__, "latin", ascii=True, absences=ABSENCES)
