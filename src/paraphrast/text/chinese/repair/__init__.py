"""What Chinese drafts lack."""
