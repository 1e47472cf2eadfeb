"""What `paraphrast rewrite` joins: systems, metrics and files."""
