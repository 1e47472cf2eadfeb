"""`paraphrast detect index --shards`: built anywhere, changed in one step, and never half of it."""

import json
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from detect.handed_in import CASES
from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index import shards
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.errors import CommandError, DataError
from paraphrast.text import LANGS

RAY = pytest.mark.skipif(not find_spec("ray"), reason="ray is not installed")
SOURCES = [source for lang in LANGS for source in CASES[lang].sources]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "library.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in SOURCES))
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Index:
    with Writer(tmp_path / "plain") as writer:
        writer.add(SOURCES)
    return Index(tmp_path / "plain")


def answers(index: Index) -> list[object]:
    found = [check(CASES[lang].essay, index) for lang in LANGS]
    assert all(one.borrowed > 0 for one in found)
    return found


@pytest.mark.parametrize(
    "how",
    [[], ["--workers", "2"], pytest.param(["--engine", "ray", "--workers", "2"], marks=RAY)],
    ids=lambda how: " ".join(how) or "one",
)
def test_an_index_of_shards_answers_as_one_does(
    shell: Callable, library: Path, plain: Index, tmp_path: Path, how: list[str]
) -> None:
    place = tmp_path / "my.index"
    ran = shell("detect", "index", library, "--to", place, "--shards", "4", *how)
    assert ran.code == 0, ran.err
    assert f"{len(SOURCES)} added" in ran.err
    assert answers(Index(place)) == answers(plain)
    told = json.loads(shell("detect", "index", "--info", "--to", place).out)
    assert (told["shards"], told["documents"]) == (4, len(SOURCES))
    assert shell("detect", "index", "--verify", "--to", place).code == 0
    assert not (tmp_path / "my.index.parts").exists()


def test_machines_build_shares_and_nothing_shows_before_the_merge(
    shell: Callable, library: Path, plain: Index, tmp_path: Path
) -> None:
    place = tmp_path / "my.index"
    command = ["detect", "index", library, "--to", place, "--shards", "4"]
    for share in ("1/2", "2/2"):
        assert "merge" in shell(*command, "--shard", share).err
        with pytest.raises(CommandError, match="is not an index"):
            Index(place)
    assert shell(*command, "--shard", "merge").code == 0
    assert answers(Index(place)) == answers(plain)


def test_a_change_is_seen_whole_or_not_at_all(
    shell: Callable, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "my.index"
    shell("detect", "index", library, "--to", place, "--shards", "3")
    before = Index(place)
    expected = answers(before)
    with monkeypatch.context() as patch:
        patch.setattr(shards, "seal", lambda *_, **__: 1 / 0)  # the power is gone just before
        with pytest.raises(ZeroDivisionError):
            shards.change_shards(place, [], [SOURCES[0].id], shards.Change(3))
    assert answers(Index(place)) == expected
    more = tmp_path / "more.jsonl"
    more.write_bytes(msgspec.json.encode(Document("more", "Другой текст о другом.")) + b"\n")
    ran = shell("detect", "index", more, "--to", place, "--delete", SOURCES[0].id)
    assert ran.code == 0, ran.err
    assert "1 added" in ran.err
    assert "1 deleted" in ran.err
    fresh = Index(place)
    assert {one.id for one in fresh} == {"more", *(one.id for one in SOURCES[1:])}
    assert answers(before) == expected  # who had opened it goes on
    assert len(list(place.glob("shard-*"))) == 6  # those of the last state are there for who is opening it
    assert shell("detect", "index", "--to", place, "--compact").code == 0
    assert len(list(place.glob("shard-*"))) == 3
    assert "unchanged" in shell("detect", "index", more, "--to", place).err
    ran = shell("detect", "index", "--to", place, "--delete", "nobody")
    assert ran.code == 2
    assert "nobody" in ran.err


def test_what_a_killed_run_of_other_texts_left_is_not_in_the_index(tmp_path: Path, plain: Index) -> None:
    place, change = tmp_path / "my.index", shards.Change(3)
    place.mkdir()
    work = shards.Sealing(place, change, None)
    others = [Document("other", SOURCES[0].text), Document("another", SOURCES[1].text)]
    for path, _ in shards.route(tmp_path / "orders", others, [], 3):
        work(path, Path())
    shards.change_shards(place, SOURCES, [], change)
    assert {one.id for one in Index(place)} == {one.id for one in SOURCES}
    assert answers(Index(place)) == answers(plain)


def test_a_missing_shard_is_an_error_and_no_smaller_share(
    shell: Callable, library: Path, tmp_path: Path
) -> None:
    place = tmp_path / "my.index"
    shell("detect", "index", library, "--to", place, "--shards", "3")
    shutil.rmtree(place / manifests.load(place).shards[1])
    with pytest.raises(DataError, match="one of 3 shards is missing"):
        Index(place)
    ran = shell("detect", "index", "--verify", "--to", place)
    assert ran.code == 1
    assert "shard-001" in ran.err


def test_what_does_not_fit_is_refused(shell: Callable, library: Path, plain: Index, tmp_path: Path) -> None:
    place = tmp_path / "my.index"
    shell("detect", "index", library, "--to", place, "--shards", "3")
    ran = shell("detect", "index", library, "--to", place, "--shards", "4")
    assert (ran.code, "has 3 shards, not 4" in ran.err) == (2, True)
    ran = shell("detect", "index", library, "--to", plain.folder, "--shards", "4")
    assert (ran.code, "no shards" in ran.err) == (2, True)
    ran = shell("detect", "index", library, "--to", tmp_path / "new", "--shards", "999")
    assert (ran.code, "1 to 256" in ran.err) == (2, True)
    ran = shell("detect", "index", library, "--to", tmp_path / "new", "--engine", "ray")
    assert (ran.code, "--shards N" in ran.err) == (2, True)
    with pytest.raises(CommandError, match="index of shards"), Writer(place):
        pass
