"""What goes with a replaced word: the Russian pronoun or adjective before it, and the verb after it."""

from collections.abc import Collection

from paraphrast.rewrite.putting import put
from paraphrast.text import Lang, Token, agree, is_word, words
from paraphrast.text.morphology import like, predicate

AGREEING = ("ru",)  # languages whose nouns ask for forms of what stands around them
NEAR = 3  # how many words on the verb of a subject is looked for


def agreed(word: str, old: str, new: str, lang: Lang) -> str | None:
    """Give a word that went with the next one in the form that goes with what comes for that.

    >>> agreed("Этой", "тварью", "человеком", "ru"), agreed("но", "тварь", "человек", "ru")
    ('Этим', None)
    """
    form, head = word.lower(), new.split()[-1].lower()
    if not form.isalpha() or agree(form, old.lower(), lang) != form:
        return None
    fits = agree(form, head, lang)
    return like(word, fits) if fits else None


def exchanged(text: str, word: Token, new: str, lang: Lang, *, kept: Collection[int] = ()) -> str:
    """Put another word where a word stands, with what goes with it; words that start at `kept` stay.

    >>> exchanged("Эта тварь опять соврала.", Token("тварь", 4, 9), "человек", "ru")
    'Этот человек опять соврал.'
    """
    if lang not in AGREEING:
        return put(text, word, new)
    found = words(text, lang)
    for after in [one for one in found if one.start >= word.stop][:NEAR]:
        if not is_word(after.text):
            break
        fits = predicate(after.text, word.text.lower(), new.split()[-1].lower())
        if fits:
            text = text[: after.start] + fits + text[after.stop :]
            break
    text = put(text, word, new)
    before = next((one for one in reversed(found) if one.stop <= word.start), None)
    if before is None or not is_word(before.text) or before.start in kept:
        return text
    fits = agreed(before.text, word.text, new, lang)
    return text[: before.start] + fits + text[before.stop :] if fits else text
