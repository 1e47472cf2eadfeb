"""English clauses by what their words are: voices, scenes, headlines, questions."""
