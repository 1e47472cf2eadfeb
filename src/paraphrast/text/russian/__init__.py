"""Russian."""

from paraphrast.text.capabilities import Language

ABSENCES = {
    "marks": "endings of this language are enough to tell the passive",
    "simplified": "it is written in one set of characters",
}
LANGUAGE = Language("ru", "Russian", __name__, "cyrillic", absences=ABSENCES)
