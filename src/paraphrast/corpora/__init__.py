"""Public corpora behind one door: a TOML card of facts for each, one parser per file format.

from paraphrast import corpora
corpora.names(task="identification", lang="ru")
for pair in corpora.load("parade", split="train"): ...
"""

from paraphrast.corpora.catalogue import Card, Split, card, names
from paraphrast.corpora.counts import Counts, stats
from paraphrast.corpora.download import checked, get
from paraphrast.corpora.loading import load

__all__ = ["Card", "Counts", "Split", "card", "checked", "get", "load", "names", "stats"]
