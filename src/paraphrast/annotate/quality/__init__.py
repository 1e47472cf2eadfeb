"""Quality control: one rule a file, each a function from the settings and a worker's facts to what is wrong.

| rule | file | who is banned |
|---|---|---|
| control | `control.py` | who knows too few of the controls (the papers' rule, `skill = "share"`) |
| skill | `skill.py` | whose answers have nothing to do with the items, by a sequential test |
| fast | `haste.py` | who answers a page in less time than it takes to read (the papers' rule) |
| haste | `haste.py` | who is again and again far faster than others with the same kind of answer |
| skipped | `skipping.py` | who leaves too many pages unanswered |

A new rule is a file with such a function and a line in `rules.py`, there in `VOIDING` too where its bans make
votes void.
What all votes say together is in `crowd.py`, who copies whom in `copying.py`, how many votes an item still
needs in `overlap.py`, which items may become controls in `pool.py`, and who is admitted in `exam.py`.
"""

from paraphrast.annotate.quality.facts import Facts, Verdict
from paraphrast.annotate.quality.rules import CONTROLLING, RULES, VOIDING, find_broken_rule

__all__ = ["CONTROLLING", "RULES", "VOIDING", "Facts", "Verdict", "find_broken_rule"]
