"""Every local corpus: its number of records, the sum of its labels, its first and its last record.

`counts.tsv` is the table. A record is pinned by the first eight digits of the SHA-256 of its JSON, since the
sentences of the corpora are not ours to copy here. Of the big collections only the small files are read: the
checksums on the cards pin the others.
"""

import csv
import hashlib
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from paraphrast import corpora
from paraphrast.data import Pair

pytestmark = pytest.mark.data


class Row(NamedTuple):
    corpus: str
    split: str
    records: str
    labels: str
    first: str
    last: str


def table() -> list[Row]:
    with open(Path(__file__).with_name("counts.tsv"), encoding="utf-8", newline="") as stream:
        return [Row(**row) for row in csv.DictReader(stream, delimiter="\t")]


def pinned(record: object) -> str:
    return hashlib.sha256(msgspec.json.encode(record)).hexdigest()[:8]


def root(name: str, data_dir: Path) -> Path:
    """Return the folder of a corpus: the text collections lie beside the archives."""
    folder = data_dir if corpora.card(name).archive else data_dir.parent / "corpora"
    if not folder.is_dir():
        pytest.skip(f"no text collections at {folder}")
    return folder


@pytest.mark.parametrize("row", table(), ids=lambda row: f"{row.corpus}-{row.split}")
def test_a_split_is_what_it_was(row: Row, data_dir: Path) -> None:
    """The number of different ids is the number of records, so ids are checked too."""
    ids, total, first = set(), 0.0, ""
    for record in corpora.load(row.corpus, row.split, data=root(row.corpus, data_dir)):
        ids.add(record.id)
        first = first or pinned(record)
        total += getattr(record, "label", None) or 0.0
    assert (str(len(ids)), first, pinned(record)) == (row.records, row.first, row.last)
    assert total == pytest.approx(float(row.labels), abs=0.01)


@pytest.mark.parametrize(
    ("corpus", "split", "records"),
    [
        # What the corpora's own pages and papers say.
        ("parade", "train", 7550),
        ("parade", "dev", 1275),
        ("paraphraser", "train", 7227),
        ("mrpc", "train", 4076),
        ("pit2015", "dev", 4727),
        ("russe-detox-2022", "train", 6948),
        ("russe-detox-2022", "dev", 800),
        ("stsb-zh", "train", 5749),
        ("sick", "test", 4927),
        ("rucola", "train", 7869),
        ("paraquality", "train", 6000),
        ("ru-distorted-toxicity", "train", 3000),
    ],
)
def test_counts_are_those_published(corpus: str, split: str, records: int) -> None:
    assert [int(row.records) for row in table() if row[:2] == (corpus, split)] == [records]


def test_paraphraser_has_its_three_classes(data_dir: Path) -> None:
    classes = [pair.meta["class"] for pair in corpora.load("paraphraser", data=data_dir)]
    assert [classes.count(kind) for kind in (-1, 0, 1)] == [2582, 2957, 1688]


def test_quotes_do_not_lose_the_references_of_russe(data_dir: Path) -> None:
    pairs = [pair for pair in corpora.load("russe-detox-2022", data=data_dir) if isinstance(pair, Pair)]
    assert sum(len(pair.refs) for pair in pairs) == 11_090
    assert all(pair.b == pair.refs[0] for pair in pairs)


@pytest.mark.parametrize("name", [name for name in corpora.names() if corpora.card(name).archive])
def test_the_local_archive_is_the_one_described(name: str, data_dir: Path) -> None:
    path, same = corpora.checked(corpora.card(name), data=data_dir)
    assert same, path


@pytest.mark.parametrize(
    "name", [name for name in corpora.names() if corpora.card(name).folder in ("mono", "pairs", "parallel")]
)
def test_the_local_collection_is_the_one_described(name: str, data_dir: Path) -> None:
    path, same = corpora.checked(corpora.card(name), data=root(name, data_dir))
    assert same, path


def test_odd_pairs_are_kept_and_counted(data_dir: Path) -> None:
    counts = corpora.stats("pawsx-zh", "dev", data=data_dir)
    assert (counts.records, counts.positive, counts.negative) == (2000, 853, 1147)
    assert (counts.identical, counts.identical_negative, counts.repeated, counts.contradictory) == (
        72,
        9,
        15,
        2,
    )
