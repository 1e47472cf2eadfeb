"""The start of a Russian sentence as it looks within one: small, unless it is a name."""

import string

from paraphrast.text.russian.morphology import is_name, parsed


def lower_start(part: str) -> str:
    """Write the start of a sentence as it looks within one.

    >>> lower_start("Мэр Омска уехал"), lower_start("Анна уехала"), lower_start("Серо-белый кот уснул")
    ('мэр Омска уехал', 'Анна уехала', 'серо-белый кот уснул')
    """
    first, second = [*part.split(maxsplit=2), "", ""][:2]
    if first[1:] != first[1:].lower():
        return part
    given = second[:1].isupper() and any("Name" in one.tag for one in parsed(first.lower()))
    own = is_name(first.strip(string.punctuation).rpartition("-")[2]) and not first.endswith("ские")
    return part if given or own else part[:1].lower() + part[1:]
