"""Russian stems, by Snowball."""

from collections.abc import Sequence

from paraphrast.text.stems import stemmer


def cut(forms: Sequence[str]) -> list[str]:
    """Stem Russian words, for which Snowball expects е instead of ё."""
    found: list[str] = stemmer("russian").stemWords([form.replace("ё", "е") for form in forms])
    return found
