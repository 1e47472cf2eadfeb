"""Russian drafts: forms that fit their places, and no holes."""
