"""An index of shards at an address: the same answers, one state at a time, and nothing that was damaged."""

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from detect.handed_in import CASES
from paraphrast.data import Document
from paraphrast.detect.check import check
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index import published, shards
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.many import ask, check_many
from paraphrast.errors import CommandError, DataError, MissingExtra
from paraphrast.text import LANGS

ADDRESSED = pytest.mark.skipif(not find_spec("fsspec"), reason="fsspec is not installed")
SOURCES = [source for lang in LANGS for source in CASES[lang].sources]
ESSAYS = [CASES[lang].essay for lang in LANGS]


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "paraphrast" / "indexes"


@pytest.fixture
def built(tmp_path: Path, cached: Path) -> Path:
    shards.change_shards(tmp_path / "built", SOURCES, [], shards.Change(3))
    return tmp_path / "built"


@pytest.fixture(params=["memory", "file"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "file":
        yield f"file://{tmp_path}/shared/my.index"
        return
    yield "memory://library/my.index"
    import fsspec

    fsspec.filesystem("memory").store.clear()


def answers(index: Index) -> list[object]:
    found = [check(essay, index) for essay in ESSAYS]
    assert all(one.borrowed > 0 for one in found)
    return found


@ADDRESSED
def test_an_index_at_an_address_answers_as_it_does_in_its_folder(
    built: Path, address: str, cached: Path
) -> None:
    assert published.publish(built, address) == 3
    assert published.publish(built, address) == 0
    index = Index(address)
    assert answers(index) == answers(Index(built))
    assert index.info() == {**Index(built).info(), "path": address}
    assert len(list((cached / "shards").iterdir())) == 3
    assert not list(cached.rglob("*.new"))


@ADDRESSED
def test_what_is_here_is_not_copied_again(
    built: Path, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    published.publish(built, address)
    before = Index(address)
    expected = answers(before)
    more = Document("more", "Другой текст о другом море.")
    shards.change_shards(built, [more], [SOURCES[0].id], shards.Change(3))
    assert Index(address).state() == before.state()  # until it is published
    published.publish(built, address)
    copied: list[str] = []
    kind = type(published._connect(address)[0])
    real = kind.get_file
    monkeypatch.setattr(
        kind, "get_file", lambda *given, **how: (copied.append(given[1]), real(*given, **how))[1]
    )
    after = Index(address)
    assert {one.id for one in after} == {"more", *(one.id for one in SOURCES[1:])}
    assert copied
    copied.clear()
    assert Index(address).state() == after.state()
    assert not copied
    assert answers(before) == expected  # who had opened it goes on


@ADDRESSED
def test_a_state_that_goes_while_it_is_fetched_is_not_mixed_with_the_next(
    built: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    published.publish(built, address)
    real, seen = published._fetch_shard, []

    def change_first(*given: object) -> Path:
        if not seen:
            seen.append(given)
            for name in ("one", "two"):  # two changes: the shards of the first state go
                change = [Document(name, f"{SOURCES[0].text} {name}")]
                shards.change_shards(built, change, [], shards.Change(3))
                published.publish(built, address)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(published, "_fetch_shard", change_first)
    assert {one.id for one in Index(address)} == {"one", "two", *(one.id for one in SOURCES)}


@ADDRESSED
@pytest.mark.parametrize("part", ["store.bin", published.FILES])
def test_what_was_damaged_on_its_way_is_refused(built: Path, tmp_path: Path, part: str) -> None:
    there = tmp_path / "shared"
    published.publish(built, f"file://{there}")
    path = next(there.rglob(part))
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(DataError, match="not what was written"):
        Index(f"file://{there}")
    path.unlink()
    with pytest.raises(DataError, match="one of 3 shards is missing"):
        Index(f"file://{there}")


@ADDRESSED
def test_workers_open_the_address_and_the_state_that_was_asked(built: Path, tmp_path: Path) -> None:
    address = f"file://{tmp_path}/shared"
    published.publish(built, address)
    question = ask(address)
    assert list(check_many(ESSAYS, question, folder=tmp_path / "plan", workers=2)) == answers(Index(built))
    shards.change_shards(built, [], [SOURCES[0].id], shards.Change(3))
    published.publish(built, address)
    with pytest.raises(CommandError, match="was changed after this run began"):
        list(check_many(ESSAYS[:1], question, folder=tmp_path / "other"))


@ADDRESSED
def test_only_a_later_state_of_shards_is_published(tmp_path: Path, built: Path, address: str) -> None:
    old = shutil.copytree(built, tmp_path / "old")
    shards.change_shards(built, [], [SOURCES[0].id], shards.Change(3))
    published.publish(built, address)
    with pytest.raises(CommandError, match=r"has change 2 of an index, and .* is at 1"):
        published.publish(old, address)
    with Writer(tmp_path / "plain") as writer:
        writer.add(SOURCES)
    with pytest.raises(CommandError, match="--shards N"):
        published.publish(tmp_path / "plain", address)


@ADDRESSED
def test_shards_that_no_state_needs_go_after_a_day(
    built: Path, address: str, cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published.publish(built, address)
    Index(address)
    shards.change_shards(built, [], [one.id for one in SOURCES[:4]], shards.Change(3))
    published.publish(built, address)
    Index(address)
    kept = len(list((cached / "shards").iterdir()))
    monkeypatch.setattr(published, "DAY", -1)
    shards.change_shards(built, [Document("more", SOURCES[0].text)], [], shards.Change(3))
    published.publish(built, address)
    assert "more" in {one.id for one in Index(address)}
    assert len(list((cached / "shards").iterdir())) == 3 < kept
    assert len(list((cached / "indexes").glob("*/*"))) == 1


@ADDRESSED
def test_from_the_shell(shell: Callable, built: Path, tmp_path: Path) -> None:
    library, address = tmp_path / "library.jsonl", f"file://{tmp_path}/shared"
    library.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in SOURCES))
    place = tmp_path / "my.index"
    ran = shell("detect", "index", library, "--to", place, "--shards", "2", "--publish", address)
    assert (ran.code, "2 parts were not there yet" in ran.err) == (0, True)
    (tmp_path / "essays").mkdir()
    for essay in ESSAYS:
        (tmp_path / "essays" / f"{essay.id}.txt").write_text(essay.text, encoding="utf-8")
    for index in (place, address):
        out = tmp_path / f"{'there' if index == address else 'here'}.jsonl"
        ran = shell("detect", "retrieve", tmp_path / "essays", "--index", index, "-o", out, "--workers", "2")
        assert ran.code == 0, ran.err
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes() != b""
    assert shell("detect", "index", "--verify", "--to", address).code == 0
    assert '"shards": 2' in shell("detect", "index", "--info", "--to", address).out
    essay = next((tmp_path / "essays").iterdir())
    assert shell("detect", "check", essay, "--index", address).code == 0


@ADDRESSED
def test_bad_addresses_are_named(shell: Callable, built: Path, tmp_path: Path) -> None:
    library = tmp_path / "library.txt"
    library.write_text(SOURCES[0].text, encoding="utf-8")
    for index, words in [
        (f"file://{tmp_path}/nothing", "is not an index"),
        ("nowhere://library", "cannot be read"),
    ]:
        ran = shell("detect", "check", library, "--index", index)
        assert (ran.code, words in ran.err, len(ran.err.splitlines())) == (2, True, 1), ran.err
    ran = shell("detect", "index", library, "--to", f"file://{tmp_path}/x", "--shards", "2")
    assert (ran.code, "--publish" in ran.err) == (2, True)
    ran = shell("detect", "index", "--to", tmp_path / "none", "--publish", f"file://{tmp_path}/x")
    assert (ran.code, "is not an index" in ran.err) == (2, True)


def test_without_fsspec_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with pytest.raises(MissingExtra, match=r"paraphrast\[cluster\]"):
        Index("s3://library/my.index")


def test_two_commands_cannot_both_make_the_next_state(built: Path) -> None:
    old = manifests.known(built)
    assert old is not None
    fresh = msgspec.structs.replace(old, serial=old.serial + 1)
    manifests.commit(built, fresh)
    with pytest.raises(CommandError, match="changed by another command"):
        manifests.commit(built, fresh)
    assert manifests.load(built) == fresh


def test_a_commit_that_was_killed_half_way_is_ended_by_the_next(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = manifests.save

    def killed(folder: Path, manifest: manifests.Manifest) -> None:
        assert not manifest.shards, "the power is gone"
        real(folder, manifest)

    with monkeypatch.context() as patch:
        patch.setattr(manifests, "save", killed)
        with pytest.raises(AssertionError, match="the power"):
            shards.change_shards(built, [], [SOURCES[0].id], shards.Change(3))
    assert len(Index(built)) == len(SOURCES)
    shards.change_shards(built, [], [SOURCES[1].id], shards.Change(3))
    assert {one.id for one in Index(built)} == {one.id for one in SOURCES[2:]}


def test_a_shard_is_built_away_from_its_place_and_leaves_no_lock_there(built: Path, cached: Path) -> None:
    assert not [path for path in built.rglob("*") if path.name == "lock" or path.suffix == ".lock"]
    assert not list((cached / "building").glob("*/*"))
