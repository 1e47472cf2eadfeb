"""Chinese."""

from paraphrast.text.capabilities import Language

ABSENCES = {"neural_names": "no network for names in this language is known to this package; use the rules"}
LANGUAGE = Language("zh", "Chinese", __name__, "han", tokenizer="zh", endings=False, absences=ABSENCES)
