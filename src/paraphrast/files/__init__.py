"""Files people already have: how each is opened, read and written."""
