"""Vectors of windows in an index: made with it or later, committed in time, the same wherever they lie."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from paraphrast.data import Document
from paraphrast.detect.index import manifest as manifests
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.verify import verify
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.windows import (
    APART,
    ENOUGH,
    MOST,
    cut_documents,
    group_sentences,
    spread_windows,
)
from paraphrast.errors import CommandError
from paraphrast.models.bundled.static import Sums

TEXTS = {
    "ru": "Старый маяк построили рыбаки из соседней деревни. Каждую осень смотритель поднимался по винтовой "
    "лестнице и зажигал керосиновую лампу. Корабли видели этот свет за двадцать миль.",
    "en": "The company lost money in spring. Analysts had expected growth, as demand for steel was strong. "
    "The director resigned in June, and nobody was willing to take his place for half a year.",
    "zh": "春天来了，山上的雪慢慢融化。村里的孩子们跑到河边放风筝，老人坐在门口晒太阳，谈论今年的收成。"
    "到了傍晚，家家户户升起炊烟，狗在巷子里叫个不停。",
}
SAID = {  # the same in another language
    "ru": "The old lighthouse was built by fishermen of a nearby village. Every autumn its keeper climbed "
    "the spiral stairs and lit a kerosene lamp. Ships saw this light from twenty miles away.",
    "en": "Весной компания потеряла деньги. Аналитики ждали роста, потому что спрос на сталь был высоким. "
    "В июне директор ушёл в отставку, и полгода никто не соглашался занять его место.",
    "zh": "Spring has come, and the snow on the mountain is slowly melting. The children of the village run "
    "to the river to fly kites; old people sit in the sun at their doors and talk about this year's harvest.",
}


def library() -> list[Document]:
    return [Document(name, text, lang=name) for name, text in TEXTS.items()]


def nearest(index: Index, text: str) -> str:
    """Name the document of the window that is nearest to the first window of a text."""
    near = index.by_vectors(cut_documents([Document("query", text)])[0].codes[:1], limit=1)
    found = index.document(int(near.number[near.cosine.argmax()]))
    assert found is not None
    return found.id


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_a_window_finds_what_says_the_same_in_another_language(tmp_path: Path, lang: str) -> None:
    with Writer(tmp_path, views=["vectors"]) as writer:
        writer.add(library())
    assert nearest(Index(tmp_path), SAID[lang]) == lang


def test_vectors_added_later_are_those_that_would_have_been_made(tmp_path: Path) -> None:
    with Writer(tmp_path / "now", views=["words", "prints", "vectors"]) as writer:
        writer.add(library())
    with Writer(tmp_path / "later", every=1) as writer:
        writer.add(library())
    with pytest.raises(CommandError, match=r"without vectors.*detect index --to .* --meaning"):
        Index(tmp_path / "later").require_vectors()
    with Writer(tmp_path / "later") as writer:
        writer.add_vectors()
    queries = np.concatenate([one.codes for one in cut_documents(library())])
    one, other = (Index(tmp_path / name) for name in ("now", "later"))
    other.require_vectors()
    assert sorted(one.by_vectors(queries, limit=2).cosine) == sorted(
        other.by_vectors(queries, limit=2).cosine
    )
    assert verify(tmp_path / "later") == []


def test_vectors_of_another_kind_are_refused_and_made_anew(tmp_path: Path) -> None:
    with Writer(tmp_path, views=["vectors"]) as writer:
        writer.add(library())
    known = manifests.load(tmp_path)
    manifests.save(
        tmp_path,
        manifests.Manifest(**{**{f: getattr(known, f) for f in known.__struct_fields__}, "vectors": ""}),
    )
    with pytest.raises(CommandError, match="another version or encoder"):
        Index(tmp_path).require_vectors()
    with pytest.raises(CommandError, match="another version or encoder"), Writer(tmp_path) as writer:
        writer.add(library())
    with Writer(tmp_path) as writer:
        writer.add_vectors()
    assert nearest(Index(tmp_path), SAID["ru"]) == "ru"


def test_a_commit_comes_with_time_as_well_as_with_number(tmp_path: Path) -> None:
    with Writer(tmp_path, every=1000, seconds=0) as writer:
        writer.add(library())
        assert len(Index(tmp_path)) == 3  # before the block ends


def test_answers_do_not_depend_on_segments_deletions_and_merges(tmp_path: Path) -> None:
    others = [
        Document(f"d{n}", f"Document {n} is about boats, nets and the number {n * 7}. " * 4)
        for n in range(40)
    ]
    for name, every in (("one", 1000), ("many", 3)):
        with Writer(tmp_path / name, views=["vectors"], every=every) as writer:
            writer.add([*library(), *others, Document("gone", TEXTS["ru"], lang="ru")])
            writer.commit()
            writer.delete(["gone"])
    queries = cut_documents([Document("query", SAID["ru"])])[0].codes
    one, many = (Index(tmp_path / name).by_vectors(queries, limit=5) for name in ("one", "many"))
    assert len(Index(tmp_path / "many").segments) > len(Index(tmp_path / "one").segments)
    for columns in (one, many):
        assert Index(tmp_path / "one").document(int(columns.number[columns.cosine.argmax()])).id == "ru"
    assert sorted(zip(one.query, one.cosine, one.start, strict=True)) == sorted(
        zip(many.query, many.cosine, many.start, strict=True)
    )


def test_a_long_text_is_compared_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Writer(tmp_path, views=["vectors"]) as writer:
        writer.add(library())
    queries = np.concatenate(
        [one.codes for one in cut_documents([Document("q", text) for text in SAID.values()])]
    )
    whole = Index(tmp_path).by_vectors(queries, limit=1)
    monkeypatch.setattr("paraphrast.detect.index.nearest.QUERIES", 2)
    parts = Index(tmp_path).by_vectors(queries, limit=1)
    assert len(queries) > 4
    assert all(np.array_equal(one, other) for one, other in zip(whole, parts, strict=True))


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([50, 50], [(0, 1), (1, 2)]),  # a long sentence is a window
        ([10, 10, 10, 10, 10], [(0, 4), (1, 5), (2, 5), (3, 5)]),  # short ones come together
        ([1] * 30, [(0, MOST)] * 0),  # what says nothing is left out
        ([ENOUGH, 5], [(0, 1)]),  # what is left at the end belongs to the window before
        ([15], [(0, 1)]),
        ([], []),
    ],
)
def test_windows_are_sentences_that_say_enough_together(
    pieces: list[int], expected: list[tuple[int, int]]
) -> None:
    vectors = np.ones((len(pieces), 128), dtype=np.float32)
    found = group_sentences(Sums(vectors, np.array(pieces, dtype=np.int64)))
    assert list(zip(found.start.tolist(), found.stop.tolist(), strict=True)) == expected


def test_the_shell_builds_what_meaning_needs_and_says_so_where_it_is_missing(
    shell: Callable, tmp_path: Path
) -> None:
    for name, text in TEXTS.items():
        (tmp_path / "library").mkdir(exist_ok=True)
        (tmp_path / "library" / f"{name}.txt").write_text(text, encoding="utf-8")
    essay = tmp_path / "essay.txt"
    essay.write_text(SAID["ru"], encoding="utf-8")
    assert shell("detect", "index", tmp_path / "library", "--to", tmp_path / "index").code == 0
    refused = shell("detect", "check", essay, "--index", tmp_path / "index", "--meaning")
    assert refused.code == 2
    assert f"detect index --to {tmp_path / 'index'} --meaning" in refused.err
    assert shell("detect", "index", "--to", tmp_path / "index", "--meaning").code == 0
    ran = shell("detect", "check", essay, "--index", tmp_path / "index", "--meaning")
    assert ran.code == 0, ran.err
    assert '"translated"' in ran.out
    assert '"ru.txt"' in ran.out


def test_vectors_cannot_be_added_to_what_is_no_index(shell: Callable, tmp_path: Path) -> None:
    ran = shell("detect", "index", "--to", tmp_path / "nowhere", "--meaning")
    assert ran.code == 2
    assert "is not an index; build one with" in ran.err
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([APART] * 4, [0, 1, 2, 3]),  # prose: a window begins with every sentence
        ([APART // 2] * 8, [0, 2, 4, 6]),  # short sentences: with every second
        ([4, 60, 4, 60], [0, 2]),  # the second window begins too soon after the first
        ([], []),
    ],
)
def test_a_text_asks_with_windows_that_begin_apart(pieces: list[int], expected: list[int]) -> None:
    vectors = np.eye(max(len(pieces), 1), 8, dtype=np.float32)[: len(pieces)]
    sums = Sums(vectors, np.array(pieces, dtype=np.int64))
    every = group_sentences(sums)
    found = spread_windows(every, sums.pieces)
    assert found.start.tolist() == expected
    assert set(found.start.tolist()) <= set(every.start.tolist())
    assert len(found.codes) == len(found.stop) == len(expected)
