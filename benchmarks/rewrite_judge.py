"""A second judge of toxicity, unlike the one in the box: character n-grams and logistic regression.

A rewriter that asks the bundled judge can only game that one. Trained from the corpora at hand, without the
texts that are evaluated, and kept in a cache; `doubt` says how good it is on those.
"""

import hashlib
import pickle
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from paraphrast.corpora.loading import load
from paraphrast.data import Pair, Text
from paraphrast.errors import CommandError

LABELLED = {"ru": ["ru-toxic-2ch-pikabu", "ru-distorted-toxicity"], "en": [], "zh": []}
REWRITTEN = {
    "ru": [("russe-detox-2022", "train")],
    "en": [("paradetox-en", "train"), ("textdetox-2024-dev-en", "dev")],
    "zh": [("textdetox-2024-dev-zh", "dev")],
}
PLAIN = {"zh": ("mono-zh", "niutrans-modern")}  # neutral text, where there is little else
MOST, LARGEST = 4000, 15_000  # sentences of plain text, records of any other corpus

Judge = Callable[[Sequence[str]], list[float]]


def rows(lang: str, data: str | None, without: set[str]) -> Iterator[tuple[str, int]]:
    """Yield texts and whether they are toxic, none of them from `without`."""
    for name in LABELLED[lang]:
        for record in islice(load(name, "train", data=data), LARGEST):
            if isinstance(record, Text) and record.label is not None and record.text not in without:
                yield record.text, int(record.label >= 0.5)
    for name, split in REWRITTEN[lang]:
        for record in islice(load(name, split, data=data), LARGEST):
            if isinstance(record, Pair) and record.a not in without:
                yield record.a, 1
                yield from ((said, 0) for said in record.refs or (record.b,))
    if lang in PLAIN:
        plain = islice(load(*PLAIN[lang], data=data), MOST)
        yield from ((record.text, 0) for record in plain if isinstance(record, Text))


def second(lang: str, data: str | None, without: set[str]) -> Judge:
    """Train, or take from the cache."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    key = hashlib.sha256("\n".join([lang, str(data), *sorted(without)]).encode()).hexdigest()[:16]
    kept = Path(tempfile.gettempdir()) / f"paraphrast-judge-{lang}-{key}.pickle"
    if kept.is_file():
        model = pickle.loads(kept.read_bytes())
    else:
        found = list(rows(lang, data, without))
        if not found:
            raise CommandError(f"nothing to train a second judge of {lang} from")
        texts, labels = zip(*found, strict=True)
        grams = TfidfVectorizer(
            analyzer="char_wb", ngram_range=(2, 4), min_df=3, max_features=200_000, sublinear_tf=True
        )
        model = make_pipeline(grams, LogisticRegression(C=10, max_iter=300, class_weight="balanced"))
        model.fit(texts, labels)
        kept.write_bytes(pickle.dumps(model))
    return lambda texts: [float(value) for value in model.predict_proba(texts)[:, 1]]


def doubt(judge: Judge, pairs: Sequence[Pair]) -> float:
    """Give its accuracy on sources (toxic) and references (not), which it has not seen."""
    toxic = judge([pair.a for pair in pairs])
    plain = judge([said for pair in pairs for said in pair.refs or (pair.b,)])
    right = sum(value >= 0.5 for value in toxic) + sum(value < 0.5 for value in plain)
    return right / (len(toxic) + len(plain))
