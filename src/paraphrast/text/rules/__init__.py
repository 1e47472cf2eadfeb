"""Rules over tokens, tags, lemmas and phrases: data of the jobs, one engine for all of them."""

from paraphrast.text.rules.matching import Found, find, matches
from paraphrast.text.rules.reading import Example, Rule, RuleBook, read_rules
from paraphrast.text.rules.writing import say

__all__ = ["Example", "Found", "Rule", "RuleBook", "find", "matches", "read_rules", "say"]
