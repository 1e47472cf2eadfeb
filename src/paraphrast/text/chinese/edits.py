"""Changes to Chinese text: words have no forms, so one word stands for another as it is."""

from functools import cache

from paraphrast.text.edits.lists import groups, lines, pairs
from paraphrast.text.tokens import Token
from paraphrast.text.words import words


def synonyms(text: str) -> list[Token]:
    """List synonyms."""
    return [
        Token(other, token.start, token.stop)
        for token in words(text, "zh")
        for other in groups("synonyms", "zh").get(token.text, ())
    ]


def chains(text: str) -> list[Token]:
    """List synonyms to add after a word, and those that follow one and could go."""
    tokens, found = words(text, "zh"), []
    for place, token in enumerate(tokens):
        known = groups("synonyms", "zh").get(token.text, ())
        after = tokens[place + 1 : place + 3]
        if len(after) == 2 and after[0].text in ("、", "和", "与") and after[1].text in known:
            found.append(Token(token.text, token.start, after[1].stop))
        elif known and len(token.text) > 1:
            found.append(Token(f"{token.text}、{known[0]}", token.start, token.stop))
    return found


def diminutives(text: str) -> list[Token]:
    """List diminutives for plain nouns and plain nouns for diminutives."""
    table = pairs("diminutives", "zh")
    return [Token(table[t.text], t.start, t.stop) for t in words(text, "zh") if t.text in table]


def number(text: str) -> list[Token]:
    """List nouns for people that could take 们 or lose it."""
    tokens, found = words(text, "zh"), []
    for place, token in enumerate(tokens):
        many = text[token.stop : token.stop + 1] == "们"
        counted = place and tokens[place - 1].text[-1:] in "个位名一二两三四五六七八九十百千万几0123456789"
        if token.text in persons():
            found.append(
                Token(token.text, token.start, token.stop + 1)
                if many
                else Token(f"{token.text}们", token.start, token.stop)
            )
            if counted and not many:
                found.pop()
        elif token.text.endswith("们") and token.text[:-1] in persons():
            found.append(Token(token.text[:-1], token.start, token.stop))
    return found


@cache
def persons() -> frozenset[str]:
    """Read which nouns are for people."""
    return frozenset(word for line in lines("persons", "zh") for word in line.split())
