"""Lexical metrics give the numbers of sacrebleu, rouge-score and NLTK, and other languages work as well."""

import numpy as np
import pytest
from nltk.stem.snowball import SnowballStemmer
from nltk.translate.chrf_score import corpus_chrf
from nltk.translate.meteor_score import meteor_score
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU, CHRF, TER

from paraphrast.data import Pair
from paraphrast.errors import CommandError, DataError
from paraphrast.metrics import METRICS, build, compare, score, stream
from paraphrast.text import forms

TEXTS = {
    "en": [
        ("The old man was reading his paper in the garden.", "In his garden the old man read newspapers.",
         ("The old man read the paper in his garden.", "An old man sat reading in the garden.")),
        ("It rains.", "It is raining, isn't it?", ("It is raining.",)),
        ("He ran quickly to the shop!", "He runs to the shops quickly", ("Quickly he ran there!", "He ran.")),
        ("No", "No", ("No",)),
        ("Completely different words here", "nothing alike", ("something else entirely",)),
    ],
    "ru": [
        ("Старик читал газету в саду.", "В саду старик читал свежие газеты.", ("Дед читал в саду газету.",)),
        ("Идёт дождь.", "На улице идёт дождь.", ("Дождь идёт.", "Сейчас дождливо.")),
        ("Он быстро побежал в магазин!", "В магазин он побежал быстро", ("Он быстро бегал в магазины!",)),
    ],
    "zh": [
        ("老人在花园里看报纸。", "老人正在花园中读报。", ("老人家在花园里读报纸。", "老头在看报纸。")),
        ("外面下雨了。", "外面正在下雨。", ("正在下雨。",)),
        ("他很快跑到商店去了！", "他快步跑去商店", ("他跑得很快，去了商店！",)),
    ],
}  # fmt: skip


def pairs_of(lang: str) -> list[Pair]:
    return [Pair(a=a, b=b, refs=refs, lang=lang) for a, b, refs in TEXTS[lang]]


def streams(pairs: list[Pair]) -> list[list[str | None]]:
    most = max(len(pair.refs) for pair in pairs)
    return [[pair.refs[i] if i < len(pair.refs) else None for pair in pairs] for i in range(most)]


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("bleu", lambda lang: BLEU(tokenize="zh" if lang == "zh" else "13a")),
        ("chrf", lambda lang: CHRF()),
        ("chrf++", lambda lang: CHRF(word_order=2)),
        ("ter", lambda lang: TER(asian_support=lang == "zh", normalized=lang == "zh")),
    ],
)
def test_corpus_scores_are_sacrebleus_to_the_digit(name: str, theirs, lang: str) -> None:
    pairs = pairs_of(lang)
    outputs = [pair.b for pair in pairs]
    assert score(name, pairs).value == pytest.approx(
        theirs(lang).corpus_score(outputs, streams(pairs)).score, abs=1e-9
    )
    assert score(name, pairs, against="source").value == pytest.approx(
        theirs(lang).corpus_score(outputs, [[pair.a for pair in pairs]]).score, abs=1e-9
    )


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_sentence_scores_are_sacrebleus_to_the_digit(lang: str) -> None:
    pairs = pairs_of(lang)
    bleu = BLEU(tokenize="zh" if lang == "zh" else "13a", effective_order=True)
    for name, theirs in [("bleu", bleu), ("chrf", CHRF())]:
        expected = [theirs.sentence_score(pair.b, list(pair.refs)).score for pair in pairs]
        assert score(name, pairs).sentences == pytest.approx(expected, abs=1e-9)


def test_bleu_of_nothing_in_common_and_of_an_empty_output_is_zero() -> None:
    nothing = [Pair(a="a", b=b, refs=("one two three four five",), lang="en") for b in ("xyz", "")]
    assert score("bleu", nothing).value == 0
    assert score("chrf", nothing).sentences.tolist() == [0, 0]


def test_mixed_languages_are_each_split_their_own_way() -> None:
    mixed = [*pairs_of("zh"), *pairs_of("en"), *pairs_of("ru")]
    alone = [score("bleu", pairs_of(lang)).sentences for lang in ("zh", "en", "ru")]
    assert score("bleu", mixed).sentences == pytest.approx(np.concatenate(alone))


@pytest.mark.parametrize(
    ("name", "kind"), [("rouge-1", "rouge1"), ("rouge-2", "rouge2"), ("rouge-l", "rougeL")]
)
def test_rouge_is_rouge_scores(name: str, kind: str) -> None:
    pairs = pairs_of("en")
    theirs = RougeScorer([kind])
    expected = [theirs.score_multi(list(pair.refs), pair.b)[kind] for pair in pairs]
    found = score(name, pairs)
    assert found.rows == pytest.approx(np.array([tuple(one) for one in expected]))
    assert found.value == pytest.approx(np.mean([one.fmeasure for one in expected]))


class NoWordNet:
    """A WordNet without words: NLTK then has its exact and stem modules only."""

    def synsets(self, word: str) -> list[object]:
        return []


def test_meteor_is_nltks_with_the_same_stemmer() -> None:
    pairs = pairs_of("en")
    expected = [
        meteor_score(
            [forms(ref, "en") for ref in pair.refs],
            forms(pair.b, "en"),
            stemmer=SnowballStemmer("english"),
            wordnet=NoWordNet(),
        )
        for pair in pairs
    ]
    assert score("meteor", pairs).sentences == pytest.approx(expected)


@pytest.mark.parametrize("name", ["rouge-1", "rouge-2", "rouge-l", "meteor", "jaccard", "overlap"])
@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_word_metrics_know_a_copy_from_something_else(name: str, lang: str) -> None:
    (text, _, refs), *_ = TEXTS[lang]
    other = TEXTS[lang][1][0]
    copy, unlike = Pair(a=text, b=text, refs=(text,), lang=lang), Pair(a=text, b=other, refs=refs, lang=lang)
    same, far = score(name, [copy]).value, score(name, [unlike]).value
    assert same == pytest.approx(1, abs=0.01)
    assert far < 0.35


def test_chinese_and_russian_words_count_in_rouge() -> None:
    # two of three words on both sides
    assert score(
        "rouge-1", [Pair(a="", b="红茶和绿茶", refs=("红茶和咖啡",), lang="zh")]
    ).value == pytest.approx(2 / 3)
    assert score(
        "rouge-1", [Pair(a="", b="чёрный чай пью", refs=("чёрный чай люблю",), lang="ru")]
    ).value == (pytest.approx(2 / 3))


def test_jaccard_by_hand() -> None:
    # stems: {cat, sleep} and {cat, sleep, mat}; "the", "on" are stop words
    pair = Pair(a="The cats sleep", b="the cat slept sleeping on the mat", lang="en")
    assert score("jaccard", [pair]).value == pytest.approx(2 / 4)


def test_overlap_counts_bigrams_of_the_shorter_text() -> None:
    pair = Pair(a="мама мыла раму", b="вчера мама мыла окно и раму", lang="ru")
    assert score("overlap", [pair]).value == pytest.approx(1 / 2)
    assert score("overlap", [Pair(a="дом", b="мой дом", lang="ru")]).value == 1


def test_joined_chrf_is_what_nltk_makes_of_a_list_of_references() -> None:
    pairs = [*pairs_of("ru"), *pairs_of("en")]
    theirs = corpus_chrf([list(pair.refs) for pair in pairs], [pair.b for pair in pairs])
    assert score("chrf-russe2022", pairs).value == pytest.approx(theirs, abs=1e-9)
    assert score("chrf-russe2022", [Pair(a="x", b="", refs=("y",))]).value == pytest.approx(0)


def test_ibleu_is_bleu_less_a_share_of_selfbleu() -> None:
    pairs = pairs_of("ru")
    bleu, own = score("bleu", pairs), score("selfbleu", pairs)
    found = score("ibleu", pairs, alpha=0.3)
    assert found.value == pytest.approx(bleu.value - 0.3 * own.value)
    assert found.sentences == pytest.approx(bleu.sentences - 0.3 * own.sentences)
    assert "alpha:0.3" in found.signature


def test_a_score_prints_with_signature_and_interval() -> None:
    found = score("chrf", pairs_of("en"))
    assert str(found).startswith("chrf|n:5|chars:6|words:0|beta:2|against:refs|sacrebleu:")
    assert f"= {found.value:.2f} [{found.interval.low:.2f}, " in str(found)
    assert found.interval.low <= found.value <= found.interval.high


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_a_better_system_is_found_better_by_every_lexical_metric(test: str) -> None:
    good = pairs_of("en") * 8
    bad = [Pair(a=pair.a, b=pair.b[::-1], refs=pair.refs, lang="en") for pair in good]
    for name in ("bleu", "chrf", "rouge-l", "meteor"):
        found = compare(score(name, good), score(name, bad), test=test, samples=300)
        assert found.value > 0
        assert found.p < 0.05


def test_scores_made_differently_are_not_compared() -> None:
    pairs = pairs_of("en")
    with pytest.raises(CommandError, match="made alike"):
        compare(score("chrf", pairs), score("chrf", pairs, against="source"))


def test_a_stream_gives_the_same_scores_and_tells_each_batch() -> None:
    pairs = pairs_of("en") * 700
    told: list[float] = []
    metrics = [build("rouge-1"), build("overlap")]
    found = stream(metrics, iter(pairs), each=lambda batch, values: told.extend(values["rouge-1"]))
    assert [one.value for one in found] == pytest.approx([score(m, pairs).value for m in metrics])
    assert told == pytest.approx(score("rouge-1", pairs).sentences.tolist())


def test_long_streams_of_two_systems_differ_by_as_much_as_their_totals() -> None:
    good = pairs_of("en") * 6000
    bad = [Pair(a=pair.a, b=pair.a, refs=pair.refs, lang="en") for pair in good]
    metric = build("rouge-1")
    first, second = (stream([metric], some, samples=50)[0] for some in (good, bad))
    assert first.n == 30_000
    assert len(first.rows) < first.n
    found = compare(first, second, samples=50)
    assert found.value == pytest.approx(first.value - second.value)
    assert found.value in found.interval


def test_missing_references_wrong_names_and_wrong_settings_are_said() -> None:
    with pytest.raises(DataError, match="no references"):
        score("bleu", [Pair(a="a", b="b", id="7")])
    with pytest.raises(CommandError, match="no metric 'blue'; there are acs, bertscore"):
        score("blue", [])
    with pytest.raises(CommandError, match="no setting 'beta'"):
        build("jaccard", beta=1)
    with pytest.raises(DataError, match="no pairs"):
        score("jaccard", [])


def test_every_name_of_the_registry_leads_somewhere() -> None:
    for place in METRICS.values():
        assert place.startswith("paraphrast.metrics.")


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_bleu_of_a_batch_has_sacrebleus_statistics_for_every_odd_text(lang: str) -> None:
    from paraphrast.metrics.sacre import _bleu, bleu_statistics, statistics

    texts = [
        "",
        " ",
        "a a a a a a",
        "a",
        "Он, она — и 3,5 т.",
        "don't, 1.5!",
        "猫坐在垫子上。3.5吨",
        "<b> &amp; x",
        "a a b a a b",
    ]
    pairs = [Pair(a=a, b=b, refs=(a,), lang=lang) for a in texts for b in texts]
    metric = _bleu(lang, False)
    assert np.array_equal(bleu_statistics(metric, pairs, "refs"), statistics(metric, pairs, "refs"))
