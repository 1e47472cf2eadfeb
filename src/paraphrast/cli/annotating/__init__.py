"""Commands of `paraphrast annotate` that have a file of their own."""
