"""Chinese sentences in another order: rules of clauses, and sentences that must stay."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.phrases.orders import reorder
from paraphrast.rewrite.phrases.phrase_rules import say_otherwise


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("为了赶火车，他很早就出门了。", "他很早就出门了，为的是赶火车。"),
        ("如果明天下雨，我们不去爬山了。", "明天下雨的话，我们不去爬山了。"),
        ("2015年3月，公司发布了第一款手机。", "公司2015年3月发布了第一款手机。"),
        ("代表团5月3日抵达北京。", "5月3日，代表团抵达北京。"),
        ("记者表示，会议将在下周结束。", "会议将在下周结束，记者表示。"),
        ("老师说：“今天没有作业。”", "“今天没有作业，”老师说。"),
        ("价格很高，但是服务不错。", "虽然价格很高，但服务不错。"),
        ("这种票是不是不能退款？", "这种票不能退款，是吗？"),
    ],
)
def test_a_sentence_takes_another_order(text, said):
    assert reorder(text, "zh") == said


@pytest.mark.parametrize(
    "text",
    [
        "可以按这个键来退出。",  # no question
        "他们是否会得到支持还不清楚。",
        "今年的销售额超过了去年。",
        "昨天的报纸说了什么？",
        "为什么不试试呢？",
        "他喝了一碗汤。",
        "虽然价格很高，但是服务不错，早餐也很好。",  # more than two clauses
    ],
)
def test_what_only_looks_like_a_rule_stays(text):
    assert reorder(text, "zh") == text


def test_a_clause_within_a_quote_is_not_taken_apart():
    text = "她说“如果他不能来，我不明白”。"
    assert reorder(text, "zh") == text


def test_why_is_not_taken_for_how():
    assert "如何" not in say_otherwise("怎么看不到我的订单？", "zh")


def test_a_question_tag_and_gaps_of_the_source_leave_with_a_paraphrase():
    record, headline = rewriter("rephrase", "zh").records(
        ["安卓系统是不是不能安装这个软件？", "会议在京召开 代表们出席会议"]
    )
    assert record.b.endswith(("，是吗？", "，对吗？"))
    assert " " in headline.b
