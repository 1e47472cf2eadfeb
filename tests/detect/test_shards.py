"""The same documents give the same answer, however they were written: at once, in parts, or among others."""

from pathlib import Path

import numpy as np
import pytest

from paraphrast.data import Document
from paraphrast.detect.candidates.methods import name_candidates
from paraphrast.detect.check import check
from paraphrast.detect.index.reader import Index
from paraphrast.detect.index.shards import Change, change_shards, count_distinct
from paraphrast.detect.index.views import ready
from paraphrast.detect.index.writer import Writer
from paraphrast.detect.meaning.models import load_meaning
from paraphrast.detect.reading import read
from paraphrast.text import Lang

LANGS: list[Lang] = ["ru", "en", "zh"]
WORDS: dict[Lang, str] = {
    "ru": "маяк рыбак лестница корабль осень смотритель деревня лампа берег парус ветер сети шторм "
    "якорь гавань",
    "en": "lighthouse fisherman stairs ship autumn keeper village lamp shore sail wind nets storm "
    "anchor harbour",
    "zh": "灯塔 渔民 楼梯 轮船 秋天 看守 村庄 煤油 海岸 风帆 大风 渔网 暴雨 铁锚 港口",
}
STORY: dict[Lang, str] = {
    "ru": "Старый смотритель каждый вечер зажигал лампу для рыбаков на берегу. Осенью к нему приезжал "
    "внук из города. "
    "Они вместе чинили сети и слушали, как шумит море.",
    "en": "Every evening the old keeper lit a lamp for the fishermen ashore. In autumn his grandson "
    "came from the city. "
    "Together they mended the nets and listened to the noise of the sea.",
    "zh": "守塔的老人每天晚上都为海边的渔民点亮一盏灯。到了秋天，他的孙子从城里来看他。他们一起修补渔网"
    "，听大海的声音。",
}
TOLD = {
    "ru": STORY["en"],
    "en": STORY["ru"],
    "zh": "The old man of the lighthouse lit a lamp for the fishermen at the sea every night. In "
    "autumn his grandson came from "
    "the city to see him. They mended nets together and listened to the sound of the sea.",
}


def library(lang: Lang) -> list[Document]:
    """Make documents of the same few words, many of which tie, and one that has the story."""
    draw = np.random.default_rng(3)
    words = WORDS[lang].split()
    stop, gap = ("。", "") if lang == "zh" else (". ", " ")
    made = [
        stop.join(gap.join(draw.choice(words, 6)).capitalize() for _ in range(5)) + stop.strip()
        for _ in range(60)
    ]
    made[20] = f"{made[20]}\n{STORY[lang]}"
    twice = [Document(f"{n}-again", made[n], lang=lang) for n in (3, 7, 20)]
    return [*(Document(f"d{n:02}", text, lang=lang) for n, text in enumerate(made)), *twice]


def write(folder: Path, documents: list[Document], *, every: int = 1000, gone: int = 0) -> Index:
    """Write documents in commits of `every`, with others between them that are deleted afterwards."""
    others = [Document(f"gone{n}", one.text + " ", lang=one.lang) for n, one in enumerate(documents[:gone])]
    with Writer(folder, views=["words", "prints", "vectors"], every=every) as writer:
        writer.add(others)
        writer.add(documents)
        writer.commit()
        writer.delete([one.id for one in others])
    return Index(folder)


def shard(folder: Path, documents: list[Document], count: int, *, gone: int = 0) -> Index:
    """Write documents into shards; with others, some in their place, that another change takes away again."""
    change = Change(count, views=("words", "prints", "vectors"), every=9)
    if gone:
        others = [
            Document(f"gone{n}", one.text + " ", lang=one.lang) for n, one in enumerate(documents[:gone])
        ]
        old = [Document(one.id, one.text + STORY["en"], lang=one.lang) for one in documents[:gone]]
        change_shards(folder, [*others, *old], [], change)
        change_shards(folder, documents, [one.id for one in others], change)
    else:
        change_shards(folder, documents, [], change)
    return Index(folder)


@pytest.mark.parametrize("lang", LANGS)
def test_answers_depend_on_the_documents_alone(lang: Lang, tmp_path: Path) -> None:
    documents = library(lang)
    indexes = {
        "one": write(tmp_path / "one", documents),
        "parts": write(tmp_path / "parts", documents, every=9),
        "deleted": write(tmp_path / "deleted", documents, every=9, gone=40),
        "backwards": write(tmp_path / "backwards", documents[::-1], every=25),
    }
    write(tmp_path / "compact", documents, every=9, gone=40)
    with Writer(tmp_path / "compact") as writer:
        writer.compact()
    indexes["compact"] = Index(tmp_path / "compact")
    for count in (1, 3, 8):
        indexes[f"{count} shards"] = shard(tmp_path / f"shards{count}", documents, count)
    indexes["shards changed"] = shard(tmp_path / "changed", documents, 3, gone=40)
    assert len({len(index.segments) for index in indexes.values()}) > 1
    copied = Document("essay", f"{documents[7].text[:60]}\n{documents[3].text}", lang=lang)
    told = Document("told", TOLD[lang])
    answers = {
        name: (
            check(copied, index),
            check(told, index, meaning=load_meaning()),
            named(copied, index),
        )
        for name, index in indexes.items()
    }
    first = answers["one"]
    assert first[0].matches
    assert [match.source.doc for match in first[1].matches] == ["20-again"]  # the first name of the two
    assert all(answer == first for answer in answers.values())


def named(document: Document, index: Index) -> list[tuple[int, str, float, bool]]:
    """List what each place of a text names, by id."""
    columns = name_candidates(read(document), index)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return sorted(
        (place, index.document(number).id, round(vote, 9), sure) for place, number, vote, sure in rows
    )


@pytest.mark.parametrize("lang", LANGS)
def test_a_document_is_kept_alike_whatever_is_read_with_it(lang: Lang) -> None:
    draw, letters = np.random.default_rng(4), [*f"{STORY[lang]}{WORDS[lang]}"]
    # short stretches between marks: where one could reach over to the next, it would
    texts = [
        "".join("".join(draw.choice(letters, 5)) + draw.choice([*"。，,. 7A\n"]) for _ in range(12))
        for _ in range(300)
    ]
    documents = [Document(f"d{n}", text, lang=lang) for n, text in enumerate(texts)]
    together = ready(documents, views=("words", "prints"))
    alone = [one for document in documents for one in ready([document], views=("words", "prints"))]
    assert len({one.body for one in alone}) == len(alone)
    assert [one.body for one in together] == [one.body for one in alone]
    assert [one.prints.tolist() for one in together] == [one.prints.tolist() for one in alone]


def test_a_stem_is_as_rare_as_the_living_documents_say(tmp_path: Path) -> None:
    documents = library("en")
    plain = write(tmp_path / "plain", documents)
    deleted = write(tmp_path / "deleted", documents, gone=40)
    assert plain.words is not None
    assert deleted.words is not None
    for stem in ("ship", "keeper", "grandson", "nowhere"):
        assert plain.words.frequency(stem) == deleted.words.frequency(stem)
        assert plain.words.weight(stem) == deleted.words.weight(stem)
    assert plain.words.frequency("grandson") == 2  # the document, and the other of the same text


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_texts_are_counted_a_few_at_a_time_with_one_result(tmp_path: Path, most: int) -> None:
    documents = [one for lang in LANGS for one in library(lang)]
    documents = [Document(f"{one.lang}-{one.id}", one.text, lang=one.lang) for one in documents]
    index = shard(tmp_path / "shards", documents, 3, gone=5)
    assert count_distinct(index.shards, most=most) == len({one.text for one in documents}) < len(documents)
