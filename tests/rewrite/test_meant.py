"""What rude words and phrases mean: our tables, forms that go with what is put, judges that read once."""

import json
from functools import partial

import numpy as np
import pytest

from paraphrast.models.bundled import proofreader, toxicity
from paraphrast.rewrite import rewriter
from paraphrast.rewrite.systems.consensus import Consensus
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words.lexicon import find_rude, join_roots, list_expressions, meant
from paraphrast.rewrite.words.rude_phrases import say_phrases
from paraphrast.rewrite.words.wording import Network, Wording
from paraphrast.text import LANGS, Token
from paraphrast.text.substitution import exchange_word


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("ru", "Мне ПОХУЙ на это", "Мне нет дела до этого"),
        ("ru", "Да пошёл он, а ты закрой рот", "Да пошёл он, а ты замолчи"),
        ("ru", "Хуй его знает", "Неизвестно"),
        ("en", "What the hell do they want?", "What do they want?"),
        ("en", "I don't give a shit", "I don't care"),
        ("en", "Shut the fuck up, he is full of shit", "Be quiet, he is wrong"),
        ("zh", "关你屁事，给我滚出去！", "与你无关，请离开！"),
    ],
)
def test_phrases_are_said_as_they_are_meant(lang, text, said):
    assert say_phrases(text, lang) == said


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("ru", "Он знает, что поход на хутор не по пути; закрой дверь и голову не теряй."),
        ("en", "Shut the door, get out of the rain and give a coin to the sons of a baker."),
        ("zh", "他妈妈不要脸盆，关你什么门？"),
    ],
)
def test_other_phrases_stay(lang, text):
    assert say_phrases(text, lang) == text


def test_what_the_tables_say_does_not_offend():
    for lang in LANGS:
        said = [*join_roots(lang)[0], *(new for _, (_, new) in list_expressions(lang, "phrases"))]
        assert [one for one in said if find_rude(one.strip("="), lang)] == []


@pytest.mark.parametrize(
    ("form", "said"),
    [("пиздаболами", "обманщик"), ("ещё", None), ("жрёт", "есть"), ("хохлов", "украинец"), ("стол", None)],
)
def test_a_word_means_what_its_root_says(form, said):
    assert meant(form, "ru") == said


@pytest.mark.parametrize(
    ("text", "word", "new", "whole"),
    [
        ("Та тварь вчера соврала", "тварь", "человек", "Тот человек вчера соврал"),
        ("Твари соврали", "Твари", "люди", "Люди соврали"),
        ("Тварь, она соврала", "Тварь", "человек", "Человек, она соврала"),  # another clause
    ],
)
def test_what_goes_with_a_word_changes_with_it(text, word, new, whole):
    at = text.index(word)
    assert exchange_word(text, Token(word, at, at + len(word)), new, "ru") == whole


def test_the_tables_word_is_put_only_where_there_is_one():
    """A network that always asks for the table's word leaves alone what is not in the table."""
    out = np.array([[0, 0, 0, 9.0]], dtype=np.float32)
    none = np.zeros((0, 0), dtype=np.int8)
    network = Network(
        ["keep", "delete", "other", "~"], {}, none, np.zeros(0, np.float32), np.zeros(0, np.float32), out
    )
    put = Wording("ru", network)(["башкой", "стол"])
    assert [one.text for one in put] == ["головой", ""]


def test_a_word_that_the_table_says_politely_costs_a_little():
    def none(texts):
        return [0.0] * len(texts)

    def all_of_them(texts):
        return [1.0] * len(texts)

    texts = ["Болит голова", "Болит башка", "Болит башка и рожа"]
    minds = partial(
        Consensus(Task("ru", none), voters=(), fluency=all_of_them).weigh_drafts,
        offence=dict.fromkeys(texts, 1.0),
    )
    assert minds(texts, holes=dict.fromkeys(texts, 0)) == pytest.approx([0.0, 0.1, 0.2])
    assert minds(texts[:1], holes={texts[0]: 1}) == pytest.approx([0.05])


def test_what_only_the_judge_minds_costs_less():
    weight = Consensus(Task("ru", lambda texts: [1.0] * len(texts)), voters=()).weigh_offence
    assert weight("Призрак бродит по Европе") < weight("Этот дурак бродит по Европе")
    assert weight("Он бродит, блин горелый") < weight("Он бродит, сука")


@pytest.mark.parametrize(("judge", "name"), [(toxicity, "judge_texts"), (proofreader, "run_graph")])
def test_the_shell_has_no_judge_read_a_text_twice(shell, tmp_path, monkeypatch, judge, name):
    asked = []
    real = getattr(judge, name)

    def counting(texts):
        asked.extend([str(texts)] if judge is proofreader else texts)
        return real(texts)

    proofreader._remembered.cache_clear()
    monkeypatch.setattr(judge, name, counting)
    source = tmp_path / "in.txt"
    source.write_text("Эти уроды опять всё сломали\nТы, сука, где был?\n", encoding="utf-8")
    ran = shell("rewrite", source, "--lang", "ru", "-o", tmp_path / "out.jsonl")
    assert ran.code == 0, ran.err
    assert len(asked) == len(set(asked)) > 2
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert all(0 < row["scores"]["fluency"] <= 1 for row in rows)


def test_a_judge_of_fluency_may_be_given_beside_that_of_toxicity():
    seen = []

    def fluent(texts):
        seen.extend(texts)
        return [1.0 for _ in texts]

    made = rewriter("detox", lang="ru", toxicity=lambda texts: [0.9 for _ in texts], fluency=fluent)
    made(["Эти уроды опять всё сломали"])
    assert "Эти уроды опять всё сломали" in seen
