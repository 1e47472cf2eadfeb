"""Chinese detoxification: scripts, hollow clauses, measure words, who is spoken of, and phrases of abuse."""

import pytest

from paraphrast.rewrite import rewriter
from paraphrast.rewrite.checks.checked import Checked
from paraphrast.rewrite.checks.kept import find_required
from paraphrast.rewrite.systems.consensus import Consensus
from paraphrast.rewrite.task import Task
from paraphrast.rewrite.words.rude_phrases import has_rude_phrase, say_phrases
from paraphrast.rewrite.words.script import restore_script
from paraphrast.rewrite.words.table import word_table
from paraphrast.text.chinese.drafts import complete_clauses, count_gaps


def calm(texts):
    """Judge that minds nothing."""
    return [0.0 for _ in texts]


def test_a_text_leaves_in_the_script_it_came_in():
    task = Task("zh", calm)
    rewrite = Checked("polite", lambda texts: [[say_phrases(text, "zh")] for text in texts], task)
    sources = ["這關你屁事，給我滾出去！", "这关你屁事，给我滚出去！"]
    assert rewrite(sources) == ["這與你無關，請離開！", "这与你无关，请离开！"]


def test_a_simplified_text_with_a_name_in_traditional_characters_stays_simplified():
    assert restore_script("请离开，张國荣说", "滚开，张國荣说", "zh") == "请离开，张國荣说"


@pytest.mark.parametrize(
    ("draft", "source", "mended"),
    [
        ("你这个，还钱", "你这个混蛋，还钱", "，还钱"),
        ("他真是个，骗人", "他真是个畜生，骗人", "他真不应该，骗人"),
        ("评论区一群，看不懂", "评论区一群脑残，看不懂", "评论区一些人，看不懂"),
        ("那条讨好别人的人来了", "那条走狗来了", "那个讨好别人的人来了"),
        ("你个网友，别喷", "你个沙雕网友，别喷", "你这个网友，别喷"),
        ("那条路上的人很多", "那条路上的狗东西很多", "那条路上的人很多"),
    ],
)
def test_what_insults_leave_behind_is_mended(draft, source, mended):
    assert complete_clauses(draft, source) == mended


@pytest.mark.parametrize("text", ["快，我们走", "他是个好人", "那头牛和那个人", "这条路很长", "你真是"])
def test_clauses_of_the_source_stay(text):
    assert complete_clauses(text, text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("快滚开，我要拍照", "请离开，我要拍照"),
        ("wdnmd，这也能输", "这也能输"),
        ("你他妈眼瞎啊，撞了人", "你没看清楚，撞了人"),
        ("队友全是猪，带不动", "队友表现很差，带不动"),
        ("跟你这种智障没什么好说的", "和你没什么好说的"),
        ("狗策划又改技能", "策划又改技能"),
        ("台巴子就知道跪舔美国", "台湾人就知道一味讨好美国"),
        ("领导就是个傻屌，不懂", "领导很不明智，不懂"),
        ("保安都是一群饭桶", "保安都能力不足"),
        ("希望你出门被车撞死", "我对你非常不满"),
        ("真是个王八蛋！", "很不应该！"),
        ("滚，别让我再看见你", "请离开，别让我再看见你"),
        ("去你大爷的，我不干了", "我不干了"),
        ("楼主sb，鉴定完毕", "楼主很不明智，鉴定完毕"),
        ("你能不能别装逼了", "你能不能别炫耀了"),
        ("外卖又送错了，一群饭桶", "外卖又送错了，能力不足"),
        ("死穷鬼，买不起就别看", "买不起就别看"),
        ("你是哑巴吗，说句话会死啊", "你为什么不说话，说句话不行吗"),
        ("这手机就是一坨屎，谁买谁傻逼", "这手机很差，请不要买"),
        ("弱智才会相信这种广告", "不会有人相信这种广告"),
        ("昨天遇到一个傻逼司机", "昨天遇到一个司机"),
        ("我要打断你的狗腿", "我不会原谅你"),
        ("人贩子全家不得好死", "人贩子让人非常不满"),
        ("新疆人都是小偷", "新疆有些人不守规矩"),
        ("酒店前台狗眼看人低", "酒店前台看不起人"),
        ("你是真的sb，没救了", "你真的很不明智，没救了"),
        ("房东这个老王八不退押金", "房东不退押金"),
        ("酒驾的傻逼就该撞死", "酒驾的人应当受到惩罚"),
        ("少他妈跟我套近乎", "少跟我套近乎"),
        ("别人家孩子多聪明，你怎么蠢得跟猪一样", "别人家孩子多聪明，你怎么这么不明智"),
        ("富二代都是败家子", "富二代都爱乱花钱"),
        ("妈的智障，这么简单的题都能做错", "这么简单的题都能做错"),
        ("那娘炮演员真是个跳梁小丑", "那气质柔和的演员不值得重视"),
        ("本地人就是排外，一群土鳖", "本地人就是排外"),
        ("共享单车乱停，没素质的东西", "共享单车乱停，不礼貌"),
        ("女拳真是疯了，什么都要骂", "极端女权主义者真是疯了，什么都要骂"),
    ],
)
def test_phrases_of_abuse_are_said_politely(text, said):
    assert say_phrases(text, "zh") == said


@pytest.mark.parametrize(
    "text",
    [
        "韭菜鸡蛋馅的饺子好吃吗",
        "这张图片上的是什么鸟？",
        "一只狗嘴里叼着一根棍子",
        "墙上花花绿绿的画",
        "他们请我去，我就去了",
        "建议去医院检查一下",
        "水滚开后再下饺子",
        "老子是道家的创始人",
        "他们上了公交车，谁都能上",
        "股价上涨6美分。",
        "印度支那的历史",
        "他的眼睛瞎了。",
        "这是什么东西？",
        "草泥马是一种什么动物",
        "孩子今天没吃药。",
        "您参观过东京塔吗？",
        "中国铝业公司今年上半年生产经营良好",
        "有点恶心，但是吐不出来。",
        "人和畜生的区别是什么？",
        "小仙女们可以放心入手",
        "他沉默了，大家都很有默契",
        "手机通讯录怎么备份",
        "他去练拳，我去跑步",
        "他苦苦相逼，寒气逼人",
        "我们去看你妈",
        "他们看起来很傻",
        "他们带着三个月大的哈巴狗",
        "男性喝茶，尤其是绿茶，对身体好",
        "除去使血管变窄的废物，促进血液流通",
        "昔日杂乱无章的城中村",
        "怎样安装Brackets",
        "老子在《道德经》里说",
        "老公什么都听他妈的",
        "A数是B数的三倍",
        "这张表里只有B用户",
    ],
)
def test_ordinary_phrases_are_no_abuse(text):
    assert not has_rude_phrase(text, "zh")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("小仙女又要彩礼又要独立", "自我感觉过于良好的女性又要彩礼又要独立"),
        ("那些媚黑的女人嫁给默以后别回来", "那些讨好黑人的女人嫁给黑人以后别回来"),
        ("别在这恶心大家，这个人恶心了我一整天", "别在这让大家不舒服，这个人让我不舒服了一整天"),
        ("B站的孝子又急了，看见nt就骂", "B站的狂热支持者又急了，看见不明智的人就骂"),
        ("上去打死这些骗子", "上去让这些骗子付出代价"),
    ],
)
def test_harsh_words_are_said_politely_but_make_no_text_rude(text, said):
    assert say_phrases(text, "zh") == said
    assert not has_rude_phrase(text, "zh")


@pytest.mark.parametrize(
    ("draft", "source", "count"),
    [
        ("真人，连小学生都打不过", "真丢人，连小学生都打不过", 0),  # a listed word may go in part
        ("没有自知之明的人还挑讨好", "没有自知之明的人还挑三拣四", 1),
        ("态度极差，看不起人", "快递小哥态度极差，看不起人", 1),
        ("今天真热", "今天真他妈热", 0),
        ("充了钱还是输人", "充了钱还是输", 1),
    ],
)
def test_words_cut_in_two_and_stretches_gone_are_holes(draft, source, count):
    assert count_gaps(draft, source, source, word_table("zh")) == count


def test_blanks_of_the_source_stay():
    assert rewriter("detox", "zh")(["别说了 你他妈真烦 我要睡觉"]) == ["别说了 你真烦 我要睡觉"]


def test_a_rude_phrase_is_no_name_that_must_stay():
    assert "砖家" not in [one.text for one in find_required("这专家就是个砖家，满嘴跑火车", "zh")]
    assert "北京" in [one.text for one in find_required("北京的专家就是个砖家", "zh")]


def test_a_phrase_that_no_judge_minds_is_said_politely():
    task = Task("zh", calm)
    system = Consensus(
        task, voters=[lambda texts: [[say_phrases(text, "zh")] for text in texts]], fluency=calm
    )
    texts = ["你怎么不去跳楼啊", "我们去爬山吧"]
    assert [some[0] for some in system(texts)] == ["我对你很不满", "我们去爬山吧"]


def test_the_default_system_leaves_nothing_hollow():
    said = rewriter("detox", "zh")(["快滚开，别挡路", "今天天氣很好，我們去公園"])
    assert said == ["请离开，别挡路", "今天天氣很好，我們去公園"]
