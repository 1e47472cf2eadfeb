"""The models in the box: one word table, one encoder, one reader of pairs and texts, one language model."""
