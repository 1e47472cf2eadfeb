"""Forms of Russian words, asked for as of any other language."""

from paraphrast.text.russian.morphology import agree, counted, list_forms, replaced
from paraphrast.text.russian.morphology import inflected as inflect

__all__ = ["agree", "counted", "inflect", "list_forms", "replaced"]
