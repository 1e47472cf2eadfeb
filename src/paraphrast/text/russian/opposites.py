"""What turns a Russian word round."""

PREFIXES = ("не", "без", "бес", "анти")
LEAST = 4
