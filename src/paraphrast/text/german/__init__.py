"""German: texts are read, counted and compared; nothing rewrites them or makes pairs of them."""

from paraphrast.text.capabilities import Language

GRAMMAR = "nobody has written a reader of German clauses; pairs are made in ru, en and zh"
REWRITING = "nobody has written rules for German; texts are rewritten in ru, en and zh"
ABSENCES = {
    "tags": "no tagger of German is among the libraries; what needs parts of speech works in ru, en and zh",
    "cues": "nobody has listed the German cues of denial, number and time",
    "opposites": "nobody has listed German words of opposite meaning",
    "edits": "nobody has listed what disguises a German text; corpora are generated in ru, en and zh",
    "inflection": "no library that makes German forms is used; words are put into forms in ru, en and zh",
    "neural_names": "no network for names in this language is known to this package; use the rules",
    **dict.fromkeys(["rules", "recast", "concord", "drafts", "predicates"], REWRITING),
    "marks": "endings and auxiliaries of this language are enough to tell the passive",
    "simplified": "it is written in one set of characters",
    **dict.fromkeys(["clauses", "conditions", "order", "voice", "negation", "frames", "places"], GRAMMAR),
}
LANGUAGE = Language("de", "German", __name__, "latin", absences=ABSENCES)
