"""Forms of Russian words, asked for as of any other language."""

from paraphrast.text.russian.morphology import agree, count_class, counted, is_form, list_forms, replaced
from paraphrast.text.russian.morphology import inflected as inflect

__all__ = ["agree", "count_class", "counted", "inflect", "is_form", "list_forms", "replaced"]
