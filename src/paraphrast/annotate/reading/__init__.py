"""Blind reading: inputs are fixed first, outputs mixed without names, two readers answer, a third settles.

fix_inputs("texts.jsonl", "readings/one", draw=40)
make_reading("readings/one", find_questions("style,meaning"), systems={"new": "new.jsonl", "unchanged": None})
settle_reading("readings/one")
count_reading("readings/one", "two people, apart, and a third")
"""

from paraphrast.annotate.reading.counting import count_reading
from paraphrast.annotate.reading.folder import fix_inputs
from paraphrast.annotate.reading.making import make_reading
from paraphrast.annotate.reading.questions import find_questions
from paraphrast.annotate.reading.settling import settle_reading

__all__ = ["count_reading", "find_questions", "fix_inputs", "make_reading", "settle_reading"]
