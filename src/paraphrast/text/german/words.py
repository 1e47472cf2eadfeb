"""German words stand between blanks and marks."""

from paraphrast.text.words import spaced as split
from paraphrast.text.words import spaced_forms as forms

__all__ = ["forms", "split"]
