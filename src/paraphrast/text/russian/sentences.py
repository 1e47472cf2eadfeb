"""Russian sentences, by razdel."""

from collections.abc import Iterator

from paraphrast.text.rough import spaced_ends as rough_ends

__all__ = ["rough_ends", "split"]


def split(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans razdel finds."""
    from razdel import sentenize

    for sentence in sentenize(text):
        yield sentence.start, sentence.stop
