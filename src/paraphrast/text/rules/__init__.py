"""Rules over tokens, tags, lemmas, phrases and clauses: data of the jobs, one engine for all of them."""

from paraphrast.text.rules.clauses import ClauseBook, read_clauses
from paraphrast.text.rules.idioms import IdiomBook, read_idioms
from paraphrast.text.rules.matching import Found, find, matches
from paraphrast.text.rules.meaning import find_idioms, put_meaning, say_idioms, shape_words
from paraphrast.text.rules.moving import find_orders, say_orders
from paraphrast.text.rules.reading import Example, Rule, RuleBook, read_rules
from paraphrast.text.rules.writing import say

__all__ = [
    "ClauseBook",
    "Example",
    "Found",
    "IdiomBook",
    "Rule",
    "RuleBook",
    "find",
    "find_idioms",
    "find_orders",
    "matches",
    "put_meaning",
    "read_clauses",
    "read_idioms",
    "read_rules",
    "say",
    "say_idioms",
    "say_orders",
    "shape_words",
]
