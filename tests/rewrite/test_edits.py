"""Edits by tags, and the vote of candidates."""

import numpy as np
import pytest

from paraphrast.models.bundled.tagger import BundledTagger, Word
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.systems.edit import Edit, chance_to_go
from paraphrast.rewrite.systems.voting import count_runs, measure_likeness, order_by_votes
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words.wording import Network, Put, Wording
from paraphrast.text import language, words

RUDE = {"идиот": "r", "идиоты": "r", "чёртов": "d", "idiot": "r", "bloody": "d", "呆": "d", "瓜": "d"}


def minds(texts):
    return [float(any(word in text.lower() for word in RUDE)) for text in texts]


def tagger(texts):
    """Tag the words of RUDE."""
    return [[word(one) for one in words(text, language(text))] for text in texts]


def word(one):
    kind = RUDE.get(one.text.lower(), "k")
    return Word(one.text, one.start, one.stop, float(kind == "d"), float(kind == "r"))


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("ru", "Этот чёртов идиот опоздал", "Этот человек опоздал"),
        ("en", "That bloody idiot is late, Ann", "That person is late, Ann"),
        ("zh", "你是呆瓜，真的", "你是，真的"),
    ],
)
def test_edit_deletes_what_is_tagged_and_says_the_rest_politely(lang, text, said):
    assert rewriter("edit", lang, toxicity=minds, tagger=tagger)([text]) == [said]


@pytest.mark.parametrize(("lang", "text"), [("ru", "Всё хорошо"), ("en", "All is well"), ("zh", "一切都好")])
def test_edit_leaves_fine_texts_alone(lang, text):
    assert rewriter("edit", lang, toxicity=minds, tagger=tagger)([text, ""]) == [text, ""]


def test_seq2seq_takes_the_candidate_most_like_the_others_and_not_toxic():
    class Drafts:
        name = "drafts"

        def __call__(self, texts, n=1):
            return [["An idiot is late", "A person is late", "A man is late", "Rain"] for _ in texts]

    system = rewriter("seq2seq", "en", toxicity=minds, model=Drafts())
    records = system.records(["That idiot is late", "Hello"])
    assert records[0].b in ("A person is late", "A man is late")
    assert records[1].b == "Hello"
    assert records[1].meta["flags"] == ["fine"]


def test_likeness_is_chrf():
    sacrebleu = pytest.importorskip("sacrebleu")
    pairs = [
        ("кошка сидит на окне", "кошка сидела у окна"),
        ("the cat sat", "a cat sits there"),
        ("今天天气很好", "今天天气不错"),
    ]
    for said, other in pairs:
        outside = sacrebleu.sentence_chrf(said, [other]).score
        assert 100 * measure_likeness(count_runs(said), count_runs(other)) == pytest.approx(outside, abs=1.5)


def test_choosing_judges_few():
    seen = []

    def minds(texts):
        seen.extend(texts)
        return [float("bad" in text) for text in texts]

    rng = np.random.default_rng(0)
    lists = [[f"text {i} {rng.integers(9)}" for _ in range(5)] for i in range(10)]
    order_by_votes([*lists, ["bad"], []], minds)
    assert len(seen) == 11


def test_choosing_weighs_likeness_against_offence():
    drafts = [["a bad old cat sat here", "a bad old cat sat here", "a cat sat here", "dogs"]]
    assert (
        order_by_votes(drafts, lambda texts: [0.05 * ("bad" in text) for text in texts])[0][0] == drafts[0][0]
    )
    assert (
        order_by_votes(drafts, lambda texts: [0.9 * ("bad" in text) for text in texts])[0][0]
        == "a cat sat here"
    )


def fluent(texts):
    return [1.0 for _ in texts]


def voters(*drafts):
    return [lambda texts, draft=draft: [[draft] for _ in texts] for draft in drafts]


def test_consensus_takes_the_vote_and_marks_what_still_offends():
    system = rewriter(
        "consensus",
        "en",
        toxicity=minds,
        fluency=fluent,
        voters=voters("A person is late", "A person is late!", "Rain"),
    )
    assert system(["That idiot is late"])[0] in ("A person is late", "A person is late!")
    stubborn = rewriter("consensus", "en", toxicity=minds, fluency=fluent, voters=voters("An idiot is late"))
    (record,) = stubborn.records(["That idiot is late"])
    assert "toxic" in record.meta["flags"]
    assert stubborn(["All is well"]) == ["All is well"]


def test_consensus_prefers_a_little_offence_to_another_meaning_but_no_listed_word():
    def hardly(texts):
        return [0.6 * ("silly" in text) + 0.9 * ("fucking" in text) for text in texts]

    drafts = ("That silly man is late", "That silly man is late!", "Rain")
    system = rewriter("consensus", "en", toxicity=hardly, fluency=fluent, voters=voters(*drafts))
    (record,) = system.records(["That fucking silly man is late"])
    assert record.b.startswith("That silly man")
    assert "toxic" in record.meta["flags"]
    listed = rewriter(
        "consensus", "en", toxicity=hardly, fluency=fluent, voters=voters("That fucking man is late", "Rain")
    )
    assert listed(["That fucking man is very late"]) == ["Rain"]


@pytest.mark.parametrize(
    ("lang", "text", "kept"),
    [
        ("ru", "Этот мудак опять опоздал на 2 часа.", "опять опоздал на 2 часа"),
        ("ru", "Ну нахуя ты это сделал?", "зачем ты это сделал"),
        ("en", "This fucking train is 20 minutes late.", "train is 20 minutes late"),
        ("zh", "他妈的，我等了20分钟。", "我等了20分钟"),
    ],
)
def test_the_rewriter_in_the_box_keeps_what_does_not_offend(lang, text, kept):
    (record,) = rewriter("consensus", lang).records([text])
    assert kept in record.b
    assert record.b != text


@pytest.mark.parametrize(
    ("lang", "words", "at", "said"),
    [
        ("ru", "Эти уроды врут !", 1, "люди"),
        ("ru", "Ну хули ты это сделал ?", 1, "зачем"),
        ("en", "What a stupid idea .", 2, "bad"),
    ],
)
def test_people_put_a_word_for_a_rude_one(lang, words, at, said):
    assert Wording(lang)(words.split())[at].text == said


@pytest.mark.parametrize(
    ("tagged", "known", "both"),
    [(0.9, 0.9, 0.9), (0.9, 0.1, 0.5), (0.5, 0.8, 2 / 3), (1.0, 0.0, 0.5), (0.0, 0.0, 1e-4)],
)
def test_two_opinions_are_one_by_their_mean_odds(tagged, known, both):
    """sqrt(9 * 9) = 9 to 1, sqrt(9 / 9) = 1 to 1, sqrt(1 * 4) = 2 to 1; nobody is surer than 1 in 10,000."""
    word = Word("гад", 0, 3, 0.25 * tagged, 0.75 * tagged)
    assert chance_to_go(word, Put("", 0.0, goes=known)) == pytest.approx(both)
    assert chance_to_go(word, None) == pytest.approx(tagged)


def test_the_network_tells_a_plain_word_from_a_rude_one():
    words = ["У", "него", "шрам", "на", "лбу", ",", "гад"]
    known = Wording("ru")(words)
    assert known[words.index("шрам")].goes < 0.5 < known[words.index("гад")].goes


@pytest.mark.parametrize(
    ("lang", "text", "whole"),
    [
        ("ru", "Эта тварь опять соврала", "Этот человек опять соврал"),
        ("ru", "Эти мудаки опять опоздали!", "Эти люди опять опоздали!"),
        ("ru", "Этот ебаный идиот забыл закрыть окно.", "Этот человек забыл закрыть окно."),
        ("en", "That fucking idiot left the window open.", "That person left the window open."),
        ("en", "Which bastard scratched my car?", "Which person scratched my car?"),
    ],
)
def test_a_pronoun_keeps_a_noun(lang, text, whole):
    assert rewriter("consensus", lang)([text]) == [whole]


def test_one_word_is_put_for_a_run_and_what_stands_before_it_agrees():
    labels = ["keep", "delete", "other", "~человек", "=кто"]
    out = np.zeros((2, 5), dtype=np.float32)
    out[1, 3] = 9.0  # the network always says "~человек"
    empty = np.zeros((0, 1), dtype=np.int8)
    network = Network(labels, {}, empty, np.zeros(0, np.float32), np.zeros(1, np.float32), out)
    said = ["Этой", "мерзкой", "тварью", "!"]
    words = [Word(text, 10 * at, 10 * at + len(text), 0, 0) for at, text in enumerate(said)]
    put = Wording("ru", network)(said)
    assert [one.text for one in put] == ["Человек", "человек", "человеком", "!"]
    edit = Edit(Task("ru", minds), tagger=tagger)
    # the last two go, one word comes; the one before agrees
    assert [gap.new for gap in edit.word_run(words, range(2, 4), put)] == ["человеком", "!", "мерзким"]


def test_a_missing_state_of_an_empty_text_is_no_error():
    assert rewriter("edit", "ru", toxicity=minds)(["", "идиот"])[0] == ""


@pytest.mark.parametrize(
    ("lang", "text", "rude"),
    [
        ("ru", "Эти уроды опять отключили воду, суки!", {"уроды", "суки"}),
        ("en", "These morons cut off the water again, for fuck's sake.", {"morons", "fuck's"}),
        ("zh", "这帮傻逼又把水停了。", {"傻", "逼"}),
    ],
)
def test_the_tagger_names_rude_words_with_their_places(lang, text, rude):
    (tagged,) = BundledTagger()([text])
    assert all(text[word.start : word.stop] == word.text for word in tagged)
    going = {word.text for word in tagged if word.delete + word.replace > 0.8}
    assert rude <= going
    kept = {word.text for word in tagged if word.delete + word.replace < 0.5}
    assert kept & {"воду", "water", "水"}


def test_the_tagger_reads_long_and_empty_texts_whole():
    long = "Всё было хорошо и спокойно в этом тихом городе. " * 40 + "Этот урод опоздал."
    empty, tagged = BundledTagger()(["", long])
    assert empty == []
    assert tagged[-1].stop == len(long)
    assert max(tagged, key=lambda word: word.delete + word.replace).text == "урод"
