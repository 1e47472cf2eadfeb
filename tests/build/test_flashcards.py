"""The flashcards recipe: decks as people have them, clusters, candidates; in three languages."""

import sqlite3
import zipfile
from pathlib import Path

import numpy as np
import pytest
import zstandard

from paraphrast.build.flashcards import cards, recipe
from paraphrast.build.flashcards.terms import terms
from paraphrast.build.flashcards.vectors import word2vec
from paraphrast.build.pipeline import Pipeline
from paraphrast.data import Document, Pair
from paraphrast.errors import DataError
from paraphrast.text import Lang

DECKS: dict[Lang, dict[str, list[str]]] = {
    "en": {
        "stack": [
            "a list where the last item added is removed first",
            "a list in which the last item added is taken first",
            "memory that holds local variables of calls",
            "memory which stores the local variables of calls",
            "a pile of plates",
            "<img src=x.png>",
            "коробка для вещей и книг",
            "a pile of plates!",
        ],
        "queue": ["people in a line"],
    },
    "ru": {
        "стек": [
            "список, из которого первым берут последний элемент",
            "список, где последний элемент берут первым",
            "память для локальных переменных функции",
            "память, где лежат локальные переменные функции",
            "стопка тарелок",
            "стопка   тарелок",
        ],
    },
    "zh": {
        "栈": [
            "后进先出的线性表",
            "一种后进先出的线性表结构",
            "保存函数局部变量的内存",
            "用来存放函数局部变量的内存",
            "一叠盘子",
            "一叠盘子。",
        ],
    },
}


def deck(lang: Lang, folder: Path) -> Path:
    path = folder / f"{lang}.tsv"
    rows = [f"{term}\t{text}\n" for term, texts in DECKS[lang].items() for text in texts]
    path.write_text("".join(rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_definitions_of_one_aspect_become_candidates(lang: Lang, tmp_path: Path) -> None:
    path = deck(lang, tmp_path)
    steps = recipe(lang, definitions=4, share=2.0)
    made = Pipeline(steps, tmp_path / "work").run(lambda: cards(path, lang), key="1")
    texts = next(iter(DECKS[lang].values()))
    found = {frozenset((pair.a, pair.b)) for pair in made.pairs()}
    assert frozenset(texts[:2]) in found or frozenset(texts[2:4]) in found
    assert all(pair.group for pair in made.pairs())
    reasons = {drop.reason for drop in made.drops()}
    assert "same-definition" in reasons
    if lang == "en":
        assert {"not-plain-text", "language-ru", "few-definitions"} <= reasons


def test_fronts_that_are_no_terms_are_dropped(tmp_path: Path) -> None:
    path = deck("en", tmp_path)
    steps = recipe("en", terms=["Queues"], definitions=1)
    made = Pipeline(steps, tmp_path / "work").run(lambda: cards(path, "en"), key="1", until="term")
    assert {pair.a for pair in made.pairs()} == {"queue"}


def anki(path: Path, name: str, notes: list[str]) -> Path:
    base = path.parent / "base"
    connection = sqlite3.connect(base)
    connection.execute("create table notes (id integer primary key, flds text)")
    connection.executemany("insert into notes (flds) values (?)", [(note,) for note in notes])
    connection.commit()
    connection.close()
    content = base.read_bytes()
    packed = zstandard.ZstdCompressor().compress(content) if name.endswith("b") else content
    with zipfile.ZipFile(path, "w") as package:
        package.writestr(name, packed)
    base.unlink()
    return path


@pytest.mark.parametrize("name", ["collection.anki2", "collection.anki21", "collection.anki21b"])
@pytest.mark.parametrize("ending", ["apkg", "colpkg"])
def test_anki_packages_old_and_new_are_read(name: str, ending: str, tmp_path: Path) -> None:
    notes = ["<b>Стек</b>\x1fсписок&nbsp;{{c1::LIFO}}<br>[sound:a.mp3]\x1fпримечание", "栈\x1f后进先出"]
    found = list(cards(anki(tmp_path / f"deck.{ending}", name, notes), None))
    assert [(card.a, card.b) for card in found] == [("Стек", "список LIFO"), ("栈", "后进先出")]


@pytest.mark.parametrize(
    ("name", "content", "card"),
    [
        ("deck.csv", 'Term,Definition\nstack,"last in, first out"\n', ("stack", "last in, first out")),
        ("deck.csv", 'стек;"список; LIFO"\n', ("стек", "список; LIFO")),
        ("deck.txt", '栈\t后进先出的"表"\n', ("栈", '后进先出的"表"')),
    ],
)
def test_tables_with_a_header_and_without(
    name: str, content: str, card: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert [(found.a, found.b) for found in cards(tmp_path / name)] == [card]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("deck.tsv", b"stack\n", "line 1: a card needs a term and a definition"),
        ("deck.apkg", b"no zip", "not an Anki package"),
    ],
)
def test_a_broken_deck_is_named(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message):
        list(cards(tmp_path / name))


def test_an_empty_package_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "deck.apkg", "w") as package:
        package.writestr("media", "{}")
    with pytest.raises(DataError, match="no collection inside"):
        list(cards(tmp_path / "deck.apkg"))


@pytest.mark.parametrize(
    ("lang", "text", "term"),
    [
        ("en", "We train a neural network.", "neural network"),
        ("ru", "Мы обучаем нейронную сеть.", "нейронный сеть"),
        ("zh", "我们训练神经网络。", "神经网络"),
    ],
)
def test_terms_are_phrases_of_many_documents(lang: Lang, text: str, term: str) -> None:
    documents = [Document(str(number), text) for number in range(4)] + [Document("x", "…")]
    assert (term, 4) in list(terms(documents, lang, over=3))
    assert list(terms(documents, lang, over=4)) == []


def test_words_of_like_contexts_get_like_vectors() -> None:
    rng = np.random.default_rng(0)
    frames = [["drink", "{}", "cup"], ["drive", "{}", "road"]]
    fillers = [["tea", "milk"], ["car", "bus"]]
    texts = []
    for _ in range(400):
        kind = int(rng.integers(2))
        word = fillers[kind][int(rng.integers(2))]
        texts.append([word if slot == "{}" else slot for slot in frames[kind]])
    vectors = word2vec(texts, size=20, epochs=20, common=1.0)
    unit = {word: vector / np.linalg.norm(vector) for word, vector in vectors.items()}
    assert unit["tea"] @ unit["milk"] > unit["tea"] @ unit["car"] + 0.3
    assert word2vec(texts, size=20, epochs=1)["tea"] == pytest.approx(
        word2vec(texts, size=20, epochs=1)["tea"]
    )


def test_one_card_alone_is_no_pair(tmp_path: Path) -> None:
    steps = recipe("en", definitions=1)
    made = Pipeline(steps, tmp_path / "work").run(lambda: [Pair("a", "one thing only", group="a")], key="1")
    assert list(made.pairs()) == []
    assert [drop.reason for drop in made.drops()] == ["singleton"]
