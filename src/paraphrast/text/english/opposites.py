"""What turns a English word round."""

# not in-, which is as often no negation; what is left must be a word of some length
PREFIXES = ("un", "dis", "non", "anti", "im", "ir")
LEAST = 4
