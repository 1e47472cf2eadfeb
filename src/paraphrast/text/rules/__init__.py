"""Rules over tokens, tags, lemmas, phrases and clauses: data of the jobs, one engine for all of them."""

from paraphrast.text.rules.clauses import ClauseBook, read_clauses
from paraphrast.text.rules.matching import Found, find, matches
from paraphrast.text.rules.moving import find_orders, say_orders
from paraphrast.text.rules.reading import Example, Rule, RuleBook, read_rules
from paraphrast.text.rules.writing import say

__all__ = [
    "ClauseBook",
    "Example",
    "Found",
    "Rule",
    "RuleBook",
    "find",
    "find_orders",
    "matches",
    "read_clauses",
    "read_rules",
    "say",
    "say_orders",
]
