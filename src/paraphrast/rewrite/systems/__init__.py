"""Systems by name: each proposes texts, and the checks decide what leaves."""
