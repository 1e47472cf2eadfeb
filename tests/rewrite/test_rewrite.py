"""Rewriting: what is rude goes, what is fine stays, what breaks the facts is refused."""

import pytest

from paraphrast import models
from paraphrast.errors import CommandError
from paraphrast.rewrite import SYSTEMS, rewriter
from paraphrast.rewrite.checks.candidates import is_rude
from paraphrast.rewrite.checks.checked import Checked, Task
from paraphrast.rewrite.checks.kept import find_loss
from paraphrast.rewrite.words.lexicon import find_rude
from paraphrast.text import Lang

RUDE = ("сука", "суууу", "idiot", "bitch", "傻逼", "他妈的")


def judge(texts):
    """Call toxic what has one of some words in it."""
    return [float(any(word in text.lower() for word in RUDE)) for text in texts]


def longest(pairs):
    return [float(len(pair.b)) for pair in pairs]


def shortest(pairs):
    return [1 / (1 + len(pair.b)) for pair in pairs]


@pytest.mark.parametrize(
    ("lang", "text", "plain"),
    [
        ("ru", "какой же это х*й", "хуй"),
        ("ru", "cyкa", "сука"),
        ("ru", "бляяяядь", "блядь"),
        ("ru", "ну с у к а", "сука"),
        ("en", "what the f*ck", "fuck"),
        ("en", "shiiiiit", "shit"),
        ("en", "you a$$hole", "asshole"),
        ("zh", "他妈的真烦", "他妈的"),
    ],
)
def test_disguised_words_are_found(lang, text, plain):
    assert [one.text for one in find_rude(text, lang)] == [plain]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Застрахуй небо, мудрый барсук, и не употребляй мандарины; оскорблять не надо."),
        (
            "en",
            "The class in Scunthorpe and the Shiites will assess a cocktail: 100% of 5 * 3.",
        ),
        ("zh", "他妈妈在操场上做体操，还要操心作业。"),
    ],
)
def test_innocent_words_are_left(lang, text):
    assert find_rude(text, lang) == []


@pytest.mark.parametrize(
    ("lang", "harmless", "rude"),
    [
        ("ru", "Ветеринар осмотрел суку и её щенков.", "Ты сука, верни мои деньги!"),
        ("en", "The cock on the weathervane points north.", "You bastard, give me my money back!"),
        ("zh", "那只王八慢慢爬上了岸。", "你这个王八，快把钱还给我！"),
    ],
)
@pytest.mark.parametrize("system", ["consensus", "delete", "replace"])
def test_a_word_of_two_senses_offends_where_the_judge_says_so(system, lang, harmless, rude):
    same, changed = rewriter(system, lang, toxicity=models.toxicity()).records([harmless, rude])
    assert (same.b, same.meta["flags"]) == (harmless, ["fine"])
    assert changed.b != rude


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "В словаре у слова «жопа» стоит помета «грубое»."),
        ("en", "My dictionary calls the word 'shit' vulgar."),
        ("zh", "词典把“混蛋”一词标为骂人话。"),
    ],
)
def test_a_word_that_is_only_mentioned_stays(lang, text):
    harmless = lambda texts: [0.0] * len(texts)  # noqa: E731
    assert rewriter("delete", lang, toxicity=harmless)([text]) == [text]
    assert rewriter("delete", lang, toxicity=lambda texts: [0.6] * len(texts))([text]) != [text]


@pytest.mark.parametrize(
    ("lang", "harmless", "rude"),
    [
        ("ru", "Сука принесла пятерых щенков.", "Эта сука принесла пятерых щенков, мудак."),
        ("en", "The bitch had six puppies.", "The bitch had six puppies, you moron."),
        ("zh", "王八是鳖的俗称。", "王八是鳖的俗称，傻逼。"),
    ],
)
def test_a_word_beside_what_shows_its_harmless_sense_stays_whatever_the_judge_says(lang, harmless, rude):
    minds = lambda texts: [0.9] * len(texts)  # noqa: E731
    assert rewriter("delete", lang, toxicity=minds)([harmless]) == [harmless]
    assert rewriter("delete", lang, toxicity=minds)([rude]) != [rude]


@pytest.mark.parametrize(
    ("lang", "text", "hidden"),
    [
        ("ru", "По-польски быдло значит скот.", "По-польски быдлo значит скот."),
        ("en", "We took the cable car up the Wank.", "We took the cable car up the W@nk."),
        ("zh", "我的室友叫尼玛。", None),
    ],
)
def test_a_judge_without_doubt_outweighs_a_listed_word_that_it_can_read(lang, text, hidden):
    class Sure:
        surely_fine = 0.01

        def __call__(self, texts):
            return [0.001] * len(texts)

    assert rewriter("delete", lang, toxicity=Sure())([text]) == [text]
    assert rewriter("delete", lang, toxicity=lambda texts: [0.001] * len(texts))([text]) != [text]
    assert hidden is None or rewriter("delete", lang, toxicity=Sure())([hidden]) != [hidden]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Ну ты, сука, иди домой!", "Ну ты, иди домой!"),
        ("en", "Damn, bitch, go home!", "Damn, go home!"),
        ("en", "Why the fuck is it late?", "Why is it late?"),
        ("zh", "他妈的，今天下雨了。", "今天下雨了。"),
    ],
)
def test_delete_takes_the_word_and_its_comma(lang, text, expected):
    assert rewriter("delete", lang, toxicity=judge)([text]) == [expected]


def test_delete_asks_the_judge_about_words_no_list_has():
    blames = lambda texts: [float("rascal" in text) for text in texts]  # noqa: E731
    assert rewriter("delete", "en", toxicity=blames)(["The rascal sold good apples."]) == [
        "The sold good apples."
    ]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Эти мудаки несут хуйню.", "Эти люди несут ерунду."),
        ("en", "Those assholes talk shit.", "Those people talk nonsense."),
        ("zh", "他真牛逼。", "他真厉害。"),
    ],
)
def test_replace_keeps_the_form(lang, text, expected):
    assert rewriter("replace", lang, toxicity=judge)([text]) == [expected]


@pytest.mark.parametrize("name", ["duplicate", "delete", "replace"])
@pytest.mark.parametrize(
    ("lang", "text"), [("ru", "Мама  мыла раму :)"), ("en", "All is well , ok"), ("zh", "今天下雨了。")]
)
def test_fine_texts_come_back_as_they_were(name, lang, text):
    (record,) = rewriter(name, lang, toxicity=judge).records([text, ""][:1])
    assert record.b == text
    assert record.meta["flags"] == ["fine"]
    assert record.meta["changes"] == []


@pytest.mark.parametrize(("lang", "text"), [("ru", "Сука!"), ("en", "Bitch!"), ("zh", "他妈的！")])
def test_an_empty_output_is_refused_and_the_source_marked(lang, text):
    (record,) = rewriter("delete", lang, toxicity=judge).records([text])
    assert record.b == text
    assert record.meta["flags"] == ["refused: nothing is left", "meaning", "toxic"]


def test_duplicate_marks_what_is_toxic():
    (record,) = rewriter("duplicate", "en", toxicity=judge).records(["You idiot"])
    assert record.meta["flags"] == ["meaning", "toxic"]


@pytest.mark.parametrize(
    ("lang", "source", "output"),
    [
        ("ru", "Анна, сука, должна 500 рублей.", "Анна должна много рублей."),
        ("ru", "Анна, сука, живёт в Москве.", "Она живёт в Москве."),
        ("en", "That bitch paid $30 in London.", "They paid $30."),
        ("zh", "他妈的，他欠我500元。", "他欠我50元20角。"),
    ],
)
def test_numbers_and_names_must_stay(lang, source, output):
    assert find_loss(source, output, lang)
    changed = Checked("mine", lambda texts: [[output]], Task(lang, judge))
    (record,) = changed.records([source])
    assert record.b == source
    assert record.meta["flags"][0].startswith("refused")


@pytest.mark.parametrize(
    ("lang", "source", "output", "expected"),
    [
        ("ru", "Анна, сука, должна 500 рублей.", "Анна должна 50 рублей.", "Анна должна 500 рублей."),
        ("ru", "Сука живёт в Москве.", "Она живёт в Самаре.", "Она живёт в Москве."),
        ("en", "The bitch owes 70 to 12 men.", "She owes 7 to 120 men.", "She owes 70 to 12 men."),
        ("zh", "他妈的，他欠我500元。", "他欠我50元。", "他欠我500元。"),
    ],
)
def test_a_wrong_number_or_name_is_put_right_where_it_is_clear(lang, source, output, expected):
    (record,) = Checked("mine", lambda texts: [[output]], Task(lang, judge)).records([source])
    assert record.b == expected
    assert record.meta["flags"][0].startswith("repaired: ")


@pytest.mark.parametrize(
    ("lang", "text", "meant"),
    [
        ("ru", "Сука, сдохни в муках поскорее!", True),
        ("en", "You idiot, the train is late", False),
        ("zh", "傻逼，你不配活着", True),
    ],
)
def test_a_text_that_offends_without_its_words_is_flagged(lang, text, meant):
    minds = lambda texts: [  # noqa: E731
        float(any(word in one.lower() for word in ("в муках", "idiot", "不配活着"))) for one in texts
    ]
    (record,) = rewriter("duplicate", lang, toxicity=minds).records([text])
    assert ("meaning" in record.meta["flags"]) is meant
    assert "toxic" in record.meta["flags"]


def test_what_does_not_offend_is_preferred_whatever_the_score():
    proposed = Checked(
        "mine", lambda texts: [["You idiot, it is late again", "It is late"]], Task("en", judge, longest)
    )
    (record,) = proposed.records(["You idiot, it is late"])
    assert record.b == "It is late"


def test_changes_are_places_in_the_source():
    text = "Ну ты, сука, иди домой!"
    (record,) = rewriter("delete", "ru", toxicity=judge).records([text])
    assert record.meta["changes"]
    for change in record.meta["changes"]:
        assert text[change["start"] : change["stop"]] == change["old"]


def test_a_batch_gives_what_single_texts_give():
    texts = ["Ты сука и дура", "Мама мыла раму", "", "Вот говно, блядь!", "сука"]
    delete = rewriter("delete", "ru", toxicity=judge)
    assert delete(texts) == [delete([text])[0] for text in texts]
    assert delete([]) == []


@pytest.mark.parametrize("lang", ["ru", "en", "zh"])
def test_llm_answers_are_read_and_checked(lang):
    asked = []

    def model(prompts, n=1):
        asked.extend(prompts)
        return [["Answer: “100 %”", "7"][:n] for _ in prompts]

    texts = {"ru": "Дай 7, сука", "en": "Give 7, you bitch", "zh": "他妈的给我7个"}
    (record,) = rewriter("llm", lang, toxicity=judge, model=model, n=2, score=shortest).records([texts[lang]])
    assert texts[lang] in asked[0]
    assert record.b == "7"


def test_best_of_takes_what_the_score_likes():
    text = "Эти мудаки несут хуйню."
    for score, expected in [
        (shortest, "Эти несут."),
        (lambda pairs: [len(p.b) for p in pairs], "Эти люди несут ерунду."),
    ]:
        assert rewriter("best-of", "ru", toxicity=judge, score=score)([text]) == [expected]


def test_the_negative_control_climbs_any_score_and_loses_the_sense():
    text = "Эта сука опять не пришла на важную встречу с нами"
    vowels = lambda pairs: [sum(p.b.count(letter) for letter in "аоэи") / 100 for p in pairs]  # noqa: E731
    (record,) = rewriter("adversarial", "ru", toxicity=judge, score=vowels).records([text])
    assert record.b.count("а") + record.b.count("о") > text.count("а") + text.count("о")
    assert "toxic" not in record.meta["flags"]
    assert record.b != rewriter("delete", "ru", toxicity=judge)([text])[0]


@pytest.mark.parametrize("name", ["best-of", "adversarial", "llm"])
def test_what_needs_something_says_so(name):
    with pytest.raises(CommandError, match="needs a"):
        rewriter(name, "en", toxicity=judge)


def test_unknown_names_are_told_what_there_is():
    with pytest.raises(CommandError, match="there are adversarial, back-translation, best-of"):
        rewriter("magic", "ru")
    with pytest.raises(CommandError, match="no language 'de'"):
        rewriter("delete", "de")
    with pytest.raises(TypeError, match="list of texts"):
        rewriter("delete", "en", toxicity=judge)("one text")
    with pytest.raises(CommandError, match="no goal 'verse'; there are neutral, paraphrase"):
        rewriter("delete", "en", to="verse")
    with pytest.raises(CommandError, match="two shares from 0 to 1"):
        rewriter("delete", "en", change=(0.5, 0.2))
    assert {"duplicate", "delete", "replace", "llm", "best-of", "adversarial", "synonym"} <= set(SYSTEMS)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Сука, в СССР был XXIII съезд, см. www.cccp.ru", "В СССР был XXIII съезд, см. www.cccp.ru"),
        ("en", "Bitch, buy AAA cells for WWII toys", "Buy AAA cells for WWII toys"),
        ("ru", "СУУУУКА, ну приветттт", "Ну привет"),
    ],
)
def test_letters_that_are_meant_thrice_stay(lang, text, expected):
    assert rewriter("delete", lang, toxicity=judge)([text]) == [expected]


@pytest.mark.parametrize(
    ("text", "toxic", "lang", "offends"),
    [
        (
            "That idiot left the window open.",
            0.45,
            "en",
            True,
        ),  # a word that may be fine, and a judge in doubt
        ("That idiot left the window open.", 0.25, "en", False),
        ("That person left the window open.", 0.45, "en", False),
        ("Отвали, я занят.", 0.01, "ru", True),
        ("Кусок стены отвалился.", 0.01, "ru", False),
        ("滚开，别碰我的东西。", 0.01, "zh", True),
        ("他是个骗子。", 0.01, "zh", False),
    ],
)
def test_a_word_that_may_be_fine_counts_when_the_judge_is_in_doubt(
    text: str, toxic: float, lang: Lang, offends: bool
) -> None:
    assert is_rude(text, toxic, lang) is offends
