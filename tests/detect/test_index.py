"""The index on disk: what comes in can be found, goes out, survives a kill, and is counted exactly."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from paraphrast.data import Document
from paraphrast.detect.index import segment
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.words import WordWriter
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.terms import fingerprints, grams, terms, winnow
from paraphrast.errors import CommandError

TEXTS = {
    "ru": "Капитан корабля приказал поднять паруса, потому что ветер наконец переменился на южный.",
    "en": "The captain of the ship ordered his men to raise the sails because the wind had changed at last.",
    "zh": "船长命令水手们升起所有的风帆，因为等待了三天的南风终于在清晨吹了起来。",
}
QUERY = {"ru": "парус", "en": "sail", "zh": "风帆"}


def documents(count: int, first: int = 0) -> list[Document]:
    return [
        Document(f"d{n}", f"{text} {n} {n * 7} {n * 13}", lang=lang)
        for n, (lang, text) in enumerate([*TEXTS.items()] * (count // 3 + 1), first)
    ][:count]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_document_is_found_by_its_words_and_its_fingerprints(tmp_path: Path, lang: str) -> None:
    with Writer(tmp_path) as writer:
        writer.add(Document(name, text, lang=name) for name, text in TEXTS.items())
    index = Index(tmp_path)
    [(score, number)] = index.by_words([QUERY[lang]])
    assert score > 0
    assert index.document(number).id == lang
    position, numbers = index.by_prints(fingerprints(TEXTS[lang], lang))
    assert len(position) > 0
    assert set(numbers.tolist()) == {number}
    assert index.get(lang).text == TEXTS[lang]


def test_replaced_deleted_and_unchanged_documents_are_counted(tmp_path: Path) -> None:
    with Writer(tmp_path) as writer:
        writer.add(documents(9))
    assert Index(tmp_path).info()["documents"] == 9
    with Writer(tmp_path) as writer:
        writer.add([*documents(8), Document("d8", "Совсем другой текст о другом деле.", lang="ru")])
        writer.delete(["d0", "d1", "nobody"])
    assert writer.summary.unchanged == 8
    assert writer.summary.replaced == 1
    assert writer.summary.deleted == 2
    index = Index(tmp_path)
    assert len(index) == 7
    assert sorted(document.id for document in index) == [f"d{n}" for n in range(2, 9)]
    assert index.get("d8").text.startswith("Совсем другой")
    with pytest.raises(CommandError, match="no document 'd0'"):
        index.get("d0")
    assert index.by_words(["совс"]) == [] or index.by_words(["друг"])
    assert not {0, 1, 8} & {number for _, number in index.by_words(["парус", "sail", "风帆"], limit=50)}


def test_a_document_that_comes_twice_before_a_commit_is_there_once(tmp_path: Path) -> None:
    with Writer(tmp_path) as writer:
        writer.add([*documents(3), Document("d0", "Тихий океан лежит на востоке.", lang="ru")])
        writer.add(documents(5, 3))
        assert writer.delete(["d4"]) == 1
    assert writer.summary.added == 7
    index = Index(tmp_path)
    assert sorted(document.id for document in index) == ["d0", "d1", "d2", "d3", "d5", "d6", "d7"]
    assert index.get("d0").text.startswith("Тихий")
    found = [index.document(number).id for _, number in index.by_words(["парус", "sail", "风帆"], limit=50)]
    assert sorted(found) == ["d1", "d2", "d3", "d5", "d6", "d7"]
    with Writer(tmp_path) as writer:
        writer.add(documents(10))
    assert (writer.summary.added, writer.summary.replaced, writer.summary.unchanged) == (3, 1, 6)


def test_compacting_drops_the_dead_and_keeps_the_living(tmp_path: Path) -> None:
    with Writer(tmp_path, every=4) as writer:
        writer.add(documents(20))
        writer.delete([f"d{n}" for n in range(0, 20, 2)])
    before = sorted(document.id for document in Index(tmp_path))
    with Writer(tmp_path) as writer:
        writer.compact()
    index = Index(tmp_path)
    assert sorted(document.id for document in index) == before
    info = index.info()
    assert (info["documents"], info["segments"], info["deleted"]) == (10, 1, 0)
    odd = index.by_prints(fingerprints(index.get("d3").text, "ru"))[1]
    assert index.document(int(odd[0])) is not None


def test_many_small_commits_do_not_pile_up_segments(tmp_path: Path) -> None:
    for n in range(30):
        with Writer(tmp_path, views=["prints"]) as writer:
            writer.add(documents(1, n))
    info = Index(tmp_path).info()
    assert info["documents"] == 30
    assert info["segments"] < 16


def test_a_segment_holds_no_more_than_a_row_can_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Writer(tmp_path / "plain") as writer:
        writer.add(documents(40))
    monkeypatch.setattr(segment, "MOST", 10)
    with Writer(tmp_path / "small", every=3) as writer:
        writer.add(documents(40))
        writer.delete(["d7"])
        writer.compact()
        writer.add(documents(40))
    small = Index(tmp_path / "small")
    assert 4 <= len(small.segments) < 8
    assert max(len(one) for one in small.segments) <= 10
    asked = fingerprints(small.get("d3").text, "ru")
    found = [
        sorted(index.document(int(number)).id for number in index.by_prints(asked)[1])
        for index in (small, Index(tmp_path / "plain"))
    ]
    assert found[0] == found[1] != []


def test_duplicates_are_recognised_but_not_lost(tmp_path: Path) -> None:
    with Writer(tmp_path) as writer:
        writer.add([Document("a", "Один и тот же текст."), Document("b", "Один  и тот же\nтекст.")])
    assert writer.summary.duplicates == 1
    info = Index(tmp_path).info()
    assert (info["documents"], info["distinct"], info["duplicates"]) == (2, 1, 1)


def test_views_are_optional_but_fixed(tmp_path: Path) -> None:
    with Writer(tmp_path, views=["prints"]) as writer:
        writer.add(documents(3))
    assert Index(tmp_path).by_words(["парус"]) == []
    with pytest.raises(CommandError, match="was built with views prints"):
        Writer(tmp_path, views=["words"])


def test_there_is_one_writer_and_readers_see_their_commit(tmp_path: Path) -> None:
    with Writer(tmp_path) as writer:
        writer.add(documents(3))
        writer.commit()
        reader = Index(tmp_path)
        with pytest.raises(CommandError, match="written by another process"):
            Writer(tmp_path)
        writer.delete(["d0"])
        writer.compact()
        assert len(reader) == 3
        assert reader.get("d0").id == "d0"
    assert len(Index(tmp_path)) == 2


def test_a_folder_that_is_no_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is not an index; build one with"):
        Index(tmp_path / "nowhere")


def build(folder: Path) -> None:
    with Writer(folder, every=25) as writer:
        writer.add(documents(100_000))


@pytest.mark.parametrize("wait", [0.05, 0.2, 0.4, 0.8])
def test_a_killed_build_loses_nothing_committed_and_goes_on(tmp_path: Path, wait: float) -> None:
    process = multiprocessing.get_context("spawn").Process(target=build, args=(tmp_path,))
    process.start()
    while not (tmp_path / "manifest.json").exists():
        time.sleep(0.02)
    time.sleep(wait)
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    index = Index(tmp_path)
    count = len(index)
    assert [document.id for document in index] == [f"d{n}" for n in range(count)]
    with Writer(tmp_path) as writer:
        writer.add(documents(count + 10))
    assert writer.summary.unchanged == count
    assert writer.summary.added == 10
    again = Index(tmp_path)
    assert len(again) == count + 10
    found = [number for _, number in again.by_words(["парус", "sail", "风帆"], limit=count + 100)]
    assert len(found) == len(set(found)) == count + 10


def test_words_that_a_killed_writer_left_behind_are_forgotten(tmp_path: Path) -> None:
    with Writer(tmp_path):
        pass
    words = WordWriter(tmp_path / "words")
    for number in range(25):
        words.add(number, "парус")
    words.commit()  # the manifest never hears of it: the process dies here
    words.close()
    del words
    with Writer(tmp_path) as writer:
        writer.add(documents(10))
    found = [number for _, number in Index(tmp_path).by_words(["парус", "sail", "风帆"], limit=100)]
    assert sorted(found) == list(range(10))


def test_the_dead_that_a_killed_writer_did_not_bury_are_buried_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Writer(tmp_path) as writer:
        writer.add(documents(10))
    with monkeypatch.context() as patched:
        # the process dies after the manifest was replaced
        patched.setattr(Writer, "_bury", lambda self: self._dead.clear())
        with Writer(tmp_path) as writer:
            writer.delete(["d3"])
    with Writer(tmp_path) as writer:
        writer.add(documents(12))
        writer.compact()  # forgets the tombstone
    found = [number for _, number in Index(tmp_path).by_words(["парус", "sail", "风帆"], limit=100)]
    assert len(found) == len(Index(tmp_path)) == 12
    assert all(Index(tmp_path).document(number) for number in found)


def test_winnowing_keeps_a_fingerprint_of_every_long_shared_run() -> None:
    table = terms("ru")
    draw = np.random.default_rng(0)
    vocabulary = [f"слово{n}" for n in range(500)]
    for _ in range(30):
        shared = list(draw.choice(vocabulary, 12))
        texts = [[*draw.choice(vocabulary, 30), *shared, *draw.choice(vocabulary, 30)] for _ in range(2)]
        runs = [grams(table.hashes(table.numbers(" ".join(text)))) for text in texts]
        chosen = [set(run[winnow(run)].tolist()) for run in runs]
        assert chosen[0] & chosen[1]


def test_a_short_text_still_has_a_fingerprint() -> None:
    assert len(fingerprints("раз два три четыре пять", "ru")) == 1
    assert len(fingerprints("раз два", "ru")) == 0


def test_what_is_newly_known_of_a_document_replaces_it(tmp_path: Path) -> None:
    plain = Document("a.txt", "Старый маяк построили рыбаки из соседней деревни.")
    known = Document(
        plain.id, plain.text, title="Маяк", meta={"author": "П. Лоцман", "marks": [["note", 1, 1]]}
    )
    counts = []
    for document in (plain, plain, known, known):
        with Writer(tmp_path / "index") as writer:
            writer.add([document])
        counts.append((writer.summary.added, writer.summary.replaced, writer.summary.unchanged))
    assert counts == [(1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 1)]
    assert Index(tmp_path / "index").get("a.txt").meta["author"] == "П. Лоцман"


def test_an_index_that_was_killed_while_it_was_made_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The manifest promises the view of words, so it comes after it."""
    monkeypatch.setattr("paraphrast.detect.index.writer.WordWriter", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Writer(tmp_path)
    assert len(Index(tmp_path)) == 0
