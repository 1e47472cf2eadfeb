"""Rude words, how they are spelled, and what is put for them."""
