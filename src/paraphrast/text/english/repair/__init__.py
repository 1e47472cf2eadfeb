"""English drafts: no noun is missing, and nothing is left hanging."""
