"""A check as people and programs read it: one HTML file that needs nothing else, JSON, CSV, PAN XML."""
