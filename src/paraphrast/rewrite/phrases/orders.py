"""A text in another order: rules of clauses first, then what the words of the language allow."""

from paraphrast.rewrite.phrases.clause_rules import clause_book
from paraphrast.text import Lang
from paraphrast.text.languages import find_language
from paraphrast.text.rules import say_orders


def reorder(text: str, lang: Lang, way: int = 0) -> str:
    """Put each sentence into another order, in the way of this number.

    >>> reorder("Two men are mending a roof. The roof was damaged by the storm.", "en")
    'There are two men mending a roof. The storm damaged the roof.'
    >>> reorder("Если устанешь, отдохни.", "ru"), reorder("虽然他累了，但他没有休息。", "zh")
    ('Отдохни, если устанешь.', '他没有休息，虽然他累了。')
    """

    def order(sentence: str) -> str:
        return say_orders(sentence, clause_book(lang), way)

    return find_language(lang).recast.reorder(text, order, way)
