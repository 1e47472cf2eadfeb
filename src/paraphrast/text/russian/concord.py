"""What goes with a Russian word: the pronoun or adjective before it, and the verb after it."""

from collections.abc import Collection, Sequence

from paraphrast.text.capitals import like
from paraphrast.text.russian.morphology import agree, fixed, predicate
from paraphrast.text.substitution import replace_word
from paraphrast.text.tokens import Token
from paraphrast.text.words import is_word, words

OWNING = {"его", "ее", "её", "их"}  # these say whose something is, and do not change
PARTICLES = ("же", "ж")  # these stand between a word and what it goes with
NEAR = 3  # how many words on the verb of a subject is looked for


def agree_before(word: str, old: str, new: str) -> str | None:
    """Give a word that went with the next one in the form that goes with what comes for that.

    >>> agree_before("Этой", "тварью", "человеком"), agree_before("но", "тварь", "человек")
    ('Этим', None)
    >>> agree_before("этом", "видосе", "видео"), agree_before("его", "мордой", "лицом")
    (None, None)
    """
    form, head = word.lower(), new.split()[-1].lower()
    if not form.isalpha() or form in OWNING or agree(form, old.lower()) != form:
        return None
    fits = agree(form, head) if not fixed(head) else None
    return like(word, fits) if fits else None


def agree_behind(behind: Sequence[str], old: str, new: str) -> dict[int, str]:
    """Give the verb among the next words in the gender of what comes for its subject, and its place.

    >>> agree_behind(["опять", "соврала"], "тварь", "человек")
    {1: 'соврал'}
    >>> agree_behind([",", "соврала"], "тварь", "человек")
    {}
    """
    for at, word in enumerate(behind[:NEAR]):
        if not is_word(word):
            break
        fits = predicate(word, old.lower(), new.split()[-1].lower())
        if fits:
            return {at: fits}
    return {}


def exchange_word(text: str, word: Token, new: str, *, kept: Collection[int] = ()) -> str:
    """Put another word where a word stands, with what goes with it; words that start at `kept` stay.

    >>> exchange_word("Эта тварь опять соврала.", Token("тварь", 4, 9), "человек")
    'Этот человек опять соврал.'
    """
    found = words(text, "ru")
    behind = [one for one in found if one.start >= word.stop]
    for at, verb in agree_behind([one.text for one in behind], word.text, new).items():
        text = text[: behind[at].start] + verb + text[behind[at].stop :]
    text = replace_word(text, word, new)
    ahead = [one for one in found if one.stop <= word.start and one.text not in PARTICLES]
    before = ahead[-1] if ahead else None
    if before is None or not is_word(before.text) or before.start in kept:
        return text
    fits = agree_before(before.text, word.text, new)
    return text[: before.start] + fits + text[before.stop :] if fits else text
