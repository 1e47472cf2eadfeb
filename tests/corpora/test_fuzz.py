"""Broken bytes in every format: an error that names the file, or records; never anything else."""

import io
import tarfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paraphrast.corpora import catalogue
from paraphrast.corpora.loading import examples
from paraphrast.errors import DataError

FACTS = 'title = "t"\ntask = "text"\nlanguages = ["ru"]\nabout = ""\nlicence = ""\ncitation = ""\nhome = ""\n'
LABEL = 'label = { column = "c", map = { 0 = 0, 1 = 1 } }\n'
SAMPLES = {
    "table": ('a = "a"\nb = "b"\n' + LABEL, 'a\tb\tc\nда\t"нет\t0\n'),
    "quoted": ('a = "a"\nb = "b"\noptions = { quoted = true }\n' + LABEL, 'a\tb\tc\n"да\n"\t"""нет"\t1\n'),
    "lines": ('a = "a"\nb = "b"\noptions = { separator = " = ", columns = ["a", "b"] }\n', "да = нет\n"),
    "groups": ('a = "a"\nb = "b"\ngroup = "group"\n', "один\nодин же\n\nдва\nдва же\n"),
    "xml": (
        'a = "a"\nb = "b"\noptions = { record = "p" }\n',
        "<?xml version='1.0' encoding='UTF8'?><d><p>"
        "<value name='a'>я</value><value name='b'>ты</value></p></d>",
    ),
    "json": (
        'a = "a"\nrefs = ["r"]\noptions = { each = "e" }\n',
        '[{"a": "я", "e": [{"r": ["ты"]}, {"r": "он"}]}]',
    ),
    "whole": ('text = "text"\nrecord = "document"\n', "Эссе.\r\n"),
}


def card(kind: str) -> catalogue.Card:
    fields, _ = SAMPLES[kind]
    format = "table" if kind == "quoted" else kind
    toml = f'{FACTS}[archive]\npath = "mine.tar"\n[splits.train]\nfile = "x"\nformat = "{format}"\n{fields}'
    return catalogue.parse("mine", toml.encode())


def broken(content: bytes) -> st.SearchStrategy[bytes]:
    """Overwrite, drop and add a few bytes."""
    edit = st.tuples(st.integers(0, len(content)), st.integers(0, 3), st.binary(max_size=6))

    def apply(edits: list[tuple[int, int, bytes]]) -> bytes:
        changed = content
        for place, drop, new in edits:
            changed = changed[:place] + new + changed[place + drop :]
        return changed

    return st.lists(edit, min_size=1, max_size=3).map(apply)


def packed(content: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        info = tarfile.TarInfo("mine/x")
        info.size = len(content)
        tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def reads_or_refuses(card: catalogue.Card, folder: Path, archive: bytes) -> None:
    (folder / "mine.tar").write_bytes(archive)
    refused = ""
    try:
        list(examples(card, "train", card.split("train"), folder))
    except DataError as error:
        refused = str(error)
    assert not refused or "mine.tar" in refused


@pytest.mark.parametrize("kind", SAMPLES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choice=st.data())
def test_broken_files(kind: str, tmp_path: Path, choice: st.DataObject) -> None:
    content = choice.draw(broken(SAMPLES[kind][1].encode()))
    reads_or_refuses(card(kind), tmp_path, packed(content))


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(archive=broken(packed("а\tb\tc\n".encode())[:2048]))
def test_broken_archives(tmp_path: Path, archive: bytes) -> None:
    reads_or_refuses(card("table"), tmp_path, archive)


@pytest.mark.parametrize("kind", SAMPLES)
def test_the_samples_themselves_are_read(kind: str, tmp_path: Path) -> None:
    (tmp_path / "mine.tar").write_bytes(packed(SAMPLES[kind][1].encode()))
    assert list(examples(card(kind), "train", card(kind).split("train"), tmp_path))
