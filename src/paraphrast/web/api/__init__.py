"""REST for programs: every job that the shell has, their results, and small questions answered at once."""
