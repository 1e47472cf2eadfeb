"""What every text goes through before and after a system."""
