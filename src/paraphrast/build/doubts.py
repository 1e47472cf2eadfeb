"""What readers found to be often wrong: done where it is asked for, with a warning that says how often."""

import warnings


class Doubtful(UserWarning):
    """What was asked for is often wrong; the text says how often."""


def doubt(text: str, *, above: int = 1) -> None:
    """Warn the one who asked, so many calls above the function that has the doubt."""
    warnings.warn(text, Doubtful, stacklevel=above + 2)
