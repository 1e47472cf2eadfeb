"""Chinese sentences in another order: whole frames, clauses, leads, and sentences that must stay."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.phrases.frames import reorder
from paraphrast.rewrite.phrases.phrase_rules import say_otherwise
from paraphrast.text.languages import find_language


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("为什么我的手机打不开了？", "我的手机打不开了是什么原因？"),
        ("电脑没有声音是怎么回事？", "为什么电脑没有声音？"),
        ("如何更改绑定的手机号码？", "绑定的手机号码怎么更改？"),
        ("护照怎么办理？", "怎么办理护照？"),
        ("可以更改出发日期吗？", "更改出发日期可以吗？"),
        ("这种票是不是不能退款？", "这种票不能退款，是吗？"),
    ],
)
def test_a_question_is_asked_from_its_other_end(text, said):
    assert reorder(text, "zh") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("我的自行车被人偷偷骑走了。", "有人偷偷骑走了我的自行车。"),
        ("法院驳回了他们的上诉。", "他们的上诉被法院驳回。"),
        ("专家对这座大桥进行了检查。", "专家检查了这座大桥。"),
        ("为了赶火车，他很早就出门了。", "他很早就出门了，为的是赶火车。"),
        ("农民为保护果树而搭起了棚子。", "为了保护果树，农民搭起了棚子。"),
        ("如果明天下雨，我们就不去爬山了。", "我们不去爬山了，如果明天下雨的话。"),
        ("2015年3月，公司发布了第一款手机。", "公司于2015年3月发布了第一款手机。"),
        ("一艘渔船停靠在岸边。", "岸边停靠着一艘渔船。"),
        ("记者表示，会议将在下周结束。", "会议将在下周结束，记者表示。"),
        ("这个消息让我非常高兴。", "我因为这个消息而非常高兴。"),
        ("罗伯特·布朗于1995年搬到了海边。", "1995年，罗伯特·布朗搬到了海边。"),
        ("火车相撞事故造成12人受伤。", "12人在火车相撞事故中受伤。"),
        ("渔民在附近海域发现一艘沉船。", "在附近海域，渔民发现一艘沉船。"),
        ("老师说：“今天没有作业。”", "“今天没有作业，”老师说。"),
        ("“水太冷了！”孩子们说。", "孩子们说：“水太冷了！”"),
    ],
)
def test_a_statement_takes_another_shape(text, said):
    assert reorder(text, "zh") == said


def test_what_stands_before_a_sentence_stays_before_it():
    assert reorder("央视网消息：代表团5月3日抵达北京。", "zh") == "央视网消息：5月3日，代表团抵达北京。"
    assert reorder("请问怎么办理护照？", "zh") == "请问护照怎么办理？"


def test_each_clause_may_take_a_frame_of_its_own():
    said = reorder("我带了身份证，为什么不能进去？", "zh")
    assert said == "我带了身份证，不能进去是什么原因？"


@pytest.mark.parametrize(
    "text",
    [
        "可以按这个键来退出。",  # no question
        "这张卡为什么还清了贷款，额度却没有恢复？",  # the question goes on after the comma
        "他们是否会得到支持还不清楚。",
        "今年的销售额超过了去年。",
        "国家副主席韩正在北京见了客人。",
        "为什么不试试呢？",
        "他喝了一碗汤。",
    ],
)
def test_what_only_looks_like_a_frame_stays(text):
    assert reorder(text, "zh") == text


def test_a_clause_within_a_quote_is_not_taken_apart():
    text = "她说“为什么他不能来，我不明白”。"
    assert reorder(text, "zh") == text


def test_readings_of_words_come_from_the_dictionary():
    assert find_language("zh").recast.mark_readings("他在公园") == "他‹r›在‹p›公园‹n›"


def test_why_is_not_taken_for_how():
    assert "如何" not in say_otherwise("怎么看不到我的订单？", "zh")


def test_a_question_tag_and_gaps_of_the_source_leave_with_a_paraphrase():
    record, headline = rewriter("rephrase", "zh").records(
        ["安卓系统是不是不能安装这个软件？", "会议在京召开 代表们出席会议"]
    )
    assert record.b.endswith(("，是吗？", "，对吗？"))
    assert " " in headline.b
