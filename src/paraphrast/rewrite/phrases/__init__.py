"""Turns of phrase and orders of clauses that were written by hand."""
