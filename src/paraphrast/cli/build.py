"""`paraphrast build`: corpora of pairs from flashcards, hard changes and mining; filters, splits, reports."""

from paraphrast.cli.building import cards, dataset, hard, mine, raters, select
from paraphrast.cli.building.common import app

__all__ = ["app", "cards", "dataset", "hard", "mine", "raters", "select"]
