"""Russian."""

from paraphrast.text.capabilities import Language

ABSENCES = {"simplified": "it is written in one set of characters"}
LANGUAGE = Language("ru", "Russian", __name__, "cyrillic", absences=ABSENCES)
