"""English cues are phrases of words, each in one of its readings."""

from functools import partial

from paraphrast.text.cues import find_phrases

find = partial(find_phrases, lang="en")
