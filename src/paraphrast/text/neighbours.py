"""Whether words are of a language, rather than of a neighbour with the same alphabet."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

# A small word that several languages have says little about any of them.
SHARED = 0.4
NEVER = re.compile(r"(?!)")


class Neighbours(NamedTuple):
    """What tells a language from its neighbours: letters of theirs, letters of its own, its dictionary."""

    lang: str
    foreign: re.Pattern[str]  # letters that it never writes, or only in a loan: one of those says little
    odd: float  # how much a foreign letter says
    enough: float  # what share of the words the dictionary must have
    is_known: Callable[[str], bool]
    own: re.Pattern[str] = NEVER

    def belongs(self, forms: Sequence[str]) -> bool:
        """Tell whether the words are of this language."""
        found = [small_words().get(form, ()) for form in forms]
        own = sum(bool(self.own.search(form)) for form in forms)
        own += sum([*names] == [self.lang] for names in found)
        home = own + SHARED * sum(self.lang in names and len(names) > 1 for names in found)
        odd = sum(bool(self.foreign.search(form)) for form in forms)
        rival = self.odd * odd + sum(bool(names) and self.lang not in names for names in found)
        if abs(home - rival) >= max(0.4, 0.1 * len(forms)) and (own or rival > home):
            return home > rival
        return sum(map(self.is_known, forms)) / len(forms) - odd / len(forms) >= self.enough


def count_small(forms: Sequence[str], lang: str) -> int:
    """Count the small words of a language."""
    return sum(lang in small_words().get(form, ()) for form in forms)


@cache
def small_words() -> dict[str, list[str]]:
    """Read which languages use each small word."""
    found: dict[str, list[str]] = defaultdict(list)
    lines = files(__package__).joinpath("lists", "languages.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            name, _, forms = line.partition("\t")
            for form in set(forms.split()):
                found[form].append(name)
    return dict(found)
