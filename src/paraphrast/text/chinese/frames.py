"""Plain Chinese sentences of who did what to whom."""

FREE = True  # the second participant may come first, and the meaning stays


def compose(first: str, verb: str, second: str, setting: str, *, turned: bool) -> str:
    """Write a Chinese sentence."""
    return f"{setting}{second}被{first}{verb}了。" if turned else f"{setting}{first}{verb}了{second}。"
