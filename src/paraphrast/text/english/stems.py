"""English stems, by Snowball."""

from collections.abc import Sequence

from paraphrast.text.stems import stemmer


def cut(forms: Sequence[str]) -> list[str]:
    """Stem English words."""
    found: list[str] = stemmer("english").stemWords([form.replace("’", "'") for form in forms])
    return found
