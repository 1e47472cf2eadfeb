"""Whatever the bytes, a reader gives records or one of our errors; whatever the text, it comes back."""

import string
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from house.making import KINDS, TEXTS
from paraphrast import data
from paraphrast.data import Document, Judgement, Match, Pair, Span, Text
from paraphrast.errors import DataError, ParaphrastError
from paraphrast.files import documents

PAIRS = [
    Pair("Кот «спит», а пёс — нет", 'He said "no"', label=0.5, lang="ru", id="1", refs=("раз", "два")),
    Pair("我爱NLP", "line\r\nbreak", lang="zh", meta={"url": "x", "n": [1, {"k": None}]}),
]
FORMATS = [
    ".jsonl",
    ".jsonl.gz",
    ".jsonl.zst",
    ".tsv.xz",
    ".csv.bz2",
    ".csv",
    ".tsv",
    ".xlsx",
    ".parquet",
    ".txt",
]
SHARED = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

damage = st.lists(
    st.tuples(
        st.sampled_from(["cut", "flip", "insert", "drop", "repeat"]), st.floats(0, 1), st.binary(max_size=8)
    ),
    min_size=1,
    max_size=4,
)


def damaged(raw: bytes, steps: list[tuple[str, float, bytes]]) -> bytes:
    """Break a file the way disks, networks and editors do."""
    for kind, share, bits in steps:
        place = int(share * len(raw))
        if kind == "cut":
            raw = raw[:place]
        elif kind == "flip":
            raw = raw[:place] + bytes(byte ^ 0x55 for byte in raw[place : place + 1]) + raw[place + 1 :]
        elif kind == "insert":
            raw = raw[:place] + bits + raw[place:]
        elif kind == "drop":
            raw = raw[:place] + raw[place + len(bits) :]
        else:
            raw = raw + raw[place:]
    return raw


def valid(path: Path) -> bytes:
    """Write a good file of this kind and give its bytes."""
    if path.suffix == ".txt":
        data.write(path, [Text("Кот спит"), Text("我爱NLP")])
    else:
        plain = [
            Pair("Кот «спит»", 'He said "no"', label=0.5, lang="ru", refs=("раз", "два")),
            Pair("我", "b"),
        ]
        data.write(path, plain if ".tsv" in path.name or ".xlsx" in path.name else PAIRS)
    return path.read_bytes()


@pytest.mark.parametrize("ending", FORMATS)
@SHARED
@given(steps=damage)
def test_a_damaged_table_never_ends_in_a_traceback(
    tmp_path: Path, ending: str, steps: list[tuple[str, float, bytes]]
) -> None:
    path = tmp_path / f"pairs{ending}"
    path.write_bytes(damaged(valid(path), steps))
    with suppress(ParaphrastError):
        list(data.read(path, Text if ending == ".txt" else Pair))


@pytest.mark.parametrize("ending", FORMATS)
@SHARED
@given(raw=st.binary(max_size=200))
def test_noise_never_ends_in_a_traceback(tmp_path: Path, ending: str, raw: bytes) -> None:
    path = tmp_path / f"noise{ending}"
    path.write_bytes(raw)
    for record in (Pair, Text, Document, Match, Judgement):
        with suppress(ParaphrastError):
            list(data.read(path, record))


json_like = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(
    ["a", "b", "label", "lang", "id", "refs", "meta", "text", "doc", "start", "suspicious", "x"]
)


@SHARED
@given(rows=st.lists(st.dictionaries(names, json_like, max_size=6), max_size=4))
def test_json_of_the_wrong_shape_never_ends_in_a_traceback(
    tmp_path: Path, rows: list[dict[str, Any]]
) -> None:
    import msgspec

    path = tmp_path / "rows.jsonl"
    path.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    for record in (Pair, Text, Document, Match, Judgement):
        with suppress(ParaphrastError):
            list(data.read(path, record))


def test_json_nested_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text('{"a":"x","b":"y","m":' + "[" * 100_000 + "]" * 100_000 + "}\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1"):
        list(data.read(path))


def test_an_rtf_word_without_its_number_is_a_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.rtf"
    path.write_bytes(b"{\\rtf1\\ansi\\uc Text}")
    with pytest.raises(DataError, match="broken RTF file"):
        documents.load(path)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=damage)
def test_a_damaged_document_never_ends_in_a_traceback(
    tmp_path: Path, kind: str, steps: list[tuple[str, float, bytes]]
) -> None:
    path = KINDS[kind](tmp_path / f"text{kind}", TEXTS["ru"] + TEXTS["zh"])
    path.write_bytes(damaged(path.read_bytes(), steps))
    with suppress(ParaphrastError):
        documents.load(path)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=100))
def test_noise_is_no_document(tmp_path: Path, kind: str, raw: bytes) -> None:
    starts = {
        ".docx": b"PK\3\4",
        ".odt": b"PK\3\4",
        ".epub": b"PK\3\4",
        ".pdf": b"%PDF-1.4\n",
        ".rtf": b"{\\rtf1 ",
    }
    path = tmp_path / f"noise{kind}"
    path.write_bytes(starts.get(kind, b"<") + raw)
    with suppress(ParaphrastError):
        documents.load(path)


text = st.text(max_size=12)
known = set(Pair.__struct_fields__)
pairs = st.builds(
    Pair,
    a=text,
    b=text,
    label=st.none() | st.floats(0, 1),
    lang=st.none() | st.sampled_from(["ru", "en", "zh"]),
    id=text,
    group=text,
    refs=st.lists(text, max_size=3).map(tuple),
    meta=st.dictionaries(text.filter(lambda name: name not in known), json_like, max_size=3),
)


@SHARED
@given(records=st.lists(pairs, max_size=5))
def test_any_pair_comes_back_from_jsonl(tmp_path: Path, records: list[Pair]) -> None:
    data.write(tmp_path / "p.jsonl", records)
    assert list(data.read(tmp_path / "p.jsonl")) == records


cells = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
columns = st.text(string.ascii_letters + "жщ我", min_size=1, max_size=5).filter(
    lambda name: name not in known
)
flat = st.builds(
    Pair,
    a=cells,
    b=cells,
    label=st.none() | st.floats(0, 1),
    id=cells,
    refs=st.lists(cells.filter(bool), max_size=2).map(tuple),
    meta=st.dictionaries(columns, cells.filter(bool), max_size=2),
)


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".parquet", ".csv.zst"])
@SHARED
@given(records=st.lists(flat, max_size=4))
def test_any_flat_pair_comes_back_from_a_table_or_is_refused(
    tmp_path: Path, ending: str, records: list[Pair]
) -> None:
    path = tmp_path / f"p{ending}"
    if ending == ".tsv" and any(hard(cell) for record in records for cell in leaves(record)):
        with pytest.raises(DataError, match="cannot hold"):
            data.write(path, records)
    else:
        data.write(path, records)
        assert list(data.read(path)) == records


def leaves(pair: Pair) -> list[str]:
    return [pair.a, pair.b, pair.id, *pair.meta.values()]


def hard(cell: str) -> bool:
    return any(letter in cell for letter in "\t\r\n") or (cell.startswith('"') and '""' in cell)


@SHARED
@given(doc=text, start=st.integers(0, 10**9), length=st.integers(0, 10**6), score=st.floats(0, 1))
@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_any_match_comes_back(
    tmp_path: Path, ending: str, doc: str, start: int, length: int, score: float
) -> None:
    span = Span(doc, start, start + length)
    records = [Match(span, span, "near-copy", score)]
    data.write(tmp_path / f"m{ending}", records)
    assert list(data.read(tmp_path / f"m{ending}", Match)) == records
