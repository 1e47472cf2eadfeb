"""The behavioural suite: pairs and texts written by hand, what is derived from them, how answers are counted.

Its files are named KIND.LANG.HALF: `pairs.ru.open.tsv` (id, behaviour, label, a, b), `prose.en.open.jsonl`
(id, text, edits), `texts.zh.deciding.tsv` (id, kind, text), and `tiny.tsv` (id, lang, label, a, b). The half
`open` may teach and tune; `deciding` has authors of its own and is run once on a model that is finished.
"""

from paraphrast.models.suite.opening import Suite, TextSuite, open_suite, open_texts
from paraphrast.models.suite.records import HALVES, Half, Item, Piece, TextItem

__all__ = ["HALVES", "Half", "Item", "Piece", "Suite", "TextItem", "TextSuite", "open_suite", "open_texts"]
