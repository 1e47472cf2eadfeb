"""Job 1: raw text in, candidate pairs out; every dropped pair with its reason."""
