"""The shell: one file per verb, each parses, makes one library call and prints."""
