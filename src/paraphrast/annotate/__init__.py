"""Pairs and texts go to people, judgements come back, and labels are made of them."""
