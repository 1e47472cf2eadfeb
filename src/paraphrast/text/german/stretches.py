"""Stretches of German text: what stands between two blanks."""

from paraphrast.text.stretches import Codes
from paraphrast.text.stretches import in_blanks as read
from paraphrast.text.stretches import spaced as cut

__all__ = ["cut", "fold", "read"]


def fold(table: Codes) -> None:
    """Leave characters as they are compared in all languages."""
