"""Training rewriters: filters, a curriculum by score, three kinds of models, one loop."""
