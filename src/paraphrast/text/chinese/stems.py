"""Chinese stems: a word has no endings to drop."""

from collections.abc import Sequence

from paraphrast.text.chinese.simplified import simplify


def cut(forms: Sequence[str]) -> list[str]:
    """Write each word in simplified characters."""
    together = simplify("\n".join(forms)).split("\n")  # asking once for all takes a fraction of the time
    return together if len(together) == len(forms) else [simplify(form) for form in forms]
