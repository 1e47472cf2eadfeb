"""A text in another order: rules of clauses first, then in English and Russian what the words are."""

from paraphrast.rewrite.phrases.clause_rules import clause_book
from paraphrast.rewrite.phrases.english import clauses
from paraphrast.rewrite.phrases.russian import recast as russian_recast
from paraphrast.text import Lang, sentences
from paraphrast.text.languages import find_language
from paraphrast.text.rules import say_orders


def reordered(text: str, lang: Lang, way: int = 0) -> str:
    """Put each sentence into another order, in the way of this number.

    >>> reordered("Two men are mending a roof. The roof was damaged by the storm.", "en")
    'There are two men mending a roof. The storm damaged the roof.'
    >>> reordered("Если устанешь, отдохни.", "ru"), reordered("虽然他累了，但他没有休息。", "zh")
    ('Отдохни, если устанешь.', '他没有休息，虽然他累了。')
    """
    if not find_language(lang).spaced:
        return say_orders(text, clause_book(lang), way)
    recast = clauses.recast if lang == "en" else russian_recast.recast
    for one in reversed(sentences(text, lang)):
        said = recast(say_orders(one.text, clause_book(lang), way), way, one.text)
        text = text[: one.start] + said + text[one.stop :]
    return text
