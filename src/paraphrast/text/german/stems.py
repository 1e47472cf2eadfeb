"""German stems, by Snowball."""

from collections.abc import Sequence

from paraphrast.text.stems import stemmer


def cut(forms: Sequence[str]) -> list[str]:
    """Stem German words."""
    found: list[str] = stemmer("german").stemWords([*forms])
    return found
