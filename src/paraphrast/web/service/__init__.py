"""Rewriting behind HTTP: plain JSON and an OpenAI-style address, with requests gathered into batches."""
