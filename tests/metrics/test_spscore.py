"""Fitting the eight features, saving and loading, folds by source, ablation; the shipped fit as it is."""

import numpy as np
import pytest

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.metrics import score, spscore
from paraphrast.metrics.ablation import ablate, cross_predict, fold_of
from paraphrast.metrics.features import NAMES, eight
from paraphrast.metrics.regressor import fit, save
from paraphrast.metrics.spscore import Fitted
from paraphrast.stats.correlation import spearman

WORDS = {
    "ru": ["кот", "дом", "лес", "река", "город", "книга", "поле", "ветер", "снег", "утро"],
    "en": ["cat", "house", "wood", "river", "town", "book", "field", "wind", "snow", "morning"],
    "zh": ["猫咪", "房子", "森林", "河流", "城市", "书本", "田野", "微风", "大雪", "早晨"],
}


def judged(n: int = 240, seed: int = 0) -> list[Pair]:
    """Make pairs whose score is the share of words kept in place, so that it can be learnt."""
    rng = np.random.default_rng(seed)
    pairs = []
    for number in range(n):
        lang = ("ru", "en", "zh")[number % 3]
        blank = "" if lang == "zh" else " "
        source = list(rng.choice(WORDS[lang], 8))
        keep = rng.random(8) < rng.random()
        output = [
            word if kept else str(rng.choice(WORDS[lang])) for word, kept in zip(source, keep, strict=True)
        ]
        a, b = blank.join(source), blank.join(output)
        pairs.append(Pair(a=a, b=b, label=float(keep.mean()), lang=lang, group=f"g{number % 60}"))
    return pairs


def test_a_fit_learns_what_the_features_show_and_generalises_to_other_sources() -> None:
    pairs = judged()
    told = cross_predict(eight(pairs), NAMES, pairs, folds=4)
    assert spearman(told, [pair.label for pair in pairs]) > 0.8


def test_folds_never_share_a_source() -> None:
    pairs = judged()
    part = fold_of(pairs, folds=5)
    for group in {pair.group for pair in pairs}:
        assert len({part[i] for i, pair in enumerate(pairs) if pair.group == group}) == 1
    assert len(set(part)) == 5


def test_labels_that_are_noise_cannot_be_learnt() -> None:
    rng = np.random.default_rng(1)
    pairs = [Pair(a=p.a, b=p.b, label=float(rng.random()), lang=p.lang, group=p.group) for p in judged()]
    told = cross_predict(eight(pairs), NAMES, pairs, folds=4)
    assert abs(spearman(told, [pair.label for pair in pairs])) < 0.2


def test_a_saved_fit_gives_the_same_scores_again(tmp_path) -> None:
    pairs = judged()
    fitted = spscore.fit(pairs, name="mine")
    save(tmp_path / "mine.json", fitted)
    first = score(spscore.spscore(model=fitted), pairs)
    again = score("spscore", pairs, model=str(tmp_path / "mine.json"))
    assert np.array_equal(first.sentences, again.sentences)
    assert "fit:mine|reading:pairs" in again.signature
    assert first.sentences.min() >= 0
    assert first.sentences.max() <= 1


def test_a_language_with_few_judgements_uses_the_fit_to_all() -> None:
    fitted = spscore.fit(judged(), name="mine")
    assert set(fitted.regressors) == {"every"}
    assert set(spscore.fit(judged(720), name="mine").regressors) == {"every", "ru", "en", "zh"}


def test_a_fit_is_the_same_for_the_same_seed() -> None:
    pairs = judged(90)
    assert spscore.fit(pairs, name="x") == spscore.fit(pairs, name="x")
    assert spscore.fit(pairs, name="x") != spscore.fit(pairs, name="x", seed=1)


def test_ablation_leaves_out_each_feature_and_finds_the_one_that_matters() -> None:
    lines = ablate(judged(150), folds=3)
    assert [line.without for line in lines] == [*NAMES, ""]
    whole = lines[-1].spearman
    assert whole > 0.7
    assert max(whole - line.spearman for line in lines[:-1]) > 0


def test_a_feature_alone_is_a_metric() -> None:
    pair = Pair(a="北京上海", b="上海北京", lang="zh")
    assert score("spa", [pair]).value == pytest.approx(0.25)
    assert score("spa", [pair], reading="printed").value == pytest.approx(0.375)
    assert score("lis", [pair]).value == 0.5


def test_the_shipped_fit_scores_chinese_between_0_and_1() -> None:
    pairs = [pair for pair in judged(90) if pair.lang == "zh"]
    found = score("spscore", pairs)
    assert ((found.sentences >= 0) & (found.sentences <= 1)).all()
    assert found.sentences.std() > 0


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_shipped_fit_is_refused_where_it_was_not_fitted_with_the_reason_of_its_card(lang: str) -> None:
    with pytest.raises(CommandError, match=f"fitted to zh and not to '{lang}': .*know nothing of meaning"):
        score("spscore", [pair for pair in judged(9) if pair.lang == lang])


def test_a_fit_of_your_own_serves_the_languages_that_it_learnt_from() -> None:
    russian = spscore.fit([pair for pair in judged() if pair.lang == "ru"], name="mine")
    assert russian.langs == ("ru",)
    assert 0 <= score(spscore.spscore(model=russian), judged(3)[:1]).value <= 1
    with pytest.raises(CommandError, match="fitted to ru and not to 'en': fit one with"):
        score(spscore.spscore(model=russian), judged(3)[1:2])


def test_what_cannot_be_fitted_or_loaded_is_said(tmp_path) -> None:
    with pytest.raises(DataError, match="too few"):
        spscore.fit(judged(9), name="x")
    with pytest.raises(DataError, match="without a label"):
        spscore.fit([Pair(a="x", b="y")] * 50, name="x")
    with pytest.raises(DataError, match=r"map them to 0\.\.1"):
        fit(np.random.default_rng(0).random((50, 8)), np.arange(50), NAMES)
    with pytest.raises(CommandError, match="cannot be read"):
        score("spscore", judged(3), model=str(tmp_path / "nothing"))
    (tmp_path / "wrong.json").write_text('{"a": 1}', encoding="utf-8")
    with pytest.raises(DataError, match="not a fitted score"):
        score("spscore", judged(3), model=str(tmp_path / "wrong.json"))
    with pytest.raises(CommandError, match="fitted to the reading"):
        score("spscore", judged(3), reading="printed")
    other = Fitted("x", "spscore-extended", "pairs", {})
    save(tmp_path / "other.json", other)
    with pytest.raises(CommandError, match="holds a fitted spscore-extended"):
        score("spscore", judged(3), model=str(tmp_path / "other.json"))
