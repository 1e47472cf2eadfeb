"""Training: filters, curriculum, three kinds of models learning a tiny task, and runs that go on."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import numpy as np

from paraphrast.data import Pair, write
from paraphrast.errors import CommandError, DataError
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.entities import vocabulary
from paraphrast.rewrite.training import loop as loops
from paraphrast.rewrite.training.curriculum import Row, is_stage_over, part_by_score
from paraphrast.rewrite.training.filters import Judges, filter_pairs, list_targets
from paraphrast.rewrite.training.run import train
from paraphrast.rewrite.training.settings import Fresh, Settings, read_settings
from rewrite import tiny

PAIRS = [
    Pair("ты дурак", "ты человек"), Pair("вы дурак !", "вы человек !"), Pair("плохой поезд", "хороший поезд"),
    Pair("you fool", "you man"), Pair("he is bad", "he is good"), Pair("the bad train", "the good train"),
    Pair("你 坏", "你 好"), Pair("他 坏 人", "他 好 人"), Pair("坏 车", "好 车"),
]  # fmt: skip
RUDE = ("дурак", "плохой", "fool", "bad", "坏")


def judge(texts):
    return [float(any(word in text.lower() for word in RUDE)) for text in texts]


def told(tmp_path: Path, kind: str, base: str, **more) -> Settings:
    place = getattr(tiny, base)(tmp_path / base)
    settings = {"epochs": 60, "patience": 60, "batch": 4, "limit": 16, "rate": 0.02, **more}
    return Settings(kind, str(place), "ru", ("train",), "dev", str(tmp_path / "out"), clean=False, **settings)


CORPORA = {"train": PAIRS * 3, "dev": PAIRS}


@pytest.mark.parametrize(
    ("kind", "base", "more"),
    [
        ("seq2seq", "seq2seq", {}),
        ("causal", "causal", {}),
        ("prompt", "causal", {"prompt": (4, 2), "epochs": 20, "rate": 0.1}),
    ],
)
def test_each_kind_learns_and_its_folder_rewrites(tmp_path, kind, base, more):
    card = train(told(tmp_path, kind, base, **more), CORPORA)
    assert card.history[0]["train"] > card.history[-1]["train"]
    assert card.train[0].pairs == len(PAIRS) * 3
    found = rewriter(kind, "ru", toxicity=judge, model=str(tmp_path / "out"), n=1).records(
        ["ты дурак", "поезд"]
    )
    assert found[1].meta["flags"] == ["fine"]
    if kind != "prompt":  # a few embeddings cannot make a random frozen model speak
        assert card.scores["accuracy"] > 0.9
        assert found[0].b == "ты человек"
    assert not (tmp_path / "out" / loops.CHECKPOINT).exists()


def test_a_prompt_leaves_the_base_alone(tmp_path):
    settings = told(tmp_path, "prompt", "causal", epochs=1)
    before = (tmp_path / "causal" / "model.safetensors").read_bytes()
    card = train(settings, CORPORA)
    assert card.parameters == (100 + 20) * 32
    assert (tmp_path / "causal" / "model.safetensors").read_bytes() == before
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"prompt.safetensors", "rewriter.json"}


def test_a_run_that_was_stopped_ends_with_the_same_weights(tmp_path, monkeypatch):
    whole = told(tmp_path / "a", "seq2seq", "seq2seq", epochs=4)
    train(whole, CORPORA)
    parts = told(tmp_path / "b", "seq2seq", "seq2seq", epochs=4)
    remember = loops.Loop.remember

    def stops(self, path, mark):
        remember(self, path, mark)
        if len(self.rows) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(loops.Loop, "remember", stops)
    with pytest.raises(KeyboardInterrupt):
        train(parts, CORPORA)
    monkeypatch.setattr(loops.Loop, "remember", remember)
    train(parts, CORPORA)
    assert weights(whole) == weights(parts)
    with pytest.raises(CommandError, match="trained otherwise"):
        train(parts, {**CORPORA, "train": PAIRS})
    assert train(parts, CORPORA).history


def weights(settings):
    return (Path(settings.out) / "model.safetensors").read_bytes()


def test_three_stages_from_easy_to_hard_by_score(tmp_path):
    settings = told(tmp_path, "seq2seq", "seq2seq", epochs=6, patience=1, best_by="any")
    import msgspec

    from paraphrast.rewrite.training.settings import Curriculum

    settings = msgspec.structs.replace(settings, curriculum=Curriculum(gate=0.2))
    card = train(settings, CORPORA, score=lambda pairs: [len(pair.b) / 20 for pair in pairs])
    stages = [row["stage"] for row in card.history]
    assert sorted(stages) == stages
    assert set(stages) == {0, 1, 2}


def fresh(tmp_path: Path) -> tuple[Settings, dict[str, list[Pair]]]:
    """Settings and pairs for a model that begins with nothing."""
    pairs = [
        Pair(f"他{day}日读了《{name}》。", f"《{name}》是他{day}日读的。") for day, name in
        [("5月3", "家"), ("6月1", "春"), ("7月9", "秋"), ("8月2", "雾")]
    ]  # fmt: skip
    texts = [text for pair in pairs for text in (pair.a, pair.b)]
    vocabulary.write_vocabulary(
        tmp_path / "words.tsv", vocabulary.choose_frequent(vocabulary.count_words(texts, "zh"))
    )
    settings = Settings(
        "seq2seq", "fresh", "zh", ("train",), "dev", str(tmp_path / "out"), goal="paraphrase",
        slots="aligned", vocabulary=str(tmp_path / "words.tsv"), epochs=40, patience=40,
        rate=5e-3, limit=32, batch=4, fresh=Fresh(width=32, layers=1, heads=2),
    )  # fmt: skip
    return settings, {"train": pairs * 4, "dev": pairs}


def test_a_fresh_model_with_slots_and_a_vocabulary_of_its_own(tmp_path):
    train(*fresh(tmp_path))
    agrees = lambda pairs: [1.0] * len(pairs)  # noqa: E731
    calm = lambda texts: [0.0] * len(texts)  # noqa: E731
    made = rewriter(
        "seq2seq", "zh", to="paraphrase", toxicity=calm, pair=agrees, n=1, model=str(tmp_path / "out")
    )
    assert made(["他12月31日读了《围城》。"]) == ["《围城》是他12月31日读的。"]


def test_bands_take_the_origin_into_account():
    pairs = [Pair(str(n), "", meta={"origin": "llm" if n == 1 else "parallel"}) for n in range(3)]
    found = part_by_score(pairs, [0.5, 0.5, 0.6], cuts=(0.48, 0.56), offsets={"llm": 0.1, "parallel": -0.05})
    assert [[pair.a for pair in band] for band in found] == [["0"], ["2"], ["1"]]
    with pytest.raises(DataError, match="no pair has a score for stage 3"):
        part_by_score(pairs, [0.1, 0.2, 0.3], cuts=(0.2, 0.9))


def test_a_stage_does_not_end_before_it_is_readable():
    falling = [Row(0, 1, 1, accuracy, score) for accuracy, score in [(0.3, 0.9), (0.4, 0.8), (0.6, 0.7)]]
    assert not is_stage_over(falling[:2], gate=0.5, patience=1)
    assert is_stage_over(falling, gate=0.5, patience=1)
    assert not is_stage_over([], gate=0.5, patience=1)


def test_the_filters_say_why_a_pair_is_dropped():
    by = Judges(
        judge, lambda texts: [0.0 if "авыф" in text else 1.0 for text in texts],
        lambda texts: np.array([[1.0, 0.0] if "猫" not in text else [0.0, 1.0] for text in texts]),
    )  # fmt: skip
    pairs = [
        Pair("ты дурак", "ты человек", lang="ru"), Pair("you fool", "you bad man", lang="en"),
        Pair("他坏", "猫", lang="zh"), Pair("ты дурак", "авыф", lang="ru"),
    ]  # fmt: skip
    left, reasons = filter_pairs(pairs, ["judged"], by)
    assert [pair.b for pair in left] == ["ты человек"]
    assert reasons == {"judged: toxic": 1, "judged: meaning": 1, "judged: not fluent": 1}
    left, reasons = filter_pairs(pairs[:1], ["near"], by)
    assert reasons == {"near: cosine": 1}


def test_every_reference_is_a_target_and_texts_are_cleaned():
    pair = Pair("Нууу ты дурак :)", "", refs=("Ну ты человек", "Ну ты неправ", ""))
    made = list(list_targets([pair], "ru", cleaned=True))
    assert [(one.a, one.b) for one in made] == [
        ("Ну ты дурак", "Ну ты человек"), ("Ну ты дурак", "Ну ты неправ"),
    ]  # fmt: skip


GOOD = 'kind = "seq2seq"\nbase = "x"\nlang = "ru"\ntrain = ["a.tsv"]\ndev = "b.tsv"\nout = "o"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD + "epochs = 0", "epochs is 0"),
        (GOOD + "speed = 3", "unknown field `speed`; there are kind, base, lang, train"),
        (GOOD, "no folder 'x' to begin with; a model of the hub is hub:NAME"),
        (GOOD + 'filters = ["far"]', "Invalid enum value 'far' .*; there are judged, near"),
        (GOOD + 'slots = "aligned"', "go together"),
        (GOOD + "[curriculum]", "best_by"),
        (
            GOOD.replace("seq2seq", "magic"),
            "Invalid enum value 'magic' .*; there are seq2seq, causal, prompt",
        ),
        (GOOD.replace('base = "x"', 'base = "fresh"'), "fresh"),
        ("kind = ", "not TOML"),
        ('kind = "seq2seq"', "missing required field"),
    ],
)
def test_wrong_settings_are_named(tmp_path, text, said):
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((CommandError, DataError), match=said):
        read_settings(path)


def test_one_command_trains_and_the_folder_is_used_by_another(shell, tmp_path):
    tiny.seq2seq(tmp_path / "base")
    write(tmp_path / "train.jsonl", PAIRS * 3)
    write(tmp_path / "dev.jsonl", PAIRS)
    (tmp_path / "settings.toml").write_text(
        f'kind = "seq2seq"\nbase = "{tmp_path}/base"\nlang = "en"\ntrain = ["{tmp_path}/train.jsonl"]\n'
        f'dev = "{tmp_path}/dev.jsonl"\nout = "{tmp_path}/out"\nepochs = 40\npatience = 40\nrate = 0.02\n'
        "batch = 4\nlimit = 16\nclean = false\n",
        encoding="utf-8",
    )
    ran = shell("rewrite", "train", tmp_path / "settings.toml")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert told["epochs"] == 40
    assert told["train"] == {f"{tmp_path}/train.jsonl": 3 * len(PAIRS)}
    assert told["train_loss"] > 0
    line = "You fucking fool\n"
    used = shell(
        "rewrite",
        "-",
        "--system",
        "seq2seq",
        "--model",
        tmp_path / "out",
        "--lang",
        "en",
        "-n",
        "2",
        stdin=line,
    )
    assert used.code == 0, used.err
    assert "fuck" not in json.loads(used.out)["b"]
    alone = shell("rewrite", "-", "--model", tmp_path / "out", "--lang", "en", "-n", "2", stdin=line)
    assert alone.out == used.out  # with the same scores: no judge remembers the run before
    wrong = shell("rewrite", "-", "--system", "causal", "--model", tmp_path / "out", stdin=line)
    assert wrong.code == 2
    assert "was trained as seq2seq; the system is seq2seq, not causal" in wrong.err
    found = rewriter(str(tmp_path / "out"))
    assert found.task.lang == "en"
    assert "fuck" not in found(["You fucking fool"])[0]
    with pytest.raises(CommandError, match="was trained for 'en', not for 'ru'"):
        rewriter(str(tmp_path / "out"), "ru")


def test_the_vocabulary_command_reports_as_table_5(shell, tmp_path):
    source, out = tmp_path / "corpus.txt", tmp_path / "words.tsv"
    source.write_text("我喜欢苹果。\n我喜欢香蕉。\n", encoding="utf-8")
    ran = shell("rewrite", "vocabulary", source, "--lang", "zh", "-o", out)
    assert ran.code == 0, ran.err
    rows = [line.split("\t") for line in ran.out.splitlines()]
    assert rows[0] == ["tag", "example", "words", "taken", "ratio"]
    assert rows[-1] == ["ALL", "", "4", "2", "0.50"]
    assert [entry.word for entry in vocabulary.read_vocabulary(out)] == ["我", "喜欢"]
    assert shell("rewrite", "vocabulary", source, "--lang", "zh", "-o", out, "--cover", "NOUN=2").code == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-o", "words.tsv", "--cover", "NUON=0.5"], "no part of speech 'NUON'; there are ADJ"),
        (["-o", "words.jsonl"], "its name should end in .tsv"),
    ],
)
def test_a_vocabulary_is_not_made_of_a_slip(shell, tmp_path, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    ran = shell("rewrite", "vocabulary", "-", "--lang", "ru", *options, stdin="Мама купила дом\n")
    assert ran.code == 2
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_system_must_be_told_the_language():
    with pytest.raises(CommandError, match="no language ''; there are en, ru, zh"):
        rewriter("delete")
