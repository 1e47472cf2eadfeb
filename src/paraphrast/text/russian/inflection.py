"""Forms of Russian words, asked for as of any other language."""

from paraphrast.text.russian.morphology import agree, counted, replaced
from paraphrast.text.russian.morphology import inflected as inflect

__all__ = ["agree", "counted", "inflect", "replaced"]
