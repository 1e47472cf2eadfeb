"""Passages that say the same in other words or another language.

Windows of sentences as static vectors name places of the index (`windows`, `index.nearest`); the encoder
reads the sentences there, which must agree one after another (`chains`); the pair model, names and numbers
have the last word (`proof`). `search` goes all the way.
"""
