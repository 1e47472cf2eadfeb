"""Names, numbers and dates: behind slots, in the tokenizer and the vocabulary."""
