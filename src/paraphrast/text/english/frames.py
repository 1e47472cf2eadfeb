"""Plain English sentences of who did what to whom."""

FREE = False  # who comes first did it


def compose(first: str, verb: str, second: str, setting: str, *, turned: bool) -> str:
    """Write an English sentence; a capital tells a name, which has no article."""
    one, other = (word if word[0].isupper() else f"the {word}" for word in (first, second))
    if turned:
        one, other = other, one
    return f"{one[0].upper()}{one[1:]} {verb} {other}{setting and ' ' + setting}."
