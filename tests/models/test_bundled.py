"""The models in the box: what they must say of plain cases in ru, en and zh, and what they must never do."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paraphrast import models
from paraphrast.data import Pair
from paraphrast.errors import CommandError
from paraphrast.models.bundled import box
from paraphrast.models.bundled.batches import batches, padded
from paraphrast.models.conventions import CONVENTIONS, Convention
from paraphrast.models.quantised import WIDTH, dequantise, quantise

SAME = [
    ("ru", "Вчера он купил новую машину.", "Он вчера приобрёл новый автомобиль."),
    ("en", "The cat was sitting on the mat.", "The cat sat on the mat."),
    ("zh", "我昨天买了一本书。", "昨天我买了本书。"),
]
OTHER = [
    ("ru", "Иван пригласил Марию в театр.", "Завтра обещают сильный дождь."),
    ("en", "John gave Mary a book.", "Mary gave John a book."),
    ("zh", "小明比小红高。", "小红比小明高。"),
]
TOWNS = ("zh", "北京的人口比上海多。", "上海的人口比北京多。")  # the card says so


@pytest.mark.parametrize(("lang", "a", "b"), SAME)
def test_the_same_said_in_other_words_is_a_paraphrase(lang: str, a: str, b: str) -> None:
    assert models.pair()([Pair(a, b)])[0] > 0.5


@pytest.mark.parametrize(
    ("lang", "a", "b"),
    [*OTHER, pytest.param(*TOWNS, marks=pytest.mark.xfail(reason="taken for the same", strict=True))],
)
def test_something_else_is_not(lang: str, a: str, b: str) -> None:
    assert models.pair()([Pair(a, b)])[0] < 0.5


def test_one_model_may_have_a_wider_table_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.linspace(-1, 1, 3 * 768, dtype=np.float32).reshape(3, 768)
    np.save(tmp_path / "wide.npy", quantise(rows))
    shipped = box.file
    monkeypatch.setattr(box, "file", lambda name: tmp_path / name if name == "wide.npy" else shipped(name))
    ids = np.array([[0, 2, 1]])
    assert box.vectors(ids, "wide.npy").shape == (1, 3, 768)
    assert box.vectors(ids).shape == (1, 3, WIDTH)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_order_of_the_two_texts_never_matters(convention: Convention) -> None:
    pairs = [Pair(a, b) for _, a, b in SAME + OTHER]
    turned = [Pair(pair.b, pair.a) for pair in pairs]
    score = models.pair(convention=convention)
    assert score(pairs) == score(turned)


@pytest.mark.parametrize(
    ("toxic", "text"),
    [
        (False, "ты лжец"), (False, "он плохой человек"),
        (True, "какой же ты идиот"), (True, "cyкa ты"), (True, "х*й тебе"),
        (False, "he is a thief"), (False, "you are a good listener"),
        pytest.param(
            *(True, "Ты дурак, иди домой к маме"),
            marks=pytest.mark.xfail(reason="caught with a full stop", strict=True),
        ),
        (True, "you fucking moron"), (True, "f*ck you"), (True, "you are a loser"), (True, "ну ты глупый"),
        (False, "他是个骗子"), (False, "今天天气很好"), (True, "你这个傻逼"),
    ],
)  # fmt: skip
def test_open_offence_is_toxic_and_criticism_is_not(toxic: bool, text: str) -> None:
    assert (models.toxicity()([text])[0] > 0.5) == toxic


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("Он пошёл в магазин за хлебом.", "Он пошёл магазин в хлебом за."),
        ("He went to the shop to buy bread.", "He to shop went the bread buy to."),
        ("他去商店买面包。", "他商店去面包买的了。"),
    ],
)
def test_a_broken_sentence_is_less_fluent_and_more_surprising(good: str, bad: str) -> None:
    fluent = models.fluency()([good, bad])
    nats = models.language_model()([good, bad])
    assert fluent[0] > 0.5 > fluent[1]
    assert nats[0] < nats[1]


def test_translations_are_nearer_than_other_sentences() -> None:
    encode = models.encoder()
    texts = ["Он пошёл в магазин", "He went to the shop", "他去了商店", "Погода завтра будет хорошей"]
    vectors = encode(texts)
    assert vectors.shape == (4, encode.dim)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    cosine = vectors @ vectors.T
    assert cosine[0, 1:3].min() > cosine[:3, 3].max() + 0.1


def test_a_text_gets_the_same_vector_alone_and_in_company() -> None:
    encode = models.encoder()
    texts = ["мир", "a much longer sentence that changes the padding of the batch", "世界和平", ""]
    alone = np.concatenate([encode([text]) for text in texts])
    # int8 activations are scaled for the whole batch, so neighbours leave a small trace
    assert (alone * encode(texts)).sum(axis=1) == pytest.approx(1, abs=0.01)


def test_pieces_point_at_the_text() -> None:
    for text in ("Он пошёл домой", "I love 北京", "我爱NLP"):
        pieces = models.encoder().tokens([text])[0]
        assert len(pieces.vectors) == len(pieces.offsets)
        assert all(0 <= start <= stop <= len(text) for start, stop in pieces.offsets)
        assert "".join(text[start:stop] for start, stop in pieces.offsets).replace(" ", "") == text.replace(
            " ", ""
        )


def test_long_text_is_read_window_by_window() -> None:
    encode = models.encoder()
    long = " ".join(["Сегодня в городе открылась выставка картин."] * 80)
    pieces = encode.tokens([long])[0]
    assert len(pieces.offsets) > 600
    assert pieces.offsets[-1][1] == len(long)
    assert float(encode([long])[0] @ encode(["Сегодня в городе открылась выставка картин."])[0]) > 0.8


def test_nothing_in_nothing_out() -> None:
    assert (
        models.pair()([])
        == models.toxicity()([])
        == models.fluency()([])
        == models.language_model()([])
        == []
    )
    assert models.encoder()([]).shape == (0, 384)
    assert models.fluency()(["", "  "]) == [0.0, 0.0]


@settings(max_examples=15)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_any_text_gets_a_number_from_0_to_1(texts: list[str]) -> None:
    texts = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
    for judge in (models.toxicity(), models.fluency()):
        assert all(0 <= value <= 1 for value in judge(texts))
    assert all(0 <= value <= 1 for value in models.pair()([Pair(text, texts[0]) for text in texts]))


def test_batches_take_every_text_once() -> None:
    lengths = [5, 300, 2, 2, 7, 1000]
    cut = [batch.tolist() for batch in batches(lengths, tokens=32)]
    assert sorted(number for batch in cut for number in batch) == list(range(6))
    ids, mask = padded([[0, 2], [0, 5, 2]])
    assert ids.shape == mask.shape == (2, 3)


def test_a_wrong_setting_is_refused() -> None:
    with pytest.raises(CommandError, match="no convention 'broad'; there are loose, strict, usual"):
        models.pair(convention="broad")  # type: ignore[arg-type]


def test_static_vectors_bring_translations_together_too() -> None:
    encode = models.static_encoder()
    texts = ["Он пошёл в магазин", "He went to the shop", "他去了商店", "Погода завтра будет хорошей"]
    vectors = encode(texts)
    assert vectors.shape == (4, encode.dim)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    cosine = vectors @ vectors.T
    assert cosine[0, 1:3].min() > 0.6 > 0.2 > cosine[:3, 3].max()


def test_static_vectors_are_sums_that_neighbours_share() -> None:
    encode = models.static_encoder()
    whole = encode.sums(["The tide was low. Boats lay on the sand."])
    parts = encode.sums(["The tide was low.", "Boats lay on the sand."])
    assert whole.pieces[0] == parts.pieces.sum()
    assert whole.vectors[0] == pytest.approx(parts.vectors.sum(axis=0), abs=1e-4)
    one, other = encode(["boats lay on sand", "sand on boats lay"])
    assert one @ other > 0.9  # order says nothing


@pytest.mark.parametrize("texts", [[], [""], ["", "Маяк.", ""]])
def test_static_vectors_of_nothing_are_zeros(texts: list[str]) -> None:
    vectors = models.static_encoder()(texts)
    assert vectors.shape == (len(texts), 128)
    assert [bool(row.any()) for row in vectors] == [bool(text) for text in texts]


@given(st.lists(st.floats(-3, 3, width=32), min_size=64, max_size=64))
@settings(max_examples=50, deadline=None)
def test_four_bits_keep_numbers_to_an_eighth_of_the_greatest(numbers: list[float]) -> None:
    row = np.array([numbers], dtype=np.float32)
    back = dequantise(quantise(row), 64)
    for part in (slice(0, 32), slice(32, 64)):
        top = np.abs(row[0, part]).max()
        assert np.abs(back - row)[0, part].max() <= top / 8 + 1e-3
