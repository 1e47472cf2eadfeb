"""Russian."""

from paraphrast.text.capabilities import Language

LANGUAGE = Language("ru", "Russian", __name__, "cyrillic")
