"""Chinese clauses that a word has left: nothing hollow stays, and measure words fit."""

import re

EDGE = r"(?=[，,、。！!？?；;：:～~…\s]|$)"
CLAUSE = re.compile(r"[^，,。！!？?；;：:～~…\s]+")
PERSON = "人|男人|女人|男生|女生|男性|女性|孩子|老人|老太太|队友|同事|邻居|司机|老板|领导"
# Words that say nothing by themselves: a clause of these alone is what an insult has left behind.
HOLLOW = re.compile(
    "(?![你他她]们?.*是)(?:你们?|他们?|她们?|我真是|[这那一](?:[个群帮种些头只条坨伙]|样的)?|快点?|赶紧|赶快|给我|真的?是?|简直|太|很"
    "|[就都也还又]?是|[就都又]|个|大|小|死|臭|老|[的了啊呀吧呢吗嘛哦]|一样|似的)+"
)
# What the end of a clause wants after the word that stood there has gone.
ENDS = [
    (re.compile(rf"(你们?|他们?|她们?)[这那]?[个种群帮头只条伙]{EDGE}"), r"\1"),
    (re.compile(rf"[都全]是(?:一?[群帮些堆坨伙个])?(?:大|死|臭)?的?{EDGE}"), "都不好"),
    (re.compile(rf"真是一?[个只条头坨群帮](?:大|死|臭)?{EDGE}"), "真不应该"),
    (
        re.compile(rf"(?:就|简直)?(?<![不还要总但可只])是一?[个只条头坨群帮堆](?:大|死|臭)?的?{EDGE}"),
        "不太好",
    ),
    (re.compile(rf"(?:就|简直)是{EDGE}"), "不太好"),
    (re.compile(rf"是不是(?:啊|吧|呀)?{EDGE}"), "这样合适吗"),
    (re.compile(rf"你是(?:吗|吧){EDGE}"), "你这样合适吗"),
    (re.compile(rf"([这那])[群帮伙窝]{EDGE}"), r"\1些人"),
    (re.compile(rf"一[群帮伙窝]{EDGE}"), "一些人"),
    (re.compile(rf"([这那])[头条坨]{EDGE}"), r"\1个人"),
    (re.compile(rf"(看着|看见|听着|想想)就{EDGE}"), r"\1就不舒服"),
    (re.compile(rf"([写做演长画唱讲拍打玩说])得{EDGE}"), r"\1得不好"),
]
MEASURES = [
    (re.compile(rf"([这那])[头只条坨匹]((?:[^，。！？,!?]{{0,8}}的)?(?:{PERSON}))"), r"\1个\2"),
    (re.compile(rf"一[头只条坨匹]((?:[^，。！？,!?]{{0,8}}的)?(?:{PERSON}))"), r"一个\1"),
    (re.compile(r"(?<![给跟让])你个([^，。！？,!?\s人头]{2})"), r"你这个\1"),
    (re.compile(r"[个群帮些](?=这些人|一些人|那些人)"), ""),
]


def complete_clauses(draft: str, source: str) -> str:
    """Mend the clauses of a draft that a word has left; those of the source stay as they are.

    >>> complete_clauses("快，我要拍照", "快滚开，我要拍照")
    '，我要拍照'
    >>> complete_clauses("快，我要拍照", "快，我他妈要拍照")
    '快，我要拍照'
    >>> complete_clauses("那头体型较胖的人来了", "那头肥猪来了")
    '那个体型较胖的人来了'
    >>> complete_clauses("领导就是个，不懂", "领导就是个饭桶，不懂")
    '领导不太好，不懂'
    """
    kept = set(CLAUSE.findall(source))
    for pattern, said in MEASURES:
        draft = pattern.sub(lambda match: _keep_or_replace(match, said, source), draft)  # noqa: B023
    return CLAUSE.sub(
        lambda match: match[0] if match[0] in kept else _complete_clause(match[0], source), draft
    )


def _complete_clause(clause: str, source: str) -> str:
    """Give a clause whole, or nothing where it says nothing."""
    if HOLLOW.fullmatch(clause):
        return ""
    clause = clause.removeprefix("的")
    for pattern, said in ENDS:
        clause = pattern.sub(lambda match: _keep_or_replace(match, said, source, edge=True), clause)  # noqa: B023
    return clause


def _keep_or_replace(match: re.Match[str], said: str, source: str, *, edge: bool = False) -> str:
    """Give what a stretch should be, or the stretch itself where the source has it so, or begins it so."""
    there = re.search(re.escape(match[0]) + EDGE, source) if edge else match[0][:3] in source
    return match[0] if there else match.expand(said)
